"""A session that the machine cannot play is told of and left out; a night goes on without it.

A stand-in for the workers says of each try what the machine makes of it.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from barbu_arena.cli import playing as playing_module
from barbu_arena.cli import watches
from barbu_arena.cli.signals import GIVING_UP
from barbu_arena.files import league_run
from barbu_arena.league import precision
from barbu_arena.league.pool import Playing, Stop
from barbu_arena.league.session_job import LeftOut, Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan
from tests.arena_process import Ended, lines_in
from tests.command_line import Command
from tests.referee_alone import played_session
from tests.small_leagues import misbehaving, picker, write_league

LEDGER = Path("results/league/sessions.jsonl")
RUN = "barbu-arena run league.yaml"


class Machine:
    """Plays all sessions but those in `ill`, each so many times; -1 is for ever.

    Before a session it does what `before` has for it.
    """

    def __init__(self, **ill: int) -> None:
        self.ill = Counter({name.replace("_", ".")[1:]: times for name, times in ill.items()})
        self.before: dict[str, Callable[[], object]] = {}
        self.finishes: Collection[str] = ()
        """Sessions that are in play when the others end, and are finished, or not, thereafter."""

    def play(
        self, tournament: Tournament, plans: Iterator[SessionPlan], _playing: Playing, stop: Stop
    ) -> Iterator[Played | LeftOut | None]:
        for plan in plans:
            name = plan.session
            self.before.pop(name, bool)()
            if stop.level and name not in self.finishes:
                continue
            if self.ill[name]:
                self.ill[name] -= 1
                yield LeftOut(name, why(name))
            else:
                record = played_session(plan, tournament.rules, tournament.seed)
                yield Played(record, 0.25, (), (), (), ())
            yield None


def why(session: str) -> str:
    return f"session {session}: void 3 times, last: the computer was busy; no bot was charged"


@pytest.fixture
def league(in_tmp: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Machine]:
    """Write a league of eight sessions, and have a machine play it."""

    def build(machine: Machine, **fields: object) -> Machine:
        write_league(in_tmp, **{"rounds": 2, **fields})  # type: ignore[arg-type]
        monkeypatch.setattr(league_run, "play_on", machine.play)
        return machine

    return build


League = Callable[..., Machine]


def run(command: Command, *options: str) -> Ended:
    return command("run", "league.yaml", "--jobs", "1", *options)


def end_of(ended: Ended) -> list[str]:
    return ended.err.splitlines()[-2:]


def could_not(left_out: int, planned: int, left: int) -> str:
    return (
        f"could not be played: {left_out} of {planned} sessions; still to play: {left}; "
        "when the machine is well, go on with"
    )


@pytest.mark.parametrize("options", [(), ("--quiet",)])
def test_the_night_goes_on(league: League, command: Command, options: tuple[str, ...]) -> None:
    machine = league(Machine(_1_1_2=-1, _2_1_4=-1))
    ended = run(command, *options)
    assert ended.status == 1
    said = [line for line in ended.err.splitlines() if line != "going on"]
    assert [line for line in said if "void" in line or "once more" in line] == [
        why("1.1.2"),
        why("2.1.4"),
        "could not be played: 2 of 8 sessions; trying once more",
        why("1.1.2"),
        why("2.1.4"),
    ]
    assert end_of(ended) == [could_not(2, 8, 2), RUN]
    assert ended.out.startswith("league: 6 of 8 sessions, ")
    assert Path("results/league/table.txt").read_text().startswith(ended.out)
    machine.ill.clear()
    ended = run(command, "--quiet")
    assert (ended.status, ended.err) == (0, "")
    assert lines_in(LEDGER) == 8
    assert command("verify", "results/league").status == 0


def test_once_more_at_the_end_of_the_night(league: League, command: Command) -> None:
    league(Machine(_1_1_2=1, _1_1_4=1))
    ended = run(command)
    assert ended.status == 0
    assert "still to play" not in ended.err
    assert lines_in(LEDGER) == 8


def test_nothing_at_all(league: League, command: Command) -> None:
    league(Machine(_1_1_1=-1, _1_1_2=-1, _1_1_3=-1, _1_1_4=-1), rounds=1)
    ended = run(command)
    assert (ended.status, ended.out) == (1, "")
    assert end_of(ended) == [could_not(4, 4, 4), RUN]


@pytest.mark.parametrize(("jobs", "tried"), [(1, 13), (2, 23)])
def test_one_after_the_other(league: League, command: Command, jobs: int, tried: int) -> None:
    """Three are played, then none any more; it ends at ten for each job, and not once more."""
    names = [f"_{r}_1_{s}" for r in range(1, 13) for s in range(1, 5)][3:]
    machine = league(Machine(**dict.fromkeys(names, -1)), rounds=12)
    ended = command("run", "league.yaml", "--jobs", str(jobs))
    assert ended.status == 1
    assert -sum(machine.ill.values()) - len(names) == tried - 3
    assert end_of(ended) == [could_not(tried - 3, 48, 45), RUN]
    assert ended.out.startswith("league: 3 of 48 sessions, ")


def test_not_one_after_the_other(
    league: League, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_module, "_MOST_IN_A_ROW", 2)
    league(Machine(_1_1_1=1, _1_1_3=1, _2_1_1=1, _2_1_3=1))
    assert run(command).status == 0
    assert lines_in(LEDGER) == 8


@pytest.mark.parametrize("session", ["2.1.3", "2.1.4"])
def test_with_an_interruption(league: League, command: Command, session: str) -> None:
    """Also where all others are played: what was left out was to be tried once more."""
    machine = league(Machine(_1_1_2=-1))
    machine.before[session] = lambda: os.kill(os.getpid(), signal.SIGINT)
    machine.finishes = ["2.1.4"]
    ended = run(command)
    assert ended.status == 130
    left = 8 - lines_in(LEDGER)
    assert left == (2 if session == "2.1.3" else 1)
    assert end_of(ended) == [f"interrupted: {left} of 8 sessions are left; go on with", RUN]


@pytest.mark.parametrize("left_out", [False, True])
def test_with_a_time(
    league: League, command: Command, monkeypatch: pytest.MonkeyPatch, left_out: bool
) -> None:
    league(Machine(_1_1_2=-1) if left_out else Machine())
    monkeypatch.setattr(watches, "steady", lambda: 1e18 * (lines_in(LEDGER) >= 3))
    ended = run(command, "--until", "07:00")
    assert lines_in(LEDGER) == 3
    if left_out:
        assert ended.status == 1
        assert end_of(ended) == [could_not(1, 8, 5), f"{RUN} --until 07:00"]
    else:
        assert ended.status == 0
        assert f"it is 07:00; 5 sessions are left; go on with\n  {RUN}\n" in ended.err


@pytest.mark.parametrize(("healed", "left"), [(2, 0), (1, 1)])
def test_with_a_time_in_the_second_pass(
    league: League, command: Command, monkeypatch: pytest.MonkeyPatch, healed: int, left: int
) -> None:
    """Of two that were left out, so many are played before the time comes."""
    league(Machine(_1_1_2=1, _2_1_4=1))
    monkeypatch.setattr(watches, "steady", lambda: 1e18 * (lines_in(LEDGER) >= 6 + healed))
    ended = run(command, "--until", "07:00")
    assert lines_in(LEDGER) == 6 + healed
    if left:
        assert ended.status == 1
        assert end_of(ended) == [could_not(left, 8, left), f"{RUN} --until 07:00"]
    else:
        assert ended.status == 0


HEADS = [picker("ann", "first"), picker("ben", "seeded")]


def test_with_an_interruption_where_results_decide(league: League, command: Command) -> None:
    machine = league(
        Machine(_1_1_2=-1), entrants=HEADS, schedule={"kind": "head-to-head", "rounds": 12}
    )
    machine.before["1.1.2"] = lambda: os.kill(os.getpid(), signal.SIGINT)
    machine.finishes = ["1.1.2"]
    ended = run(command, "--until", "interval <= 30")
    assert ended.status == 130
    assert GIVING_UP not in ended.err


@pytest.mark.parametrize("after", [False, True])
def test_where_results_decide(
    league: League, command: Command, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """They are read in order: the first one left out is the end, and after the end it is none."""
    monkeypatch.setattr(precision, "LEAST_UNITS", 8)
    machine = league(
        Machine(_4_1_2=-1) if after else Machine(_1_1_2=-1),
        entrants=HEADS,
        schedule={"kind": "head-to-head", "rounds": 12},
    )
    machine.finishes = ["4.1.1", "4.1.2"] if after else []
    ended = run(command, "--until", "interval <= 30")
    if after:
        assert (ended.status, lines_in(LEDGER)) == (0, 19)
        assert why("4.1.2") in ended.err
        assert GIVING_UP not in ended.err
        assert "after round 3 no interval was wider than" in ended.err
    else:
        assert (ended.status, lines_in(LEDGER)) == (1, 1)
        assert f"{why('1.1.2')}\n{GIVING_UP}\n" in ended.err
        assert end_of(ended) == [could_not(1, 72, 71), f"{RUN} --until 'interval <= 30'"]


def test_with_a_fault_under_strict(in_tmp: Path, command: Command) -> None:
    """A real bot: what the machine could not play comes before what a bot did."""
    write_league(in_tmp, [*HEADS, picker("cem", "last"), misbehaving("dee", "exit")], rounds=1)
    play = league_run.play_on

    def ill(
        tournament: Tournament, plans: Iterator[SessionPlan], playing: Playing, stop: Stop
    ) -> Iterator[Played | LeftOut | None]:
        for number, plan in enumerate(plans, start=1):
            if plan.session == "1.1.4":
                yield LeftOut(plan.session, why(plan.session))
            elif number < 4:
                yield from play(tournament, iter([plan]), playing, stop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(league_run, "play_on", ill)
        ended = run(command, "--strict")
    assert ended.status == 1
    assert end_of(ended) == [could_not(1, 4, 1), f"{RUN} --strict"]
    assert run(command, "--strict").status == 3
