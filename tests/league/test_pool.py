"""The worker processes: all sessions come back, whatever becomes of a worker; nothing is left.

Workers are forked, so a test puts a stand-in for a session into this process before it starts
them.
"""

import errno
import itertools
import os
import signal
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import multiprocess
import pytest

from barbu_arena.errors import NO_MEMORY, ArenaError
from barbu_arena.league import pool, worker
from barbu_arena.league.pool import (
    Playing,
    Stop,
    default_jobs,
    play_all,
    play_on,
    run_apart,
    run_side_by_side,
)
from barbu_arena.league.schedule import sessions
from barbu_arena.league.session_job import LeftOut, Played
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.orphans import children, kill_orphans
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.referee.record import SessionRecord, sealed
from barbu_arena.referee.session_plan import SessionPlan

ONE = Playing(launch_plainly, 1, pin=False)
TWO = Playing(launch_plainly, 2, pin=False)

Job = Callable[[Tournament, SessionPlan, Team], Played]


def blank(plan: SessionPlan) -> SessionRecord:
    """Return a record without deals."""
    none = (0, 0, 0, 0)
    bots, place = plan.bots, (plan.board_set, *plan.place)
    return sealed(SessionRecord("modern", *place, bots, (), (), none, none, none))


def told(plan: SessionPlan, *facts: object) -> Played:
    """Return a session that took no time, with what a worker saw."""
    return Played(blank(plan), 0.0, (), (), (), tuple(map(str, facts)))


def by_whom(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
    """Play a session that takes a moment, and tell the pid of who played it."""
    time.sleep(0.02)
    return told(plan, os.getpid())


@pytest.fixture
def tournament(tournament_of: Callable[..., Tournament]) -> Tournament:
    return tournament_of(8, rounds=2)  # 16 sessions


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    before = set(children())
    yield
    assert set(children()) <= before


def play(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, job: Job, jobs: int = 2,
    pin: bool = False, stop: Stop | None = None,
) -> list[Played]:  # fmt: skip
    monkeypatch.setattr(worker, "play_session", job)
    plans = sessions(tournament)
    found = play_all(tournament, plans, Playing(launch_plainly, jobs, pin), stop or Stop())
    return [played for played in found if played is not None]


def names(found: list[Played]) -> list[str]:
    return sorted(played.record.session for played in found)


def planned(tournament: Tournament) -> list[str]:
    return sorted(plan.session for plan in sessions(tournament))


@pytest.mark.parametrize("jobs", [1, 2, 5, 40])
def test_every_session_is_played_once(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    found = play(tournament, monkeypatch, lambda _t, plan, _team: told(plan), jobs)
    assert names(found) == planned(tournament)


def test_nothing_to_play_starts_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_Worker", None)
    assert list(play_all(tournament, iter(()), Playing(launch_plainly, 4, False), Stop())) == []


def test_no_more_workers_than_jobs_or_sessions(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = play(tournament, monkeypatch, by_whom, 3)
    assert len({played.voided for played in found}) == 3


def test_a_worker_is_a_session_of_its_own_deaf_to_ctrl_c(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        for number in (signal.SIGINT, signal.SIGHUP):
            os.kill(os.getpid(), number)
        return told(plan, os.getsid(0) == os.getpid(), os.getppid())

    found = play(tournament, monkeypatch, job)
    assert {played.voided for played in found} == {("True", str(os.getpid()))}


def test_workers_pin_themselves_each_to_a_core(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system binds no process to a core")

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        time.sleep(0.02)
        return told(plan, *sorted(os.sched_getaffinity(0)))

    cores = {str(core) for core in os.sched_getaffinity(0)}
    jobs = min(len(cores), 16)
    found = play(tournament, monkeypatch, job, jobs, pin=True)
    seen = {played.voided for played in found}
    assert len(seen) == jobs
    assert all(len(pinned) == 1 and pinned[0] in cores for pinned in seen)
    loose = play(tournament, monkeypatch, job, 2, pin=False)
    assert {played.voided for played in loose} == {tuple(sorted(cores, key=int))}


def test_a_worker_that_dies_costs_nothing_but_its_session_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        mark = tmp_path / plan.session
        if plan.seating == 2 and not mark.exists():
            mark.touch()
            os._exit(9)
        return told(plan)

    found = play(tournament, monkeypatch, job)
    assert names(found) == planned(tournament)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_between_two_sessions_costs_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    before = set(children())

    def plans() -> Iterator[SessionPlan]:
        for number, plan in enumerate(sessions(tournament)):
            if number in (3, 7):
                for pid in set(children()) - before:
                    os.kill(pid, signal.SIGKILL)
                    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            yield plan

    monkeypatch.setattr(worker, "play_session", lambda _t, plan, _team: told(plan))
    played = play_all(tournament, plans(), Playing(launch_plainly, jobs, pin=False), Stop())
    assert names([one for one in played if one is not None]) == planned(tournament)


def refused(monkeypatch: pytest.MonkeyPatch, starts: Collection[int]) -> None:
    """Have the system refuse some of the next starts of a process, counted from 1."""
    start = multiprocess.get_context("fork").Process.start
    count = itertools.count(1)

    def refusing(process: multiprocess.Process) -> None:
        if next(count) in starts:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        start(process)

    monkeypatch.setattr(multiprocess.get_context("fork").Process, "start", refusing)


def test_a_worker_that_cannot_be_started_leaves_the_others_playing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(monkeypatch, (2, 4))
    found = play(tournament, monkeypatch, by_whom, 4)
    assert names(found) == planned(tournament)
    assert len({played.voided for played in found}) == 2


def test_no_worker_at_all_ends_the_league_in_words(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(monkeypatch, (1,))
    with pytest.raises(ArenaError) as failed:
        play(tournament, monkeypatch, lambda _t, plan, _team: told(plan))
    assert str(failed.value) == NO_WORKER


@pytest.mark.parametrize("start", [1, 2])
def test_work_side_by_side_needs_all_its_workers(
    monkeypatch: pytest.MonkeyPatch, start: int
) -> None:
    refused(monkeypatch, (start,))
    with pytest.raises(ArenaError) as failed:
        run_side_by_side([os.getpid, os.getpid])
    assert str(failed.value) == NO_WORKER


def test_work_apart_that_ends_while_it_is_looked_at_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process = multiprocess.get_context("fork").Process
    is_alive = process.is_alive

    def slowly(one: multiprocess.Process) -> bool:
        time.sleep(0.5)
        return bool(is_alive(one))

    monkeypatch.setattr(pool, "_TICK_S", 0.01)
    monkeypatch.setattr(process, "is_alive", slowly)
    assert run_apart(lambda: time.sleep(0.1) or "done", Stop()) == "done"


@pytest.mark.parametrize("holds_pipe", [False, True])
def test_work_apart_whose_worker_dies(holds_pipe: bool) -> None:
    """Its end of the pipe may be held open by what it leaves behind."""

    def die() -> None:
        if holds_pipe and os.fork() == 0:
            signal.pause()
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(ArenaError) as failed:
        run_apart(die, Stop())
    assert str(failed.value) == (
        "the worker process died (killed by SIGKILL); run the same command again"
    )


def test_work_side_by_side_one_of_whose_workers_dies() -> None:
    with pytest.raises(ArenaError, match=r"^a worker process died$"):
        run_side_by_side([os.getpid, lambda: os._exit(3)])


def test_work_apart_needs_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(monkeypatch, (1,))
    with pytest.raises(ArenaError) as failed:
        run_apart(os.getpid, Stop())
    assert str(failed.value) == NO_WORKER


NO_WORKER = (
    f"a worker process cannot be started: {os.strerror(errno.EAGAIN)}; all finished sessions are "
    "safe: end other programs or ask for fewer jobs, then run the same command again"
)


def test_a_worker_that_cannot_be_heard_is_as_good_as_dead(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "play_session", lambda _t, plan, _team: told(plan))
    result, failing = pool._Worker.result, iter([True, False, True])
    monkeypatch.setattr(
        pool._Worker, "result", lambda one: None if next(failing, False) else result(one)
    )
    found = play_all(tournament, sessions(tournament), TWO, Stop())
    assert names([one for one in found if one is not None]) == planned(tournament)


def test_a_plan_that_cannot_be_sent_to_a_living_worker_is_told(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOBUFS, os.strerror(errno.ENOBUFS))

    connection = type(multiprocess.Pipe()[0])
    monkeypatch.setattr(connection, "send", refuse)
    with pytest.raises(OSError, match=os.strerror(errno.ENOBUFS)):
        list(play_all(tournament, sessions(tournament), TWO, Stop()))


def test_what_a_dead_worker_leaves_behind_is_killed(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not children_are_adopted():
        pytest.skip("this system gives orphans to another process")

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        mark = tmp_path / "mark"
        if not mark.exists():
            child = os.fork()
            if child == 0:
                signal.pause()
                os._exit(0)
            mark.write_text(str(child))
            os._exit(9)
        return told(plan)

    found = play(tournament, monkeypatch, job, 1)
    assert names(found) == planned(tournament)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "mark").read_text()), 0)


def children_are_adopted() -> bool:
    return Path("/proc/self").exists()


def deadly(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
    """Play all sessions but one, at which every worker dies."""
    if plan.session == "1.2.1":
        os._exit(7)
    return told(plan)


DEADLY = (
    "session 1.2.1: its worker process died 3 times, last: exited with status 7; no bot was charged"
)


def test_a_session_that_kills_every_worker_ends_who_wants_all(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ArenaError) as failed:
        play(tournament, monkeypatch, deadly)
    assert str(failed.value) == (f"{DEADLY}; run the same command again when the machine is well")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_session_that_cannot_be_played_costs_no_other(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    def void(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played | LeftOut:
        ill = LeftOut(plan.session, "the machine is ill")
        return ill if plan.session == "2.1.3" else deadly(_tournament, plan, _team)

    monkeypatch.setattr(worker, "play_session", void)
    playing = Playing(launch_plainly, jobs, pin=False)
    found = list(play_on(tournament, sessions(tournament), playing, Stop()))
    played = names([one for one in found if isinstance(one, Played)])
    assert played == [name for name in planned(tournament) if name not in ("1.2.1", "2.1.3")]
    left_out = [(one.session, one.why) for one in found if isinstance(one, LeftOut)]
    assert sorted(left_out) == [("1.2.1", DEADLY), ("2.1.3", "the machine is ill")]


@pytest.mark.parametrize(("jobs", "stops"), [(1, False), (2, False), (1, True)])
def test_a_session_whose_worker_died_waits_a_while(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, jobs: int, stops: bool
) -> None:
    """Others are played meanwhile; a stop does not wait for it."""
    monkeypatch.setattr(pool, "PAUSES_S", (60.0 if stops else 0.5, 0.5))
    monkeypatch.setattr(worker, "play_session", deadly)
    playing = Playing(launch_plainly, jobs, pin=False)
    found: list[Played | LeftOut] = []
    stop, start = Stop(), time.monotonic()
    for one in play_on(tournament, sessions(tournament), playing, stop):
        found.extend([one] if one is not None else [])
        if stops and len(found) == 15:
            stop.level = 1
    if stops:
        assert names(found) == [name for name in planned(tournament) if name != "1.2.1"]
    else:
        assert time.monotonic() - start > 1.0
        assert found.pop() == LeftOut("1.2.1", DEADLY)
        assert len(found) == 15


def test_an_error_of_the_arena_ends_the_league_in_its_words(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(_tournament: Tournament, _plan: SessionPlan, _team: Team) -> Played:
        raise ArenaError("void 3 times")

    with pytest.raises(ArenaError, match=r"^void 3 times$"):
        play(tournament, monkeypatch, job)


def test_a_bug_in_a_worker_reaches_the_person_at_the_arena(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(_tournament: Tournament, _plan: SessionPlan, _team: Team) -> Played:
        raise ZeroDivisionError("a bug")

    with pytest.raises(RuntimeError, match=r"session 1\.1\.1:\nTraceback(.|\n)*a bug"):
        play(tournament, monkeypatch, job, 1)


def test_no_memory_is_no_bug(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def job(_tournament: Tournament, _plan: SessionPlan, _team: Team) -> Played:
        raise MemoryError

    with pytest.raises(ArenaError) as failed:
        play(tournament, monkeypatch, job, 1)
    assert str(failed.value) == f"session 1.1.1: {NO_MEMORY}"


def test_stop_lets_the_sessions_in_play_finish(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        time.sleep(0.3)
        return told(plan)

    monkeypatch.setattr(worker, "play_session", job)
    found = []
    for played in play_all(tournament, sessions(tournament), TWO, stop):
        stop.level = 1  # before the first is finished, or right after
        found += [] if played is None else [played]
    assert len(found) == 2


def test_stop_at_once_drops_the_sessions_in_play(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        time.sleep(60)
        return told(plan)

    monkeypatch.setattr(worker, "play_session", job)
    start = time.monotonic()
    for played in play_all(tournament, sessions(tournament), TWO, stop):
        assert played is None
        stop.level = 2
    assert time.monotonic() - start < 2


def test_a_worker_that_ignores_the_end_is_killed(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        return told(plan)

    monkeypatch.setattr(worker, "play_session", job)
    start = time.monotonic()
    for _ in play_all(tournament, sessions(tournament), TWO, stop):
        if time.monotonic() - start > 0.5:  # the workers are deaf by now
            stop.level = 2
    assert 1 < time.monotonic() - start < 5


def test_the_end_is_not_lost_in_the_fork_of_a_bot() -> None:
    """What a signal's handler raises there is dropped by Python."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where Python tells of it
        code = 1
        try:
            worker.enter(None, os.getppid())
            os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
            if os.fork() == 0:
                os._exit(0)
            time.sleep(10)
        except SystemExit as end:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)  # it comes until the end took
            code = int(str(end.code))
        finally:
            os._exit(code)
    start = time.monotonic()
    _, status = os.waitpid(child, 0)
    kill_orphans(keep=())  # the fork's child, which ended
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGTERM
    assert time.monotonic() - start < 5


def test_the_end_is_not_lost_in_the_start_of_a_worker() -> None:
    """Until a worker has handlers of its own it has the arena's, which end nothing."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGTERM, lambda *_: None)
            os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGTERM))
            process, _ = pool._start(worker.work_apart, [], lambda: time.sleep(30))
            process.join(10)
            code = 0 if process.exitcode == 128 + signal.SIGTERM else 2
            process.kill()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_worker_deaf_to_the_end_goes_with_the_arena(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that finished its session and waits for the next."""

    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if plan.session != "1.1.1":
            raise ArenaError("void 3 times")
        time.sleep(0.3)
        return told(plan)

    start = time.monotonic()
    with pytest.raises(ArenaError, match=r"^void 3 times$"):
        play(tournament, monkeypatch, job)
    assert time.monotonic() - start < 5


def test_it_comes_up_for_air_while_sessions_are_long(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(_tournament: Tournament, plan: SessionPlan, _team: Team) -> Played:
        time.sleep(1)
        return told(plan)

    monkeypatch.setattr(worker, "play_session", job)
    plans = iter([next(sessions(tournament))])
    breaths = [played is None for played in play_all(tournament, plans, ONE, Stop())]
    assert breaths.count(True) >= 3
    assert breaths.count(False) == 1


def test_it_can_be_left_in_the_middle(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The consumer fails, on a full disk for one: the workers are ended with the generator."""
    monkeypatch.setattr(worker, "play_session", lambda _t, plan, _team: told(plan))
    found = play_all(tournament, sessions(tournament), TWO, Stop())
    assert next(played for played in found if played is not None)
    found.close()  # type: ignore[attr-defined]


def test_the_default_is_the_cores_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool.os, "sched_getaffinity", lambda _: {3, 5, 6}, raising=False)
    assert default_jobs() == 3
    monkeypatch.delattr(pool.os, "sched_getaffinity")
    monkeypatch.setattr(pool.os, "cpu_count", lambda: 7)
    assert default_jobs() == 7
    monkeypatch.setattr(pool.os, "cpu_count", lambda: None)
    assert default_jobs() == 1
