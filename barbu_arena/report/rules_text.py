"""A rule set in words, made from its data, so that the words cannot be wrong about the play."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from barbu_arena.game.contracts import NO_TRUMP, Contract, DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.game.rules_form import card_entries

_SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_RANKS = {
    **{rank: rank for rank in "23456789"},
    **{"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
}
_NO_TRUMP = "no trump"


def rules_text(rules: RuleSet) -> str:
    """Return a rule set as readable lines."""
    return "\n".join(_lines(rules)) + "\n"


def _lines(rules: RuleSet) -> Iterator[str]:
    length = rules.block_length
    yield f"Rule set {rules.name}: four players, 52 cards, {rules.deals} deals."
    yield ""
    if rules.rotation == "block":
        yield f"Each player declares {length} deals in a row, seat 0 first, then to the left."
    else:
        yield f"Each player declares {length} deals; the next deal is declared by the left."
    if rules.choice == "free":
        yield "The declarer sees the hand and names a contract not yet played in the block."
    else:
        yield "The contracts come in the order listed."
    who = "The declarer" if rules.first_lead == "declarer" else "The player left of the declarer"
    yield f"{who} leads to the first trick; play is clockwise, the winner of a trick leads next."
    yield ""
    yield "Contracts, with the points of all players together:"
    for contract in rules.contracts:
        first, *more = _contract(contract)
        yield f"  {contract.name} ({contract.total:+}): {first}"
        yield from (f"    {line}" for line in more)
    yield f"  A block sums to {rules.block_total}, a session to {4 * rules.block_total}."
    yield ""
    yield from _doubling(rules.doubling)


def _contract(contract: Contract) -> Iterator[str]:
    if isinstance(contract, DominoContract):
        first, second, third, last = contract.places
        yield f"in the order of going out {first:+}, {second:+}, {third:+}, the last one {last:+}"
        if contract.starts[1:]:
            many = "any rank" if len(contract.starts) == 13 else _or(contract.starts)
            yield f"the declarer names the starting rank: {many}"
        else:
            yield f"the starting rank is the {contract.starts[0]}"
        openers = {"declarer": "the declarer", "left": "the player left of the declarer"}
        opener = openers.get(contract.opens)
        yield (
            f"{opener} plays first" if opener else f"the holder of {contract.opens} plays it first"
        )
        yield "up and down in suit, the ace high; a player passes only when no card fits"
        return
    yield ", ".join(_points(contract))
    yield "duties, where possible: " + ", then ".join(
        DUTIES[name].prose for name in contract.duties
    )
    if contract.trumps:
        suits = [_NO_TRUMP if suit == NO_TRUMP else f"{_SUITS[suit]}s" for suit in contract.trumps]
        yield f"the declarer names the trump: {_or(suits)}"
    if contract.stops_when_captured:
        yield "ends with the trick that captures the last scoring card"


def _points(contract: TrickContract) -> Iterator[str]:
    """Yield what scores, the tricks first."""
    tricks = contract.trick_points
    if tricks[0] and len(set(tricks)) == 1:
        yield f"{tricks[0]:+} a trick"
    else:
        for points, run in groupby(range(1, 14), key=lambda number: tricks[number - 1]):
            numbers = list(run)
            if points and numbers[1:]:
                joint = "and" if len(numbers) == 2 else "to"
                yield f"{points:+} for each of the tricks {numbers[0]} {joint} {numbers[-1]}"
            elif points:
                yield f"{points:+} for trick {numbers[0]}"
    for what, points in card_entries(contract).items():
        yield f"{points:+} for {_cards(what)}"


def _cards(what: str) -> str:
    """Return the words for an entry of `cards`: a suit, a rank or one card."""
    if what in _SUITS:
        return f"a {_SUITS[what]}"
    if what in _RANKS:
        return f"a {_RANKS[what]}"
    return f"the {_RANKS[what[0]]} of {_SUITS[what[1]]}s"


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1] if words[1:] else words[0]


def _doubling(doubling: Doubling | None) -> Iterator[str]:
    if doubling is None:
        yield "There are no doubles."
        return
    scopes = {"anyone": "any other player", "declarer": "the declarer only"}
    yield "Doubles, called in turn from the declarer's left, the declarer last:"
    yield f"  in a negative contract a defender may double {scopes[doubling.negative]},"
    yield f"  in a positive one {scopes[doubling.positive]}; the declarer may redouble doublers."
    _, one, both = doubling.stakes
    yield f"  The gap of a pair in raw points is moved {_times(one)} when one of them doubled,"
    yield f"  {_times(both)} when both did; a tie moves nothing."
    if doubling.quota:
        yield f"  Each defender owes each declarer {doubling.quota} doubles in a block:"
        if doubling.quota_mode == "forced":
            yield "  when the doubles owed reach the deals left, the call must hold the declarer."
        else:
            yield f"  each one missing costs {doubling.quota_penalty} points at the end."


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
