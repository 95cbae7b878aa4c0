"""Two bots against each other, until one hypothesis is accepted: is the new one better?

The unit is the board set: its two sessions, a seating and its opposite, make one value. The verdict
is that of the board sets in the order of the schedule, as far as they are complete without a gap:
it depends neither on the order in which sessions finish nor on how many are played at a time.
Source: statistics.md §2.3 and §3.4.
"""

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from barbu_arena.league.schedule import TablePlan, tables
from barbu_arena.league.seatings import COMPLEMENT_PAIRS, SINGLE_PAIRS
from barbu_arena.league.sequential import (
    LEAST_UNITS,
    Decision,
    Hypotheses,
    Running,
    decision,
    log_likelihood_ratio,
    sequence_half_width,
)
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.tournament import Tournament

SINGLES_EVERY = 5
"""After so many rounds one seat is played against three as well: 8 of 38 sessions, the first of
them before a test may end.
"""
_SESSIONS_A_ROUND = 2 * len(COMPLEMENT_PAIRS)
LEAST_SESSIONS = -(-LEAST_UNITS // len(COMPLEMENT_PAIRS)) * _SESSIONS_A_ROUND + 2 * len(
    SINGLE_PAIRS
)
"""With fewer nothing is ever decided."""

Place = tuple[int, int, int]
"""Round, table, seating."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean of points per deal, half its 95 % interval, and on how many values it rests."""

    points: float
    half_width_95: float | None
    """None where there are too few values."""
    count: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a comparison says so far. All differences are new − old, points per deal and seat."""

    old: str
    new: str
    rule: Hypotheses
    decision: Decision | None
    """The hypothesis that is accepted; None while none is."""
    log_likelihood_ratio: float
    difference: Measured
    """Two seats against two; its interval holds at every look."""
    singles: Measured | None
    """One seat against three, and three against one; None before the first."""
    gap: Measured | None
    """Two against two − one against three; None where an interval is missing."""
    worth: float | None
    """How many sessions of independent deals each session was worth; None where none differ."""
    used: tuple[Place, ...]
    """The sessions that the verdict rests on, in the order of the schedule."""


class Comparison:
    """Takes the sessions of a head-to-head in any order and tells what they decide."""

    def __init__(self, tournament: Tournament) -> None:
        """The first bot is the old one, the second the new one; the tournament has a test."""
        assert tournament.test is not None
        self._rule = tournament.test
        self._old, self._new = (bot.name for bot in tournament.bots)
        self._deals = tournament.rules.deals
        self._plans = tables(tournament)
        self._next: TablePlan | None = next(self._plans, None)
        self._waiting: dict[Place, float] = {}
        self._used: list[Place] = []
        self._pairs, self._singles, self._sessions = Running(), Running(), Running()
        self.decision: Decision | None = None

    def enter(self, summary: SessionSummary) -> None:
        """Take one session; once there is a decision, more sessions change nothing."""
        difference = difference_a_session(summary, self._old, self._new)
        self._waiting[summary.place] = difference / self._deals
        while self._next is not None and self.decision is None and self._is_complete(self._next):
            self._take(self._next)
            self._next = next(self._plans, None)

    def _is_complete(self, table: TablePlan) -> bool:
        return all(plan.place in self._waiting for plan in table.sessions)

    def _take(self, table: TablePlan) -> None:
        values = [self._waiting.pop(plan.place) for plan in table.sessions]
        self._used += [plan.place for plan in table.sessions]
        mean = sum(values) / len(values)
        if Counter(table.sessions[0].bots)[self._old] != 2:
            self._singles.add(mean)
            return
        self._pairs.add(mean)
        for value in values:
            self._sessions.add(value)
        self.decision = decision(self._pairs, self._rule)

    def verdict(self) -> Verdict:
        """Return what the sessions say so far."""
        pairs = self._pairs
        difference = Measured(pairs.mean, sequence_half_width(pairs), pairs.count)
        singles = _fixed(self._singles)
        return Verdict(
            old=self._old,
            new=self._new,
            rule=self._rule,
            decision=self.decision,
            log_likelihood_ratio=log_likelihood_ratio(pairs, self._rule),
            difference=difference,
            singles=singles,
            gap=_gap(difference, singles),
            worth=_worth(self._sessions, pairs),
            used=tuple(self._used),
        )


def rounds_within(sessions: int, singles_every: int) -> int:
    """Return how many rounds of a head-to-head have at most so many sessions."""
    block = singles_every * _SESSIONS_A_ROUND + 2 * len(SINGLE_PAIRS)
    blocks, rest = divmod(sessions, block)
    return blocks * singles_every + min(rest // _SESSIONS_A_ROUND, singles_every - 1)


def difference_a_session(summary: SessionSummary, old: str, new: str) -> float:
    """Return by how many points a session a seat of the new bot made more than one of the old.

    Where strengths add up, that is the same however many of the four seats each of them holds.
    """
    seats = {bot: summary.bots.count(bot) for bot in (old, new)}
    sums = {
        bot: sum(t for held, t in zip(summary.bots, summary.totals, strict=True) if held == bot)
        for bot in seats
    }
    return sums[new] / seats[new] - sums[old] / seats[old]


def _fixed(seen: Running) -> Measured | None:
    """Return a mean with Student's t: nobody stops because of these values."""
    if not seen.count:
        return None
    error = seen.standard_error
    half = None if error is None else t_quantile(0.975, seen.count - 1) * error
    return Measured(seen.mean, half, seen.count)


def _gap(pairs: Measured, singles: Measured | None) -> Measured | None:
    """Return the difference of the two designs, which have no board set in common."""
    if singles is None or singles.half_width_95 is None or pairs.half_width_95 is None:
        return None
    half = sqrt(pairs.half_width_95**2 + singles.half_width_95**2)
    return Measured(pairs.points - singles.points, half, singles.count)


def _worth(sessions: Running, pairs: Running) -> float | None:
    """Return the variance of a pair, if its sessions were independent, ÷ the one it has."""
    if not sessions.variance or not pairs.variance:
        return None
    return sessions.variance / 2 / pairs.variance
