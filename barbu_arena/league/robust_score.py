"""A second opinion that one monstrous deal cannot decide: scores compressed as IMPs are in bridge.

On each board set a bot is compared, seat by seat, with each bot that held the same seat and so the
same cards: x points more count as |x|^0.6, less as −|x|^0.6. The mean over seats and opponents goes
through the same least squares as points do. Source: statistics.md §3.2.
"""

from collections.abc import Iterable
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
    # held[seat][bot]: its totals there.
    held: list[dict[str, list[int]]] = [{} for _ in range(4)]
    for bots, points in table.seatings:
        for seat, (bot, own) in enumerate(zip(bots, points, strict=True)):
            held[seat].setdefault(bot, []).append(own)
    names = table.bots
    if any(len(there) < len(names) for there in held) or len(names) < 2:
        return None
    scores = dict.fromkeys(names, 0.0)
    for there in held:
        means = {bot: sum(totals) / len(totals) for bot, totals in sorted(there.items())}
        for bot, mean in means.items():
            scores[bot] += sum(_compressed(mean - other) for other in means.values())
    # As with points, the mean that a bot is held against has the bot itself in it.
    shares = tuple(scores[bot] / (4 * len(names)) for bot in names)
    return TableResult(table.board_set, names, shares)


def _compressed(x: float) -> float:
    return copysign(float(abs(x) ** _POWER), x)
