"""Small matrices against numpy."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.league.linear_algebra import inverse, product, root, solution


@given(seed=st.integers(0, 2**32), size=st.integers(1, 9))
def test_solutions_and_inverses(seed: int, size: int) -> None:
    random = Random(seed)
    a = [[random.gauss(0, 1) + 5 * (i == j) for j in range(size)] for i in range(size)]
    b = [[random.gauss(0, 1), random.gauss(0, 1)] for _ in range(size)]
    assert np.array(a) @ np.array(solution(a, b)) == pytest.approx(np.array(b), abs=1e-9)
    assert np.array(inverse(a)) == pytest.approx(np.linalg.inv(a), abs=1e-9)
    assert product(a, [row[0] for row in b]) == pytest.approx(list(np.array(a) @ np.array(b)[:, 0]))


@given(seed=st.integers(0, 2**32), size=st.integers(1, 9), rank=st.integers(1, 9))
def test_a_root_squares_to_the_covariance_whatever_its_rank(
    seed: int, size: int, rank: int
) -> None:
    random = Random(seed)
    factor = np.array([[random.gauss(0, 1) for _ in range(rank)] for _ in range(size)])
    covariance = factor @ factor.T
    lower = np.zeros((size, size))
    for i, row in enumerate(root(covariance.tolist())):
        lower[i, : i + 1] = row
    assert lower @ lower.T == pytest.approx(covariance, abs=1e-4)


def test_no_spread_has_a_root() -> None:
    assert root([[0.0, 0.0], [0.0, 0.0]]) == [[0.0], [0.0, 0.0]]
