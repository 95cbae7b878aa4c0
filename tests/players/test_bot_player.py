"""The player of a bot against a scripted process: ids, late lines, time and evidence, exactly."""

import errno
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.players import bot_player, upkeep, usage
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.bot_player import Answering, BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import ArenaTrouble, Fault, KilledForMemory
from barbu_arena.players.process import BotGone
from barbu_arena.players.upkeep import Table
from barbu_arena.players.usage import LOOK_S, Ponder
from tests.players.hostile import BODY, HELLO

LIMITS = ClockLimits(free_ms=50, bank_ms=1_000, cap_ms=400, start_ms=2_000)
GREETING = '{"id":"$0","protocol":1,"name":"dodger","version":"1.2"}\n'


@dataclass(frozen=True)
class Held:
    """The arena itself is held up: this long, whatever it waits for."""

    ms: float


SILENCE = "silence"
"""Nothing comes, to the end of the question at hand."""

Event = str | bytes | float | Exception | Held


class Pipe:
    """A bot's process that follows a script: what each read brings, or how it fails.

    In the script ``$0`` stands for the id of the greeting, ``$1`` for that of the first question. A
    number lets time pass (milliseconds; eighths of a second are exact). `waits` are the times that
    the player was ready to wait, in seconds. Its pid is not known unless a test says so.
    """

    report = None
    """It is no sandbox that starts it."""

    def __init__(self, *script: Event) -> None:
        self.script = list(script)
        self.sent: list[bytes] = []
        self.waits: list[float] = []
        self.looks: list[float] = []
        self.killed = False
        self.root_pid = 0
        self.now = 128.0
        self._question_ends = self.now + LIMITS.start_ms / 1000
        self._passes: float | None = None

    def time(self) -> float:
        return self.now

    def ids(self) -> list[str]:
        return [json.loads(line)["id"] for line in self.sent if line.startswith(b'{"id"')]

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def exchange(self, line: bytes, wait_ms: int) -> bytes:
        self.sent.append(line)
        self._question_ends = self.now + json.loads(line)["deadline_ms"] / 1000
        self.waits.append(wait_ms / 1000)
        try:
            return self._next(self.now + wait_ms / 1000)
        except (BotGone, ArenaTrouble) as end:
            self.script.insert(0, end)
            return b""  # only `receive` tells of an end

    def receive(self, deadline: float) -> bytes:
        self.waits.append(deadline - self.now)
        return b"" if self.now >= deadline else self._next(deadline)

    def _next(self, deadline: float) -> bytes:
        """Return what comes until then; time passes."""
        while self.script:
            event = self.script[0]
            if isinstance(event, Held):
                self.script.pop(0)
                self.now += event.ms / 1000
                if not self._is_data_next():
                    return b""
            elif (ends := self._end_of(event)) > deadline:
                break
            else:
                self.script.pop(0)
                self.now = max(self.now, ends)
                self._passes = None
                if not isinstance(event, int | float):
                    return self._given(event)
        self.now = max(self.now, deadline)
        return b""

    def _end_of(self, event: Event) -> float:
        """Return when an event comes; what passes no time is there."""
        if isinstance(event, int | float):
            self._passes = self._passes or self.now + event / 1000
            return self._passes
        return self._question_ends if event == SILENCE else 0.0

    def _is_data_next(self) -> bool:
        """Whether the next of the script is there to be read, however late."""
        return bool(self.script) and isinstance(self.script[0], str | bytes)

    def _given(self, event: str | bytes | Exception) -> bytes:
        if isinstance(event, Exception):
            raise event
        if isinstance(event, bytes):
            return event
        ids = self.ids()
        text = "" if event == SILENCE else event
        return re.sub(r"\$(\d)", lambda found: ids[int(found[1])], text).encode()

    # What a table's upkeep asks of a process

    @property
    def is_closed(self) -> bool:
        return self.killed

    def keep_flowing(self) -> None:
        self.looks.append(self.now)

    def kill(self) -> None:
        self.killed = True


Seated = Callable[..., tuple[BotPlayer, Pipe]]


def player_on(pipe: Any, memory_mib: int = 1024) -> BotPlayer:  # noqa: ANN401  in a process's place
    bot = Bot("dodger", "/", ("./bot",), limits=ResourceLimits(memory_mib))
    return BotPlayer(bot, LIMITS, HELLO, lambda bot: pipe)


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """A player that was greeted, and the pipe with the rest of the script."""

    def build(*script: Event) -> tuple[BotPlayer, Pipe]:
        pipe = Pipe(GREETING, *script)
        monkeypatch.setattr(bot_player, "monotonic", pipe.time)
        player = player_on(pipe)
        player.begin()
        assert player.ready() is None
        return player, pipe

    return build


def answer(action: str, number: int = 1) -> str:
    return f'{{"id":"${number}","action":"{action}"}}\n'


def results(player: BotPlayer, count: int) -> list[str]:
    """The next answers: actions as they are, faults by their kind."""
    outcomes = [player.ask(BODY) for _ in range(count)]
    return [got.kind if isinstance(got, Fault) else got.decode() for got in outcomes]


# The start


def test_the_greeting(seated: Seated) -> None:
    player, pipe = seated()
    token = pipe.ids()[0]
    assert pipe.sent == [b'{"id":"%b","type":"hello","protocol":1}\n' % token.encode()]
    assert player.greeting is not None
    assert (player.greeting.name, player.greeting.version) == ("dodger", "1.2")
    assert player.wants == frozenset()


def test_what_a_bot_wants_and_how_long_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(700, GREETING.replace("}", ',"wants":["events"]}'))
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    assert player.ready() is None
    assert player.wants == {"events"}
    assert player.greeted_ms == pytest.approx(700)
    assert player.clock.bank_ms == 1_000


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ([], "handshake", "no handshake within 2 s"),
        (
            ['{"id":"$0"'],
            "handshake",
            'no handshake within 2 s; unfinished line \'{"id":"????????"\': did it end in a '
            "line feed, flushed?",
        ),
        ([BotGone("exited with status 3")], "crash", "exited with status 3 before the handshake"),
        (["Hi\n"], "protocol", "not valid JSON: Expecting value: line 1 column 1 (char 0): 'Hi'"),
        ([GREETING.replace(":1,", ":2,")], "handshake", "speaks protocol 2, this arena 1"),
        (["x" * 65_537], "protocol", "line longer than 65536 bytes"),
        ([GREETING + "\n" + GREETING], "protocol", 'more than one line: \'{"id":"????????"*'),
    ],
    ids=["silence", "no line feed", "exit", "banner", "another version", "flood", "twice"],
)
def test_faults_at_the_start(
    script: list[Event], kind: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = Pipe(*script)
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    fault = player.ready()
    assert fault is not None
    assert fault.kind == kind
    pattern = re.escape(message).replace(r"\?" * 8, "[0-9a-f]{8}").replace(r"\*", ".*")
    assert re.fullmatch(pattern, fault.message)
    assert fault.question == pipe.sent[0]


def test_who_greeted_in_time_is_heard_however_long_others_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe(GREETING)
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    pipe.now += 9.0
    assert player.ready() is None


def test_who_did_not_greet_while_others_were_awaited_has_a_moment_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe()
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    pipe.now = began = 137.0
    fault = player.ready()
    assert fault is not None
    assert (fault.kind, fault.message) == ("handshake", "no handshake within 2 s")
    assert pipe.now - began == pytest.approx(0.1)


@pytest.mark.parametrize("held", [Held(271), Held(2_300), Held(3_600_000)])
@pytest.mark.parametrize("then", [[], [GREETING]], ids=["silence", "a greeting"])
def test_a_start_that_the_arena_slept_through_is_void(
    held: Held, then: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = Pipe(held, *then)
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    with pytest.raises(ArenaTrouble, match="busy or asleep"):
        player.ready()


def test_a_start_that_the_arena_watched_a_little_late_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe(Held(269), Held(269), GREETING)
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    assert player.ready() is None


def failing(number: int) -> Callable[[Bot], Any]:
    def launch(bot: Bot) -> Any:  # noqa: ANN401
        raise OSError(number, "some reason")

    return launch


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR])
def test_a_bot_that_cannot_be_started(number: int) -> None:
    player = BotPlayer(Bot("dodger", "/", ("./bot",)), LIMITS, HELLO, failing(number))
    player.begin()
    assert player.ready() == Fault("start", "could not be started: some reason")
    player.tell(b"{}")
    player.judged(Fault("start", ""))
    player.retire()
    assert player.process is None


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM, errno.ENFILE, errno.EMFILE])
def test_a_machine_without_room_is_not_the_bots_fault(number: int) -> None:
    player = BotPlayer(Bot("dodger", "/", ("./bot",)), LIMITS, HELLO, failing(number))
    with pytest.raises(ArenaTrouble, match="could not start dodger: some reason"):
        player.begin()


# Questions and answers


def test_the_line_of_a_question(seated: Seated) -> None:
    player, pipe = seated(125, answer("2S"), answer("3S", 2))
    assert results(player, 2) == ["2S", "3S"]
    first, second = pipe.ids()[1:]
    assert first != second
    assert pipe.sent[1:] == [
        b'{"id":"%b",%b,"deadline_ms":400,"bank_ms":1000}\n' % (first.encode(), BODY),
        b'{"id":"%b",%b,"deadline_ms":400,"bank_ms":925}\n' % (second.encode(), BODY),
    ]
    assert pipe.waits[-5:] == pytest.approx([0.05, 0, 0.05, 0.05, 0.025])  # the last for the second


@pytest.mark.parametrize(
    ("script", "action"),
    [
        (['{"id":"$1","action":"trumps:-"}\n'], "trumps:-"),
        (['{"id": "$1", "action": "0,2"}\n'], "0,2"),
        (['{"action":"2S","id":"$1"}\n'], "2S"),
        (['{"id":"$1","action":"2S"}\r\n'], "2S"),
        (['\ufeff{"id":"$1","action":"2S"}\n'], "2S"),
        (['\n \r\n\t{"id":"$1","action":"2S"} \n\n'], "2S"),
        (['{"id"', ':"$1","act', 'ion":"2S"}', "\n"], "2S"),
        (["\n", answer("2S")], "2S"),
        (['{"id":"$1","action":"2S","note":"', "x" * 200, '"}\n'], "2S"),
        (['{"id":"$1","action":"' + "x" * 81 + '"}\n'], "x" * 81),
        ([answer("♣")], "♣"),
        ([b'{"id":"', '$1","action":"', b"\xc3", b"\xa9", '"}\n'], "é"),
    ],
    ids=[
        "as in the example",
        "as Python writes it",
        "in another order",
        "carriage return",
        "byte-order mark",
        "blank lines and spaces",
        "in pieces",
        "a line feed first",
        "with a note",
        "a long action",
        "beyond ascii",
        "a letter in two pieces",
    ],
)
def test_an_answer_is_read_however_it_is_spelled(
    seated: Seated, script: list[Event], action: str
) -> None:
    player, _ = seated(*script, answer("3S", 2))
    assert results(player, 2) == [action, "3S"]


@pytest.mark.parametrize("blamed", [False, True])
def test_who_dies_while_the_kernel_is_short_of_memory(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, blamed: bool
) -> None:
    player, _ = seated(BotGone("killed by SIGKILL"))
    killed = player._kills + 1
    monkeypatch.setattr(bot_player, "kills_for_memory", lambda: killed)
    player.is_blamed = blamed
    if not blamed:
        with pytest.raises(KilledForMemory) as trouble:
            player.ask(BODY)
        name = player.bot.name
        assert trouble.value.bot == name
        assert str(trouble.value) == (
            f"{name} ended (killed by SIGKILL) while the kernel killed for want of memory"
        )
        return
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.message) == (
        "crash", "killed by SIGKILL, once more beside kills for want of memory"
    )  # fmt: skip


def test_a_death_before_the_handshake_while_memory_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = player_on(Pipe(BotGone("exited with status 1")))
    kills = itertools.count()
    monkeypatch.setattr(bot_player, "kills_for_memory", lambda: next(kills))
    player.begin()
    with pytest.raises(KilledForMemory, match=r"ended \(exited with status 1\) while"):
        player.ready()


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ([answer("2S", 0)], "protocol", "answer to question '????????', expected '????????'"),
        (['{"id":"$1","action":"2\x1fS"}\n'], "protocol", "not valid JSON: *"),
        (['{"id":"$1","action":"2S\n"}\n'], "protocol", "more than one line: *"),
        ([answer("2S") + answer("3S")], "protocol", "more than one line: *"),
        ([answer("2S") + '{"id'], "protocol", "more than one line: *"),
        (["oops\n" + answer("2S")], "protocol", "more than one line: 'oops*"),
        ([answer("2S")[:-2], answer("2S")], "protocol", "not valid JSON: *"),
        (["x" * 65_536, "x"], "protocol", "line longer than 65536 bytes"),
        (["\n" + "x" * 65_536, "x"], "protocol", "line longer than 65536 bytes"),
        ([BotGone("exited with status 0")], "crash", "exited with status 0"),
        (['{"id"', BotGone("killed by SIGKILL")], "crash", "killed by SIGKILL"),
        ([], "timeout", "no answer within 0.40 s"),
        (["\n \n"], "timeout", "no answer within 0.40 s"),
        (
            ['{"id":'],
            "timeout",
            "no answer within 0.40 s; unfinished line '{\"id\":': did it end in a line feed, "
            "flushed[?]",
        ),
        (["x" * 100], "timeout", "no answer within 0.40 s; unfinished line '" + "x" * 80 + "'…*"),
    ],
    ids=[
        "another id",
        "a control character",
        "a line feed inside",
        "two answers",
        "and a half",
        "noise before it",
        "again before its end",
        "too long",
        "too long after a blank line",
        "exit",
        "exit inside a line",
        "silence",
        "blank lines only",
        "half a line",
        "a long half",
    ],
)
def test_faults(seated: Seated, script: list[Event], kind: str, message: str) -> None:
    player, _ = seated(*script)
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert fault.kind == kind
    pattern = re.escape(message).replace(r"\?" * 8, "[0-9a-f]{8}").replace(r"\*", ".*")
    assert re.fullmatch(pattern.replace(r"\[\?\]", r"\?"), fault.message)


def test_a_line_of_64_kib_is_not_too_long(seated: Seated) -> None:
    head = '{"id":"$1","action":"2S","note":"'
    line = head + "x" * (65_536 - len(head) - 8) + '"}\n'
    assert len(line.replace("$1", "12345678")) == 65_536 + 1
    player, _ = seated(line[:60_000], line[60_000:])
    assert results(player, 1) == ["2S"]


def test_ids_are_eight_digits_and_never_come_twice(seated: Seated) -> None:
    player, pipe = seated(*(answer("2S", 1).replace("$1", "00000000") for _ in range(1200)))
    results(player, 1200)
    ids = pipe.ids()
    assert len(set(ids)) == 1201
    assert all(re.fullmatch("[0-9a-f]{8}", token) for token in ids)


# Late lines


@pytest.mark.parametrize(
    ("script", "expected", "dropped"),
    [
        ([SILENCE, answer("2S", 1), answer("3S", 2)], ["timeout", "3S"], 1),
        ([SILENCE, answer("2S", 1) + answer("3S", 2)], ["timeout", "3S"], 1),
        ([SILENCE, answer("3S", 2), answer("2S", 3)], ["timeout", "3S", "2S"], 0),
        ([SILENCE, answer("3S", 2), answer("2S") + answer("2S", 3)], ["timeout", "3S", "2S"], 1),
        ([SILENCE, '{"id":"$1"}\n', answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', SILENCE, '":"$1"}\n', answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', SILENCE, '":"$1"}\n' + answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', SILENCE, '":"', SILENCE, '$1"}\n', answer("2S", 3)], [*"tt", "2S"], 1),
        (["no", SILENCE, " JSON\n", answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', SILENCE, answer("2S", 2), SILENCE, answer("3S", 3)], [*"tt", "3S"], 1),
        (["{", SILENCE, "}\n", answer("2S", 1), answer("3S", 2)], ["timeout", "3S"], 2),
        (
            [SILENCE, SILENCE, answer("2S", 1), answer("2S", 2), answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        (
            [SILENCE, SILENCE, answer("2S", 2) + answer("2S", 1) + answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        (
            [SILENCE, answer("2S", 1), SILENCE, answer("2S", 2), answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        ([SILENCE, answer("2S", 1), answer("2S", 1)], ["timeout", "protocol"], 1),
        ([SILENCE, answer("2S", 0)], ["timeout", "protocol"], 0),
        ([SILENCE, "oops\n"], ["timeout", "protocol"], 0),
        ([answer("2S"), answer("2S") + answer("3S", 2)], ["2S", "protocol"], 0),
    ],
    ids=[
        "before the next answer",
        "together with the next answer",
        "never",
        "one question later",
        "a bad answer",
        "the rest of a line",
        "the rest and the next answer together",
        "the rest after two faults",
        "the rest of no answer",
        "an answer glued to half a line",
        "the rest and a line",
        "two late ones in order",
        "two late ones in disorder",
        "one after the other",
        "twice is once too often",
        "a question that was answered",
        "noise is no late answer",
        "answered twice",
    ],
)
def test_what_comes_late_is_dropped_once(
    seated: Seated, script: list[Event], expected: list[str], dropped: int
) -> None:
    player, _ = seated(*script)
    kinds = [{"t": "timeout"}.get(kind, kind) for kind in expected]
    assert results(player, len(expected)) == kinds
    assert player.answering().late_lines == dropped


# Time


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ([399, answer("2S")], "2S"),
        ([401, answer("2S")], "timeout"),
        ([300, '{"id":"$1",', 99, '"action":"2S"}\n'], "2S"),
        ([300, '{"id":"$1",', 101, '"action":"2S"}\n'], "timeout"),
        ([360, Held(289), answer("2S")], "timeout"),
        ([360, Held(289)], "timeout"),
        ([350, Held(60), "oops\n"], "timeout"),
        ([350, Held(40), answer("2S")], "2S"),
        ([Held(299), answer("2S")], "2S"),
        ([Held(299), 90, answer("2S")], "2S"),
        ([Held(299), 110, answer("2S")], "timeout"),
        ([401, "oops\n"], "timeout"),
    ],
    ids=[
        "in time",
        "too late",
        "in pieces",
        "last late",
        "a little lag",
        "a little lag, and silence",
        "a little lag, and noise",
        "a lag within the time",
        "a lag at first",
        "a lag at first, and thought",
        "a lag at first, and too much thought",
        "late noise",
    ],
)
def test_the_deadline(seated: Seated, script: list[Event], expected: str) -> None:
    player, _ = seated(*script)
    assert results(player, 1) == [expected]


@pytest.mark.parametrize(
    "script",
    [
        [Held(301), answer("2S")],
        [Held(301)],
        [Held(3_600_000), answer("2S")],
        [50, Held(301), answer("2S")],
        [150, Held(301), answer("2S")],
        [150, Held(301)],
        [350, Held(301), answer("2S")],
        [350, Held(301)],
        [310, "{", Held(350)],
        [310, "{", Held(350), "}\n"],
    ],
)
def test_what_the_arena_itself_missed_is_void(seated: Seated, script: list[Event]) -> None:
    player, _ = seated(*script)
    with pytest.raises(ArenaTrouble, match="busy or asleep"):
        player.ask(BODY)


def test_no_wait_is_longer_than_a_slice_or_than_what_is_left(seated: Seated) -> None:
    player, pipe = seated(*[SILENCE] * 4)
    for left in (0.4, 0.4, 0.35, 0.05):
        before = len(pipe.waits)
        assert results(player, 1) == ["timeout"]
        waits = pipe.waits[before:]
        assert max(waits) <= LOOK_S + 1e-9
        assert sum(waits) == pytest.approx(left, abs=0.002)


def test_the_bank_is_charged_and_ends(seated: Seated) -> None:
    script: list[Event] = []
    for number in range(1, 5):
        script += [350, answer("2S", number)]
    player, pipe = seated(*script)
    assert results(player, 4) == ["2S", "2S", "2S", "timeout"]
    lines = [json.loads(line) for line in pipe.sent[1:]]
    assert [line["bank_ms"] for line in lines] == [1000, 700, 400, 100]
    assert [line["deadline_ms"] for line in lines] == [400, 400, 400, 150]
    assert player.clock.bank_ms == 0
    assert player.clock.deadline_ms == 50


def test_faults_are_charged_too(seated: Seated) -> None:
    player, _ = seated(125, "oops\n")
    assert results(player, 1) == ["protocol"]
    assert player.clock.bank_ms == 925
    assert player.answering().answers == 1


def test_timings_of_a_session(seated: Seated) -> None:
    player, _ = seated(20, answer("2S"), 150, answer("2S", 2), SILENCE, answer("2S", 3))
    results(player, 3)
    used = player.answering()
    assert used.answers == 3
    assert (used.total_ms, used.longest_ms) == (pytest.approx(570), pytest.approx(400))
    player.ask(BODY)
    assert player.answering().late_lines == 1


def test_a_new_session_winds_the_clock_up_and_keeps_the_bot(seated: Seated) -> None:
    player, pipe = seated(150, SILENCE, answer("2S", 1), answer("2S", 2), answer("3S", 3))
    assert results(player, 2) == ["timeout", "2S"]
    player.new_session()
    assert player.answering() == Answering(0, 0.0, 0.0, 0, 0.0, 0, False, False)
    assert player.clock.bank_ms == 1_000
    player.begin()
    assert player.ready() is None
    assert len(pipe.ids()) == 3
    assert results(player, 1) == ["3S"]


def test_a_line_late_by_a_whole_session_is_dropped(seated: Seated) -> None:
    player, _ = seated(SILENCE, answer("2S", 1), answer("3S", 2))
    results(player, 1)
    player.new_session()
    assert results(player, 1) == ["3S"]
    assert player.answering().late_lines == 1


# Evidence and verdicts


def test_the_evidence_of_a_fault(seated: Seated) -> None:
    player, pipe = seated(answer("2S"), "oops\n")
    results(player, 1)
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert (fault.question, fault.answer) == (pipe.sent[-1], b"oops\n")


def test_the_evidence_of_silence_is_empty(seated: Seated) -> None:
    player, pipe = seated(answer("2S"))
    results(player, 1)
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert (fault.question, fault.answer) == (pipe.sent[-1], b"")


def test_evidence_is_cut(seated: Seated) -> None:
    player, _ = seated("x" * 70_000)
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert fault.answer == b"x" * 4096


def test_the_last_exchange(seated: Seated) -> None:
    player, pipe = seated(answer("11X"))
    results(player, 1)
    question, said = player.last_exchange()
    assert question == pipe.sent[-1]
    assert said == b'{"id":"%b","action":"11X"}\n' % pipe.ids()[-1].encode()


def test_the_verdict_is_told(seated: Seated) -> None:
    player, pipe = seated(answer("11X"))
    results(player, 1)
    player.judged(Fault("illegal", "no such card: '11X'"))
    assert pipe.sent[-1] == (
        b'{"type":"fault","question":"%b","kind":"illegal","message":"no such card: \'11X\'"}\n'
        % pipe.ids()[-1].encode()
    )


def test_a_message_is_told_as_a_line(seated: Seated) -> None:
    player, pipe = seated()
    player.tell(b'{"type":"bye"}')
    assert pipe.sent[-1] == b'{"type":"bye"}\n'


def test_a_retired_bot_is_killed(seated: Seated) -> None:
    player, pipe = seated()
    player.retire()
    assert pipe.killed


# What is watched beside the answers


def test_while_one_bot_thinks_the_whole_table_is_looked_after(seated: Seated) -> None:
    table = Table()
    players, pipes = zip(*(seated() for _ in range(4)), strict=True)
    for player in players:
        player.sit_at(table)
    thinker, now = seated(350, answer("2S"))  # its clock is everybody's
    thinker.sit_at(table)
    before = [len(pipe.looks) for pipe in pipes]
    assert results(thinker, 1) == ["2S"]
    assert now.now == 128.35
    # At the question, and every 50 ms of 350 until the answer is there.
    assert [len(pipe.looks) - count for pipe, count in zip(pipes, before, strict=True)] == [7] * 4


class Watched(Pipe):
    """A bot that takes long to be looked at; the clock is its own, or another's."""

    def __init__(self, look_ms: int, *script: Event, clock: Pipe | None = None) -> None:
        super().__init__(GREETING, *script)
        self.look_ms = look_ms
        self.clock = clock or self

    def keep_flowing(self) -> None:
        super().keep_flowing()
        self.clock.now += self.look_ms / 1000


def test_what_it_takes_to_look_at_others_is_not_charged(seated: Seated) -> None:
    script: list[Event] = []
    for number in range(1, 4):
        script += [120, answer("2S", number)]
    thinker, pipe = seated(*script)
    neighbour = player_on(Watched(200, clock=pipe))
    table = Table()
    neighbour.begin()
    for seat in (thinker, neighbour):
        seat.sit_at(table)
    assert results(thinker, 3) == ["2S"] * 3
    assert pipe.now > 128.7
    # The deadlines are 400 ms; of each 120 ms, 50 are free.
    assert thinker.clock.bank_ms >= 1000 - 3 * 70


def test_what_it_takes_to_look_at_a_bot_is_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Watched(200, 120, answer("2S"))
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    assert player.ready() is None
    assert results(player, 1) == ["2S"]
    assert player.clock.bank_ms == 800  # from 250 ms, 50 are free


def test_while_one_bot_is_awaited_at_the_start_the_whole_table_is_looked_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipes = [Pipe(700, GREETING), Pipe()]
    monkeypatch.setattr(bot_player, "monotonic", pipes[0].time)
    table = Table()
    players = [player_on(pipe) for pipe in pipes]
    for player in players:
        player.sit_at(table)
        player.begin()
    assert players[0].ready() is None
    assert len(pipes[1].looks) >= 30


def test_quick_questions_do_not_each_look_after_the_table(seated: Seated) -> None:
    script: list[Event] = []
    for number in range(1, 41):
        script += [10, answer("2S", number)]
    player, pipe = seated(*script)
    before = len(pipe.looks)
    results(player, 40)
    assert 7 <= len(pipe.looks) - before <= 9


@pytest.fixture(autouse=True)
def keep_our_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a `Heavy` bot uses is used by the tests: they shall not give way, nor stop, for it."""
    for name in ("give_way", "lower_session"):
        monkeypatch.setattr(upkeep, name, lambda _: None)
    monkeypatch.setattr(usage, "_signal", lambda *_: None)


class Heavy(Pipe):
    """A bot that holds as much memory as the tests themselves."""

    def __init__(self, *script: Event) -> None:
        super().__init__(*script)
        self.root_pid = os.getpid()


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of use")


@ON_LINUX
def test_a_bot_that_takes_too_much_memory_as_it_thinks_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe(GREETING, 350, answer("2S"))
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe, memory_mib=1)
    player.begin()
    assert player.ready() is None
    table = Table()
    player.sit_at(table)
    table.look(pipe.time)
    pipe.root_pid = os.getpid()
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert fault.kind == "resource"
    assert re.fullmatch(r"over 1 MiB of memory: \d+ MiB", fault.message)
    assert fault.question == pipe.sent[-1]
    assert pipe.killed
    assert pipe.script, "it was ended before it answered"


@ON_LINUX
def test_a_bot_that_takes_too_much_memory_off_turn_has_the_fault_at_its_next_question(
    seated: Seated,
) -> None:
    other, pipe = seated(350, answer("2S"))
    heavy = Heavy(GREETING, answer("2S"))
    player = player_on(heavy, memory_mib=1)
    table = Table()
    player.begin()
    heavy.root_pid = 0
    assert player.ready() is None
    heavy.root_pid = os.getpid()
    for seat in (other, player):
        seat.sit_at(table)
    assert results(other, 1) == ["2S"]
    assert heavy.killed
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert fault.kind == "resource"
    assert fault.message.startswith("over 1 MiB of memory: ")
    assert len(heavy.sent) == 1, "it is not asked any more"
    assert len(pipe.sent) == 2


@ON_LINUX
def test_a_bot_that_takes_too_much_memory_before_it_greets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Heavy(700, GREETING)
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe, memory_mib=1)
    player.begin()
    fault = player.ready()
    assert fault is not None
    assert fault.kind == "resource"
    assert fault.message.startswith("over 1 MiB of memory: ")
    assert pipe.killed


def burn(seconds: float) -> None:
    """Use processor time, which is also that of a `Heavy` bot."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> BotPlayer:
    """A bot that used processor time while others were on move, for a second."""
    pipe = Heavy(GREETING, answer("2S"), answer("2S", 2))
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    monkeypatch.setattr(usage, "PONDER_S", 0.15)
    player = player_on(pipe, memory_mib=1 << 20)
    player.begin()
    assert player.ready() is None
    results(player, 1)
    burn(0.25)
    pipe.now += 1.0
    return player


@ON_LINUX
def test_who_ponders_off_turn_has_a_fault_at_the_end(ponderer: BotPlayer) -> None:
    fault = ponderer.parting_fault()
    assert fault is not None
    assert fault.kind == "resource"
    assert re.fullmatch(
        r"used 0\.\d s of processor time while others were on move; a bot may compute on its own "
        "move only",
        fault.message,
    )
    used = ponderer.answering()
    assert used.off_turn_ms >= 250
    assert used.has_pondered


@ON_LINUX
@pytest.mark.parametrize("ponder", ["warn", "allow"])
def test_pondering_is_no_fault_where_it_may_be_but_known(
    ponderer: BotPlayer, ponder: Ponder
) -> None:
    ponderer.ponder = ponder
    results(ponderer, 1)
    assert ponderer.parting_fault() is None
    assert ponderer.answering().has_pondered


@ON_LINUX
def test_a_new_session_forgets_who_pondered(ponderer: BotPlayer) -> None:
    ponderer.new_session()
    assert ponderer.parting_fault() is None
    used = ponderer.answering()
    assert used.off_turn_ms < 100
    assert not used.has_pondered


@ON_LINUX
def test_thinking_on_ones_own_move_is_no_pondering(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Heavy(GREETING, answer("2S"))
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    monkeypatch.setattr(usage, "PONDER_S", 0.15)
    exchange = pipe.exchange

    def thinking(line: bytes, wait_ms: int) -> bytes:
        burn(0.25)
        pipe.now += 0.3
        return exchange(line, wait_ms)

    monkeypatch.setattr(pipe, "exchange", thinking)
    player = player_on(pipe, memory_mib=1 << 20)
    player.begin()
    assert player.ready() is None
    assert results(player, 1) == ["2S"]
    assert player.parting_fault() is None
    assert player.answering().off_turn_ms < 150


def test_of_a_bot_whose_processes_cannot_be_found_nothing_is_known(seated: Seated) -> None:
    player, _ = seated(answer("2S"))
    results(player, 1)
    assert player.parting_fault() is None
    assert player.answering() == Answering(1, 0.0, 0.0, 0, 0.0, 0, False, False)


# Anything


@settings(max_examples=300)
@given(
    st.lists(
        st.binary(max_size=60)
        | st.sampled_from([answer("2S", n) for n in range(2)])
        | st.sampled_from([answer("2S", 1)[:9], answer("2S", 1)[9:], "\n", "\r\n", "\ufeff"])
        | st.sampled_from([SILENCE, BotGone("exited with status 0")]),
        max_size=8,
    )
)
def test_whatever_a_bot_sends_is_an_action_or_a_fault(
    script: list[Event],
) -> None:
    pipe = Pipe(GREETING, *(event for event in script if event))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_player, "monotonic", pipe.time)
        player = player_on(pipe)
        player.begin()
        assert player.ready() is None
        for _ in range(2):
            outcome = player.ask(BODY)
            assert isinstance(outcome, bytes | Fault)
            if isinstance(outcome, Fault):
                assert outcome.kind in ("timeout", "crash", "protocol")
                assert outcome.message.isprintable()
                player.judged(outcome)
