"""How much surer each interval must be so that many hold together: the max-t method.

Differences between bots hang together, so to ask as much as if they did not (Bonferroni) is too
much. Errors of all strengths at once are drawn from the covariance that the jackknife over board
sets shows: a cluster bootstrap with Gaussian multipliers, drawn at once instead of set by set. The
largest of all standardised differences of a draw tells how large one is by chance; small samples
are left to each interval's own Student's t. Below 20 sets the covariance is not known well enough
and Bonferroni's level stands. Source: statistics.md §3.1; Romano and Wolf 2005; Chernozhukov,
Chetverikov and Kato 2013.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import cos, erfc, log, pi, sin, sqrt
from operator import mul

from barbu_arena.league.least_squares import Fit
from barbu_arena.league.linear_algebra import Matrix, Vector, product, root

ENOUGH_SETS = 20
_DRAWS = 4000
_ROUNDING = 1e-18
"""Variances below are zeros that were rounded."""


def level_of_each(fit: Fit, among: Sequence[int], seed: str, error: float = 0.05) -> float:
    """Return the error that each pair's interval may have, so that all hold but for `error`.

    `among` are the numbers of the bots that are compared. The draws follow from `seed` alone.
    """
    pairs = len(among) * (len(among) - 1) // 2
    bonferroni = error / max(1, pairs)
    if pairs < 2 or len(fit.changes) < ENOUGH_SETS:
        return bonferroni
    covariance = _covariance(fit.changes, among)
    scales = [
        (i, j, 1 / sqrt(variance))
        for i in range(len(among))
        for j in range(i)
        if (variance := covariance[i][i] + covariance[j][j] - 2 * covariance[i][j]) > _ROUNDING
    ]
    if not scales:
        return bonferroni
    largest = sorted(_largest(root(covariance), scales, seed))
    critical = largest[int((1 - error) * _DRAWS)]
    return max(bonferroni, erfc(critical / sqrt(2)))


def _covariance(changes: Sequence[Vector], among: Sequence[int]) -> Matrix:
    """Return the jackknife's covariance of the strengths."""
    count = len(changes)
    columns = []
    for i in among:
        column = [change[i] for change in changes]
        mean = sum(column) / count
        columns.append([x - mean for x in column])
    share = (count - 1) / count
    return [[share * sum(map(mul, a, b)) for b in columns] for a in columns]


def _largest(lower: Matrix, scales: Sequence[tuple[int, int, float]], seed: str) -> Iterator[float]:
    """Yield the largest standardised difference of each draw."""
    normals = gaussians(f"barbu-arena/max-t/1|{seed}")
    rows = [[*row, *[0.0] * (len(lower) - len(row))] for row in lower]
    for _ in range(_DRAWS):
        drawn = product(rows, [next(normals) for _ in rows])
        yield max([abs(drawn[i] - drawn[j]) * scale for i, j, scale in scales])


def gaussians(name: str) -> Iterator[float]:
    """Yield standard normal numbers, without end: SHA-256 of ``{name}|{n}`` and Box-Muller."""
    block = 0
    while True:
        digest = sha256(f"{name}|{block}".encode()).digest()
        block += 1
        for k in range(0, len(digest), 16):
            # The first is above 0, so that it has a logarithm.
            first = (int.from_bytes(digest[k : k + 8], "big") + 1) / 2**64
            second = int.from_bytes(digest[k + 8 : k + 16], "big") / 2**64
            radius = sqrt(-2 * log(first))
            yield radius * cos(2 * pi * second)
            yield radius * sin(2 * pi * second)
