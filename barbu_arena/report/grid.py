"""A table of figures, and the four ways to write it: text, Markdown, CSV, JSON.

The one door to `tabulate`. Text for people may change; keys of CSV and JSON may not.
"""

import csv
import io
import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from barbu_arena.printable import cell_text

Format = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = ("text", "markdown", "csv", "json")
Cell = str | int | float | None

_MARKUP = re.compile(r"[\\`|<>\[\]]")
_DIGITS = 6
"""Decimals in CSV and JSON."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key for programs, its title for people, and how numbers read."""

    key: str
    title: str
    places: int = 0
    """Decimals in text and Markdown."""
    signed: bool = False
    """Whether positive numbers carry a plus."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading and notes for people, and facts (JSON only) for programs."""

    schema: str
    """Name and version of the JSON form: ``barbu-arena/standings/1``."""
    heading: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()
    blocks: tuple[tuple[str, ...], ...] = ()
    """Keys of the columns that people see side by side, table below table; empty: all in one."""


def render(grid: Grid, form: Format) -> str:
    """Return the table in one of the four forms, line feed at the end; None is ``n/a`` or null."""
    if form == "csv":
        return _csv(grid)
    if form == "json":
        return json.dumps(as_object(grid), indent=2, ensure_ascii=False) + "\n"
    return _for_people(grid, "pipe" if form == "markdown" else "simple")


def as_object(grid: Grid) -> dict[str, Any]:
    """Return the table as the object of its JSON form."""
    keys = [column.key for column in grid.columns]
    rows = [dict(zip(keys, map(_rounded, row), strict=True)) for row in grid.rows]
    return {"schema": grid.schema, **dict(grid.facts), "rows": rows}


def shown_cell(cell: Cell, column: Column) -> str:
    """Return a cell as people read it; None is ``n/a``."""
    if cell is None:
        return "n/a"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int):
        return f"{cell:+}" if column.signed else str(cell)
    number = round(cell, column.places) + 0.0  # No minus before a zero.
    return f"{number:+.{column.places}f}" if column.signed else f"{number:.{column.places}f}"


def _for_people(grid: Grid, style: str) -> str:
    every = tuple(column.key for column in grid.columns)
    tables = [_block(grid, block, style) for block in grid.blocks or (every,)]
    gap = "\n\n" if style == "pipe" else "\n"
    above, below = (
        gap.join(_prose(line, style) for line in part) for part in (grid.heading, grid.notes)
    )
    parts = [above, *tables, below]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(grid: Grid, keys: tuple[str, ...], style: str) -> str:
    from tabulate import tabulate  # noqa: PLC0415  60 ms that only tables need

    shown = [i for i, column in enumerate(grid.columns) if column.key in keys]
    cells = [
        [_prose(shown_cell(row[i], grid.columns[i]), style) for i in shown] for row in grid.rows
    ]
    align = ["left" if _is_text(grid, i) else "right" for i in shown]
    return tabulate(
        cells,
        headers=[_prose(grid.columns[i].title, style) for i in shown],
        tablefmt=style,
        colalign=align if cells else None,
        disable_numparse=True,
    )


def _prose(text: str, style: str) -> str:
    """Return text that is nothing but text in that style: no HTML, code, link or end of a cell."""
    return _MARKUP.sub(r"\\\g<0>", text) if style == "pipe" else text


def _is_text(grid: Grid, column: int) -> bool:
    return any(isinstance(row[column], str) for row in grid.rows)


def _csv(grid: Grid) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.key for column in grid.columns])
    for row in grid.rows:
        cells = map(_rounded, row)
        writer.writerow([cell_text(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


def _rounded(cell: Cell) -> Cell:
    return round(cell, _DIGITS) + 0.0 if isinstance(cell, float) else cell
