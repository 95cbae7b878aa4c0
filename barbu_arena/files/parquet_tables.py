"""Tables as Parquet files, each column with its unit and meaning. The one door to `pyarrow`."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from barbu_arena.errors import ConfigError
from barbu_arena.league.tidy_tables import Row, TidyTable

_GROUP = 1 << 16
"""Rows of a table that are in memory at most, and of a row group in the file, but for one add."""


def require_pyarrow() -> None:
    """Raise ConfigError if the extra is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401, PLC0415  large, and an extra
    except ImportError:
        raise ConfigError(
            "--to parquet: expected the extra `parquet`, got an installation without it; "
            "install it with `pipx install --force '.[parquet]'` (or `pip install pyarrow`), "
            "or export --to csv or sqlite"
        ) from None


class ParquetTables:
    """Writes each table to a file of its own. A context manager."""

    def __init__(self, files: dict[str, Path], tables: Sequence[TidyTable]) -> None:
        """Begin the files, named by table. Raises OSError."""
        import pyarrow.parquet  # noqa: PLC0415

        self._arrow: Any = pyarrow
        self._open = ExitStack()
        self._rows: dict[str, list[Row]] = {table.name: [] for table in tables}
        self._schemas = {table.name: self._schema(table) for table in tables}
        self._writers = {
            name: self._open.enter_context(
                pyarrow.parquet.ParquetWriter(files[name], schema, compression="zstd")
            )
            for name, schema in self._schemas.items()
        }

    def add(self, table: TidyTable, rows: Sequence[Row]) -> None:
        """Append rows to a table. Raises OSError."""
        waiting = self._rows[table.name]
        waiting += rows
        if len(waiting) >= _GROUP:
            self._write(table.name)

    def finish(self) -> None:
        """Write what is still in memory. Raises OSError."""
        for name, rows in self._rows.items():
            if rows:
                self._write(name)
        self._open.close()

    def _write(self, name: str) -> None:
        schema = self._schemas[name]
        columns = zip(*self._rows[name], strict=True)
        arrays = [
            self._arrow.array(cells, type=field.type)
            for cells, field in zip(columns, schema, strict=True)
        ]
        self._writers[name].write_batch(self._arrow.RecordBatch.from_arrays(arrays, schema=schema))
        self._rows[name] = []

    def _schema(self, table: TidyTable) -> Any:  # noqa: ANN401  pyarrow comes without types
        kinds = {"integer": self._arrow.int32(), "text": self._arrow.string()}
        return self._arrow.schema(
            [
                self._arrow.field(
                    column.name,
                    kinds[column.kind],
                    metadata={"unit": column.unit, "meaning": column.meaning},
                )
                for column in table.columns
            ],
            metadata={"row": table.row},
        )

    def __enter__(self) -> "ParquetTables":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
