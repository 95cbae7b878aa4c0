"""Foreign files of questions are drawn and played on from, or refused in a printable line."""

import json
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.errors import ConfigError
from barbu_arena.files.question_file import parse_questions
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.dealing import Draws
from barbu_arena.players.question_reader import read_question
from barbu_arena.referee.position import NoSuchPosition, Position
from barbu_arena.report.question_text import compass_names, question_text
from tests.fuzz.damage import damaged
from tests.fuzz.printed import assert_printable

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "questions.jsonl").read_text().splitlines()
]
RULES = {name: load_rules(name) for name in {case["rules"] for case in CASES}}


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_damaged_question(random: Random, times: int) -> None:
    case = random.choice(CASES)
    fields = case["question"]
    for _ in range(times):
        fields = damaged(fields, random)
    line = json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")
    try:
        found = parse_questions(line, "q.jsonl")
    except ConfigError as error:
        assert_printable(str(error))
        return
    for message in found.questions:
        question = read_question(message)
        drawn = question_text(question, compass_names(question.seat))
        assert all(row.isprintable() for row in drawn.split("\n")), ascii(drawn)
        try:
            position = Position(question, RULES[case["rules"]])
            position.deal(position.worlds.draw(Draws("fuzz")))
        except NoSuchPosition as error:
            assert_printable(str(error))
