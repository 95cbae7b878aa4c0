"""Computing while others are on move: a fault, a word, or nothing, as the tournament says."""

import json
from pathlib import Path

import pytest

from barbu_arena.cli.main import run_cli
from barbu_arena.players import upkeep, usage
from tests.small_leagues import Entrant, picker, write_league

SPINNER = Entrant("spin", ("--spin", "1"))
SLOW = [picker(name, "first", pause_ms=30) for name in ("ann", "ben", "cem")]


@pytest.fixture(autouse=True)
def short_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take less for pondering, and leave the spinner its part of the core, however busy it is."""
    monkeypatch.setattr(usage, "PONDER_S", 0.1)
    monkeypatch.setattr(usage, "PONDER_SHARE", 0.01)
    monkeypatch.setattr(upkeep, "give_way", lambda pids: None)
    monkeypatch.setattr(upkeep, "lower_session", lambda pids: None)


def play(folder: Path, ponder: str) -> tuple[int, dict[str, dict[str, object]]]:
    """Play one session; return the exit status under --strict, and the timings by bot."""
    schedule = {"rounds": 1, "seatings": 1}
    file = write_league(folder, [SPINNER, *SLOW], ponder=ponder, schedule=schedule)
    status = run_cli(["run", str(file), "--results", str(folder / "results"), "--strict"])
    timings = json.loads((folder / "results" / "league" / "timings.jsonl").read_text())
    return status, {bot["bot"]: bot for bot in timings["bots"]}


def test_it_is_a_fault_at_the_end_of_the_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, timings = play(tmp_path, "fault")
    assert status == 3
    assert "s of processor time while others were on move" in capsys.readouterr().err
    league = tmp_path / "results" / "league"
    record = json.loads((league / "sessions.jsonl").read_text())
    seat = record["bots"].index("spin")
    assert record["faults"] == [
        {"deal": 8, "seat": seat, "ask": "bye", "n": 0, "fault": "resource", "retired": True}
    ]
    assert record["fault_penalties"][seat] == sum(record["fault_penalties"]) == -100
    assert run_cli(["verify", str(league)]) == 0
    assert "cause: used " in (league / "faults" / "1.1.1-1.txt").read_text()
    assert [bot for bot in timings if timings[bot]["has_pondered"]] == ["spin"]
    assert timings["spin"]["gave_way"] is True


@pytest.mark.parametrize("ponder", ["warn", "allow"])
def test_it_is_no_fault_if_the_tournament_says_so(
    tmp_path: Path, ponder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, timings = play(tmp_path, ponder)
    assert status == 0
    output = capsys.readouterr()
    assert "No bot had a fault." in output.out
    assert ("session 1.1.1: spin used " in output.err) == (ponder == "warn")
    assert [bot for bot in timings if timings[bot]["has_pondered"]] == ["spin"]
    assert timings["spin"]["gave_way"] is (ponder == "warn")
