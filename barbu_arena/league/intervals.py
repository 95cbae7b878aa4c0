"""How sure a strength, or the difference of two, is: standard errors, intervals, likelihoods.

The standard error is that of the delete-one-board-set jackknife, the interval Student's t with
S − 1 degrees of freedom, S being the board sets. That is right while every bot plays most sets. In
a league of several tables a round each bot plays only its share of them: then S − 1 is too many
degrees of freedom, and leaving out a set changes more than the set is worth. Both are put right by
what the schedule alone says (`_Thin`); bench/coverage.py shows that the intervals then cover.
Source: design §6; statistics.md §3.1; Bell and McCaffrey 2002 for the correction.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from operator import mul, sub

from barbu_arena.league.least_squares import Company, Fit
from barbu_arena.league.linear_algebra import Matrix, Vector, product, solution
from barbu_arena.league.student_t import t_distribution, t_quantile

_SEVERAL_TABLES = 8
"""From so many bots on a round has several tables, and a bot plays half of the sets at most."""
_ROUNDING = 1e-9
"""Points and standard errors below are zeros that were rounded."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of points, its standard error and degrees of freedom (None: it has none)."""

    points: float
    standard_error: float | None = None
    degrees: float | None = None

    def half_width(self, error: float = 0.05) -> float | None:
        """Return half the width of the interval that misses with this probability."""
        if self.standard_error is None or self.degrees is None:
            return None
        return t_quantile(1 - error / 2, self.degrees) * self.standard_error

    @property
    def superiority(self) -> float | None:
        """The likelihood that the truth is above 0 (LOS); a half where nothing is between them."""
        if self.standard_error is None or self.degrees is None:
            return None
        if self.standard_error == 0:
            return 0.5 + 0.5 * ((self.points > 0) - (self.points < 0))
        return t_distribution(self.points / self.standard_error, self.degrees)


def estimate_of_sets(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, one a board set."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Estimate(mean)
    squares = sum((value - mean) ** 2 for value in values)
    return Estimate(*_settled(mean, sqrt(squares / count / (count - 1))), count - 1)


class Intervals:
    """The estimates of a fit: of each bot and of each pair of bots, by their numbers in the fit."""

    def __init__(self, fit: Fit) -> None:
        self._fit = fit
        self._sets = len(fit.sets)
        self._changes = tuple(zip(*fit.changes, strict=True)) or ((),) * len(fit.bots)
        """What leaving out each board set changes, by bot."""

    def bot(self, i: int) -> Estimate:
        """Return a bot's strength, in points a session against an average field."""
        return self._estimate(self._fit.points[i], self._changes[i], i, i)

    def pair(self, i: int, j: int) -> Estimate:
        """Return by how much one bot is stronger than another, in points a session."""
        changes = list(map(sub, self._changes[i], self._changes[j]))
        return self._estimate(self._fit.points[i] - self._fit.points[j], changes, i, j)

    def _estimate(self, points: float, changes: Sequence[float], i: int, j: int) -> Estimate:
        if not changes:
            return Estimate(points)
        total, squares = sum(changes), sum(map(mul, changes, changes))
        share = (self._sets - 1) / self._sets
        error = sqrt(share * max(0.0, squares - total * total / self._sets))
        degrees: float = self._sets - 1
        if len(self._fit.bots) >= _SEVERAL_TABLES:
            inflation, degrees = self._thin.correction(i, j)
            error /= sqrt(share * inflation)
        return Estimate(*_settled(points, error), degrees)

    @cached_property
    def _thin(self) -> "_Thin":
        return _Thin(self._fit)


def _settled(points: float, error: float) -> tuple[float, float]:
    """Return both with zeros in the place of rounding errors."""
    return (
        0.0 if abs(points) < _ROUNDING else points,
        0.0 if error < _ROUNDING else error,
    )


class _Thin:
    """What the jackknife makes of a schedule in which bots play few of the sets.

    If all results had the same spread σ, set s would add σ²·v_s to the expected squared error of
    the jackknife, v = gᵀ c (1 − G c)⁻¹ g with g a bot's row of G (or the difference of two) and c
    the set's part of C. The v add up to more than the true variance, and the more unequal they are,
    the fewer degrees of freedom there are. Satterthwaite's are (Σv)² / Σv² − 1. Where a bot plays
    two or three sets, that is too few: with a half in place of 1 the intervals cover there as well,
    by simulation, and elsewhere it makes no difference.
    """

    def __init__(self, fit: Fit) -> None:
        self._inverse = fit.inverse
        companies = Counter(part.company for part in fit.sets)
        self._counts = list(companies.values())
        self._parts = [_spread(company, fit.inverse) for company in companies]

    def correction(self, i: int, j: int) -> tuple[float, float]:
        """Return by what the squared error is too large, and the degrees of freedom.

        For a pair of bots, or for one bot if i and j are the same.
        """
        g = self._inverse
        if i == j:
            true = g[i][i] - 1 / len(g)
            shares = [own[i] for own, _, _ in self._parts]
        else:
            true = g[i][i] + g[j][j] - 2 * g[i][j]
            shares = [
                own[i] + own[j] - 2 * sum(map(mul, rows[i], spread[j]))
                for own, rows, spread in self._parts
            ]
        each = list(map(mul, shares, self._counts))
        whole = sum(each)
        return whole / true, whole * whole / sum(map(mul, shares, each)) - 0.5


def _spread(part: Company, inverse: Matrix) -> tuple[Vector, Matrix, Matrix]:
    """Return v of each bot, and rows a, b such that a_i · b_j is the entry of G c (1 − G c)⁻¹ G."""
    rows = [[row[b] for b in part.bots] for row in inverse]
    inner = [rows[b] for b in part.bots]
    # (1 − c G)⁻¹ c, on the set's few bots.
    system = [
        [float(i == j) - x for j, x in enumerate(product(inner, line))]
        for i, line in enumerate(part.c)
    ]
    middle = solution(system, part.c)
    spread = [[sum(map(mul, line, row)) for line in middle] for row in rows]
    return [sum(map(mul, a, b)) for a, b in zip(rows, spread, strict=True)], rows, spread
