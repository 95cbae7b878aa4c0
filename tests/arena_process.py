"""The arena as a real process: run to its end, or started, watched and signalled."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ARENA = (sys.executable, "-m", "barbu_arena")
PATIENCE_S = 60
"""For anything that should take a second or two, on a machine that is busy."""
_UNSET = ("NO_COLOR", "FORCE_COLOR", "BARBU_ARENA_PROGRAM", "TERM", "COLUMNS", "LINES")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without what changes how output looks."""
    kept = {key: value for key, value in os.environ.items() if key not in _UNSET}
    return {**kept, **(extra or {})}


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a command."""

    status: int
    out: str
    err: str


def arena(cwd: Path, *arguments: str | Path) -> Ended:
    """Run a command of the arena to its end."""
    with Started(cwd, *arguments) as started:
        return started.end()


class Started:
    """A command of the arena that runs, the leader of its process group. A context manager."""

    def __init__(self, cwd: Path, *arguments: str | Path) -> None:
        self.process = subprocess.Popen(
            [*ARENA, *map(str, arguments)],
            cwd=cwd,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    def signal_group(self, number: int) -> None:
        """Send a signal to the arena's whole group, as a terminal does."""
        os.killpg(self.pid, number)

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until something holds while the command runs; its end before that is a failure."""
        wait_until(lambda: self.process.poll() is not None or holds(), what)
        if self.process.poll() is not None and not holds():
            raise AssertionError(f"the arena ended before {what}: {self.end()}")

    def end(self) -> Ended:
        """Wait for the end and return what came of it."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return Ended(self.process.returncode, out, err)

    def __enter__(self) -> "Started":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.process.communicate()


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds; a test that waits in vain fails with `what`."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.005)


def lines_in(ledger: Path) -> int:
    """Return how many finished sessions a ledger holds."""
    return ledger.read_bytes().count(b"\n") if ledger.exists() else 0


@dataclass(frozen=True, slots=True)
class Seen:
    """A process as /proc shows it."""

    pid: int
    parent: int
    command: str
    cwd: str


def processes() -> list[Seen]:
    """Return all processes that still run, zombies left out; none where there is no /proc."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (
                (place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            )
            seen = Seen(int(place.name), int(parent), command, os.readlink(place / "cwd"))
            if state not in ("Z", "X"):
                found.append(seen)
    return found


def processes_below(folder: Path) -> list[Seen]:
    """Return the processes that work in a folder or name it in their command, but for this one."""
    name = str(folder.resolve())
    return [
        seen
        for seen in processes()
        if seen.pid != os.getpid() and (seen.cwd.startswith(name) or name in seen.command)
    ]


def children_of(pid: int) -> list[int]:
    """Return the children of a process: of an arena, its workers."""
    return [seen.pid for seen in processes() if seen.parent == pid]


def assert_nothing_left(folder: Path) -> None:
    """Wait for the last process that has to do with a folder to be gone."""
    wait_until(lambda: not processes_below(folder), f"the end of {processes_below(folder)}")
