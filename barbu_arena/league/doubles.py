"""The directed doubles of a deal: which kind each is, and what it stakes.

Every directed double is a bet of its own: seat i doubling seat j earns i its stake times
(raw_i − raw_j) and costs j the same, whether or not it is answered. The first double of a pair
earns stakes[1], the answer to it stakes[2] − stakes[1], so the sums are exact for any stakes with
stakes[0] = 0. Source: design §4 and §6; statistics.md §4.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from barbu_arena.game.doubling import is_forced
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.referee.record import DealRecord

VOLUNTARY, FORCED, REDOUBLE = range(3)
KIND_NAMES = ("voluntary", "forced", "redouble")
"""The kinds of doubles in words, by number."""


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

    It returns the doubles of the deal in turn order, and counts those of declarers: that is what
    makes some of them forced.
    """
    doubling = rules.doubling
    if doubling is None:
        return lambda _: ()
    kinds_of = _kinds_of(doubling)
    # owed[seat][declarer]: the doubles of a declarer that a seat still owes.
    owed = [[doubling.quota] * 4 for _ in range(4)]
    return lambda deal: tuple(_doubles(deal, rules, kinds_of, owed))


_Calls = tuple[tuple[int, tuple[int, ...]], ...]
_Kinds = Callable[[_Calls, int, tuple[int, ...], int], tuple[tuple[int, int, int, int], ...]]


def _doubles(
    deal: DealRecord, rules: RuleSet, kinds_of: _Kinds, owed: list[list[int]]
) -> Iterator[Double]:
    """Yield the doubles of a deal in turn order, and take those of the declarer off `owed`."""
    raw, declarer = deal.raw, deal.declarer
    deals_left = rules.block_length - rules.place(deal.deal)[1]
    owing = tuple([max(0, row[declarer]) for row in owed])
    for seat, target, kind, stake in kinds_of(deal.calls or (), declarer, owing, deals_left):
        if target == declarer:
            owed[seat][declarer] -= 1
        yield Double(seat, target, kind, raw[seat] - raw[target], stake)


@lru_cache(maxsize=8)
def _kinds_of(doubling: Doubling) -> _Kinds:
    """Return a function for the calls of a deal: seat, target, kind and stake of each double.

    They do not depend on the scores, and a ledger has the same calls again and again.
    """
    first, answer = doubling.stakes[1], doubling.stakes[2] - doubling.stakes[1]

    @lru_cache(maxsize=1 << 13)
    def kinds(
        calls: _Calls, declarer: int, owing: tuple[int, ...], deals_left: int
    ) -> tuple[tuple[int, int, int, int], ...]:
        found: set[tuple[int, int]] = set()
        doubles = []
        owed = list(owing)
        for seat, targets in calls:
            forced = is_forced(doubling, owed[seat], deals_left)
            for target in targets:
                kind = FORCED if forced and target == declarer else VOLUNTARY
                kind = REDOUBLE if seat == declarer else kind
                owed[seat] -= target == declarer
                stake = answer if (target, seat) in found else first
                found.add((seat, target))
                doubles.append((seat, target, kind, stake))
        return tuple(doubles)

    return kinds
