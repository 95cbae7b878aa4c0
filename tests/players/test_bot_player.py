"""The player of a bot against a scripted process: ids, late lines, time and evidence, exactly."""

import errno
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.players import bot_player
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import Answering, BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import ArenaTrouble, Fault
from barbu_arena.players.process import BotGone, TooLate
from tests.players.hostile import BODY, HELLO

LIMITS = ClockLimits(free_ms=50, bank_ms=1_000, cap_ms=400, start_ms=2_000)
GREETING = '{"id":"$0","protocol":1,"name":"dodger","version":"1.2"}\n'


class Pipe:
    """A bot's process that follows a script: what each read brings, or how it fails.

    In the script ``$0`` stands for the id of the greeting, ``$1`` for that of the first question. A
    number lets time pass (milliseconds; eighths of a second are exact).
    """

    def __init__(self, *script: str | bytes | float | Exception) -> None:
        self.script = list(script)
        self.buffer = b""
        self.sent: list[bytes] = []
        self.waits: list[tuple[float, int]] = []
        self.killed = False
        self.now = 128.0

    def time(self) -> float:
        return self.now

    def ids(self) -> list[str]:
        return [json.loads(line)["id"] for line in self.sent if line.startswith(b'{"id"')]

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def exchange(self, line: bytes, deadline: float, wait_ms: int) -> bytes:
        self.sent.append(line)
        self.waits.append((deadline - self.now, wait_ms))
        return self.receive(deadline)

    def receive(self, deadline: float) -> bytes:
        if self.now >= deadline:
            raise TooLate
        return self._next(deadline)

    def _next(self, deadline: float) -> bytes:
        if not self.script:
            self.now = deadline + 0.001
            raise TooLate
        event = self.script.pop(0)
        if isinstance(event, Exception):
            raise event
        if isinstance(event, int | float):
            self.now += event / 1000
            return self._next(deadline)
        if isinstance(event, bytes):
            return event
        if "$" in event:
            ids = self.ids()
            event = re.sub(r"\$(\d)", lambda found: ids[int(found[1])], event)
        return event.encode()

    def kill(self) -> None:
        self.killed = True


Seated = Callable[..., tuple[BotPlayer, Pipe]]


def player_on(pipe: Any) -> BotPlayer:  # noqa: ANN401  it stands in for a BotProcess
    return BotPlayer(Bot("dodger", "/", ("./bot",)), LIMITS, HELLO, lambda bot: pipe)


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """A player that was greeted, and the pipe with the rest of the script."""

    def build(*script: str | bytes | float | Exception) -> tuple[BotPlayer, Pipe]:
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
    script: list[str | Exception], kind: str, message: str, monkeypatch: pytest.MonkeyPatch
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


def test_a_start_that_the_arena_slept_through_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(2_300, TooLate())
    monkeypatch.setattr(bot_player, "monotonic", pipe.time)
    player = player_on(pipe)
    player.begin()
    with pytest.raises(ArenaTrouble, match="busy or asleep"):
        player.ready()


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
    assert pipe.waits == [(pytest.approx(0.4), 400)] * 2


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
    seated: Seated, script: list[str | bytes], action: str
) -> None:
    player, _ = seated(*script, answer("3S", 2))
    assert results(player, 2) == [action, "3S"]


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
def test_faults(seated: Seated, script: list[str | Exception], kind: str, message: str) -> None:
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
        ([TooLate(), answer("2S", 1), answer("3S", 2)], ["timeout", "3S"], 1),
        ([TooLate(), answer("2S", 1) + answer("3S", 2)], ["timeout", "3S"], 1),
        ([TooLate(), answer("3S", 2), answer("2S", 3)], ["timeout", "3S", "2S"], 0),
        ([TooLate(), answer("3S", 2), answer("2S") + answer("2S", 3)], ["timeout", "3S", "2S"], 1),
        ([TooLate(), '{"id":"$1"}\n', answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', TooLate(), '":"$1"}\n', answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', TooLate(), '":"$1"}\n' + answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', TooLate(), '":"', TooLate(), '$1"}\n', answer("2S", 3)], [*"tt", "2S"], 1),
        (["no", TooLate(), " JSON\n", answer("3S", 2)], ["timeout", "3S"], 1),
        (['{"id', TooLate(), answer("2S", 2), TooLate(), answer("3S", 3)], [*"tt", "3S"], 1),
        (["{", TooLate(), "}\n", answer("2S", 1), answer("3S", 2)], ["timeout", "3S"], 2),
        (
            [TooLate(), TooLate(), answer("2S", 1), answer("2S", 2), answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        (
            [TooLate(), TooLate(), answer("2S", 2) + answer("2S", 1) + answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        (
            [TooLate(), answer("2S", 1), TooLate(), answer("2S", 2), answer("3S", 3)],
            [*"tt", "3S"],
            2,
        ),
        ([TooLate(), answer("2S", 1), answer("2S", 1)], ["timeout", "protocol"], 1),
        ([TooLate(), answer("2S", 0)], ["timeout", "protocol"], 0),
        ([TooLate(), "oops\n"], ["timeout", "protocol"], 0),
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
    seated: Seated, script: list[str | Exception], expected: list[str], dropped: int
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
        ([649, answer("2S")], "timeout"),
        ([649, TooLate()], "timeout"),
        ([401, "oops\n"], "timeout"),
    ],
    ids=["in time", "too late", "in pieces", "last late", "little lag", "silence", "late noise"],
)
def test_the_deadline(seated: Seated, script: list[str | float | Exception], expected: str) -> None:
    player, _ = seated(*script)
    assert results(player, 1) == [expected]


@pytest.mark.parametrize(
    "script", [[651, answer("2S")], [651, TooLate()], [300, "{", 400, TooLate()]]
)
def test_what_the_arena_itself_missed_is_void(
    seated: Seated, script: list[str | float | Exception]
) -> None:
    player, _ = seated(*script)
    with pytest.raises(ArenaTrouble, match="busy or asleep"):
        player.ask(BODY)


def test_the_bank_is_charged_and_ends(seated: Seated) -> None:
    script: list[str | float] = []
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
    player, _ = seated(20, answer("2S"), 150, answer("2S", 2), TooLate(), answer("2S", 3))
    results(player, 3)
    used = player.answering()
    assert used.answers == 3
    assert (used.total_ms, used.longest_ms) == (pytest.approx(170), pytest.approx(150))
    player.ask(BODY)
    assert player.answering().late_lines == 1


def test_a_new_session_winds_the_clock_up_and_keeps_the_bot(seated: Seated) -> None:
    player, pipe = seated(150, TooLate(), answer("2S", 1), answer("2S", 2), answer("3S", 3))
    assert results(player, 2) == ["timeout", "2S"]
    player.new_session()
    assert player.answering() == Answering(0, 0.0, 0.0, 0)
    assert player.clock.bank_ms == 1_000
    player.begin()
    assert player.ready() is None
    assert len(pipe.ids()) == 3
    assert results(player, 1) == ["3S"]


def test_a_line_late_by_a_whole_session_is_dropped(seated: Seated) -> None:
    player, _ = seated(TooLate(), answer("2S", 1), answer("3S", 2))
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


# Anything


@settings(max_examples=300)
@given(
    st.lists(
        st.binary(max_size=60)
        | st.sampled_from([answer("2S", n) for n in range(2)])
        | st.sampled_from([answer("2S", 1)[:9], answer("2S", 1)[9:], "\n", "\r\n", "\ufeff"])
        | st.sampled_from([TooLate(), BotGone("exited with status 0")]),
        max_size=8,
    )
)
def test_whatever_a_bot_sends_is_an_action_or_a_fault(
    script: list[str | bytes | Exception],
) -> None:
    pipe = Pipe(GREETING, *(event for event in script if event))
    player = player_on(pipe)
    player.begin()
    assert player.ready() is None
    for _ in range(2):
        # The script never lets time pass, so nothing is void.
        outcome = player.ask(BODY)
        assert isinstance(outcome, bytes | Fault)
        if isinstance(outcome, Fault):
            assert outcome.kind in ("timeout", "crash", "protocol")
            assert outcome.message.isprintable()
            player.judged(outcome)
