"""Rows of rules.md §2.1 to §2.4 for the rule sets that no other test plays them with."""

import pytest

from barbu_arena.game.cards import codes
from barbu_arena.game.deal import Ask
from barbu_arena.game.trick_play import TrickPlay
from tests.game.positions import (
    SUIT_HANDS,
    announced,
    answers,
    call_position,
    deal_of,
    give,
    hand,
    hands_of,
    legal,
    legal_calls,
    play_cards,
    played,
    preset,
    trick_contract,
    trick_position,
)
from tests.rules.house_rules import DEAR_SALADE, SALADE, Written

RULES = ("modern", "simple", "simple-balanced", "classic")
NEVER_BROKEN = "duties: [follow_suit, lead_no_heart]"


# 2.1 Leading


@pytest.mark.parametrize("hearts_played_before", [False, True])
@pytest.mark.parametrize("contract", ["no_tricks", "no_last_two", "no_queens"])
@pytest.mark.parametrize("rules", RULES)
def test_a9_outside_the_heart_contracts_a_heart_may_be_led(
    rules: str, contract: str, hearts_played_before: bool
) -> None:
    play = trick_position(
        trick_contract(preset(rules), contract), None, [], ["KH", "5H", "3C"], hearts_played_before
    )
    assert legal(play) == {"KH", "5H", "3C"}


@pytest.mark.parametrize("contract", ["no_hearts", "no_king"])
@pytest.mark.parametrize("rules", RULES)
def test_a7_after_a_heart_led_from_hearts_alone(rules: str, contract: str) -> None:
    hands = hand("QH 4H"), hand("AH 9H 4D"), hand("2H 2D"), hand("3H 3D")
    play = TrickPlay(trick_contract(preset(rules), contract), None, hands, 0)
    assert legal(play) == {"QH", "4H"}
    play_cards(play, "QH AH 2H 3H")
    assert legal(play) == ({"9H", "4D"} if rules == "classic" else {"4D"})


@pytest.mark.parametrize("base", ["modern", "simple"])
def test_a12_s5_a_salade_may_be_added_to_any_preset(base: str, written: Written) -> None:
    rules = written(f"extends: {base}\ncontracts: {{salade: {{{SALADE}, {NEVER_BROKEN}}}}}\n")
    salade = trick_contract(rules, "salade")
    assert (rules.deals, salade.total) == (32, -130)
    for hearts_played_before in (False, True):
        position = trick_position(salade, None, [], ["QH", "7D"], hearts_played_before)
        assert legal(position) == {"7D"}
    play = TrickPlay(salade, None, SUIT_HANDS, 1)
    while not play.over:
        play.play(next(codes(play.legal)))
    assert (len(play.tricks), play.raw) == (13, [0, -130, 0, 0])


def test_c14_a_salade_is_doubled_like_a_negative_contract(written: Written) -> None:
    rules = written(f"extends: modern\ncontracts: {{salade: {{{SALADE}, {NEVER_BROKEN}}}}}\n")
    assert legal_calls(call_position(rules, "salade", 0, 1)) == "- 0 2 3 0,2 0,3 2,3 0,2,3"
    assert legal_calls(call_position(rules, "trumps", 0, 1)) == "- 0"


# 2.3 Trumps


def test_t12_only_simple_lets_a_declarer_name_no_trump() -> None:
    def trumps(rules: str) -> str:
        offered = answers(deal_of(preset(rules)))
        return "".join(way.removeprefix("trumps:") for way in offered if "trumps" in way)

    assert {rules: trumps(rules) for rules in RULES} == {
        "modern": "SHDC",
        "simple": "SHDC-",
        "simple-balanced": "SHDC-",
        "classic": "SHDC",
    }


def test_t12_without_a_trump_suits_are_followed_and_nothing_is_ruffed() -> None:
    hands = hand("4D 2D"), hand("3S AC"), hand("KD AS"), hand("5D 2S")
    deal = announced(deal_of(preset("simple"), hands=hands), "trumps:-")
    assert (deal.ask, deal.named.trump) == (Ask.PLAY, None)
    give(deal, "4D")
    assert answers(deal) == ["3S", "AC"]
    for card in ("3S", "KD", "5D"):
        give(deal, card)
    assert (deal.raw(), deal.seat) == ((0, 0, 5, 0), 2)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("4D 5S AD 8S", 3, id="t16-the-highest-trump"),
        pytest.param("5S AD AH 4S", 0, id="t17-discards-on-a-trump"),
    ],
)
def test_t16_t17_who_wins_a_trick_of_trumps(trick: str, winner: int, rules: str) -> None:
    play = played(trick_contract(preset(rules), "trumps"), [trick], trump="S")
    assert play.raw == [5 if seat == winner else 0 for seat in range(4)]
    assert play.seat == winner


@pytest.mark.parametrize("rules", ["modern", "classic"])
@pytest.mark.parametrize(
    ("trick", "held", "cards"),
    [
        pytest.param("7S", "QS 6S AH", {"QS"}, id="second"),
        pytest.param("7S JS", "QS 9S AH", {"QS"}, id="third"),
        pytest.param("7S 8S JS", "QS 9S AH", {"QS"}, id="fourth"),
        pytest.param("7S JS 8S", "9S 2S AH", {"9S", "2S"}, id="fourth-unable"),
    ],
)
def test_t20_not_only_the_next_player_must_beat_a_trump_that_is_led(
    trick: str, held: str, cards: set[str], rules: str
) -> None:
    trumps = trick_contract(preset(rules), "trumps")
    assert legal(trick_position(trumps, "S", trick.split(), held.split(), False)) == cards


# 2.4 Scoring


@pytest.mark.parametrize(
    ("values", "points"),
    [pytest.param(SALADE, -32, id="p9"), pytest.param(DEAR_SALADE, -44, id="p10")],
)
def test_p9_p10_a_salade_takes_the_values_of_its_file(
    values: str, points: int, written: Written
) -> None:
    rules = written(f"extends: classic\ncontracts: {{salade: {{{values}}}}}\n")
    play = TrickPlay(trick_contract(rules, "salade"), None, hands_of(["3C KH QH 2C"]), 0)
    play.tricks = [(0, [0, 1, 2, 3])] * 4
    play_cards(play, "3C KH QH 2C")
    assert play.raw == [points, 0, 0, 0]


def test_p10_the_salade_of_the_house_values_costs_146(written: Written) -> None:
    rules = written(f"extends: classic-house-values\ncontracts: {{salade: {{{DEAR_SALADE}}}}}\n")
    assert (trick_contract(rules, "salade").total, rules.block_total) == (-146, -162)
