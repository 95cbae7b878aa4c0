"""One session as a job: small values in, small values out, nothing written to the disk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter, sleep
from typing import TypeVar

from barbu_arena.errors import ArenaError
from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.session import dealer
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import awake
from barbu_arena.players.fault import ArenaTrouble, Fault, KilledForMemory
from barbu_arena.players.remarks import Remark
from barbu_arena.referee.record import FaultEntry, SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan

TRIES = 3
PAUSES_S = (1.0, 10.0)
"""Before another try: what the machine lacks at one moment it may have at the next."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is kept of one fault."""

    bot: str
    entry: FaultEntry
    fault: Fault
    ended: str
    """How the process ended, if it did."""
    stderr: bytes


@dataclass(frozen=True, slots=True)
class BotTiming:
    """How one bot used its time in one session (milliseconds)."""

    bot: str
    answers: int
    total_ms: float
    longest_ms: float
    bank_left_ms: int
    late_lines: int
    off_turn_ms: float
    """Processor time while others were on move."""
    peak_mib: int
    """The most memory that it was seen to hold."""
    has_pondered: bool
    """Whether it computed off turn more than may be."""
    gave_way: bool
    """Whether it crowded the core and was put behind all others."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished session with what does not belong into its record."""

    record: SessionRecord
    seconds: float
    timings: tuple[BotTiming, ...]
    evidence: tuple[Evidence, ...]
    stderr: tuple[tuple[str, bytes], ...]
    """What each bot wrote to stderr, by name; bots that wrote nothing are left out."""
    voided: tuple[str, ...]
    """Why earlier tries of this session were void."""
    remarks: tuple[Remark, ...] = ()
    """What bots said beside their answers."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A session that the machine could not play."""

    session: str
    why: str


class StillVoid(ArenaError):
    """What was played again because it was void is void once more; `why` says why, no more."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}; run the same command again when the machine is well")
        self.why = why


@dataclass(frozen=True, slots=True)
class Earlier:
    """The earlier tries of what is played again because it was void."""

    troubles: tuple[ArenaTrouble, ...] = ()

    @property
    def voided(self) -> tuple[str, ...]:
        """Why they were void."""
        return tuple(map(str, self.troubles))

    def blames(self, bot: str) -> bool:
        """Whether a bot is charged at the last try, as it died in all others for want of memory."""
        killed = [it.bot for it in self.troubles if isinstance(it, KilledForMemory)]
        return killed.count(bot) == TRIES - 1


def play_session(tournament: Tournament, plan: SessionPlan, team: Team) -> Played | LeftOut:
    """Play one session with real bots; a void one is played again, three times at most."""

    def play(earlier: Earlier) -> Played:
        try:
            return _play(tournament, plan, team, earlier)
        except ArenaTrouble:
            team.close()
            raise

    try:
        return again_if_void(play, plan.session)
    except StillVoid as error:
        return LeftOut(plan.session, error.why)


def again_if_void(play: Callable[[Earlier], Result], session: str) -> Result:
    """Return what `play` makes of a session, given earlier tries of it.

    Raises StillVoid when the machine fails three times in a row.
    """
    earlier = Earlier()
    while True:
        try:
            return play(earlier)
        except ArenaTrouble as trouble:
            earlier = Earlier((*earlier.troubles, trouble))
            if len(earlier.troubles) == TRIES:
                raise StillVoid(
                    f"session {session}: void {TRIES} times, last: {trouble}; no bot was charged"
                ) from None
            sleep(PAUSES_S[len(earlier.troubles) - 1])


def _play(tournament: Tournament, plan: SessionPlan, team: Team, earlier: Earlier) -> Played:
    start = perf_counter()
    players = team.seat(plan.bots)
    for player in players:
        player.is_blamed = earlier.blames(player.bot.name)
    referee = Referee(
        tournament.rules,
        dealer(tournament.seed, plan.board_set),
        players,
        tournament.faults,
    )
    seeds = [bot_seed(tournament.seed, plan.session, seat) for seat in range(4)]
    with awake():
        record = referee.play(plan, seeds)
    team.rest([entry.seat for entry in referee.faults if entry.retired])
    played = summed_up(
        record, referee, dict(enumerate(players)), perf_counter() - start, earlier.voided
    )
    for player in players:
        if player.process is not None:
            player.process.stderr.clear()
    return played


def summed_up(
    record: SessionRecord,
    referee: Referee,
    bots: Mapping[int, BotPlayer],
    seconds: float,
    voided: tuple[str, ...],
) -> Played:
    """Return a session with all that is kept of its bots, who are given by seat."""
    stderr = [(player.bot.name, _stderr(player)) for player in bots.values()]
    return Played(
        record=record,
        seconds=seconds,
        timings=tuple(_timing(player) for player in bots.values()),
        evidence=tuple(
            _evidence(bots[entry.seat], entry, fault)
            for entry, fault in zip(referee.faults, referee.evidence, strict=True)
        ),
        stderr=tuple((name, data) for name, data in stderr if data),
        voided=voided,
        remarks=tuple(remark for player in bots.values() for remark in player.remarks()),
    )


def _evidence(player: BotPlayer, entry: FaultEntry, fault: Fault) -> Evidence:
    process = player.process
    ended = process.how_it_ended() if process is not None and entry.retired else ""
    return Evidence(player.bot.name, entry, fault, ended, _stderr(player)[-_STDERR_KEPT:])


_STDERR_KEPT = 2000


def _stderr(player: BotPlayer) -> bytes:
    return player.process.stderr.kept() if player.process is not None else b""


def _timing(player: BotPlayer) -> BotTiming:
    used = player.answering()
    return BotTiming(
        bot=player.bot.name,
        answers=used.answers,
        total_ms=round(used.total_ms, 1),
        longest_ms=round(used.longest_ms, 1),
        bank_left_ms=player.clock.bank_ms,
        late_lines=used.late_lines,
        off_turn_ms=round(used.off_turn_ms, 1),
        peak_mib=used.peak_mib,
        has_pondered=used.has_pondered,
        gave_way=used.gave_way,
    )
