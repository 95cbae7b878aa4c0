"""What one record adds up to, and which kind each of its doubles is."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.game.doubling import CALLS, adjusted_scores
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.league.summary import DoubleSums, SeatSummary, SessionSummary, summarise
from barbu_arena.referee.record import DealRecord, SessionRecord


def parts(seat: SeatSummary) -> int:
    doubles = seat.voluntary.points + seat.forced.points + seat.redoubles.points
    return seat.raw + doubles + seat.received + seat.penalties


def settled(record: SessionRecord, deals: list[DealRecord]) -> SessionRecord:
    """Return the record with other deals and the totals that follow from them."""
    columns = zip(*(deal.adjusted for deal in deals), strict=True)
    penalties = zip(record.quota_penalties, record.fault_penalties, strict=True)
    a, b, c, d = (
        sum(column) + sum(costs) for column, costs in zip(columns, penalties, strict=True)
    )
    return replace(record, deals=tuple(deals), totals=(a, b, c, d))


def with_calls(deal: DealRecord, calls: list[tuple[int, ...]], doubling: Doubling) -> DealRecord:
    """Return the deal with these calls of the four seats in turn order, the declarer's last."""
    turns = [((deal.declarer + 1 + i) % 4, targets) for i, targets in enumerate(calls)]
    doubles = frozenset((seat, target) for seat, targets in turns for target in targets)
    adjusted = adjusted_scores(deal.raw, doubles, doubling.stakes)
    return replace(deal, calls=tuple(turns), adjusted=adjusted)


def passed(record: SessionRecord, doubling: Doubling) -> list[DealRecord]:
    return [with_calls(deal, [(), (), (), ()], doubling) for deal in record.deals]


# What is kept


def test_identity_and_scores(league_records: list[SessionRecord], modern: RuleSet) -> None:
    record = league_records[5]
    summary = summarise(record, modern)
    assert summary.place == (2, 1, 2)
    assert summary.board_set == 1
    assert summary.bots == record.bots
    assert summary.totals == record.totals
    assert summary.deals == 28


def test_every_recorded_session_balances(league: list[SessionSummary]) -> None:
    for summary in league:
        assert [parts(seat) for seat in summary.seats] == list(summary.totals)
        assert sum(seat.raw for seat in summary.seats) == 0
        made = sum(
            seat.voluntary.made + seat.forced.made + seat.redoubles.made for seat in summary.seats
        )
        assert made == sum(seat.received_count for seat in summary.seats) > 0


def test_faults_by_kind(faulty_records: list[SessionRecord], modern: RuleSet) -> None:
    seats = summarise(faulty_records[0], modern).seats
    assert [seat.faults for seat in seats] == [(), (("crash", 1),), (), (("timeout", 1),)]
    assert [seat.retired for seat in seats] == [False, True, False, False]
    assert [seat.penalties for seat in seats] == [0, -100, 0, -10]
    assert [parts(seat) for seat in seats] == [108, -121, -202, 105]


def test_quota_penalties_stand_for_force(
    classic_records: list[SessionRecord], classic: RuleSet
) -> None:
    for record in classic_records:
        summary = summarise(record, classic)
        assert [seat.penalties for seat in summary.seats] == list(record.quota_penalties)
        assert [seat.forced.made for seat in summary.seats] == [0, 0, 0, 0]
        assert [parts(seat) for seat in summary.seats] == list(record.totals)


def test_without_doubling_all_is_raw(
    league_records: list[SessionRecord], undoubled: RuleSet
) -> None:
    record = league_records[0]
    deals = [replace(deal, calls=None, adjusted=deal.raw) for deal in record.deals]
    summary = summarise(settled(record, deals), undoubled)
    assert all(seat.raw == seat.total for seat in summary.seats)
    assert all(seat.received_count == 0 for seat in summary.seats)


# The kinds of doubles


@pytest.fixture(scope="session")
def quiet(league_records: list[SessionRecord], modern: RuleSet) -> list[DealRecord]:
    """Return a session's deals as if nobody had doubled."""
    assert modern.doubling is not None
    return passed(league_records[0], modern.doubling)


Summarised = Callable[[dict[int, list[tuple[int, ...]]]], SessionSummary]


@pytest.fixture(scope="session")
def summarised(
    league_records: list[SessionRecord], quiet: list[DealRecord], modern: RuleSet
) -> Summarised:
    """A session with these calls in the deals of these numbers, and passes in all others."""

    def build(calls: dict[int, list[tuple[int, ...]]]) -> SessionSummary:
        assert modern.doubling is not None
        deals = [
            with_calls(deal, calls[deal.deal], modern.doubling) if deal.deal in calls else deal
            for deal in quiet
        ]
        return summarise(settled(league_records[0], deals), modern)

    return build


@pytest.mark.parametrize(
    ("deals", "voluntary", "forced"),
    [
        pytest.param([1], 1, 0, id="two owed at 7 left"),
        pytest.param([5], 1, 0, id="two owed at 3 left"),
        pytest.param([6], 0, 1, id="two owed at 2 left"),
        pytest.param([6, 7], 0, 2, id="both at the last chance"),
        pytest.param([1, 6], 2, 0, id="one owed at 2 left"),
        pytest.param([1, 7], 1, 1, id="one owed at the last"),
        pytest.param([1, 2, 7], 3, 0, id="nothing owed at the last"),
        pytest.param([8], 1, 0, id="a new declarer, a new debt"),
    ],
)
def test_forced_when_what_is_owed_reaches_the_deals_left(
    deals: list[int], voluntary: int, forced: int, summarised: Summarised
) -> None:
    # Seat 2 doubles the declarer, who is seat 0 for seven deals, then seat 1.
    calls: dict[int, list[tuple[int, ...]]] = {
        number: [(), (0,), (), ()] if number <= 7 else [(1,), (), (), ()] for number in deals
    }
    seat = summarised(calls).seats[2]
    assert (seat.voluntary.made, seat.forced.made) == (voluntary, forced)


def test_a_double_of_a_defender_is_never_forced(summarised: Summarised) -> None:
    seats = summarised({7: [(), (0, 1), (), ()]}).seats
    assert (seats[2].voluntary.made, seats[2].forced.made) == (1, 1)


def test_the_declarers_answer_is_a_redouble(
    summarised: Summarised, quiet: list[DealRecord]
) -> None:
    # Deal 1 is no_queens, raw -6 -12 0 -6: seat 1 doubles the declarer, who answers.
    assert quiet[0].raw == (-6, -12, 0, -6)
    seats = summarised({1: [(0,), (), (), (1,)]}).seats
    assert seats[1].voluntary == DoubleSums(points=-6, misses=1)
    assert seats[0].redoubles == DoubleSums(points=6, hits=1)
    assert (seats[0].received, seats[0].received_count) == (6, 1)
    assert (seats[1].received, seats[1].received_count) == (-6, 1)


def test_a_defender_doubling_back_makes_a_choice(summarised: Summarised) -> None:
    seats = summarised({1: [(2,), (1,), (), ()]}).seats
    assert seats[1].voluntary == DoubleSums(points=-12, misses=1)
    assert seats[2].voluntary == DoubleSums(points=12, hits=1)
    assert seats[2].redoubles.made == 0


def test_equal_raw_scores_tie(summarised: Summarised) -> None:
    seats = summarised({1: [(), (), (0,), ()]}).seats
    assert seats[3].voluntary == DoubleSums(points=0, ties=1)


def test_an_answer_earns_what_the_pair_adds(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    doubling = Doubling("anyone", "declarer", (0, 2, 7), 2, "forced")
    rules = replace(modern, doubling=doubling)
    deals = passed(league_records[0], doubling)
    deals[0] = with_calls(deals[0], [(0,), (), (), (1,)], doubling)
    seats = summarise(settled(league_records[0], deals), rules).seats
    assert seats[1].voluntary.points == 2 * -6
    assert seats[0].redoubles.points == 5 * 6


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    stakes=st.tuples(st.just(0), st.integers(0, 4), st.integers(0, 9)),
)
def test_the_identity_holds_for_any_calls_and_stakes(
    seed: int,
    stakes: tuple[int, int, int],
    league_records: list[SessionRecord],
    modern: RuleSet,
) -> None:
    random = Random(seed)
    doubling = Doubling("anyone", "anyone", stakes, 2, "forced")
    deals = []
    for deal in league_records[0].deals:
        calls = [
            tuple(t for t in random.choice(CALLS) if t != (deal.declarer + 1 + i) % 4)
            for i in range(4)
        ]
        deals.append(with_calls(deal, calls, doubling))
    summary = summarise(settled(league_records[0], deals), replace(modern, doubling=doubling))
    assert [parts(seat) for seat in summary.seats] == list(summary.totals)
    won = sum(
        seat.voluntary.points + seat.forced.points + seat.redoubles.points + seat.received
        for seat in summary.seats
    )
    assert won == 0


# Sums of doubles


def test_hit_rate_leaves_ties_out() -> None:
    sums = DoubleSums(points=12, hits=3, ties=6, misses=1)
    assert sums.made == 10
    assert sums.hit_rate == 0.75
    assert sums.points_per_double == 1.2


@pytest.mark.parametrize(
    ("sums", "hit_rate", "points"),
    [(DoubleSums(), None, None), (DoubleSums(ties=4), None, 0.0)],
    ids=["none made", "all tied"],
)
def test_nothing_decided(sums: DoubleSums, hit_rate: None, points: float | None) -> None:
    assert sums.hit_rate is hit_rate
    assert sums.points_per_double == points


def test_sums_add() -> None:
    assert DoubleSums(5, 1, 2, 3) + DoubleSums(-7, 1, 0, 1) == DoubleSums(-2, 2, 2, 4)
