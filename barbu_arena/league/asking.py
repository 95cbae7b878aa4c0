"""A bot asked by itself, outside any session: what a file of questions holds, or a check."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.league.session_job import Earlier, again_if_void
from barbu_arena.league.team import BYE, GRACE_S
from barbu_arena.players.answers import Answer, Greeting, cut
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import Clock, ClockLimits, awake
from barbu_arena.players.compact_json import compact
from barbu_arena.players.fault import Fault
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.process import BotGone, end_all, monotonic
from barbu_arena.players.remarks import Remark, remark_on
from barbu_arena.players.sandbox import Launch
from barbu_arena.referee.penalties import REPLACED, FaultPolicy

Message = Mapping[str, Any]

_OWN = ("id", "deadline_ms", "bank_ms")
"""The fields of a question that are the player's to add."""
_CHATTER_S = 0.05
"""How long a bot is heard that has nothing to say any more."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and what became of it."""

    question: bytes
    """As it was sent."""
    answer: bytes
    """As it came, cut."""
    ms: float
    said: Answer | None
    """None where it gave no answer, or none that could be read."""
    fault: Fault | None
    remark: Remark | None
    """A margin, or in what its own list of legal answers differs."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How a bot that was asked by itself behaved."""

    greeting: Greeting | None
    greeted_ms: float
    start_fault: Fault | None
    """Why it could not be asked at all."""
    exchanges: tuple[Exchange, ...]
    """The questions as far as it was asked: the first fault that retires ends it."""
    chatter: bytes
    """What it wrote to stdout when it was asked no more."""
    left_by_itself: bool
    stderr: bytes

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults in order."""
        start = () if self.start_fault is None else (self.start_fault,)
        return (*start, *(it.fault for it in self.exchanges if it.fault is not None))


def ask_bot(
    bot: Bot, hello: Message, messages: Sequence[Message], launch: Launch, stop: Stop
) -> Asking | None:
    """Start a bot, greet it, send it all messages and hear its answers; None if stopped before.

    A message with `legal` is a question, whose id is drawn anew and whose time is that which it
    names; other messages are told as they are. This runs in a worker process, so that nothing is
    left running however the arena ends, and again if the machine was busy. Raises ArenaError when
    that fails three times in a row.
    """

    def ask(earlier: Earlier) -> Asking:
        player = BotPlayer(bot, _limits(hello), _fields(hello), launch)
        player.is_blamed = earlier.blames(bot.name)
        return _ask(player, hello, messages)

    return run_apart(lambda: again_if_void(ask, "of questions"), stop)


def _ask(player: BotPlayer, hello: Message, messages: Sequence[Message]) -> Asking:
    exchanges: list[Exchange] = []
    chatter = b""
    stubborn = []
    try:
        with awake():
            player.begin()
            start_fault = player.ready()
            if start_fault is None:
                exchanges = _exchanges(player, hello, messages)
    finally:
        if player.process is not None:
            player.tell(BYE)
            chatter = _chatter(player)
            stubborn = end_all([player.process], GRACE_S)
        kill_orphans(keep=())
    return Asking(
        greeting=player.greeting,
        greeted_ms=player.greeted_ms,
        start_fault=start_fault,
        exchanges=tuple(exchanges),
        chatter=chatter,
        left_by_itself=not stubborn,
        stderr=player.process.stderr.kept() if player.process is not None else b"",
    )


def _exchanges(player: BotPlayer, hello: Message, messages: Sequence[Message]) -> list[Exchange]:
    found: list[Exchange] = []
    replaced = 0
    for message in messages:
        if "legal" not in message:
            player.tell(compact(message))
            continue
        found.append(_exchange(player, hello, message))
        fault = found[-1].fault
        if fault is not None:
            player.judged(fault)
            replaced += 1
            if fault.kind not in REPLACED or replaced == FaultPolicy().max_faults:
                player.retire()
                break
    return found


def _exchange(player: BotPlayer, hello: Message, question: Message) -> Exchange:
    player.clock = Clock(_time_of(question, _limits(hello)))
    player.said = None
    start = monotonic()
    action = player.ask(_fields(question))
    ms = (monotonic() - start) * 1000
    sent, came = player.last_exchange()
    if isinstance(action, Fault):
        return Exchange(sent, came, ms, None, action, None)
    said = player.said or Answer(action)
    fault = None
    legal = question["legal"]
    if action.decode() not in legal:
        listed = ", ".join(legal)
        message = f"{cut(action, 40)} is not in the question's `legal`: {listed}"
        fault = Fault("illegal", message, sent, came)
    return Exchange(sent, came, ms, said, fault, remark_on(sent, said))


def _chatter(player: BotPlayer) -> bytes:
    """Return what a bot says that has heard its last line; nothing of one that was ended."""
    process = player.process
    if process is None or process.is_closed:
        return b""
    try:
        return process.receive(monotonic() + _CHATTER_S)
    except BotGone:
        return b""


def _fields(message: Message) -> bytes:
    """Return a message without braces and without what the player adds."""
    return compact({key: value for key, value in message.items() if key not in _OWN})[1:-1]


def _limits(hello: Message) -> ClockLimits:
    """Return the clock that a `hello` tells of; what it does not tell rightly is as usual."""
    told = hello.get("clock")
    usual = ClockLimits()
    if not isinstance(told, dict):
        return usual
    return ClockLimits(
        free_ms=_milliseconds(told, "free_ms", usual.free_ms),
        bank_ms=_milliseconds(told, "bank_ms", usual.bank_ms),
        cap_ms=_milliseconds(told, "cap_ms", usual.cap_ms),
    )


def _time_of(question: Message, limits: ClockLimits) -> ClockLimits:
    """Return the limits under which the next question has just the time that it names."""
    return replace(
        limits,
        bank_ms=_milliseconds(question, "bank_ms", limits.bank_ms),
        cap_ms=_milliseconds(question, "deadline_ms", limits.cap_ms),
    )


def _milliseconds(fields: Message, key: str, usual: int) -> int:
    value = fields.get(key)
    return value if type(value) is int and 0 <= value < 1 << 31 else usual
