"""Pairs of bots, and the ranks that follow from them."""

from dataclasses import replace

import pytest

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import TableResult, fit
from barbu_arena.league.pair_matrix import Pair, pair_matrix
from barbu_arena.league.rank_intervals import rank_intervals
from tests.league.drawn_leagues import drawn_fit


def test_both_sides_of_a_pair_agree() -> None:
    pairs = {(p.bot, p.other): p for p in pair_matrix(drawn_fit(6, 18, "sides"), 28, "x")}
    assert len(pairs) == 30
    for (bot, other), pair in pairs.items():
        turned = pairs[other, bot]
        assert turned.difference == -pair.difference
        assert turned.half_width_95 == pair.half_width_95
        assert turned.simultaneous_95 == pair.simultaneous_95
        assert pair.superiority is not None
        assert turned.superiority == pytest.approx(1 - pair.superiority)
        assert turned.surely == -pair.surely


def test_points_per_deal_of_the_fit() -> None:
    found = drawn_fit(8, 18, "deals")
    pair = pair_matrix(found, 28, "x")[0]
    estimate = Intervals(found).pair(0, 1)
    half_width = estimate.half_width()
    assert half_width is not None
    assert pair.difference == estimate.points / 28
    assert pair.half_width_95 == half_width / 28
    assert pair.simultaneous_95 is not None
    assert pair.simultaneous_95 > half_width / 28


def test_those_outside_the_ranking_are_left_out() -> None:
    pairs = pair_matrix(drawn_fit(5, 20, "outside"), 28, "x", {"b02"})
    assert {pair.bot for pair in pairs} == {"b00", "b01", "b03", "b04"}


def test_no_fit_has_no_pairs() -> None:
    assert pair_matrix(None, 28, "x") == ()


def test_one_set_has_differences_only() -> None:
    found = fit([TableResult(0, ("a", "b", "c", "d"), (28.0, 0.0, 0.0, -28.0))])
    pairs = pair_matrix(found, 28, "x")
    assert pairs[0] == Pair("a", "b", 1.0, None, None, None, None)
    assert pairs[0].surely == 0
    assert rank_intervals(pairs) == {}


def test_sets_needed() -> None:
    found = drawn_fit(4, 30, "needed")
    for pair in pair_matrix(found, 1, "x"):
        assert pair.half_width_95 is not None
        assert pair.sets_needed is not None
        # With so many sets the half width, shrinking as the root, is the difference.
        shrunk = pair.half_width_95 * (30 / pair.sets_needed) ** 0.5
        assert shrunk <= abs(pair.difference)


@pytest.mark.parametrize("points", [(0.0, 0.0, 0.0, 0.0), (3.0, 1.0, -1.0, -3.0)])
def test_no_spread(points: tuple[float, ...]) -> None:
    found = fit([TableResult(n, ("a", "b", "c", "d"), points) for n in range(3)])
    pairs = pair_matrix(found, 1, "x")
    assert {pair.half_width_95 for pair in pairs} == {0.0}
    assert {pair.sets_needed for pair in pairs} == {None}
    ranks = rank_intervals(pairs)
    if points[0]:
        assert ranks == {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}
    else:
        assert set(ranks.values()) == {(1, 4)}


def test_ranks_count_the_surely_stronger_and_weaker() -> None:
    sure = Pair("a", "c", 2.0, 1.0, 1.5, 0.99, 3)
    unsure = Pair("a", "b", 1.0, 0.8, 1.5, 0.97, 3)
    other = Pair("b", "c", 1.0, 0.8, 1.5, 0.97, 3)
    pairs = []
    for pair in (unsure, sure, other):
        turned = replace(pair, bot=pair.other, other=pair.bot, difference=-pair.difference)
        pairs += [pair, turned]
    assert rank_intervals(pairs) == {"a": (1, 2), "b": (1, 3), "c": (2, 3)}
