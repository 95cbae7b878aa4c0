"""What an export wrote, a table a row."""

from collections.abc import Sequence

from barbu_arena.files.export import Exported
from barbu_arena.printable import printable
from barbu_arena.report.grid import Column, Grid


def export_grid(written: Sequence[Exported], league: str, for_people: bool) -> Grid:
    """Return the tables with their numbers of rows and their files.

    A path that people see cannot steer their terminal; programs get it as it is.
    """
    return Grid(
        schema="barbu-arena/export/1",
        heading=(f"{league}: {len(written)} tables",),
        columns=(Column("table", "table"), Column("rows", "rows"), Column("file", "file")),
        rows=tuple((item.table, item.rows, _shown(str(item.path), for_people)) for item in written),
        facts=(("league", league),),
    )


def _shown(path: str, for_people: bool) -> str:
    return printable(path, len(path)) if for_people else path
