"""Rows of rules.md §2.1 to §2.4 that tests/cases/rules.yaml does not hold, under their ids."""

from dataclasses import replace

import pytest

from barbu_arena.game.cards import CARD_CODES, codes, left
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.deal import Ask
from barbu_arena.game.trick_play import TrickPlay
from tests.game.positions import (
    SUIT_HANDS,
    announced,
    deal_of,
    give,
    hand,
    hands_of,
    legal,
    play_cards,
    played,
    preset,
    trick_contract,
    trick_contracts,
    trick_position,
)

RULES = ("modern", "simple", "simple-balanced", "classic")
STOPPING = {"no_queens", "no_king", "no_hearts"}
# A whole deal by tricks: seat 0 wins eight, seat 1 three, seat 2 the last two, seat 3 none. With
# spades as trumps and without.
EIGHT_THREE_TWO = (
    "AS 6S 4S 2S",
    "KS 5S 3S 2C",
    "QS 3C 4C 5C",
    "JS 6C 7C 8C",
    "TS 9C TC JC",
    "9S QC KC AC",
    "8S 6D 7D 8D",
    "7S 9D TD JD",
    "2H AH 5H 8H",
    "KH 6H 9H 3H",
    "QH 7H TH 4H",
    "2D AD QD 3D",
    "KD JH 4D 5D",
)


def whole_rows() -> list[tuple[str, TrickContract]]:
    """Every trick contract of the four presets, and of the Salade."""
    rows = [(name, contract) for name in RULES for contract in trick_contracts(preset(name))]
    return [*rows, ("classic-salade", trick_contract(preset("classic-salade"), "salade"))]


EVERY_TRICK_CONTRACT = pytest.mark.parametrize(
    ("rules", "contract"),
    [
        pytest.param(rules, contract, id=f"{rules}-{contract.name}")
        for rules, contract in whole_rows()
    ],
)


# 2.1 Leading


@pytest.mark.parametrize("declarer", range(4))
@EVERY_TRICK_CONTRACT
def test_a10_the_declarer_leads_and_in_classic_the_left(
    rules: str, contract: TrickContract, declarer: int
) -> None:
    deal = deal_of(preset(rules), declarer=declarer)
    announced(deal, contract.name)
    while deal.ask is Ask.DOUBLE:
        give(deal, "-")
    first = left(declarer) if rules.startswith("classic") else declarer
    assert (deal.ask, deal.seat) == (Ask.PLAY, first)


@EVERY_TRICK_CONTRACT
def test_a11_the_winner_of_a_trick_leads_the_next(rules: str, contract: TrickContract) -> None:
    play = TrickPlay(contract, None, hands_of(["2C KC AC QC", "3D 4S 5S 6S"]), 0)
    play_cards(play, "2C KC AC QC")
    assert (play.leader, play.seat, play.trick) == (2, 2, [])
    assert play.tricks == [(0, [CARD_CODES[card] for card in ("2C", "KC", "AC", "QC")])]


@pytest.mark.parametrize("rules", ["classic-salade"])
def test_a12_in_a_salade_no_heart_is_led_before_it_is_broken(rules: str) -> None:
    salade = trick_contract(preset(rules), "salade")
    assert legal(trick_position(salade, None, [], ["QH", "7D"], False)) == {"7D"}
    assert legal(trick_position(salade, None, [], ["QH", "7D"], True)) == {"QH", "7D"}


def test_a7_a_heart_led_from_hearts_alone_breaks_hearts_for_the_next_trick() -> None:
    contract = trick_contract(preset("classic"), "no_hearts")
    hands = hand("QH"), hand("AH 9H 4D"), hand("2H"), hand("3H")
    play = TrickPlay(contract, None, hands, 0)
    play_cards(play, "QH AH 2H 3H")
    assert legal(play) == {"9H", "4D"}


def test_c6_a_heart_breaks_hearts_only_when_its_trick_is_over() -> None:
    contract = trick_contract(preset("classic"), "no_hearts")
    play = TrickPlay(contract, None, (hand("2D 3H"), hand("4H"), hand("5D"), hand("6D")), 0)
    play_cards(play, "2D 4H")
    assert not play.hearts_broken
    play_cards(play, "5D 6D")
    assert play.hearts_broken


def test_c6_a_trick_without_a_heart_breaks_none() -> None:
    contract = trick_contract(preset("classic"), "no_king")
    play = TrickPlay(contract, None, hands_of(["2D 3D 5D 4D", "6D 8H 7H 9H"]), 0)
    play_cards(play, "2D 3D 5D 4D")
    assert not play.hearts_broken
    assert (play.seat, play.tricks) == (
        2,
        [(0, [CARD_CODES[card] for card in ["2D", "3D", "5D", "4D"]])],
    )


# 2.2 Following


@pytest.mark.parametrize("rules", RULES)
def test_b5_cards_of_other_suits_never_win(rules: str) -> None:
    assert played(trick_contract(preset(rules), "no_tricks"), ["2C AH AS 3C"]).raw == [0, 0, 0, -2]


@pytest.mark.parametrize("rules", RULES)
def test_b6_a_leader_whom_nobody_follows_wins(rules: str) -> None:
    assert played(trick_contract(preset(rules), "no_tricks"), ["2C AH AS AD"]).raw == [-2, 0, 0, 0]


@pytest.mark.parametrize("last", ["KH", "2S", "AS", "7D"])
@EVERY_TRICK_CONTRACT
def test_b9_the_thirteenth_card_is_always_legal(
    rules: str, contract: TrickContract, last: str
) -> None:
    trump = "S" if contract.trumps else None
    for trick in ([], ["3S"], ["9S", "JS"], ["2H", "5S", "AH"]):
        assert legal(trick_position(contract, trump, trick, [last], False)) == {last}


# 2.3 Trumps: what the cases leave open


def test_t19_the_house_rule_drops_a_losing_trump_and_keeps_the_discards() -> None:
    trumps = trick_contract(preset("classic-overruff"), "trumps")
    assert legal(trick_position(trumps, "S", ["4D", "9S"], ["3S", "TS", "AC"], False)) == {
        "TS",
        "AC",
    }
    assert legal(trick_position(trumps, "S", ["4D", "9S"], ["3S", "8S", "AC"], False)) == {
        "3S",
        "8S",
        "AC",
    }


@pytest.mark.parametrize(
    "duty", ["win_with_trump", "beat_led_trump", "ruff", "overruff", "follow_suit"]
)
def test_without_a_trump_every_duty_of_trumps_is_idle(duty: str) -> None:
    duties = tuple(dict.fromkeys(("follow_suit", duty)))
    contract = replace(trick_contract(preset("simple"), "trumps"), duties=duties)
    assert legal(trick_position(contract, None, ["4D"], ["3S", "AC"], False)) == {"3S", "AC"}
    assert legal(trick_position(contract, None, ["4D"], ["3D", "AC", "KD"], False)) == {"3D", "KD"}


@pytest.mark.parametrize("suit", "SHDC")
def test_any_suit_can_be_the_trump(suit: str) -> None:
    other = "S" if suit == "C" else "C"
    trumps = trick_contract(preset("modern"), "trumps")
    trick, held = [f"4{other}", f"9{suit}"], [f"3{suit}", f"T{suit}", f"A{suit}"]
    assert legal(trick_position(trumps, suit, trick, held, False)) == {f"T{suit}", f"A{suit}"}


# 2.4 Stopping and scoring


@pytest.mark.parametrize("rules", RULES)
def test_s1_no_queens_stops_after_the_trick_of_the_fourth_queen(rules: str) -> None:
    play = TrickPlay(trick_contract(preset(rules), "no_queens"), None, SUIT_HANDS, 0)
    play_cards(play, "QS QH QD 2C")
    for rank in "3456789":
        play_cards(play, f"{rank}S {rank}H {rank}D {rank}C")
    play_cards(play, "TS TH TD")
    assert not play.over
    play_cards(play, "QC")
    assert (play.over, len(play.tricks), play.raw, play.legal) == (True, 9, [-24, 0, 0, 0], 0)


@pytest.mark.parametrize("rules", RULES)
def test_s2_the_trick_of_the_king_is_played_to_its_end(rules: str) -> None:
    play = TrickPlay(trick_contract(preset(rules), "no_king"), None, SUIT_HANDS, 0)
    play_cards(play, "2S KH")
    assert (play.over, play.played) == (False, 2)
    play_cards(play, "2D")
    assert not play.over
    play_cards(play, "2C")
    assert (play.over, play.played, play.raw) == (True, 4, [-20, 0, 0, 0])


@pytest.mark.parametrize(
    ("rules", "tricks"), [("modern", 10), ("simple", 10), ("simple-balanced", 10), ("classic", 13)]
)
def test_s3_no_hearts_stops_after_the_last_heart_but_not_in_classic(
    rules: str, tricks: int
) -> None:
    contract = trick_contract(preset(rules), "no_hearts")
    columns = (
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "AH KH QH JH TH 9H 8H 7H 6H 5H 2C 3C 4C",
        "4H 3H 2H 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
        "QD KD AD 5C 6C 7C 8C 9C TC JC QC KC AC",
    )
    hands = [hand(column) for column in columns]
    play = TrickPlay(contract, None, (hands[0], hands[1], hands[2], hands[3]), 0)
    for trick in zip(*map(str.split, columns), strict=True):
        if not play.over:
            play_cards(play, " ".join(trick))
    assert (play.over, len(play.tricks)) == (True, tricks)
    assert play.raw == [contract.total, 0, 0, 0]


@pytest.mark.parametrize("rules", RULES)
def test_s4_play_goes_on_while_the_last_queens_are_in_the_hand_on_lead(rules: str) -> None:
    hands = hand("AS QS QH"), hand("2S 2C 3C"), hand("QD 2D 3D"), hand("QC 4C 5C")
    play = TrickPlay(trick_contract(preset(rules), "no_queens"), None, hands, 0)
    play_cards(play, "AS 2S QD QC")
    assert (play.over, play.seat) == (False, 0)
    assert legal(play) == {"QS", "QH"}


@EVERY_TRICK_CONTRACT
def test_s5_only_captured_cards_end_a_deal_early(rules: str, contract: TrickContract) -> None:
    stopping = {"no_queens", "no_king"} if rules.startswith("classic") else STOPPING
    assert contract.stops_when_captured == (contract.name in stopping)
    # The leader takes all tricks, and the hearts fall one at a time, the king last but one.
    play = TrickPlay(contract, "S" if contract.trumps else None, SUIT_HANDS, 0)
    while not play.over:
        play.play(next(codes(play.legal)))
    lengths = {"no_queens": 11, "no_king": 12} if contract.name in stopping else {}
    assert len(play.tricks) == lengths.get(contract.name, 13)
    assert play.raw == [contract.total, 0, 0, 0]


@pytest.mark.parametrize(
    ("rules", "captured", "points"),
    [
        pytest.param(rules, captured, points, id=f"{row}-{rules}")
        for row, captured, by_rules in (
            ("p1", "AH KH QH 2H", (-12, -12, -14, -12)),
            ("p2", "2S TH JH 3S", (-4, -8, -8, -4)),
        )
        for rules, points in zip(RULES, by_rules, strict=True)
    ],
)
def test_p1_p2_captured_hearts_cost_what_they_say(rules: str, captured: str, points: int) -> None:
    play = played(trick_contract(preset(rules), "no_hearts"), [captured])
    assert sum(play.raw) == play.raw[play.winner] == points


@pytest.mark.parametrize(
    ("rules", "points"),
    [("modern", -30), ("simple", -24), ("simple-balanced", -24), ("classic", -30)],
)
def test_p3_both_last_tricks_cost_their_sum(rules: str, points: int) -> None:
    play = played(trick_contract(preset(rules), "no_last_two"), EIGHT_THREE_TWO)
    assert (play.over, play.raw) == (True, [0, 0, points, 0])


@pytest.mark.parametrize(
    ("rules", "twelfth", "last"),
    [
        ("modern", -10, -20),
        ("simple", -12, -12),
        ("simple-balanced", -12, -12),
        ("classic", -10, -20),
    ],
)
def test_p4_the_last_trick_costs_its_own_winner(rules: str, twelfth: int, last: int) -> None:
    hands = hand("3H KD"), hand("AH QD"), hand("2C 3C"), hand("4C 5C")
    play = TrickPlay(trick_contract(preset(rules), "no_last_two"), None, hands, 0)
    play.tricks = [(0, [0, 1, 2, 3])] * 11
    play_cards(play, "3H AH 2C 4C")
    assert (play.over, play.raw) == (False, [0, twelfth, 0, 0])
    play_cards(play, "QD 3C 5C KD")
    assert (play.over, play.raw) == (True, [last, twelfth, 0, 0])


@pytest.mark.parametrize("rules", RULES)
def test_p5_all_thirteen_tricks_cost_26(rules: str) -> None:
    play = TrickPlay(trick_contract(preset(rules), "no_tricks"), None, SUIT_HANDS, 3)
    while not play.over:
        play.play(next(codes(play.legal)))
    assert play.raw == [0, 0, 0, -26]


@pytest.mark.parametrize("rules", RULES)
def test_p6_eight_three_two_tricks_in_trumps(rules: str) -> None:
    play = played(trick_contract(preset(rules), "trumps"), EIGHT_THREE_TWO, trump="S")
    assert (play.over, play.raw) == (True, [40, 15, 10, 0])


@pytest.mark.parametrize("rules", RULES)
def test_p7_two_one_one_queens(rules: str) -> None:
    tricks = ["AS QS 2S QD", "2C KC 3C QC", "3D KD QH 4D"]
    play = played(trick_contract(preset(rules), "no_queens"), tricks)
    assert (play.over, play.raw) == (True, [-12, -6, -6, 0])


@pytest.mark.parametrize(
    ("rules", "high", "low"),
    [
        ("modern", -14, -16),
        ("simple", -18, -16),
        ("simple-balanced", -20, -16),
        ("classic", -14, -16),
    ],
)
def test_p8_high_hearts_to_one_and_low_ones_to_another(rules: str, high: int, low: int) -> None:
    tricks = ["AS AH KH QH", "KS JH TH 2C", "2D AD 9H 8H", "AC 7H 6H 5H", "KC 4H 3H 2H"]
    contract = trick_contract(preset(rules), "no_hearts")
    play = played(contract, tricks, leader=1)
    assert play.raw == [0, high, low, 0]
    assert play.over == contract.stops_when_captured


@pytest.mark.parametrize(
    ("number", "trick", "points"),
    [
        pytest.param(5, "3C KH QH 2C", -32, id="king-and-queen-in-trick-5"),
        pytest.param(12, "3C AH 4C 2C", -18, id="ace-in-trick-12"),
        pytest.param(13, "3C QS 4C 2C", -28, id="queen-in-trick-13"),
        pytest.param(1, "3C 5S 4C 2C", -2, id="plain"),
    ],
)
def test_p9_a_salade_adds_all_five(number: int, trick: str, points: int) -> None:
    play = TrickPlay(trick_contract(preset("classic-salade"), "salade"), None, hands_of([trick]), 0)
    play.tricks = [(0, [0, 1, 2, 3])] * (number - 1)
    play_cards(play, trick)
    assert sum(play.raw) == points


def test_a_card_that_is_not_held_is_refused_in_words() -> None:
    play = TrickPlay(trick_contract(preset("modern"), "no_king"), None, SUIT_HANDS, 0)
    assert play.why_illegal(CARD_CODES["2H"]) == "2H is not in the hand"
    assert play.played == 0
