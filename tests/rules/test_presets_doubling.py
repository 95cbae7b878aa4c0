"""Rows of rules.md §2.6 and §2.7 for the rule sets that no other test plays them with."""

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.game.deal import Ask
from barbu_arena.game.doubling import CALL_CODES, CALL_NAMES
from barbu_arena.game.rules import RuleSet
from tests.game.positions import (
    announced,
    answers,
    call_position,
    deal_of,
    finish_deal,
    give,
    legal_calls,
    owed_now,
    preset,
    session_of,
)
from tests.rules.house_rules import Written

ALL_OF_1 = "- 0 2 3 0,2 0,3 2,3 0,2,3"
"""The eight calls of seat 1 that may double anyone."""
WITH_0 = "0 0,2 0,3 0,2,3"
"""Those of them that hold seat 0."""
DOUBLING = ("modern", "classic", "classic-forced")


@pytest.mark.parametrize("rules", ["simple", "simple-balanced"])
def test_x1_to_x25_simple_has_no_phase_of_calls(rules: str) -> None:
    ways = [way.name for way in preset(rules).announcements]
    assert len(ways) == 5 + 5 + 13
    for way in ways:
        deal = announced(deal_of(preset(rules)), way)
        assert (deal.ask, deal.calls, deal.doubles) == (Ask.PLAY, [], set())
        assert deal.owed() == (0, 0, 0, 0)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("contract", ["no_king", "trumps", "domino"])
@pytest.mark.parametrize("rules", DOUBLING)
def test_x8_nobody_doubles_the_own_seat_nor_another_twice(
    rules: str, contract: str, seat: int
) -> None:
    offered = legal_calls(call_position(preset(rules), contract, 0, seat)).split()
    assert not any(str(seat) in call for call in offered)
    assert all(len(set(targets)) == len(targets) for targets in CALL_CODES)
    assert "1,1" not in CALL_NAMES


@pytest.mark.parametrize("contract", ["no_king", "trumps", "domino"])
@pytest.mark.parametrize(("seat", "others"), [(1, "2,3"), (2, "1,3"), (3, "1,2")])
def test_x10_in_classic_a_family_double_goes_with_any_contract(
    seat: int, others: str, contract: str
) -> None:
    assert others in legal_calls(call_position(preset("classic"), contract, 0, seat)).split()


@pytest.mark.parametrize("contract", ["no_king", "trumps", "domino"])
@pytest.mark.parametrize("rules", DOUBLING)
def test_x11_the_declarers_maximum_is_all_who_doubled(rules: str, contract: str) -> None:
    deal = call_position(preset(rules), contract, 2, 2, [(3, 2), (0, 2), (1, 2)])
    assert legal_calls(deal).split()[-1] == "0,1,3"
    deal = call_position(preset(rules), contract, 2, 2, [(3, 2), (1, 2)])
    assert legal_calls(deal).split()[-1] == "1,3"


@pytest.mark.parametrize(
    ("rules", "contract", "calls"),
    [
        ("modern", "no_queens", WITH_0),
        ("modern", "trumps", "0"),
        ("modern", "domino", "0"),
        ("classic", "no_queens", ALL_OF_1),
        ("classic", "trumps", ALL_OF_1),
        ("classic", "domino", ALL_OF_1),
        ("classic-forced", "no_queens", WITH_0),
        ("classic-forced", "trumps", WITH_0),
        ("classic-forced", "domino", WITH_0),
    ],
)
def test_x12_x13_two_owed_in_two_deals(rules: str, contract: str, calls: str) -> None:
    deal = call_position(preset(rules), contract, 0, 1, made=0, deals_left=2)
    assert legal_calls(deal) == calls


def forced_at(rules: RuleSet) -> set[tuple[int, int]]:
    """Return each (deal of the block, doubles made) in which a defender may not pass."""
    length = rules.block_length
    return {
        (number, made)
        for number in range(1, length + 1)
        for made in range(number)
        if "-"
        not in legal_calls(
            call_position(rules, "no_queens", 0, 2, made=made, deals_left=length - number + 1)
        ).split()
    }


FORCED_BY_2 = {(6, 0), (7, 0), (7, 1)}
FORCED_BY_3 = {(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2)}


@pytest.mark.parametrize(
    ("lines", "forced"),
    [
        pytest.param("extends: modern\n", FORCED_BY_2, id="x14-x15-modern"),
        pytest.param("extends: classic\n", set(), id="x14-x15-classic"),
        pytest.param("extends: classic-forced\n", FORCED_BY_2, id="x14-x15-classic-forced"),
        pytest.param("extends: modern\ndoubling: {quota: 3}\n", FORCED_BY_3, id="x16-x17-modern"),
        pytest.param("extends: classic-quota-3\n", set(), id="x16-x17-classic"),
        pytest.param(
            "extends: classic-quota-3\ndoubling: {quota_mode: forced}\n",
            FORCED_BY_3,
            id="x16-x17-classic-forced",
        ),
        pytest.param(
            "extends: modern\ncontracts: {domino: none}\n",
            {(5, 0), (6, 0), (6, 1)},
            id="x18-modern",
        ),
        pytest.param("extends: classic-no-trumps\n", set(), id="x18-classic"),
        pytest.param(
            "extends: classic-no-trumps\ndoubling: {quota_mode: forced}\n",
            {(5, 0), (6, 0), (6, 1)},
            id="x18-classic-forced",
        ),
    ],
)
def test_x14_to_x18_when_a_double_is_forced(
    lines: str, forced: set[tuple[int, int]], written: Written
) -> None:
    assert forced_at(written(lines)) == forced


@pytest.mark.parametrize("rules", DOUBLING)
def test_x19_to_x21_what_pays_a_debt(rules: str) -> None:
    session = session_of(preset(rules))
    finish_deal(session, {1: (2, 3)}, "no_queens")
    assert owed_now(session) == (0, 2, 2, 2)
    finish_deal(session, {2: (0,)}, "trumps")
    assert owed_now(session) == (0, 2, 1, 2)
    finish_deal(session, {2: (0,)}, "domino")
    assert owed_now(session) == (0, 2, 0, 2)
    finish_deal(session, {3: (0,), 0: (3,)}, "no_king")
    assert owed_now(session) == (0, 2, 0, 1)


def test_x21_answers_of_a_declarer_save_no_points() -> None:
    session = session_of(preset("classic"))
    for number in range(28):
        declarer = number // 7
        calls: dict[int, tuple[int, ...]] = {declarer: (3,)} if declarer < 3 else {}
        finish_deal(session, {**calls, 3: (declarer,) if declarer < 3 else ()})
    assert session.quota_penalties() == (-60, -60, -60, 0)


@pytest.mark.parametrize(
    ("rules", "points"),
    [("modern", -26), ("simple", -26), ("simple-balanced", -26), ("classic", -26)],
)
def test_x22_a_negative_deal_without_doubles_is_played(rules: str, points: int) -> None:
    deal = announced(deal_of(preset(rules)), "no_tricks")
    while deal.ask is Ask.DOUBLE:
        give(deal, "-")
    while not deal.over:
        give(deal, answers(deal)[0])
    assert deal.in_play.played == 52
    assert sum(deal.adjusted()) == points
    assert deal.adjusted() == deal.raw()


@pytest.mark.parametrize("base", ["modern", "classic", "classic-forced", "simple"])
def test_x23_with_turns_by_deal_the_deals_left_are_those_of_the_declarer(
    base: str, written: Written
) -> None:
    session = session_of(written(f"extends: {base}\nrotation: each_deal\n"))
    seen = []
    while (deal := session.deal) is not None:
        seen.append((deal.declarer, deal.deals_left))
        finish_deal(session, {})
    assert seen == [(number % 4, 7 - number // 4) for number in range(28)]


def test_x23_a_double_is_forced_in_the_last_deals_of_a_declarer(written: Written) -> None:
    session = session_of(written("extends: modern\nrotation: each_deal\n"))
    forced = []
    while (deal := session.deal) is not None:
        announced(deal, answers(deal)[0].partition(":")[0])
        if "-" not in answers(deal):
            forced.append(deal.number)
        while not deal.over:
            give(deal, answers(deal)[0])
        session.finish_deal()
    assert forced == list(range(21, 29))


def test_x24_penalties_wait_for_the_end_of_the_session() -> None:
    session = session_of(preset("classic"))
    for number in range(28):
        assert sum(session.scores) == [0, -26, -56, -80, -100, -130, -65][number % 7]
        finish_deal(session, {1: (0,)} if number == 3 else {})
    assert session.quota_penalties() == (-60, -50, -60, -60)


def test_x25_in_classic_a_double_on_a_tie_moves_nothing_and_pays() -> None:
    session, raw = session_of(preset("classic")), session_of(preset("classic"))
    finish_deal(raw, {}, "no_king")
    tied = [seat for seat in range(1, 4) if raw.scores[seat] == raw.scores[0] == 0]
    assert tied
    finish_deal(session, {tied[0]: (0,)}, "no_king")
    assert session.scores == raw.scores
    assert owed_now(session)[tied[0]] == 1


# 2.7 Settlement


@pytest.mark.parametrize("half", ["[0, 0.5, 1]", "[0, 1, 1.5]"])
def test_r19_a_stake_of_half_a_gap_is_no_rule_set(half: str, written: Written) -> None:
    with pytest.raises(ConfigError, match=r"stakes\[\d\]: expected a whole number from 0 to 10"):
        written(f"extends: modern\ndoubling: {{stakes: {half}}}\n")
