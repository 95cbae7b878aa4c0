"""The sequential test and the confidence sequence. The authority is statistics.md §3.4 and the
papers it names; how often they err is drawn.
"""

from math import inf, log, sqrt
from random import Random
from statistics import NormalDist, fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.league.sequential import (
    LEAST_UNITS,
    Hypotheses,
    Running,
    decision,
    log_likelihood_ratio,
    sequence_factor,
    sequence_half_width,
)
from tests.league.drawn_comparisons import always_covered, drawn_test

RULE = Hypotheses()
points = st.floats(-50, 50).map(lambda x: round(x, 3))
rules = st.builds(
    lambda h0, more, alpha, beta: Hypotheses(h0, h0 + more, alpha, beta),
    st.floats(-2, 2),
    st.floats(0.1, 3),
    st.floats(0.001, 0.4),
    st.floats(0.001, 0.4),
)


def running(values: list[float]) -> Running:
    seen = Running()
    for value in values:
        seen.add(value)
    return seen


@given(st.lists(points, min_size=2, max_size=60))
def test_running_sums_are_those_of_the_standard_library(values: list[float]) -> None:
    seen = running(values)
    assert seen.count == len(values)
    assert seen.mean == pytest.approx(fmean(values), abs=1e-9)
    assert seen.variance == pytest.approx(variance(values), abs=1e-9)
    assert seen.standard_error == pytest.approx(sqrt(variance(values) / len(values)), abs=1e-6)


def test_one_value_has_no_variance() -> None:
    seen = running([1.5])
    assert (seen.mean, seen.variance, seen.standard_error) == (1.5, None, None)
    assert log_likelihood_ratio(seen, RULE) == 0


@given(st.lists(points, min_size=3, max_size=30).filter(lambda v: variance(v) > 0.01), rules)
def test_the_ratio_is_that_of_normal_likelihoods(values: list[float], rule: Hypotheses) -> None:
    """Σ log p(x | h1) − Σ log p(x | h0), the variance being the one seen."""
    spread = sqrt(variance(values))
    h0, h1 = NormalDist(rule.h0, spread), NormalDist(rule.h1, spread)
    # log p but for what both have in common, since p itself may be too small for a float.
    expected = sum((h0.zscore(x) ** 2 - h1.zscore(x) ** 2) / 2 for x in values)
    assert log_likelihood_ratio(running(values), rule) == pytest.approx(expected, abs=1e-6)


def test_the_ratio_in_the_notes_form() -> None:
    """LLR = n/(2v)·[(m − 0)² − (m − δ₁)²]."""
    seen = running([0.1 * (i % 7) for i in range(40)])
    n, m, v = seen.count, seen.mean, seen.variance or 0
    rule = Hypotheses(0, 0.4)
    expected = n / (2 * v) * (m**2 - (m - 0.4) ** 2)
    assert log_likelihood_ratio(seen, rule) == pytest.approx(expected)


def test_the_bounds_are_walds() -> None:
    assert RULE.upper == pytest.approx(log(19))
    assert RULE.lower == pytest.approx(-log(19))
    assert Hypotheses(alpha=0.01, beta=0.1).upper == pytest.approx(log(90))
    assert Hypotheses(alpha=0.01, beta=0.1).lower == pytest.approx(log(0.1 / 0.99))


@pytest.mark.parametrize(("value", "expected"), [(1.0, "H1"), (0.0, "H0"), (0.25, None)])
def test_values_that_are_all_the_same(value: float, expected: str | None) -> None:
    """As two copies of a bot that draws nothing make them; halfway nothing can be told."""
    seen = running([value] * LEAST_UNITS)
    ratio = {"H1": inf, "H0": -inf, None: 0}[expected]
    assert log_likelihood_ratio(seen, RULE) == ratio
    assert decision(seen, RULE) == expected
    assert sequence_half_width(seen) == 0


def test_nothing_is_decided_before_there_are_enough() -> None:
    values = [9.0, 9.5] * (LEAST_UNITS // 2)
    assert decision(running(values[:-1]), RULE) is None
    assert sequence_half_width(running(values[:-1])) is None
    assert decision(running(values), RULE) == "H1"


@given(st.lists(points, min_size=20, max_size=40), rules)
def test_the_other_way_round_the_other_is_accepted(values: list[float], rule: Hypotheses) -> None:
    """Old and new exchanged, and the risks with them."""
    turned = Hypotheses(-rule.h1, -rule.h0, rule.beta, rule.alpha)
    ratio = log_likelihood_ratio(running(values), rule)
    mirrored = log_likelihood_ratio(running([-x for x in values]), turned)
    assert mirrored == pytest.approx(-ratio, rel=1e-6, abs=1e-6)
    assert turned.lower == pytest.approx(-rule.upper)


@pytest.mark.parametrize("n", [20, 60, 600])
def test_the_interval_is_the_papers(n: int) -> None:
    """m ± √v·√( 2(nρ²+1)/(n²ρ²) · log(√(nρ²+1)/α) ), ρ² = (−2 log α + log(−2 log α + 1))/n*."""
    alpha, v = 0.05, 2.25
    rho = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / 60
    half = sqrt(v) * sqrt(2 * (n * rho + 1) / (n**2 * rho) * log(sqrt(n * rho + 1) / alpha))
    assert sequence_factor(n) * sqrt(v / n) == pytest.approx(half)


def test_it_is_wider_than_an_interval_that_is_looked_at_once() -> None:
    assert all(2.5 < sequence_factor(n) < 4 for n in range(20, 3000))


# How often they err, in short; bench/compare.py draws many more.


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "H1"), (0.5, "H0")])
def test_the_risks_are_kept(truth: float, wrong: str) -> None:
    """400 drawn tests: 5 in 100 err by the rule, and 29 of 400 is more than chance allows."""
    random = Random(f"risks {truth}")
    drawn = [drawn_test(truth, RULE, random, 2000) for _ in range(400)]
    assert sum(test.decision is None for test in drawn) == 0
    assert sum(test.decision == wrong for test in drawn) <= 32
    assert fmean(test.units for test in drawn) < 100


def test_a_look_at_any_time_is_safe() -> None:
    random = Random("looks")
    looks = [always_covered(random, 400) for _ in range(300)]
    outside = sum(not sequence for sequence, _ in looks)
    assert outside <= 25  # 15 by the rule
    # What an interval for a length fixed before would do: the reason for all this.
    assert sum(not fixed for _, fixed in looks) > 75
