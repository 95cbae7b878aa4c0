"""Worlds: all that fit, no others, and each as likely as any."""

from collections import Counter
from itertools import permutations

import pytest

from barbu_arena.game.cards import CARD_CODES, codes
from barbu_arena.game.dealing import Draws
from barbu_arena.game.worlds import Worlds


def mask(names: str) -> int:
    return sum(1 << CARD_CODES[name] for name in names.split())


def every(counts: tuple[int, ...], allowed: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return all worlds the slow way: every order of the cards, dealt out."""
    cards = list(codes(allowed[0] | allowed[1] | allowed[2] | allowed[3]))
    found = set()
    for order in permutations(cards):
        hands, at = [], 0
        for many in counts:
            hands.append(sum(1 << card for card in order[at : at + many]))
            at += many
        if all(not hand & ~may for hand, may in zip(hands, allowed, strict=True)):
            found.add(tuple(hands))
    return found


FREE = mask("2S 3S AH KD 5C 6C")
CASES = [
    ((0, 2, 2, 2), (0, FREE, FREE, FREE)),
    ((0, 3, 1, 2), (0, FREE, mask("2S AH KD"), FREE)),
    ((2, 1, 3, 0), (mask("2S 3S 5C"), mask("2S AH 6C"), FREE, 0)),
    ((1, 1, 2, 2), (mask("2S 3S"), mask("2S 3S"), FREE, mask("AH KD 5C"))),
    ((6, 0, 0, 0), (FREE, 0, 0, 0)),
]


@pytest.mark.parametrize(("counts", "allowed"), CASES)
def test_all_that_fit_and_no_others(counts: tuple[int, ...], allowed: tuple[int, ...]) -> None:
    worlds = Worlds(counts, allowed)
    right = every(counts, allowed)
    assert worlds.total == len(right)
    draws = Draws("all that fit")
    drawn = Counter(worlds.draw(draws) for _ in range(60 * len(right)))
    assert drawn.keys() == right
    # Sixty of each are expected, with a standard deviation of less than eight.
    assert all(30 <= times <= 90 for times in drawn.values()), drawn


@pytest.mark.parametrize(
    ("counts", "allowed"),
    [
        ((0, 2, 2, 2), (0, mask("2S"), FREE, FREE)),
        ((0, 3, 3, 0), (0, mask("2S 3S AH"), mask("2S 3S AH"), 0)),
        ((0, 1, 1, 1), (0, FREE, FREE, FREE)),
        ((0, 4, 4, 4), (0, FREE, FREE, FREE)),
    ],
    ids=["too few cards", "the same few", "too few places", "too many places"],
)
def test_none_fits(counts: tuple[int, ...], allowed: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no way to deal the hidden cards fits"):
        Worlds(counts, allowed)


def test_a_whole_deal() -> None:
    unseen = (1 << 39) - 1
    worlds = Worlds((13, 0, 13, 13), (unseen, 0, unseen, unseen))
    assert worlds.total == 84_478_098_072_866_400
    hands = worlds.draw(Draws("a whole deal"))
    assert [hand.bit_count() for hand in hands] == [13, 0, 13, 13]
    assert hands[0] | hands[2] | hands[3] == unseen
    assert worlds.draw(Draws("a whole deal")) == hands
