"""Every way to misbehave, by a real process: the verdict, its words, and how soon it falls."""

import os
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import Fault
from barbu_arena.players.process import monotonic
from tests.players.conftest import MakePlayer
from tests.players.hostile import (
    BODY,
    FOLDER,
    QUICK,
    again_if_busy,
    flat_memory,
    misbehaving,
)

CAP_S = QUICK.cap_ms / 1000
SOON_S = 1.0
"""A verdict falls within this time after the act, or after the deadline."""


@dataclass
class Heard:
    """What became of the question at which a bot misbehaved."""

    outcome: bytes | Fault
    seconds: float


NEVER_GREETS = ClockLimits(50, 5_000, 400, start_ms=300)


def provoke(player_of: MakePlayer, how: str, at: int, limits: ClockLimits = QUICK) -> Heard:
    """Start the bot and ask it until it misbehaves at that question; 0 is the greeting."""

    def attempt() -> Heard:
        player = player_of(misbehaving(how, "--at", str(at)), limits)
        start = monotonic()
        fault = player.ready()
        if at == 0:
            return Heard(fault or b"", monotonic() - start)
        assert fault is None, fault
        for _ in range(1, at):
            assert player.ask(BODY) == b"2S"
        start = monotonic()
        return Heard(player.ask(BODY), monotonic() - start)

    return again_if_busy(attempt)


def judged(heard: Heard) -> Fault:
    assert isinstance(heard.outcome, Fault), heard.outcome
    return heard.outcome


# At a question

AT_A_QUESTION = [
    ("garbage", "protocol", "not valid JSON: .*: 'Welcome to my bot!'"),
    ("list", "protocol", r"must be a JSON object, got a list: '\[1\]'"),
    ("null", "protocol", "must be a JSON object, got null: 'null'"),
    ("bare-word", "protocol", "not valid JSON: .*: 'QD'"),
    ("wrong-id", "protocol", "answer to question 'zzz', expected '[0-9a-f]{8}'"),
    ("no-id", "protocol", "id must be a string, got nothing"),
    ("number-id", "protocol", "id must be a string, got a number"),
    ("number-action", "protocol", "action must be a string, got a number"),
    ("true-action", "protocol", "action must be a string, got a truth value"),
    ("no-action", "protocol", "action must be a string, got nothing"),
    ("two-lines", "protocol", "more than one line: '.*'"),
    ("guesses", "protocol", "more than one line: '.*'…"),
    ("not-utf8", "protocol", "not UTF-8 at byte 29: .*"),
    ("nul", "protocol", "NUL byte at byte 5: .*"),
    ("deep", "protocol", "nested too deeply: more than 16 levels: .*"),
    ("deep-17", "protocol", "nested too deeply: more than 16 levels: .*"),
    ("big-number", "protocol", "number too long: more than 15 digits: .*"),
    ("float", "protocol", "number form not allowed: 1.5; .*"),
    ("nan", "protocol", "number form not allowed: NaN; .*"),
    ("duplicate-key", "protocol", "duplicate key 'id': .*"),
    ("surrogate", "protocol", "half a surrogate pair in a string: .*"),
    ("long-line", "protocol", "line longer than 65536 bytes"),
    ("flood", "protocol", "line longer than 65536 bytes"),
    ("flood-lines", "protocol", "more than one line: .*"),
    ("exit-0", "crash", "exited with status 0"),
    ("exit-3", "crash", "exited with status 3"),
    ("abort", "crash", "killed by SIGABRT"),
    ("kill", "crash", "killed by SIGKILL"),
    ("garbage-then-exit", "protocol", "not valid JSON: .*: 'oops'"),
    ("close-stdout", "crash", "closed its output"),
    ("exit-with-grandchild", "crash", "exited with status 0"),
    ("silent", "timeout", "no answer within 0.40 s"),
    ("late", "timeout", "no answer within 0.40 s"),
    (
        "half-line",
        "timeout",
        r"no answer within 0.40 s; unfinished line '\{\"id\":\"..': did it .*",
    ),
    ("half-line-late", "timeout", "no answer within 0.40 s; unfinished line .*"),
    ("dribble", "timeout", "no answer within 0.40 s; unfinished line .*"),
    ("flood-blank", "timeout", "no answer within 0.40 s"),
    ("stderr-endless", "timeout", "no answer within 0.40 s"),
    ("close-stdin", "timeout", "no answer within 0.40 s"),
    ("stop", "timeout", "no answer within 0.40 s"),
]


@pytest.mark.parametrize(
    ("how", "kind", "message"), [pytest.param(*row, id=row[0]) for row in AT_A_QUESTION]
)
def test_at_a_question(how: str, kind: str, message: str, player_of: MakePlayer) -> None:
    heard = provoke(player_of, how, 2)
    fault = judged(heard)
    assert fault.kind == kind
    assert re.fullmatch(message, fault.message)
    assert BODY in fault.question
    if kind == "timeout":
        assert CAP_S <= heard.seconds < CAP_S + SOON_S
    else:
        assert heard.seconds < SOON_S


@pytest.mark.parametrize(
    ("how", "action"),
    [("illegal", b"11X"), ("lower-case", b"qd"), ("pass", b"--")],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whether_an_action_is_legal_is_not_the_players_to_say(
    how: str, action: bytes, player_of: MakePlayer
) -> None:
    assert provoke(player_of, how, 1).outcome == action


def test_answers_then_exits(player_of: MakePlayer) -> None:
    player = player_of(misbehaving("answer-then-exit"))
    assert player.ready() is None
    assert player.ask(BODY) == b"2S"
    start = monotonic()
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.message) == ("crash", "exited with status 0")
    assert monotonic() - start < SOON_S


def test_a_line_that_nobody_asked_for_is_a_fault_at_the_next_question(
    player_of: MakePlayer,
) -> None:
    player = player_of(misbehaving("early"))
    assert player.ready() is None
    assert player.ask(BODY) == b"2S"
    time.sleep(0.2)
    fault = player.ask(BODY)
    assert isinstance(fault, Fault)
    assert fault.kind == "protocol"
    # On a busy machine the right answer may lie in the pipe beside it by the time it is read.
    either = (
        "answer to question '00000000', expected '[0-9a-f]{8}'|more than one line: .*00000000.*"
    )
    assert re.fullmatch(either, fault.message)


# At the greeting

AT_THE_GREETING = [
    ("exit-at-once", "crash", "exited with status 1 before the handshake"),
    ("segv-at-once", "crash", "killed by SIGSEGV before the handshake"),
    ("exit-0", "crash", "exited with status 0 before the handshake"),
    ("exit-with-grandchild", "crash", "exited with status 0 before the handshake"),
    ("close-stdout", "crash", "closed its output before the handshake"),
    ("banner", "protocol", "not valid JSON: .*: 'Welcome'|more than one line: 'Welcome.*"),
    ("flood-at-once", "protocol", "line longer than 65536 bytes"),
    ("flood-lines", "protocol", "more than one line: .*"),
    ("garbage", "protocol", "not valid JSON: .*"),
    ("two-lines", "protocol", "more than one line: .*"),
    ("wrong-id", "protocol", "answer to question 'zzz', expected '[0-9a-f]{8}'"),
    ("protocol-2", "handshake", "speaks protocol 2, this arena 1"),
    ("no-protocol", "protocol", "protocol must be a number, got nothing"),
    ("no-name", "protocol", "name must be a string, got nothing"),
    ("bad-name", "protocol", r"name must be 1 to 40 printable characters, got 'a\\x1b\[2J'"),
    ("long-name", "protocol", "name must be 1 to 40 printable characters, got 'n{41}'"),
    ("bad-wants", "protocol", "wants must be a list of strings"),
    ("silent", "handshake", "no handshake within 0.3 s"),
    ("flood-blank", "handshake", "no handshake within 0.3 s"),
    ("stderr-endless", "handshake", "no handshake within 0.3 s"),
    ("stop", "handshake", "no handshake within 0.3 s"),
]


@pytest.mark.parametrize(
    ("how", "kind", "message"), [pytest.param(*row, id=row[0]) for row in AT_THE_GREETING]
)
def test_at_the_greeting(how: str, kind: str, message: str, player_of: MakePlayer) -> None:
    never = "no handshake" in message
    heard = provoke(player_of, how, 0, NEVER_GREETS if never else QUICK)
    fault = judged(heard)
    assert fault.kind == kind
    assert re.fullmatch(message, fault.message)
    assert heard.seconds < 0.3 + SOON_S


def test_half_a_greeting(player_of: MakePlayer) -> None:
    limits = ClockLimits(50, 5_000, 400, start_ms=1_000)
    fault = judged(provoke(player_of, "half-line", 0, limits))
    assert fault.kind == "handshake"
    assert fault.message.startswith('no handshake within 1 s; unfinished line \'{"id":"')
    assert fault.message.endswith("': did it end in a line feed, flushed?")


def test_a_greeting_may_come_late_but_inside_the_limit(player_of: MakePlayer) -> None:
    player = player_of(misbehaving("slow", "--at", "0", "--times", "1", "--seconds", "0.3"))
    assert player.ready() is None
    assert player.greeted_ms >= 300
    assert player.clock.bank_ms == QUICK.bank_ms
    assert player.ask(BODY) == b"2S"


def test_four_bots_that_never_greet_are_waited_for_side_by_side(player_of: MakePlayer) -> None:
    players = [player_of(misbehaving("silent", "--at", "0"), NEVER_GREETS) for _ in range(4)]
    start = monotonic()
    faults = [player.ready() for player in players]
    assert [fault.kind if fault else None for fault in faults] == ["handshake"] * 4
    assert monotonic() - start < 0.3 + SOON_S


# What is tolerated


@pytest.mark.parametrize(
    "how",
    [
        "well",
        "crlf",
        "bom",
        "blank-lines",
        "spaces",
        "unknown-fields",
        "unicode-escape",
        "deep-16",
        "wants",
        "stderr-flood",
        "stderr-escapes",
        "grandchild",
        "ignore-signals",
    ],
)
def test_what_is_no_fault(how: str, player_of: MakePlayer) -> None:
    options = () if how == "unicode-escape" else ("--at", "0")

    def attempt() -> list[bytes | Fault]:
        player = player_of(misbehaving(how, *options))
        assert player.ready() is None
        return [player.ask(BODY) for _ in range(3)]

    assert again_if_busy(attempt) == [b"2S"] * 3


def test_what_it_wants_of_what_there_is(player_of: MakePlayer) -> None:
    player = player_of(misbehaving("wants", "--at", "0"))
    assert player.ready() is None
    assert player.wants == {"events", "deals"}


def test_a_slow_bot_plays_until_its_bank_is_used_up(player_of: MakePlayer) -> None:
    limits = ClockLimits(free_ms=50, bank_ms=600, cap_ms=400)

    def attempt() -> tuple[list[str], list[int]]:
        player = player_of(misbehaving("slow", "--seconds", "0.3"), limits)
        assert player.ready() is None
        kinds, banks = [], []
        for _ in range(3):
            outcome = player.ask(BODY)
            kinds.append(outcome.kind if isinstance(outcome, Fault) else outcome.decode())
            banks.append(player.clock.bank_ms)
        return kinds, banks

    kinds, banks = again_if_busy(attempt)
    assert kinds == ["2S", "2S", "timeout"]
    assert 250 <= banks[0] <= 350
    assert 0 <= banks[1] <= 100
    assert banks[2] == 0


# What comes late


@pytest.mark.parametrize("how", ["late", "half-line-late"])
def test_a_late_line_is_dropped_once_and_the_next_question_answered(
    how: str, player_of: MakePlayer
) -> None:
    def attempt() -> tuple[list[object], int]:
        player = player_of(misbehaving(how, "--times", "1", "--seconds", "0.6"))
        assert player.ready() is None
        outcomes = [player.ask(BODY) for _ in range(3)]
        kinds = [got.kind if isinstance(got, Fault) else got for got in outcomes]
        return kinds, player.answering().late_lines

    assert again_if_busy(attempt) == (["timeout", b"2S", b"2S"], 1)


def test_a_bot_that_hangs_over_two_questions_is_late_twice_and_no_worse(
    player_of: MakePlayer,
) -> None:
    def attempt() -> tuple[list[object], int]:
        player = player_of(misbehaving("late", "--times", "1", "--seconds", "1.0"))
        assert player.ready() is None
        outcomes = [player.ask(BODY) for _ in range(4)]
        kinds = [got.kind if isinstance(got, Fault) else got for got in outcomes]
        return kinds, player.answering().late_lines

    assert again_if_busy(attempt) == (["timeout", "timeout", b"2S", b"2S"], 2)


# Bounds


@pytest.mark.parametrize("how", ["flood", "flood-lines", "flood-blank", "stderr-endless"])
def test_memory_stays_flat_under_a_flood(how: str, player_of: MakePlayer) -> None:
    def attempt() -> bytes | Fault:
        player = player_of(misbehaving(how))
        assert player.ready() is None
        # Splitting 64 KiB of blank lines takes some memory for a moment.
        with flat_memory(12 << 20):
            return player.ask(BODY)

    assert isinstance(again_if_busy(attempt), Fault)


def test_a_bot_killed_from_outside_while_it_thinks(player_of: MakePlayer) -> None:
    player = player_of(misbehaving("silent"), ClockLimits(50, 20_000, 5_000))
    assert player.ready() is None
    assert player.process is not None
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -KILL {player.process.pid}"])
    start = monotonic()
    fault = player.ask(BODY)
    assert monotonic() - start < 0.2 + SOON_S
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.message) == ("crash", "killed by SIGKILL")
    assert killer.wait() == 0


@pytest.mark.parametrize("how", ["silent", "flood", "stop", "close-stdout", "ignore-signals"])
def test_a_retired_bot_is_gone_and_leaves_no_descriptor(how: str, player_of: MakePlayer) -> None:
    before = len(os.listdir("/proc/self/fd"))
    player = player_of(misbehaving(how))
    assert player.ready() is None
    assert player.process is not None
    pid = player.process.pid
    player.retire()
    assert not Path(f"/proc/{pid}").exists()
    assert len(os.listdir("/proc/self/fd")) == before


def test_no_core_and_no_cache_is_left_in_the_bots_folder() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == ["bot.py", "bot.yaml"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("no-such-program-anywhere",), "No such file or directory"),
        (("./bot.yaml",), "Permission denied"),
    ],
    ids=["missing", "not executable"],
)
def test_a_bot_that_cannot_be_started(
    command: tuple[str, ...], why: str, player_of: MakePlayer
) -> None:
    player = player_of(Bot("x", str(FOLDER), command))
    assert player.ready() == Fault("start", f"could not be started: {why}")
