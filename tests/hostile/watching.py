"""What is seen of each session from inside the worker that plays it.

Workers are forked: what is put into the arena's modules before that is in them too. A worker adds
a line for each session to a file, for results travel back by the arena's own way, unchanged.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from barbu_arena.league import session_job
from barbu_arena.league.session_job import Played
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import Fault
from barbu_arena.players.orphans import children
from barbu_arena.referee.session_plan import SessionPlan
from tests.arena_process import processes

_LIMIT = re.compile(r"no (?:answer|handshake) within ([\d.]+) s")
_MEMORY = re.compile(r"over (\d+) MiB of memory")
_HELD = re.compile(rb"^held (\d+) MiB more at ([\d.]+)$", re.MULTILINE)
_GONE_S = 20.0
"""So long is looked for what is left; how long it took is told. Dying takes processor time, too."""


@dataclass(slots=True)
class Seen:
    """What is seen of one session. Times in seconds, memory in KiB."""

    session: str
    delays: list[float] = field(default_factory=list)
    """From the act, or from the limit that passed, to each verdict.

    A limit of memory passes when the bot says that it holds so much: how long it took to get there
    is its own time, and on a busy machine that is seconds.
    """
    clean_up: float = 0.0
    """From the last answer of the session to all its processes gone, grace included."""
    descriptors: list[int] = field(default_factory=list)
    """Of the worker, before and after."""
    memory: int = 0
    """Of the worker, before."""
    grown: int = 0
    """The most that it grew meanwhile."""
    gone: float = 0.0
    """From the end of the session to the end of its last process."""
    left: list[str] = field(default_factory=list)
    """Processes that did not end."""


class _Watch:
    """The session that this worker plays now."""

    def __init__(self, file: Path, tags: Mapping[str, str]) -> None:
        self._file = file
        self._tags = tags
        self._seen = Seen("")

    def session(self, play: Callable[..., Played]) -> Callable[..., Played]:
        """Return what plays one session, once, and writes down what was seen."""

        def noted(tournament: Tournament, plan: SessionPlan, team: Team, *more: object) -> Played:
            self._seen = seen = Seen(plan.session)
            before = set(children())
            descriptors = len(os.listdir("/proc/self/fd"))
            seen.memory = _forget_peak()
            played = play(tournament, plan, team, *more)
            seen.grown = _status("VmHWM") - seen.memory
            seen.descriptors = [descriptors, len(os.listdir("/proc/self/fd"))]
            start = time.monotonic()
            seen.left = self._left(before, self._tags[plan.bots[0]], start + _GONE_S)
            seen.gone = time.monotonic() - start
            _append(self._file, seen)
            return played

        return noted

    def _left(self, before: set[int], tag: str, deadline: float) -> list[str]:
        """Return what is left of a session when all is gone, or at the deadline."""
        while True:
            # What is dead and not yet reaped goes with the next session's clean-up.
            living = processes()
            left = [f"{seen.command} {seen.pid}" for seen in living if tag in seen.command]
            left += [f"child {seen.pid}" for seen in living if seen.pid in set(children()) - before]
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(0.01)

    def verdict(self, judge: Callable[..., Any]) -> Callable[..., Any]:
        """Return what judges as before, and notes how long a fault took beyond its limit."""

        def noted(player: BotPlayer, *body: bytes) -> object:
            start = time.monotonic() if body else getattr(player, "_started", time.monotonic())
            outcome = judge(player, *body)
            if isinstance(outcome, Fault):
                now = time.monotonic()
                self._seen.delays.append(now - _limit_passed(player, outcome, start, now))
            return outcome

        return noted

    def clean_up(self, rest: Callable[..., None]) -> Callable[..., None]:
        """Return what ends a session's bots, and notes how long that took."""

        def noted(team: Team, retired: list[str]) -> None:
            start = time.monotonic()
            rest(team, retired)
            self._seen.clean_up = time.monotonic() - start

        return noted


@contextmanager
def watched(file: Path, tags: Mapping[str, str]) -> Iterator[None]:
    """Have workers that start meanwhile write down what they see.

    `tags` are words in the command lines of all processes of a hostile bot, by its name.
    """
    watch = _Watch(file, tags)
    with ExitStack() as stack:
        for place, name, wrap in (
            (session_job, "_play", watch.session),
            (BotPlayer, "ready", watch.verdict),
            (BotPlayer, "ask", watch.verdict),
            (Team, "rest", watch.clean_up),
        ):
            stack.enter_context(patch.object(place, name, wrap(getattr(place, name))))
        yield


def read_seen(file: Path) -> dict[str, Seen]:
    """Return what was seen of each finished session by its name."""
    seen = [Seen(**json.loads(line)) for line in file.read_text().splitlines()]
    return {found.session: found for found in seen}


def _limit_passed(player: BotPlayer, fault: Fault, start: float, now: float) -> float:
    """Return when the limit passed that a fault is about; `start` if it is about none."""
    if of_time := _LIMIT.match(fault.message):
        return start + float(of_time[1])
    of_memory = _MEMORY.match(fault.message)
    steps = _HELD.findall(player.process.stderr.kept()) if of_memory and player.process else []
    if not of_memory or not steps:
        return start
    held = 0
    for at, mib in sorted((float(at), int(mib)) for mib, at in steps):
        held += mib
        if held >= int(of_memory[1]):
            return at
    return now  # with what it did not count itself it was over before


def _append(file: Path, seen: Seen) -> None:
    fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.write(fd, json.dumps(asdict(seen)).encode() + b"\n")
    os.close(fd)


def _forget_peak() -> int:
    """Let the kernel count this process's peak memory anew; return what it holds now."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def _status(key: str) -> int:
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{key}:"))
