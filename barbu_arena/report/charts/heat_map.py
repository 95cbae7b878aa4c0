"""A square of signed numbers between bots: colour for the eye, sign and number for everyone."""

from collections.abc import Sequence
from dataclasses import dataclass

from barbu_arena.report.charts.svg import (
    WIDTH,
    chart,
    element,
    label,
    label_width,
    short,
    signed,
    tip,
)

_TOP = 22
_MANY = 9
"""From so many bots on, cells need the room that long names would take."""
_STRONGEST = 0.5
"""The opacity of the largest number's cell: text on it still reads."""
_ROOM_FOR_FIGURES = 21.0
"""Units that a cell needs for its number to be written into it."""
_TALLEST = 30.0
_DIGIT = 6.0
_TINY_DIGIT = 4.8
"""Units that a character in a cell takes, about, and one of a number that else has no room."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One number from the row's side, what a pointer is told, and whether it stands out."""

    value: float
    told: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A square of cells: `cells[i][j]` is what bot i has of bot j; None where there is nothing."""

    title: str
    text: str
    bots: tuple[str, ...]
    """In the order of rows and columns; columns are headed by their numbers from 1."""
    cells: tuple[tuple[Cell | None, ...], ...]
    places: int = 1
    """Decimals of the numbers, if there is room for them."""


def heat_map(name: str, data: HeatMap) -> str:
    """Return the heat map."""
    most = 18 if len(data.bots) < _MANY else 10
    numbered = [f"{number} {short(bot, most)}" for number, bot in enumerate(data.bots, start=1)]
    left = label_width(numbered)
    width = (WIDTH - left - 4) / max(1, len(data.bots))
    height = min(width, _TALLEST)
    largest = max((abs(cell.value) for row in data.cells for cell in row if cell), default=0) or 1.0
    parts = []
    for i, text in enumerate(numbered):
        y = _TOP + i * height
        if height >= 10:
            parts.append(label(left, y + height / 2 + 4, text, "name", "end"))
            parts.append(
                label(left + 4 + (i + 0.5) * width, _TOP - 7, str(i + 1), "tick", "middle")
            )
        for j, cell in enumerate(data.cells[i]):
            box = _Box(left + 4 + j * width, y, width, height)
            parts.append(_cell(cell, box, largest, data.places))
    return chart(name, _TOP + height * len(data.bots) + 4, data.title, data.text, *parts)


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float

    def drawn(self, kind: str, opacity: float, *inner: str) -> str:
        """Return the box, a hair's breadth apart from its neighbours."""
        attributes: dict[str, str | float] = {
            "x": self.x + 0.5,
            "y": self.y + 0.5,
            "width": self.width - 1,
            "height": self.height - 1,
            "class": kind,
        }
        if opacity < 1:
            attributes["fill-opacity"] = f"{opacity:.2f}"
        return element("rect", attributes, *inner)


def _cell(cell: Cell | None, box: _Box, largest: float, places: int) -> str:
    if cell is None:
        return box.drawn("nothing", 1)
    kind = "positive" if cell.value >= 0 else "negative"
    mark = " sure" if cell.marked else ""
    opacity = 0.04 + (_STRONGEST - 0.04) * abs(cell.value) / largest
    drawn = box.drawn(f"cell {kind}", opacity, tip(cell.told))
    text, size = _fitting(cell.value, box.width, places)
    middle = box.x + box.width / 2
    if not text:
        dot: dict[str, str | float] = {
            "cx": middle,
            "cy": box.y + box.height / 2,
            "r": 1,
            "class": "sure-dot",
        }
        return drawn + (element("circle", dot) if cell.marked else "")
    return drawn + label(middle, box.y + box.height / 2 + 3.5, text, size + mark, "middle")


def _fitting(value: float, width: float, places: int) -> tuple[str, str]:
    """Return the number as far as there is room for it, and its class; empty without any room."""
    if width >= _ROOM_FOR_FIGURES:
        for kept in range(places, -1, -1):
            text = signed(value, kept)
            if len(text) * _DIGIT + 2 <= width:
                return text, "in-cell"
        if len(text) * _TINY_DIGIT + 1 <= width:
            return text, "in-cell tiny"
    return "", ""


def square(
    bots: Sequence[str], cells: dict[tuple[str, str], Cell]
) -> tuple[tuple[Cell | None, ...], ...]:
    """Return the rows of a heat map from its cells by (row, column)."""
    return tuple(tuple(cells.get((bot, other)) for other in bots) for bot in bots)
