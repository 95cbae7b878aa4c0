"""What a bot's processes use: memory, and processor time while others are on move.

Source: trust.md §4.1 layer 4 and §4.5, design §8.
"""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal, NamedTuple

Ponder = Literal["fault", "warn", "allow"]

LOOK_S = 0.05
"""How often memory is looked at."""
SOON_S = 0.01
"""The same above half of the limit."""
_LEAST_S = 0.002
"""The same while it grows fast."""
PONDER_S = 1.0
PONDER_SHARE = 0.1
"""Off-turn processor time above both, seconds and share of the session, is pondering."""

_FAST = 1 / 16
"""Of the limit: growth between two looks that leaves no time to count what is shared."""
_QUICK_S = 0.001
_FILE_BYTES = 1024
_USUAL_FILES = 40
_SOCKET_BYTES = 212_992  # net.core.wmem_default
_RESIDENT = re.compile(rb"^VmRSS:\s*(\d+)", re.MULTILINE)
_TABLES = re.compile(rb"^VmPTE:\s*(\d+)", re.MULTILINE)
_PROPORTIONAL = re.compile(rb"^Pss:\s*(\d+)", re.MULTILINE)


def tree(root: int) -> list[int]:
    """Return the pids of a process and all its descendants; empty where /proc does not tell."""
    if not sys.platform.startswith("linux"):
        return []
    found: list[int] = []
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        try:
            # A child is listed under the thread that started it.
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                    waiting += map(int, file.read().split())
        except OSError:  # it ended meanwhile
            continue
    return found


class Memory(NamedTuple):
    """What some processes hold, in bytes."""

    held: int
    plain: int
    """The sum of what each has, in which what they share counts several times."""


def memory_of(pids: list[int], limit: int, before: int) -> Memory:
    """Return the resident memory of processes with the tables of their pages; 0 where none tells.

    What they share counts once. That is slower to find out, and is done only where the plain sum
    is above `limit`. If it is far above the plain sum `before`, they are held still meanwhile.
    """
    tables = resident = 0
    for pid in pids:
        status = _read(pid, "status")
        tables += _kib(_TABLES, status)
        resident += _kib(_RESIDENT, status)
    plain = (resident + tables) << 10
    if plain <= limit:
        return Memory(plain, plain)
    with _stopped(pids if plain - before > limit * _FAST else []):
        shared_once = sum(_kib(_PROPORTIONAL, _read(pid, "smaps_rollup")) for pid in pids)
    return Memory((min(resident, shared_once or resident) + tables) << 10, plain)


@contextmanager
def _stopped(pids: list[int]) -> Iterator[None]:
    """Hold processes still."""
    try:
        _signal(pids, signal.SIGSTOP)
        yield
    finally:
        _signal(pids, signal.SIGCONT)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(OSError):  # it ended meanwhile
            os.kill(pid, number)


def hidden_bytes(root: int, pids: list[int]) -> int:
    """Return about what the kernel holds for a sandbox's files and sockets, which no process has.

    That is 1 KiB for each file in its temporary folders, and for each descriptor beyond a usual
    number what a socket can hold. `root` is the sandbox's first process, `pids` are all of them.
    """
    held = 0
    for place in ("tmp", "dev/shm") if _has_own_root(root) else ():
        try:
            seen = os.statvfs(f"/proc/{root}/root/{place}")
        except OSError:  # it ended meanwhile
            continue
        held += (seen.f_files - seen.f_ffree) * _FILE_BYTES
    for pid in pids:
        try:
            held += max(0, len(os.listdir(f"/proc/{pid}/fd")) - _USUAL_FILES) * _SOCKET_BYTES
        except OSError:
            continue
    return held


def _has_own_root(root: int) -> bool:
    """Whether a sandbox stands: until then its first process sees the machine's own folders."""
    try:
        return not os.path.samefile(f"/proc/{root}/root", "/")
    except OSError:
        return False


def _read(pid: int, name: str) -> bytes:
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:  # it ended meanwhile
        return b""


def _kib(what: re.Pattern[bytes], text: bytes) -> int:
    found = what.search(text)
    return int(found[1]) if found else 0


class Usage:
    """What one bot has used: memory in bytes, processor time in seconds."""

    __slots__ = (
        "_allowed_s",
        "_answered",
        "_clocks",
        "_cores",
        "_gone_s",
        "_in_sandbox",
        "_is_exact",
        "_is_on_move",
        "_looked",
        "_mark",
        "_plain",
        "_root",
        "_was_on_move",
        "_whole",
        "growth",
        "memory",
        "off_turn_s",
        "peak",
        "pids",
    )

    def __init__(self, root: int, in_sandbox: bool = False) -> None:
        """`root` is the pid that all the bot's processes descend from."""
        self._root = root
        self._in_sandbox = in_sandbox
        self._clocks: dict[int, float] = {}
        self._cores = _cores()
        self._gone_s = 0.0
        self._mark = self._allowed_s = self._answered = 0.0
        self._is_exact = True
        self._is_on_move = True
        self._was_on_move = True
        """Since processes were last looked for."""
        self.pids: list[int] = []
        self.off_turn_s = 0.0
        """Used since `start_session` while others were on move."""
        self.memory = self.peak = 0
        self._plain = self._whole = 0
        """At the last look: the plain sum, and with what the kernel holds."""
        self._looked = 0.0
        self.growth = 0.0
        """Bytes a second, between the last two looks; 0 where it shrank."""

    def look(self, limit: int) -> None:
        """Find the bot's processes and the memory that they hold; shared memory counts once.

        That is slower to find out, and is done only above `limit`.
        """
        self.pids = pids = tree(self._root)
        self.memory, self._plain = memory_of(pids, limit, self._plain)
        hidden = hidden_bytes(self._root, pids) if self._in_sandbox else 0
        self.memory += hidden
        self.peak = max(self.peak, self.memory)
        self._grew_to(self._plain + hidden)
        clocks = {_clock(pid) for pid in pids}
        for clock in self._clocks.keys() - clocks:
            self._gone_s += self._clocks.pop(clock)
        for clock in clocks - self._clocks.keys():
            self._clocks[clock] = 0.0
            if self._was_on_move:
                self._gone_s -= self._used_by(clock)  # that may have been on its move
        self._was_on_move = self._is_on_move
        if not self._is_on_move:
            self._settle(self._allowed_s)

    def _grew_to(self, whole: int) -> None:
        now = time.monotonic()
        self.growth = max(0.0, (whole - self._whole) / (now - self._looked))
        self._whole, self._looked = whole, now

    def next_s(self, limit: int) -> float:
        """Return how soon to look again, at the latest in half the time that is left to the limit
        if it goes on growing like this.
        """
        usual = SOON_S if self.memory > limit / 2 else LOOK_S
        if not self.growth:
            return usual
        return min(usual, max(_LEAST_S, (limit - self.memory) / (2 * self.growth)))

    def _used_s(self) -> float:
        used = self._gone_s
        for clock in self._clocks:
            used += self._used_by(clock)
        return used

    def _used_by(self, clock: int) -> float:
        try:
            now = time.clock_gettime(clock)
        except OSError:  # that process has ended
            return self._clocks[clock]
        self._clocks[clock] = now
        return now

    def start_session(self, now: float) -> None:
        """Begin to count anew; all moments are on the monotonic clock."""
        self._settle(0.0)
        self.off_turn_s = 0.0
        self._answered = now
        self._is_exact = True
        self._is_on_move = False

    def on_move(self, now: float) -> None:
        """Note that the bot is asked now; what it used since it answered was off its turn."""
        # Two looks at the clock for each of a thousand quick questions would cost more than they
        # tell: where nothing took long, an answer counts as computed for all the time it took.
        self._is_on_move = self._was_on_move = True
        self._is_exact = now - self._answered >= _QUICK_S
        if self._is_exact:
            self._settle(self._allowed_s)

    def off_move(self, asked: float, now: float) -> None:
        """Note that the bot, asked at one moment, has answered at another."""
        self._answered = now
        self._is_on_move = False
        allowed = (now - asked) * self._cores
        if self._is_exact:
            self._mark = self._used_s()
            self._allowed_s = 0.0
        elif now - asked >= _QUICK_S:
            self._settle(self._allowed_s + allowed)
        else:
            self._allowed_s += allowed

    def _settle(self, allowed_s: float) -> None:
        """Count what was used since the mark, but for what was allowed, and set the mark anew."""
        used = self._used_s()
        self.off_turn_s += max(0.0, used - self._mark - allowed_s)
        self._mark = used
        self._allowed_s = 0.0

    def has_pondered(self, session_s: float) -> bool:
        """Whether a bot computed off turn more than is noise in a session of that many seconds."""
        return self.off_turn_s > max(PONDER_S, PONDER_SHARE * session_s)


def _cores() -> int:
    """Return on how many cores this process and its bots may run."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _clock(pid: int) -> int:
    """Return the kernel's number for the clock of a process: its processor time, all threads."""
    return ~pid << 3 | 2
