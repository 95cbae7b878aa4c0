"""Every entry of tests/cases/rules.yaml, through the engine."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from barbu_arena.game.cards import CARD_CODES, RANK_OF, RANKS, SUITS, codes
from barbu_arena.game.deal import PLAY_NAMES
from barbu_arena.game.doubling import CALL_CODES, adjusted_scores
from barbu_arena.game.trick_play import TrickPlay
from tests.game.positions import (
    announced,
    call_position,
    deal_of,
    domino_contract,
    domino_position,
    every_legal_way,
    give,
    legal,
    mask,
    play_cards,
    preset,
    read_hands,
    trick_contract,
    trick_position,
)

CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "rules.yaml").read_text(encoding="utf-8")
)
Case = dict[str, Any]


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{case['rules']}-{case['id']}" if "rules" in case else case["id"])
        for case in CASES[kind]
    ]


def test_no_entry_is_left_out() -> None:
    assert {kind: len(entries) for kind, entries in CASES.items()} == {
        "plays": 84,
        "trick_winners": 4,
        "domino": 11,
        "calls": 18,
        "settlements": 16,
        "deals": 1,
    }


@pytest.mark.parametrize("case", cases("plays"))
def test_the_legal_cards_are_those_of_the_case(case: Case) -> None:
    contract = trick_contract(preset(case["rules"]), case["contract"])
    play = trick_position(
        *(contract, case["trump"], case["trick"], case["hand"]),
        hearts_played_before=case["hearts_played_before"],
    )
    assert legal(play) == set(case["legal"])


@pytest.mark.parametrize("case", cases("plays"))
def test_a_card_that_is_not_legal_is_refused_in_words(case: Case) -> None:
    contract = trick_contract(preset(case["rules"]), case["contract"])
    play = trick_position(
        *(contract, case["trump"], case["trick"], case["hand"]),
        hearts_played_before=case["hearts_played_before"],
    )
    led = case["trick"][0][1] if case["trick"] else None
    follows = any(card[1] == led for card in case["hand"])
    for card in set(case["hand"]) - set(case["legal"]):
        expected = (
            f"{card} does not follow suit: {led} was led"
            if follows and card[1] != led
            else f"{card} does not meet a duty of the contract"
        )
        assert play.why_illegal(CARD_CODES[card]) == expected


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("case", cases("trick_winners"))
def test_the_winner_is_that_of_the_case_and_leads(case: Case, leader: int) -> None:
    hands = [0, 0, 0, 0]
    for turn, card in enumerate(case["trick"]):
        hands[(leader + turn) % 4] = mask([card])
    contract = trick_contract(preset("modern"), "no_tricks")
    play = TrickPlay(contract, case["trump"], (hands[0], hands[1], hands[2], hands[3]), leader)
    for card in case["trick"]:
        play.play(CARD_CODES[card])
    winner = (leader + case["winner"]) % 4
    assert (play.leader, play.seat, play.winner) == (winner, winner, winner)
    assert [seat for seat in range(4) if play.raw[seat]] == [winner]


@pytest.mark.parametrize("rules", ["modern", "simple", "simple-balanced"])
@pytest.mark.parametrize("case", cases("domino"))
def test_the_cards_that_fit_are_those_of_the_case(case: Case, rules: str) -> None:
    contract = domino_contract(preset(rules))
    play = domino_position(contract, case["start"], case["table"], case["hand"])
    ends = {
        SUITS.index(suit): (RANKS.index(low), RANKS.index(high))
        for suit, (low, high) in case["table"].items()
    }
    assert play.layout() == ends
    assert legal(play) == (set(case["legal"]) or {"--"})


@pytest.mark.parametrize("case", cases("domino"))
def test_a_card_that_does_not_fit_is_refused_in_words(case: Case) -> None:
    contract = domino_contract(preset("modern"))
    play = domino_position(contract, case["start"], case["table"], case["hand"])
    for card in set(case["hand"]) - set(case["legal"]):
        assert play.why_illegal(CARD_CODES[card]) == f"{card} does not fit on the table"


@pytest.mark.parametrize("case", cases("calls"))
def test_the_call_is_as_legal_as_the_case_says(case: Case) -> None:
    deal = call_position(
        *(preset(case["rules"]), case["contract"], case["declarer"], case["seat"]),
        doubles_before=case["doubles_before"],
        made=case["doubles_of_declarer_made"],
        deals_left=case["deals_left_in_block"],
    )
    code = CALL_CODES[tuple(case["call"])]
    assert bool(deal.legal >> code & 1) is case["legal"]


@pytest.mark.parametrize("rules", ["modern", "classic"])
@pytest.mark.parametrize("case", cases("settlements"))
def test_doubles_settle_as_in_the_case(case: Case, rules: str) -> None:
    doubling = preset(rules).doubling
    assert doubling is not None
    doubles = frozenset(map(tuple, case["doubles"]))
    adjusted = adjusted_scores(tuple(case["raw"]), doubles, doubling.stakes)
    assert list(adjusted) == case["adjusted"]


# The published deal of a club, complete to trick 11


@pytest.mark.parametrize("rules", ["modern", "simple", "classic"])
@pytest.mark.parametrize("case", cases("deals"))
def test_every_card_of_the_published_deal_is_legal(case: Case, rules: str) -> None:
    contract = trick_contract(preset(rules), case["contract"])
    play = TrickPlay(contract, case["trump"], read_hands(case["hands"]), case["declarer"])
    for leader, trick in zip(case["leaders"], case["tricks"], strict=True):
        assert play.seat == leader
        play_cards(play, trick)
    ends = {end.scores() for end in every_legal_way(play)}
    assert ends == {tuple(case["raw"])}


@pytest.mark.parametrize("case", cases("deals"))
def test_the_published_deal_scores_as_published(case: Case) -> None:
    hands = read_hands(case["hands"])
    deal = deal_of(preset("modern"), declarer=case["declarer"], hands=hands, number=17)
    announced(deal, f"{case['contract']}:{case['trump']}")
    for seat, targets in case["calls"]:
        assert deal.seat == seat
        give(deal, ",".join(map(str, targets)) or "-")
    for card in " ".join(case["tricks"]).split():
        give(deal, card)
    while not deal.over:
        deal.apply(next(codes(deal.legal)))
    assert list(deal.raw()) == case["raw"]
    assert list(deal.adjusted()) == case["adjusted"]
    assert deal.calls == [(seat, tuple(targets)) for seat, targets in case["calls"]]


def test_names_and_codes_of_the_cards_agree() -> None:
    assert [PLAY_NAMES[code] for code in range(53)] == [
        *(rank + suit for suit in "SHDC" for rank in "23456789TJQKA"),
        "--",
    ]
    assert {
        name: (SUITS[code // 13], RANKS[RANK_OF[code]]) for name, code in CARD_CODES.items()
    } == {rank + suit: (suit, rank) for suit in "SHDC" for rank in "23456789TJQKA"}
