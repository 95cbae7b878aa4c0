"""tests/cases/questions.jsonl, written by tests/golden/make_questions.py."""

import json
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules, preset_names
from tests.golden.make_questions import FEATURES, FILE, lines

TEXT = FILE.read_text("utf-8")
ROWS: list[dict[str, Any]] = [json.loads(line) for line in TEXT.splitlines()]


def test_the_file_is_what_its_script_writes() -> None:
    assert TEXT.splitlines() == list(lines())


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_has_a_question(feature: str) -> None:
    assert any(FEATURES[feature](row["question"]) for row in ROWS)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_has_questions_of_each_kind(name: str) -> None:
    questions = [row["question"] for row in ROWS if row["rules"] == name]
    kinds = {(question["type"], "trick" in question) for question in questions}
    expected = {("choose", False), ("play", True)}
    assert kinds >= expected | ({("double", False)} if load_rules(name).doubling else set())


def test_voids_are_shown_by_tricks_alone() -> None:
    with_voids = [row for row in ROWS if "voids" in row]
    assert [row for row in ROWS if "trick" in row["question"]] == with_voids
    assert any(len(suits) == 3 for row in with_voids for suits in row["voids"])
    for row in with_voids:
        question = row["question"]
        held = {card[1] for card in question["hand"]}
        assert held.isdisjoint(row["voids"][question["seat"]])
