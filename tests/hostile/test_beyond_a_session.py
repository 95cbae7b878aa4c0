"""Rows 70, 73, 74 and 75: what happens to a league as a whole, and is no bot's fault."""

import errno
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import NoReturn

import pytest

from barbu_arena.league import session_job
from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.players import process
from barbu_arena.players.orphans import children
from tests.arena_process import Started, arena, children_of, lines_in, wait_until
from tests.command_line import Command
from tests.hostile.league import GOOD, make_bot
from tests.hostile.table import Case, made_by
from tests.open_folder import open_folder
from tests.sandbox.inside import sandbox_or_skip
from tests.small_leagues import Entrant, picker, write_league

GOOD_ONES = [picker(name, "seeded", pause_ms=2) for name in GOOD]


def pattern(test: str) -> str:
    (case,) = made_by(test)
    return case.outcomes[0].message


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder for a league, with the bot that misbehaves in it."""
    with open_folder() as folder:
        monkeypatch.chdir(folder)
        (folder / "bots").mkdir()
        make_bot(folder / "bots" / "hostile")
        yield folder


def hostile(*args: str) -> list[Entrant]:
    return [Entrant("hostile", args, "hostile"), *GOOD_ONES]


def test_a_folder_that_changes(league: Path) -> None:
    write_league(league, hostile("--how", "well"), sandbox="auto", rounds=20)
    ledger = league / "results" / "league" / "sessions.jsonl"
    with Started(league, "run", "league.yaml", "--jobs", "1") as run:
        run.wait_until(lambda: lines_in(ledger) >= 2, "two sessions")
        (league / "bots" / "hostile" / "words.py").write_text("# another bot\n")
        ended = run.end()
    assert ended.status == 2
    assert re.search(pattern("test_a_folder_that_changes"), ended.err.splitlines()[-1])
    assert 2 <= lines_in(ledger) < 80
    assert "fault" not in ended.err
    # It does not go on with other files either.
    with Started(league, "run", "league.yaml", "--jobs", "1") as again:
        ended = again.end()
    assert ended.status == 2
    assert "hostile" in ended.err


def test_different_answers_after_a_resume(league: Path, command: Command) -> None:
    entrants = hostile("--how", "not-the-same")
    write_league(league, entrants, sandbox="auto", schedule={"rounds": 1, "seatings": 1})
    first = command("run", "league.yaml", "--jobs", "2", "--quiet")
    assert (first.status, first.err) == (0, "")
    before = sorted(ledger_of(league))
    write_league(league, entrants, sandbox="auto", schedule={"rounds": 2, "seatings": 1})
    second = command("run", "league.yaml", "--jobs", "2", "--quiet")
    assert (second.status, second.err) == (0, "")
    after = ledger_of(league)
    assert (len(before), len(after)) == (1, 2)
    assert set(before) < set(after)
    assert all(json.loads(line)["faults"] == [] for line in after)
    # Whoever plays a session of it again is told that this bot plays something else each time.
    again = command("reproduce", "results/league", "1.1.1")
    assert again.status == 4
    assert "seat" in again.out + again.err


def ledger_of(league: Path) -> list[bytes]:
    return (league / "results" / "league" / "sessions.jsonl").read_bytes().splitlines()


def test_a_stopped_arena(league: Path) -> None:
    """A worker is stopped in mid-session for longer than any bot may think."""
    clock = {"free_ms": 50, "bank_s": 2, "cap_s": 0.5, "start_s": 10}
    # A session of some seconds: long enough to be stopped, short enough to be played undisturbed.
    entrants = [picker(name, "seeded", pause_ms=3) for name in (*GOOD, "dee")]
    schedule = {"rounds": 1, "seatings": 1}
    file = write_league(league, entrants, schedule=schedule, clock=clock)
    with Started(league, "run", file.name, "--jobs", "1") as run:
        stop_a_worker(run.pid)
        ended = run.end()
    assert ended.status == 0, ended.err
    records = [json.loads(line) for line in ledger_of(league)]
    assert [(record["faults"], record["fault_penalties"]) for record in records] == [
        ([], [0, 0, 0, 0])
    ]
    timings = (league / "results" / "league" / "timings.jsonl").read_text().splitlines()
    voided = [why for line in timings for why in json.loads(line)["voided"]]
    assert voided
    assert all(re.fullmatch(pattern("test_a_stopped_arena"), why) for why in voided)


def stop_a_worker(arena: int) -> None:
    """Stop the only worker while its bots play, and let it go on later.

    Once in some twenty times it waits for no bot just then, and nothing is lost: then again, three
    times at most.
    """
    workers: list[int] = []

    def plays() -> bool:
        workers[:] = children_of(arena)
        return any(len(children_of(worker)) == 4 for worker in workers)

    wait_until(plays, "a worker with four bots")
    time.sleep(0.5)  # they are past their greetings
    bots = children_of(workers[0])
    for _ in range(3):
        os.kill(workers[0], signal.SIGSTOP)
        time.sleep(1.0)
        os.kill(workers[0], signal.SIGCONT)
        time.sleep(0.3)
        if children_of(workers[0]) != bots:  # the session was void
            break


NUMBERS = {"no-processes": errno.EAGAIN, "no-memory": errno.ENOMEM}


@pytest.mark.parametrize("case", made_by("test_nothing_left_to_start_with"), ids=attrgetter("name"))
def test_nothing_left_to_start_with(
    case: Case, league: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_league(league, hostile("--how", "well"), schedule={"rounds": 1, "seatings": 1})
    status, safe = 1, "no bot was charged"
    if case.name == "no-disk":
        (league / "results").mkdir()
        (league / "results" / "league").write_text("a file where a folder should be")
        status, safe = 74, "choose another place"
    else:
        monkeypatch.setattr(session_job, "PAUSES_S", (0.0, 0.0))
        refusing = Refusing(NUMBERS[case.name])
        monkeypatch.setattr(process, "_spawn", refusing)
    ended = command("run", "league.yaml", "--jobs", "1", "--sandbox", "none")
    assert (ended.status, ended.out) == (status, "")
    assert re.search(case.outcomes[0].message, ended.err)
    assert safe in ended.err
    assert "Traceback" not in ended.err
    if case.name != "no-disk":
        assert ledger_of(league) == []
        monkeypatch.undo()
        monkeypatch.chdir(league)
        again = command("run", "league.yaml", "--jobs", "1", "--sandbox", "none", "--quiet")
        assert (again.status, again.err) == (0, "")


class Refusing:
    """A system that starts no process any more. Workers are forked, so it is theirs too."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, start: object) -> NoReturn:
        raise OSError(self._number, os.strerror(self._number))


@pytest.mark.parametrize("words", [("doctor",), ("run", "league.yaml", "--quiet")], ids=" ".join)
def test_a_command_leaves_nothing_dead_to_the_system(words: tuple[str, ...], league: Path) -> None:
    """In a container nobody may be there to bury what an arena leaves."""
    sandbox_or_skip()
    write_league(
        league,
        hostile("--how", "exit-3", "--at", "5"),
        sandbox="required",
        schedule={"rounds": 1, "seatings": 1},
    )

    def left() -> list[int]:
        ended = arena(league, *words)
        assert ended.status == 0, ended.err
        return children()

    # In a worker, which adopts all that is left.
    assert run_apart(left, Stop()) == []
