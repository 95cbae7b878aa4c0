"""A second opinion that one monstrous deal cannot decide: scores compressed as IMPs are in bridge.

On each board set a bot is compared, seat by seat, with each bot that held the same seat and so the
same cards: x points more count as |x|^0.6, less as −|x|^0.6. The mean over seats and opponents goes
through the same least squares as points do. Source: statistics.md §3.2.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import copysign

from barbu_arena.league.least_squares import TableResult
from barbu_arena.league.table_results import PlayedTable

_POWER = 0.6


def robust_results(tables: Iterable[PlayedTable]) -> list[TableResult]:
    """Return each table's compressed scores, which add up to 0 and have a unit of their own.

    Tables are left out whose bots did not all hold every seat, as in a single seating.
    """
    return [result for table in tables if (result := _result(table)) is not None]


def _result(table: PlayedTable) -> TableResult | None:
    names = table.bots
    if len(names) < 2:
        return None
    scores = [0.0] * len(names)
    bots, points = (zip(*rows, strict=True) for rows in zip(*table.seatings, strict=True))
    for there, totals in zip(bots, points, strict=True):
        means = _means(names, there, totals)
        if len(means) < len(names):
            return None
        for i, mean in enumerate(means):
            scores[i] += sum(map(_compressed, [mean - other for other in means]))
    # As with points, the mean that a bot is held against has the bot itself in it.
    return TableResult(table.board_set, names, tuple([x / (4 * len(names)) for x in scores]))


def _means(names: Sequence[str], there: Sequence[str], totals: Sequence[int]) -> Sequence[float]:
    """Return the mean of each bot's totals at one seat, in the order of the names.

    Who was there, and with what total, is told seating by seating; who never was is left out.
    """
    once = dict(zip(there, totals, strict=True))
    if len(once) == len(there):
        return [once[name] for name in names if name in once]
    held: dict[str, list[int]] = {}
    for bot, own in zip(there, totals, strict=True):
        held.setdefault(bot, []).append(own)
    return [sum(held[name]) / len(held[name]) for name in names if name in held]


@lru_cache(maxsize=1 << 14)
def _compressed(x: float) -> float:
    """Return points compressed; differences are mostly whole numbers, and come again and again."""
    return copysign(float(abs(x) ** _POWER), x)
