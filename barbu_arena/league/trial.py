"""A bot on trial: its handshake, one session among players that draw their answers, its leaving."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from barbu_arena.game.deal import Ask
from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.session import dealer
from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.league.session_job import Earlier, again_if_void
from barbu_arena.league.team import BYE, GRACE_S, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import Greeting
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import awake
from barbu_arena.players.fault import Fault
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.player import Player
from barbu_arena.players.process import end_all, monotonic
from barbu_arena.players.random_player import RandomPlayer
from barbu_arena.players.remarks import Remark
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
    times: tuple[tuple[str, float], ...]
    """Of each answer, with the kind of its question."""
    bank_used_ms: int
    off_turn_ms: float
    """Processor time while others were on move."""
    peak_mib: int
    """The most memory that it was seen to hold."""
    faults: tuple[tuple[FaultEntry, Fault], ...]
    differences: tuple[Remark, ...]
    """Where its own list of legal answers is not the arena's."""
    difference: tuple[bytes, bytes]
    """The first such question and its answer; empty if there is none."""
    left_by_itself: bool
    stderr: bytes

    @property
    def retired(self) -> bool:
        """Whether a fault ended it."""
        return any(entry.retired for entry, _ in self.faults)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the answers to one kind of question took, in milliseconds."""

    kind: str
    asked: int
    median: float
    p99: float
    longest: float


def try_bot(tournament: Tournament, launch: Launch, stop: Stop, session: int = 1) -> Trial | None:
    """Play the tournament's only bot and return what it did; None if stopped before.

    Session 1 has it in seat 0, the next ones in the seats behind. It is played in a worker
    process, so that nothing is left running however the arena ends, and again if it was void.
    Raises ArenaError when the machine fails three times in a row.
    """
    name = f"1.1.{session}"
    return run_apart(
        lambda: again_if_void(partial(_trial, tournament, launch, session), name), stop
    )


def _trial(tournament: Tournament, launch: Launch, session: int, earlier: Earlier) -> Trial:
    bot = tournament.bots[0]
    player = _WatchedPlayer(bot, tournament.clock, hello_fields(tournament), launch)
    player.is_blamed = earlier.blames(bot.name)
    seat = (session - 1) % 4
    names = [f"drawing-{n}" for n in range(1, 4)]
    names.insert(seat, bot.name)
    a, b, c, d = names
    plan = SessionPlan(1, 1, session, session - 1, (a, b, c, d))
    players: list[Player] = [RandomPlayer(f"{tournament.seed}|{name}") for name in names]
    players[seat] = player
    referee = Referee(
        tournament.rules, dealer(tournament.seed, plan.board_set), players, tournament.faults
    )
    seeds = [bot_seed(tournament.seed, plan.session, seat) for seat in range(4)]
    stubborn = []
    try:
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
        times=tuple(player.times),
        bank_used_ms=tournament.clock.bank_ms - player.clock.bank_ms,
        off_turn_ms=used.off_turn_ms,
        peak_mib=used.peak_mib,
        faults=tuple(zip(referee.faults, referee.evidence, strict=True)),
        differences=tuple(remark for remark in player.remarks() if remark.differs),
        difference=player.difference,
        left_by_itself=not stubborn,
        stderr=player.process.stderr.kept() if player.process is not None else b"",
    )


class _WatchedPlayer(BotPlayer):
    """A bot's player that keeps the time of each answer."""

    times: list[tuple[str, float]]
    difference = b"", b""

    def ask(self, body: bytes) -> bytes | Fault:
        start = monotonic()
        outcome = super().ask(body)
        self.times.append((_kind(body), (monotonic() - start) * 1000))
        if not self.difference[0] and any(remark.differs for remark in self.remarks()[-1:]):
            self.difference = self.last_exchange()
        return outcome

    def new_session(self) -> None:
        super().new_session()
        self.times = []


def _kind(body: bytes) -> str:
    """Return the type of a question, which is its first field."""
    return body.split(b'"', 4)[3].decode()


def timings(times: Sequence[tuple[str, float]]) -> tuple[Timing, ...]:
    """Return the times of answers by kind of question, for the kinds that were asked."""
    found = []
    for ask in Ask:
        ms = sorted(ms for kind, ms in times if kind == ask.value)
        if ms:
            row = Timing(ask.value, len(ms), _nearest(ms, 0.5), _nearest(ms, 0.99), ms[-1])
            found.append(row)
    return tuple(found)


def _nearest(ordered: Sequence[float], share: float) -> float:
    """Return the smallest of ordered values that so large a share of them does not exceed."""
    return ordered[ceil(share * len(ordered)) - 1]
