"""The league table. Source: design §6; statistics.md §3.1 and §3.2.

The ranking number is points per deal against an average field, and only complete tables count for
it, because only there has every bot held every seat. All other columns are of all sessions.
Everything is summed exactly or in a fixed order: the order of the ledger does not change a bit.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from barbu_arena.errors import VerificationFailed
from barbu_arena.league.least_squares import Strength, TableResult, strengths
from barbu_arena.league.summary import SeatSummary, SessionSummary

# Strengths that differ by less are the same but for rounding, and ranked by name.
_RANKED_DECIMALS = 9
# Shares of a victory are counted in twelfths: whole numbers for 1, 2, 3 and 4 winners.
_VICTORY = 12


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's row of the league table."""

    bot: str
    sessions: int
    points_per_deal: float | None
    """Against an average field; None where no complete table, or no chain of them, compares the
    bots.
    """
    half_width_95: float | None
    """Of its 95 % interval; None where the jackknife has no answer (`Strength`)."""
    mean_total: float
    """Points of a session, penalties included."""
    wins: float
    """Sessions with the highest total; m bots that share it get 1/m each."""
    faults: tuple[tuple[str, int], ...]
    """(kind, how many), by kind."""
    retirements: int
    """Sessions in which the bot was retired."""
    penalties: int
    """Points, zero or less."""

    @property
    def fault_count(self) -> int:
        """Faults of all kinds."""
        return sum(count for _, count in self.faults)


@dataclass(slots=True)
class _Row:
    """The running sums of one bot."""

    sessions: int = 0
    total: int = 0
    victory: int = 0
    penalties: int = 0
    retirements: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def enter(self, seat: SeatSummary, victory: int) -> None:
        """Add one session."""
        self.sessions += 1
        self.total += seat.total
        self.victory += victory
        self.penalties += seat.penalties
        self.retirements += seat.retired
        self.faults.update(dict(seat.faults))


@dataclass(slots=True)
class _Table:
    """The seatings of one table seen so far.

    `points` are, for each bot, the sum of 4 · its total − the session's sum: whole numbers.
    """

    board_set: int
    seatings: set[int] = field(default_factory=set)
    points: Counter[str] = field(default_factory=Counter)


def standings(summaries: Iterable[SessionSummary], seatings: int) -> tuple[Standing, ...]:
    """Return the league table, best first, ties by name.

    Bots without a strength follow by their mean total. `seatings` is how many sessions make a
    table complete. The sessions may come in any order, and are gone through once.
    """
    rows: dict[str, _Row] = {}
    tables: dict[tuple[int, int], _Table] = {}
    deals = 0
    for summary in summaries:
        deals = len(summary.deals)
        _enter_session(rows, summary)
        _enter_table(tables, summary)
    found = strengths(_complete(tables, seatings))
    table = [_standing(bot, row, found.get(bot), deals) for bot, row in rows.items()]
    return tuple(sorted(table, key=_rank))


def _enter_session(rows: dict[str, _Row], summary: SessionSummary) -> None:
    best = max(summary.totals)
    victory = _VICTORY // summary.totals.count(best)
    for bot, seat in zip(summary.bots, summary.seats, strict=True):
        row = rows.setdefault(bot, _Row())
        row.enter(seat, victory if seat.total == best else 0)


def _enter_table(tables: dict[tuple[int, int], _Table], summary: SessionSummary) -> None:
    number, name, seating = summary.place
    table = tables.setdefault((number, name), _Table(summary.board_set))
    together = sum(summary.totals)
    for bot, total in zip(summary.bots, summary.totals, strict=True):
        table.points[bot] += 4 * total - together
    where = f"session {number}.{name}.{seating}"
    if seating in table.seatings:
        raise VerificationFailed(f"{where} is there twice")
    if len(table.points) != 4 or table.board_set != summary.board_set:
        raise VerificationFailed(
            f"{where}: bots {', '.join(summary.bots)} and set {summary.board_set} are not those "
            f"of the table, {', '.join(sorted(table.points))} and set {table.board_set}"
        )
    table.seatings.add(seating)


def _complete(tables: dict[tuple[int, int], _Table], seatings: int) -> Iterable[TableResult]:
    for table in tables.values():
        if len(table.seatings) == seatings:
            bots = tuple(sorted(table.points))
            points = tuple(table.points[bot] / (4 * seatings) for bot in bots)
            yield TableResult(table.board_set, bots, points)


def _standing(bot: str, row: _Row, strength: Strength | None, deals: int) -> Standing:
    half_width = strength.half_width_95 if strength else None
    return Standing(
        bot=bot,
        sessions=row.sessions,
        points_per_deal=strength.points / deals if strength else None,
        half_width_95=None if half_width is None else half_width / deals,
        mean_total=row.total / row.sessions,
        wins=row.victory / _VICTORY,
        faults=tuple(sorted(row.faults.items())),
        retirements=row.retirements,
        penalties=row.penalties,
    )


def _rank(row: Standing) -> tuple[bool, float, str]:
    unknown = row.points_per_deal is None
    points = row.mean_total if row.points_per_deal is None else row.points_per_deal
    return unknown, -round(points, _RANKED_DECIMALS), row.bot
