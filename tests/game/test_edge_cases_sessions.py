"""Rows of rules.md §2.8, sessions, under their ids; and what a deal tells in each phase."""

from dataclasses import replace
from typing import Literal

import pytest

from barbu_arena.game.cards import DECK
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from tests.game.positions import (
    SUIT_HANDS,
    announced,
    answers,
    deal_of,
    finish_deal,
    give,
    preset,
    session_of,
)

Rotation = Literal["block", "each_deal"]


def first_legal_session(rules: RuleSet) -> list[Scores]:
    """The running score after each deal."""
    session = session_of(rules)
    scores = []
    while session.deal is not None:
        finish_deal(session, {})
        scores.append(session.scores)
    return scores


@pytest.mark.parametrize(
    ("rules", "deals", "total"),
    [
        ("modern", 28, 0),
        ("classic", 28, 0),
        ("simple", 28, 8),
        ("simple-balanced", 28, 0),
        ("classic-no-trumps", 24, -260),
        ("classic-no-domino", 24, -260),
        ("classic-salade", 32, -520),
        ("classic-house-values", 28, -64),
    ],
)
def test_f3_f4_a_session_has_its_deals_and_its_total(rules: str, deals: int, total: int) -> None:
    scores = first_legal_session(preset(rules))
    assert (len(scores), sum(scores[-1])) == (deals, total)


@pytest.mark.parametrize(("rules", "block"), [("modern", 0), ("simple", 2)])
def test_f6_every_block_has_the_same_total(rules: str, block: int) -> None:
    scores = first_legal_session(preset(rules))
    assert [sum(scores[deal - 1]) for deal in (7, 14, 21, 28)] == [block * n for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("last", "left_over"),
    [
        ("no_king", ["no_king"]),
        ("trumps", ["trumps:S", "trumps:H", "trumps:D", "trumps:C"]),
        ("domino", [f"domino:{rank}" for rank in "23456789TJQKA"]),
    ],
)
def test_f7_the_last_deal_of_a_block_leaves_a_suit_or_a_rank(
    last: str, left_over: list[str]
) -> None:
    session = session_of(preset("modern"))
    for contract in preset("modern").contracts:
        if contract.name != last:
            finish_deal(session, {}, contract.name)
    assert session.deal is not None
    assert (session.deal.number, answers(session.deal)) == (7, left_over)


def test_f5_three_missing_doubles_take_thirty_points_from_the_session() -> None:
    session = session_of(preset("classic"))
    for number in range(28):
        declarer, index = divmod(number, 7)
        doublers = {0, 1, 2, 3} - {declarer} if index > 4 else set()
        if number == 27:
            doublers = set()
        finish_deal(session, dict.fromkeys(doublers, (declarer,)))
    assert session.quota_penalties() == (-10, -10, -10, 0)
    assert sum(session.scores) + sum(session.quota_penalties()) == -30


def test_f8_a_fixed_order_leaves_a_suit_or_a_rank() -> None:
    session = session_of(preset("modern-fixed-order"))
    offered = []
    while session.deal is not None:
        offered.append({name.partition(":")[0] for name in answers(session.deal)})
        finish_deal(session, {})
    assert (
        offered
        == [
            *({"no_tricks"}, {"no_queens"}, {"no_last_two"}, {"no_hearts"}, {"no_king"}),
            *({"trumps"}, {"domino"}),
        ]
        * 4
    )


def test_every_contract_is_offered_until_its_declarer_has_played_it() -> None:
    session = session_of(preset("modern"))
    names = [contract.name for contract in preset("modern").contracts]
    for index, name in enumerate(names):
        assert session.deal is not None
        offered = [way.partition(":")[0] for way in answers(session.deal)]
        assert list(dict.fromkeys(offered)) == names[index:]
        finish_deal(session, {}, name)
    assert session.deal is not None
    assert session.deal.declarer == 1
    assert len(answers(session.deal)) == 5 + 4 + 13


def test_a_session_adds_up_the_scores_after_doubles() -> None:
    plain, doubled = session_of(preset("modern")), session_of(preset("modern"))
    finish_deal(plain, {}, "no_king")
    finish_deal(doubled, {2: (0, 1), 3: (1,)}, "no_king")
    assert plain.scores == (0, -20, 0, 0)
    assert doubled.scores == (0, -60, 20, 20)
    finish_deal(plain, {}, "no_tricks")
    finish_deal(doubled, {}, "no_tricks")
    gained = [after - before for after, before in zip(doubled.scores, plain.scores, strict=True)]
    assert gained == [0, -40, 20, 20]


@pytest.mark.parametrize(("rotation", "length"), [("block", 7), ("each_deal", 1)])
def test_f9_whose_deal_the_nth_is(rotation: Rotation, length: int) -> None:
    rules = replace(preset("modern"), rotation=rotation)
    declarers = [rules.place(number)[0] for number in range(1, 29)]
    assert declarers == [(number - 1) // length % 4 for number in range(1, 29)]
    assert sorted(rules.place(number) for number in range(1, 29)) == [
        (block, index) for block in range(4) for index in range(7)
    ]
    if rotation == "block":
        session = session_of(rules)
        for number in range(1, 29):
            assert session.deal is not None
            assert session.deal.declarer == declarers[number - 1]
            finish_deal(session, {})


def test_the_hands_of_a_deal_depend_on_the_declarers_turn_alone() -> None:
    by_block, by_deal = (
        {(deal.declarer, deal.deals_left): deal.hands for deal in deals_of(rotation)}
        for rotation in ("block", "each_deal")
    )
    assert by_block == by_deal
    assert len(set(by_block.values())) == 28


def deals_of(rotation: Rotation) -> list[Deal]:
    session = session_of(replace(preset("modern"), rotation=rotation))
    deals = []
    while session.deal is not None:
        deals.append(session.deal)
        finish_deal(session, {})
    return deals


# Phases


def test_each_phase_tells_its_place() -> None:
    deal = deal_of(preset("modern"), declarer=2)
    assert (deal.ask, deal.seat, deal.position) == (Ask.CHOOSE, 2, 0)
    announced(deal, "no_king")
    for position, seat in enumerate((3, 0, 1, 2)):
        assert (deal.ask, deal.seat, deal.position) == (Ask.DOUBLE, seat, position)
        give(deal, "-")
    for position, card in enumerate(("2D", "2C", "2S")):
        assert (deal.ask, deal.seat, deal.position) == (Ask.PLAY, (2 + position) % 4, position)
        give(deal, card)
    assert [state.value for state in Ask] == ["choose", "double", "play"]


def test_what_is_not_yet_known_cannot_be_read() -> None:
    deal = deal_of(preset("modern"))
    with pytest.raises(ValueError, match="nothing is announced yet"):
        _ = deal.named
    with pytest.raises(ValueError, match="the calls are not made yet"):
        _ = deal.in_play
    with pytest.raises(ValueError, match="the calls are not made yet"):
        deal.raw()
    announced(deal, "trumps:D")
    assert (deal.named.name, deal.named.trump, deal.named.start) == ("trumps:D", "D", None)


def test_a_deal_that_is_not_over_cannot_be_finished() -> None:
    session = session_of(preset("simple"))
    with pytest.raises(ValueError, match="the deal is not over"):
        session.finish_deal()
    while session.deal is not None:
        finish_deal(session, {})
    with pytest.raises(ValueError, match="the deal is not over"):
        session.finish_deal()


def test_the_codes_of_calls_go_by_size_and_then_by_seats() -> None:
    assert deal_of(preset("modern")).names[:2] == ("no_tricks", "no_queens")
    names = announced(deal_of(preset("modern")), "no_king").names
    assert " ".join(names) == ("- 0 1 2 3 0,1 0,2 0,3 1,2 1,3 2,3 0,1,2 0,1,3 0,2,3 1,2,3 0,1,2,3")


def test_the_suit_hands_are_the_deck() -> None:
    assert sum(SUIT_HANDS) == DECK
