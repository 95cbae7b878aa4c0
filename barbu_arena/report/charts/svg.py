"""SVG as text: elements with every value escaped, scales with round ticks, what charts share."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from barbu_arena.printable import printable

WIDTH = 360
"""Units across a chart."""
CHARACTER = 6.4
"""Units that a character of a label takes, about."""
_MOST_CHARACTERS = 18
"""Of a name in a chart; the table beside it has all of it."""


def element(name: str, attributes: dict[str, str | float], *inner: str) -> str:
    """Return one element; `inner` is markup already, attributes are escaped here."""
    shown = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{shown}>{''.join(inner)}</{name}>" if inner else f"<{name}{shown}/>"


def words(text: str) -> str:
    """Return text as the content of an element; nothing in it is markup or steers a screen."""
    return escape(printable(text, len(text)))


def label(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    """Return a line of text at a place; `kind` are its classes, `anchor` as in SVG."""
    place: dict[str, str | float] = {"x": x, "y": y, "class": kind}
    if anchor != "start":
        place["text-anchor"] = anchor
    return element("text", place, words(text))


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Return a straight line."""
    return element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class": kind})


def tip(text: str) -> str:
    """Return what a pointer is told that rests on the element around it."""
    return element("title", {}, words(text))


def chart(name: str, height: float, title: str, description: str, *parts: str) -> str:
    """Return a whole chart. `name` is its id on the page; title and description are read aloud."""
    return element(
        "svg",
        {
            "class": "chart",
            "viewBox": f"0 0 {WIDTH} {_value(height)}",
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-text",
        },
        element("title", {"id": f"{name}-title"}, words(title)),
        element("desc", {"id": f"{name}-text"}, words(description)),
        *parts,
    )


def short(name: str, most: int = _MOST_CHARACTERS) -> str:
    """Return a name cut to what a chart has room for."""
    return printable(name, most)


def label_width(labels: Sequence[str], character: float = CHARACTER) -> float:
    """Return the width of a column of labels, with so many units a character."""
    return max(map(len, labels), default=0) * character + 8


def signed(value: float, places: int) -> str:
    """Return a number with its sign, a proper minus, and no sign before a zero."""
    number = round(value, places) + 0.0
    text = f"{number:+.{places}f}" if number else f"{0:.{places}f}"
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class Scale:
    """A range of values laid out from `start` to `end` units."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the place of a value, within the range whatever it is."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, about: int = 4) -> list[float]:
        """Return about so many round values within the range."""
        step = _round_step((self.high - self.low) / about)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def scale_for(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a scale that holds all values and zero, with a little room at both ends."""
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    room = (high - low) * 0.04 or 1.0
    return Scale(low - room if low else 0.0, high + room if high or not low else 0.0, start, end)


def tick_text(value: float) -> str:
    """Return a tick's number, without decimals it does not need."""
    return (
        signed(value, 0) if abs(value - round(value)) < 1e-9 else f"{value:+.3g}".replace("-", "−")
    )


def _round_step(step: float) -> float:
    power = 10.0 ** floor(log10(step))
    return next(power * unit for unit in (1, 2, 5, 10) if power * unit >= step * 0.999)


def _value(value: str | float) -> str:
    """Return an attribute's value; a number has one decimal at most."""
    if isinstance(value, str):
        return escape(printable(value, len(value)))
    return f"{value:.1f}".removesuffix(".0")
