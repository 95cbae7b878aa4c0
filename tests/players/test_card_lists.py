"""Lists of cards and names as fragments of JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.game.cards import CARD_CODES, CARD_NAMES, DECK, PASS, PASS_MASK
from barbu_arena.game.doubling import CALL_NAMES
from barbu_arena.players.card_lists import QUOTED_CARDS, card_list, name_list


def mask_of(cards: str) -> int:
    return sum(1 << CARD_CODES[card] for card in cards.split())


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("", b""),
        ("KH", b'"KH"'),
        ("AS 2S TS", b'"2S","TS","AS"'),
        ("2C KD QH 3S", b'"3S","QH","KD","2C"'),
        ("AC AD 2D 2C", b'"2D","AD","2C","AC"'),
    ],
    ids=["none", "one", "ranks up", "suits S H D C", "both"],
)
def test_cards_in_order(cards: str, text: bytes) -> None:
    assert card_list(mask_of(cards)) == text


def test_the_pass_stands_alone() -> None:
    assert card_list(PASS_MASK) == b'"--"'
    assert QUOTED_CARDS[PASS] == b'"--"'


def test_each_card_is_quoted_by_its_code() -> None:
    assert [json.loads(text) for text in QUOTED_CARDS] == [*CARD_NAMES, "--"]


@given(st.integers(0, DECK))
def test_any_hand_is_a_list_in_the_order_of_the_deck(mask: int) -> None:
    names = json.loads(b"[" + card_list(mask) + b"]")
    assert names == [name for code, name in enumerate(CARD_NAMES) if mask >> code & 1]


@given(st.integers(0, (1 << len(CALL_NAMES)) - 1))
def test_any_set_of_calls_is_a_list_in_the_order_of_their_codes(mask: int) -> None:
    listed = name_list(CALL_NAMES)
    names = json.loads(b"[" + listed(mask) + b"]")
    assert names == [name for code, name in enumerate(CALL_NAMES) if mask >> code & 1]
    assert listed(mask) is listed(mask)
