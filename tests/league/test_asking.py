"""A bot asked by itself: what it hears, what is kept of its answers, and the drill of a check."""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.asking import Asking, ask_bot
from barbu_arena.league.drill import Drill, drill_bot
from barbu_arena.league.pool import Stop
from barbu_arena.league.team import hello_message
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import Answer
from barbu_arena.players.bot import Bot
from barbu_arena.players.orphans import adopt_orphans, children
from barbu_arena.players.sandbox import launch_plainly

QUESTION: dict[str, Any] = {
    "id": "00000001", "type": "double", "session": "1.1.1", "deal": 3, "deals_left": 5, "seat": 2,
    "declarer": 0, "hand": ["2D", "QD"], "contract": "no_tricks", "legal": ["-", "0"],
    "deadline_ms": 700, "bank_ms": 300,
}  # fmt: skip
TOLD = {"type": "session", "session": "1.1.1", "seat": 2, "seed": 7, "deals": 28}
BOT = """\
import os, sys, time
import json
asked = 0
for line in sys.stdin:
    m = json.loads(line)
    print(line, end="", file=sys.stderr)
    if m.get("type") == "hello":
        print(json.dumps({"id": m["id"], "protocol": 1, "name": "x", "version": "1"%s}), flush=True)
    elif "legal" in m:
        asked += 1
        action, more = m["legal"][-1], {}
        exec(sys.argv[1])
        print(json.dumps({"id": m["id"], "action": action, **more}), flush=True)
"""


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    adopt_orphans()
    before = set(children())
    yield
    assert set(children()) <= before


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def bot(folder: Path, does: str = "pass", greets: str = "") -> Bot:
    """Return a bot that takes the last legal answer, and does something before it answers."""
    (folder / "bot.py").write_text(BOT % greets)
    command = ["python3", "-I", "-S", "bot.py", textwrap.dedent(does)]
    (folder / "bot.yaml").write_text(f"name: x\ncommand: {json.dumps(command)}\n")
    return load_bot(folder)


def tournament(bot: Bot) -> Tournament:
    return Tournament("check", load_rules("modern"), "x", (bot,))


def ask(bot: Bot, *messages: dict[str, Any]) -> Asking:
    found = ask_bot(bot, hello_message(tournament(bot)), messages, launch_plainly, Stop())
    assert found is not None
    return found


def drill(bot: Bot) -> Drill:
    found = drill_bot(tournament(bot), launch_plainly, Stop())
    assert found is not None
    return found


# Asking


def test_it_hears_what_is_given_with_another_id(folder: Path) -> None:
    found = ask(bot(folder), TOLD, QUESTION, {"type": "event", "deal": 1}, QUESTION)
    hello, told, first, event, second, bye = map(json.loads, found.stderr.splitlines())
    assert hello == {**hello_message(tournament(bot(folder))), "id": hello["id"]}
    assert (told, event, bye) == (TOLD, {"type": "event", "deal": 1}, {"type": "bye"})
    for question, exchange in zip((first, second), found.exchanges, strict=True):
        # What the bank leaves, and the free time.
        assert question == {**QUESTION, "id": question["id"], "deadline_ms": 350}
        assert json.loads(exchange.question) == question
        assert exchange.said == Answer(b"0")
        assert (exchange.fault, exchange.remark) == (None, None)
        assert exchange.ms > 0
        assert json.loads(exchange.answer) == {"id": question["id"], "action": "0"}
    assert first["id"] != second["id"]
    assert (found.faults, found.chatter, found.left_by_itself) == ((), b"", True)


def test_what_it_says_beside_its_answer(folder: Path) -> None:
    does = """more = {"note": "so", "margin": -3, "legal": ["0"]}"""
    (exchange,) = ask(bot(folder, does), QUESTION).exchanges
    assert exchange.said == Answer(b"0", ("0",), -3, "so")
    assert exchange.remark is not None
    assert (exchange.remark.margin, exchange.remark.lacking) == (-3, ("-",))


def test_the_third_answer_that_is_replaced_ends_it(folder: Path) -> None:
    does = "action = '0' if asked == 2 else '\\x1b7'"
    found = ask(bot(folder, does), *[QUESTION] * 9)
    assert [it.fault is not None for it in found.exchanges] == [True, False, True, True]
    assert {fault.kind for fault in found.faults} == {"illegal"}
    message = found.faults[0].message
    assert message == "'\\x1b7' is not in the question's `legal`: -, 0"
    assert b'"type": "fault"' in found.stderr or b'"type":"fault"' in found.stderr


@pytest.mark.parametrize(
    ("does", "kind"),
    [("os._exit(3)", "crash"), ("print('oops')", "protocol"), ("time.sleep(9)", "timeout")],
)
def test_a_fault_has_what_was_sent(does: str, kind: str, folder: Path) -> None:
    found = ask(bot(folder, does), QUESTION)
    (fault,) = found.faults
    assert (fault.kind, found.exchanges[0].said) == (kind, None)
    assert fault.question == found.exchanges[0].question
    assert b'"legal":["-","0"]' in fault.question


def test_a_bot_that_does_not_greet_is_asked_nothing(folder: Path) -> None:
    found = ask(bot(folder, greets=', "protocol": 2'), QUESTION)
    assert (found.greeting, found.exchanges) == (None, ())
    assert [fault.kind for fault in found.faults] == ["handshake"]


def test_the_clock_of_hello_is_heard(folder: Path) -> None:
    question = {key: QUESTION[key] for key in QUESTION if key not in ("deadline_ms", "bank_ms")}
    one = bot(folder)
    for clock, deadline in (({"free_ms": 9, "bank_ms": 500, "cap_ms": 70}, 70), ("odd", 5000)):
        hello = {**hello_message(tournament(one)), "clock": clock}
        found = ask_bot(one, hello, [question], launch_plainly, Stop())
        assert found is not None
        assert json.loads(found.exchanges[0].question)["deadline_ms"] == deadline


def test_a_bank_that_is_spent_leaves_the_free_time(folder: Path) -> None:
    question = {**QUESTION, "bank_ms": 0, "deadline_ms": 50}
    found = ask(bot(folder, "time.sleep(9)"), question)
    (fault,) = found.faults
    assert fault.message == "no answer within 0.05 s, all that was left of the time bank"
    assert b'"deadline_ms":50,"bank_ms":0}' in fault.question


def test_who_is_stopped_has_no_verdict(folder: Path) -> None:
    one = bot(folder)
    assert ask_bot(one, hello_message(tournament(one)), [QUESTION], launch_plainly, Stop(1)) is None
    assert drill_bot(tournament(one), launch_plainly, Stop(1)) is None


# The drill


def test_a_bot_that_answers_by_the_question_alone(folder: Path) -> None:
    found = drill(bot(folder))
    assert len(found.kinds) == 19
    assert (found.remembers, found.varies) == ((), ())
    assert len(found.plain.exchanges) == 38
    assert found.odd is not None
    assert len(found.odd.exchanges) == 19
    assert found.plain.faults + found.odd.faults == ()
    assert found.kind(20) == found.kinds[1]


def test_a_bot_that_counts_its_answers(folder: Path) -> None:
    found = drill(bot(folder, "action = m['legal'][asked % 2]"))
    # The second time each question comes after an odd number of others.
    assert found.remembers == found.kinds
    assert found.varies == ()


def test_a_bot_that_draws_from_the_system(folder: Path) -> None:
    found = drill(bot(folder, "action = m['legal'][os.urandom(1)[0] % len(m['legal'])]"))
    assert 1 <= len(found.varies) <= 10
    assert set(found.varies) <= set(found.kinds[::2])


def test_what_is_said_to_nobody(folder: Path) -> None:
    one = bot(folder)
    text = (folder / "bot.py").read_text()
    says = '    if m.get("type") == "bye": print("bye", flush=True)\n'
    (folder / "bot.py").write_text(text + says)
    found = drill(one)
    assert found.plain.chatter == b"bye\n"
    assert found.plain.faults == ()


def test_a_bot_that_fails_is_not_asked_more(folder: Path) -> None:
    found = drill(bot(folder, "asked == 4 and os._exit(1)"))
    assert (len(found.plain.exchanges), found.odd, found.varies) == (4, None, ())
    assert found.kind(3) == "a forced double"
