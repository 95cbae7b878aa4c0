"""Points by contract: for each bot a bar as declarer, a paler one as defender."""

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
    tip,
)

_ROW = 33
_BAR = 13
_TOP = 4
_CHARACTER = 7.2
"""Units of a character: these charts stand three in a row, and their letters are larger."""
_FIGURES = 44
"""Units beside the bars on each side, for the numbers at their ends."""


@dataclass(frozen=True, slots=True)
class RolePoints:
    """A bot's points per deal of one contract in both roles; None where it had no such deal."""

    bot: str
    declarer: float | None
    defender: float | None


def contract_bars(
    name: str, contract: str, rows: Sequence[RolePoints], reach: Sequence[float]
) -> str:
    """Return the bars of one contract; all charts with the same `reach` have the same scale."""
    left = label_width([short(row.bot) for row in rows], _CHARACTER)
    scale = scale_for(reach, left + _FIGURES, WIDTH - _FIGURES)
    bottom = _TOP + _ROW * len(rows)
    parts = [line(scale.at(0), _TOP, scale.at(0), bottom, "zero")]
    for number, row in enumerate(rows):
        y = _TOP + _ROW * number
        parts.append(label(left, y + _ROW / 2 + 4, short(row.bot), "name large", "end"))
        for place, role in enumerate(("declarer", "defender")):
            value = row.declarer if role == "declarer" else row.defender
            if value is not None:
                parts.append(_bar(row.bot, role, value, y + 3 + place * (_BAR + 1), scale))
    return chart(name, bottom + 4, f"{contract}: points per deal by role", _text(rows), *parts)


def _bar(bot: str, role: str, value: float, y: float, scale: Scale) -> str:
    zero, end = scale.at(0), scale.at(value)
    kind = "positive" if value >= 0 else "negative"
    figure = signed(value, 1)
    beside = (end + 3, "start") if value >= 0 else (end - 3, "end")
    return element(
        "g",
        {},
        tip(f"{bot} as {role}: {figure}"),
        element(
            "rect",
            {
                "x": min(zero, end),
                "y": y,
                "width": max(0.5, abs(end - zero)),
                "height": _BAR,
                "class": f"bar {kind} {role}",
            },
        ),
        label(beside[0], y + _BAR - 2, figure, "small", beside[1]),
    )


def _text(rows: Sequence[RolePoints]) -> str:
    def shown(value: float | None) -> str:
        return "none" if value is None else signed(value, 1)

    return "; ".join(
        f"{row.bot}: declarer {shown(row.declarer)}, defender {shown(row.defender)}" for row in rows
    )
