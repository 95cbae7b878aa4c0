"""Student's t against closed forms and against scipy."""

from math import pi, sqrt, tan

import pytest
from scipy import stats

from barbu_arena.league.student_t import t_distribution, t_quantile

DEGREES = (0.7, 1, 1.5, 2, 2.25, 3, 4, 5, 7, 10, 29, 30, 100, 611, 5_000, 100_000)


@pytest.mark.parametrize("degrees", DEGREES)
@pytest.mark.parametrize("p", [0.5, 0.6, 0.9, 0.975, 0.995, 0.999999])
def test_quantiles_are_those_of_scipy(p: float, degrees: float) -> None:
    assert t_quantile(p, degrees) == pytest.approx(stats.t.ppf(p, degrees), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("degrees", DEGREES)
@pytest.mark.parametrize("x", [-30.0, -2.0, -0.1, 0.0, 1e-6, 0.7, 3.0, 12.0])
def test_probabilities_are_those_of_scipy(x: float, degrees: float) -> None:
    assert t_distribution(x, degrees) == pytest.approx(stats.t.cdf(x, degrees), rel=1e-8)


@pytest.mark.parametrize("x", [1e9, 1e160, 1e300])
@pytest.mark.parametrize("degrees", [0.7, 1, 5, 100_000])
def test_very_far_out(x: float, degrees: float) -> None:
    assert t_distribution(x, degrees) == pytest.approx(1, abs=1e-6)
    assert t_distribution(-x, degrees) == pytest.approx(stats.t.cdf(-x, degrees), rel=1e-6, abs=0)


def test_one_degree_is_cauchy() -> None:
    assert t_quantile(0.975, 1) == pytest.approx(tan(pi * 0.475), rel=1e-12)


def test_two_degrees_have_a_closed_form() -> None:
    assert t_quantile(0.975, 2) == pytest.approx(0.95 * sqrt(2 / (1 - 0.95**2)), rel=1e-12)


def test_the_median_is_zero() -> None:
    assert t_quantile(0.5, 4) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("p", "degrees"), [(0.4, 3), (1.0, 3), (0.9, 0)])
def test_what_has_no_quantile(p: float, degrees: float) -> None:
    with pytest.raises(ValueError, match="no t quantile"):
        t_quantile(p, degrees)
