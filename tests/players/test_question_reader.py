"""Questions read back: what a bot gets is understood, and what is none is refused in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.players.question_reader import (
    BadQuestion,
    DominoSoFar,
    TricksSoFar,
    read_question,
)

QUESTIONS = [
    json.loads(line)["question"]
    for line in (Path(__file__).parents[1] / "cases" / "questions.jsonl").read_text().splitlines()
]
TRICK = next(q for q in QUESTIONS if q["type"] == "play" and q.get("tricks"))
DOMINO = next(q for q in QUESTIONS if "layout" in q and q["out"])


@pytest.mark.parametrize("fields", QUESTIONS, ids=range(len(QUESTIONS)))
def test_every_golden_question_is_read(fields: dict[str, Any]) -> None:
    question = read_question(fields)
    assert question.kind == fields["type"]
    assert list(question.hand) == fields["hand"]
    assert list(question.legal) == fields["legal"]
    assert list(question.scores) == fields["scores"]
    assert question.contract == fields.get("contract")
    assert question.trump == fields.get("trump")
    assert [list(pair) for pair in question.doubles or ()] == fields.get("doubles", [])


def test_what_was_played_in_tricks() -> None:
    play = read_question(TRICK).play
    assert isinstance(play, TricksSoFar)
    assert {"leader": play.leader, "cards": list(play.trick)} == TRICK["trick"]
    assert [[leader, *cards] for leader, cards in play.tricks] == TRICK["tricks"]
    assert list(play.raw) == TRICK["raw"]


def test_what_was_played_in_a_domino() -> None:
    play = read_question(DOMINO).play
    assert isinstance(play, DominoSoFar)
    assert {suit: list(ends) for suit, ends in play.layout.items()} == DOMINO["layout"]
    assert [list(turn) for turn in play.played] == DOMINO["played"]
    assert list(play.out) == DOMINO["out"]


def test_what_a_newer_arena_adds_is_ignored() -> None:
    assert read_question({**TRICK, "weather": {"rain": 1}}) == read_question(TRICK)


WRONG = {
    "type": ("hello", "type: expected one of choose double play, got 'hello'"),
    "session": (1, "session: expected a text, got 1"),
    "deal": (0, "deal: expected a whole number from 1, got 0"),
    "deals_left": (None, "deals_left: expected a whole number from 1, got null"),
    "seat": (4, "seat: expected a seat from 0 to 3, got 4"),
    "declarer": (True, "declarer: expected a seat from 0 to 3, got True"),
    "hand": (["KX"], "hand: expected a card such as KH, got 'KX'"),
    "legal": ([], "legal: expected at least one answer, got none"),
    "unused": ("all", "unused: expected a list of at most 64, got 'all'"),
    "owed": ([0, 0, 0], "owed: expected four numbers, by seat, got 3"),
    "scores": ([0, 0, 0, 1 << 40], f"scores: expected a number, got {1 << 40}"),
    "contract": (["x"], "contract: expected a text, got a list"),
    "trump": ("X", "trump: expected one of S H D C, got 'X'"),
    "doubles": ([[0, 1, 2]], "doubles: expected pairs of seats, got 3"),
    "trick": ([], "trick: expected an object, got a list"),
    "tricks": ([[0, "KH"]], "tricks: expected a leader and four cards, got a list"),
    "raw": ({}, "raw: expected a list of at most 64, got an object"),
}


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_field_is_named(key: str) -> None:
    value, problem = WRONG[key]
    with pytest.raises(BadQuestion) as raised:
        read_question({**TRICK, key: value})
    assert str(raised.value) == problem


WRONG_DOMINO = {
    "start": ("1", "start: expected one of 2 3 4 5 6 7 8 9 T J Q K A, got '1'"),
    "layout": ({"S": ["8", "7"]}, "layout: expected the lowest and the highest rank of each suit"),
    "played": ([[0]], "played: expected a seat and a card or --, got a list"),
    "out": ([9], "out: expected a seat from 0 to 3, got 9"),
}


@pytest.mark.parametrize("key", WRONG_DOMINO)
def test_a_wrong_field_of_a_domino(key: str) -> None:
    value, problem = WRONG_DOMINO[key]
    with pytest.raises(BadQuestion) as raised:
        read_question({**DOMINO, key: value})
    assert str(raised.value) == problem


def test_more_cards_than_a_trick_has_before_the_last() -> None:
    trick = {"leader": 0, "cards": ["2S", "3S", "4S", "5S"]}
    with pytest.raises(BadQuestion, match="expected 0 to 3 cards, got 4"):
        read_question({**TRICK, "trick": trick})


@pytest.mark.parametrize("key", ["type", "session", "hand", "legal", "contract", "trick"])
def test_a_missing_field_is_named(key: str) -> None:
    fields = {name: value for name, value in TRICK.items() if name != key}
    with pytest.raises(BadQuestion) as raised:
        read_question(fields)
    assert str(raised.value) == f"{key}: expected a value, got nothing"
