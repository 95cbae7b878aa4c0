"""Every two bots of a league: by how much one is stronger, and how surely.

Source: statistics.md §3.1.
"""

from collections.abc import Collection
from dataclasses import dataclass

from barbu_arena.league.intervals import Estimate, Intervals
from barbu_arena.league.least_squares import Fit
from barbu_arena.league.max_t import level_of_each


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots; all are points per deal, from the first one's side."""

    bot: str
    other: str
    difference: float
    half_width_95: float | None
    """Of the interval of this pair alone; None where the jackknife has no answer."""
    simultaneous_95: float | None
    """Half the width of the interval that holds together with those of all other pairs."""
    superiority: float | None
    """The likelihood that the first one is the stronger (LOS)."""
    sets_needed: int | None
    """About how many board sets the league needs for the pair's interval to leave 0 out, if the
    difference and the spread stay as they are; None where there is no difference or no spread.
    """

    @property
    def surely(self) -> int:
        """1 if the first is the stronger by the simultaneous interval, −1 the weaker, else 0."""
        wide = self.simultaneous_95
        if wide is None or abs(self.difference) <= wide:
            return 0
        return 1 if self.difference > 0 else -1


def pair_matrix(
    fit: Fit | None, deals: int, seed: str, outside: Collection[str] = ()
) -> tuple[Pair, ...]:
    """Return all ordered pairs of bots, by name, leaving those `outside` the ranking out.

    `deals` of a session make points per deal; what is drawn for the simultaneous intervals follows
    from `seed`.
    """
    if fit is None:
        return ()
    among = [i for i, bot in enumerate(fit.bots) if bot not in outside]
    level = level_of_each(fit, among, seed)
    intervals = Intervals(fit)
    upper = {
        (i, j): _pair(fit.bots[i], fit.bots[j], intervals.pair(i, j), level, len(fit.sets), deals)
        for i in among
        for j in among
        if i < j
    }
    return tuple(
        upper[i, j] if i < j else _turned(upper[j, i]) for i in among for j in among if i != j
    )


def _pair(bot: str, other: str, estimate: Estimate, level: float, sets: int, deals: int) -> Pair:
    half_width, wide = estimate.half_width(), estimate.half_width(level)
    return Pair(
        bot=bot,
        other=other,
        difference=estimate.points / deals,
        half_width_95=None if half_width is None else half_width / deals,
        simultaneous_95=None if wide is None else wide / deals,
        superiority=estimate.superiority,
        sets_needed=_sets_needed(estimate.points, half_width, sets),
    )


def _sets_needed(points: float, half_width: float | None, sets: int) -> int | None:
    if not points or not half_width:
        return None
    needed = sets * (half_width / points) ** 2
    return max(2, int(min(needed, _ENDLESS)) + 1)


_ENDLESS = 10**9 - 1
"""What needs so many board sets will never be told apart."""


def _turned(pair: Pair) -> Pair:
    """Return the same pair from the other side."""
    los = pair.superiority
    return Pair(
        bot=pair.other,
        other=pair.bot,
        difference=-pair.difference,
        half_width_95=pair.half_width_95,
        simultaneous_95=pair.simultaneous_95,
        superiority=None if los is None else 1 - los,
        sets_needed=pair.sets_needed,
    )
