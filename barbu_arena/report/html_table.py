"""A table of the report page: text in every cell, and which cell of a row names it."""

from collections.abc import Sequence
from dataclasses import dataclass

from barbu_arena.report.grid import Cell, Column, Grid, shown_cell


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column; numbers stand at the right."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class HtmlTable:
    """A table as the page shows it; `key` is the column whose cells head their rows."""

    title: str
    """What opens the table, where it is folded up."""
    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    key: int = 0
    notes: tuple[str, ...] = ()


def html_table(
    grid: Grid, title: str, keys: Sequence[str] = (), caption: str = "", head: str = ""
) -> HtmlTable:
    """Return a grid as a table of the page, with the columns of these keys in that order, or all.

    `head` is the key of the column that heads the rows; without it that is the first one.
    """
    at = {column.key: i for i, column in enumerate(grid.columns)}
    keys = keys or tuple(at)
    heads = tuple(Head(grid.columns[at[key]].title, not _has_text(grid, at[key])) for key in keys)
    rows = tuple(
        tuple(_cell(row[at[key]], grid.columns[at[key]]) for key in keys) for row in grid.rows
    )
    place = keys.index(head) if head else 0
    return HtmlTable(title, caption or title, heads, rows, place, grid.notes)


def plain_table(
    title: str, heads: Sequence[Head], rows: Sequence[Sequence[str]], notes: Sequence[str] = ()
) -> HtmlTable:
    """Return a table of cells that are text already."""
    return HtmlTable(title, title, tuple(heads), tuple(map(tuple, rows)), 0, tuple(notes))


def _cell(cell: Cell, column: Column) -> str:
    """Return a cell, a number with a proper minus."""
    text = shown_cell(cell, column)
    return text if isinstance(cell, str) else text.replace("-", "−")


def _has_text(grid: Grid, column: int) -> bool:
    return any(isinstance(row[column], str) for row in grid.rows)
