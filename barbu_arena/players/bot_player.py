"""A bot's process as a player: the handshake, questions with ids, deadlines, late lines."""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from barbu_arena.players.answers import (
    BadAnswer,
    Greeting,
    carries_id,
    cut,
    read_action,
    read_greeting,
)
from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import Clock, ClockLimits
from barbu_arena.players.compact_json import compact
from barbu_arena.players.fault import ArenaTrouble, Fault
from barbu_arena.players.process import (
    MAX_LINE,
    BotGone,
    BotProcess,
    LineTooLong,
    TooLate,
    monotonic,
)

_EVIDENCE = 4096
"""Bytes of a bot's answer that are kept with a fault."""
_SLICE_S = 0.02
"""How often, while one greeting is awaited, the other bots are looked after."""
_LAG_S = 0.25
"""A deadline seen this much too late was missed by the arena, not by the bot."""
_LOOK_S = 0.1
"""At least so long the arena looks for the answer to ``hello``."""
_OUT_OF_RESOURCES = frozenset({11, 12, 23, 24})  # EAGAIN ENOMEM ENFILE EMFILE

Launch = Callable[[Bot], BotProcess]
_BOM = b"\xef\xbb\xbf"
# The two usual spellings of an answer; whatever else came is read with care.
_SHORT = re.compile(rb'\{"id": ?"([0-9a-f]{8})", ?"action": ?"([A-Za-z0-9_:,-]{1,80})"\}\n')


@dataclass(frozen=True, slots=True)
class Answering:
    """How long the bot took over one session, for the timings."""

    answers: int
    total_ms: float
    longest_ms: float
    late_lines: int


class BotPlayer:
    """One bot, from its start to its end; between sessions `new_session` resets its clock."""

    def __init__(self, bot: Bot, limits: ClockLimits, hello: bytes, launch: Launch) -> None:
        """`hello` is the text of the first question's fields, without braces and id."""
        self.bot = bot
        self.wants: frozenset[str] = frozenset()
        self.greeting: Greeting | None = None
        self.greeted_ms = 0.0
        """From the start of the process to its greeting."""
        self.process: BotProcess | None = None
        self.neighbours: Sequence[BotPlayer] = ()
        """The bots that start at the same table."""
        self._limits = limits
        self._hello = hello
        self._launch = launch
        self._start_fault: Fault | None = None
        self._id = ""
        self._line = b""
        self._raw = b""
        self._late_ids: set[str] = set()
        self._rest_of_line = False
        self._tokens: list[str] = []
        self.new_session()

    def new_session(self) -> None:
        """Wind the clock up."""
        self.clock = Clock(self._limits)
        self._late_lines = 0
        self._answers = 0
        self._total_ms = 0.0
        self._longest_ms = 0.0

    # The start

    def begin(self) -> None:
        """Start the process, unless it lives on from an earlier session, and greet it."""
        if self.process is not None:
            return
        self._id = self._next_id()
        self._started = monotonic()
        try:
            self.process = self._launch(self.bot)
        except OSError as error:
            if error.errno in _OUT_OF_RESOURCES:
                raise ArenaTrouble(f"could not start {self.bot.name}: {error.strerror}") from None
            self._start_fault = Fault("start", f"could not be started: {error.strerror}")
            return
        self._line = b'{"id":"%b",%b}\n' % (self._id.encode(), self._hello)
        self.process.send(self._line)

    def ready(self) -> Fault | None:
        """Wait for the answer to ``hello``, as long as the start time allows."""
        if self._start_fault is not None or self.greeting is not None:
            return self._start_fault
        assert self.process is not None
        # What came while the arena waited for others is heard, however long that took.
        deadline = max(self._started + self._limits.start_ms / 1000, monotonic() + _LOOK_S)
        try:
            self.greeting = read_greeting(self._greeting_line(deadline), self._id)
        except (BotGone, TooLate, LineTooLong, BadAnswer) as trouble:
            return self._start_trouble(trouble, deadline)
        self.greeted_ms = (monotonic() - self._started) * 1000
        self.wants = self.greeting.wants
        return None

    def _greeting_line(self, deadline: float) -> bytes:
        """Return the first line, keeping those who start beside this bot from being held up."""
        while True:
            try:
                return self._read_line(b"", min(deadline, monotonic() + _SLICE_S))
            except TooLate:
                if monotonic() >= deadline:
                    raise
            for other in self.neighbours:
                if other.process is not None:
                    other.process.keep_flowing()

    def _start_trouble(self, trouble: Exception, deadline: float) -> Fault:
        if isinstance(trouble, TooLate):
            self._refuse_lag(deadline)
            limit = self._limits.start_ms / 1000
            message = f"no handshake within {limit:g} s{self._unfinished()}"
            return self._fault("handshake", message)
        if isinstance(trouble, BotGone):
            return self._fault("crash", f"{trouble} before the handshake")
        return self._bad_output(trouble)

    # Questions

    def tell(self, message: bytes) -> None:
        """Send a line that wants no answer."""
        if self.process is not None:
            self.process.send(message + b"\n")

    def ask(self, body: bytes) -> bytes | Fault:
        """Ask a question and return the action, or the fault."""
        process = self.process
        assert process is not None
        clock = self.clock
        self._id = question = self._next_id()
        wait_ms = clock.deadline_ms
        self._line = line = b'{"id":"%b",%b,"deadline_ms":%d,"bank_ms":%d}\n' % (
            question.encode(),
            body,
            wait_ms,
            clock.bank_ms,
        )
        self._raw = b""
        start = monotonic()
        deadline = start + wait_ms / 1000
        try:
            self._raw = data = process.exchange(line, deadline, wait_ms)
            now = monotonic()
            short = _SHORT.fullmatch(data)
            if short and now <= deadline and not process.buffer and short[1].decode() == question:
                self._charge((now - start) * 1000)
                return short[2]
            data = self._read_line(data, deadline)
            now = monotonic()
            if now > deadline:
                raise TooLate
            action = read_action(data, question)
            self._charge((now - start) * 1000)
            return action
        except (BotGone, TooLate, LineTooLong, BadAnswer) as trouble:
            self._charge((monotonic() - start) * 1000)
            return self._ask_fault(trouble, wait_ms, deadline)

    def _ask_fault(self, trouble: Exception, wait_ms: int, deadline: float) -> Fault:
        if isinstance(trouble, TooLate):
            self._refuse_lag(deadline)
            assert self.process is not None
            self._late_ids.add(self._id)
            self._rest_of_line = bool(self.process.buffer)
            message = f"no answer within {wait_ms / 1000:.2f} s{self._unfinished()}"
            return self._fault("timeout", message)
        if isinstance(trouble, BotGone):
            return self._fault("crash", str(trouble))
        return self._bad_output(trouble)

    def _bad_output(self, trouble: Exception) -> Fault:
        if isinstance(trouble, BadAnswer):
            return self._fault(trouble.kind, str(trouble))
        return self._fault("protocol", f"line longer than {MAX_LINE} bytes")

    def _refuse_lag(self, deadline: float) -> None:
        """Void the session rather than convict a bot of the arena's own delay."""
        if monotonic() - deadline > _LAG_S:
            raise ArenaTrouble("the computer was busy or asleep")

    def _unfinished(self) -> str:
        buffer = self.process.buffer if self.process is not None else b""
        if not buffer:
            return ""
        return f"; unfinished line {cut(buffer)}: did it end in a line feed, flushed?"

    def _read_line(self, data: bytes, deadline: float) -> bytes:
        """Return the one line that the bot sends, as far as `data` holds it already."""
        process = self.process
        assert process is not None
        while True:
            process.buffer += data
            self._raw = process.buffer
            if len(process.buffer) > MAX_LINE and b"\n" not in process.buffer[: MAX_LINE + 1]:
                raise LineTooLong
            *lines, process.buffer = process.buffer.lstrip(b"\r\n").split(b"\n")
            lines = [line for line in map(self._clean, lines) if line]
            lines = [line for line in lines if not self._is_late(line)]
            if len(lines) > 1 or (lines and process.buffer.strip()):
                raise BadAnswer(f"more than one line: {cut(self._raw)}")
            if lines:
                return lines[0]
            data = process.receive(deadline)

    def _clean(self, line: bytes) -> bytes:
        return line.removeprefix(_BOM).strip(b" \t\r")

    def _is_late(self, line: bytes) -> bool:
        """Whether a line belongs to an answer that was judged before; each is dropped once."""
        if self._rest_of_line:
            self._rest_of_line = False
        elif self._late_ids and (late := carries_id(line, self._late_ids)):
            self._late_ids.remove(late)
        else:
            return False
        self._late_lines += 1
        return True

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
        return Fault(kind, message, self._line, self._raw[:_EVIDENCE])

    # Verdicts and the end

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return the last question and the answer, cut."""
        return self._line, self._raw[:_EVIDENCE]

    def judged(self, fault: Fault) -> None:
        """Send the bot the verdict on its last answer."""
        verdict = {"kind": fault.kind, "message": fault.message}
        self.tell(compact({"type": "fault", "question": self._id, **verdict}))

    def retire(self) -> None:
        """Kill the bot; a new session starts it anew."""
        if self.process is not None:
            self.process.kill()

    def answering(self) -> Answering:
        """Return the timings of the present session."""
        return Answering(self._answers, self._total_ms, self._longest_ms, self._late_lines)
