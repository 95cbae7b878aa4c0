"""Rows of rules.md §2.6 and §2.7, doubling and settlement, under their ids."""

from dataclasses import replace

import pytest

from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.doubling import Scores, adjusted_scores
from barbu_arena.game.rules import RuleSet, Stakes
from tests.game.positions import (
    announced,
    call,
    call_position,
    deal_of,
    finish_deal,
    give,
    legal_calls,
    owed_now,
    preset,
    session_of,
    trick_contract,
    with_contract,
)

DOUBLING = ("modern", "classic")


@pytest.mark.parametrize("contract", ["trumps", "domino"])
def test_x1_x2_a_positive_contract_lets_modern_double_the_declarer_alone(contract: str) -> None:
    assert legal_calls(call_position(preset("modern"), contract, 0, 1)) == "- 0"
    assert legal_calls(call_position(preset("modern"), contract, 0, 3)) == "- 0"
    assert (
        legal_calls(call_position(preset("classic"), contract, 0, 3)) == "- 0 1 2 0,1 0,2 1,2 0,1,2"
    )


@pytest.mark.parametrize("rules", DOUBLING)
@pytest.mark.parametrize("contract", ["no_tricks", "no_queens", "no_hearts"])
def test_x3_in_a_negative_contract_any_of_eight_calls(rules: str, contract: str) -> None:
    expected = "- 0 2 3 0,2 0,3 2,3 0,2,3"
    assert legal_calls(call_position(preset(rules), contract, 0, 1)) == expected
    assert legal_calls(call_position(preset(rules), contract, 2, 1)) == expected


@pytest.mark.parametrize("rules", DOUBLING)
def test_x4_a_declarer_whom_nobody_doubled_must_pass(rules: str) -> None:
    deal = call_position(preset(rules), "no_queens", 0, 0, [(1, 2), (2, 1), (3, 1)])
    assert legal_calls(deal) == "-"


@pytest.mark.parametrize("rules", DOUBLING)
def test_x5_redoubles_are_individual(rules: str) -> None:
    deal = call_position(preset(rules), "no_queens", 0, 0, [(1, 0), (2, 0), (3, 2)])
    assert legal_calls(deal) == "- 1 2 1,2"


@pytest.mark.parametrize("rules", DOUBLING)
def test_x6_x7_x9_each_seat_calls_once_and_a_later_one_may_answer(rules: str) -> None:
    deal = announced(deal_of(preset(rules), declarer=0), "no_queens")
    asked = []
    for targets in ((3,), (), (0, 1, 2), (3,)):
        asked.append(deal.seat)
        call(deal, *targets)
    assert asked == [1, 2, 3, 0]
    assert deal.ask is Ask.PLAY
    assert deal.doubles == {(1, 3), (3, 0), (3, 1), (3, 2), (0, 3)}
    assert deal.calls == [(1, (3,)), (2, ()), (3, (0, 1, 2)), (0, (3,))]
    stakes = _stakes_of(deal)
    assert stakes == {(0, 1): 0, (0, 2): 0, (0, 3): 2, (1, 2): 0, (1, 3): 2, (2, 3): 1}


def _stakes_of(deal: Deal) -> dict[tuple[int, int], int]:
    """What each pair moves of a gap of one point."""
    assert deal.rules.doubling is not None
    stakes = {}
    for a in range(4):
        for b in range(a + 1, 4):
            doubles = frozenset(double for double in deal.doubles if set(double) == {a, b})
            raw = [0, 0, 0, 0]
            raw[a] = 1
            one = adjusted_scores((raw[0], raw[1], raw[2], raw[3]), doubles, (0, 1, 2))
            stakes[a, b] = -one[b]
    return stakes


@pytest.mark.parametrize(
    ("points", "calls"),
    [(-1, "- 0 2 3 0,2 0,3 2,3 0,2,3"), (0, "- 0"), (1, "- 0")],
)
def test_a_contract_is_negative_when_its_points_sum_below_zero(points: int, calls: str) -> None:
    modern = preset("modern")
    contract = replace(trick_contract(modern, "no_tricks"), trick_points=(5, -5, *[0] * 10, points))
    assert legal_calls(call_position(with_contract(modern, contract), "no_tricks", 0, 1)) == calls


@pytest.mark.parametrize(("seat", "others"), [(1, "2,3"), (2, "1,3"), (3, "1,2")])
def test_x10_family_is_the_two_other_defenders(seat: int, others: str) -> None:
    assert others in legal_calls(call_position(preset("modern"), "no_king", 0, seat)).split()
    assert others not in legal_calls(call_position(preset("modern"), "trumps", 0, seat)).split()
    assert others in legal_calls(call_position(preset("classic"), "trumps", 0, seat)).split()


def test_x11_the_declarers_maximum_is_all_who_doubled() -> None:
    deal = call_position(preset("modern"), "trumps", 2, 2, [(3, 2), (0, 2), (1, 2)])
    assert legal_calls(deal).split()[-1] == "0,1,3"


def test_x12_x13_two_owed_in_two_deals_force_a_double() -> None:
    def calls(rules: str, contract: str, declarer: int) -> str:
        return legal_calls(
            call_position(preset(rules), contract, declarer, 1, made=0, deals_left=2)
        )

    assert calls("modern", "no_queens", 0) == "0 0,2 0,3 0,2,3"
    assert calls("modern", "no_queens", 3) == "3 0,3 2,3 0,2,3"
    assert calls("modern", "trumps", 0) == "0"
    assert calls("classic", "no_queens", 0) == "- 0 2 3 0,2 0,3 2,3 0,2,3"


def quota_3() -> RuleSet:
    modern = preset("modern")
    assert modern.doubling is not None
    return replace(modern, doubling=replace(modern.doubling, quota=3))


def six_contracts() -> RuleSet:
    modern = preset("modern")
    return replace(modern, contracts=modern.contracts[:5] + modern.contracts[6:])


@pytest.mark.parametrize(
    ("rules", "index", "made", "forced"),
    [
        pytest.param(rules, number - 1, made, forced, id=f"{row}-deal-{number}-{made}-made")
        for row, rules, number, made, forced in (
            ("x14", preset("modern"), 5, 0, False),
            ("x14", preset("modern"), 6, 1, False),
            ("x14", preset("modern"), 7, 2, False),
            ("x14", preset("modern"), 7, 5, False),
            ("x15", preset("modern"), 7, 1, True),
            ("x15", preset("modern"), 7, 0, True),
            ("x16", quota_3(), 5, 0, True),
            ("x16", quota_3(), 6, 1, True),
            ("x16", quota_3(), 7, 2, True),
            ("x17", quota_3(), 4, 0, False),
            ("x17", quota_3(), 5, 1, False),
            ("x18", six_contracts(), 4, 0, False),
            ("x18", six_contracts(), 5, 0, True),
            ("x18", six_contracts(), 6, 1, True),
            ("x14-classic", preset("classic"), 7, 0, False),
            ("x15-classic", preset("classic"), 7, 1, False),
        )
    ],
)
def test_x14_to_x18_a_double_is_forced_when_the_owed_reach_the_deals_left(
    rules: RuleSet, index: int, made: int, forced: bool
) -> None:
    deal = call_position(rules, "no_queens", 0, 2, made=made, deals_left=rules.block_length - index)
    assert ("-" not in legal_calls(deal).split()) is forced
    assert all("0" in name for name in legal_calls(deal).split()) is forced


def test_owed_counts_down_with_the_doubles_of_this_deal() -> None:
    deal = announced(deal_of(preset("modern"), declarer=1, made=(0, 0, 1, 2)), "no_queens")
    assert deal.owed() == (2, 0, 1, 0)
    call(deal, 1)
    assert deal.owed() == (2, 0, 0, 0)
    call(deal, 1)
    call(deal, 2)
    assert deal.owed() == (2, 0, 0, 0)
    assert deal_of(preset("simple"), made=(0, 0, 0, 0)).owed() == (0, 0, 0, 0)


def test_who_called_already_does_not_stay_forced_and_the_next_is_judged_alone() -> None:
    deal = announced(
        deal_of(preset("modern"), declarer=3, deals_left=1, made=(1, 2, 0, 0)), "no_queens"
    )
    assert legal_calls(deal) == "3 1,3 2,3 1,2,3"
    give(deal, "1,3")
    assert legal_calls(deal).startswith("- 0 2 3")
    give(deal, "-")
    assert legal_calls(deal) == "3 0,3 1,3 0,1,3"
    give(deal, "3")
    assert legal_calls(deal) == "- 0 2 0,2"


def test_x19_doubles_of_other_defenders_pay_no_debt() -> None:
    session = session_of(preset("modern"))
    finish_deal(session, {1: (2, 3)}, "no_queens")
    finish_deal(session, {1: (2, 3)}, "no_king")
    assert owed_now(session) == (0, 2, 2, 2)


def test_x20_a_double_in_any_contract_pays() -> None:
    session = session_of(preset("modern"))
    finish_deal(session, {1: (0,)}, "trumps")
    assert owed_now(session) == (0, 1, 2, 2)
    finish_deal(session, {1: (0,)}, "domino")
    assert owed_now(session) == (0, 0, 2, 2)
    finish_deal(session, {1: (0,)}, "no_tricks")
    assert owed_now(session) == (0, 0, 2, 2)


def test_x21_the_declarers_answers_pay_no_debt() -> None:
    session = session_of(preset("modern"))
    for _ in range(7):
        finish_deal(session, {1: (0,), 0: (1,)})
    assert owed_now(session) == (2, 0, 2, 2)


def test_x22_a_negative_deal_without_doubles_is_played() -> None:
    session = session_of(preset("modern"))
    finish_deal(session, {}, "no_tricks")
    assert sum(session.scores) == -26
    assert owed_now(session) == (0, 2, 2, 2)


def test_x23_the_quota_follows_the_declarer_and_not_the_calendar() -> None:
    session = session_of(replace(preset("modern"), rotation="each_deal"))
    for number in range(1, 29):
        deal = session.deal
        assert deal is not None
        assert deal.declarer == (number - 1) % 4
        assert deal.deals_left == 7 - (number - 1) // 4
        finish_deal(session, {})
    assert session.deal is None
    assert sum(session.scores) == 0


def test_x24_each_missing_double_costs_ten_at_the_end_and_nobody_gets_it() -> None:
    session = session_of(preset("classic"))
    for number in range(28):
        declarer, index = divmod(number, 7)
        doublers = {0, 1, 2, 3} - {declarer} if index < 2 else set()
        if (declarer, index) == (0, 1):
            doublers.remove(1)
        finish_deal(session, dict.fromkeys(doublers, (declarer,)))
    assert session.quota_penalties() == (0, -10, 0, 0)
    assert sum(session.scores) == 0


def test_more_doubles_than_owed_make_up_for_nothing() -> None:
    session = session_of(preset("classic"))
    for number in range(28):
        finish_deal(session, {1: (0,)} if number < 7 else {})
    assert session.quota_penalties() == (-60, -40, -60, -60)


@pytest.mark.parametrize("rules", ["modern", "simple", "modern-no-doubles"])
def test_where_doubles_are_forced_or_none_there_is_no_quota_penalty(rules: str) -> None:
    assert session_of(preset(rules)).quota_penalties() == (0, 0, 0, 0)


def test_a_penalty_counts_only_in_the_mode_of_penalties() -> None:
    modern = preset("modern")
    assert modern.doubling is not None
    rules = replace(modern, doubling=replace(modern.doubling, quota_penalty=10))
    assert session_of(rules).quota_penalties() == (0, 0, 0, 0)


def test_x25_a_double_on_a_tie_moves_nothing_and_pays() -> None:
    raw = session_of(preset("modern"))
    finish_deal(raw, {}, "no_king")
    assert raw.scores == (0, -20, 0, 0)
    session = session_of(preset("modern"))
    finish_deal(session, {2: (0,), 3: (2,)}, "no_king")
    assert session.scores == raw.scores
    assert owed_now(session) == (0, 2, 1, 2)


# 2.7 Settlement


@pytest.mark.parametrize(
    ("raw", "doubles", "stakes", "adjusted"),
    [
        pytest.param((25, 20, 10, 10), [(1, 2)], (0, 1, 2), (25, 30, 0, 10), id="r15"),
        pytest.param(
            *((-12, -6, -6, 0), [(1, 0), (0, 1)], (0, 1, 3), (-30, 12, -6, 0)), id="r18-times-3"
        ),
        pytest.param(
            *((-12, -6, -6, 0), [(1, 0), (0, 1)], (0, 1, 4), (-36, 18, -6, 0)), id="r18-times-4"
        ),
        pytest.param(
            *((-12, -6, -6, 0), [(1, 0)], (0, 2, 4), (-24, 6, -6, 0)), id="r1-at-double-stakes"
        ),
        pytest.param((6, 0, 0, -2), [], (1, 2, 3), (26, -4, -4, -14), id="a-stake-for-no-double"),
    ],
)
def test_r15_to_r18_other_stakes(
    raw: Scores, doubles: list[tuple[int, int]], stakes: Stakes, adjusted: Scores
) -> None:
    assert adjusted_scores(raw, frozenset(doubles), stakes) == adjusted


def test_without_doubling_the_adjusted_score_is_the_raw_one() -> None:
    deal = announced(deal_of(preset("simple")), "no_king")
    give(deal, "2S")
    give(deal, "KH")
    give(deal, "2D")
    give(deal, "2C")
    assert deal.over
    assert deal.raw() == deal.adjusted() == (-20, 0, 0, 0)
