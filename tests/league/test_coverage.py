"""Short forms of bench/coverage.py: intervals hold what they say, p-values are uniform."""

from math import sqrt
from random import Random

import pytest

from barbu_arena.league.least_squares import TableResult, fit
from bench.coverage import a_a_p_values, coverage, distance_from_uniform, draw_truth

LEAGUES = 60


@pytest.mark.parametrize(("bots", "sets"), [(4, 6), (8, 6), (13, 9)])
def test_intervals_cover(bots: int, sets: int) -> None:
    covered = coverage(bots, sets, LEAGUES, 7)
    assert covered.without == 0
    assert 90 <= covered.share("strengths") <= 99.5
    assert 90 <= covered.share("pairs") <= 99.5
    assert covered.share("all_pairs") >= 95 - 300 * sqrt(0.05 * 0.95 / LEAGUES)
    assert covered.share("all_ranks") >= 95 - 300 * sqrt(0.05 * 0.95 / LEAGUES)


def test_the_truth_is_what_least_squares_make_of_all_companies() -> None:
    truth = draw_truth(Random(3), 6)
    tables = [
        TableResult(number, company, tuple(results.values()))
        for number, (company, results) in enumerate(truth.companies.items())
    ]
    found = fit(tables)
    assert found is not None
    assert dict(zip(found.bots, found.points, strict=True)) == pytest.approx(truth.strengths)


def test_thirteen_bots_on_six_sets_have_no_interval() -> None:
    assert coverage(13, 6, 3, 7).without == 3


@pytest.mark.parametrize(("bots", "sets"), [(4, 10), (8, 12)])
def test_a_bot_is_as_good_as_its_copy(bots: int, sets: int) -> None:
    values = a_a_p_values(bots, sets, 150, 7)
    assert distance_from_uniform(values) < 1.63 / sqrt(len(values))
