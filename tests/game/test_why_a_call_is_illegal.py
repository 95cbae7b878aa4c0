"""A call that is not open is refused with the rule that forbids it."""

import pytest

from barbu_arena.game.deal import Deal
from barbu_arena.game.doubling import CALL_NAMES
from tests.game.positions import call_position, preset

MODERN = preset("modern")
ITSELF = "a seat does not double itself"
DECLARER_ALONE = "only the declarer may be doubled here"
ANSWERS_ONLY = "the declarer answers those who doubled it, and no others"
OWED = "the doubles owed to the declarer reach the deals left"


def why(deal: Deal, name: str) -> str:
    code = CALL_NAMES.index(name)
    assert not deal.legal >> code & 1
    return deal.why_illegal_call(code)


@pytest.mark.parametrize(
    ("contract", "seat", "name", "words"),
    [
        ("no_tricks", 1, "1", ITSELF),
        ("no_tricks", 1, "0,1,2,3", ITSELF),
        ("trumps", 1, "1", ITSELF),
        ("trumps", 1, "2", DECLARER_ALONE),
        ("domino", 3, "0,2", DECLARER_ALONE),
    ],
)
def test_of_a_defender(contract: str, seat: int, name: str, words: str) -> None:
    assert why(call_position(MODERN, contract, 0, seat), name) == words


@pytest.mark.parametrize(
    ("name", "words"), [("3", ANSWERS_ONLY), ("1,3", ANSWERS_ONLY), ("0", ITSELF)]
)
def test_of_the_declarer(name: str, words: str) -> None:
    deal = call_position(MODERN, "no_queens", 0, 0, [(1, 0), (2, 0), (3, 2)])
    assert why(deal, name) == words


@pytest.mark.parametrize("name", ["-", "2", "2,3"])
def test_of_who_owes_as_many_doubles_as_deals_are_left(name: str) -> None:
    deal = call_position(MODERN, "no_tricks", 0, 1, made=0, deals_left=2)
    assert why(deal, name) == OWED
