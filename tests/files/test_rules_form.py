"""The form of a rule set: readable, of JSON's types, and equal when it is read back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules, preset_names, rules_from_form
from barbu_arena.game.cards import RANKS
from barbu_arena.game.contracts import DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.game.rules_form import rules_form


@pytest.mark.parametrize("name", preset_names())
def test_the_form_of_a_preset_reads_back_equal(name: str) -> None:
    rules = load_rules(name)
    assert rules_from_form(json.loads(json.dumps(rules_form(rules)))) == rules


def test_the_form_is_that_of_the_file() -> None:
    assert rules_form(load_rules("modern")) == {
        "name": "modern",
        "first_lead": "declarer",
        "rotation": "block",
        "choice": "free",
        "contracts": {
            "no_tricks": {"tricks": -2, "duties": ["follow_suit"]},
            "no_queens": {"cards": {"Q": -6}, "duties": ["follow_suit"], "stop": "captured"},
            "no_last_two": {"tricks": {"12": -10, "13": -20}, "duties": ["follow_suit"]},
            "no_hearts": {
                "cards": {"H": -2, "AH": -6},
                "duties": ["follow_suit", "lead_no_heart"],
                "stop": "captured",
            },
            "no_king": {
                "cards": {"KH": -20},
                "duties": ["follow_suit", "lead_no_heart"],
                "stop": "captured",
            },
            "trumps": {
                "tricks": 5,
                "duties": ["follow_suit", "win_with_trump"],
                "trump": ["S", "H", "D", "C"],
            },
            "domino": {"places": [45, 20, 5, -5], "start": "any", "opens": "declarer"},
        },
        "doubling": {
            "negative": "anyone",
            "positive": "declarer",
            "stakes": [0, 1, 2],
            "quota": 2,
            "quota_mode": "forced",
        },
    }


def test_a_form_that_is_wrong_is_named() -> None:
    form = rules_form(load_rules("modern"))
    with pytest.raises(ConfigError) as raised:
        rules_from_form({**form, "choice": "none"}, "m.json")
    assert "m.json:1:" in str(raised.value)
    assert str(raised.value).endswith("choice: expected one of free, fixed, got 'none'")
    with pytest.raises(
        ConfigError, match=r"^m\.json: extends: expected no such key here, got one$"
    ):
        rules_from_form({**form, "extends": "modern"}, "m.json")


POINTS = st.integers(-1000, 1000)
FEW = st.sampled_from((0, 0, 0, -2, -6, 5))


@st.composite
def trick_contracts(draw: st.DrawFn, name: str) -> TrickContract:
    every = st.tuples(*[draw(st.sampled_from((FEW, POINTS)))] * 13)
    same = FEW.map(lambda points: (points,) * 13)
    tricks = draw(st.one_of(same, every))
    by_rank = draw(st.lists(FEW, min_size=13, max_size=13))
    by_suit = draw(st.lists(FEW, min_size=4, max_size=4))
    own = draw(st.dictionaries(st.integers(0, 51), POINTS, max_size=6))
    cards = tuple(own.get(code, by_rank[code % 13] or by_suit[code // 13]) for code in range(52))
    trumps = tuple(draw(st.lists(st.sampled_from("SHDC-"), unique=True, max_size=5)))
    duties = [duty for duty in DUTIES if duty.startswith("lead")][: draw(st.integers(0, 1))]
    if set(trumps) - {"-"}:
        duties += draw(
            st.lists(st.sampled_from(("ruff", "overruff", "beat_led_trump")), unique=True)
        )
    if not any(tricks) and not any(cards):
        tricks = (1,) * 13
    stops = any(cards) and not any(tricks) and draw(st.booleans())
    return TrickContract(name, tricks, cards, ("follow_suit", *duties), trumps, stops)


@st.composite
def domino_contracts(draw: st.DrawFn, name: str) -> DominoContract:
    places = draw(st.tuples(POINTS, POINTS, POINTS, POINTS))
    starts = tuple(draw(st.lists(st.sampled_from(RANKS), unique=True, min_size=1)))
    if draw(st.booleans()):
        starts = tuple(RANKS)
    if len(starts) == 1 and draw(st.booleans()):
        return DominoContract(name, places, starts, starts[0] + draw(st.sampled_from("SHDC")))
    return DominoContract(name, places, starts, draw(st.sampled_from(("declarer", "left"))))


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    names = [f"c{i}" for i in range(draw(st.integers(1, 4)))]
    kinds = [draw(st.sampled_from((trick_contracts, domino_contracts))) for _ in names]
    contracts: tuple[Any, ...] = tuple(
        draw(kind(name)) for kind, name in zip(kinds, names, strict=True)
    )
    scope: Any = st.sampled_from(("anyone", "declarer"))
    stakes = draw(st.tuples(st.just(0), st.integers(0, 10), st.integers(0, 10)))
    mode: Any = draw(st.sampled_from(("forced", "penalty")))
    doubling = Doubling(
        draw(scope),
        draw(scope),
        stakes,
        draw(st.integers(0, len(names))),
        mode,
        draw(st.integers(1, 1000)) if mode == "penalty" else 0,
    )
    return RuleSet(
        draw(st.from_regex(r"[a-z][a-z0-9]{3,31}", fullmatch=True)),
        draw(st.sampled_from(("declarer", "left"))),
        draw(st.sampled_from(("block", "each_deal"))),
        draw(st.sampled_from(("free", "fixed"))),
        contracts,
        draw(st.sampled_from((None, doubling))),
    )


@given(rule_sets())
def test_the_form_of_any_rule_set_reads_back_equal(rules: RuleSet) -> None:
    form = rules_form(rules)
    read = rules_from_form(json.loads(json.dumps(form)))
    assert read == rules
    assert json.dumps(rules_form(read)) == json.dumps(form)
