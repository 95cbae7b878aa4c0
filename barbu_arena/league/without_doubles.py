"""What if nobody had doubled: the league table of raw scores, the play held as it was.

Penalties are left out: those for missing doubles would not be there, and those for faults are not
play. Source: statistics.md §4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import fit
from barbu_arena.league.standings import Standing
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import played_tables, table_result


@dataclass(frozen=True, slots=True)
class WithoutDoubles:
    """One bot; points per deal against an average field."""

    bot: str
    rank: int
    """Among the ranked bots by raw scores."""
    points_per_deal: float
    half_width_95: float | None
    rank_with: int
    points_with: float
    """Of the league table: with doubles and penalties."""


def without_doubles(
    standings: Sequence[Standing], summaries: Iterable[SessionSummary], seatings: int, deals: int
) -> tuple[WithoutDoubles, ...]:
    """Return the ranked bots, best first by raw scores; nothing where they cannot be compared."""
    found = fit(map(table_result, played_tables(summaries, seatings, raw=True)))
    ranked = [row for row in standings if row.ranked and row.points_per_deal is not None]
    if found is None or not ranked:
        return ()
    intervals = Intervals(found)
    rows = []
    for rank_with, row in enumerate(ranked, start=1):
        estimate = intervals.bot(found.bots.index(row.bot))
        half_width = estimate.half_width()
        rows.append(
            WithoutDoubles(
                bot=row.bot,
                rank=0,
                points_per_deal=estimate.points / deals,
                half_width_95=None if half_width is None else half_width / deals,
                rank_with=rank_with,
                points_with=row.points_per_deal or 0.0,
            )
        )
    return _ranked(rows)


def _ranked(rows: list[WithoutDoubles]) -> tuple[WithoutDoubles, ...]:
    # Strengths that differ by less are the same but for rounding, and ranked by name.
    order = sorted(rows, key=lambda row: (-round(row.points_per_deal, 9), row.bot))
    return tuple(
        WithoutDoubles(
            row.bot, rank, row.points_per_deal, row.half_width_95, row.rank_with, row.points_with
        )
        for rank, row in enumerate(order, start=1)
    )
