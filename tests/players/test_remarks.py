"""What bots say beside their answers: kept where it means something, bounded, and harmless."""

import json
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.players.answers import Answer
from barbu_arena.players.remarks import Remark, Remarks, place_of, remark_on
from barbu_arena.referee.asked import asked_questions
from tests.referee_alone import played_session

ASKED: dict[str, Any] = {
    "id": "00000001", "type": "play", "deal": 3, "seat": 2, "declarer": 0,
    "trick": {"leader": 1, "cards": ["4D"]}, "tricks": [[1, "2C", "9C", "KC", "3C"]],
    "legal": ["2D", "QD"],
}  # fmt: skip


def on(answer: Answer) -> Remark | None:
    return remark_on(json.dumps(ASKED).encode(), answer)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"QD"),
        Answer(b"QD", note="so"),
        Answer(b"QD", ("QD", "2D")),
        Answer(b"QD", ("2D", "QD")),
    ],
)
def test_nothing_to_keep(answer: Answer) -> None:
    assert on(answer) is None


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        (Answer(b"QD", margin=0), Remark(3, 2, "play", 5, 0)),
        (Answer(b"QD", ("2D", "QD"), -7), Remark(3, 2, "play", 5, -7)),
        (Answer(b"QD", ("QD",)), Remark(3, 2, "play", 5, None, ("2D",))),
        (Answer(b"QD", ("2D", "QD", "KH", "KH")), Remark(3, 2, "play", 5, None, (), ("KH",))),
        (Answer(b"QD", (), 1), Remark(3, 2, "play", 5, 1, ("2D", "QD"))),
    ],
)
def test_a_margin_and_a_list_of_its_own(answer: Answer, remark: Remark) -> None:
    assert on(answer) == remark
    assert remark.differs == (remark.lacking + remark.extra != ())


def test_a_hostile_list_is_cut_and_escaped() -> None:
    found = on(Answer(b"QD", ("2D", "QD", "\x1b[2J" * 100, *(str(n) for n in range(10_000)))))
    assert found is not None
    assert len(found.extra) == 8
    assert all(answer.isprintable() and len(answer) < 200 for answer in found.extra)
    assert found.extra[0].startswith("\\x1b[2J")


def test_the_first_ten_differences_and_every_margin() -> None:
    remarks = Remarks()
    for number in range(100):
        question = json.dumps({**ASKED, "deal": number}).encode()
        own = ("QD",) if number % 2 else None
        remarks.take(question, Answer(b"QD", own, number if number < 90 else None))
    differing = [remark.deal for remark in remarks.kept if remark.differs]
    assert differing == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
    assert [remark.margin for remark in remarks.kept] == list(range(90))


@pytest.mark.parametrize("preset", ["modern", "simple"])
def test_the_place_is_that_of_the_record(preset: str) -> None:
    rules = load_rules(preset)
    record = played_session(rules=rules)
    kinds = set()
    for deal in range(1, 29):
        for asked in asked_questions(record, rules, deal):
            question = json.loads(b"{%b}" % asked.body)
            assert place_of(question) == asked.n
            kinds.add((asked.ask, "played" in question))
    assert kinds >= {("choose", False), ("play", False), ("play", True)}
