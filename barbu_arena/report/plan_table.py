"""What a tournament amounts to, before it is played."""

from dataclasses import replace

from barbu_arena.league.estimate import (
    longest_session_s,
    sessions_in_gauntlet,
    sessions_per_bot,
    smallest_difference,
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
}


def plan_for_people(grid: Grid) -> Grid:
    """Return the plan with words in the place of keys."""
    rows = tuple((_WORDS.get(str(item), item), *more) for item, *more in grid.rows)
    return replace(grid, rows=rows)


def plan_grid(tournament: Tournament, seed: str | None, jobs: int, measured: float | None) -> Grid:
    """Return the plan; `measured` is the mean time of sessions played before, in seconds."""
    schedule = tournament.schedule
    sessions = session_count(tournament)
    each = measured if measured is not None else _GUESS_S
    expected = sessions * each / jobs
    smallest = smallest_difference(tournament)
    longest = sessions * longest_session_s(tournament) / jobs
    source = "measured" if measured is not None else "a guess for quick Python bots"
    rows: tuple[tuple[Cell, Cell, Cell], ...] = (
        ("bots", len(tournament.bots), _names(tournament)),
        ("rules", tournament.rules.name, f"{tournament.rules.deals} deals a session"),
        ("seed", seed if seed is not None else "drawn", ""),
        ("rounds", schedule.rounds, _kind(schedule)),
        ("tables", table_count(tournament), "each with a board set of its own"),
        ("sessions", sessions, f"{schedule.seatings} seatings of each board set"),
        ("sessions_per_bot", round(sessions_per_bot(tournament), 1), _each(tournament)),
        ("expected_s", round(expected, 1), f"{duration(expected)} at {jobs} jobs; {source}"),
        ("longest_s", round(longest, 1), f"{duration(longest)} if every bot uses all its time"),
        (
            "smallest_difference",
            None if smallest is None else round(smallest, 2),
            f"points per deal between {_two(schedule)} that it can tell apart, about",
        ),
    )
    return Grid(
        schema="barbu-arena/plan/1",
        heading=(f"{tournament.name}: the plan",),
        columns=(Column("item", "item"), Column("value", "value", 1), Column("note", "note")),
        rows=rows,
    )


def _names(tournament: Tournament) -> str:
    names = ", ".join(bot.name for bot in tournament.bots)
    empty = house_seats(tournament.schedule, len(tournament.bots))
    if not empty:
        return names
    seats = "a seat" if empty == 1 else f"{empty} seats"
    return f"{names}; the arena's own bot holds {seats} of each table, unranked"


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
