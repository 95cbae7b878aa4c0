"""Rows of rules.md §2.5, Domino, that tests/cases/rules.yaml does not hold, under their ids."""

import pytest

from barbu_arena.game.cards import CARD_CODES, PASS, left
from barbu_arena.game.domino_play import DominoPlay
from tests.game.positions import (
    announced,
    answers,
    deal_of,
    domino_contract,
    domino_position,
    give,
    hand,
    legal,
    play_cards,
    preset,
)


def test_d2_a_declarer_may_name_a_rank_that_is_not_held() -> None:
    hands = hand("2D KD JS"), hand("QD JD 2S"), hand("3D"), hand("4D")
    deal = announced(deal_of(preset("simple"), hands=hands), "domino:Q")
    assert (deal.seat, answers(deal)) == (0, ["--"])
    give(deal, "--")
    assert (deal.seat, answers(deal)) == (1, ["QD"])


def test_d12_a_pass_is_illegal_while_a_card_fits() -> None:
    play = domino_position(domino_contract(preset("modern")), "7", {}, ["7C", "8C", "AS"])
    assert legal(play) == {"7C"}
    assert play.why_illegal(PASS) == "a pass is legal only when no card fits"
    assert play.why_illegal(CARD_CODES["7D"]) == "7D is not in the hand"


@pytest.mark.parametrize("rules", ["modern", "simple", "simple-balanced"])
@pytest.mark.parametrize("declarer", range(4))
def test_d13_three_pass_when_the_right_holds_the_whole_starting_rank(
    rules: str, declarer: int
) -> None:
    hands = [hand("2S 3S"), hand("2H 3H"), hand("2D 3D"), hand("2C 3C")]
    right = left(declarer, 3)
    hands[right] = hand("7S 7H 7D 7C")
    play = DominoPlay(
        domino_contract(preset(rules)), "7", (hands[0], hands[1], hands[2], hands[3]), declarer
    )
    play_cards(play, "-- -- --")
    assert (play.seat, legal(play)) == (right, {"7S", "7H", "7D", "7C"})


def test_d15_a_player_who_is_out_has_no_turn() -> None:
    hands = hand("7S"), hand("8S 9S"), hand("6S 5S"), hand("2C 3C")
    play = DominoPlay(domino_contract(preset("modern")), "7", hands, 0)
    play_cards(play, "7S 8S 6S --")
    assert (play.out, play.seat) == ([0], 1)
    play_cards(play, "9S")
    assert (play.out, play.seat) == ([0, 1], 2)
    assert [seat for seat, _ in play.plays] == [0, 1, 2, 3, 1]


@pytest.mark.parametrize(
    ("rules", "declarer", "places"),
    [
        ("modern", 1, (45, 20, 5, -5)),
        ("simple", 1, (45, 20, 10, -10)),
        ("simple-balanced", 1, (45, 20, 10, -10)),
        ("classic-any-seven", 0, (45, 20, 5, -5)),
    ],
)
def test_d16_the_third_to_go_out_ends_it(
    rules: str, declarer: int, places: tuple[int, ...]
) -> None:
    hands = hand("8S"), hand("7S"), hand("6S"), hand("2C 3C 4C 5C 6C 8C")
    play = DominoPlay(domino_contract(preset(rules)), "7", hands, declarer)
    play_cards(play, "7S")
    assert play.scores() == (0, places[0], 0, 0)
    play_cards(play, "6S --")
    assert play.scores() == (0, places[0], places[1], 0)
    assert not play.over
    play_cards(play, "8S")
    assert (play.over, play.out, play.legal) == (True, [1, 2, 0], 0)
    assert play.scores() == (places[2], places[0], places[1], places[3])
    assert play.played == 4


def test_d17_an_ace_gives_no_second_turn() -> None:
    hands = hand("AS KS"), hand("AH 2C"), hand("3C 4C"), hand("5C 6C")
    play = DominoPlay(domino_contract(preset("modern")), "A", hands, 0)
    play_cards(play, "AS")
    assert play.seat == 1
    play_cards(play, "AH")
    assert play.seat == 2


@pytest.mark.parametrize("holder", range(4))
@pytest.mark.parametrize("declarer", range(4))
def test_d18_in_classic_the_seven_of_diamonds_opens(declarer: int, holder: int) -> None:
    hands = [hand("7S 8S"), hand("7H 8H"), hand("7C 8C"), hand("6C 9C")]
    hands[holder] |= hand("7D 8D")
    deal = deal_of(
        preset("classic"), declarer=declarer, hands=(hands[0], hands[1], hands[2], hands[3])
    )
    announced(deal, "domino:7")
    for _ in range(4):
        give(deal, "-")
    assert (deal.seat, answers(deal)) == (holder, ["7D"])
    give(deal, "7D")
    assert deal.seat == left(holder)


def test_d18_classic_offers_no_other_start() -> None:
    ways = [way for way in answers(deal_of(preset("classic"))) if way.startswith("domino")]
    assert ways == ["domino:7"]


def test_d19_with_any_seven_the_left_begins_or_passes() -> None:
    hands = hand("7D 8D"), hand("8H 9H"), hand("7C 7S"), hand("6C 9C")
    play = DominoPlay(domino_contract(preset("classic-any-seven")), "7", hands, 0)
    assert (play.seat, legal(play)) == (1, {"--"})
    play_cards(play, "--")
    assert (play.seat, legal(play)) == (2, {"7C", "7S"})
