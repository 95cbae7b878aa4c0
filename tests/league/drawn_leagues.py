"""Leagues of set means drawn at random, for the tests of what is estimated from them."""

from random import Random

from barbu_arena.league.least_squares import Fit, TableResult, fit
from barbu_arena.league.partition import partitions


def drawn_tables(bots: int, sets: int, seed: str, spread: float = 40.0) -> list[TableResult]:
    """Return one result a board set: a round robin of equal bots."""
    random = Random(seed)
    tables: list[TableResult] = []
    for round_ in partitions(seed, bots, 4):
        for group in round_:
            drawn = [random.gauss(0, spread) for _ in group]
            mean = sum(drawn) / 4
            names = tuple(f"b{i:02}" for i in sorted(group))
            tables.append(TableResult(len(tables), names, tuple(x - mean for x in drawn)))
            if len(tables) == sets:
                return tables
    raise AssertionError


def drawn_fit(bots: int, sets: int, seed: str, spread: float = 40.0) -> Fit:
    """Return the strengths of such a league."""
    found = fit(drawn_tables(bots, sets, seed, spread))
    assert found is not None
    return found
