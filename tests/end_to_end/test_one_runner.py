"""One runner at a time in a results folder, and none that is dead keeps it."""

import os
import signal
import time
from pathlib import Path

from tests.arena_process import Started, arena, assert_nothing_left, lines_in, wait_until
from tests.small_leagues import picker, write_league

SLOW = [picker(name, "seeded", pause_ms=200) for name in ("ann", "ben", "cem", "dee")]


def test_a_second_runner_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    file = write_league(tmp_path, SLOW, rounds=1)
    folder = tmp_path / "results" / "league"
    with Started(tmp_path, "run", file.name) as first:
        wait_until((folder / "sessions.jsonl").exists, "the first runner")
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
