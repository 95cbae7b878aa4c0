"""`show --question`: the lines of one question, which a bot can be asked again."""

import json
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.game.dealing import bot_seed
from tests.command_line import Command

SHOW = ("show", "results/golden", "--question")
Lines = list[dict[str, Any]]


def lines_of(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def test_hello_session_and_the_question(in_golden: Path, command: Command) -> None:
    shown = command(*SHOW, "1.1.2:3:12")
    assert shown.status == 0
    hello, session, question = lines_of(shown.out)
    assert (hello["type"], hello["rules"]["name"], hello["clock"]["bank_ms"]) == (
        "hello", "modern", 20_000,
    )  # fmt: skip
    seat = question["seat"]
    seed = bot_seed("golden", "1.1.2", seat)
    assert session == {
        "type": "session", "session": "1.1.2", "seat": seat, "seed": seed, "deals": 28
    }  # fmt: skip
    assert (question["session"], question["deal"]) == ("1.1.2", 3)
    assert (question["deadline_ms"], question["bank_ms"]) == (5000, 20_000)
    assert len(question["legal"]) > 1
    assert hello["id"] != question["id"]
    told = f"session 1.1.2, deal 3, question 12 of 45: play 8 of seat {seat}, "
    assert shown.err.startswith(told)


def test_every_question_of_a_deal_by_its_number_and_by_its_place(
    in_golden: Path, command: Command
) -> None:
    for number in (1, 2, 15):
        shown = command(*SHOW, f"1.1.1:14:{number}")
        question = lines_of(shown.out)[2]
        ask = question["type"]
        calls_before = (question["seat"] - question["declarer"] - 1) % 4
        n = len(question["played"]) if "played" in question else calls_before
        place = "choose" if ask == "choose" else f"{ask}{n}"
        assert command(*SHOW, f"1.1.1:14:{place}").out == shown.out


def test_those_of_one_seat(in_golden: Path, command: Command) -> None:
    found = [command(*SHOW, f"2.1.3:5:{n}", "--seat", "1") for n in (1, 2, 3)]
    questions = [lines_of(shown.out)[2] for shown in found]
    assert [question["seat"] for question in questions] == [1, 1, 1]
    assert len({shown.out for shown in found}) == 3


def test_the_place_of_a_fault(in_golden: Path, command: Command) -> None:
    rows = json.loads(command("show", "results/golden", "--faults", "--format", "json").out)["rows"]
    row = rows[0]
    place = f"{row['session']}:{row['deal']}:{row['ask']}{row['n']}"
    shown = command(*SHOW, place)
    asked = Path(row["evidence"]).read_text().partition("\nquestion: ")[2].splitlines()[0]
    varies = {"id", "deadline_ms", "bank_ms"}
    again, was = lines_of(shown.out)[2], json.loads(asked)
    assert {k: again[k] for k in again.keys() - varies} == {k: was[k] for k in was.keys() - varies}


def test_into_a_file(in_golden: Path, tmp_path: Path, command: Command) -> None:
    there = tmp_path / "q.jsonl"
    shown = command(*SHOW, "1.1.2:3:12", "--output", there)
    assert (shown.status, shown.out) == (0, "")
    assert there.read_text() == command(*SHOW, "1.1.2:3:12").out


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("1.1.2:3:99", "deal 3 has 45 questions: choose 0, double 0 1 2 3, play 0 1 3 "),
        ("1.1.2:3:0", "; got 1.1.2:3:0"),
        ("1.1.2:3:play2", "deal 3 has 45 questions: "),
        ("1.1.2:29:1", "--question: expected a deal from 1 to 28, got 29"),
        ("1.1.2:0:1", "--question: expected a deal from 1 to 28, got 0"),
        ("9.9.9:1:1", "session 9.9.9: expected a finished session"),
        ("1.1.2:3", "--question: expected SESSION:DEAL:N such as 1.1.2:3:12, "),
        ("1.1.2:3:-1", "such as 1.1.2:3:12, "),
        ("\x1b[2J", "got \\x1b[2J"),
        ("1.1.2:٣:1", "such as 1.1.2:3:12, "),
    ],
)
def test_what_is_not_there(place: str, message: str, in_golden: Path, command: Command) -> None:
    shown = command(*SHOW, place)
    assert (shown.status, shown.out) == (2, "")
    assert message in shown.err
    assert "\x1b" not in shown.err


def test_a_seat_without_that_question(in_golden: Path, command: Command) -> None:
    shown = command(*SHOW, "1.1.2:3:choose", "--seat", "3")
    assert shown.status == 2
    assert "--question: deal 3 has 11 questions of seat 3: double " in shown.err


@pytest.mark.parametrize(
    "words",
    [
        ("1.1.2", "--question", "1.1.2:3:1"),
        ("--question", "1.1.2:3:1", "--deal", "3"),
        ("--question", "1.1.2:3:1", "--faults"),
        ("--question", "1.1.2:3:1", "--format", "json"),
        ("1.1.2", "--seat", "1"),
        ("1.1.2", "--output", "q.jsonl"),
    ],
)
def test_what_makes_no_sense_beside_it(
    words: tuple[str, ...], in_golden: Path, command: Command
) -> None:
    shown = command("show", "results/golden", *words)
    assert (shown.status, shown.out) == (2, "")
    assert "Error: --" in shown.err


def test_a_place_where_nothing_can_be_written(in_golden: Path, command: Command) -> None:
    shown = command(*SHOW, "1.1.2:3:12", "--output", "no/folder/q.jsonl")
    assert (shown.status, shown.out) == (2, "")
    assert (
        "--output: no/folder/q.jsonl cannot be written: No such file or directory; "
        "choose another place" in shown.err
    )


def test_what_is_there_is_written_to_and_not_replaced(in_golden: Path, command: Command) -> None:
    Path("real.jsonl").touch()
    Path("q.jsonl").symlink_to("real.jsonl")
    assert command(*SHOW, "1.1.2:3:12", "--output", "q.jsonl").status == 0
    assert Path("q.jsonl").is_symlink()
    assert len(lines_of(Path("real.jsonl").read_text())) == 3
