"""Sessions in worker processes; the one door to `multiprocess`.

A table is strictly sequential, so a worker plays one session at a time, pinned to one core with
its bots: a wake-up across cores costs many times one on the same core. Workers write nothing and
have a session (in the sense of the system) of their own, so a Ctrl-C reaches only the arena.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from barbu_arena.errors import LESS_AT_ONCE, ArenaError
from barbu_arena.league.session_job import PAUSES_S, TRIES, LeftOut, Played, StillVoid
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.league.worker import Broken, unwrapped, work, work_apart
from barbu_arena.players.exit_status import exit_in_words
from barbu_arena.players.held_signals import held_signals
from barbu_arena.players.orphans import adopt_orphans, children, kill_orphans
from barbu_arena.players.sandbox import Launch
from barbu_arena.referee.session_plan import SessionPlan

_TICK_S = 0.2
_TERM_S = 1.2

Result = TypeVar("Result")


@dataclass(slots=True)
class Stop:
    """What a signal asked for: 0 nothing, 1 finish the sessions in play, 2 end at once."""

    level: int = 0


class _Worker:
    """One worker process and what it plays."""

    def __init__(
        self, tournament: Tournament, team: Team, core: int | None, others: list[Any]
    ) -> None:
        self.process, self.connection = _start(work, others, tournament, team, core)
        self.core = core
        self.plan: SessionPlan | None = None

    def give(self, plan: SessionPlan) -> None:
        self.plan = plan
        # One that has just died is seen to be gone when its result is awaited.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(plan)

    def result(self) -> Played | LeftOut | Broken | None:
        """Return what the worker sent; None if it died."""
        try:
            if not self.connection.poll():
                return None
            answer: Played | LeftOut | Broken = self.connection.recv()
        except (EOFError, OSError):
            return None
        return answer


def default_jobs() -> int:
    """Return how many cores this process may use."""
    return len(_cores()) or os.cpu_count() or 1


def _cores() -> list[int]:
    try:
        return sorted(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return []


@dataclass(frozen=True, slots=True)
class Playing:
    """How sessions are played; none of it changes a result."""

    launch: Launch
    jobs: int
    pin: bool = True
    """Whether each worker stays on one core with its bots."""


def play_all(
    tournament: Tournament, plans: Iterator[SessionPlan], playing: Playing, stop: Stop
) -> Iterator[Played | None]:
    """Play sessions and yield them as they finish, and None at least five times a second.

    Ends when all are played or `stop` says so; then no process is left. Raises StillVoid for
    one that the machine cannot play.
    """
    for played in play_on(tournament, plans, playing, stop):
        if isinstance(played, LeftOut):
            raise StillVoid(played.why)
        yield played


def play_on(
    tournament: Tournament, plans: Iterator[SessionPlan], playing: Playing, stop: Stop
) -> Iterator[Played | LeftOut | None]:
    """Play sessions as `play_all` does, and go on without those that the machine cannot play."""
    adopt_orphans()
    pool = _Pool(tournament, playing)
    try:
        yield from pool.play(plans, stop)
    finally:
        pool.end(at_once=stop.level >= 2)


def run_apart(job: Callable[[], Result], stop: Stop) -> Result | None:
    """Run one job in a worker process of its own and return its result; None if stopped before.

    Raises ArenaError as the job does, or if the worker dies.
    """
    adopt_orphans()
    strangers = set(children())
    process, ours = _start(work_apart, [], job)
    try:
        while not stop.level:
            is_gone = not process.is_alive()
            if ours.poll(0 if is_gone else _TICK_S):
                result: Result | Broken = ours.recv()
                return unwrapped(result)
            if is_gone:
                raise EOFError
        return None
    except (EOFError, OSError):
        process.join(_TERM_S)
        process.kill()  # one that cannot be heard is as good as dead
        process.join()
        how = exit_in_words(process.exitcode)
        raise ArenaError(f"the worker process died ({how}); run the same command again") from None
    finally:
        _end(process, time.monotonic() + _TERM_S)
        kill_orphans(keep=strangers)


def run_side_by_side(jobs: Sequence[Callable[[], Result]]) -> list[Result]:
    """Run jobs at the same time, each in a worker process, and return their results in order.

    Raises ArenaError if one of them does, or if a worker dies. Then, too, no process is left.
    """
    workers: list[tuple[Any, Any]] = []
    try:
        for job in jobs:
            with held_signals():  # or one might raise before the worker is known
                workers.append(_start(work_apart, [ours for _, ours in workers], job))
        return [unwrapped(ours.recv()) for _, ours in workers]
    except (EOFError, OSError):
        raise ArenaError("a worker process died") from None
    finally:
        deadline = time.monotonic() + _TERM_S
        for process, ours in workers:
            ours.close()
            _end(process, deadline)


def _context() -> Any:  # noqa: ANN401
    import multiprocess  # noqa: PLC0415  60 ms that only playing needs

    return multiprocess.get_context("fork")


def _start(work_of: Callable[..., None], others: list[Any], *given: object) -> tuple[Any, Any]:
    """Start a worker; return its process and our end of the connection with it.

    `others` are our ends of those with others. Raises ArenaError if the system refuses.
    """
    try:
        ours, theirs = _context().Pipe()
        arguments = (theirs, [ours, *others], *given, os.getpid())
        process = _context().Process(target=work_of, args=arguments)
        with held_signals():  # until the worker has handlers of its own
            process.start()
    except OSError as error:
        raise ArenaError(
            f"a worker process cannot be started: {error.strerror}; {LESS_AT_ONCE}"
        ) from None
    theirs.close()
    return process, ours


def _end(process: Any, deadline: float) -> None:  # noqa: ANN401
    """Terminate a worker, and kill it if it is still there at the deadline."""
    process.terminate()
    process.join(max(0.0, deadline - time.monotonic()))
    if process.is_alive():
        process.kill()
        process.join()


class _Pool:
    """The workers, started as there is work for them."""

    def __init__(self, tournament: Tournament, playing: Playing) -> None:
        self._tournament = tournament
        self._launch = playing.launch
        cores = _cores() if playing.pin else []
        # Two arenas on one machine should not begin on the same core.
        first = os.getpid()
        self._free_cores: list[int | None] = [
            cores[(first + i) % len(cores)] if cores else None for i in range(playing.jobs)
        ]
        self._workers: list[_Worker] = []
        self._strangers = set(children())
        self._tries: dict[str, int] = {}
        self._again: list[tuple[float, SessionPlan]] = []
        """What is to be played again, each from a time on."""

    def play(self, plans: Iterator[SessionPlan], stop: Stop) -> Iterator[Played | LeftOut | None]:
        from multiprocess.connection import wait  # noqa: PLC0415

        while stop.level < 2:
            if stop.level == 0:
                self._deal_out(plans)
            busy = [worker for worker in self._workers if worker.plan is not None]
            if not busy and (stop.level or not self._again):
                return
            ready = wait([worker.connection for worker in busy], _TICK_S)
            for worker in busy:
                # A dead worker's pipe may be held open by what it left behind.
                if worker.connection in ready or not worker.process.is_alive():
                    ended = self._take(worker)
                    if ended is not None:
                        yield ended
            yield None

    def _deal_out(self, plans: Iterator[SessionPlan]) -> None:
        """Give sessions to all who have none, and start workers as long as there are more."""
        while (idle := self._idle()) is not None or self._free_cores:
            plan = self._next(plans)
            if plan is None:
                return
            worker = idle or self._added()
            if worker is None:
                self._again.append((0.0, plan))
                return
            worker.give(plan)

    def _next(self, plans: Iterator[SessionPlan]) -> SessionPlan | None:
        """Return what is to be played now; None if there is nothing, or it is to wait."""
        for waiting in self._again:
            if waiting[0] <= time.monotonic():
                self._again.remove(waiting)
                return waiting[1]
        return next(plans, None)

    def _idle(self) -> _Worker | None:
        """Return a worker that has nothing to play, and bury those that died meanwhile."""
        for worker in [worker for worker in self._workers if worker.plan is None]:
            if worker.process.is_alive():
                return worker
            self._bury(worker)
        return None

    def _added(self) -> _Worker | None:
        """Return a new worker on a free core; None if the system refuses one, and others play on.

        Then that core is left alone: a try costs descriptors that the library does not give back.
        Raises ArenaError if there is nobody to play on.
        """
        core = self._free_cores.pop(0)
        others = [worker.connection for worker in self._workers]
        team = Team(self._tournament, self._launch)
        try:
            worker = _Worker(self._tournament, team, core, others)
        except ArenaError:
            if not self._workers:
                raise
            return None
        self._workers.append(worker)
        return worker

    def _take(self, worker: _Worker) -> Played | LeftOut | None:
        """Return what a worker made of its session; None if it is to be played again."""
        plan = worker.plan
        assert plan is not None
        result = worker.result()
        if isinstance(result, Broken):
            raise result.error()
        if result is not None:
            worker.plan = None
            return result
        self._bury(worker)
        tries = self._tries[plan.session] = self._tries.get(plan.session, 0) + 1
        if tries < TRIES:
            self._again.append((time.monotonic() + PAUSES_S[tries - 1], plan))
            return None
        how = exit_in_words(worker.process.exitcode)
        return LeftOut(
            plan.session,
            f"session {plan.session}: its worker process died {TRIES} times, last: {how}; "
            "no bot was charged",
        )

    def _bury(self, worker: _Worker) -> None:
        worker.process.kill()  # one that cannot be heard is as good as dead
        worker.process.join()
        self._workers.remove(worker)
        self._free_cores.append(worker.core)
        kill_orphans(keep={*self._strangers, *(other.process.pid for other in self._workers)})

    def end(self, at_once: bool) -> None:
        """End all workers; those in play are stopped at once or were let finish before."""
        for worker in self._workers:
            if at_once or worker.plan is not None:
                worker.process.terminate()
            worker.connection.close()
        deadline = time.monotonic() + (_TERM_S if at_once else 10 * _TERM_S)
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        kill_orphans(keep=self._strangers)
