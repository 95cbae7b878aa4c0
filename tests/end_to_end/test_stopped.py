"""SIGSTOP for two seconds, then SIGCONT: nobody is charged, and the ledger is the same bytes.

Every answer that was due meanwhile is late, and by the arena's own fault. Source: trust.md §7.4.
"""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.arena_process import (
    Started,
    assert_nothing_left,
    children_of,
    lines_in,
    processes_below,
)
from tests.end_to_end.conftest import ROUNDS, SESSIONS, Undisturbed
from tests.league_folder import evidence_names
from tests.small_leagues import picker, write_league

STOPPED_S = 2.0
CLOCK = {"free_ms": 50, "bank_s": 20, "cap_s": 0.5, "start_s": 10}
"""No answer may take half a second, so all that were due in the two are late."""
SLOW = (
    picker("ann", "seeded", 1),
    picker("ben", "first", 1),
    picker("cem", "last", 1),
    picker("dee", "seeded", 1),
)
"""The bots of the undisturbed league; they play the same with a pause."""


def stopped(folder: Path, run: Started, who: str) -> list[int]:
    """Return the processes to stop."""
    if who == "arena":
        return [run.pid]
    if who == "worker":
        return children_of(run.pid)[:1]
    return [seen.pid for seen in processes_below(folder)]


@pytest.mark.parametrize("who", ["arena", "worker", "all"])
def test_a_pause_of_two_seconds_is_nobodys_fault(
    tmp_path: Path, undisturbed: Undisturbed, who: str
) -> None:
    file = write_league(tmp_path, SLOW, rounds=ROUNDS, clock=CLOCK)
    results = tmp_path / "results" / "league"
    ledger = results / "sessions.jsonl"
    with Started(tmp_path, "run", file.name, "--jobs", "2") as run:
        run.wait_until(lambda: lines_in(ledger) >= 2, "the first sessions")
        time.sleep(0.2)  # well into the next ones
        pids = stopped(tmp_path, run, who)
        assert len(pids) >= (9 if who == "all" else 1)
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in pids:
                os.kill(pid, number)
            time.sleep(STOPPED_S if number == signal.SIGSTOP else 0)
        assert lines_in(ledger) < SESSIONS
        ended = run.end()
    assert ended.status == 0, ended.err
    assert evidence_names(results) == []
    lines = sorted(ledger.read_bytes().splitlines(keepends=True))
    assert b"".join(lines) == undisturbed.files["sessions.jsonl"]
    assert (results / "table.csv").read_bytes() == undisturbed.files["table.csv"]
    assert_nothing_left(tmp_path)
