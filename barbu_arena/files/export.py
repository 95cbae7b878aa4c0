"""A league's ledger as tables for spreadsheets, databases and notebooks."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from barbu_arena.errors import ConfigError
from barbu_arena.files.csv_tables import CsvTables
from barbu_arena.files.ordered_ledger import ordered_records
from barbu_arena.files.parquet_tables import ParquetTables, require_pyarrow
from barbu_arena.files.record_digests import RecordDigests
from barbu_arena.files.replacing import refuse_foreign, replaced
from barbu_arena.files.results_folder import League
from barbu_arena.files.sqlite_tables import SqliteTables
from barbu_arena.league.schedule import session_count
from barbu_arena.league.tidy_rows import session_rows
from barbu_arena.league.tidy_tables import COLUMNS, LEAGUE, TABLES, Row, TidyTable, column_rows

Kind = Literal["csv", "sqlite", "parquet"]
EXPORT_FOLDER = "export"
DATABASE = "league.sqlite"


@dataclass(frozen=True, slots=True)
class Exported:
    """A table that was written: how many rows, and to which file."""

    table: str
    rows: int
    path: Path


class _Tables(Protocol):
    def add(self, table: TidyTable, rows: Sequence[Row]) -> None: ...

    def finish(self) -> None: ...


def export_league(league: League, kind: Kind, out: Path | None) -> tuple[Exported, ...]:
    """Write all tables of a league, and return what was written.

    `out` is a folder; for ``sqlite`` it may be the file itself. Without it the files lie in the
    folder ``export`` of the league. Rows are in the order of the schedule, so the bytes do not
    depend on how the league was played. One session is in memory at a time. Raises ConfigError for
    a place that is not ours to write to, VerificationFailed for a ledger that does not hold,
    StorageError.
    """
    if kind == "parquet":
        require_pyarrow()
    paths = _paths(kind, out or _own_folder(league))
    for name, path in paths.items():
        refuse_foreign(path, _beginning(kind, name))
    places = list(dict.fromkeys(paths.values()))
    counts = dict.fromkeys(paths, 0)
    with replaced(places) as asides:
        aside = dict(zip(places, asides, strict=True))
        files = {name: aside[path] for name, path in paths.items()}
        with _begun(kind, files) as tables:
            for table, rows in _all_rows(league):
                tables.add(table, rows)
                counts[table.name] += len(rows)
            tables.finish()
    return tuple(Exported(name, counts[name], path) for name, path in paths.items())


def _own_folder(league: League) -> Path:
    folder = league.folder / EXPORT_FOLDER
    if folder.is_symlink():
        # The folder may be a stranger's, and would have us write where the link leads.
        raise ConfigError(f"{folder}: expected a folder, got a link; name the place with --out")
    return folder


def _paths(kind: Kind, out: Path) -> dict[str, Path]:
    """Return the file of each table, by the table's name."""
    if kind == "sqlite":
        is_file = out.suffix != "" and not out.is_dir()
        return dict.fromkeys((table.name for table in TABLES), out if is_file else out / DATABASE)
    return {table.name: out / f"{table.name}.{kind}" for table in TABLES}


def _beginning(kind: Kind, name: str) -> bytes:
    """Return how a file of an earlier export begins."""
    if kind == "csv":
        columns = next(table.columns for table in TABLES if table.name == name)
        return ",".join(column.name for column in columns).encode()
    return {"sqlite": b"SQLite format 3\0", "parquet": b"PAR1"}[kind]


class _Begun(_Tables, AbstractContextManager[Any], Protocol):
    pass


def _begun(kind: Kind, files: dict[str, Path]) -> _Begun:
    if kind == "csv":
        return CsvTables(files, TABLES)
    if kind == "parquet":
        return ParquetTables(files, TABLES)
    return SqliteTables(files[LEAGUE.name], TABLES)


def _all_rows(league: League) -> Iterator[tuple[TidyTable, Sequence[Row]]]:
    yield COLUMNS, column_rows()
    digests = RecordDigests()
    for record in ordered_records(league):
        digests.append(record.place, record.digest)
        yield from session_rows(record, league.tournament.rules)
    yield LEAGUE, [_league_row(league, len(digests), digests.ledger_digest())]


def _league_row(league: League, sessions: int, digest: str) -> Row:
    tournament = league.tournament
    return (
        tournament.name,
        tournament.rules.name,
        tournament.seed,
        league.sandbox,
        tournament.rules.deals,
        tournament.schedule.seatings,
        session_count(tournament),
        sessions,
        digest,
    )
