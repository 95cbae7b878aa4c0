"""What a tournament amounts to, before it is played."""

from dataclasses import dataclass, replace
from math import ceil

from barbu_arena.league.estimate import (
    longest_session_s,
    sessions_in_gauntlet,
    sessions_per_bot,
    smallest_difference,
)
from barbu_arena.league.experience import (
    USUAL_VARIANCE,
    Spread,
    difference_told_apart,
    length_of,
)
from barbu_arena.league.schedule import house_seats, session_count, table_count
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.report.duration import duration
from barbu_arena.report.grid import Cell, Column, Grid

_GUESS_S = 0.6
"""A session of four quick Python bots, their start included."""


_WORDS = {
    "sessions_per_bot": "sessions per bot",
    "expected_s": "expected time, s",
    "longest_s": "longest time, s",
    "smallest_difference": "smallest difference",
    "test_sessions": "sessions of the test",
}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known from play."""

    seconds: float | None = None
    """Of a session, in the mean."""
    source: str = "measured"
    """Where that is from."""
    spread: Spread | None = None


def plan_for_people(grid: Grid) -> Grid:
    """Return the plan with words in the place of keys."""
    return replace(grid, rows=tuple(map(_row_for_people, grid.rows)))


def _row_for_people(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    item, value, note = row
    if item == "smallest_difference" and isinstance(value, float):
        value = f"{value:.2f}"
    return _WORDS.get(str(item), item), value, note


def plan_grid(tournament: Tournament, seed: str | None, jobs: int, known: Known) -> Grid:
    """Return the plan of a league that is played with so many jobs."""
    schedule = tournament.schedule
    sessions = session_count(tournament)
    each = known.seconds if known.seconds is not None else _GUESS_S
    expected = sessions * each / jobs
    longest = ceil(sessions / jobs) * longest_session_s(tournament)
    source = known.source if known.seconds is not None else "a guess for quick Python bots"
    rows: tuple[tuple[Cell, Cell, Cell], ...] = (
        ("bots", len(tournament.bots), _names(tournament)),
        ("rules", tournament.rules.name, f"{tournament.rules.deals} deals a session"),
        ("seed", seed if seed is not None else "drawn", ""),
        ("rounds", schedule.rounds, _kind(schedule)),
        ("tables", table_count(tournament), "each with a board set of its own"),
        ("sessions", sessions, _seatings(schedule)),
        ("sessions_per_bot", round(sessions_per_bot(tournament), 1), _each(tournament)),
        ("expected_s", round(expected, 1), f"{duration(expected)} at {jobs} jobs; {source}"),
        (
            "longest_s",
            round(longest, 1),
            f"at most {duration(longest)}, if bots use all their time",
        ),
        _smallest_row(tournament, known.spread),
        *_test_rows(tournament, known.spread),
    )
    return Grid(
        schema="barbu-arena/plan/1",
        heading=(f"{tournament.name}: the plan",),
        columns=(Column("item", "item"), Column("value", "value", 1), Column("note", "note")),
        rows=rows,
    )


def _smallest_row(tournament: Tournament, spread: Spread | None) -> tuple[Cell, Cell, Cell]:
    what = f"points per deal between {_two(tournament.schedule)} that it tells apart, "
    if spread is None:
        smallest = smallest_difference(tournament)
        what += "a guess for bots that double alike"
    else:
        smallest = difference_told_apart(spread, tournament)
        what += f"about; by {spread.board_sets} board sets"
    return "smallest_difference", None if smallest is None else round(smallest, 2), what


def _test_rows(
    tournament: Tournament, spread: Spread | None
) -> tuple[tuple[Cell, Cell, Cell], ...]:
    test = tournament.test
    if test is None:
        return ()
    variance = USUAL_VARIANCE if spread is None else spread.variance
    length = length_of(test, variance, tournament.schedule.singles_every)
    note = (
        f"about, if the difference is {test.h1:g}; {length.at_h0:.0f} if it is {test.h0:g}, "
        f"{length.between:.0f} halfway"
    )
    return (("test_sessions", round(length.at_h1), note),)


def _names(tournament: Tournament) -> str:
    names = ", ".join(bot.name for bot in tournament.bots)
    empty = house_seats(tournament.schedule, len(tournament.bots))
    if not empty:
        return names
    seats = "a seat" if empty == 1 else f"{empty} seats"
    return f"{names}; the arena's own bot holds {seats} of each table, unranked"


def _seatings(schedule: SchedulePlan) -> str:
    count = schedule.seatings
    return f"{count} seating{'s' * (count > 1)} of each board set"


def _kind(schedule: SchedulePlan) -> str:
    if schedule.kind == "gauntlet":
        return f"gauntlet of {', '.join(schedule.challengers)}"
    if schedule.singles_every:
        return f"{schedule.kind}, one against three every {schedule.singles_every}"
    return schedule.kind


def _each(tournament: Tournament) -> str:
    if tournament.schedule.kind != "gauntlet":
        return ""
    challenger, other = sessions_in_gauntlet(tournament)
    return f"{challenger:.1f} for a challenger, {other:.1f} for another"


def _two(schedule: SchedulePlan) -> str:
    return "a challenger and another bot" if schedule.kind == "gauntlet" else "two bots"
