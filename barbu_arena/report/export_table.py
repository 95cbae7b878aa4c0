"""What an export wrote, a table a row."""

from collections.abc import Sequence

from barbu_arena.files.export import Exported
from barbu_arena.report.grid import Column, Grid


def export_grid(written: Sequence[Exported], league: str) -> Grid:
    """Return the tables with their numbers of rows and their files."""
    return Grid(
        schema="barbu-arena/export/1",
        heading=(f"{league}: {len(written)} tables",),
        columns=(Column("table", "table"), Column("rows", "rows"), Column("file", "file")),
        rows=tuple((item.table, item.rows, str(item.path)) for item in written),
        facts=(("league", league),),
    )
