"""Who wins a trick by the names of its cards: as the engine has it."""

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import CARD_NAMES, codes, left
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.dealing import Draws, deal_hands
from barbu_arena.game.trick_play import TrickPlay, winning_place

TRUMPS = next(
    contract
    for contract in load_rules("simple").contracts
    if isinstance(contract, TrickContract) and contract.trumps
)


@pytest.mark.parametrize("trump", [None, "S", "H", "D", "C"])
def test_as_the_engine_has_it(trump: str | None) -> None:
    draws = Draws(f"who wins|{trump}")
    for index in range(7):
        play = TrickPlay(TRUMPS, trump, deal_hands("who wins", 0, 0, index), 0)
        while not play.over:
            if play.trick:
                names = [CARD_NAMES[card] for card in play.trick]
                assert left(play.leader, winning_place(names, trump)) == play.winner
            legal = list(codes(play.legal))
            play.play(legal[draws.draw(len(legal))])


def test_a_trump_a_discard_and_the_suit_led() -> None:
    assert winning_place(["5D", "9D", "AC", "2S"], "S") == 3
    assert winning_place(["5D", "9D", "AC", "2S"], None) == 1
    assert winning_place(["5D"], "H") == 0
