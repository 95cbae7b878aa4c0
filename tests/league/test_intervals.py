"""Intervals of strengths and pairs: the design's formula, and where schedules are thin."""

from math import sqrt
from random import Random

import numpy as np
import pytest
from scipy import stats

from barbu_arena.league.intervals import Estimate, Intervals, estimate_of_sets
from barbu_arena.league.least_squares import Fit
from tests.league.drawn_leagues import drawn_fit


def deviations(found: Fit) -> np.ndarray:
    changes = np.array(found.changes)
    centred: np.ndarray = changes - changes.mean(axis=0)
    return centred


@pytest.mark.parametrize(("bots", "sets"), [(4, 6), (5, 10), (7, 21)])
def test_one_table_a_round_has_the_jackknife_and_sets_less_one(bots: int, sets: int) -> None:
    found = drawn_fit(bots, sets, "plain")
    centred = deviations(found)
    for i in range(bots):
        estimate = Intervals(found).bot(i)
        assert estimate.degrees == sets - 1
        error = sqrt((sets - 1) / sets * (centred[:, i] ** 2).sum())
        assert estimate.standard_error == pytest.approx(error)
        assert estimate.half_width() == pytest.approx(error * stats.t.ppf(0.975, sets - 1))


def test_four_bots_have_the_interval_of_paired_differences() -> None:
    found = drawn_fit(4, 9, "paired")
    pair = Intervals(found).pair(0, 2)
    # Every set has all four, so its own difference is one number of a sample.
    differences = [part.q[0] - part.q[2] for part in found.sets]
    assert pair.points == pytest.approx(np.mean(differences))
    assert pair.standard_error == pytest.approx(np.std(differences, ddof=1) / 3)


@pytest.mark.parametrize(("bots", "sets"), [(8, 6), (8, 14), (13, 12), (16, 20)])
def test_a_thin_schedule_has_few_degrees_and_a_smaller_error(bots: int, sets: int) -> None:
    found = drawn_fit(bots, sets, "thin")
    for i, j in ((0, 0), (0, 1), (bots - 1, 2)):
        estimate = Intervals(found).bot(i) if i == j else Intervals(found).pair(i, j)
        expected = working_model(found, i, j)
        changes = deviations(found)
        change = changes[:, i] if i == j else changes[:, i] - changes[:, j]
        plain = sqrt((sets - 1) / sets * (change**2).sum())
        assert estimate.standard_error is not None
        assert plain / estimate.standard_error == pytest.approx(sqrt(expected[0]), rel=0.03)
        assert estimate.degrees == pytest.approx(expected[1], rel=0.03)


def working_model(found: Fit, i: int, j: int) -> tuple[float, float]:
    """Return (expected squared error ÷ true variance, degrees) where all results spread alike."""
    count, size = len(found.sets), len(found.bots)
    designs = []
    for part in found.sets:
        design = np.zeros((4, size))
        for k, bot in enumerate(part.company.bots):
            design[k, bot] += 1
            design[k, part.company.bots] -= 0.25
        designs.append(design)
    whole = sum(d.T @ d for d in designs)
    contrast = -np.ones(size) / size if i == j else np.zeros(size)
    contrast[i] += 1
    if i != j:
        contrast[j] -= 1
    weights = [
        contrast @ np.linalg.pinv(whole - d.T @ d) @ np.concatenate(
            [np.zeros((size, 4)) if other is d else other.T for other in designs], axis=1
        )
        for d in designs
    ]  # fmt: skip
    centred = np.array(weights) - np.mean(weights, axis=0)
    spread = np.kron(np.eye(count), np.eye(4) - 0.25)
    shares = np.array([row @ spread @ row for row in centred]) * (count - 1) / count
    true = contrast @ np.linalg.pinv(whole) @ contrast
    return shares.sum() / true, shares.sum() ** 2 / (shares**2).sum() - 0.5


def test_where_all_agree_there_is_no_error() -> None:
    found = drawn_fit(8, 12, "agree", spread=0.0)
    pair = Intervals(found).pair(3, 5)
    assert (pair.points, pair.standard_error, pair.half_width(), pair.superiority) == (0, 0, 0, 0.5)


@pytest.mark.parametrize(
    ("estimate", "superiority", "half_width"),
    [
        (Estimate(3.0), None, None),
        (Estimate(3.0, 0.0, 5), 1.0, 0.0),
        (Estimate(-3.0, 0.0, 5), 0.0, 0.0),
        (Estimate(0.0, 0.0, 5), 0.5, 0.0),
        (Estimate(0.0, 2.0, 5), 0.5, 2 * stats.t.ppf(0.975, 5)),
        (Estimate(3.0, 2.0, 5), stats.t.cdf(1.5, 5), 2 * stats.t.ppf(0.975, 5)),
    ],
)
def test_what_an_estimate_says(
    estimate: Estimate, superiority: float | None, half_width: float | None
) -> None:
    assert estimate.superiority == pytest.approx(superiority)
    assert estimate.half_width() == pytest.approx(half_width)


def test_a_sample_of_sets() -> None:
    values = [Random(3).gauss(0, 9) for _ in range(12)]
    estimate = estimate_of_sets(values)
    assert estimate.points == pytest.approx(np.mean(values))
    assert estimate.standard_error == pytest.approx(stats.sem(values))
    assert estimate.degrees == 11
    assert estimate_of_sets([4.0]) == Estimate(4.0)
