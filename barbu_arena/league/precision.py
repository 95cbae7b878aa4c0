"""When a league is as sure as was asked for: "until the widest interval is so narrow".

The intervals are those that hold at every look (`sequential`), and only whole rounds are looked at,
in the order of the schedule, so it matters neither how many sessions are played at a time nor in
which order they end. Source: statistics.md §3.4.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from barbu_arena.league.intervals import Estimate, Intervals
from barbu_arena.league.least_squares import TableResult, fit
from barbu_arena.league.schedule import tables
from barbu_arena.league.sequential import LEAST_UNITS, sequence_factor
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import played_tables, table_result
from barbu_arena.league.tournament import Tournament

_LOOKS = 20
"""After so many rounds, each further look waits for a twentieth more of them: every look goes
through the whole league.
"""

Place = tuple[int, int, int]
"""Round, table, seating."""


class Precision:
    """Takes the sessions of a league in any order and tells how wide its widest interval is."""

    def __init__(self, tournament: Tournament, half_width: float) -> None:
        """Hold a league to half an interval (points per deal)."""
        self._tournament = tournament
        self._asked = half_width
        self._rounds = groupby(tables(tournament), key=lambda table: table.round)
        self._next = self._places_of_next_round()
        self._waiting: dict[Place, SessionSummary] = {}
        self._results: list[TableResult] = []
        self._complete = 0
        self._next_look = 1
        self.rounds = 0
        """After how many rounds it was looked at last."""
        self.widest: float | None = None
        """Half the widest interval of an entrant then, points per deal; None while one has none."""

    @property
    def is_met(self) -> bool:
        """Whether all intervals are as narrow as was asked for."""
        return self.widest is not None and self.widest <= self._asked

    def enter(self, summary: SessionSummary) -> None:
        """Take one session; once the league is sure enough, more change nothing."""
        self._waiting[summary.place] = summary
        while self._next and not self.is_met and self._waiting.keys() >= set(self._next):
            finished = [self._waiting.pop(place) for place in self._next]
            self._results += table_results(finished, self._tournament)
            self._next = self._places_of_next_round()
            self._complete += 1
            if self._complete >= self._next_look:
                self._look()

    def _places_of_next_round(self) -> list[Place]:
        _, played = next(self._rounds, (0, ()))
        return [plan.place for table in played for plan in table.sessions]

    def _look(self) -> None:
        self.rounds = self._complete
        self._next_look = self._complete + 1 + self._complete // _LOOKS
        self.widest = widest_interval(self._results, self._tournament)


def table_results(
    summaries: Iterable[SessionSummary], tournament: Tournament
) -> Iterator[TableResult]:
    """Return the results of the tables that are complete."""
    return map(table_result, played_tables(summaries, tournament.schedule.seatings))


def widest_interval(results: Iterable[TableResult], tournament: Tournament) -> float | None:
    """Return half the widest 95 % interval of an entrant, points per deal, that holds at any look.

    None while any of them has too few board sets.
    """
    found = fit(results)
    names = [bot.name for bot in tournament.bots]
    if found is None or not set(names) <= set(found.bots):
        return None
    intervals = Intervals(found)
    halves = [_half_width(intervals.bot(found.bots.index(name))) for name in names]
    known = [half for half in halves if half is not None]
    return max(known) / tournament.rules.deals if len(known) == len(names) else None


def _half_width(estimate: Estimate) -> float | None:
    if estimate.standard_error is None or estimate.degrees is None:
        return None
    sets = estimate.degrees + 1
    return sequence_factor(sets) * estimate.standard_error if sets >= LEAST_UNITS else None
