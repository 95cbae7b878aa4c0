"""Comparisons drawn at random from a known truth; for the tests here and for bench/compare.py.

The values of board sets are drawn with tails that are heavier than those measured (excess kurtosis
1.5 against 0.65 at most, statistics.md §3.1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random

from barbu_arena.league.sequential import (
    LEAST_UNITS,
    Decision,
    Hypotheses,
    Running,
    decision,
    sequence_half_width,
)
from barbu_arena.league.student_t import t_quantile

SPREAD = 1.84
"""Of a board set's value, points per deal: two like bots that double (statistics.md §2.2)."""
_TAILS = 8
"""Degrees of freedom of the t distribution that values are drawn from."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How one drawn comparison went."""

    decision: Decision | None
    units: int
    """Board sets seen when it stopped."""
    covered: bool
    """Whether the interval at the stop holds the truth."""


def values(truth: float, random: Random, spread: float = SPREAD) -> Iterator[float]:
    """Yield the values of board sets, without end."""
    scale = spread * sqrt((_TAILS - 2) / 2)
    while True:
        yield truth + scale * random.gauss(0, 1) / sqrt(random.gammavariate(_TAILS / 2, 1))


def drawn_test(truth: float, rule: Hypotheses, random: Random, most: int) -> Drawn:
    """Draw values until the test decides, or there are `most`."""
    seen = Running()
    for value in islice(values(truth, random), most):
        seen.add(value)
        if found := decision(seen, rule):
            return Drawn(found, seen.count, _holds(seen, truth))
    return Drawn(None, seen.count, _holds(seen, truth))


def _holds(seen: Running, truth: float) -> bool:
    half = sequence_half_width(seen)
    return half is not None and abs(seen.mean - truth) <= half


def always_covered(random: Random, most: int) -> tuple[bool, bool]:
    """Whether the truth lies in the interval at every look up to `most` values.

    The first answer is for the intervals that are made for it, the second for Student's t.
    """
    seen, sequence, fixed = Running(), True, True
    quantiles = [t_quantile(0.975, n - 1) for n in range(2, most + 1)]
    for value in islice(values(0, random), most):
        seen.add(value)
        if seen.count >= LEAST_UNITS:
            sequence = sequence and _holds(seen, 0)
            error = seen.standard_error or 0
            fixed = fixed and abs(seen.mean) <= quantiles[seen.count - 2] * error
    return sequence, fixed
