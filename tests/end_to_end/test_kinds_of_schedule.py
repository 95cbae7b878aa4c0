"""Leagues of every kind: rounds added later, workers, faults of a bot on two seats, replays."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Command
from tests.league_folder import assert_a_file_for_each_fault, comparable
from tests.small_leagues import Entrant, misbehaving, picker, write_league

SIX = [picker(name, "seeded") for name in ("ann", "ben", "cem", "dee", "eve", "fay")]
KINDS: dict[str, tuple[list[Entrant], dict[str, Any]]] = {
    "round-robin": (SIX, {"kind": "round-robin"}),
    "all-tables": (SIX[:5], {"kind": "all-tables", "seatings": 1}),
    "gauntlet": (SIX, {"kind": "gauntlet", "challengers": ["cem", "ann"]}),
    "head-to-head": (SIX[:2], {"kind": "head-to-head", "singles_every": 2}),
    "short": (SIX[:2], {"kind": "round-robin"}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_rounds_added_later_give_what_they_give_from_the_start(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    entrants, schedule = KINDS[kind]
    folders = []
    for name, steps in (("whole", [("3", "2")]), ("grown", [("1", "2"), ("3", "1")])):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        for rounds, jobs in steps:
            fields = {**schedule, "rounds": int(rounds)}
            write_league(folder, entrants, schedule=fields)
            ended = command("run", "league.yaml", "--jobs", jobs)
            assert ended.status == 0, ended.err
        folders.append((comparable(folder / "results" / "league"), ended.out))
        verified = command("verify", "results/league")
        assert verified.status == 0, verified.err
    assert folders[0] == folders[1]
    assert "going on: " in ended.err


def test_fewer_rounds_and_other_challengers_are_another_league(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    schedule = {"kind": "gauntlet", "challengers": ["cem"], "rounds": 2, "seatings": 1}
    write_league(tmp_path, SIX, schedule=schedule)
    assert command("run", "league.yaml", "--quiet").status == 0
    for change, line in (
        ({"rounds": 1}, "tournament.schedule.rounds: was 2, now 1"),
        ({"challengers": ["ann"]}, 'tournament.schedule.challengers: was ["cem"], now ["ann"]'),
        ({"kind": "round-robin", "challengers": None},
         'tournament.schedule.kind: was "gauntlet", now "round-robin"'),
    ):  # fmt: skip
        fields = {key: value for key, value in {**schedule, **change}.items() if value}
        write_league(tmp_path, SIX, schedule=fields)
        ended = command("run", "league.yaml")
        assert (ended.status, ended.out) == (2, "")
        assert line in ended.err


def test_a_bot_on_two_seats_has_its_faults_by_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    entrants = [SIX[0], misbehaving("bad", "exit", at=20)]
    write_league(tmp_path, entrants, schedule={"kind": "head-to-head"})
    assert command("run", "league.yaml", "--quiet").status == 0
    folder = tmp_path / "results" / "league"
    for line in (folder / "sessions.jsonl").read_text().splitlines():
        record = json.loads(line)
        seats = [seat for seat, bot in enumerate(record["bots"]) if bot == "bad"]
        assert sorted(fault["seat"] for fault in record["faults"]) == seats
        assert [record["fault_penalties"][seat] for seat in seats] == [-100, -100]
    assert_a_file_for_each_fault(folder)
    rows = {row["bot"]: row for row in json.loads((folder / "table.json").read_text())["rows"]}
    assert (rows["bad"]["sessions"], rows["bad"]["faults"], rows["bad"]["penalties"]) == (
        6, 12, -1200,
    )  # fmt: skip
    assert command("verify", "results/league").status == 0


@pytest.mark.parametrize("kind", ["head-to-head", "short"])
def test_a_session_with_a_bot_on_two_seats_is_played_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    entrants, schedule = KINDS[kind]
    write_league(tmp_path, entrants, schedule={"kind": schedule["kind"]})
    assert command("run", "league.yaml", "--quiet").status == 0
    again = command("reproduce", "results/league", "1.1.2", "--tournament", "league.yaml")
    assert (again.status, again.err) == (0, "")
    assert again.out.startswith("session 1.1.2: equal, ")


def test_the_house_bot_is_last_and_has_no_rank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    write_league(tmp_path, [picker("ann", "last")], rounds=2)
    assert command("run", "league.yaml", "--quiet").status == 0
    rows = json.loads(command("table", "results/league", "--format", "json").out)["rows"]
    assert [(row["bot"], row["rank"]) for row in rows] == [("ann", 1), ("house", None)]
    assert [row["sessions"] for row in rows] == [8, 8]
    manifest = json.loads((tmp_path / "results" / "league" / "manifest.json").read_text())
    assert list(manifest["bots"]) == ["ann", "house"]
    assert manifest["tournament"]["house"]["name"] == "house"
