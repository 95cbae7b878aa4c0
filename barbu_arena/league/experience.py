"""What sessions that were played tell of those to come: how far results spread, how long a test is.

Source: statistics.md §2.2, §3.4 and §6.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, permutations
from math import sqrt

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import Fit, TableResult, fit
from barbu_arena.league.schedule import sessions, table_count, tables
from barbu_arena.league.seatings import COMPLEMENT_PAIRS, SINGLE_PAIRS
from barbu_arena.league.sequential import LEAST_UNITS, Hypotheses
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan

LEAST_SETS = 8
"""From fewer board sets a spread is a guess."""
USUAL_VARIANCE = 26 / 2 / 1.96**2
"""Of a complement pair's value, points per deal squared: bots that double alike need 26 sessions
for ± 1 point per deal (statistics.md §2.2).
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """What the board sets played so far tell."""

    board_sets: int
    variance: float
    """Of the difference of two bots, points per deal squared, times the board sets so far."""

    def difference(self, board_sets: int) -> float:
        """Return how small a difference (points per deal) so many board sets tell apart at 95 %."""
        return t_quantile(0.975, board_sets - 1) * sqrt(self.variance / board_sets)


def spread_of(results: Iterable[TableResult], tournament: Tournament) -> Spread | None:
    """Return how far results spread, on average over the pairs of bots that are to be told apart.

    Those are all entrants, of a gauntlet a challenger and another. None before there are
    `LEAST_SETS` board sets, or while they do not compare all entrants.
    """
    found = fit(results)
    names = {bot.name for bot in tournament.bots}
    if found is None or len(found.sets) < LEAST_SETS or not names <= set(found.bots):
        return None
    variances = _variances(found, tournament)
    mean = sum(variances) / len(variances) if variances else None
    return None if mean is None else Spread(len(found.sets), mean * len(found.sets))


def _variances(found: Fit, tournament: Tournament) -> list[float]:
    intervals, deals = Intervals(found), tournament.rules.deals
    names = [bot.name for bot in tournament.bots]
    firsts = tournament.schedule.challengers or names
    estimates = [
        intervals.pair(found.bots.index(a), found.bots.index(b))
        for a, b in permutations(names, 2)
        if a in firsts and not (tournament.schedule.challengers and b in firsts)
    ]
    errors = [estimate.standard_error for estimate in estimates]
    return [(error / deals) ** 2 for error in errors if error is not None]


@dataclass(frozen=True, slots=True)
class Length:
    """About how many sessions a test takes, by what the difference really is."""

    at_h0: float
    between: float
    """Halfway between the two, where it takes longest."""
    at_h1: float


def length_of(test: Hypotheses, variance: float, singles_every: int) -> Length:
    """Return the mean length of a test, one against three included. Source: Wald 1945."""
    drift = (test.h1 - test.h0) ** 2 / (2 * variance)
    a, b = test.alpha, test.beta
    h1 = ((1 - b) * test.upper + b * test.lower) / drift
    h0 = -(a * test.upper + (1 - a) * test.lower) / drift
    between = -test.upper * test.lower / (2 * drift)
    each: float = 2
    if singles_every:
        each *= 1 + len(SINGLE_PAIRS) / (singles_every * len(COMPLEMENT_PAIRS))
    least = LEAST_UNITS * each
    return Length(*(max(least, each * units) for units in (h0, between, h1)))


def pilot_sessions(tournament: Tournament, least: int) -> list[SessionPlan]:
    """Return first sessions of tables of round 1 in which every bot of it plays.

    There are at least so many as are played at a time, if the tournament has them: bots that share
    a machine are slower.
    """
    unseen = {bot.name for bot in tournament.players}
    chosen: dict[str, SessionPlan] = {}
    for table in tables(tournament):
        first = table.sessions[0]
        if table.round > 1 or not unseen:
            break
        if unseen & set(first.bots):
            chosen[first.session] = first
            unseen -= set(first.bots)
    others = (plan for plan in sessions(tournament) if plan.session not in chosen)
    return [*chosen.values(), *islice(others, max(0, least - len(chosen)))]


def difference_told_apart(spread: Spread, tournament: Tournament) -> float | None:
    """Return how small a difference the whole league tells apart, points per deal, about."""
    sets = table_count(tournament)
    return spread.difference(sets) if sets > 1 else None
