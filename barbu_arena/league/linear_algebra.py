"""Small dense matrices as lists of rows: products, solutions, inverses, a square root.

Written out because the package has no numerics library: its systems have one row a bot.
"""

from collections.abc import Sequence
from math import sqrt
from operator import mul

Vector = list[float]
Matrix = list[list[float]]

_NOTHING = 1e-12
"""A pivot of a root below this share of its diagonal is a zero that was rounded."""


def product(a: Sequence[Sequence[float]], x: Sequence[float]) -> Vector:
    """Return the matrix times the vector."""
    return [sum(map(mul, row, x)) for row in a]


def solution(a: Matrix, b: Matrix) -> Matrix:
    """Return a⁻¹ b for a regular matrix, by Gauss-Jordan elimination with row pivots."""
    rows = [left + right for left, right in zip(a, b, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [x / scale for x in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[i]:
                factor = row[i]
                rows[k] = [x - factor * y for x, y in zip(row, rows[i], strict=True)]
    return [row[len(a) :] for row in rows]


def inverse(a: Matrix) -> Matrix:
    """Return a⁻¹ for a regular matrix."""
    return solution(a, [[float(i == j) for j in range(len(a))] for i in range(len(a))])


def root(a: Matrix) -> Matrix:
    """Return the lower triangle L with L Lᵀ = a; directions in which `a` has no spread stay 0.

    Source: the Cholesky decomposition of a positive semidefinite matrix.
    """
    lower: Matrix = []
    for i, row in enumerate(a):
        new: Vector = []
        for j in range(i):
            rest = row[j] - sum(x * y for x, y in zip(new, lower[j], strict=False))
            new.append(rest / lower[j][j] if lower[j][j] else 0.0)
        rest = row[i] - sum(x * x for x in new)
        lower.append([*new, sqrt(rest) if rest > _NOTHING * abs(row[i]) else 0.0])
    return lower
