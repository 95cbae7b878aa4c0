"""The engine asks, allows and scores as the oracle does, along whole sessions."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.game.session import Session, dealer
from tests import oracle
from tests.game.against_oracle import Chance, play_session
from tests.game.positions import preset
from tests.game.variations import SHIPPED, engine_rules

PRESETS = ("modern", "simple", "simple-balanced", "classic")
SESSIONS = 24
"""Random sessions under each rule set that ships."""
POSITIONS = 20_000
"""So many of their questions, at least, leave a choice; the forced ones are compared as well."""


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_shipped_rule_set_is_the_variation_that_its_text_names(name: str) -> None:
    assert replace(engine_rules(SHIPPED[name]), name=name) == preset(name)


def test_the_random_sessions_are_as_many_as_they_should_be() -> None:
    assert len(SHIPPED) * SESSIONS >= 300
    assert len(SHIPPED) * POSITIONS >= 200_000


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_random_sessions_are_those_of_the_oracle(name: str) -> None:
    chance = Chance(sorted(SHIPPED).index(name))
    for number in range(SESSIONS):
        session = Session(preset(name), dealer("oracle", number))
        play_session(session, SHIPPED[name], chance.choose)
        assert session.deal is None
    assert chance.open_ones >= POSITIONS


@pytest.mark.parametrize("name", PRESETS)
def test_a_session_of_first_answers_is_one_of_the_oracle(name: str) -> None:
    session = Session(preset(name), dealer("first", 0))
    play_session(session, SHIPPED[name], lambda answers: answers[0])
    assert session.deal is None


@pytest.mark.parametrize("name", PRESETS)
def test_a_session_of_last_answers_is_one_of_the_oracle(name: str) -> None:
    session = Session(preset(name), dealer("last", 0))
    play_session(session, SHIPPED[name], lambda answers: answers[-1])
    assert session.deal is None


@st.composite
def switches(draw: st.DrawFn) -> oracle.Rules:
    base = oracle.PRESETS[draw(st.sampled_from(PRESETS))]
    flags = ("overruff", "salade", "without_trumps", "without_domino", "fixed_order", "each_deal")
    changes: dict[str, Any] = {flag: draw(st.booleans()) for flag in flags}
    return replace(
        base,
        **changes,
        any_seven=base.preset == "classic" and draw(st.booleans()),
        no_doubles=draw(st.integers(0, 4)) == 0,
        queen_value=draw(st.integers(-12, -1)),
        king_value=draw(st.integers(-40, -1)),
        ace_of_hearts_value=draw(st.integers(-12, -1)),
        quota=draw(st.integers(0, 4)),
        quota_mode=draw(st.sampled_from(("forced", "penalty"))),
        quota_penalty=draw(st.integers(1, 20)),
    )


@settings(deadline=None, max_examples=25)
@given(switches(), st.integers(0, 2**32))
def test_a_session_of_any_variation_is_one_of_the_oracle(
    variation: oracle.Rules, number: int
) -> None:
    session = Session(engine_rules(variation), dealer("any", number))
    play_session(session, variation, Random(number).choice)
    assert session.deal is None
