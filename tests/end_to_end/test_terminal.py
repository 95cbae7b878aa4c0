"""Ctrl-C, SIGTERM and a closed terminal on a real one: the arena is its foreground, bots are not.

Source: trust.md §7.3 rule 8.
"""

import os
import pty
import select
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena_process import (
    ARENA,
    arena,
    assert_nothing_left,
    environment,
    lines_in,
    processes_below,
    wait_until,
)
from tests.end_to_end.test_signals import assert_nobody_was_charged, league

CTRL_C = b"\x03"


class OnTerminal:
    """The arena as the foreground of a terminal of its own. A context manager."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(ARENA[0], [*ARENA, *arguments], environment({"TERM": "xterm"}))
        self.written = b""
        self.status: int | None = None

    def press(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self.terminal)
        self.terminal = -1

    def ended(self) -> bool:
        """Read what the terminal was told, and say whether the arena has ended."""
        with suppress(OSError):  # EIO: nobody holds the terminal any more
            while self.terminal >= 0 and select.select([self.terminal], [], [], 0)[0]:
                self.written += os.read(self.terminal, 65_536)
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if pid else None
        return self.status is not None

    def wait_until(self, holds: object, what: str) -> None:
        """Wait for something, reading what is written meanwhile."""
        assert callable(holds)
        wait_until(lambda: self.ended() or holds(), what)
        assert self.status is None, self.written.decode()

    def end(self) -> int:
        """Wait for the end and return the exit status."""
        wait_until(self.ended, "the end")
        assert self.status is not None
        return self.status

    def said(self) -> str:
        return self.written.decode().replace("\r\n", "\n")

    def __enter__(self) -> "OnTerminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.terminal >= 0:
            os.close(self.terminal)


def bots_of(folder: Path) -> int:
    """Return how many bots run below a folder."""
    return sum("bots" in Path(seen.cwd).parts for seen in processes_below(folder))


def test_ctrl_c_once(tmp_path: Path) -> None:
    _, results = league(tmp_path, pause_ms=3)
    ledger = results / "sessions.jsonl"
    with OnTerminal(tmp_path, "run", "league.yaml", "--jobs", "2") as run:
        run.wait_until(lambda: lines_in(ledger) == 0 and bots_of(tmp_path) == 8, "the bots")
        run.press(CTRL_C)
        assert run.end() == 130
    assert "stopping: the sessions in play are finished; Ctrl-C again drops them" in run.said()
    left = 4 - lines_in(ledger)
    assert left <= 2
    assert run.said().endswith(
        f"interrupted: {left} of 4 sessions are left; go on with\nbarbu-arena run league.yaml\n"
    )
    assert_nothing_left(tmp_path)
    again = arena(tmp_path, "run", "league.yaml")
    assert again.status == 0, again.err
    assert_nobody_was_charged(results)


@pytest.mark.parametrize("how", ["Ctrl-C twice", "SIGTERM"])
def test_the_end_at_once(tmp_path: Path, how: str) -> None:
    _, results = league(tmp_path, pause_ms=1000)
    with OnTerminal(tmp_path, "run", "league.yaml", "--jobs", "2") as run:
        run.wait_until(lambda: bots_of(tmp_path) == 8, "the bots")
        if how == "Ctrl-C twice":
            run.press(CTRL_C)
            run.wait_until(lambda: b"stopping: " in run.written, "the answer to the first Ctrl-C")
        start = time.monotonic()
        if how == "SIGTERM":
            os.kill(run.pid, signal.SIGTERM)
        else:
            run.press(CTRL_C)
        assert run.end() == 130
        assert time.monotonic() - start < 2
    assert run.said().endswith("\nbarbu-arena run league.yaml\n")
    assert_nothing_left(tmp_path)
    assert_nobody_was_charged(results)


def test_a_terminal_closed_at_night(tmp_path: Path) -> None:
    """The kernel sends SIGHUP, and every write to the terminal fails from then on."""
    _, results = league(tmp_path, pause_ms=1, rounds=2)
    ledger = results / "sessions.jsonl"
    with OnTerminal(tmp_path, "run", "league.yaml", "--jobs", "2") as run:
        run.wait_until(lambda: lines_in(ledger) >= 1, "the first session")
        run.hang_up()
        assert lines_in(ledger) < 8
        assert run.end() == 0
    assert lines_in(ledger) == 8
    assert (results / "table.txt").read_text().startswith("league: 8 of 8 sessions")
    assert_nothing_left(tmp_path)
    assert_nobody_was_charged(results)


def test_bots_have_no_terminal(tmp_path: Path) -> None:
    """So a signal from its keyboard cannot reach them, whatever they do with process groups."""
    league(tmp_path, pause_ms=1000)
    with OnTerminal(tmp_path, "run", "league.yaml", "--jobs", "1") as run:
        run.wait_until(lambda: bots_of(tmp_path) == 4, "the bots")
        terminals = {
            seen.pid: Path(f"/proc/{seen.pid}/stat").read_text().rpartition(")")[2].split()[4]
            for seen in processes_below(tmp_path)
        }
        assert terminals.pop(run.pid) != "0"
        assert len(terminals) == 5
        assert set(terminals.values()) == {"0"}
        os.kill(run.pid, signal.SIGTERM)
        assert run.end() == 130
    assert_nothing_left(tmp_path)
