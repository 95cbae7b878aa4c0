"""Ratings from places: against closed forms, choix, and leagues at the edge."""

from collections.abc import Sequence
from itertools import permutations
from math import log, log10
from random import Random

import choix
import numpy as np
import pytest

from barbu_arena.league.plackett_luce import ratings
from barbu_arena.league.table_results import PlayedTable

FOUR = ("a", "b", "c", "d")


def one(board_set: int, points: Sequence[int], bots: Sequence[str] = FOUR) -> PlayedTable:
    a, b, c, d = bots
    w, x, y, z = points
    return PlayedTable(board_set, (((a, b, c, d), (w, x, y, z)),))


def drawn(
    random: Random, names: Sequence[str], sessions: int, worths: dict[str, float]
) -> list[PlayedTable]:
    """Return sessions whose orders the model itself drew."""
    tables = []
    for number in range(sessions):
        bots = random.sample(list(names), 4)
        # The order of exponential waiting times is Plackett–Luce.
        waits = {bot: random.expovariate(worths[bot]) for bot in bots}
        order = sorted(bots, key=lambda bot: -waits[bot])
        tables.append(one(number, [order.index(bot) for bot in bots], bots))
    return tables


def test_the_same_as_choix() -> None:
    names = [f"b{i}" for i in range(7)]
    worths = {name: 1.6**i for i, name in enumerate(names)}
    tables = drawn(Random(4), names, 400, worths)
    rankings = []
    for table in tables:
        bots, points = table.seatings[0]
        ranked = sorted(range(4), key=lambda seat: -points[seat])
        rankings.append([names.index(bots[seat]) for seat in ranked])
    expected = choix.ilsr_rankings(len(names), rankings) * 400 / log(10)
    found = [estimate.points for estimate in ratings(tables).values()]
    # The extra half games pull a little towards the mean.
    assert found == pytest.approx(list(expected - expected.mean()), abs=6)


def test_worths_are_found_within_their_errors() -> None:
    names = [f"b{i}" for i in range(6)]
    worths = {name: 10 ** (i / 8) for i, name in enumerate(names)}
    found = ratings(drawn(Random(9), names, 3000, worths))
    truth = np.array([400 * log10(worths[name]) for name in names])
    misses = [
        (estimate.points - x) / (estimate.standard_error or 0)
        for estimate, x in zip(found.values(), truth - truth.mean(), strict=True)
    ]
    assert max(map(abs, misses)) < 3


def test_the_errors_are_those_of_repeated_leagues() -> None:
    names = [f"b{i}" for i in range(5)]
    worths = dict.fromkeys(names, 1.0)
    many = [ratings(drawn(Random(seed), names, 120, worths)) for seed in range(60)]
    spread = np.std([found["b0"].points for found in many])
    assert np.mean([found["b0"].standard_error for found in many]) == pytest.approx(
        spread, rel=0.25
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_sessions_changes_nothing(seed: int) -> None:
    tables = drawn(Random(1), [f"b{i}" for i in range(6)], 40, {f"b{i}": 1.0 + i for i in range(6)})
    found = ratings(tables)
    shuffled = ratings(Random(seed).sample(tables, len(tables)))
    for bot, estimate in found.items():
        assert shuffled[bot].points == pytest.approx(estimate.points, abs=1e-6)


def test_an_unbeaten_bot_has_a_finite_rating() -> None:
    found = ratings([one(n, (9, 3, 2, 1)) for n in range(50)])
    assert found["a"].points > found["b"].points > found["c"].points > found["d"].points
    assert found["a"].points < 3000
    assert all(estimate.half_width() is not None for estimate in found.values())


def test_ties_are_the_mean_of_the_orders() -> None:
    tied = ratings([one(n, (5, 5, 0, -10)) for n in range(4)])
    assert tied["a"].points == pytest.approx(tied["b"].points)
    # As often one way round as the other.
    orders = [one(n, points) for n in range(2) for points in ((6, 5, 0, -10), (5, 6, 0, -10))]
    assert tied["a"].points == pytest.approx(ratings(orders)["a"].points, abs=1e-6)


def test_all_equal() -> None:
    everything = [one(0, points) for points in permutations((1, 2, 3, 4))]
    for tables in ([one(n, (0, 0, 0, 0)) for n in range(3)], everything):
        assert [e.points for e in ratings(tables).values()] == pytest.approx([0] * 4, abs=1e-6)


def test_one_set_has_no_error() -> None:
    assert {e.standard_error for e in ratings([one(0, (3, 2, 1, 0))]).values()} == {None}


def test_no_tables() -> None:
    assert ratings([]) == {}


def test_a_bot_may_hold_two_seats() -> None:
    tables = [one(n, (4, 3, 2, 1), ("a", "a", "b", "b")) for n in range(6)]
    found = ratings(tables)
    assert found["a"].points == pytest.approx(-found["b"].points)
    assert found["a"].points > 100
