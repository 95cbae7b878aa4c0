"""A question as its seat sees it: the whole picture, in 80 columns, with colours and without."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.players.question_reader import read_question
from barbu_arena.report.ink import Ink
from barbu_arena.report.question_text import compass_names, question_text

QUESTIONS = [
    json.loads(line)["question"]
    for line in (Path(__file__).parents[1] / "cases" / "questions.jsonl").read_text().splitlines()
]
COMMON: dict[str, Any] = {
    "session": "1.1.1", "deal": 20, "deals_left": 2, "seat": 2, "declarer": 2,
    "unused": ["no_queens", "trumps"], "owed": [0, 1, 0, 0], "scores": [94, -187, 214, -162],
}  # fmt: skip
NAMES = ("ann", "ben", "you", "dee")

CHOOSE = {
    **COMMON, "type": "choose", "owed": [0, 2, 0, 1],
    "hand": ["2S", "8S", "JS", "QS", "KS", "2H", "6H", "9H", "7D", "TD", "AD", "2C", "AC"],
    "legal": ["no_queens", "trumps:S", "trumps:H", "trumps:D", "trumps:C"],
}  # fmt: skip
CHOOSE_TEXT = """\
deal 20 of 28, 2 left in the block: 2 you is to declare
           0 ann          1 ben          2 you          3 dee
session   +94            -187           +214           -162
owes       0              2              0              1

S    2S    8S    JS    QS    KS
H    2H    6H    9H
D    7D    TD    AD
C    2C    AC
legal:
   1 no_queens   2 trumps:S    3 trumps:H    4 trumps:D    5 trumps:C
"""

DOUBLE = {
    **CHOOSE, "type": "double", "owed": [0, 1, 0, 0], "contract": "trumps", "trump": "S",
    "doubles": [[3, 2], [1, 2]], "legal": ["-", "1", "3", "1,3"],
}  # fmt: skip
DOUBLE_TEXT = """\
deal 20 of 28, 2 left in the block: trumps S, declared by 2 you
doubles: 3 dee on 2 you, 1 ben on 2 you
chosen out of: no_queens, trumps
           0 ann          1 ben          2 you          3 dee
session   +94            -187           +214           -162
owes       0              1              0              0

S    2S    8S    JS    QS    KS
H    2H    6H    9H
D    7D    TD    AD
C    2C    AC
legal:
  -        no double
  1        redouble 1 ben
  3        redouble 3 dee
  1,3      redouble 1 ben and 3 dee
"""

TRICK = {
    **COMMON, "type": "play", "contract": "trumps", "trump": "S", "doubles": [],
    "hand": ["8S", "JS", "QS", "KS", "TD"],
    "trick": {"leader": 0, "cards": ["4D", "9S"]},
    "tricks": [[2, "AC", "3C", "4C", "5C"], [2, "AD", "9D", "6D", "2D"],
               [2, "2S", "TS", "3S", "6S"]],
    "raw": [5, 0, 10, 0], "legal": ["JS", "QS", "KS"],
}  # fmt: skip
TRICK_TEXT = """\
deal 20 of 28, 2 left in the block: trumps S, declared by 2 you
doubles: none
           0 ann          1 ben          2 you          3 dee
tricks     1              0              2              0
raw       +5             +0             +10            +0
session   +94            -187           +214           -162
owes       0              1              0              0
trick 4
                   0 ann
                  >4D
  3 dee                             1 ben
  .                                 9S*
                   2 you
                   ?

S    8S  1:JS  2:QS  3:KS
H    –
D    TD
C    –
"""

DOMINO = {
    **COMMON, "type": "play", "deal": 3, "deals_left": 5, "declarer": 0, "contract": "domino",
    "start": "6", "doubles": [[3, 0], [0, 3]], "owed": [0, 0, 0, 0],
    "hand": ["3S", "TS", "KS", "AS", "3H", "5H", "KH", "2D", "9D", "TD", "AD", "7C"],
    "layout": {"H": ["6", "6"], "D": ["5", "6"], "C": ["4", "6"]},
    "played": [[0, "6D"], [1, "5D"], [2, "6H"], [3, "6C"], [0, "5C"], [1, "--"]],
    "out": [3], "legal": ["5H", "7C"],
}  # fmt: skip
DOMINO_TEXT = """\
deal 3, 5 left in the block: domino from 6, declared by 0 north
doubles: 3 west on 0 north, 0 north on 3 west
           0 north        1 east         2 you          3 west
cards      11             12             12             out 1st
session   +94            -187           +214           -162
layout    2 3 4 5 6 7 8 9 T J Q K A
S         . . . . . . . . . . . . .
H         . . . . 6 . . . . . . . .
D         . . . 5 6 . . . . . . . .
C         . . 4 5 6 . . . . . . . .

S    3S    TS    KS    AS
H    3H  1:5H    KH
D    2D    9D    TD    AD
C  2:7C
"""


@pytest.mark.parametrize(
    ("fields", "text"),
    [(CHOOSE, CHOOSE_TEXT), (DOUBLE, DOUBLE_TEXT), (TRICK, TRICK_TEXT)],
    ids=["choose", "double", "trick"],
)
def test_the_whole_picture(fields: dict[str, Any], text: str) -> None:
    assert question_text(read_question(fields), NAMES, deals=28) == text


def test_the_names_of_one_who_knows_none() -> None:
    assert compass_names(2) == ("north", "east", "you", "west")
    drawn = question_text(read_question(DOMINO), compass_names(2))
    assert drawn == DOMINO_TEXT


def test_rules_without_doubles_say_nothing_of_them() -> None:
    fields = {key: value for key, value in TRICK.items() if key != "doubles"}
    assert "doubles" not in question_text(read_question({**fields, "owed": [0] * 4}), NAMES)
    assert "owes" not in question_text(read_question({**fields, "owed": [0] * 4}), NAMES)


@pytest.mark.parametrize("fields", QUESTIONS, ids=range(len(QUESTIONS)))
def test_every_question_fits_and_marks_all_that_is_legal(fields: dict[str, Any]) -> None:
    question = read_question(fields)
    plain = question_text(question, ("w" * 32, "x" * 32, "you", "z" * 32), deals=28)
    assert max(map(len, plain.splitlines())) <= 80
    words = plain.split()
    for place, answer in enumerate(fields["legal"], 1):
        if fields["type"] == "play":
            assert f"{place}:{answer}" in words
        else:
            assert answer in words
    assert all(card in plain for card in fields["hand"])
    painted = question_text(question, compass_names(question.seat), Ink(coloured=True))
    bare = re.sub(r"\x1b\[[0-9;]*m", "", painted)
    assert bare == question_text(question, compass_names(question.seat))


def test_suits_have_colours_and_legal_cards_stand_out() -> None:
    painted = question_text(read_question(TRICK), NAMES, Ink(coloured=True))
    assert "1:\x1b[1mJS\x1b[0m" in painted
    assert "    \x1b[33mTD\x1b[0m" in painted
    assert ">\x1b[33m4D\x1b[0m" in painted


def test_text_of_a_stranger_steers_no_terminal() -> None:
    fields = {**DOUBLE, "contract": "\x1b[2J", "unused": ["\x07"], "legal": ["-", "\x1b]0;x\x07"]}
    drawn = question_text(read_question(fields), ("\x1b", "b", "c", "d"))
    assert all(char.isprintable() or char == "\n" for char in drawn)
    assert "\\x1b[2J S, declared by 2 c" in drawn
