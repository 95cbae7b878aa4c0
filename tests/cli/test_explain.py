"""`barbu-arena explain`: questions of a file as tables, and what a bot answers to them."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules_form import rules_form
from barbu_arena.players.question_reader import read_question
from barbu_arena.report.question_text import compass_names, question_text
from tests.command_line import Command
from tests.small_leagues import misbehaving, picker, write_league

PLAINLY = ("--sandbox", "none")
QUESTION: dict[str, Any] = {
    "id": "00000001", "type": "play", "session": "1.1.2", "deal": 3, "deals_left": 5, "seat": 2,
    "declarer": 0, "unused": ["no_tricks"], "owed": [0, 1, 0, 2], "scores": [5, -5, 0, 0],
    "contract": "no_tricks", "doubles": [[1, 0]], "hand": ["2D", "QD", "AS"],
    "trick": {"leader": 1, "cards": ["4D"]}, "tricks": [], "raw": [0, 0, 0, 0],
    "legal": ["2D", "QD"],
}  # fmt: skip
SESSION = {"type": "session", "session": "1.1.2", "seat": 2, "seed": 7, "deals": 28}
HELLO = {"id": "00000000", "type": "hello", "protocol": 1, "rules": {"name": "modern"}}
DRAWN = question_text(read_question(QUESTION), compass_names(2))
OF_28 = DRAWN.replace("deal 3,", "deal 3 of 28,")


def lines(*messages: dict[str, Any]) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


@pytest.fixture
def bots(in_tmp: Path) -> None:
    write_league(in_tmp, [picker("ann", "first"), misbehaving("bad", ""), misbehaving("mute", "")])
    for name, arguments in (("bad", "--how, garbage"), ("mute", "--how, exit, --at, '0'")):
        text = f"name: {name}\ncommand: [python3, bot.py, {arguments}]\n"
        (in_tmp / "bots" / name / "bot.yaml").write_text(text)


def test_a_question_alone(in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(QUESTION))
    ended = command("explain", "q.jsonl")
    assert (ended.status, ended.out, ended.err) == (0, DRAWN, "")


def test_as_it_is_written_by_show(in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(HELLO, SESSION, QUESTION))
    assert command("explain", "q.jsonl").out == OF_28


def test_several_questions(in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(HELLO, SESSION, QUESTION, QUESTION))
    assert command("explain", "q.jsonl").out == f"{OF_28}\n{OF_28}"


def test_from_the_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    data = lines(SESSION, QUESTION).encode()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    assert command("explain", "-").out == OF_28


def test_what_a_bot_answers(bots: None, in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(HELLO, SESSION, QUESTION, QUESTION))
    ended = command("explain", "q.jsonl", "--bot", "bots/ann", *PLAINLY)
    assert (ended.status, ended.err) == (0, "")
    said = "\npicker answers 2D\n"
    assert ended.out == f"{OF_28}{said}\n{OF_28}{said}"


def test_what_a_bot_says_beside_its_answer(bots: None, in_tmp: Path, command: Command) -> None:
    program = in_tmp / "bots" / "ann" / "bot.py"
    program.write_text(
        program.read_text().replace(
            """said = f'"action\"""", """said = f'"note":"\\\\u001b low","margin":-3,"action\""""
        )
    )
    (in_tmp / "q.jsonl").write_text(lines(HELLO, SESSION, QUESTION))
    ended = command("explain", "q.jsonl", "--bot", "bots/ann", *PLAINLY)
    assert ended.out.endswith("\npicker answers 2D, expecting -3 points\n  \\x1b low\n")


def test_without_hello_nobody_is_asked(bots: None, in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(SESSION, QUESTION))
    ended = command("explain", "q.jsonl", "--bot", "bots/ann", *PLAINLY)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("q.jsonl: expected hello as the first line, got none")


GOLDEN = Path(__file__).parents[1] / "cases" / "questions.jsonl"


@pytest.fixture
def golden(in_tmp: Path) -> dict[str, Any]:
    """Write a question of modern rules with few cards left into `q.jsonl`, and return it."""
    cases = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    found = [case["question"] for case in cases if case["rules"] == "modern"]
    # Not so few that nobody has a choice any more.
    early = [question for question in found if len(question.get("tricks", ())) < 8]
    question: dict[str, Any] = max(early, key=lambda it: len(it.get("tricks", ())))
    hello = {**HELLO, "rules": rules_form(load_rules("modern"))}
    (in_tmp / "q.jsonl").write_text(lines(hello, question))
    return question


def test_what_may_come_of_each_answer(bots: None, golden: dict[str, Any], command: Command) -> None:
    ended = command("explain", "q.jsonl", "--worlds", "2", "--bot", "bots/ann", *PLAINLY)
    assert (ended.status, ended.err) == (0, "")
    question = read_question(golden)
    drawn = question_text(question, compass_names(question.seat))
    head = "played on by picker in all four seats; worlds for each answer: 2\n"
    said = f"{drawn}\npicker answers {question.legal[0]}\n\n{head}"
    assert ended.out.startswith(said)
    table = ended.out.removeprefix(said).splitlines()
    assert [row.split()[0] for row in table[1 : 1 + len(question.legal)]] == list(question.legal)


def test_nobody_named_plays_on_with_steady(golden: dict[str, Any], command: Command) -> None:
    ended = command("explain", "q.jsonl", "--worlds", "1", *PLAINLY)
    assert (ended.status, ended.err) == (0, "")
    assert "\nplayed on by steady in all four seats; worlds for each answer: 1\n" in ended.out
    assert "answers" not in ended.out.replace("answers;", "")


def test_a_bot_that_cannot_play_on(bots: None, golden: dict[str, Any], command: Command) -> None:
    ended = command("explain", "q.jsonl", "--worlds", "1", "--bot", "bots/mute", *PLAINLY)
    assert ended.status == 3
    assert "\nnot asked: crash: " in ended.out
    assert "\nnot played on: mute: crash: " in ended.out


def test_a_question_that_its_rules_do_not_know(
    golden: dict[str, Any], in_tmp: Path, command: Command
) -> None:
    hello = {**HELLO, "rules": rules_form(load_rules("modern"))}
    (in_tmp / "q.jsonl").write_text(lines(hello, {**golden, "contract": "x"}))
    ended = command("explain", "q.jsonl", "--worlds", "1", *PLAINLY)
    assert ended.status == 2
    assert ended.err == "q.jsonl: not a question of these rules: no such contract in these rules\n"


@pytest.mark.parametrize("rules", [{}, [], {"name": "x"}, {"extends": "modern"}])
def test_rules_that_are_none(rules: object, in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines({**HELLO, "rules": rules}, QUESTION))
    ended = command("explain", "q.jsonl", "--worlds", "1", *PLAINLY)
    assert ended.status == 2
    assert ended.err.startswith("q.jsonl: rules")


@pytest.mark.parametrize("bot", ["bad", "mute"])
def test_a_bot_that_fails(bot: str, bots: None, in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(lines(HELLO, SESSION, QUESTION, QUESTION))
    ended = command("explain", "q.jsonl", "--bot", f"bots/{bot}", *PLAINLY)
    assert ended.status == 3
    assert ended.out.startswith(OF_28)
    fault = ended.out.split(f"{OF_28}\n")[1]
    expected = {"bad": "misbehave: protocol: ", "mute": "not asked: crash: "}[bot]
    assert fault.startswith(expected), ended.out
    assert ended.out.split(f"{OF_28}\n")[2].startswith("not asked: ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (lines(HELLO), "q.jsonl: expected a question, a line with `legal`; got none\n"),
        ("", "q.jsonl: expected lines of JSON, as "),
        ("{}\n", "q.jsonl:1: expected a message with a type"),
        (lines({**QUESTION, "seat": 7}), "q.jsonl:1: seat: expected a seat from 0 to 3, got 7\n"),
    ],
)
def test_what_is_no_question(text: str, problem: str, in_tmp: Path, command: Command) -> None:
    (in_tmp / "q.jsonl").write_text(text)
    ended = command("explain", "q.jsonl")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(problem)
