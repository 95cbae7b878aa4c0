"""Strengths with their intervals, one row a bot, around a line at zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from barbu_arena.report.charts.svg import (
    WIDTH,
    Scale,
    chart,
    element,
    label,
    label_width,
    line,
    scale_for,
    short,
    signed,
    tick_text,
    tip,
)

_ROW = 24
_TOP = 8
_FIGURES = 50
"""Units at the right for the numbers."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A bot's points per deal and half the width of its interval; None where there is none."""

    bot: str
    points: float
    half_width: float | None


def interval_plot(name: str, strengths: Sequence[Strength]) -> str:
    """Return the plot, its rows in the order given: the best first."""
    left = label_width([short(row.bot) for row in strengths])
    bottom = _TOP + _ROW * len(strengths)
    ends = [row.points + side * (row.half_width or 0) for row in strengths for side in (-1, 1)]
    scale = scale_for(ends, left + 4, WIDTH - _FIGURES)
    parts = [*_axis(scale, bottom)]
    for number, row in enumerate(strengths):
        parts.append(_row(row, _TOP + _ROW * (number + 0.5), left, scale))
    return chart(name, bottom + 34, "Points per deal with 95 % intervals", _text(strengths), *parts)


def _axis(scale: Scale, bottom: float) -> list[str]:
    parts = []
    for value in scale.ticks():
        x = scale.at(value)
        parts.append(line(x, _TOP, x, bottom, "zero" if value == 0 else "grid"))
        parts.append(label(x, bottom + 14, tick_text(value), "tick", "middle"))
    middle = (scale.start + scale.end) / 2
    return [*parts, label(middle, bottom + 29, "points per deal", "axis", "middle")]


def _row(row: Strength, y: float, left: float, scale: Scale) -> str:
    x = scale.at(row.points)
    kind = "positive" if row.points >= 0 else "negative"
    parts = [tip(_sentence(row)), label(left, y + 4, short(row.bot), "name", "end")]
    if row.half_width is not None:
        low, high = (scale.at(row.points + side * row.half_width) for side in (-1, 1))
        parts.append(line(low, y, high, y, f"interval {kind}"))
        parts += [line(end, y - 4, end, y + 4, f"interval {kind}") for end in (low, high)]
    parts.append(element("circle", {"cx": x, "cy": y, "r": 4.5, "class": f"dot {kind}"}))
    parts.append(label(WIDTH - 2, y + 4, signed(row.points, 2), "figure", "end"))
    return element("g", {}, *parts)


def _sentence(row: Strength) -> str:
    wide = "" if row.half_width is None else f" ± {row.half_width:.2f}"
    return f"{row.bot}: {signed(row.points, 2)}{wide}"


def _text(strengths: Sequence[Strength]) -> str:
    return "Points per deal against an average field: " + "; ".join(map(_sentence, strengths)) + "."
