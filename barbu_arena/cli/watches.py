"""What may end the play of a league before its last session.

A watch is shown every session that is finished, also those of earlier runs, in any order.
"""

from collections.abc import Sequence
from typing import Protocol

from barbu_arena.cli.until import Until, UntilPrecise, UntilTime, steady
from barbu_arena.league.comparison import Comparison, Verdict
from barbu_arena.league.sequential import LEAST_UNITS
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.tournament import Tournament
from barbu_arena.report.verdict_table import status_text


class Watch(Protocol):
    """Looks at a league while it is played."""

    def enter(self, summary: SessionSummary) -> None:
        """Take a finished session."""

    def reason(self) -> str:
        """Return why play ends now, in words; empty while it goes on."""

    def status(self) -> str:
        """Return how near the end is, in words for one line; empty if that is not to be told."""


class ComparisonWatch:
    """Ends a head-to-head when its test has decided."""

    def __init__(self, tournament: Tournament) -> None:
        self.comparison = Comparison(tournament)

    def enter(self, summary: SessionSummary) -> None:
        """Take a finished session."""
        self.comparison.enter(summary)

    def reason(self) -> str:
        """Return that the test has decided."""
        return "the test has decided" if self.comparison.decision else ""

    def status(self) -> str:
        """Return the difference so far, its interval, and the log-likelihood ratio."""
        return status_text(self.comparison.verdict())


class PrecisionWatch:
    """Ends a league when all intervals are narrow enough."""

    def __init__(self, tournament: Tournament, until: UntilPrecise) -> None:
        from barbu_arena.league.precision import Precision

        self._asked = until.half_width
        self._precision = Precision(tournament, until.half_width)

    def enter(self, summary: SessionSummary) -> None:
        """Take a finished session."""
        self._precision.enter(summary)

    def reason(self) -> str:
        """Return how narrow they are, and after which round."""
        found = self._precision
        if not found.is_met:
            return ""
        return (
            f"after round {found.rounds} no interval was wider than ± {found.widest:.3f}, even one "
            f"that holds at every look (asked for: {self._asked:g})"
        )

    def status(self) -> str:
        """Return how wide the widest is."""
        found = self._precision
        if found.widest is None:
            return f"no interval before each bot has {LEAST_UNITS} board sets"
        return (
            f"widest interval ± {found.widest:.2f} (safe to peek) after round {found.rounds}, "
            f"asked for {self._asked:g}"
        )


class ClockWatch:
    """Ends a league at a time of the day."""

    def __init__(self, until: UntilTime) -> None:
        self._until = until

    def enter(self, summary: SessionSummary) -> None:
        """Take a finished session, which does not matter."""

    def reason(self) -> str:
        """Return that the time has come."""
        return f"it is {self._until.text}" if steady() >= self._until.end else ""

    def status(self) -> str:
        """Return nothing: everybody has a clock."""
        return ""


class Watches:
    """All watches of a run as one: the first reason counts, and stays."""

    def __init__(self, tournament: Tournament, until: Sequence[Until]) -> None:
        self._comparison = ComparisonWatch(tournament) if tournament.test else None
        self._watches: list[Watch] = [self._comparison] if self._comparison else []
        for rule in until:
            if isinstance(rule, UntilPrecise):
                self._watches.append(PrecisionWatch(tournament, rule))
            else:
                self._watches.append(ClockWatch(rule))
        self._reason = ""

    @property
    def are_of_results(self) -> bool:
        """Whether results may end play, and not the time alone."""
        return not all(isinstance(watch, ClockWatch) for watch in self._watches)

    @property
    def is_decided(self) -> bool:
        """Whether results end play."""
        return any(w.reason() for w in self._watches if not isinstance(w, ClockWatch))

    @property
    def verdict(self) -> Verdict | None:
        """What a comparison says; None where bots are not compared."""
        return self._comparison.comparison.verdict() if self._comparison else None

    def enter(self, summary: SessionSummary) -> None:
        """Show all of them a finished session."""
        for watch in self._watches:
            watch.enter(summary)

    def reason(self) -> str:
        """Return the first reason to end, empty if there is none."""
        if not self._reason:
            self._reason = next(filter(None, (watch.reason() for watch in self._watches)), "")
        return self._reason

    def status(self) -> str:
        """Return what all of them tell."""
        return "; ".join(filter(None, (watch.status() for watch in self._watches)))
