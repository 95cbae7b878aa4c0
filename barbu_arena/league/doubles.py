"""The directed doubles of a deal: which kind each is, and what it won.

Source: design §4 and §6; statistics.md §4.
"""

from collections.abc import Callable
from typing import NamedTuple

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import deal_calls
from barbu_arena.referee.record import DealRecord

VOLUNTARY, FORCED, REDOUBLE = range(3)
KIND_NAMES = ("voluntary", "forced", "redouble")
"""The kinds of doubles in words, by number."""
KIND_OF_ROLE = (VOLUNTARY, VOLUNTARY, REDOUBLE, FORCED)
"""By the roles of `calls`."""


class Double(NamedTuple):
    """One directed double: the seat's bet that its raw score will be above the target's."""

    seat: int
    target: int
    kind: int
    """`VOLUNTARY`, `FORCED`, or `REDOUBLE`."""
    margin: int
    """raw score of the seat − raw score of the target."""
    stake: int
    """How often the margin changes hands for this double alone."""

    @property
    def points(self) -> int:
        """What the target pays to the seat; less than 0 when it is the other way."""
        return self.stake * self.margin


def deal_doubles(rules: RuleSet) -> Callable[[DealRecord], tuple[Double, ...]]:
    """Return a function for the deals of one session, to be called with each of them in turn.

    It returns the doubles of the deal in turn order.
    """
    calls_of = deal_calls(rules)

    def doubles(deal: DealRecord) -> tuple[Double, ...]:
        raw = deal.raw
        return tuple(
            Double(seat, target, KIND_OF_ROLE[role], raw[seat] - raw[target], stake)
            for call in calls_of(deal).calls
            for seat, target, role, stake in call.doubles
        )

    return doubles
