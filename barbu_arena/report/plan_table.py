"""What a tournament amounts to, before it is played."""

from dataclasses import replace

from barbu_arena.league.estimate import longest_session_s, sessions_per_bot, smallest_difference
from barbu_arena.league.schedule import session_count
from barbu_arena.league.tournament import Tournament
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
        ("bots", len(tournament.bots), ", ".join(bot.name for bot in tournament.bots)),
        ("rules", tournament.rules.name, f"{tournament.rules.deals} deals a session"),
        ("seed", seed if seed is not None else "drawn", ""),
        ("rounds", schedule.rounds, schedule.kind),
        ("tables", sessions // schedule.seatings, "each with a board set of its own"),
        ("sessions", sessions, f"{schedule.seatings} seatings of each board set"),
        ("sessions_per_bot", round(sessions_per_bot(tournament), 1), ""),
        ("expected_s", round(expected, 1), f"{duration(expected)} at {jobs} jobs; {source}"),
        ("longest_s", round(longest, 1), f"{duration(longest)} if every bot uses all its time"),
        (
            "smallest_difference",
            None if smallest is None else round(smallest, 2),
            "points per deal between two bots that it can tell apart, about",
        ),
    )
    return Grid(
        schema="barbu-arena/plan/1",
        heading=(f"{tournament.name}: the plan",),
        columns=(Column("item", "item"), Column("value", "value", 1), Column("note", "note")),
        rows=rows,
    )
