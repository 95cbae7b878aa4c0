"""Strengths of bots that met at tables of changing company, by least squares.

The model: a bot's mean result at a table, against the mean of that table, is its strength minus the
mean strength of the table. Minimise Σ_tables Σ_i (y_it − θ_i + mean_j θ_j)² with Σθ = 0. The normal
equations are C θ = q, C = Σ_tables (I − J/4), q_i = Σ_tables y_it.
Source: statistics.md §3.1; the interval is the delete-one-board-set jackknife of design §6.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from barbu_arena.league.student_t import t_quantile

Vector = list[float]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class TableResult:
    """One complete table: for each bot, the mean over the seatings of its total minus the
    session's mean total, in points. They add up to 0.
    """

    board_set: int
    bots: tuple[str, ...]
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """Points a session against an average field; `half_width_95` of the 95 % interval."""

    points: float
    half_width_95: float | None
    """None where it cannot be had: fewer than two board sets, or the tables that stay when one
    set is left out do not connect all bots.
    """


@dataclass(frozen=True, slots=True)
class _SetEquations:
    """What one board set adds to the normal equations, on the bots that played it."""

    bots: list[int]
    c: Matrix
    q: Vector


def strengths(tables: Iterable[TableResult]) -> dict[str, Strength]:
    """Return the strength of every bot that played one of the tables.

    Where tables do not connect all of them, directly or through others, nothing can compare them
    and the result is empty. The order of the tables does not change a bit of it.
    """
    ordered = sorted(tables, key=lambda table: (table.board_set, table.bots, table.points))
    names = sorted({bot for table in ordered for bot in table.bots})
    sets = list(_by_set(ordered, {name: index for index, name in enumerate(names)}))
    c, q = _normal_equations(sets, len(names))
    if not names or not _connected(c):
        return {}
    # J/N makes C regular, and changes nothing for vectors that add up to 0.
    inverse = _inverse([[x + 1 / len(names) for x in row] for row in c])
    theta = _product(inverse, q)
    half_widths = _half_widths(sets, c, inverse, theta)
    return {
        name: Strength(points, half_width)
        for name, points, half_width in zip(names, theta, half_widths, strict=True)
    }


def _by_set(ordered: Sequence[TableResult], index: dict[str, int]) -> Iterator[_SetEquations]:
    for _, group in groupby(ordered, key=lambda table: table.board_set):
        played = list(group)
        bots = sorted({index[bot] for table in played for bot in table.bots})
        place = {bot: k for k, bot in enumerate(bots)}
        c = [[0.0] * len(bots) for _ in bots]
        q = [0.0] * len(bots)
        for table in played:
            at = [place[index[bot]] for bot in table.bots]
            for i, y in zip(at, table.points, strict=True):
                q[i] += y
                c[i][i] += 1
                for j in at:
                    c[i][j] -= 1 / len(at)
        yield _SetEquations(bots, c, q)


def _normal_equations(sets: Sequence[_SetEquations], size: int) -> tuple[Matrix, Vector]:
    c = [[0.0] * size for _ in range(size)]
    q = [0.0] * size
    for part in sets:
        _add(c, part, 1)
        for i, y in zip(part.bots, part.q, strict=True):
            q[i] += y
    return c, q


def _add(c: Matrix, part: _SetEquations, sign: int) -> None:
    for i, row in zip(part.bots, part.c, strict=True):
        for j, x in zip(part.bots, row, strict=True):
            c[i][j] += sign * x


def _connected(c: Matrix) -> bool:
    """Whether all bots are connected by tables. At tables of four the entries are exact multiples
    of a quarter, so a pair that never met has exactly 0.
    """
    found = {0}
    fresh = [0]
    while fresh:
        row = c[fresh.pop()]
        new = [j for j, x in enumerate(row) if x and j not in found]
        found.update(new)
        fresh += new
    return len(found) == len(c)


def _connected_without(c: Matrix, part: _SetEquations) -> bool:
    """Whether all bots stay connected without one board set."""
    if all(
        c[i][j] != x or not x
        for i, row in zip(part.bots, part.c, strict=True)
        for j, x in zip(part.bots, row, strict=True)
    ):
        return True
    rest = [row[:] for row in c]
    _add(rest, part, -1)
    return _connected(rest)


def _half_widths(
    sets: Sequence[_SetEquations], c: Matrix, inverse: Matrix, theta: Vector
) -> list[float | None]:
    """Return t(S − 1) times the jackknife's standard error, for each bot."""
    count = len(sets)
    if count < 2 or not all(_connected_without(c, part) for part in sets):
        return [None] * len(theta)
    sums = [0.0] * len(theta)
    squares = [0.0] * len(theta)
    for part in sets:
        for i, change in enumerate(_change_without(part, inverse, theta)):
            sums[i] += change
            squares[i] += change * change
    factor = t_quantile(0.975, count - 1) * sqrt((count - 1) / count)
    return [
        factor * sqrt(max(0.0, square - total * total / count))
        for total, square in zip(sums, squares, strict=True)
    ]


def _change_without(part: _SetEquations, inverse: Matrix, theta: Vector) -> Vector:
    """Return what leaving out one board set changes in every strength.

    With B the set's bots, c and q its part of the equations, G the inverse: the solution without
    it is θ + G_{·B} (x − q), where (1 − c G_BB) x = c (θ_B − G_BB q). So a set costs a system of
    its own few bots and not of the whole league (Woodbury's identity).
    """
    bots = part.bots
    inner = [[inverse[i][j] for j in bots] for i in bots]
    left_over = [theta[i] - y for i, y in zip(bots, _product(inner, part.q), strict=True)]
    # inner is symmetric: its rows are its columns.
    system = [[-x for x in _product(inner, row)] for row in part.c]
    for i, row in enumerate(system):
        row[i] += 1
    x = _solution(system, _product(part.c, left_over))
    moved = [a - b for a, b in zip(x, part.q, strict=True)]
    return [sum(row[j] * m for j, m in zip(bots, moved, strict=True)) for row in inverse]


def _product(a: Matrix, x: Vector) -> Vector:
    return [sum(p * q for p, q in zip(row, x, strict=True)) for row in a]


def _solution(a: Matrix, b: Vector) -> Vector:
    return [row[0] for row in _eliminated(a, [[x] for x in b])]


def _inverse(a: Matrix) -> Matrix:
    return _eliminated(a, [[float(i == j) for j in range(len(a))] for i in range(len(a))])


def _eliminated(a: Matrix, b: Matrix) -> Matrix:
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
