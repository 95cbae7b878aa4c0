"""A bot's process as a player: the handshake, questions with ids, deadlines, late lines."""

import os
import re

from barbu_arena.players.answering import Answering
from barbu_arena.players.answers import Answer, BadAnswer, Greeting, cut, read_answer, read_greeting
from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import Clock, ClockLimits
from barbu_arena.players.compact_json import compact
from barbu_arena.players.exit_status import kills_for_memory
from barbu_arena.players.fault import ArenaTrouble, Fault, KilledForMemory
from barbu_arena.players.line_reader import LineReader, LineTooLong
from barbu_arena.players.process import MAX_LINE, BotGone, BotProcess, monotonic
from barbu_arena.players.remarks import Remark, Remarks
from barbu_arena.players.sandbox import Launch
from barbu_arena.players.upkeep import OverLimit, Table, Upkeep
from barbu_arena.players.usage import LOOK_S, Ponder

_EVIDENCE = 4096
"""Bytes of a bot's answer that are kept with a fault."""


class TooLate(Exception):
    """The deadline passed without a complete line."""


_GREETING_SLICE_S = 0.02
"""How often, while one greeting is awaited, the other bots are looked after: their pipes fill."""
_LAG_S = 0.25
"""A wait that ends so much too late was the arena's own: it was stopped, or has no time."""
_LISTEN_S = 0.1
"""At least so long the arena listens for the answer to ``hello``."""
BUSY = "the computer was busy or asleep"
_FAILURES = (BotGone, TooLate, LineTooLong, BadAnswer, OverLimit)
_OUT_OF_RESOURCES = frozenset({11, 12, 23, 24})  # EAGAIN ENOMEM ENFILE EMFILE

# The two usual spellings of an answer; whatever else came is read with care.
_SHORT = re.compile(rb'\{"id": ?"([0-9a-f]{8})", ?"action": ?"([A-Za-z0-9_:,-]{1,80})"\}\n')


class BotPlayer:
    """One bot, from its start to its end; between sessions `new_session` resets its clock."""

    def __init__(self, bot: Bot, clock: ClockLimits, hello: bytes, launch: Launch) -> None:
        """`hello` is the text of the first question's fields, without braces and id."""
        self.bot = bot
        self.wants: frozenset[str] = frozenset()
        self.greeting: Greeting | None = None
        self.greeted_ms = 0.0
        """From the start of the process to its greeting."""
        self.process: BotProcess | None = None
        self.said: Answer | None = None
        """The last answer that said more than an action; whoever wants to know resets it."""
        self.ponder: Ponder = "fault"
        """What it means if the bot computes while others are on move."""
        self.is_blamed = False
        """Whether it is charged even where it was killed while memory was short."""
        self._limits = clock
        self._hello = hello
        self._launch = launch
        self._start_fault: Fault | None = None
        self._upkeep: Upkeep | None = None
        self._table = Table()
        self._lines = LineReader()
        self._id = ""
        self._line = b""
        self._excused_s = 0.0
        """Of the present wait: what the arena took to look at others. It is nobody's time."""
        self._tokens: list[str] = []
        self.new_session()

    def new_session(self) -> None:
        """Wind the clock up."""
        self.clock = Clock(self._limits)
        self._remarks = Remarks()
        self._lines.late_lines = 0
        self._answers = 0
        self._total_ms = 0.0
        self._longest_ms = 0.0
        self._count_usage()

    def sit_at(self, table: Table) -> None:
        """Be looked after with the other bots of a table."""
        self._table = table
        if self._upkeep is not None:
            table.bots.append(self._upkeep)

    def _count_usage(self) -> None:
        self._began = monotonic()
        self._meter = self._upkeep.usage if self._upkeep is not None else None
        if self._meter is not None:
            self._meter.start_session(self._began)

    # The start

    def begin(self) -> None:
        """Start the process, unless it lives on from an earlier session, and greet it."""
        if self.process is not None:
            return
        self._id = self._next_id()
        self._started = monotonic()
        self._kills = kills_for_memory()
        try:
            self.process = self._launch(self.bot)
        except OSError as error:
            if error.errno in _OUT_OF_RESOURCES:
                raise ArenaTrouble(f"could not start {self.bot.name}: {error.strerror}") from None
            self._start_fault = Fault("start", f"could not be started: {error.strerror}")
            return
        self._upkeep = Upkeep(self.bot, self.process, may_ponder=self.ponder == "allow")
        self._table.bots.append(self._upkeep)
        self._line = b'{"id":"%b",%b}\n' % (self._id.encode(), self._hello)
        self.process.send(self._line)

    def ready(self) -> Fault | None:
        """Wait for the answer to ``hello``, as long as the start time allows."""
        if self._start_fault is not None or self.greeting is not None:
            return self._start_fault
        # What came while the arena waited for others is heard, however long that took.
        deadline = max(self._started + self._limits.start_ms / 1000, monotonic() + _LISTEN_S)
        self._excused_s = 0.0
        try:
            line = self._lines.line(b"", lambda: self._receive(deadline, _GREETING_SLICE_S))
            self.greeting = read_greeting(line, self._id)
        except _FAILURES as trouble:
            return self._start_trouble(trouble)
        self.greeted_ms = (monotonic() - self._started) * 1000
        self.wants = self.greeting.wants
        assert self._upkeep is not None
        self._upkeep.look()
        self._count_usage()
        return None

    def _start_trouble(self, trouble: Exception) -> Fault:
        if isinstance(trouble, TooLate):
            limit = self._limits.start_ms / 1000
            message = f"no handshake within {limit:g} s{self._unfinished()}"
            return self._fault("handshake", message)
        if isinstance(trouble, BotGone):
            return self._crash(trouble, " before the handshake")
        return self._bad_output(trouble)

    # Questions

    def tell(self, message: bytes) -> None:
        """Send a line that wants no answer."""
        if self.process is not None:
            self.process.send(message + b"\n")

    def ask(self, body: bytes) -> bytes | Fault:
        """Ask a question and return the action, or the fault."""
        self._id = question = self._next_id()
        wait_ms = self.clock.deadline_ms
        self._line = line = b'{"id":"%b",%b,"deadline_ms":%d,"bank_ms":%d}\n' % (
            question.encode(),
            body,
            wait_ms,
            self.clock.bank_ms,
        )
        self._lines.raw = b""
        self._excused_s = 0.0
        start = monotonic()
        if start >= self._table.due:
            self._table.look(monotonic)
            start = monotonic()
        meter = self._meter
        if meter is not None:
            meter.on_move(start)
        outcome: bytes | Fault
        try:
            outcome = self._answer(line, start, wait_ms)
            heard = self._heard
        except _FAILURES as trouble:
            heard = monotonic()
            outcome = self._ask_fault(trouble, wait_ms)
        self._charge((heard - start - self._excused_s) * 1000)
        if meter is not None:
            meter.off_move(start, heard)
        return outcome

    def _answer(self, line: bytes, start: float, wait_ms: int) -> bytes:
        """Return the action; `_heard` says when it was there."""
        process, question = self.process, self._id
        assert process is not None
        assert self._upkeep is not None
        if self._upkeep.over:
            raise OverLimit(self._upkeep.over)
        deadline = start + wait_ms / 1000
        until = min(deadline, max(self._table.due, start))
        data = process.exchange(line, int((until - start) * 1000))
        self._heard = now = monotonic()
        if now - until > _LAG_S:
            raise ArenaTrouble(BUSY)
        short = _SHORT.fullmatch(data)
        in_time = now <= deadline and not self._lines.unfinished
        if short and in_time and short[1].decode() == question:
            self._lines.raw = data
            return short[2]
        data = self._lines.line(data, lambda: self._receive(deadline, LOOK_S))
        self._heard = monotonic()
        if self._heard > deadline + self._excused_s:
            raise TooLate
        self.said = answer = read_answer(data, question)
        self._remarks.take(line, answer)
        return answer.action

    def _receive(self, deadline: float, slice_s: float) -> bytes:
        """Return what comes next, looking after the whole table while there is nothing.

        Raises TooLate at the deadline, and ArenaTrouble if the arena itself was held up.
        """
        assert self.process is not None
        assert self._upkeep is not None
        while True:
            now = monotonic()
            end = deadline + self._excused_s
            until = min(end, now + slice_s, self._table.due)
            data = self.process.receive(until)
            if monotonic() - max(now, until) > _LAG_S:
                raise ArenaTrouble(BUSY)
            if data:
                return data
            if until == end:
                raise TooLate
            self._table.look(monotonic)
            if self._upkeep.over:
                raise OverLimit(self._upkeep.over)
            self._excused_s += self._table.took_s(self._upkeep)

    def _ask_fault(self, trouble: Exception, wait_ms: int) -> Fault:
        if isinstance(trouble, TooLate):
            spent = ", all that was left of the time bank" if wait_ms < self._limits.cap_ms else ""
            message = f"no answer within {wait_ms / 1000:.2f} s{spent}{self._unfinished()}"
            self._lines.give_up(self._id)
            return self._fault("timeout", message)
        if isinstance(trouble, BotGone):
            return self._crash(trouble)
        return self._bad_output(trouble)

    def _crash(self, gone: BotGone, when: str = "") -> Fault:
        """Return the fault of a bot that is gone. Raises KilledForMemory if it may be innocent."""
        if kills_for_memory() == self._kills:
            return self._fault("crash", f"{gone}{when}")
        if not self.is_blamed:
            raise KilledForMemory(self.bot.name, str(gone), self.answering().peak_mib)
        return self._fault("crash", f"{gone}{when}, once more beside kills for want of memory")

    def _bad_output(self, trouble: Exception) -> Fault:
        if isinstance(trouble, BadAnswer):
            return self._fault(trouble.kind, str(trouble))
        if isinstance(trouble, OverLimit):
            return self._fault("resource", str(trouble))
        return self._fault("protocol", f"line longer than {MAX_LINE} bytes")

    def _unfinished(self) -> str:
        unfinished = self._lines.unfinished
        if not unfinished:
            return ""
        return f"; unfinished line {cut(unfinished)}: did it end in a line feed, flushed?"

    def _charge(self, elapsed_ms: float) -> None:
        self.clock.charge(elapsed_ms)
        self._answers += 1
        self._total_ms += elapsed_ms
        self._longest_ms = max(self._longest_ms, elapsed_ms)

    def _next_id(self) -> str:
        if not self._tokens:
            drawn = os.urandom(4 * 512).hex()
            self._tokens = [drawn[i : i + 8] for i in range(0, len(drawn), 8)]
        return self._tokens.pop()

    def _fault(self, kind: str, message: str) -> Fault:
        return Fault(kind, message, self._line, self._lines.raw[:_EVIDENCE])

    # Verdicts and the end

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return the last question and the answer, cut."""
        return self._line, self._lines.raw[:_EVIDENCE]

    def remarks(self) -> tuple[Remark, ...]:
        """Return what the bot said beside its answers in the present session."""
        return tuple(self._remarks.kept)

    def judged(self, fault: Fault) -> None:
        """Send the bot the verdict on its last answer."""
        verdict = {"kind": fault.kind, "message": fault.message}
        self.tell(compact({"type": "fault", "question": self._id, **verdict}))

    def parting_fault(self) -> Fault | None:
        """Return the fault of a bot that computed while others were on move, if that is one."""
        meter, now = self._meter, monotonic()
        if meter is None:
            return None
        meter.on_move(now)
        if self.ponder != "fault" or not meter.has_pondered(now - self._began):
            return None
        used = f"used {meter.off_turn_s:.1f} s of processor time while others were on move"
        return Fault("resource", f"{used}; a bot may compute on its own move only")

    def retire(self) -> None:
        """Kill the bot; a new session starts it anew."""
        if self.process is not None:
            self.process.kill()

    def answering(self) -> Answering:
        """Return how the present session went."""
        usage = self._meter
        return Answering(
            self._answers,
            self._total_ms,
            self._longest_ms,
            self._lines.late_lines,
            1000 * usage.off_turn_s if usage is not None else 0.0,
            usage.peak >> 20 if usage is not None else 0,
            usage is not None and usage.has_pondered(monotonic() - self._began),
            self._upkeep is not None and self._upkeep.gives_way,
        )
