"""The level of simultaneous intervals: between Bonferroni's and that of a single one."""

from itertools import islice

import pytest
from scipy import stats

from barbu_arena.league.least_squares import TableResult, fit
from barbu_arena.league.max_t import gaussians, level_of_each
from tests.league.drawn_leagues import drawn_fit


@pytest.mark.parametrize(("bots", "sets"), [(4, 6), (8, 12), (8, 19)])
def test_few_sets_have_bonferronis_level(bots: int, sets: int) -> None:
    found = drawn_fit(bots, sets, "few")
    assert level_of_each(found, range(bots), "x") == 0.05 / (bots * (bots - 1) // 2)


@pytest.mark.parametrize(("bots", "sets"), [(4, 40), (8, 30), (13, 39)])
def test_many_sets_have_a_level_above_it(bots: int, sets: int) -> None:
    level = level_of_each(drawn_fit(bots, sets, "many"), range(bots), "x")
    assert 0.05 / (bots * (bots - 1) // 2) < level < 0.05


def test_four_independent_bots_need_tukeys_critical_value() -> None:
    # With errors that spread alike all pairs at once are Tukey's studentised range.
    level = level_of_each(drawn_fit(4, 2000, "tukey"), range(4), "x")
    critical = stats.norm.isf(level / 2)
    tukey = stats.studentized_range.ppf(0.95, 4, 10**6) / 2**0.5
    assert critical == pytest.approx(tukey, rel=0.03)


def test_the_draws_follow_from_the_seed_alone() -> None:
    found = drawn_fit(6, 24, "seed")
    assert level_of_each(found, range(6), "a") == level_of_each(found, range(6), "a")
    assert level_of_each(found, range(6), "a") != level_of_each(found, range(6), "b")


def test_a_single_pair_needs_no_more_than_itself() -> None:
    assert level_of_each(drawn_fit(4, 30, "pair"), [1, 2], "x") == 0.05
    assert level_of_each(drawn_fit(4, 30, "pair"), [1], "x") == 0.05


def test_no_spread_at_all() -> None:
    tables = [TableResult(n, ("a", "b", "c", "d"), (3.0, 1.0, -1.0, -3.0)) for n in range(25)]
    found = fit(tables)
    assert found is not None
    assert level_of_each(found, range(4), "x") == 0.05 / 6


def test_a_pair_without_spread_among_others() -> None:
    tables = [
        TableResult(n, ("a", "b", "c", "d"), (3.0, 1.0, n % 7 - 2.0, -2.0 - n % 7))
        for n in range(25)
    ]
    found = fit(tables)
    assert found is not None
    assert 0.05 / 6 <= level_of_each(found, range(4), "x") < 0.05


def test_gaussians_are_normal_and_pinned() -> None:
    drawn = list(islice(gaussians("barbu"), 20_000))
    assert stats.kstest(drawn, "norm").pvalue > 0.01
    assert drawn[:2] == list(islice(gaussians("barbu"), 2))
