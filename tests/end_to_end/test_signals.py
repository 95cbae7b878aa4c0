"""Ctrl-C, SIGTERM, SIGHUP: what is finished is kept, nobody is charged, nothing is left running.

Source: design §9, trust.md §7.3 rule 8, issue A.
"""

import json
import os
import shlex
import signal
import time
from pathlib import Path

import pytest

from tests.arena_process import (
    Ended,
    Started,
    arena,
    assert_nothing_left,
    lines_in,
    processes_below,
)
from tests.small_leagues import picker, write_league

NAMES = ("ann", "ben", "cem", "dee")


def league(folder: Path, pause_ms: int, rounds: int = 1) -> tuple[Path, Path]:
    """Write a league whose sessions take about 0.3 s for each millisecond of pause."""
    file = write_league(folder, [picker(n, "seeded", pause_ms) for n in NAMES], rounds=rounds)
    return file, folder / "results" / "league"


def assert_nobody_was_charged(results: Path) -> None:
    """No fault, no verdict, and no bot that saw the signal."""
    for line in (results / "sessions.jsonl").read_text().splitlines():
        record = json.loads(line)
        assert record["faults"] == []
        assert record["fault_penalties"] == [0, 0, 0, 0]
    assert list((results / "faults").iterdir()) == []
    assert [log.read_text() for log in (results / "logs").iterdir()] == []


def resumed(folder: Path, ended: Ended) -> Ended:
    """Run the command in the last line of stderr."""
    program, *arguments = shlex.split(ended.err.splitlines()[-1])
    assert program == "barbu-arena"
    return arena(folder, *arguments)


def in_play(folder: Path, ledger: Path, finished: int) -> bool:
    """Whether so many sessions are finished and the four bots of the next one run."""
    return lines_in(ledger) == finished and len(processes_below(folder)) >= 1 + 1 + 4


def test_ctrl_c_lets_the_sessions_in_play_finish(tmp_path: Path) -> None:
    file, results = league(tmp_path, pause_ms=3)
    ledger = results / "sessions.jsonl"
    with Started(tmp_path, "run", file.name, "--jobs", "1", "--results", "results") as run:
        run.wait_until(lambda: in_play(tmp_path, ledger, 1), "the second session")
        run.signal_group(signal.SIGINT)
        ended = run.end()
    assert ended.status == 130
    assert ended.out == ""
    said = ended.err.splitlines()
    assert said[0] == "stopping: the sessions in play are finished; Ctrl-C again drops them"
    assert said[1:] == [
        f"interrupted: {4 - lines_in(ledger)} of 4 sessions are left; go on with",
        "barbu-arena run league.yaml",
    ]
    assert lines_in(ledger) in (2, 3)  # 3 if the signal came late
    assert (results / "table.txt").read_text().startswith(f"league: {lines_in(ledger)} of 4")
    assert_nothing_left(tmp_path)
    again = resumed(tmp_path, ended)
    assert again.status == 0, again.err
    assert again.out.startswith("league: 4 of 4 sessions")
    assert_nobody_was_charged(results)


def test_the_resume_command_names_all_that_decides_the_league(tmp_path: Path) -> None:
    file, _ = league(tmp_path, pause_ms=1)
    options = ("--seed", "it's another", "--results", "my results")
    with Started(tmp_path, "run", file.name, "--jobs", "1", *options) as run:
        ledger = tmp_path / "my results" / "league" / "sessions.jsonl"
        run.wait_until(lambda: lines_in(ledger) == 1, "the first session")
        run.signal_group(signal.SIGINT)
        ended = run.end()
    assert ended.status == 130
    last = ended.err.splitlines()[-1]
    assert shlex.split(last) == [
        "barbu-arena", "run", "league.yaml", "--results", "my results", "--seed", "it's another",
    ]  # fmt: skip
    again = resumed(tmp_path, ended)
    assert again.status == 0, again.err
    assert lines_in(ledger) == 4


@pytest.mark.parametrize("how", ["Ctrl-C twice", "SIGTERM", "SIGTERM to the group"])
def test_the_end_at_once(tmp_path: Path, how: str) -> None:
    file, results = league(tmp_path, pause_ms=1000)
    with Started(tmp_path, "run", file.name, "--jobs", "2") as run:
        # Two workers, and their eight bots.
        run.wait_until(lambda: len(processes_below(tmp_path)) >= 10, "the bots")
        if how == "Ctrl-C twice":
            run.signal_group(signal.SIGINT)
            time.sleep(0.5)
            assert run.process.poll() is None
        start = time.monotonic()
        if how == "SIGTERM":
            os.kill(run.pid, signal.SIGTERM)
        else:
            run.signal_group(signal.SIGINT if how == "Ctrl-C twice" else signal.SIGTERM)
        ended = run.end()
        took = time.monotonic() - start
    assert took < 2
    assert ended.status == 130
    assert ended.err.splitlines()[-2:] == [
        "interrupted: 4 of 4 sessions are left; go on with",
        "barbu-arena run league.yaml",
    ]
    assert_nothing_left(tmp_path)
    assert_nobody_was_charged(results)


def test_sighup_changes_nothing(tmp_path: Path) -> None:
    file, results = league(tmp_path, pause_ms=1)
    with Started(tmp_path, "run", file.name, "--jobs", "2") as run:
        run.wait_until(lambda: lines_in(results / "sessions.jsonl") >= 1, "the first session")
        for _ in range(3):
            run.signal_group(signal.SIGHUP)
            time.sleep(0.05)
        ended = run.end()
    assert ended.status == 0, ended.err
    assert ended.out.startswith("league: 4 of 4 sessions")
    assert "interrupted" not in ended.err
    assert_nobody_was_charged(results)
    assert_nothing_left(tmp_path)


def test_signals_to_the_workers_and_bots_from_a_terminal_do_not_reach_them(tmp_path: Path) -> None:
    file, _ = league(tmp_path, pause_ms=1000)
    with Started(tmp_path, "run", file.name, "--jobs", "1") as run:
        run.wait_until(lambda: len(processes_below(tmp_path)) >= 6, "the bots")
        groups = {os.getpgid(seen.pid) for seen in processes_below(tmp_path) if seen.pid != run.pid}
        sessions = {os.getsid(seen.pid) for seen in processes_below(tmp_path)}
        assert run.pid not in groups
        assert len(sessions) == 6  # the arena's, the worker's and each bot's
        os.kill(run.pid, signal.SIGKILL)
    assert_nothing_left(tmp_path)
