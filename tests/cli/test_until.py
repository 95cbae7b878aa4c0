"""`run --until`: what it may say, and that it ends a league where it says."""

import json
import re
from datetime import datetime
from pathlib import Path

import click
import pytest

from barbu_arena.cli import until, watches
from barbu_arena.cli.until import UntilPrecise, UntilTime, read_until, seconds_until, until_words
from barbu_arena.league import precision
from tests.arena_process import Ended, lines_in
from tests.command_line import Command
from tests.small_leagues import picker, write_league

TWO = [picker("ann", "first"), picker("ben", "seeded")]
"""Two bots against each other: three rounds' worth of sessions are quick."""


def read(*texts: str) -> tuple[until.Until, ...]:
    context = click.Context(click.Command("run"))
    return read_until(context, click.Option(["--until"]), texts)


@pytest.mark.parametrize(
    ("text", "half_width"),
    [("interval <= 0.5", 0.5), ("interval ≤ 1", 1), ("interval<=.25", 0.25),
     (" interval  <=  12.125 ", 12.125)],
)  # fmt: skip
def test_how_narrow(text: str, half_width: float) -> None:
    (rule,) = read(text)
    assert isinstance(rule, UntilPrecise)
    assert rule.half_width == half_width
    # What it is told as says the same.
    assert read(*until_words([rule])[1:]) == (rule,)


def test_a_time_is_a_span_on_the_steady_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(until, "steady", lambda: 1000.0)
    (rule,) = read("07:00")
    assert isinstance(rule, UntilTime)
    assert 1000 < rule.end <= 1000 + 25 * 3600
    assert until_words([rule]) == ["--until", "07:00"]


@pytest.mark.parametrize(
    "text",
    ["", "7", "24:00", "07:60", "7pm", "interval", "interval <= 0", "interval <= -1",
     "interval < 0.5", "interval >= 1", "intervals <= 1", "interval <= 1e9", "07:00:00",
     "interval <= nan", "١٢:٠٠"],
)  # fmt: skip
def test_nonsense(text: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        read(text)
    assert refused.value.message == (
        "expected a time of the day such as 07:00, or 'interval <= 0.5' (points per deal, half the "
        f"widest 95 % interval), got '{text}'"
    )


def test_nothing_of_it_steers_a_terminal(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp)
    ended = command("run", "league.yaml", "--until", "\x1b[2J")
    assert (ended.status, ended.out) == (2, "")
    assert "got '\\x1b[2J'" in ended.err


@pytest.mark.parametrize(
    ("now", "hours"),
    [
        ("2026-11-30 00:20:00", 6 + 40 / 60),
        ("2026-11-30 06:59:59", 1 / 3600),
        ("2026-11-30 07:00:00", 24),
        ("2026-11-30 23:00:00", 8),
        # Clocks are changed in the night: 2 is 3, and 3 is 2.
        ("2026-03-28 23:00:00", 7),
        ("2026-10-24 23:00:00", 9),
    ],
)
def test_how_long_until(now: str, hours: float, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        assert seconds_until(7, 0, datetime.fromisoformat(now)) == pytest.approx(3600 * hours)
    finally:
        monkeypatch.undo()
        time.tzset()


def run(command: Command, *options: str) -> Ended:
    return command("run", "league.yaml", *options)


def at_twelve(folder: Path, rounds: int = 12) -> None:
    schedule = {"kind": "head-to-head", "rounds": rounds}
    write_league(folder, TWO, schedule=schedule)


def test_at_a_time_the_league_stops_and_can_go_on(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_twelve(in_tmp, rounds=2)
    ledger = in_tmp / "results" / "league" / "sessions.jsonl"
    # The clock is past every time as soon as three sessions are finished.
    monkeypatch.setattr(watches, "steady", lambda: 1e18 * (lines_in(ledger) >= 3))
    ended = run(command, "--until", "07:00", "--jobs", "2")
    assert ended.status == 0
    finished = lines_in(ledger)
    assert 3 <= finished <= 5
    assert ended.out.startswith(f"league: {finished} of 12 sessions, ")
    first, *_ = ended.err.splitlines()
    told = r"until 07:00, in .*; sessions in play then finish, which takes .* at most"
    assert re.match(told, first)
    assert TOO_NARROW not in ended.out
    left = f"it is 07:00; {12 - finished} sessions are left; go on with\n"
    assert f"{left}  barbu-arena run league.yaml\n" in ended.err
    monkeypatch.undo()
    rest = command("run", str(in_tmp / "league.yaml"), "--results", str(in_tmp / "results"))
    assert rest.status == 0
    assert "12 of 12 sessions" in rest.out


TOO_NARROW = "Too narrow here, for the league ends by its results: "


def test_until_precise_the_same_round_ends_it_however_it_is_played(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precision, "LEAST_UNITS", 8)  # in place of 20, which take long to play
    at_twelve(in_tmp)
    reasons = []
    for place, jobs in (("one", "1"), ("three", "3")):
        ended = run(command, "--until", "interval <= 30", "--jobs", jobs, "--results", place)
        assert ended.status == 0, ended.err
        reasons += re.findall(r"^after round \d+ .*asked for: 30\)", ended.err, re.MULTILINE)
        folder = in_tmp / place / "league"
        assert json.loads((folder / "stopping.jsonl").read_text()) == {
            "sessions": 0,
            "until": ["interval <= 30"],
        }
    # Three rounds have the 8 board sets before which there is no interval.
    assert reasons[0] == reasons[1]
    assert reasons[0].startswith("after round 3 no interval was wider than ± ")
    assert 18 <= lines_in(in_tmp / "one" / "league" / "sessions.jsonl") <= 19
    assert TOO_NARROW in ended.out
    assert TOO_NARROW in command("table", "one/league").out
    again = run(command, "--until", "interval <= 30", "--results", "three")
    assert (again.status, again.out) == (0, ended.out)
    assert reasons[0] in again.err
    assert lines_in(in_tmp / "three" / "league" / "stopping.jsonl") == 1


def test_a_league_that_is_never_so_precise_is_played_to_its_end(
    in_tmp: Path, command: Command
) -> None:
    at_twelve(in_tmp, rounds=1)
    ended = run(command, "--until", "interval <= 0.001")
    assert ended.status == 0
    assert ended.out.startswith("league: 6 of 6 sessions, ")
    assert "go on with" not in ended.err
    assert TOO_NARROW not in ended.out
