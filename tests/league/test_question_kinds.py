"""Questions of every kind, for any rules, the same every time."""

import json
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.league.question_kinds import question_kinds
from barbu_arena.players.question_reader import read_question
from tests.golden.make_questions import FEATURES


def kinds(preset: str) -> dict[str, dict[str, Any]]:
    return {kind.name: kind.question for kind in question_kinds(load_rules(preset))}


MODERN = kinds("modern")


def test_under_the_usual_rules_every_kind_comes_up() -> None:
    assert len(MODERN) == 19


@pytest.mark.parametrize(
    ("kind", "feature"),
    [
        ("a first contract", "a block's first choice"),
        ("a call", "the declarer's left calls first"),
        ("a forced double", "a double owed is forced"),
        ("a redouble of three", "three doublers to answer"),
        ("a lead", "any lead"),
        ("a lead without hearts", "hearts may not be led"),
        ("a lead from hearts alone", "nothing but hearts to lead"),
        ("following suit", "follows with a choice"),
        ("a discard", "void without a duty"),
        ("a duty to beat a trump led", "must beat a trump led"),
        ("a ruff", "must trump"),
        ("a duty to overtrump", "must overtrump"),
        ("the last choice of a deal", "the last trick but one"),
        ("Domino from the 2", "Domino from the 2"),
        ("Domino from the ace", "Domino from the ace"),
        ("Domino with two out", "Domino, two out"),
    ],
)
def test_a_kind_is_what_it_is_called(kind: str, feature: str) -> None:
    assert FEATURES[feature](MODERN[kind])


def test_the_last_contract_left_has_a_choice() -> None:
    question = MODERN["the last contract left"]
    assert (len(question["unused"]), question["deals_left"]) == (1, 1)
    assert len(question["legal"]) > 3


def test_domino_from_within_and_after_a_pass() -> None:
    assert MODERN["Domino from within"]["start"] not in "2A"
    assert "--" in [card for _, card in MODERN["Domino after a pass"]["played"]]


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_has_those_that_it_can_have(preset: str) -> None:
    found = kinds(preset)
    assert found == kinds(preset)
    for question in found.values():
        assert len(read_question(question).legal) > 1
    rules = load_rules(preset)
    asks = {question["type"] for question in found.values()}
    assert asks == {"choose", "play"} | ({"double"} if rules.doubling else set())
    starts = json.dumps([question.get("start") for question in found.values()])
    assert ('"7"' in starts) == (preset.startswith("classic") and preset != "classic-no-domino")
