"""Which sessions a tournament consists of: tables of four, each replayed in balanced seatings.

The schedule is a function of the tournament alone, made round by round, so more rounds extend the
same sequence and nothing that was played can change what follows. A change of this algorithm
changes every league: it raises `SCHEDULE_VERSION`. Source: design §5 and §6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product

from barbu_arena.errors import ConfigError
from barbu_arena.game.dealing import Draws
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan

SCHEDULE_VERSION = 1
MAX_BOTS = 256
"""The largest round robin: a draw is one byte."""

Seating = tuple[int, int, int, int]
"""For each seat, the place 0–3 in the table's base order of the bot that holds it."""

MIRROR_SQUARES: tuple[tuple[Seating, ...], ...] = (
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)),
    ((0, 2, 3, 1), (2, 0, 1, 3), (3, 1, 0, 2), (1, 3, 2, 0)),
    ((0, 3, 1, 2), (3, 0, 2, 1), (1, 2, 0, 3), (2, 1, 3, 0)),
)
"""ABCD BADC CDAB DCBA; ACDB CABD DBAC BDCA; ADBC DACB BCAD CBDA.

In one square each bot holds each seat once. In all three each ordered pair of bots holds each
ordered pair of seats once, and each bot has each other at its left four times.
"""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Four entrants and one board set, with the sessions in which they replay it."""

    round: int
    table: int
    board_set: int
    sessions: tuple[SessionPlan, ...]


def seatings(count: int, board_set: int) -> tuple[Seating, ...]:
    """Return the seatings of one board set.

    4 is the square of this set; 12 all three squares from that one on, which are the even
    permutations; 24 adds their odd counterparts, the same with the last two bots exchanged; 1 is
    the first row.
    """
    first = board_set % len(MIRROR_SQUARES)
    squares = MIRROR_SQUARES[first:] + MIRROR_SQUARES[:first]
    even = tuple(row for square in squares for row in square)
    exchanged = (0, 1, 3, 2)
    odd = tuple((exchanged[a], exchanged[b], exchanged[c], exchanged[d]) for a, b, c, d in even)
    return (even + odd)[:count]


def session_count(tournament: Tournament) -> int:
    """Return how many sessions the whole schedule has."""
    plan = tournament.schedule
    return plan.rounds * (len(tournament.bots) // 4) * plan.seatings


def sessions(tournament: Tournament) -> Iterator[SessionPlan]:
    """Yield all sessions in the order of the schedule, made only as they are asked for."""
    for table in tables(tournament):
        yield from table.sessions


def tables(tournament: Tournament) -> Iterator[TablePlan]:
    """Yield all tables in the order of the schedule, one new board set each.

    Fewer than 4 or more than 256 bots are a `ConfigError`.
    """
    count = len(tournament.bots)
    if not 4 <= count <= MAX_BOTS:
        raise ConfigError(f"a round robin takes 4 to {MAX_BOTS} bots, got {count}")
    board_set = 0
    for number, groups in enumerate(_rounds(tournament, count), 1):
        for table, group in enumerate(groups, 1):
            yield _table_plan(tournament, (number, table, board_set), group)
            board_set += 1


def _table_plan(tournament: Tournament, place: tuple[int, int, int], group: list[int]) -> TablePlan:
    number, table, board_set = place
    names = [tournament.bots[bot].name for bot in group]
    return TablePlan(
        number,
        table,
        board_set,
        tuple(
            SessionPlan(number, table, seating, board_set, (names[a], names[b], names[c], names[d]))
            for seating, (a, b, c, d) in enumerate(
                seatings(tournament.schedule.seatings, board_set), 1
            )
        ),
    )


def _shuffled(seed: str, number: int, bots: int) -> list[int]:
    """Return the bots in the order that the draws of one round give."""
    draws = Draws(f"barbu-arena/schedule/{SCHEDULE_VERSION}|{seed}|{number}")
    order = list(range(bots))
    for i in range(bots - 1, 0, -1):
        j = draws.draw(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _rounds(tournament: Tournament, bots: int) -> Iterator[list[list[int]]]:
    """Yield the tables of each round, each in its base order."""
    plan = tournament.schedule
    # Round 0 draws one order for the whole league. Where a set is replayed, every table is based
    # on it: so the same four, met again, go on through the squares. A single seating has nothing
    # to go on with and is based on the draw of its round.
    lots = _shuffled(tournament.seed, 0, bots)
    for groups in islice(_partitions(tournament.seed, bots), plan.rounds):
        yield groups if plan.seatings == 1 else [sorted(group, key=lots.index) for group in groups]


def _partitions(seed: str, bots: int) -> Iterator[list[list[int]]]:
    """Yield, without end, each round's tables of bots that have met least.

    A round starts from a random order, in which the bots that sat out least sit out, and then
    exchanges bots as long as that lowers the sum, over the pairs at its tables, of their earlier
    meetings: the same as the sum over all pairs of meetings squared, once the round is played.
    """
    meetings = [[0] * bots for _ in range(bots)]
    byes = [0] * bots
    number = 0
    while True:
        number += 1
        order = sorted(_shuffled(seed, number, bots), key=lambda bot: -byes[bot])
        seated = bots - bots % 4
        groups = [order[i : i + 4] for i in range(0, seated, 4)]
        bench = order[seated:]
        _exchange(groups, bench, meetings, byes)
        for bot in bench:
            byes[bot] += 1
        for a, b in (pair for group in groups for pair in combinations(group, 2)):
            meetings[a][b] += 1
            meetings[b][a] += 1
        yield groups


def _exchange(
    groups: list[list[int]], bench: list[int], meetings: list[list[int]], byes: list[int]
) -> None:
    """Exchange bots between tables, and with the bench, until no exchange lowers the sum."""
    pairs = list(combinations(groups, 2))
    while any(
        [
            *[_exchange_between(a, b, meetings) for a, b in pairs],
            *[_exchange_with_bench(group, bench, meetings, byes) for group in groups],
        ]
    ):
        pass


def _exchange_between(a: list[int], b: list[int], meetings: list[list[int]]) -> bool:
    """Exchange where it helps and say whether it did; a bot has met itself 0 times."""
    changed = False
    for i, j in product(range(4), range(4)):
        met_x, met_y = meetings[a[i]], meetings[b[j]]
        change = -2 * met_x[b[j]]
        for bot in a:
            change += met_y[bot] - met_x[bot]
        for bot in b:
            change += met_x[bot] - met_y[bot]
        if change < 0:
            a[i], b[j] = b[j], a[i]
            changed = True
    return changed


def _exchange_with_bench(
    group: list[int], bench: list[int], meetings: list[list[int]], byes: list[int]
) -> bool:
    """Do the same with bots that sit out, among those that sat out equally often before."""
    changed = False
    for i, j in product(range(4), range(len(bench))):
        x, y = group[i], bench[j]
        met_x, met_y = meetings[x], meetings[y]
        change = sum(met_y[bot] - met_x[bot] for bot in group) - met_x[y]
        if change < 0 and byes[x] == byes[y]:
            group[i], bench[j] = y, x
            changed = True
    return changed
