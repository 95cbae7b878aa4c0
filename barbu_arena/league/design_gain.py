"""What replaying the same deals in all seatings bought this league.

The cards' luck cancels within a board set, so a set's mean says more than so many sessions of
deals of their own would. The gain is how many such sessions one replayed session is worth:
Var(session) / (k · Var(set mean)), with k seatings, both as spreads about the strengths.
Source: statistics.md §2.1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

from barbu_arena.league.least_squares import Fit, TableResult
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.table_results import PlayedTable

_ROUNDING = 1e-9
"""Variances below are zeros that were rounded."""


@dataclass(frozen=True, slots=True)
class DesignGain:
    """The spreads behind a league's intervals."""

    gain: float | None
    """Independent sessions that one session of this league is worth; None without a spread."""
    low: float | None
    """The ends of its 95 % interval, by the jackknife over sets on the logarithm; None for a single
    set or where one set holds all the spread.
    """
    high: float | None
    session_spread: float
    """Standard deviation of one bot's session, points against the session's mean."""
    set_spread: float
    """The same of a bot's mean over the seatings of a board set."""


class _Squares(NamedTuple):
    """Sums of squares about the strengths, and how many of them are free."""

    between: float
    """Of the bots' means over the seatings of a set."""
    within: float
    """Of single sessions about those means."""
    free: int
    tables: int

    @property
    def set_variance(self) -> float:
        return self.between / self.free

    @property
    def session_variance(self) -> float:
        # Of the four results of a session, which add up to 0, three are free.
        return self.set_variance + self.within / (3 * self.tables)

    def without(self, other: "_Squares") -> "_Squares":
        return _Squares(
            self.between - other.between,
            self.within - other.within,
            self.free - 3 * other.tables,
            self.tables - other.tables,
        )


def design_gain(
    tables: Sequence[PlayedTable], results: Sequence[TableResult], fit: Fit | None
) -> DesignGain | None:
    """Return what the league's duplication bought; `results` are those of the tables.

    None where there is nothing to measure it by: no strengths, one seating, too few tables for so
    many bots, or bots that hold several seats of a table.
    """
    if fit is None or len(tables[0].seatings) < 2 or any(result.held for result in results):
        return None
    points = dict(zip(fit.bots, fit.points, strict=True))
    parts: dict[int, _Squares] = {}
    for table, result in zip(tables, results, strict=True):
        part = _squares(table, result, points)
        before = parts.get(table.board_set, _Squares(0, 0, 0, 0))
        parts[table.board_set] = _Squares(
            before.between + part.between, before.within + part.within, 0, before.tables + 1
        )
    whole = _Squares(
        sum(part.between for part in parts.values()),
        sum(part.within for part in parts.values()),
        3 * len(tables) - (len(fit.bots) - 1),
        len(tables),
    )
    return _gain(whole, list(parts.values()), len(tables[0].seatings))


def _gain(whole: _Squares, parts: Sequence[_Squares], seatings: int) -> DesignGain | None:
    if whole.free < 1:
        return None
    gain = _log_gain(whole, seatings)
    low, high = _interval(gain, [_log_gain(whole.without(part), seatings) for part in parts])
    return DesignGain(
        gain=None if gain is None else exp(gain),
        low=low,
        high=high,
        session_spread=sqrt(whole.session_variance * 3 / 4),
        set_spread=sqrt(whole.set_variance * 3 / 4),
    )


def _log_gain(squares: _Squares, seatings: int) -> float | None:
    if squares.free < 1 or squares.set_variance < _ROUNDING:
        return None
    return log(squares.session_variance / (seatings * squares.set_variance))


def _interval(
    gain: float | None, without: Sequence[float | None]
) -> tuple[float | None, float | None]:
    known = [x for x in without if x is not None]
    count = len(known)
    if gain is None or count < max(2, len(without)):
        return None, None
    mean = sum(known) / count
    error = sqrt((count - 1) / count * sum((x - mean) ** 2 for x in known))
    half_width = t_quantile(0.975, count - 1) * error
    return exp(gain - half_width), exp(gain + half_width)


def _squares(table: PlayedTable, result: TableResult, points: Mapping[str, float]) -> _Squares:
    """Return one table's sums of squares."""
    strengths = [points[bot] for bot in result.bots]
    mean = sum(strengths) / 4
    between = sum(
        [(own - its + mean) ** 2 for own, its in zip(result.points, strengths, strict=True)]
    )
    means = dict(zip(result.bots, result.points, strict=True))
    within = 0.0
    for bots, totals in table.seatings:
        middle = sum(totals) / 4
        within += sum(
            [(own - middle - means[bot]) ** 2 for bot, own in zip(bots, totals, strict=True)]
        )
    return _Squares(between, within / len(table.seatings), 3, 1)
