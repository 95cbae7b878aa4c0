"""Deals from a seed: the vectors of tests/cases/deals.yaml, and the algorithm in plain words."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.game.cards import CARD_CODES, DECK, hand_from_text, hand_text
from barbu_arena.game.dealing import Draws, bot_seed, deal_hands
from barbu_arena.game.session import dealer
from tests import oracle
from tests.game.positions import mask, read_hands

CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "deals.yaml").read_text(encoding="utf-8")
)
VECTORS = [pytest.param(case, id=f"{case['seed'] or 'empty'}-{case['set']}") for case in CASES]
Case = dict[str, Any]

PLACES = st.integers(0, 10_000), st.integers(0, 3), st.integers(0, 31)


@pytest.mark.parametrize("case", VECTORS)
def test_the_hands_are_those_of_the_vector(case: Case) -> None:
    hands = deal_hands(case["seed"], case["set"], case["block"], case["index"])
    assert [hand_text(hand) for hand in hands] == case["hands"]
    assert dealer(case["seed"], case["set"])(case["block"], case["index"]) == hands


@pytest.mark.parametrize("case", VECTORS)
def test_a_hand_of_the_vector_reads_back_equal(case: Case) -> None:
    hands = tuple(hand_from_text(text) for text in case["hands"])
    assert hands == read_hands(case["hands"])
    assert hands == deal_hands(case["seed"], case["set"], case["block"], case["index"])


@settings(deadline=None, max_examples=50)
@given(st.text(), *PLACES)
def test_a_deal_is_that_of_the_oracle(seed: str, board_set: int, block: int, index: int) -> None:
    hands = deal_hands(seed, board_set, block, index)
    expected = oracle.deal_hands(seed, board_set, block, index)
    assert hands == tuple(mask(cards) for cards in expected)
    assert sum(hands) == DECK
    assert [hand.bit_count() for hand in hands] == [13] * 4


def test_a_deal_that_needs_a_third_hash_is_that_of_the_oracle() -> None:
    assert bytes_of_a_deal("barbu-arena/deal/1|long|18201|0|0") > 64
    hands = deal_hands("long", 18201, 0, 0)
    assert hands == tuple(mask(cards) for cards in oracle.deal_hands("long", 18201, 0, 0))


def test_each_of_the_four_values_decides_a_deal() -> None:
    values = ("s", 0, 0, 0), ("t", 0, 0, 0), ("s", 1, 0, 0), ("s", 0, 1, 0), ("s", 0, 0, 1)
    assert len({deal_hands(*value) for value in values}) == 5


# Draws


def literal_bytes(name: str) -> Iterator[int]:
    for n in count():
        yield from sha256(f"{name}|{n}".encode()).digest()


def literal_draws(name: str, sizes: list[int]) -> list[int]:
    stream, drawn = literal_bytes(name), []
    for k in sizes:
        byte = next(stream)
        while byte >= 256 - 256 % k:
            byte = next(stream)
        drawn.append(byte % k)
    return drawn


def bytes_of_a_deal(name: str) -> int:
    stream, used = literal_bytes(name), 0
    for k in range(52, 1, -1):
        used += 1
        while next(stream) >= 256 - 256 % k:
            used += 1
    return used


@settings(deadline=None, max_examples=50)
@given(st.text(), st.lists(st.integers(1, 256), max_size=100))
def test_draws_are_as_the_design_tells_them(name: str, sizes: list[int]) -> None:
    draws = Draws(name)
    drawn = [draws.draw(k) for k in sizes]
    assert drawn == literal_draws(name, sizes)
    assert all(0 <= number < k for number, k in zip(drawn, sizes, strict=True))


def test_a_draw_of_256_skips_no_byte() -> None:
    draws = Draws("bytes")
    assert bytes(draws.draw(256) for _ in range(64)) == (
        sha256(b"bytes|0").digest() + sha256(b"bytes|1").digest()
    )


@pytest.mark.parametrize("name", ["a", "d", "g"])
def test_a_byte_that_would_favour_low_results_is_skipped(name: str) -> None:
    # The first byte is itself the bound: 256 - 256 % k is k for every k above 128.
    first, *others = sha256(f"{name}|0".encode()).digest()
    assert first > 128
    assert Draws(name).draw(first) == next(byte for byte in others if byte < first)
    assert Draws(name).draw(first + 1) == first


def test_the_draws_of_a_deal_put_the_deck_into_its_order() -> None:
    draws = Draws("barbu-arena/deal/1|42|0|0|0")
    deck = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    for i in range(51, 0, -1):
        j = draws.draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    assert [hand_text(mask(cards)) for cards in hands] == CASES[0]["hands"]


# The seed of a bot


def test_a_bots_seed_is_the_documented_one() -> None:
    # The digest begins with de 79 af c7; shifted right by one that is 6f 3c d7 e3.
    assert sha256(b"barbu-arena/bot/1|42|3.1.2|2").hexdigest().startswith("de79afc7")
    assert bot_seed("42", "3.1.2", 2) == 0x6F3CD7E3


@settings(deadline=None)
@given(st.text(), st.from_regex(r"[1-9]\.[1-9]\.[1-4]", fullmatch=True), st.integers(0, 3))
def test_a_bots_seed_is_a_number_below_two_to_the_31(seed: str, session: str, seat: int) -> None:
    digest = sha256(f"barbu-arena/bot/1|{seed}|{session}|{seat}".encode()).digest()
    first_four = digest[0] << 24 | digest[1] << 16 | digest[2] << 8 | digest[3]
    assert bot_seed(seed, session, seat) == first_four // 2 < 2**31


# Hands as text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("AKQJT98765432..", "thirteen cards in four suits", id="three-suits"),
        pytest.param("AKQJT9876543....", "thirteen cards in four suits", id="five-suits"),
        pytest.param("AKQJT9876543...", "thirteen cards in four suits", id="twelve-cards"),
        pytest.param("AKQJT98765432.2..", "thirteen cards in four suits", id="fourteen-cards"),
        pytest.param("AKQJ198765432...", "expected ranks out of 23456789TJQKA", id="rank"),
        pytest.param("akqjt98765432...", "expected ranks out of", id="lower-case"),
        pytest.param("23456789TJQKA...", "high to low", id="low-to-high"),
        pytest.param("AAKQJT9876543...", "high to low", id="a-card-twice"),
    ],
)
def test_a_hand_written_another_way_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        hand_from_text(text)


@settings(deadline=None)
@given(st.sets(st.sampled_from(sorted(CARD_CODES)), min_size=13, max_size=13))
def test_any_hand_reads_back_equal(cards: set[str]) -> None:
    text = hand_text(mask(cards))
    assert hand_from_text(text) == mask(cards)
    assert text == oracle.write_hand(cards)
