"""The arena's own bot, for seats that nobody holds. It imports nothing of the arena.

It is plain on purpose: it answers at once and always alike, and never doubles by choice, for what
it doubles would only widen the intervals of those who are ranked.
"""

import json
import sys
from typing import Any

RANKS = "23456789TJQKA"


def answer(question: dict[str, Any], contracts: dict[str, Any]) -> str:
    """Return one of the question's legal answers."""
    legal: list[str] = question["legal"]
    if question["type"] == "choose":
        return choice(legal, question["hand"])
    if question["type"] == "double":
        return legal[0]  # nobody, or the smallest call that holds the double owed
    if "trick" not in question:
        return max(legal, key=lambda card: abs(rank(card) - rank(question["start"])))
    return card_of(question, contracts[question["contract"]])


def choice(legal: list[str], hand: list[str]) -> str:
    """Return the first contract; with its longest suit as trumps, or a middle rank to start."""
    name = legal[0].partition(":")[0]
    ways = [way for way in legal if way.partition(":")[0] == name]
    if ways[-1][-1] in RANKS:
        return ways[len(ways) // 2]
    return max(ways, key=lambda way: sum(card[1] == way[-1] for card in hand))


def card_of(question: dict[str, Any], contract: dict[str, Any]) -> str:
    """Return the highest card that loses the trick, or wins it where tricks are worth points."""
    legal: list[str] = question["legal"]
    trick, trump = question["trick"]["cards"], question.get("trump")
    wanted = is_wanted(contract)
    if not trick:
        return max(legal, key=rank) if wanted else min(legal, key=rank)
    best = trick[0]
    for card in trick[1:]:
        best = card if beats(card, best, trump) else best
    above = [card for card in legal if beats(card, best, trump)]
    below = [card for card in legal if card not in above]
    if wanted:
        return max(above, key=rank) if above else min(below, key=rank)
    return max(below, key=rank) if below else min(above, key=rank)


def is_wanted(contract: dict[str, Any]) -> bool:
    """Whether a contract's tricks and cards bring points rather than cost them."""
    tricks = contract.get("tricks", 0)
    points = [*tricks.values()] if isinstance(tricks, dict) else [tricks]
    return bool(sum([*points, *contract.get("cards", {}).values()]) > 0)


def rank(card: str) -> int:
    """Return a card's rank, 0 for a two."""
    return RANKS.index(card[0])


def beats(card: str, best: str, trump: str | None) -> bool:
    """Whether a card beats the best one of a trick so far."""
    return rank(card) > rank(best) if card[1] == best[1] else card[1] == trump


def main() -> None:
    """Answer every line that has an id, until the end of the input."""
    contracts: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            contracts = message["rules"]["contracts"]
            say(id=message["id"], protocol=1, name="house", version="1")
        elif "legal" in message:
            say(id=message["id"], action=answer(message, contracts))


def say(**message: object) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
