"""A bot on trial: its handshake, one session among the simplest players, its leaving."""

from dataclasses import dataclass

from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.session import dealer
from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.league.session_job import again_if_void
from barbu_arena.league.team import BYE, GRACE_S, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import Greeting
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import awake
from barbu_arena.players.fault import Fault
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.process import end_all
from barbu_arena.players.sandbox import Launch
from barbu_arena.referee.record import FaultEntry, SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan


@dataclass(frozen=True, slots=True)
class Trial:
    """What a bot did; times in milliseconds."""

    greeting: Greeting | None
    greeted_ms: float
    record: SessionRecord
    questions: int
    total_ms: float
    longest_ms: float
    off_turn_ms: float
    """Processor time while others were on move."""
    peak_mib: int
    """The most memory that it was seen to hold."""
    faults: tuple[tuple[FaultEntry, Fault], ...]
    left_by_itself: bool
    stderr: bytes


def try_bot(tournament: Tournament, launch: Launch, stop: Stop) -> Trial | None:
    """Play the tournament's only bot in seat 0 and return what it did; None if stopped before.

    It is played in a worker process, so that nothing is left running however the arena ends, and
    again if it was void. Raises ArenaError when the machine fails three times in a row.
    """
    return run_apart(lambda: again_if_void(lambda _: _trial(tournament, launch), "1.1.1"), stop)


def _trial(tournament: Tournament, launch: Launch) -> Trial:
    bot = tournament.bots[0]
    player = BotPlayer(bot, tournament.clock, hello_fields(tournament), launch)
    others = [FirstPlayer(), FirstPlayer(), FirstPlayer()]
    referee = Referee(
        tournament.rules, dealer(tournament.seed, 0), [player, *others], tournament.faults
    )
    seeds = [bot_seed(tournament.seed, "1.1.1", seat) for seat in range(4)]
    stubborn = []
    try:
        plan = SessionPlan(1, 1, 1, 0, (bot.name, "first-1", "first-2", "first-3"))
        with awake():
            record = referee.play(plan, seeds)
        used = player.answering()
    finally:
        if player.process is not None:
            player.tell(BYE)
            stubborn = end_all([player.process], GRACE_S)
        kill_orphans(keep=())
    return Trial(
        greeting=player.greeting,
        greeted_ms=player.greeted_ms,
        record=record,
        questions=used.answers,
        total_ms=used.total_ms,
        longest_ms=used.longest_ms,
        off_turn_ms=used.off_turn_ms,
        peak_mib=used.peak_mib,
        faults=tuple(zip(referee.faults, referee.evidence, strict=True)),
        left_by_itself=not stubborn,
        stderr=player.process.stderr.kept() if player.process is not None else b"",
    )
