"""Who doubled whom in a league, summed while its sessions are gone through once."""

from collections.abc import Sequence
from operator import add

from barbu_arena.league.summary import PairSums


class DoubleBooks:
    """The doubles of each bot by target; only pairs with doubles are there."""

    def __init__(self) -> None:
        self.sums: dict[tuple[str, str], PairSums] = {}
        """By doubler and target."""

    def enter(self, bots: Sequence[str], pairs: Sequence[Sequence[PairSums]]) -> None:
        """Add a session's doubles, which come by the doubler's seat and the target's."""
        sums = self.sums
        for bot, row in zip(bots, pairs, strict=True):
            for target, new in zip(bots, row, strict=True):
                if new.made:
                    old = sums.get((bot, target))
                    sums[bot, target] = PairSums(*map(add, old, new)) if old else new

    def extend(self, other: "DoubleBooks") -> None:
        """Add the doubles of other sessions."""
        for pair, new in other.sums.items():
            old = self.sums.get(pair)
            self.sums[pair] = PairSums(*map(add, old, new)) if old else new
