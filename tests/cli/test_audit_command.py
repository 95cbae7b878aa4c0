"""`barbu-arena audit`: of a file, a folder, a ledger; the words are in the golden files."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.small_leagues import picker, write_league


def found(command: Command, *arguments: str) -> dict[str, object]:
    ended = command("audit", *arguments, "--format", "json")
    assert (ended.status, ended.err) == (0, "")
    whole: dict[str, object] = json.loads(ended.out)
    return whole


def test_what_was_played_is_what_was_planned(in_golden: Path, command: Command) -> None:
    played = found(command, "results/golden")
    assert played["counted"] == "played"
    planned = found(command, "results/golden", "--planned")
    assert planned["counted"] == "planned"
    assert {**planned, "counted": "played"} == played
    assert found(command, "league.yaml") == planned


def test_a_ledger_is_counted_without_its_folder(in_golden: Path, command: Command) -> None:
    bare = found(command, "results/golden/sessions.jsonl")
    folder = found(command, "results/golden")
    assert [bare[key] for key in ("rows", "pairs", "checks")] == [
        folder[key] for key in ("rows", "pairs", "checks")
    ]


def test_deals_and_turns_of_a_bot_are_those_of_the_records(
    in_golden: Path, command: Command
) -> None:
    rows = found(command, "results/golden")["rows"]
    assert isinstance(rows, list)
    lines = (in_golden / "results" / "golden" / "sessions.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    for row in rows:
        declared = sum(
            record["bots"][deal["declarer"]] == row["bot"]
            for record in records
            for deal in record["deals"]
        )
        assert row["declared"] == declared
        assert row["deals"] == sum(len(record["deals"]) for record in records)


def test_pairs_as_csv(in_golden: Path, command: Command) -> None:
    ended = command("audit", "results/golden", "--pairs", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ended.out)))
    assert len(rows) == 12
    pairs = found(command, "results/golden")["pairs"]
    assert rows == [{key: str(value) for key, value in pair.items()} for pair in pairs]  # type: ignore[attr-defined]


def test_a_league_without_a_seed(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, seed=None)
    ended = command("audit", "league.yaml")
    assert ended.out.startswith(
        "league: round-robin, planned (no seed in the file: 'audit' stands in): 12 sessions, 8 "
        "deals each, on 3 board sets\n"
    )
    assert ended.out.endswith("\nverdict: balanced exactly\n")
    assert command("audit", "league.yaml", "--seed", "x").out.startswith(
        "league: round-robin, planned: 12 sessions"
    )


def test_nothing_was_played(in_tmp: Path, command: Command) -> None:
    (in_tmp / "empty.jsonl").write_text("")
    ended = command("audit", "empty.jsonl")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("empty.jsonl, played: 0 sessions, 0 deals each, on 0 board sets\n")
    assert ended.out.endswith("verdict: nothing was played\n")


def test_roles_are_shown_where_there_are_some(in_tmp: Path, command: Command) -> None:
    entrants = [picker(name, "first") for name in ("ann", "ben")]
    write_league(in_tmp, entrants, schedule={"kind": "gauntlet", "challengers": "ben", "rounds": 3})
    out = command("audit", "league.yaml").out
    assert [line.split()[:2] for line in out.splitlines()[4:7]] == [
        ["ann", "entrant"],
        ["ben", "challenger"],
        ["house", "house"],
    ]
    assert "balanced exactly" in out


def test_names_of_a_stranger_steer_no_terminal(
    in_golden: Path, command: Command, tmp_path: Path
) -> None:
    line = (in_golden / "results" / "golden" / "sessions.jsonl").read_text().splitlines()[0]
    record = json.loads(line)
    record["bots"][0] = "\x1b[2J=1+1"
    path = tmp_path / "odd.jsonl"
    path.write_text(json.dumps(record) + "\n")
    for form in ("text", "markdown", "csv", "json"):
        ended = command("audit", path, "--format", form)
        assert "\x1b" not in ended.out + ended.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("league.yaml", "--planned"), "--planned is for results folders"),
        (("results/golden", "--seed", "x"), "--seed is for tournament files"),
        (("results/golden/sessions.jsonl", "--seed", "x"), "--seed is for tournament files"),
        (("bots",), "bots: expected a results folder, got no manifest.json in it"),
    ],
)
def test_what_makes_no_sense(
    in_golden: Path, command: Command, arguments: tuple[str, ...], problem: str
) -> None:
    ended = command("audit", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert problem in ended.err
