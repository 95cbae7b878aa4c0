"""What a person types, in whatever way, is one legal answer or none."""

import pytest

from barbu_arena.players.question_reader import Question, read_question
from barbu_arena.players.typed_answer import typed_answer


def question(kind: str, legal: list[str]) -> Question:
    fields = {
        "type": kind, "session": "1.1.1", "deal": 1, "deals_left": 7, "seat": 2, "declarer": 0,
        "hand": ["2S", "TH", "KH"], "contract": "no_tricks", "legal": legal,
        "trick": {"leader": 2, "cards": []},
    }  # fmt: skip
    return read_question(fields)


CARD = question("play", ["2S", "TH", "KH"])
CONTRACT = question("choose", ["no_tricks", "trumps:S", "trumps:-", "domino:8"])
CALL = question("double", ["-", "0", "1", "3", "0,1", "0,3", "1,3", "0,1,3"])
FORCED = question("double", ["0", "0,1"])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("KH", "KH"),
        ("kh", "KH"),
        ("  kH ", "KH"),
        ("th", "TH"),
        ("10h", "TH"),
        ("1", "2S"),
        ("3", "KH"),
        ("03", "KH"),
        ("0", None),
        ("4", None),
        ("9999999999999999", None),
        ("²", None),
        ("-1", None),
        ("3h", None),
        ("king", None),
        ("", None),
        ("K H", None),
    ],
)
def test_cards(typed: str, answer: str | None) -> None:
    assert typed_answer(typed, CARD) == answer


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("no_tricks", "no_tricks"),
        ("No_Tricks", "no_tricks"),
        ("trumps:s", "trumps:S"),
        ("trumps:-", "trumps:-"),
        ("2", "trumps:S"),
        ("domino:8", "domino:8"),
        ("trumps", None),
        ("5", None),
    ],
)
def test_announcements(typed: str, answer: str | None) -> None:
    assert typed_answer(typed, CONTRACT) == answer


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("-", "-"),
        ("pass", "-"),
        ("No", "-"),
        ("0", "0"),
        ("3", "3"),
        ("1,3", "1,3"),
        ("3,1", "1,3"),
        ("3 1 0", "0,1,3"),
        ("0, 1", "0,1"),
        ("013", "0,1,3"),
        ("1,1", "1"),
        ("2", None),
        ("0,2", None),
        ("4", None),
        ("1,", None),
        ("all", None),
    ],
)
def test_calls_are_seats_and_never_numbers_of_a_list(typed: str, answer: str | None) -> None:
    assert typed_answer(typed, CALL) == answer


@pytest.mark.parametrize(("typed", "answer"), [("-", None), ("0", "0"), ("1 0", "0,1")])
def test_a_call_that_is_forced(typed: str, answer: str | None) -> None:
    assert typed_answer(typed, FORCED) == answer
