"""Steady rule play: each card's worth in this trick against its worth when kept.

One idea serves every trick contract. A card played now brings its chance of winning the trick
times what the trick is worth; a card kept brings its chance of winning a later trick times what
those are worth on average. Worth is negative in the negative contracts, so the same comparison
ducks there and wins here. The same sum over a whole hand estimates a contract before it is
played: for the choice, and for doubling. With --no-doubles it doubles only when it must.
"""

import json
import sys

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "SHDC" for rank in RANKS]
RANK = {card: RANKS.index(card[0]) for card in DECK}
MISS = 2 / 3  # the chance that one of the three others does not hold a given unseen card


def answer(question, rules, quiet=False):
    if question["type"] == "choose":
        return choose(question, rules)
    contract = rules["contracts"].get(question["contract"], {})
    if question["type"] == "double":
        return question["legal"][0] if quiet else double(question, contract)
    if "trick" not in question:
        return domino(question)
    table = Table(question, contract, question.get("trump"))
    return max(question["legal"], key=lambda card: (table.now(card) - table.kept(card), RANK[card]))


# --- the rules, as the hello message gives them ---------------------------------------------------


def points(contract, card):
    """The most exact entry wins: the card, then its rank, then its suit."""
    cards = contract.get("cards", {})
    return cards.get(card, cards.get(card[0], cards.get(card[1], 0)))


def trick_points(contract, number):
    tricks = contract.get("tricks", 0)
    return tricks.get(str(number), 0) if isinstance(tricks, dict) else tricks


def total(contract):
    if "places" in contract:
        return sum(contract["places"])
    tricks = sum(trick_points(contract, number) for number in range(1, 14))
    return tricks + sum(points(contract, card) for card in DECK)


# --- trick contracts ------------------------------------------------------------------------------


def beats(card, best, trump):
    return RANK[card] > RANK[best] if card[1] == best[1] else card[1] == trump


def best_of(trick, trump):
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


class Table:
    """One deal from one seat: what is out, who is void in what, what cards are worth."""

    def __init__(self, question, contract, trump):
        self.contract, self.trump, self.hand = contract, trump, question["hand"]
        self.positive = total(contract) > 0
        self.trick = question.get("trick", {}).get("cards", [])
        finished = question.get("tricks", [])
        tricks = [*finished, [question["trick"]["leader"], *self.trick]] if self.trick else finished
        seen = {card for trick in tricks for card in trick[1:]}.union(self.hand)
        self.unseen = [card for card in DECK if card not in seen]
        self.voids = {
            ((trick[0] + place) % 4, trick[1][1])
            for trick in tricks
            for place, card in enumerate(trick[1:])
            if card[1] != trick[1][1]
        }
        self.to_come = [(question["seat"] + k) % 4 for k in range(1, 4 - len(self.trick))]
        # Before the play (an estimate) all thirteen tricks are still later ones.
        self.number = len(finished) + ("trick" in question)
        self.penalties = [points(contract, card) for card in self.unseen]
        rest = sum(self.penalties) + sum(points(contract, card) for card in self.hand)
        rest += sum(trick_points(contract, n) for n in range(self.number + 1, 14))
        self.later = rest / max(1, 13 - self.number)

    def around(self, card):
        """The unseen cards of its suit: how many lower, how many higher."""
        suit = [other for other in self.unseen if other[1] == card[1]]
        low = sum(RANK[other] < RANK[card] for other in suit)
        return low, len(suit) - low

    def now(self, card):
        """The points that playing the card into this trick brings."""
        if self.trick and not beats(card, best_of(self.trick, self.trump), self.trump):
            return 0.0
        led = self.trick[0][1] if self.trick else card[1]
        wins = 1.0
        worth = trick_points(self.contract, self.number) + points(self.contract, card)
        worth += sum(points(self.contract, played) for played in self.trick)
        for seat in self.to_come:
            wins *= 1 - self.beaten(card, led, seat)
            worth += self.expected_from(seat, led)
        return wins * worth

    def beaten(self, card, led, seat):
        """The chance that a seat still to come beats the card."""
        low, high = self.around(card)
        if (seat, card[1]) in self.voids:
            over = 0.0
        elif self.positive:
            over = 1 - MISS**high
        else:
            # Everybody ducks: beaten only by one who holds higher cards and no lower one.
            over = MISS**low * (1 - MISS**high) if card[1] == led else 0.0
        if not self.trump or led == self.trump or (seat, self.trump) in self.voids:
            return over
        trumps = sum(other[1] == self.trump for other in self.unseen)
        return 1 - (1 - over) * (1 - self.void(seat, led) * (1 - MISS**trumps))

    def void(self, seat, suit):
        if (seat, suit) in self.voids:
            return 1.0
        return MISS ** sum(card[1] == suit for card in self.unseen)

    def expected_from(self, seat, led):
        """What a seat still to come adds to the trick: a card of the suit, or a penalty card."""
        if not any(self.penalties):
            return 0.0
        void = self.void(seat, led)
        dumped = max(sum(self.penalties) / 3, min(self.penalties))
        suit = [points(self.contract, card) for card in self.unseen if card[1] == led]
        return void * dumped + (1 - void) * sum(suit) / max(1, len(suit))

    def kept(self, card):
        """The points that the card still brings when it is not played now."""
        low, high = self.around(card)
        # A penalty card of one's own may yet be thrown on somebody: part of it counts.
        caught = low / (low + high) if low + high else 0.5
        own = 0.0 if self.positive else 0.6 * caught * points(self.contract, card)
        return self.taking(card) + own

    def taking(self, card):
        """The chance of a later trick with this card, times the average worth of those tricks."""
        low, high = self.around(card)
        if self.positive:
            chance = low / (low + high) if low + high else 1.0
            return self.later * chance * (1.0 if card[1] == self.trump else 0.5)
        # A suit that nobody else holds wins only if one has to lead it; lower cards beside it duck.
        chance = low / (low + high) if low + high else 0.3
        beside = sum(o[1] == card[1] and RANK[o] < RANK[card] for o in self.hand)
        under = [points(self.contract, o) for o in self.unseen if o[1] == card[1]][:low]
        return chance * 0.6**beside * (self.later + 0.5 * min(under, default=0))


# --- Domino ---------------------------------------------------------------------------------------


def domino(question):
    """The card that leads to one's own far cards; last the one that only lets others go on."""
    start = RANKS.index(question["start"])

    def key(card):
        up = RANK[card] >= start
        beyond = [c for c in DECK if c[1] == card[1] and outside(RANK[c], RANK[card], start, up)]
        mine = [c for c in beyond if c in question["hand"]]
        far = max((abs(RANK[c] - RANK[card]) for c in mine), default=0)
        return far - 0.4 * (len(beyond) - len(mine))

    return max(question["legal"], key=key)


def outside(rank, edge, start, up):
    """Whether a rank lies beyond the edge; the starting card has both sides."""
    return rank != edge and (edge == start or rank > edge if up else rank < edge)


def stretch(hand, start):
    """How far a hand reaches from the starting rank, both ways in every suit."""
    far = 0
    for suit in "SHDC":
        steps = [RANK[card] - RANKS.index(start) for card in hand if card[1] == suit]
        far += max([0, *steps]) - min([0, *steps])
    return far


# --- choosing and doubling ------------------------------------------------------------------------


def gain(question, contract, detail):
    """About how many points better than usual the hand is for a contract."""
    if "places" in contract:
        places = contract["places"]
        return (places[0] - places[-1]) * (27 - stretch(question["hand"], detail)) / 28
    table = Table(question, contract, detail if detail in ("S", "H", "D", "C") else None)
    estimate = sum(table.taking(card) for card in question["hand"])
    # Trumps are kept for a hand worth more than its share; a negative estimate is too modest
    # about the differences between hands, so they count double.
    share = total(contract) * (0.4 if table.positive else 0.25)
    return (estimate - share) * (1 if table.positive else 2)


def choose(question, rules):
    def key(way):
        name, _, detail = way.partition(":")
        return gain(question, rules["contracts"].get(name, {}), detail)

    return max(question["legal"], key=key)


def double(question, contract):
    """In negatives, with a good hand; sooner against a declarer to whom doubles are owed."""
    legal, seat, declarer = question["legal"], question["seat"], question["declarer"]
    if total(contract) > 0:
        # Nobody doubles a positive contract gladly, so the declarer answers, others only must.
        return legal[-1] if seat == declarer else legal[0]
    better = gain(question, contract, question.get("trump"))
    bars = [0.0 if [other, seat] in question["doubles"] else 2.0 for other in range(4)]
    bars[declarer] = 2.0 - 2.0 * question["owed"][seat]
    calls = [call for call in legal if all(better > bars[int(s)] for s in call if s in "0123")]
    # The largest call whose targets all pay; without one the smallest that is allowed.
    return calls[-1] if calls else legal[0]


def main():
    rules = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "hello":
            rules = message["rules"]
            say(id=message["id"], protocol=1, name="steady", version="1.0")
        elif "legal" in message:
            say(id=message["id"], action=answer(message, rules, "--no-doubles" in sys.argv[1:]))


def say(**message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
