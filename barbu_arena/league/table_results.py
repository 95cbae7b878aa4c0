"""Which tables are complete, and what each bot made of them.

Only complete tables count for strength, because only there has every bot held every seat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from barbu_arena.errors import VerificationFailed
from barbu_arena.game.doubling import Scores
from barbu_arena.league.bot_seats import Field
from barbu_arena.league.least_squares import TableResult
from barbu_arena.league.summaries import Bots, SessionResult, Summaries
from barbu_arena.league.summary import SessionSummary


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table's sessions in the order of its seatings: who sat where, and the points."""

    board_set: int
    seatings: tuple[tuple[Bots, Scores], ...]

    @property
    def bots(self) -> tuple[str, ...]:
        """Its bots by name, each once."""
        return tuple(sorted(set(self.seatings[0][0])))


@dataclass(slots=True)
class _Table:
    """The seatings of one table seen so far."""

    board_set: int
    bots: frozenset[str]
    seatings: dict[int, tuple[Bots, Scores]] = field(default_factory=dict)


class Tables:
    """Gathers the sessions of a league by tables, in whatever order they come."""

    def __init__(self) -> None:
        self._tables: dict[tuple[int, int], _Table] = {}

    def enter(self, result: SessionResult) -> None:
        """Take one session.

        Raises VerificationFailed if it is there twice, or is not one of the table's.
        """
        (number, name, seating), board_set, bots, points = result
        company = frozenset(bots)
        table = self._tables.get((number, name))
        if table is None:
            table = self._tables[number, name] = _Table(board_set, company)
        elif seating in table.seatings:
            raise VerificationFailed(f"session {number}.{name}.{seating} is there twice")
        elif company != table.bots or board_set != table.board_set:
            raise VerificationFailed(
                f"session {number}.{name}.{seating}: bots {', '.join(bots)} and set {board_set} "
                f"are not those of the table, {', '.join(sorted(table.bots))} and set "
                f"{table.board_set}"
            )
        table.seatings[seating] = bots, points

    def complete(self, seatings: int) -> list[PlayedTable]:
        """Return the tables that have so many seatings, in the order of the schedule."""
        return [
            PlayedTable(table.board_set, tuple(one for _, one in sorted(table.seatings.items())))
            for _, table in sorted(self._tables.items())
            if len(table.seatings) == seatings
        ]


def played_tables(
    summaries: Iterable[SessionSummary], seatings: int, raw: bool = False
) -> list[PlayedTable]:
    """Return the complete tables with their totals or, if `raw`, with their raw scores alone."""
    tables = Tables()
    for result in Summaries.gathered(summaries).results(Field.RAW if raw else Field.TOTAL):
        tables.enter(result)
    return tables.complete(seatings)


def table_result(table: PlayedTable) -> TableResult:
    """Return the mean of each bot against the session's mean, over its seats and seatings."""
    names = table.bots
    sums = dict.fromkeys(names, 0)
    for bots, points in table.seatings:
        together = sum(points)
        for bot, own in zip(bots, points, strict=True):
            sums[bot] += 4 * own - together
    if len(names) == 4:
        held_by_each = 4 * len(table.seatings)
        return TableResult(
            table.board_set, names, tuple([total / held_by_each for total in sums.values()])
        )
    held = [tuple(bots.count(bot) for bot in names) for bots, _ in table.seatings]
    seats = {bot: sum(row[k] for row in held) for k, bot in enumerate(names)}
    means = {bot: total / (4 * seats[bot]) for bot, total in sums.items()}
    return _result(table, means, tuple(held))


def _result(
    table: PlayedTable, means: Mapping[str, float], held: tuple[tuple[int, ...], ...]
) -> TableResult:
    points = tuple(means[bot] for bot in table.bots)
    usual = all(seats == 1 for row in held for seats in row)
    return TableResult(table.board_set, table.bots, points, () if usual else held)
