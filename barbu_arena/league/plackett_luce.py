"""Ratings from places alone, on a scale like Elo's: the Plackett–Luce model, all sessions at once.

Every bot has a worth w; a session's order has the probability that each place in turn is drawn
among those left, in proportion to their worths. The fit is the most likely one of the whole league,
so the order of its sessions changes nothing. Ties count as the average of the orders they may stand
for. To keep an unbeaten bot's rating finite, each bot has one game more, half won and half lost,
against a bot that nobody is and whose worth is fitted too. Places say less than points: a second
opinion.
Source: statistics.md §3.3; Hunter 2004 (the MM algorithm).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby, permutations, product
from math import exp, log, log10, sqrt

from barbu_arena.game.doubling import Scores
from barbu_arena.league.intervals import Estimate
from barbu_arena.league.linear_algebra import inverse as inverted
from barbu_arena.league.table_results import PlayedTable

_CLOSE = 1e-11
_MOST_STEPS = 10_000
_ELO = 400 / log(10)
_EXTRA = 0.5
"""What each bot won, and what it lost, against the bot that nobody is."""

Chosen = tuple[int, ...]
"""Bots that were left when a place was taken, by number; a bot with two seats is there twice."""


@dataclass(slots=True)
class _Places:
    """Of one board set or of all: how often each bot took a place, and among whom one was taken."""

    taken: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    among: defaultdict[Chosen, float] = field(default_factory=lambda: defaultdict(float))


def ratings(tables: Iterable[PlayedTable]) -> dict[str, Estimate]:
    """Return each bot's rating against the mean of all; 400 are odds of ten to one.

    The error is that of the most likely fit with board sets for clusters; its t has one degree of
    freedom less than the bot played sets.
    """
    played = list(tables)
    if not played:
        return {}
    names = sorted({bot for table in played for bot in table.bots})
    index = {name: number for number, name in enumerate(names)}
    sets: dict[int, _Places] = {}
    for table in played:
        _enter(sets.setdefault(table.board_set, _Places()), table, index)
    whole = _added(sets.values())
    worths = _most_likely(whole, len(names))
    mean = sum(map(log10, worths[:-1])) / len(names)
    errors = _errors(list(sets.values()), whole, worths)
    played_sets = Counter(chain(*(set(chain(*places.among)) for places in sets.values())))
    return {
        name: _estimate(400 * (log10(worths[i]) - mean), errors[i], played_sets[i])
        for name, i in index.items()
    }


def _estimate(rating: float, error: float | None, sets: int) -> Estimate:
    if error is None or sets < 2:
        return Estimate(rating)
    return Estimate(rating, error, sets - 1)


def _enter(places: _Places, table: PlayedTable, index: dict[str, int]) -> None:
    for bots, points in table.seatings:
        for seats, weight in _orders(points):
            order = tuple([index[bots[seat]] for seat in seats])
            for bot, chosen in _taken(order):
                places.taken[bot] += weight
                places.among[chosen] += weight


@lru_cache(maxsize=1 << 14)
def _taken(order: Chosen) -> tuple[tuple[int, Chosen], ...]:
    """Return who took each place but the last one, and among whom."""
    return tuple((order[k], tuple(sorted(order[k:]))) for k in range(3))


@lru_cache(maxsize=1 << 14)
def _orders(points: Scores) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return (seats from the best to the last, weight) for each order that the points may be."""
    ranked = sorted(range(4), key=lambda seat: -points[seat])
    ties = [list(group) for _, group in groupby(ranked, key=lambda seat: points[seat])]
    orders = [tuple(chain(*ways)) for ways in product(*map(permutations, ties))]
    return tuple((order, 1 / len(orders)) for order in orders)


def _added(sets: Iterable[_Places]) -> _Places:
    whole = _Places()
    for places in sets:
        for bot, weight in places.taken.items():
            whole.taken[bot] += weight
        for chosen, weight in places.among.items():
            whole.among[chosen] += weight
    return _Places(whole.taken, defaultdict(float, sorted(whole.among.items())))


def _most_likely(whole: _Places, bots: int) -> list[float]:
    """Return the worths, nobody's last: w_i ← what i took ÷ Σ over choices with i of weight / Σ w.

    Only their ratios count; their geometric mean is kept at 1.
    """
    taken = [whole.taken.get(i, 0.0) + _EXTRA for i in range(bots)] + [_EXTRA * bots]
    worths = [1.0] * (bots + 1)
    for _ in range(_MOST_STEPS):
        shares = [2 * _EXTRA / (worth + worths[bots]) for worth in worths[:bots]]
        shares.append(sum(shares))
        for chosen, weight in whole.among.items():
            share = weight / sum([worths[i] for i in chosen])
            for i in chosen:
                shares[i] += share
        new = [wins / share for wins, share in zip(taken, shares, strict=True)]
        scale = exp(sum(map(log, new)) / len(new))
        new = [worth / scale for worth in new]
        moved = max(abs(a / b - 1) for a, b in zip(new, worths, strict=True))
        worths = new
        if moved < _CLOSE:
            break
    return worths


def _errors(sets: Sequence[_Places], whole: _Places, worths: Sequence[float]) -> list[float | None]:
    """Return the standard errors of the centred ratings: H⁻¹ (Σ g gᵀ) H⁻¹ over board sets."""
    bots = len(worths) - 1
    free = 3 * len(sets) - (bots - 1)
    if free < 1:
        return [None] * bots
    spread = inverted(_curvature(whole, worths))
    squares = [0.0] * bots
    wholes = {chosen: sum([worths[i] for i in chosen]) for chosen in whole.among}
    for places in sets:
        slopes = _slopes(places, worths, wholes)
        moved = [sum([row[i] * slope for i, slope in slopes]) for row in spread]
        mean = sum(moved) / bots
        squares = [square + (x - mean) ** 2 for square, x in zip(squares, moved, strict=True)]
    factor = 3 * len(sets) / free
    return [_ELO * sqrt(factor * square) for square in squares]


def _slopes(
    places: _Places, worths: Sequence[float], wholes: Mapping[Chosen, float]
) -> Collection[tuple[int, float]]:
    """Return (bot, derivative of one set's log-likelihood by the logarithm of its worth).

    `wholes` are the worths of those among whom a place was taken, together.
    """
    slopes: defaultdict[int, float] = defaultdict(float, places.taken)
    for chosen, weight in places.among.items():
        whole = wholes[chosen]
        for i in chosen:
            slopes[i] -= weight * worths[i] / whole
    return slopes.items()


def _curvature(whole: _Places, worths: Sequence[float]) -> list[list[float]]:
    """Return minus the second derivatives of the log-likelihood, the extra games included."""
    bots = len(worths) - 1
    nobody = worths[bots]
    h = [[0.0] * bots for _ in range(bots)]
    for i, worth in enumerate(worths[:bots]):
        h[i][i] = 2 * _EXTRA * worth * nobody / (worth + nobody) ** 2
    for chosen, weight in whole.among.items():
        total = sum(worths[i] for i in chosen)
        for i in chosen:
            p = worths[i] / total
            h[i][i] += weight * p
            for j in chosen:
                h[i][j] -= weight * p * worths[j] / total
    return h
