"""Tables in one SQLite database, which any version of SQLite 3 reads. The one door to `sqlite3`.

`.schema` shows each column with its unit and meaning.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from barbu_arena.errors import StorageError
from barbu_arena.league.tidy_tables import Row, TidyTable


class SqliteTables:
    """Writes all tables to one file. A context manager."""

    def __init__(self, path: Path, tables: Sequence[TidyTable]) -> None:
        """Begin the database in an empty file. Raises StorageError."""
        self._path = path
        try:
            self._connection = sqlite3.connect(path)
            # The file is put into its place when it is whole, so it needs no journal of its own.
            self._run("PRAGMA journal_mode = OFF")
            self._run("PRAGMA synchronous = OFF")
            for table in tables:
                self._run(_create(table))
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def add(self, table: TidyTable, rows: Sequence[Row]) -> None:
        """Append rows to a table. Raises StorageError."""
        places = ", ".join("?" * len(table.columns))
        try:
            self._connection.executemany(f"INSERT INTO {table.name} VALUES ({places})", rows)
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def finish(self) -> None:
        """Write what is still in memory. Raises StorageError."""
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def _run(self, statement: str) -> None:
        self._connection.execute(statement)

    def _failed(self, error: sqlite3.Error) -> StorageError:
        return StorageError(f"{self._path.parent}: the database cannot be written: {error}")

    def __enter__(self) -> "SqliteTables":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()


def _create(table: TidyTable) -> str:
    lines = [f"CREATE TABLE {table.name} ( -- {table.row}"]
    for column in table.columns:
        lines.append(f"  {column.name} {column.kind.upper()}, -- {column.unit}; {column.meaning}")
    lines.append(f"  PRIMARY KEY ({', '.join(table.key)})")
    return "\n".join([*lines, ") WITHOUT ROWID"])
