"""A ledger as tables: the same numbers in every form, whole files or none, text that stays text."""

import csv
import errno
import json
import os
import sqlite3
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from barbu_arena.errors import ConfigError, StorageError, VerificationFailed
from barbu_arena.files import replacing
from barbu_arena.files.csv_tables import CsvTables
from barbu_arena.files.export import Exported, export_league
from barbu_arena.files.parquet_tables import ParquetTables
from barbu_arena.files.results_folder import read_league, tally
from barbu_arena.files.sqlite_tables import SqliteTables
from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.summaries import seats_of
from barbu_arena.league.tidy_tables import LEAGUE, TABLES, Row, TidyTable
from tests.command_line import Command, command
from tests.ledger_alone import write_results
from tests.small_disk import small_disk

__all__ = ["command"]

KINDS = ("csv", "sqlite", "parquet")
Tables = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_results(tmp_path_factory.mktemp("export") / "alone")


def export(folder: Path, kind: Any, out: Path | None = None) -> tuple[Exported, ...]:  # noqa: ANN401
    return export_league(read_league(folder), kind, out)


def read(kind: str, out: Path) -> Tables:
    """Return all tables that were written to a folder, numbers as numbers."""
    return {table.name: _READERS[kind](table, out) for table in TABLES}


def _read_csv(table: TidyTable, out: Path) -> list[dict[str, Any]]:
    whole = {column.name for column in table.columns if column.kind == "integer"}
    with (out / f"{table.name}.csv").open(encoding="utf-8", newline="") as file:
        return [
            {
                key: None if cell == "" else int(cell) if key in whole else cell
                for key, cell in row.items()
            }
            for row in csv.DictReader(file)
        ]


def _read_sqlite(table: TidyTable, out: Path) -> list[dict[str, Any]]:
    connection = sqlite3.connect(out / "league.sqlite")
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute(f"SELECT * FROM {table.name}")]
    connection.close()
    return rows


def _read_parquet(table: TidyTable, out: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(
        out / f"{table.name}.parquet"
    ).to_pylist()
    return rows


_READERS = {"csv": _read_csv, "sqlite": _read_sqlite, "parquet": _read_parquet}


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "sessions.jsonl").read_bytes().splitlines()]


def name(record: dict[str, Any]) -> str:
    return "{round}.{table}.{seating}".format(**record)


@pytest.fixture(scope="module")
def tables(league: Path, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    out = tmp_path_factory.mktemp("out")
    export(league, "sqlite", out)
    return read("sqlite", out)


@pytest.mark.parametrize("kind", KINDS)
def test_every_form_holds_the_same(kind: str, league: Path, tables: Tables, tmp_path: Path) -> None:
    written = export(league, kind, tmp_path)
    found = read(kind, tmp_path)
    for table in TABLES:
        # Cards and bots of this league need no quoting, so CSV too is the same text.
        key = [row[column] for column in table.key for row in found[table.name]]
        assert None not in key
        assert _by_key(table, found) == _by_key(table, tables)
        assert list(found[table.name][0]) == [column.name for column in table.columns]
    assert [(item.table, item.rows) for item in written] == [
        (table.name, len(tables[table.name])) for table in TABLES
    ]


def _by_key(table: TidyTable, found: Tables) -> dict[tuple[Any, ...], dict[str, Any]]:
    rows = {tuple(row[column] for column in table.key): row for row in found[table.name]}
    assert len(rows) == len(found[table.name])
    return rows


# The numbers are those of the ledger.


def test_sessions(league: Path, tables: Tables) -> None:
    rows = {(row["session"], row["seat"]): row for row in tables["sessions"]}
    for record in records(league):
        for seat in range(4):
            row = rows.pop((name(record), seat))
            assert row["bot"] == record["bots"][seat]
            assert row["board_set"] == record["set"]
            assert row["total"] == record["totals"][seat]
            assert row["raw"] == sum(deal["raw"][seat] for deal in record["deals"])
            assert row["adjusted"] == sum(deal["adjusted"][seat] for deal in record["deals"])
            assert row["fault_penalty"] == record["fault_penalties"][seat]
            assert row["faults"] == sum(entry["seat"] == seat for entry in record["faults"])
            assert row["total"] == row["adjusted"] + row["quota_penalty"] + row["fault_penalty"]
    assert rows == {}
    assert any(row["faults"] for row in tables["sessions"])


def test_deals(league: Path, tables: Tables) -> None:
    rows = {(row["session"], row["deal"], row["seat"]): row for row in tables["deals"]}
    for record in records(league):
        for deal in record["deals"]:
            for seat in range(4):
                row = rows.pop((name(record), deal["deal"], seat))
                assert (row["block"], row["block_index"]) == divmod(deal["deal"] - 1, 7)
                assert row["role"] == ("declarer" if seat == deal["declarer"] else "defender")
                for key in ("contract", "declarer"):
                    assert row[key] == deal[key]
                assert (row["trump"], row["start"]) == (deal.get("trump"), deal.get("start"))
                assert row["hand"] == deal["hands"][seat]
                assert (row["raw"], row["adjusted"]) == (deal["raw"][seat], deal["adjusted"][seat])
    assert rows == {}


def test_doubles_are_the_doubling_ledger(league: Path, tables: Tables) -> None:
    points: Counter[tuple[str, str]] = Counter()
    for row in tables["doubles"]:
        assert row["points"] == row["stake"] * row["margin"]
        points[row["bot"], row["kind"]] += row["points"]
        points[row["target_bot"], "received"] -= row["points"]
    for expected in doubling_ledger(seats_of(tally(read_league(league)).summaries)):
        assert points[expected.bot, "voluntary"] == expected.voluntary.points
        assert points[expected.bot, "forced"] == expected.forced.points
        assert points[expected.bot, "redouble"] == expected.redoubles.points
        assert points[expected.bot, "received"] == expected.received
    assert {row["kind"] for row in tables["doubles"]} == {"voluntary", "forced", "redouble"}


def test_doubles_are_the_calls(league: Path, tables: Tables) -> None:
    listed = [(row["session"], row["deal"], row["seat"], row["target"])
              for row in tables["doubles"]]  # fmt: skip
    called = [
        (name(record), deal["deal"], seat, target)
        for record in records(league)
        for deal in record["deals"]
        for seat, targets in deal["calls"]
        for target in targets
    ]
    assert sorted(listed) == sorted(called)


def test_doubles_make_the_adjusted_score(tables: Tables) -> None:
    moved: Counter[tuple[str, int, int]] = Counter()
    for row in tables["doubles"]:
        moved[row["session"], row["deal"], row["seat"]] += row["points"]
        moved[row["session"], row["deal"], row["target"]] -= row["points"]
    for row in tables["deals"]:
        key = (row["session"], row["deal"], row["seat"])
        assert row["adjusted"] == row["raw"] + moved[key]


def test_plays(league: Path, tables: Tables) -> None:
    played = defaultdict(list)
    points: Counter[tuple[str, int, int]] = Counter()
    for row in tables["plays"]:
        played[row["session"], row["deal"]].append(row)
        points[row["session"], row["deal"], row["seat"]] += row["points"] or 0
    for record in records(league):
        for deal in record["deals"]:
            rows = sorted(played[name(record), deal["deal"]], key=lambda row: row["turn"])
            assert " ".join(row["card"] or "--" for row in rows) == deal["plays"]
            if "start" in deal:
                assert {row["trick"] for row in rows} == {None}
                continue
            assert [(row["trick"], row["position"]) for row in rows] == [
                (turn // 4 + 1, turn % 4 + 1) for turn in range(len(rows))
            ]
            assert [points[name(record), deal["deal"], seat] for seat in range(4)] == deal["raw"]
            for row, after in zip(rows, rows[4:], strict=False):
                if after["position"] == 1:
                    assert after["seat"] == row["winner"]


def test_faults(league: Path, tables: Tables) -> None:
    expected = [
        (name(record), number, entry["deal"], entry["seat"], entry["fault"], entry["retired"])
        for record in records(league)
        for number, entry in enumerate(record["faults"], start=1)
    ]
    keys = ("session", "number", "deal", "seat", "fault", "retired")
    assert [tuple(row[key] for key in keys) for row in tables["faults"]] == expected


def test_the_league_in_a_row(league: Path, tables: Tables) -> None:
    (row,) = tables["league"]
    assert (row["name"], row["sessions"], row["planned"], row["seatings"]) == ("alone", 12, 12, 4)
    assert len(row["ledger_digest"]) == 64


@pytest.mark.parametrize("rules", ["simple", "classic"])
def test_other_rules(rules: str, tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1, rules=rules)
    export(folder, "sqlite")
    found = read("sqlite", folder / "export")
    assert len(found["deals"]) == 4 * 4 * 28
    assert (found["doubles"] == []) == (rules == "simple")
    assert any(row["quota_penalty"] for row in found["sessions"]) == (rules == "classic")


# Files


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_the_ledger_does_not_show(kind: str, league: Path, tmp_path: Path) -> None:
    other = write_results(tmp_path / "alone", backwards=True)
    assert records(other) == records(league)[::-1]
    export(league, kind, tmp_path / "one")
    export(other, kind, tmp_path / "two")
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "two").iterdir())
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_an_earlier_export_is_replaced_and_nothing_is_left_beside(
    kind: str, league: Path, tmp_path: Path
) -> None:
    first = export(league, kind, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    # What a killed export left: no process has this number.
    (tmp_path / f".{first[0].path.name}.4194999.new").write_text("half")
    export(league, kind, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_database_by_its_own_name(league: Path, tmp_path: Path) -> None:
    written = export(league, "sqlite", tmp_path / "new" / "season[1].db")
    assert {item.path for item in written} == {tmp_path / "new" / "season[1].db"}
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["season[1].db"]


@pytest.mark.parametrize(
    ("kind", "file"), [("csv", "deals.csv"), ("sqlite", "notes.txt"), ("parquet", "plays.parquet")]
)
def test_a_file_that_is_no_export_is_not_replaced(
    kind: str, file: str, league: Path, tmp_path: Path
) -> None:
    (tmp_path / file).write_text("session,mine\n")
    with pytest.raises(ConfigError, match="expected no file, or one of an earlier export"):
        export(league, kind, tmp_path / file if kind == "sqlite" else tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [file]
    assert (tmp_path / file).read_text() == "session,mine\n"


def test_a_pipe_in_a_files_place(league: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "deals.csv")
    with pytest.raises(ConfigError, match="cannot be replaced"):
        export(league, "csv", tmp_path)


def test_a_link_in_the_folders_place(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1)
    (tmp_path / "elsewhere").mkdir()
    (folder / "export").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigError, match="expected a folder, got a link"):
        export(folder, "csv")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_ledger_that_does_not_hold(kind: str, tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1)
    export(folder, kind)
    before = {path.name: path.read_bytes() for path in (folder / "export").iterdir()}
    ledger = folder / "sessions.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    # The last one: by then much is written.
    ledger.write_bytes(b"".join([*lines[:-1], lines[-1].replace(b'"seating":4', b'"seating":3')]))
    with pytest.raises(VerificationFailed, match=r"sessions.jsonl:4: the digest is not that"):
        export(folder, kind)
    assert {path.name: path.read_bytes() for path in (folder / "export").iterdir()} == before


@pytest.mark.parametrize("line", [b"[]", b"{}", b"\xff", b'{"round":{},"table":1}', b""])
def test_a_line_that_is_no_record(line: bytes, tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1)
    with (folder / "sessions.jsonl").open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(VerificationFailed, match=r"sessions.jsonl:5: "):
        export(folder, "csv")
    assert list((folder / "export").iterdir()) == []


def test_an_unfinished_last_line_is_passed_over(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1)
    with (folder / "sessions.jsonl").open("ab") as file:
        file.write(b'{"record":1,')
    assert [item.rows for item in export(folder, "csv")][:2] == [1, 16]


def test_a_league_without_a_session(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", 1)
    (folder / "sessions.jsonl").unlink()
    for kind in KINDS:
        rows = {item.table: item.rows for item in export(folder, kind)}
        assert rows["league"] == 1
        assert rows["sessions"] == rows["plays"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_is_full_keeps_the_old_files(kind: str, league: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "32k") as disk:
        out = disk / "out"
        with pytest.raises(StorageError, match=r"cannot be written|is full"):
            export(league, kind, out)
        assert list(out.iterdir()) == []


def test_a_sync_that_fails(league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(fd: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(replacing.os, "fsync", fails)
    with pytest.raises(StorageError, match="cannot be written: Input/output error"):
        export(league, "csv", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupt_leaves_nothing(
    kind: str, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("barbu_arena.files.export.session_rows", interrupted)
    with pytest.raises(KeyboardInterrupt):
        export(league, kind, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_cannot_be_made(league: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((ConfigError, StorageError), match=r"cannot be"):
        export(league, "csv", tmp_path / "file" / "out")


def test_a_path_steers_no_terminal(league: Path, tmp_path: Path, command: Command) -> None:
    out = tmp_path / "a\x1b[2Jb"
    ended = command("export", league, "--to", "csv", "--out", out)
    assert ended.status == 0
    assert "a\\x1b[2Jb/deals.csv" in ended.out
    assert "\x1b" not in ended.out
    shown = command("export", league, "--to", "csv", "--out", out, "--format", "json")
    assert json.loads(shown.out)["rows"][2]["file"] == str(out / "deals.csv")


def test_parquet_without_its_extra(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigError, match="expected the extra `parquet`"):
        export(league, "parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()


# Text stays text.

HOSTILE: Row = ("=1+1", "'); DROP TABLE league; --", "+\x1b[2J", '@x,"y"\n', 28, 4, 12, 12, "-2")


def test_hostile_text_in_csv_is_no_formula_and_no_other_cell(tmp_path: Path) -> None:
    with CsvTables({"league": tmp_path / "league.csv"}, [LEAGUE]) as writer:
        writer.add(LEAGUE, [HOSTILE])
        writer.finish()
    with (tmp_path / "league.csv").open(newline="", encoding="utf-8") as file:
        _, row = csv.reader(file)
    assert row == [
        "'=1+1", "'); DROP TABLE league; --", "'+\x1b[2J", "'@x,\"y\"\n", "28", "4", "12", "12",
        "'-2",
    ]  # fmt: skip


def test_hostile_text_in_sqlite_and_parquet_is_itself(tmp_path: Path) -> None:
    with SqliteTables(tmp_path / "league.sqlite", [LEAGUE]) as writer:
        writer.add(LEAGUE, [HOSTILE])
        writer.finish()
    assert tuple(_read_sqlite(LEAGUE, tmp_path)[0].values()) == HOSTILE
    with ParquetTables({"league": tmp_path / "league.parquet"}, [LEAGUE]) as parquet:
        parquet.add(LEAGUE, [HOSTILE])
        parquet.finish()
    assert tuple(_read_parquet(LEAGUE, tmp_path)[0].values()) == HOSTILE


def test_sqlite_and_parquet_tell_units(league: Path, tmp_path: Path) -> None:
    export(league, "sqlite", tmp_path)
    export(league, "parquet", tmp_path)
    connection = sqlite3.connect(tmp_path / "league.sqlite")
    (schema,) = connection.execute(
        "SELECT sql FROM sqlite_master WHERE name = 'doubles'"
    ).fetchone()
    connection.close()
    assert "margin INTEGER, -- points; raw score of the doubler - raw score of the target" in schema
    field = pyarrow.parquet.read_schema(tmp_path / "doubles.parquet").field("margin")
    assert field.metadata[b"unit"] == b"points"
