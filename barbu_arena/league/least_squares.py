"""Strengths of bots that met at tables of changing company, by least squares.

The model: a bot's mean result at a table, against the mean of that table, is its strength minus the
mean strength of the table. Minimise Σ_tables Σ_i (y_it − θ_i + mean_j θ_j)² with Σθ = 0. The normal
equations are C θ = q, C = Σ_tables (I − J/4), q_i = Σ_tables y_it. A bot that holds several of the
four seats counts as often as it sits there: C = Σ (diag(n) − n nᵀ/4), q_i = Σ n_i y_it.
Source: statistics.md §3.1; what the intervals rest on is the delete-one-board-set jackknife of
design §6, and what is made of it is in `intervals`.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, mul

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


@dataclass(frozen=True, slots=True, eq=False)
class Company:
    """Bots, and what a board set that they play adds to C on them; one object for all such sets."""

    bots: list[int]
    c: Matrix


@dataclass(frozen=True, slots=True)
class SetEquations:
    """What one board set adds to the normal equations."""

    company: Company
    q: Vector
    """On the company's bots."""


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
    ordered = _ordered(tables)
    names = sorted({bot for table in ordered for bot in table.bots})
    sets = tuple(_by_set(ordered, {name: index for index, name in enumerate(names)}))
    c, q = _normal_equations(sets, len(names))
    if not names or not _connected(c):
        return None
    regular = _regular(c)
    theta = product(regular, q)
    companies = dict.fromkeys(part.company for part in sets)
    left_out = len(sets) > 1 and all(_connected_without(c, company) for company in companies)
    changes = tuple(_changes_without(sets, regular, theta)) if left_out else ()
    return Fit(tuple(names), theta, sets, regular, changes)


class GrowingFit:
    """The strengths of a league after more and more tables; each is gone through once."""

    def __init__(self) -> None:
        self._c: dict[tuple[str, str], float] = {}
        self._q: dict[str, float] = {}
        self._fresh: list[TableResult] = []
        """Tables that are in neither yet."""

    def add(self, tables: Iterable[TableResult]) -> None:
        """Take tables of later board sets than those before."""
        self._fresh += tables

    def strengths(self) -> dict[str, float]:
        """Return points a session by bot, as `fit` has them; empty where it has none."""
        self._add_up()
        names = sorted(self._q)
        c = [[self._c.get((bot, other), 0.0) for other in names] for bot in names]
        if not names or not _connected(c):
            return {}
        theta = product(_regular(c), [self._q[bot] for bot in names])
        return dict(zip(names, theta, strict=True))

    def _add_up(self) -> None:
        ordered, self._fresh = _ordered(self._fresh), []
        names = sorted({bot for table in ordered for bot in table.bots})
        for part in _by_set(ordered, {name: index for index, name in enumerate(names)}):
            bots = [names[i] for i in part.company.bots]
            for bot, row, y in zip(bots, part.company.c, part.q, strict=True):
                self._q[bot] = self._q.get(bot, 0.0) + y
                for other, x in zip(bots, row, strict=True):
                    self._c[bot, other] = self._c.get((bot, other), 0.0) + x


def _ordered(tables: Iterable[TableResult]) -> list[TableResult]:
    return sorted(tables, key=lambda table: (table.board_set, table.bots, table.points))


def _regular(c: Matrix) -> Matrix:
    """Return the inverse of C + J/N."""
    return inverse([[x + 1 / len(c) for x in row] for row in c])


def _by_set(ordered: Sequence[TableResult], index: dict[str, int]) -> Iterator[SetEquations]:
    known: dict[Hashable, tuple[Company, list[list[int]]]] = {}
    for _, group in groupby(ordered, key=attrgetter("board_set")):
        played = list(group)
        key = tuple([(table.bots, table.held) for table in played])
        if key not in known:
            company = _company(played, index)
            known[key] = company, [_places(company, table, index) for table in played]
        company, places = known[key]
        q = [0.0] * len(company.bots)
        for table, at in zip(played, places, strict=True):
            seatings = len(table.companies)
            for held in table.companies:
                for i, y, n in zip(at, table.points, held, strict=True):
                    q[i] += n * y / seatings
        yield SetEquations(company, q)


def _places(company: Company, table: TableResult, index: dict[str, int]) -> list[int]:
    """Return where the bots of a table are among those of its company."""
    return [company.bots.index(index[bot]) for bot in table.bots]


def _company(played: Sequence[TableResult], index: dict[str, int]) -> Company:
    """Return who played a board set, and its part of C."""
    bots = sorted({index[bot] for table in played for bot in table.bots})
    c = [[0.0] * len(bots) for _ in bots]
    for table in played:
        at = [bots.index(index[bot]) for bot in table.bots]
        for held in table.companies:
            _seat(c, at, held, len(table.companies))
    return Company(bots, c)


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
    for company, count in Counter(part.company for part in sets).items():
        _add(c, company, count)
    for part in sets:
        for i, y in zip(part.company.bots, part.q, strict=True):
            q[i] += y
    return c, q


def _add(c: Matrix, part: Company, times: int) -> None:
    for i, row in zip(part.bots, part.c, strict=True):
        for j, x in zip(part.bots, row, strict=True):
            c[i][j] += times * x


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


def _connected_without(c: Matrix, part: Company) -> bool:
    """Whether all bots stay connected without one board set of this company."""
    if all(
        abs(c[i][j] - x) > _NEVER_MET or not x
        for i, row in zip(part.bots, part.c, strict=True)
        for j, x in zip(part.bots, row, strict=True)
    ):
        return True
    rest = [row[:] for row in c]
    _add(rest, part, -1)
    return _connected(rest)


def _changes_without(
    sets: Sequence[SetEquations], regular: Matrix, theta: Vector
) -> Iterator[Vector]:
    """Yield for each board set what leaving it out changes in every strength.

    With B the set's bots, c and q its part of the equations, G the inverse: the solution without
    it is θ + G_{·B} (K θ_B − (K G_BB + 1) q), where (1 − c G_BB) K = c. So a company costs a system
    of its own few bots and not of the whole league (Woodbury's identity), and a set some products.
    """
    ways: dict[Company, tuple[Vector, Matrix]] = {}
    for part in sets:
        way = ways.get(part.company)
        if way is None:
            way = ways[part.company] = _way_without(part.company, regular, theta)
        fixed, by_result = way
        q = part.q
        yield [x - sum(map(mul, row, q)) for x, row in zip(fixed, by_result, strict=True)]


def _way_without(company: Company, regular: Matrix, theta: Vector) -> tuple[Vector, Matrix]:
    """Return a, A such that leaving out a set with the results q changes strengths by a − A q."""
    bots = company.bots
    # regular is symmetric: its rows are its columns.
    outer = [[row[j] for j in bots] for row in regular]
    inner = [outer[i] for i in bots]
    system = [[-x for x in product(inner, row)] for row in company.c]
    for i, row in enumerate(system):
        row[i] += 1
    k = solution(system, company.c)
    fixed = product(outer, product(k, [theta[i] for i in bots]))
    moved = [product(inner, row) for row in k]
    for i, row in enumerate(moved):
        row[i] += 1
    columns = [list(column) for column in zip(*moved, strict=True)]
    return fixed, [product(columns, row) for row in outer]
