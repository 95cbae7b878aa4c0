"""Ducks every trick it can; contracts in list order; doubles only when it must."""

import json
import sys

RANKS = "23456789TJQKA"


def answer(question, rules):
    if question["type"] == "choose":
        return choose(question)
    if question["type"] == "double":
        return question["legal"][0]  # the pass, or the smallest call that holds the double owed
    contract = rules["contracts"].get(question["contract"], {})
    if "trick" not in question:
        return domino(question)
    return duck(question, contract)


def rank(card):
    return RANKS.index(card[0])


def choose(question):
    """The first contract listed; of its variants the longest suit as trumps, or a middle rank."""
    legal, hand = question["legal"], question["hand"]
    name = legal[0].partition(":")[0]
    details = [way.partition(":")[2] for way in legal if way.partition(":")[0] == name]
    if not details[0]:
        return name
    if all(detail in RANKS for detail in details):
        return f"{name}:{details[len(details) // 2]}"
    best = max(details, key=lambda suit: sum(card[1] == suit for card in hand))
    return f"{name}:{best}"


def domino(question):
    """The card farthest from the start: it is the hardest one to get rid of."""
    start = rank(question["start"])
    return max(question["legal"], key=lambda card: abs(rank(card) - start))


def duck(question, contract):
    legal, cards = question["legal"], question["trick"]["cards"]
    wanted = is_positive(contract)
    if not cards:
        return max(legal, key=rank) if wanted else min(legal, key=rank)
    best = winner(cards, question.get("trump"))
    above = [card for card in legal if beats(card, best, question.get("trump"))]
    below = [card for card in legal if card not in above]
    if wanted:
        return max(above, key=rank) if above else min(below, key=rank)
    if not below:
        return min(above, key=rank)
    # Under the trick, or on somebody else's: what costs most goes first, then what is highest.
    return max(below, key=lambda card: (-points(contract, card), rank(card)))


def is_positive(contract):
    tricks = contract.get("tricks", 0)
    values = list(tricks.values()) if isinstance(tricks, dict) else [tricks]
    return sum(values) + sum(contract.get("cards", {}).values()) > 0


def points(contract, card):
    """The most exact entry wins: the card, then its rank, then its suit."""
    cards = contract.get("cards", {})
    return cards.get(card, cards.get(card[0], cards.get(card[1], 0)))


def winner(cards, trump):
    best = cards[0]
    for card in cards[1:]:
        if beats(card, best, trump):
            best = card
    return best


def beats(card, best, trump):
    if card[1] == best[1]:
        return rank(card) > rank(best)
    return card[1] == trump


def main():
    rules = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "hello":
            rules = message["rules"]
            say(id=message["id"], protocol=1, name="dodger-py", version="1.0")
        elif "legal" in message:
            say(id=message["id"], action=answer(message, rules))


def say(**message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
