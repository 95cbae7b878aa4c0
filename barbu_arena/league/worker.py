"""What a worker process does: play what it is given, and end when it is told to, with its bots."""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from barbu_arena.errors import NO_MEMORY, ArenaError
from barbu_arena.league.session_job import LeftOut, Played, play_session
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.held_signals import release_signals
from barbu_arena.players.orphans import adopt_orphans, die_with_parent, kill_orphans
from barbu_arena.referee.session_plan import SessionPlan

_AGAIN_S = 0.05
"""Between two tries of a worker to end."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Broken:
    """A worker's own failure, on its way to the arena."""

    message: str
    is_bug: bool

    def error(self) -> Exception:
        """Return what is to be raised where a person sees it."""
        return RuntimeError(self.message) if self.is_bug else ArenaError(self.message)


def unwrapped(result: Result | Broken) -> Result:
    """Return a worker's result. Raises ArenaError, or RuntimeError for a bug, where it broke."""
    if isinstance(result, Broken):
        raise result.error()
    return result


def work(
    connection: Any,  # noqa: ANN401
    inherited: list[Any],
    tournament: Tournament,
    team: Team,
    core: int | None,
    arena: int,
) -> None:
    """Play what comes through the connection until it closes."""
    _close(inherited)
    try:
        enter(core, arena)
        while True:
            try:
                plan = connection.recv()
                connection.send(_result(tournament, plan, team))
            except (EOFError, OSError):
                break
        team.close()
    finally:
        _end_undisturbed()
        team.kill()


def work_apart(
    connection: Any,  # noqa: ANN401
    inherited: list[Any],
    job: Callable[[], Any],
    arena: int,
) -> None:
    """Run one job and send its result."""
    _close(inherited)
    try:
        enter(None, arena)
        with suppress(OSError):  # nobody waits for it any more
            connection.send(_guarded(job, "the trial"))
    finally:
        _end_undisturbed()
        kill_orphans(keep=())


def _close(inherited: list[Any]) -> None:
    """Close the arena's ends: an open copy would hide from a worker that the arena is gone."""
    for connection in inherited:
        connection.close()


def _result(tournament: Tournament, plan: SessionPlan, team: Team) -> Played | LeftOut | Broken:
    return _guarded(lambda: play_session(tournament, plan, team), f"session {plan.session}")


def _guarded(job: Callable[[], Result], what: str) -> Result | Broken:
    """Return a job's result, or what broke it, to be raised where a person sees it."""
    try:
        return job()
    except ArenaError as error:
        return Broken(str(error), is_bug=False)
    except MemoryError:
        return Broken(f"{what}: {NO_MEMORY}", is_bug=False)
    except Exception:  # a bug must reach the person at the arena, not die with the worker
        return Broken(f"{what}:\n{traceback.format_exc()}", is_bug=True)


def enter(core: int | None, arena: int) -> None:
    """Make this process a worker: a session of its own, deaf to Ctrl-C, on one core."""
    os.setsid()
    signal.signal(signal.SIGTERM, _end_on_term)
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGHUP, lambda *_: None)
    release_signals()
    die_with_parent(arena, signal.SIGTERM)
    adopt_orphans()
    if core is not None:
        try:
            os.sched_setaffinity(0, {core})
        except (AttributeError, OSError):
            return


def _end_on_term(*_: object) -> NoReturn:
    # Python drops what is raised inside the callbacks of a fork, so this comes again until it took.
    signal.signal(signal.SIGALRM, _end_on_term)
    signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
    sys.exit(128 + signal.SIGTERM)


def _end_undisturbed() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
