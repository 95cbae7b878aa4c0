"""Strengths against a dense solver, and the fast jackknife against leaving out set by set."""

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from barbu_arena.league.least_squares import Fit, TableResult, fit


@dataclass(frozen=True)
class Strength:
    points: float
    half_width_95: float | None


def strengths(tables: list[TableResult]) -> dict[str, Strength]:
    """Return the strengths with the plain jackknife's intervals."""
    found = fit(tables)
    if found is None:
        return {}
    return {
        bot: Strength(points, half_width(found, i))
        for i, (bot, points) in enumerate(zip(found.bots, found.points, strict=True))
    }


def half_width(found: Fit, bot: int) -> float | None:
    if not found.changes:
        return None
    changes = np.array(found.changes)[:, bot]
    count = len(changes)
    error = np.sqrt((count - 1) * changes.var())
    return float(error * stats.t.ppf(0.975, count - 1))


def result(board_set: int, **points: float) -> TableResult:
    return TableResult(board_set, tuple(points), tuple(points.values()))


def random_league(random: Random, bots: int, tables: int, sets: int) -> list[TableResult]:
    """Return tables of four with zero-sum points; sets may hold several tables."""
    names = [f"b{i}" for i in range(bots)]
    league = []
    for _ in range(tables):
        raw = [random.gauss(0, 60) for _ in range(4)]
        mean = sum(raw) / 4
        points = tuple(x - mean for x in raw)
        league.append(TableResult(random.randrange(sets), tuple(random.sample(names, 4)), points))
    return league


def dense(tables: list[TableResult], names: list[str]) -> np.ndarray | None:
    """Return the strengths by a rank-revealing solver; None where they are not determined."""
    rows, right = [], []
    for table in tables:
        for bot, y in zip(table.bots, table.points, strict=True):
            row = np.zeros(len(names))
            row[names.index(bot)] = 1
            for other in table.bots:
                row[names.index(other)] -= 1 / len(table.bots)
            rows.append(row)
            right.append(y)
    if not rows or np.linalg.matrix_rank(np.array(rows)) < len(names) - 1:
        return None
    solution: np.ndarray = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
    return solution - solution.mean()


def jackknife(tables: list[TableResult], names: list[str]) -> np.ndarray | None:
    sets = sorted({table.board_set for table in tables})
    without = [dense([t for t in tables if t.board_set != left_out], names) for left_out in sets]
    if len(sets) < 2 or any(solution is None for solution in without):
        return None
    count = len(sets)
    spread = np.array(without) - np.mean(without, axis=0)
    error: np.ndarray = np.sqrt((count - 1) / count * (spread**2).sum(axis=0))
    return error * stats.t.ppf(0.975, count - 1)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    bots=st.integers(4, 9),
    tables=st.integers(1, 14),
    sets=st.integers(1, 12),
)
def test_equal_to_a_dense_solver(seed: int, bots: int, tables: int, sets: int) -> None:
    league = random_league(Random(seed), bots, tables, sets)
    names = sorted({bot for table in league for bot in table.bots})
    found = strengths(league)
    expected = dense(league, names)
    if expected is None:
        assert found == {}
        return
    assert list(found) == names
    assert [found[bot].points for bot in names] == pytest.approx(list(expected), abs=1e-8)
    half_widths = [found[bot].half_width_95 for bot in names]
    left_out = jackknife(league, names)
    if left_out is None:
        assert set(half_widths) == {None}
    else:
        assert half_widths == pytest.approx(list(left_out), rel=1e-6, abs=1e-8)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_order_of_tables_changes_no_bit(seed: int) -> None:
    random = Random(seed)
    league = random_league(random, 8, 20, 20)
    shuffled = random.sample(league, len(league))
    assert strengths(shuffled) == strengths(league)


def test_strengths_add_up_to_zero() -> None:
    found = strengths(random_league(Random(1), 8, 30, 30))
    assert sum(strength.points for strength in found.values()) == pytest.approx(0, abs=1e-9)


def test_additive_results_are_found_exactly() -> None:
    truth = {"a": 30.0, "b": 10.0, "c": 0.0, "d": -5.0, "e": -35.0}
    league = []
    for board_set, missing in enumerate([*truth, *truth]):
        group = {bot: x for bot, x in truth.items() if bot != missing}
        mean = sum(group.values()) / 4
        league.append(result(board_set, **{bot: x - mean for bot, x in group.items()}))
    found = strengths(league)
    assert {bot: strength.points for bot, strength in found.items()} == pytest.approx(truth)
    assert all(strength.half_width_95 == pytest.approx(0, abs=1e-9) for strength in found.values())


def test_no_tables() -> None:
    assert strengths([]) == {}


def test_one_table_is_its_own_result_without_an_interval() -> None:
    found = strengths([result(0, a=9.0, b=3.0, c=-2.0, d=-10.0)])
    assert found["a"].points == pytest.approx(9)
    assert found["d"].points == pytest.approx(-10)
    assert found["a"].half_width_95 is None


def test_tables_without_a_common_bot_compare_nobody() -> None:
    far = result(1, e=1.0, f=1.0, g=-1.0, h=-1.0)
    assert strengths([result(0, a=9.0, b=3.0, c=-2.0, d=-10.0), far]) == {}


def test_a_bridge_that_can_be_left_out_gives_no_interval() -> None:
    first = [result(i, a=9.0 + i, b=3.0 - i, c=-2.0, d=-10.0) for i in range(3)]
    second = [result(3 + i, d=1.0 + i, e=1.0 - i, f=-1.0, g=-1.0) for i in range(2)]
    assert strengths(first + second)["a"].half_width_95 is not None
    lonely = strengths(first + second[:1])
    assert len(lonely) == 7
    assert {strength.half_width_95 for strength in lonely.values()} == {None}


def test_two_sets_of_four_bots_have_the_interval_of_two_numbers() -> None:
    found = strengths([result(0, a=6.0, b=0.0, c=0.0, d=-6.0), result(1, a=2.0, b=0, c=0, d=-2)])
    assert found["a"].points == pytest.approx(4)
    # The mean of 6 and 2 has the standard error 2.
    assert found["a"].half_width_95 == pytest.approx(2 * stats.t.ppf(0.975, 1))
    assert found["b"].half_width_95 == pytest.approx(0, abs=1e-9)


def test_fifty_bots() -> None:
    random = Random(5)
    league = random_league(random, 50, 204, 10**6)
    found = strengths(league)
    expected = dense(league, sorted(found))
    assert expected is not None
    assert [s.points for s in found.values()] == pytest.approx(list(expected), abs=1e-8)


def test_a_bot_with_two_seats_counts_twice() -> None:
    # a and b hold two seats each, a is 10 the better: it is 5 above the mean of every session.
    tables = [TableResult(n, ("a", "b"), (5.0, -5.0), ((2, 2), (2, 2))) for n in range(3)]
    found = strengths(tables)
    assert found["a"].points - found["b"].points == pytest.approx(10)
    assert found["a"].half_width_95 == pytest.approx(0, abs=1e-9)


def test_one_seat_against_three() -> None:
    # In ABBB and BAAA the lone bot is 7.5 from the mean, the three others 2.5: a is 10 better.
    mean = (7.5 + 3 * 2.5) / 4
    found = strengths([TableResult(0, ("a", "b"), (mean, -mean), ((1, 3), (3, 1)))])
    assert found["a"].points - found["b"].points == pytest.approx(10)
