"""Rows of rules.md §2.8, sessions, for the rule sets that no other test plays them with."""

import pytest

from tests.game.positions import answers, finish_deal, preset, session_of
from tests.rules.house_rules import DEAR_SALADE, SALADE, Written

HEARTS = "duties: [follow_suit, lead_no_unbroken_heart]"


@pytest.mark.parametrize(
    ("lines", "deals", "total"),
    [
        # rules.md §1.5
        ("extends: classic-king-30\n", 28, -40),
        ("extends: classic-queens-8\n", 28, -32),
        ("extends: classic-ace-4\n", 28, 8),
        (f"extends: classic-no-domino\ncontracts: {{salade: {{{SALADE}, {HEARTS}}}}}\n", 28, -780),
        (
            f"extends: classic-house-values\ncontracts: {{salade: {{{DEAR_SALADE}, {HEARTS}}}}}\n",
            *(32, -64 - 4 * 146),
        ),
    ],
)
def test_f3_f4_a_session_has_its_deals_and_its_total(
    lines: str, deals: int, total: int, written: Written
) -> None:
    session = session_of(written(lines))
    played = 0
    while session.deal is not None:
        finish_deal(session, {})
        played += 1
    assert (played, sum(session.scores)) == (deals, total)


@pytest.mark.parametrize(
    ("rules", "length", "block"),
    [
        ("simple-balanced", 7, 0),
        ("classic", 7, 0),
        ("classic-no-domino", 6, -65),
        ("classic-salade", 8, -130),
        ("modern-no-doubles", 7, 0),
    ],
)
def test_f6_every_block_has_the_same_total(rules: str, length: int, block: int) -> None:
    session = session_of(preset(rules))
    sums = []
    while session.deal is not None:
        finish_deal(session, {})
        sums.append(sum(session.scores))
    assert sums[length - 1 :: length] == [block * number for number in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("rules", "last", "left_over"),
    [
        ("simple", "no_king", "no_king"),
        ("simple", "trumps", "trumps:S trumps:H trumps:D trumps:C trumps:-"),
        ("simple", "domino", " ".join(f"domino:{rank}" for rank in "23456789TJQKA")),
        ("classic", "no_king", "no_king"),
        ("classic", "trumps", "trumps:S trumps:H trumps:D trumps:C"),
        ("classic", "domino", "domino:7"),
        ("classic-salade", "salade", "salade"),
    ],
)
def test_f7_the_last_deal_of_a_block_leaves_at_most_a_suit_or_a_rank(
    rules: str, last: str, left_over: str
) -> None:
    session = session_of(preset(rules))
    for contract in preset(rules).contracts:
        if contract.name != last:
            finish_deal(session, {}, contract.name)
    assert session.deal is not None
    assert session.deal.number == preset(rules).block_length
    assert answers(session.deal) == left_over.split()


@pytest.mark.parametrize("base", ["simple", "classic"])
def test_f8_any_preset_may_fix_the_order(base: str, written: Written) -> None:
    rules = written(f"extends: {base}\nchoice: fixed\n")
    session = session_of(rules)
    offered = []
    while session.deal is not None:
        offered.append({name.partition(":")[0] for name in answers(session.deal)})
        finish_deal(session, {})
    assert offered == [{contract.name} for contract in rules.contracts] * 4


@pytest.mark.parametrize(
    ("base", "deals"), [("simple", 28), ("classic-no-trumps", 24), ("classic-salade", 32)]
)
@pytest.mark.parametrize("rotation", ["block", "each_deal"])
def test_f9_whose_deal_the_nth_is(base: str, deals: int, rotation: str, written: Written) -> None:
    session = session_of(written(f"extends: {base}\nrotation: {rotation}\n"))
    declarers = []
    while session.deal is not None:
        declarers.append(session.deal.declarer)
        finish_deal(session, {})
    length = deals // 4 if rotation == "block" else 1
    assert declarers == [number // length % 4 for number in range(deals)]
