"""Whatever becomes of stdout, stderr and the terminal, a league is played to its end."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.arena_process import (
    ARENA,
    assert_nothing_left,
    environment,
    lines_in,
    wait_until,
)
from tests.small_leagues import picker, write_league


def run_in_shell(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in which ``"$@"`` is the arena."""
    return subprocess.run(
        ["sh", "-c", script, "sh", *ARENA],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "streams",
    [
        pytest.param("| true", id="closed before the first byte"),
        pytest.param("| head -1", id="closed after the first line"),
        pytest.param(">&-", id="never open"),
    ],
)
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path, streams: str) -> None:
    told = run_in_shell(tmp_path, f'{{ "$@" rules modern; echo status $? >&2; }} {streams}')
    assert told.stderr == "status 0\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_a_character_gets_its_number(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "♣.jsonl").write_text("{}\n")
    script = f'PYTHONIOENCODING={encoding} "$@" verify ♣.jsonl --format csv'
    told = run_in_shell(tmp_path, script)
    assert told.returncode == 4
    assert told.stdout.splitlines()[1].startswith("\\u2663.jsonl:1: ")
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("words", ["rules modern", "deal --seed 1 --format csv"])
def test_a_result_that_cannot_be_written_is_an_error(tmp_path: Path, words: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no file that is always full")
    told = run_in_shell(tmp_path, f'"$@" {words} >/dev/full')
    assert told.returncode == 74
    assert "No space left on device" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    "streams",
    [
        pytest.param("| true", id="stdout closed early"),
        pytest.param("2>&1 >/dev/null | true", id="stderr closed early"),
        pytest.param("2>&1 | head -1", id="both closed after the first line"),
        pytest.param(">&-", id="stdout never open"),
        pytest.param("2>&-", id="stderr never open"),
        pytest.param("<&- >&- 2>&-", id="nothing open"),
    ],
)
def test_a_league_is_played_whatever_becomes_of_its_output(tmp_path: Path, streams: str) -> None:
    file = write_league(tmp_path, rounds=1, sandbox="auto")
    old = tmp_path / "programs" / "bwrap"  # so that there is something to tell on any machine
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho bubblewrap 0.1\n")
    old.chmod(0o755)
    script = f'PATH="$PWD/programs:$PATH"; {{ "$@" run {file.name}; echo $? >status; }} {streams}'
    told = run_in_shell(tmp_path, script)
    # The pipe's reader may be gone long before the league is played.
    wait_until((tmp_path / "status").exists, "the end of the league")
    assert "Traceback" not in told.stderr + told.stdout
    results = tmp_path / "results" / "league"
    assert lines_in(results / "sessions.jsonl") == 4
    assert (results / "table.txt").read_text().startswith("league: 4 of 4 sessions")
    wait_until((tmp_path / "status").read_text, "the exit status")
    assert (tmp_path / "status").read_text() == "0\n"


def test_a_terminal_that_closes_does_not_end_a_league(tmp_path: Path) -> None:
    file = write_league(tmp_path, [picker(n, "seeded", 1) for n in "abcd"], rounds=1)
    results = tmp_path / "results" / "league"
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execve(ARENA[0], [*ARENA, "run", file.name], environment({"TERM": "xterm"}))
    ledger = results / "sessions.jsonl"
    try:
        wait_until(lambda: lines_in(ledger) >= 1, "the first session")
    finally:
        os.close(terminal)  # The kernel sends SIGHUP, and every write fails from now on.
    _, status = os.waitpid(child, 0)
    assert lines_in(ledger) == 4
    assert (results / "table.txt").read_text().startswith("league: 4 of 4 sessions")
    assert os.waitstatus_to_exitcode(status) == 0
    assert_nothing_left(tmp_path)
