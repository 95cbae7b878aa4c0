"""Which sessions a tournament consists of: tables of four, each replayed in balanced seatings.

The schedule is a function of the tournament alone, made round by round, so more rounds extend the
same sequence and nothing that was played can change what follows. A change of this algorithm
changes every league: it raises `SCHEDULE_VERSION`. Source: design §5 and §6.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, count, islice
from math import comb

from barbu_arena.errors import ConfigError
from barbu_arena.league.partition import Groups, partitions, shuffled
from barbu_arena.league.seatings import (
    COMPLEMENT_PAIRS,
    SINGLE_PAIRS,
    SeatBalance,
    Seating,
    seatings,
)
from barbu_arena.league.tournament import Kind, SchedulePlan, Tournament
from barbu_arena.referee.session_plan import SessionPlan

SCHEDULE_VERSION = 1
MOST_BOTS = 256
"""A draw is one byte."""
MOST_FOR_ALL_TABLES = 16
"""They make 1,820 tables a round."""

_Seated = tuple[list[int], tuple[Seating, ...]]
"""One table: who sits there in its base order, by number, and the rows in which they sit."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Four seats and one board set, with the sessions in which their bots replay it."""

    round: int
    table: int
    board_set: int
    sessions: tuple[SessionPlan, ...]


def unfit(plan: SchedulePlan, bots: int) -> str:
    """Return why a schedule is not for so many entrants, in plain words; empty if it is."""
    if (plan.kind == "head-to-head") != (plan.seatings == 2):
        return (
            f"{plan.kind} with {plan.seatings} seatings: head-to-head plays each board set twice, "
            "seats exchanged, and other kinds 1, 4, 12 or 24 times; leave seatings out"
        )
    if plan.kind == "head-to-head":
        return "" if bots == 2 else f"head-to-head takes 2 bots, got {bots}"
    if plan.kind == "all-tables" and bots > MOST_FOR_ALL_TABLES:
        return (
            f"all-tables takes 1 to {MOST_FOR_ALL_TABLES} bots, got {bots}, which make "
            f"{comb(bots, 4):,} tables a round; round-robin takes up to {MOST_BOTS}"
        )
    if not 1 <= bots <= MOST_BOTS:
        return f"{plan.kind} takes 1 to {MOST_BOTS} bots, got {bots}"
    if house_seats(plan, bots) > 1 and plan.seatings > 4:
        return (
            f"{plan.seatings} seatings would repeat the same ones, since the house bot holds "
            f"{house_seats(plan, bots)} seats of a table; expected 1 or 4 seatings"
        )
    return ""


def house_seats(plan: SchedulePlan, bots: int) -> int:
    """Return how many seats of a table are left to the house bot for want of entrants."""
    if plan.kind == "head-to-head":
        return 0
    if plan.kind == "gauntlet":
        return max(0, 3 - (bots - len(plan.challengers)))
    return max(0, 4 - bots)


def tables_a_round(plan: SchedulePlan, bots: int) -> int:
    """Return how many tables each round has, in a head-to-head those of one against three apart."""
    places = bots + house_seats(plan, bots)
    if plan.kind == "head-to-head":
        return len(COMPLEMENT_PAIRS)
    if plan.kind == "all-tables":
        return comb(places, 4)
    if plan.kind == "gauntlet":
        return len(plan.challengers) * ((places - len(plan.challengers)) // 3)
    return places // 4


def most_tables(plan: SchedulePlan, bots: int) -> int:
    """Return how many tables a round has at most."""
    return tables_a_round(plan, bots) + (len(SINGLE_PAIRS) if plan.singles_every else 0)


def table_count(tournament: Tournament) -> int:
    """Return how many tables the whole schedule has, which is its number of board sets."""
    plan = tournament.schedule
    singles = plan.rounds // plan.singles_every * len(SINGLE_PAIRS) if plan.singles_every else 0
    return plan.rounds * tables_a_round(plan, len(tournament.bots)) + singles


def session_count(tournament: Tournament) -> int:
    """Return how many sessions the whole schedule has."""
    return table_count(tournament) * tournament.schedule.seatings


def sessions(tournament: Tournament) -> Iterator[SessionPlan]:
    """Yield all sessions in the order of the schedule, made only as they are asked for."""
    for table in tables(tournament):
        yield from table.sessions


def tables(tournament: Tournament) -> Iterator[TablePlan]:
    """Yield all tables in the order of the schedule, one new board set each.

    A schedule that is not for so many bots is a `ConfigError`.
    """
    plan = tournament.schedule
    problem = unfit(plan, len(tournament.bots))
    if problem:
        raise ConfigError(problem)
    names = _names(tournament)
    board_set = 0
    for number, seated in enumerate(islice(_ROUNDS[plan.kind](tournament), plan.rounds), 1):
        for table, (group, rows) in enumerate(seated, 1):
            held = [names[bot] for bot in group]
            yield _table_plan((number, table, board_set), held, rows)
            board_set += 1


def _names(tournament: Tournament) -> list[str]:
    """Return the names by number: the entrants in their order, then the house bot's seats."""
    names = [bot.name for bot in tournament.bots]
    empty = house_seats(tournament.schedule, len(names))
    if empty and tournament.house is None:
        raise ConfigError(f"a table of four lacks {empty}, and there is no house bot for it")
    return names + [tournament.house.name for _ in range(empty) if tournament.house]


def _table_plan(
    place: tuple[int, int, int], held: list[str], rows: tuple[Seating, ...]
) -> TablePlan:
    number, table, board_set = place
    plans = [
        SessionPlan(number, table, seating, board_set, (held[a], held[b], held[c], held[d]))
        for seating, (a, b, c, d) in enumerate(rows, 1)
    ]
    return TablePlan(number, table, board_set, tuple(plans))


def _source(tournament: Tournament) -> str:
    return f"barbu-arena/schedule/{SCHEDULE_VERSION}|{tournament.seed}"


def _lots(tournament: Tournament, places: int) -> list[int]:
    """Return the order that round 0 draws for the whole league.

    Every table is based on it, so that the same four, met again, go on through the squares.
    """
    return shuffled(f"{_source(tournament)}|0", places)


def _round_robin(tournament: Tournament) -> Iterator[list[_Seated]]:
    """Tables of those who have met least; a single seating is based on the draw of its round."""
    plan = tournament.schedule
    places = max(4, len(tournament.bots))
    lots = _lots(tournament, places)
    board_set = 0
    for groups in partitions(_source(tournament), places, 4):
        seated: list[_Seated] = []
        for group in groups:
            order = group if plan.seatings == 1 else sorted(group, key=lots.index)
            seated.append((order, seatings(plan.seatings, board_set)))
            board_set += 1
        yield seated


def _all_tables(tournament: Tournament) -> Iterator[list[_Seated]]:
    """Every four once a round, in an order in which all play about equally often all along."""
    lots = _lots(tournament, max(4, len(tournament.bots)))
    fours = list(_turned(len(lots)))
    balance = SeatBalance()
    for _ in count():
        groups = [[lots[place] for place in four] for four in fours]
        yield [(group, balance.rows(tournament.schedule.seatings, group)) for group in groups]


def _turned(places: int) -> Iterator[tuple[int, ...]]:
    """Yield all fours of a circle, each with those that it becomes when it is turned."""
    seen = set()
    for others in combinations(range(1, places), 3):
        for turn in range(places):
            four = tuple(sorted((place + turn) % places for place in (0, *others)))
            if four not in seen:
                seen.add(four)
                yield four


def _gauntlet(tournament: Tournament) -> Iterator[list[_Seated]]:
    """Threes of the others who have met least, each three at a table with each challenger."""
    plan = tournament.schedule
    names = _names(tournament)
    challengers = [names.index(name) for name in plan.challengers]
    others = [place for place in range(len(names)) if place not in challengers]
    lots = _lots(tournament, len(names))
    balance = SeatBalance()
    for threes in partitions(_source(tournament), len(others), 3):
        groups: Groups = [
            [challenger, *sorted((others[i] for i in three), key=lots.index)]
            for three in threes
            for challenger in challengers
        ]
        yield [(group, balance.rows(plan.seatings, group)) for group in groups]


def _head_to_head(tournament: Tournament) -> Iterator[list[_Seated]]:
    """All two against two; after every so many rounds all one against three as well."""
    every = tournament.schedule.singles_every
    for number in count(1):
        singles = SINGLE_PAIRS if every and number % every == 0 else ()
        yield [([0, 1], pair) for pair in (*COMPLEMENT_PAIRS, *singles)]


_ROUNDS: dict[Kind, Callable[[Tournament], Iterator[list[_Seated]]]] = {
    "round-robin": _round_robin,
    "all-tables": _all_tables,
    "gauntlet": _gauntlet,
    "head-to-head": _head_to_head,
}
