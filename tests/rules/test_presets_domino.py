"""Rows of rules.md §2.5, Domino, for the rule sets that no other test plays them with."""

from random import Random

import pytest

from barbu_arena.game.cards import CARD_CODES, PASS, codes, left
from barbu_arena.game.dealing import deal_hands
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

Table = dict[str, tuple[str, str]]

FROM_SEVEN = ("classic", "classic-any-seven")
EVERY = ("modern", "simple", *FROM_SEVEN)


@pytest.mark.parametrize(
    ("declarer", "held", "cards"),
    [(3, "7C 8C AS", {"7C"}), (3, "7C 7D 8C", {"7C", "7D"}), (3, "8C 6D AS", {"--"})],
)
def test_d1_with_any_seven_only_a_seven_begins(declarer: int, held: str, cards: set[str]) -> None:
    hands = hand(held), hand("7S 2S"), hand("7H 2H"), hand("2D 2C")
    play = DominoPlay(domino_contract(preset("classic-any-seven")), "7", hands, declarer)
    assert (play.seat, legal(play)) == (0, cards)


def test_d1_in_classic_a_suit_opens_with_its_seven_once_the_first_lies() -> None:
    play = domino_position(
        domino_contract(preset("classic")), "7", {"D": ("7", "7")}, ["7C", "8C", "AS"]
    )
    assert legal(play) == {"7C"}


@pytest.mark.parametrize("rules", ["modern", "simple", "simple-balanced"])
def test_d2_a_declarer_without_the_rank_named_passes(rules: str) -> None:
    hands = hand("2D KD JS"), hand("QD JD 2S"), hand("3D"), hand("4D")
    deal = announced(deal_of(preset(rules), hands=hands), "domino:Q")
    while (deal.seat, answers(deal)) != (0, ["--"]):
        give(deal, "-")
    give(deal, "--")
    assert (deal.seat, answers(deal)) == (1, ["QD"])


@pytest.mark.parametrize(
    ("table", "held", "cards"),
    [
        pytest.param({"D": ("7", "9")}, "6D TD 7S KD", {"6D", "TD", "7S"}, id="d3"),
        pytest.param({"D": ("7", "7"), "H": ("3", "A")}, "2H 3C", {"2H"}, id="d7"),
        pytest.param({"D": ("7", "7"), "H": ("7", "7")}, "8S 6S", {"--"}, id="d8"),
        pytest.param({"D": ("7", "7"), "C": ("3", "K")}, "AC 2C", {"AC", "2C"}, id="d9"),
        pytest.param({"D": ("4", "A"), "C": ("7", "7")}, "2D", {"--"}, id="d10"),
    ],
)
@pytest.mark.parametrize("rules", FROM_SEVEN)
def test_d3_d7_to_d10_what_fits_on_a_table_of_sevens(
    rules: str, table: Table, held: str, cards: set[str]
) -> None:
    position = domino_position(domino_contract(preset(rules)), "7", table, held.split())
    assert legal(position) == cards


@pytest.mark.parametrize("rules", ["modern", "simple", "simple-balanced"])
def test_d12_who_holds_the_rank_named_may_not_pass(rules: str) -> None:
    hands = hand("8S 2D"), hand("QD JD"), hand("3D"), hand("4D")
    play = DominoPlay(domino_contract(preset(rules)), "8", hands, 0)
    assert (play.seat, legal(play)) == (0, {"8S"})
    assert play.why_illegal(PASS) == "a pass is legal only when no card fits"


@pytest.mark.parametrize("declarer", range(4))
def test_d13_three_pass_before_the_declarer_who_alone_holds_sevens(declarer: int) -> None:
    held = [hand("2S 3S"), hand("2H 3H"), hand("2D 3D"), hand("2C 3C")]
    held[declarer] = hand("7S 7H 7D 7C")
    hands = held[0], held[1], held[2], held[3]
    play = DominoPlay(domino_contract(preset("classic-any-seven")), "7", hands, declarer)
    assert play.seat == left(declarer)
    play_cards(play, "-- -- --")
    assert (play.seat, legal(play)) == (declarer, {"7S", "7H", "7D", "7C"})


@pytest.mark.parametrize("rules", ["simple", "simple-balanced", *FROM_SEVEN])
def test_d14_d20_somebody_can_always_play(rules: str) -> None:
    contract = domino_contract(preset(rules))
    for number in range(60):
        choose = Random(number)
        hands = deal_hands(rules, number, 0, 0)
        play = DominoPlay(contract, choose.choice(contract.starts), hands, number % 4)
        passes = 0
        while not play.over:
            card = choose.choice(list(codes(play.legal)))
            passes = passes + 1 if card == PASS else 0
            assert passes <= 3 - len(play.out)
            play.play(card)
        assert play.played <= 208
        assert tuple(play.scores()[seat] for seat in play.out) == contract.places[:3]


@pytest.mark.parametrize("rules", EVERY)
def test_d15_a_player_who_is_out_has_no_turn_and_no_pass(rules: str) -> None:
    hands = hand("7D"), hand("8D 9D"), hand("6D 5D"), hand("2C 3C")
    play = DominoPlay(domino_contract(preset(rules)), "7", hands, 3 if "any" in rules else 0)
    play_cards(play, "7D 8D 6D --")
    assert (play.out, play.seat) == ([0], 1)
    play_cards(play, "9D")
    assert (play.out, play.seat) == ([0, 1], 2)
    assert [seat for seat, _ in play.plays] == [0, 1, 2, 3, 1]


@pytest.mark.parametrize("declarer", range(4))
def test_d16_in_classic_too_the_third_to_go_out_ends_it(declarer: int) -> None:
    hands = hand("8D"), hand("7D"), hand("6D"), hand("2C 3C 4C 5C 6C 8C")
    play = DominoPlay(domino_contract(preset("classic")), "7", hands, declarer)
    play_cards(play, "7D 6D --")
    assert not play.over
    play_cards(play, "8D")
    assert (play.over, play.legal, play.scores()) == (True, 0, (5, 45, 20, -5))


@pytest.mark.parametrize("rules", EVERY)
def test_d17_an_ace_gives_no_second_turn(rules: str) -> None:
    contract = domino_contract(preset(rules))
    play = domino_position(contract, "7", {"D": ("7", "K")}, ["AD", "7S"])
    assert legal(play) == {"AD", "7S"}
    play.play(CARD_CODES["AD"])
    assert play.seat == 2
