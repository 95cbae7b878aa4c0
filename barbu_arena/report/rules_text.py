"""A rule set in words, made from its data, so that the words cannot be wrong about the play."""

from collections.abc import Iterator

from barbu_arena.game.cards import CARD_NAMES
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import Doubling, RuleSet


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
    yield "Contracts (points of all players together):"
    for contract in rules.contracts:
        yield f"  {contract.name} ({contract.total:+}): {'; '.join(_contract(contract))}."
    yield f"  A block sums to {rules.block_total}, a session to {4 * rules.block_total}."
    yield ""
    yield from _doubling(rules.doubling)


def _contract(contract: Contract) -> Iterator[str]:
    if isinstance(contract, DominoContract):
        first, second, third, last = contract.places
        yield f"in the order of going out {first:+}, {second:+}, {third:+}, the last one {last:+}"
        many = "any rank" if len(contract.starts) == 13 else " or ".join(contract.starts)
        yield f"the declarer names the starting rank ({many})"
        openers = {
            "declarer": "the declarer plays first",
            "left": "the declarer's left plays first",
        }
        yield openers.get(contract.opens, f"the holder of {contract.opens} plays it first")
        yield "up and down in suit, the ace high; a player passes only when no card fits"
        return
    yield from _points(contract)
    duties = [DUTIES[name].prose for name in contract.duties]
    yield "duties, if possible: " + ", then ".join(duties)
    if contract.trumps:
        suits = [("no trump" if suit == "-" else suit) for suit in contract.trumps]
        yield "the declarer names the trump: " + ", ".join(suits)
    if contract.stops_when_captured:
        yield "the deal ends when the last scoring card is captured"


def _points(contract: TrickContract) -> Iterator[str]:
    tricks = contract.trick_points
    if tricks[0] and len(set(tricks)) == 1:
        yield f"{tricks[0]:+} a trick"
    else:
        for number, points in enumerate(tricks, start=1):
            if points:
                yield f"{points:+} for trick {number}"
    by_points: dict[int, list[str]] = {}
    for name, points in zip(CARD_NAMES, contract.card_points, strict=True):
        if points:
            by_points.setdefault(points, []).append(name)
    for points, names in by_points.items():
        yield (
            f"{points:+} for each of {' '.join(names)}"
            if names[1:]
            else f"{points:+} for {names[0]}"
        )


def _doubling(doubling: Doubling | None) -> Iterator[str]:
    if doubling is None:
        yield "There are no doubles."
        return
    scopes = {"anyone": "any other player", "declarer": "the declarer only"}
    yield "Doubles, called in turn from the declarer's left, the declarer last:"
    yield f"  in a negative contract a defender may double {scopes[doubling.negative]},"
    yield f"  in a positive one {scopes[doubling.positive]}; the declarer may redouble doublers."
    none, one, both = doubling.stakes
    yield f"  A pair's gap in raw points moves {one} times when one of them doubled, {both} times"
    yield f"  when both did{f', {none} times when none did' if none else ''}; ties move nothing."
    if doubling.quota:
        yield f"  Each defender owes each declarer {doubling.quota} doubles in a block:"
        if doubling.quota_mode == "forced":
            yield "  when the doubles owed reach the deals left, the call must hold the declarer."
        else:
            yield f"  each one missing costs {doubling.quota_penalty} points at the end."
