"""Every line that a command prints about the golden league."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.arena_process import arena
from tests.cli.golden_outputs import COMMANDS, GOLDEN, settled, whole
from tests.command_line import Command


@pytest.mark.parametrize("file", COMMANDS)
def test_a_command_prints_what_it_printed(file: str, in_golden: Path, command: Command) -> None:
    status, words = COMMANDS[file]
    ended = command(*words.split())
    assert whole(ended.out, ended.err) == (GOLDEN / file).read_text("utf-8")
    assert ended.status == status


def test_the_golden_files_are_those_of_the_commands() -> None:
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(COMMANDS)


def test_a_process_prints_the_same(golden_folder: Path) -> None:
    ended = arena(golden_folder, "table", "results/golden")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (GOLDEN / "table.txt").read_text("utf-8")


@pytest.mark.parametrize("file", [name for name in COMMANDS if name.endswith(".json")])
def test_json_is_json_and_names_its_schema(file: str) -> None:
    out, _, _ = (GOLDEN / file).read_text("utf-8").partition("--- stderr\n")
    fields = json.loads(out)
    what = Path(file).stem.partition("-")[0]
    if what not in ("deal", "show", "rules"):
        kind = {"table": "standings"}.get(what, what)
        assert fields["schema"] == f"barbu-arena/{kind}/1"


@pytest.mark.parametrize(
    "what", ["table", "doubling", "contracts", "pairs", "plan", "audit", "faults"]
)
def test_csv_and_json_say_the_same(what: str) -> None:
    rows = json.loads((GOLDEN / f"{what}.json").read_text("utf-8"))["rows"]
    table = list(csv.DictReader(io.StringIO((GOLDEN / f"{what}.csv").read_text("utf-8"))))
    assert table == [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in rows
    ]


@pytest.mark.parametrize(
    ("file", "name"),
    [("table.csv", "table.csv"), ("table.json", "table.json"), ("doubling.csv", "doubling.csv")],
)
def test_the_results_folder_holds_the_same(golden_folder: Path, file: str, name: str) -> None:
    kept = (golden_folder / "results" / "golden" / name).read_text("utf-8")
    assert kept == (GOLDEN / file).read_text("utf-8")


@pytest.mark.parametrize("suffix", ["txt", "md"])
def test_the_kept_table_holds_both_tables(golden_folder: Path, suffix: str) -> None:
    kept = (golden_folder / "results" / "golden" / f"table.{suffix}").read_text("utf-8")
    for part in ("table", "contracts"):
        assert (GOLDEN / f"{part}.{suffix}").read_text("utf-8") in kept


def test_a_finished_league_prints_its_table(in_golden: Path, command: Command) -> None:
    ended = command("run", "league.yaml")
    assert ended.status == 0
    assert ended.out == (GOLDEN / "table.txt").read_text("utf-8")
    assert ended.err.splitlines()[0] == "going on: 8 of 8 sessions are finished"


def test_what_varies_is_marked() -> None:
    assert settled('{"id":"0123abcd","x":1,"bank_ms":19876} in 12.5 ms, 7 ms') == (
        '{"id":"…","x":1,"bank_ms":…} in N ms, N ms'
    )
    assert settled("held 11 MiB of memory at most, used 0.1 s of processor time off turn") == (
        "held N MiB of memory at most, used N s of processor time off turn"
    )
