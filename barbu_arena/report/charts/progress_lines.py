"""How the standings came about: each bot's strength after so many rounds, a line a bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

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

STYLES = 8
"""Colours of the style sheet; further bots begin again with another dash."""
_PLAIN = 16
"""So many lines can be told apart; those of further bots are drawn faintly."""
_HEIGHT = 190
_TOP = 10
_TICK = 5.8
"""Units that a character of a tick takes, about."""
_NAME = 13
"""Units from one name to the next at the right end, at least."""


@dataclass(frozen=True, slots=True)
class Course:
    """A bot's points per deal at each of the rounds shown; None while nothing compares it."""

    bot: str
    points: tuple[float | None, ...]


def progress_lines(name: str, rounds: Sequence[int], courses: Sequence[Course]) -> str:
    """Return the lines, the best bot first; `rounds` are the numbers of the rounds shown."""
    height = max(_HEIGHT, _NAME * len(courses) + 8)
    right = WIDTH - label_width([short(course.bot) for course in courses]) - 8
    values = [value for course in courses for value in course.points if value is not None]
    y_scale = scale_for(values, _TOP + height, _TOP)
    left = 8 + _TICK * max(len(tick_text(value)) for value in y_scale.ticks(5))
    x_scale = Scale(min(rounds) - 0.001, max(rounds) + 0.001, left + 6, right)
    places = _spread([y_scale.at(course.points[-1] or 0) for course in courses], height)
    parts = _axes(rounds, x_scale, y_scale, height)
    for number, course in enumerate(courses):
        points = [
            (x_scale.at(at), y_scale.at(value))
            for at, value in zip(rounds, course.points, strict=True)
            if value is not None
        ]
        parts.append(_course(course, number, points, places[number]))
    return chart(
        name, _TOP + height + 36, "Points per deal after each round", _text(courses), *parts
    )


def _axes(rounds: Sequence[int], x_scale: Scale, y_scale: Scale, height: float) -> list[str]:
    bottom = _TOP + height
    parts = []
    for value in y_scale.ticks(5):
        y = y_scale.at(value)
        parts.append(line(x_scale.start - 6, y, x_scale.end, y, "zero" if value == 0 else "grid"))
        parts.append(label(x_scale.start - 10, y + 4, tick_text(value), "tick", "end"))
    for at in _few(rounds):
        x = x_scale.at(at)
        parts.append(line(x, bottom, x, bottom + 4, "zero"))
        parts.append(label(x, bottom + 16, str(at), "tick", "middle"))
    middle = (x_scale.start + x_scale.end) / 2
    return [*parts, label(middle, bottom + 31, "rounds played", "axis", "middle")]


def _course(course: Course, number: int, points: list[tuple[float, float]], place: float) -> str:
    style = f"line-{number % STYLES + 1} dash-{number // STYLES % 3 + 1}"
    if number >= _PLAIN:
        style = f"line-{STYLES} faint"
    parts = [tip(f"{course.bot}: {_last(course)}")]
    if points:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        x, y = points[-1]
        parts.append(element("polyline", {"points": path, "class": f"course {style}"}))
        parts.append(element("circle", {"cx": x, "cy": y, "r": 2.5, "class": f"end {style}"}))
        parts.append(line(x + 3, y, x + 9, place, f"lead {style}"))
        parts.append(label(x + 11, place + 4, short(course.bot), "name"))
    return element("g", {}, *parts)


def _spread(wanted: Sequence[float], height: float) -> list[float]:
    """Return places for the names near those wanted, in the same order, none over another."""
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    places = list(wanted)
    lowest = _TOP + height
    for before, i in zip([None, *order], order, strict=False):
        if before is not None:
            places[i] = max(places[i], places[before] + _NAME)
    for i in reversed(order):
        places[i] = min(places[i], lowest)
        lowest = places[i] - _NAME
    return places


def _few(rounds: Sequence[int]) -> list[int]:
    """Return about six rounds for the axis, evenly apart, the first and the last among them."""
    first, last = rounds[0], rounds[-1]
    step = max(1, ceil((last - first) / 5))
    marks = [*range(first, last, step), last]
    if len(marks) > 2 and last - marks[-2] < step / 2:
        del marks[-2]
    return marks


def _last(course: Course) -> str:
    value = course.points[-1]
    return "n/a" if value is None else signed(value, 2)


def _text(courses: Sequence[Course]) -> str:
    shown = "; ".join(f"{course.bot} {_last(course)}" for course in courses)
    return f"Points per deal after the last round shown: {shown}."
