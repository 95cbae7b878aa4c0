"""One session as a job: void ones again, and what is kept beside the record."""

import itertools
import os
import pickle
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league import session_job
from barbu_arena.league.session_job import LeftOut, Played, play_session
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.players import bot_player, clock, usage
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.orphans import adopt_orphans, children
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.players.usage import Ponder
from barbu_arena.referee.record import FaultEntry
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.session_plan import SessionPlan
from tests.referee_alone import played_session
from tests.small_leagues import BOTS

PLAN = SessionPlan(2, 1, 3, 4, ("dee", "ann", "cem", "ben"))


def bot(name: str, *args: str, kind: str = "picker") -> Bot:
    return load_bot(BOTS / kind, Grant(name=name, args=args))


def misbehaving(name: str, how: str, at: int) -> Bot:
    return bot(name, "--how", how, "--at", str(at), kind="misbehave")


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    adopt_orphans()
    before = set(children())
    yield
    assert set(children()) <= before


@pytest.fixture
def tournament() -> Tournament:
    bots = tuple(bot(name) for name in ("ann", "ben", "cem", "dee"))
    return Tournament("t", load_rules("modern"), "job", bots)


def play(tournament: Tournament) -> Played:
    team = Team(tournament, launch_plainly)
    try:
        return finished(tournament, team)
    finally:
        team.close()


def finished(tournament: Tournament, team: Team) -> Played:
    played = play_session(tournament, PLAN, team)
    assert isinstance(played, Played)
    return played


def test_bots_that_take_the_first_answer_play_what_is_played_without_bots(
    tournament: Tournament,
) -> None:
    played = play(tournament)
    assert played.record == played_session(PLAN, tournament.rules, "job")
    assert (played.evidence, played.stderr, played.voided) == ((), (), ())
    assert [timing.bot for timing in played.timings] == list(PLAN.bots)
    for timing in played.timings:
        assert timing.answers > 100
        assert 0 < timing.longest_ms <= timing.total_ms
        assert 0 < timing.bank_left_ms <= 20_000
        assert timing.late_lines == 0
        assert timing.off_turn_ms < 1000
        assert not timing.has_pondered
        if sys.platform == "linux":
            assert 1 <= timing.peak_mib < 100
    assert played.seconds > sum(timing.total_ms for timing in played.timings) / 1000


def test_job_and_result_can_be_sent_to_another_process(tournament: Tournament) -> None:
    played = play(tournament)
    for value in (tournament, PLAN, played):
        assert pickle.loads(pickle.dumps(value)) == value


PONDERING = """
import os, sys, time
if os.fork() == 0:
    arena_of = os.getppid()
    os.close(0)
    os.close(1)
    while os.getppid() == arena_of:
        pass
    os._exit(0)
os.execv(sys.executable, [sys.executable, "-I", "-S", "bot.py", "--how", "well"])
"""
"""A bot whose helper thinks all the time."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of use")
@pytest.mark.parametrize("ponder", ["fault", "warn", "allow"])
def test_a_bot_that_computes_all_the_time(
    tournament: Tournament, ponder: Ponder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "PONDER_S", 0.01)
    monkeypatch.setattr(usage, "PONDER_SHARE", 0.01)
    command = (sys.executable, "-I", "-S", "-c", PONDERING)
    ponderer = Bot("cem", str(BOTS / "misbehave"), command)
    bots = tuple(ponderer if bot.name == "cem" else bot for bot in tournament.bots)
    adopt_orphans()
    played = play(replace(tournament, bots=bots, ponder=ponder))
    timing = next(timing for timing in played.timings if timing.bot == "cem")
    assert timing.has_pondered
    assert timing.off_turn_ms > 10
    record = played.record
    if ponder != "fault":
        assert (record.faults, played.evidence) == ((), ())
        return
    assert record.faults == (
        FaultEntry(len(record.deals), PLAN.bots.index("cem"), "bye", 0, "resource", True),
    )
    assert [evidence.bot for evidence in played.evidence] == ["cem"]
    check_record(record, tournament.rules, tournament.seed, tournament.faults)


def test_a_session_that_the_computer_slept_through_is_played_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = iter([0.0, 8 * 3600.0])
    monkeypatch.setattr(clock, "slept_s", lambda: next(slept, 8 * 3600.0))
    played = play(tournament)
    assert played.voided == ("the computer was asleep",)
    assert played.record == played_session(PLAN, tournament.rules, "job")


def test_the_evidence_of_faults(tournament: Tournament) -> None:
    bad = {"ann": misbehaving("ann", "illegal", 100), "cem": misbehaving("cem", "exit-3", 60)}
    bots = tuple(bad.get(entrant.name, entrant) for entrant in tournament.bots)
    played = play(replace(tournament, bots=bots))
    kinds = [(item.bot, item.entry.fault, item.entry.retired) for item in played.evidence]
    assert sorted(kinds) == [
        ("ann", "illegal", False), ("ann", "illegal", False), ("ann", "illegal", True),
        ("cem", "crash", True),
    ]  # fmt: skip
    assert tuple(item.entry for item in played.evidence) == played.record.faults
    for item in played.evidence:
        assert PLAN.bots[item.entry.seat] == item.bot
        assert item.fault.question.startswith(b'{"id":"')
    ended = {item.bot: item.ended for item in played.evidence if item.entry.retired}
    assert ended["cem"] == "exited with status 3"
    first = played.evidence[0 if played.evidence[0].bot == "ann" else 1]
    assert b'"action":"11X"' in first.fault.answer


def test_stderr_is_kept_by_bot_and_cut(tournament: Tournament) -> None:
    bots = (*tournament.bots[:3], misbehaving("dee", "stderr-flood", 100))
    played = play(replace(tournament, bots=bots))
    ((name, kept),) = played.stderr
    assert name == "dee"
    assert kept.startswith(b"e" * 32_768)
    assert b" bytes not kept]\n" in kept
    assert len(kept) < 70_000


def test_a_reused_bot_does_not_have_its_stderr_kept_twice(tournament: Tournament) -> None:
    bots = (*tournament.bots[:3], misbehaving("dee", "stderr-escapes", 280))
    tournament = replace(tournament, bots=bots, reuse=True)
    team = Team(tournament, launch_plainly)
    sizes = [len(dict(finished(tournament, team).stderr)["dee"]) for _ in range(2)]
    team.close()
    assert sizes[0] < sizes[1]  # it goes on counting questions, but nothing is told again
    assert sizes[1] < 300 * len(b"\x1b[2J<script>=1+1\n")


# Void sessions


@dataclass
class UnluckyTeam:
    """A team whose first tries fail for reasons of the machine's own."""

    team: Team
    failures: int
    tries: int = 0
    closed: int = 0
    seats: list[Sequence[str]] = field(default_factory=list)

    def seat(self, names: Sequence[str]) -> list[BotPlayer]:
        self.tries += 1
        if self.tries <= self.failures:
            raise ArenaTrouble(f"trouble {self.tries}")
        return self.team.seat(names)

    def rest(self, retired: Sequence[int]) -> None:
        self.team.rest(retired)

    def close(self) -> None:
        self.closed += 1
        self.team.close()


@pytest.mark.parametrize("failures", [1, 2])
def test_a_void_session_is_played_again(tournament: Tournament, failures: int) -> None:
    team = UnluckyTeam(Team(tournament, launch_plainly), failures)
    played = finished(tournament, team)  # type: ignore[arg-type]
    assert played.voided == tuple(f"trouble {i + 1}" for i in range(failures))
    assert team.closed == failures
    assert played.record == played_session(PLAN, tournament.rules, "job")


def test_a_session_void_three_times_is_left_out(tournament: Tournament) -> None:
    team = UnluckyTeam(Team(tournament, launch_plainly), 3)
    assert play_session(tournament, PLAN, team) == LeftOut(  # type: ignore[arg-type]
        "2.1.3", "session 2.1.3: void 3 times, last: trouble 3; no bot was charged"
    )
    assert (team.tries, team.closed) == (3, 3)


def test_between_two_tries_the_machine_gets_time(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(session_job, "PAUSES_S", (1.0, 10.0))
    monkeypatch.setattr(session_job, "sleep", waited.append)
    team = UnluckyTeam(Team(tournament, launch_plainly), 3)
    assert isinstance(play_session(tournament, PLAN, team), LeftOut)  # type: ignore[arg-type]
    assert waited == [1.0, 10.0]


@pytest.mark.parametrize(
    ("dies", "charged"),
    [(("dee", "dee", "dee"), "dee"), (("dee", "ann", "dee"), ""), (("dee", "dee", "ann"), "")],
)
def test_who_dies_each_time_while_memory_is_short_is_charged(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, dies: tuple[str, ...], charged: str
) -> None:
    """The kernel kills one at each try, and some process elsewhere all the time."""
    kills = itertools.count()
    monkeypatch.setattr(bot_player, "kills_for_memory", lambda: next(kills))
    tries = iter(dies)

    class Shaken(Team):
        def seat(self, names: Sequence[str]) -> list[BotPlayer]:
            players = super().seat(names)
            victim = next(tries)
            for player in players:
                if player.bot.name == victim:
                    player.begin()
                    assert player.process is not None
                    os.kill(player.process.pid, signal.SIGKILL)
            return players

    played = play_session(tournament, PLAN, Shaken(tournament, launch_plainly))
    if not charged:
        assert isinstance(played, LeftOut)
        assert "ann ended" in played.why or "dee ended" in played.why
        return
    assert isinstance(played, Played)
    assert len(played.voided) == 2
    seat = played.record.bots.index("dee")
    assert [(entry.seat, entry.fault) for entry in played.record.faults] == [(seat, "crash")]
    assert played.evidence[0].fault.message == (
        "killed by SIGKILL before the handshake, once more beside kills for want of memory"
    )


def test_a_reused_bot_that_was_killed_between_two_sessions(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = [3]
    monkeypatch.setattr(bot_player, "kills_for_memory", lambda: kills[0])
    team = Team(replace(tournament, reuse=True), launch_plainly)
    finished(tournament, team)
    victim = team._players["ben", 0].process
    assert victim is not None
    os.kill(victim.pid, signal.SIGKILL)
    kills[0] += 1
    again = finished(tournament, team)
    team.close()
    assert again.record.faults == ()
    (reason,) = again.voided
    assert reason.startswith("ben ended (killed by SIGKILL) while the kernel killed for want of ")
    assert re.search(r"; it was seen to hold \d+ MiB$", reason)
