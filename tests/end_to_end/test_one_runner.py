"""One runner at a time in a results folder, and none that is dead keeps it."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.arena_process import Started, arena, assert_nothing_left, lines_in
from tests.end_to_end.conftest import ROUNDS, Undisturbed
from tests.league_folder import comparable
from tests.small_leagues import picker, write_league

SLOW = [picker(name, "seeded", pause_ms=200) for name in ("ann", "ben", "cem", "dee")]


def test_a_second_runner_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    file = write_league(tmp_path, SLOW, rounds=1)
    folder = tmp_path / "results" / "league"
    with Started(tmp_path, "run", file.name) as first:
        first.wait_until((folder / "sessions.jsonl").exists, "the first runner")
        second = arena(tmp_path, "run", file.name)
        assert second.status == 75
        assert second.err == (
            "results/league: another runner works in this folder; wait for it, or stop it\n"
        )
        assert second.out == ""
        # Reading needs no lock.
        assert arena(tmp_path, "table", folder).status == 0
        os.kill(first.pid, signal.SIGKILL)
        first.process.wait()
    with Started(tmp_path, "run", file.name) as third:
        time.sleep(1)
        assert third.process.poll() is None, third.end().err
        os.kill(third.pid, signal.SIGKILL)
    assert lines_in(folder / "sessions.jsonl") == 0
    assert_nothing_left(tmp_path)


@pytest.mark.parametrize("head_start_s", [0.0, 0.15, 0.3])
def test_a_runner_started_while_the_other_dies(
    tmp_path: Path, undisturbed: Undisturbed, head_start_s: float
) -> None:
    """It is refused or it plays; the ledger is never that of two."""
    file = write_league(tmp_path, rounds=ROUNDS)
    folder = tmp_path / "results" / "league"
    with Started(tmp_path, "run", file.name, "--jobs", "2") as first:
        first.wait_until(lambda: lines_in(folder / "sessions.jsonl") >= 2, "the first runner")
        with Started(tmp_path, "run", file.name, "--jobs", "2") as second:
            time.sleep(head_start_s)
            os.kill(first.pid, signal.SIGKILL)
            ended = second.end()
    assert ended.status in (0, 75), ended.err
    if ended.status == 75:
        assert "another runner works in this folder" in ended.err
        ended = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert ended.status == 0, ended.err
    assert ended.out == undisturbed.ended.out
    assert comparable(folder) == undisturbed.files
    assert_nothing_left(tmp_path)
