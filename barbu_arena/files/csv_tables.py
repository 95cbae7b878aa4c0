"""Tables as CSV files: UTF-8, a line of column names, empty cells for what does not apply."""

import csv
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.league.tidy_tables import Cell, Row, TidyTable
from barbu_arena.printable import cell_text


class CsvTables:
    """Writes each table to a file of its own. A context manager."""

    def __init__(self, files: dict[str, Path], tables: Sequence[TidyTable]) -> None:
        """Begin the files, named by table. Raises OSError."""
        self._files = [
            files[table.name].open("w", encoding="utf-8", errors="backslashreplace", newline="")
            for table in tables
        ]
        self._writers = {
            table.name: csv.writer(file, lineterminator="\n")
            for table, file in zip(tables, self._files, strict=True)
        }
        for table in tables:
            self._writers[table.name].writerow([column.name for column in table.columns])

    def add(self, table: TidyTable, rows: Sequence[Row]) -> None:
        """Append rows to a table."""
        self._writers[table.name].writerows([_cell(cell) for cell in row] for row in rows)

    def finish(self) -> None:
        """Write what is still in memory."""
        for file in self._files:
            file.flush()

    def __enter__(self) -> "CsvTables":
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()


def _cell(cell: Cell) -> Cell:
    return cell_text(cell) if isinstance(cell, str) else cell
