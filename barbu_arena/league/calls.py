"""What each call of a deal decides, whatever its play brings: the doubles made and those left out.

Every directed double is a bet of its own: seat i doubling seat j earns i its stake times
(raw_i − raw_j) and costs j the same, whether or not it is answered. The first double of a pair
earns stakes[1], the answer to it stakes[2] − stakes[1], so the sums are exact for any stakes with
stakes[0] = 0. Source: design §4 and §6; statistics.md §4.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from barbu_arena.game.doubling import defender_targets, is_forced
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.referee.record import DealRecord

ROLES = ("declarer", "defender", "answer", "forced")
"""Of a choice: a defender's, to double the declarer or another defender; the declarer's, to answer;
and no choice, where the quota asked for a double of the declarer.
"""
DECLARER, DEFENDER, ANSWER, FORCED = range(4)

Bets = tuple[tuple[int, int], ...]
"""(target, stake): how often the gap of two raw scores changes hands for this double alone."""


class Choices(NamedTuple):
    """The doubles that one seat could make in one role."""

    seat: int
    role: int
    made: Bets
    left: Bets
    early: int
    """How many were made of the declarer while some were owed."""


class Call(NamedTuple):
    """What one call decides."""

    doubles: tuple[tuple[int, int, int, int], ...]
    """Seat, target, role and stake of each double that it makes."""
    choices: tuple[Choices, ...]
    pairs: int
    """Its doubles as bits: 4 · target + seat."""
    of_declarer: int
    """How many doubles of the declarer there are in it."""


class DealCalls(NamedTuple):
    """The calls of a deal in turn order."""

    block_index: int
    """The deal's place in its block, from 0."""
    calls: tuple[Call, ...]


def deal_calls(rules: RuleSet) -> Callable[[DealRecord], DealCalls]:
    """Return a function for the deals of one session, to be called with each of them in turn.

    It counts the doubles of declarers: that is what makes some of them forced.
    """
    doubling = rules.doubling
    if doubling is None:
        return lambda deal: DealCalls(rules.place(deal.deal)[1], ())
    call_of, block_length = _call_of(doubling), rules.block_length
    negative = {contract.name for contract in rules.contracts if contract.total < 0}
    # owed[declarer][seat]: the doubles of a declarer that a seat still owes.
    owed = [[doubling.quota] * 4 for _ in range(4)]

    def calls(deal: DealRecord) -> DealCalls:
        declarer = deal.declarer
        debts = owed[declarer]
        index = rules.place(deal.deal)[1]
        deals_left = block_length - index
        is_negative = deal.contract in negative
        pairs = 0
        found = []
        for seat, targets in deal.calls or ():
            debt = _debt(doubling, debts[seat], deals_left) if debts[seat] > 0 else _NONE
            call = call_of(seat, targets, declarer, is_negative, pairs >> 4 * seat & 15, debt)
            debts[seat] -= call.of_declarer
            pairs |= call.pairs
            found.append(call)
        return DealCalls(index, tuple(found))

    return calls


_NONE, _OWED, _DUE = range(3)
"""What a seat owes a declarer before a call: nothing, doubles, or one in this very call."""


def _debt(doubling: Doubling, owed: int, deals_left: int) -> int:
    return _DUE if is_forced(doubling, owed, deals_left) else _OWED


@lru_cache(maxsize=8)
def _call_of(doubling: Doubling) -> Callable[[int, tuple[int, ...], int, bool, int, int], Call]:
    """Return a function for a call: its seat and targets, the declarer, whether the contract is a
    negative one, who doubled the seat before as bits, and what it owes the declarer.

    A ledger has the same ones again and again.
    """

    @lru_cache(maxsize=1 << 14)
    def call(
        seat: int,
        targets: tuple[int, ...],
        declarer: int,
        negative: bool,
        doubled_by: int,
        debt: int,
    ) -> Call:
        if seat == declarer:
            open_to = {by for by in range(4) if doubled_by >> by & 1}
        else:
            open_to = set(defender_targets(doubling, seat, declarer, negative))
        roles = [_role(seat, target, declarer, debt) for target in range(4)]
        stakes = [_stake(doubling, doubled_by >> target & 1) for target in range(4)]
        return Call(
            tuple((seat, target, roles[target], stakes[target]) for target in targets),
            tuple(_choices(seat, sorted(open_to), targets, roles, stakes, debt)),
            sum({1 << 4 * target + seat for target in targets}),
            targets.count(declarer),
        )

    return call


def _role(seat: int, target: int, declarer: int, debt: int) -> int:
    if seat == declarer:
        return ANSWER
    if target != declarer:
        return DEFENDER
    return FORCED if debt == _DUE else DECLARER


def _stake(doubling: Doubling, is_answer: int) -> int:
    return doubling.stakes[2] - doubling.stakes[1] if is_answer else doubling.stakes[1]


def _choices(
    seat: int,
    open_to: list[int],
    targets: tuple[int, ...],
    roles: list[int],
    stakes: list[int],
    debt: int,
) -> Iterator[Choices]:
    """Yield the choices of a seat, by role in the order of their first targets."""
    for role in dict.fromkeys(roles[target] for target in open_to):
        bets = [(target, stakes[target]) for target in open_to if roles[target] == role]
        made = tuple(bet for bet in bets if bet[0] in targets)
        left = tuple(bet for bet in bets if bet[0] not in targets)
        early = len(made) if debt and role in (DECLARER, FORCED) else 0
        yield Choices(seat, role, made, left, early)
