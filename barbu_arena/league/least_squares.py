"""Strengths of bots that met at tables of changing company, by least squares.

The model: a bot's mean result at a table, against the mean of that table, is its strength minus the
mean strength of the table. Minimise Σ_tables Σ_i (y_it − θ_i + mean_j θ_j)² with Σθ = 0. The normal
equations are C θ = q, C = Σ_tables (I − J/4), q_i = Σ_tables y_it. A bot that holds several of the
four seats counts as often as it sits there: C = Σ (diag(n) − n nᵀ/4), q_i = Σ n_i y_it.
Source: statistics.md §3.1; what the intervals rest on is the delete-one-board-set jackknife of
design §6, and what is made of it is in `intervals`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from barbu_arena.league.linear_algebra import Matrix, Vector, inverse, product, solution

_NEVER_MET = 1e-9
"""Entries of C below are those of two bots that never met, but for rounding."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """One complete table: for each bot, the mean over its seats and seatings of its total minus
    the session's mean total, in points.
    """

    board_set: int
    bots: tuple[str, ...]
    points: tuple[float, ...]
    held: tuple[tuple[int, ...], ...] = ()
    """For each seating, how many seats each bot held; empty where each bot always holds one."""

    @property
    def companies(self) -> tuple[tuple[int, ...], ...]:
        """How many seats each bot held, for each seating or once for all."""
        return self.held or ((1,) * len(self.bots),)


@dataclass(frozen=True, slots=True)
class SetEquations:
    """What one board set adds to the normal equations, on the bots that played it."""

    bots: list[int]
    c: Matrix
    q: Vector


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of all bots (points a session, adding up to 0), and what they rest on."""

    bots: tuple[str, ...]
    """By name."""
    points: Vector
    sets: tuple[SetEquations, ...]
    inverse: Matrix
    """Of C + J/N, which is regular where C is not, and has the same solutions that add up to 0."""
    changes: tuple[Vector, ...]
    """For each board set, what leaving it out changes in each strength; empty where there are fewer
    than two sets, or the tables that stay without one of them do not connect all bots.
    """


def fit(tables: Iterable[TableResult]) -> Fit | None:
    """Return the strength of every bot that played one of the tables.

    Where tables do not connect all of them, directly or through others, nothing can compare them
    and there is no fit. The order of the tables does not change a bit of it.
    """
    ordered = sorted(tables, key=lambda table: (table.board_set, table.bots, table.points))
    names = sorted({bot for table in ordered for bot in table.bots})
    sets = tuple(_by_set(ordered, {name: index for index, name in enumerate(names)}))
    c, q = _normal_equations(sets, len(names))
    if not names or not _connected(c):
        return None
    regular = inverse([[x + 1 / len(names) for x in row] for row in c])
    theta = product(regular, q)
    left_out = len(sets) > 1 and all(_connected_without(c, part) for part in sets)
    changes = tuple(_change_without(part, regular, theta) for part in sets) if left_out else ()
    return Fit(tuple(names), theta, sets, regular, changes)


def _by_set(ordered: Sequence[TableResult], index: dict[str, int]) -> Iterator[SetEquations]:
    for _, group in groupby(ordered, key=lambda table: table.board_set):
        played = list(group)
        bots = sorted({index[bot] for table in played for bot in table.bots})
        place = {bot: k for k, bot in enumerate(bots)}
        c = [[0.0] * len(bots) for _ in bots]
        q = [0.0] * len(bots)
        for table in played:
            at = [place[index[bot]] for bot in table.bots]
            for held in table.companies:
                _seat(c, at, held, len(table.companies))
                for i, y, n in zip(at, table.points, held, strict=True):
                    q[i] += n * y / len(table.companies)
        yield SetEquations(bots, c, q)


def _seat(c: Matrix, at: Sequence[int], held: Sequence[int], seatings: int) -> None:
    """Add one of a table's seatings to the equations."""
    seats = sum(held)
    for i, n in zip(at, held, strict=True):
        c[i][i] += n / seatings
        for j, m in zip(at, held, strict=True):
            c[i][j] -= n * m / (seats * seatings)


def _normal_equations(sets: Sequence[SetEquations], size: int) -> tuple[Matrix, Vector]:
    c = [[0.0] * size for _ in range(size)]
    q = [0.0] * size
    for part in sets:
        _add(c, part, 1)
        for i, y in zip(part.bots, part.q, strict=True):
            q[i] += y
    return c, q


def _add(c: Matrix, part: SetEquations, sign: int) -> None:
    for i, row in zip(part.bots, part.c, strict=True):
        for j, x in zip(part.bots, row, strict=True):
            c[i][j] += sign * x


def _connected(c: Matrix) -> bool:
    """Whether all bots are connected by tables."""
    found = {0}
    fresh = [0]
    while fresh:
        row = c[fresh.pop()]
        new = [j for j, x in enumerate(row) if abs(x) > _NEVER_MET and j not in found]
        found.update(new)
        fresh += new
    return len(found) == len(c)


def _connected_without(c: Matrix, part: SetEquations) -> bool:
    """Whether all bots stay connected without one board set."""
    if all(
        abs(c[i][j] - x) > _NEVER_MET or not x
        for i, row in zip(part.bots, part.c, strict=True)
        for j, x in zip(part.bots, row, strict=True)
    ):
        return True
    rest = [row[:] for row in c]
    _add(rest, part, -1)
    return _connected(rest)


def _change_without(part: SetEquations, regular: Matrix, theta: Vector) -> Vector:
    """Return what leaving out one board set changes in every strength.

    With B the set's bots, c and q its part of the equations, G the inverse: the solution without
    it is θ + G_{·B} (x − q), where (1 − c G_BB) x = c (θ_B − G_BB q). So a set costs a system of
    its own few bots and not of the whole league (Woodbury's identity).
    """
    bots = part.bots
    inner = [[regular[i][j] for j in bots] for i in bots]
    left_over = [theta[i] - y for i, y in zip(bots, product(inner, part.q), strict=True)]
    # inner is symmetric: its rows are its columns.
    system = [[-x for x in product(inner, row)] for row in part.c]
    for i, row in enumerate(system):
        row[i] += 1
    x = [row[0] for row in solution(system, [[y] for y in product(part.c, left_over)])]
    moved = [a - b for a, b in zip(x, part.q, strict=True)]
    return [sum(row[j] * m for j, m in zip(bots, moved, strict=True)) for row in regular]
