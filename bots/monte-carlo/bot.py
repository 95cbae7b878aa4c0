"""Dreams up the hidden hands, plays every dream to its end, takes what went best on average.

A flat Monte Carlo search. Each world deals the unseen cards to the others so that it fits what they
showed: void suits and Domino passes. One simple rule then plays all four hands to the end, once for
each answer. The number of worlds is fixed, never driven by the clock, so that a question and a seed
give the same answer on any machine.

A set of cards is an integer with bit 4·rank + suit: its highest bit is one of its highest cards,
and two bits of one suit compare by rank.
"""

import json
import random
import sys

RANKS, SUITS = "23456789TJQKA", "SHDC"
BIT = {rank + suit: 1 << 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
DECK = (1 << 52) - 1
SUIT = {suit: sum(BIT[rank + suit] for rank in RANKS) for suit in SUITS}
SUIT_OF = {bit: SUIT[card[1]] for card, bit in BIT.items()}
WORK = 300  # worlds × answers × cards in hand of one play question, about


def top(cards):
    return 1 << cards.bit_length() - 1


def low(cards):
    return cards & -cards


def bits(cards):
    while cards:
        yield low(cards)
        cards &= cards - 1


class Game:
    """A contract as tables, with its trump suit or its starting rank."""

    def __init__(self, contract, detail):
        cards, tricks = contract.get("cards", {}), contract.get("tricks", 0)
        by_number = isinstance(tricks, dict)
        self.tricks = [0, *(tricks.get(str(n), 0) if by_number else tricks for n in range(1, 14))]
        self.last = max(n for n in range(14) if self.tricks[n] or n == 0)
        # The most exact entry wins: the card, then its rank, then its suit.
        worth = {bit: cards.get(c, cards.get(c[0], cards.get(c[1], 0))) for c, bit in BIT.items()}
        self.points = {bit: value for bit, value in worth.items() if value}
        self.scoring = sum(self.points)
        self.penal = sum(bit for bit, value in self.points.items() if value < 0)
        self.places, self.opens = contract.get("places"), contract.get("opens")
        self.start = sum(BIT[detail + suit] for suit in SUITS) if self.places else 0
        self.beyond = {bit: self.outside(bit) for bit in BIT.values()} if self.places else {}
        self.total = sum(self.places or [*self.points.values(), *self.tricks])
        self.trump = SUIT.get(detail, 0)
        self.no_heart = any(duty.startswith("lead_no") for duty in contract.get("duties", []))

    def outside(self, card):
        """The cards of a suit that come after a Domino card: above it, below it, or both."""
        start = self.start & SUIT_OF[card]
        above = -2 * card if card >= start else 0
        return (above | (card - 1 if card <= start else 0)) & SUIT_OF[card]

    def lead(self, hand, number):
        if self.no_heart:
            hand = hand & ~SUIT["H"] or hand
        if self.total > 0:
            return top(hand ^ hand & self.trump or hand)
        # A trick that costs nothing is the time to get rid of high cards.
        return low(hand) if self.tricks[number] or self.scoring else top(hand)

    def follow(self, hand, best, led, last):
        suit = hand & led
        if not suit:
            return self.discard(hand, best)
        over = 0 if best & ~led else suit & -best
        under = suit ^ over
        if self.total > 0:
            return (low(over) if last else top(over)) if over else low(suit)
        if under:
            return top(under & self.penal or under)
        return top(over & ~self.penal or over) if last else low(over)

    def discard(self, hand, best):
        trumps = hand & self.trump
        if self.total > 0:
            over = trumps & -best if best & self.trump else trumps
            return low(over or hand ^ trumps or hand)
        return top(hand & self.penal or hand ^ trumps or hand)

    def play_trick(self, hands, leader, number, played):
        """Finish one trick, of which some cards may be played; return its winner and points."""
        worth, best, winner, led = self.tricks[number], 0, leader, 0
        for place in range(4):
            seat = (leader + place) % 4
            if place < len(played):
                card = played[place]
            elif place == 0:
                card = self.lead(hands[seat], number)
            elif self.total > 0 or self.scoring or worth:
                card = self.follow(hands[seat], best, led, place == 3)
            else:
                card = top(hands[seat] & led or hands[seat])
            hands[seat] &= ~card
            if card & self.scoring:
                worth += self.points[card]
            led = led or SUIT_OF[card]
            if card > best if card & SUIT_OF.get(best, card) else card & self.trump:
                best, winner = card, seat
        return winner, worth

    def play_tricks(self, hands, leader, number, played):
        """Play a deal out by the rule above; return the raw scores still to come."""
        raw = [0] * 4
        while number <= self.last or self.scoring & (hands[0] | hands[1] | hands[2] | hands[3]):
            leader, worth = self.play_trick(hands, leader, number, played)
            raw[leader] += worth
            number, played = number + 1, ()
        return raw

    def opened_by(self, card):
        """The cards next to a Domino card, away from the start."""
        return (card << 4 | card >> 4) & self.beyond[card]

    def reach(self, hand, card):
        """How far one's own cards go on beyond a Domino card, less what it opens to the others."""
        mine = hand & self.beyond[card]
        size = card.bit_length()
        far = max(mine.bit_length() - size, size - low(mine).bit_length()) if mine else 0
        return far - 1.6 * (self.beyond[card] ^ mine).bit_count()

    def play_domino(self, hands, seat, ends, out):
        """The same for Domino; `ends` are the cards that fit, `out` the seats that are done."""
        while len(out) < 3:
            card = hands[seat] & ends
            if card & card - 1:
                card = max(bits(card), key=lambda c: self.reach(hands[seat], c))
            if card:
                hands[seat] ^= card
                ends |= self.opened_by(card)
                if not hands[seat]:
                    out.append(seat)
            seat = (seat + 1) % 4
        order = [*out, *({0, 1, 2, 3} - {*out})]
        return [self.places[order.index(seat)] for seat in range(4)]

    def play_all(self, hands, declarer, first_lead):
        opens = self.opens if self.places else first_lead
        first = (declarer + (opens == "left")) % 4
        if self.places:
            return self.play_domino(hands, first, self.start, [])
        return self.play_tricks(hands, first, 1, ())


class Hidden:
    """What the others may hold: the unseen cards, each seat's number, and what it cannot have."""

    def __init__(self, question, game):
        self.seat, self.hand = question["seat"], sum(BIT[card] for card in question["hand"])
        self.unseen, self.room, self.banned = DECK ^ self.hand, [13] * 4, [0] * 4
        trick = question.get("trick", {"leader": 0, "cards": []})
        for leader, *cards in [*question.get("tricks", []), [trick["leader"], *trick["cards"]]]:
            for place, name in enumerate(cards):
                self.see((leader + place) % 4, BIT[name], SUIT[cards[0][1]])
        self.ends = game.start
        for seat, name in question.get("played", []):
            if name in BIT:
                self.see(seat, BIT[name], 0)
                self.ends |= game.opened_by(BIT[name])
            else:
                self.banned[seat] |= self.ends  # a pass: the seat has none of the cards that fit
        self.room[self.seat] = 0

    def see(self, seat, card, led):
        self.unseen &= ~card
        self.room[seat] -= 1
        if not card & led:
            self.banned[seat] |= led

    def world(self, rng):
        """Four hands that fit; after ten vain tries any hands."""
        cards = list(bits(self.unseen))
        tight = {card: sum(not ban & card for ban in self.banned) for card in cards}
        for banned in [self.banned] * 10 + [[0] * 4]:
            # The cards that fit the fewest seats go first, in random order.
            cards.sort(key=lambda card: tight[card] + rng() * 0.9)
            if hands := self.deal(cards, banned, rng):
                break
        return hands

    def deal(self, cards, banned, rng):
        hands, room = [0] * 4, list(self.room)
        hands[self.seat] = self.hand
        for card in cards:
            fits = [seat for seat in range(4) if room[seat] and not banned[seat] & card]
            if not fits:
                return None
            seat = max(fits, key=lambda seat: room[seat] * rng())
            hands[seat] |= card
            room[seat] -= 1
        return hands


def answer(question, rules, seed):
    # A fresh generator for each question: asking again, or after a restart, gives the same answer.
    kind = "choose double play".find(question["type"])
    place = (question["deal"] * 20 + kind) * 20 + len(question["hand"])
    rng = random.Random(seed * 100_000 + place).random
    unknown = {"places": [3, 2, 1, 0]} if "start" in question else {}
    contract = rules["contracts"].get(question.get("contract"), unknown)
    game = Game(contract, question.get("start") or question.get("trump"))
    hidden = Hidden(question, game)
    if question["type"] == "choose":
        return choose(question, rules, [hidden.world(rng) for _ in range(24)])
    if question["type"] == "double":
        return double(question, rules, game, [hidden.world(rng) for _ in range(24)])
    return play(question, rules, game, hidden, rng)


def choose(question, rules, worlds):
    """The contract that promises most, measured against what its kind is good for anyway."""
    me = question["seat"]

    def key(way):
        name, _, detail = way.partition(":")
        game = Game(rules["contracts"].get(name, {}), detail)
        raws = [game.play_all(list(hands), me, rules.get("first_lead")) for hands in worlds]
        share = game.total * (0.4 if game.total > 0 else 0.25)
        return sum(raw[me] for raw in raws) / len(raws) - share

    return max(question["legal"], key=key)


def double(question, rules, game, worlds):
    """The largest call whose every target should score less than this seat."""
    me, declarer = question["seat"], question["declarer"]
    raws = [game.play_all(list(hands), declarer, rules.get("first_lead")) for hands in worlds]
    gaps = [sum(raw[me] - raw[other] for raw in raws) / len(raws) for other in range(4)]
    if me != declarer:
        # The declarer chose this contract for a hand that suits it; the worlds know nothing of it.
        gaps[declarer] -= 0.24 * game.total if game.total > 0 else -0.1 * game.total
        gaps[declarer] += 2 * question["owed"][me] if game.total < 0 else 0
    calls = [c for c in question["legal"] if all(gaps[int(s)] > 1 for s in c if s in "0123")]
    return calls[-1] if calls else question["legal"][0]


def play(question, rules, game, hidden, rng):
    """The card with the best mean over the worlds; fewer worlds where each takes longer."""
    legal, weights = question["legal"], stakes(question, rules)
    totals = dict.fromkeys(legal, 0)
    # Domino's places scatter more than points in tricks do, and it asks less often.
    work = 3 * WORK if game.places else WORK
    for _ in range(min(32, 8 + work // (len(legal) * len(question["hand"])))):
        world = hidden.world(rng)
        for name in legal:
            raw = play_on(question, game, hidden, list(world), BIT[name])
            totals[name] += sum(weights[seat] * raw[seat] for seat in range(4))
    return max(legal, key=totals.get)


def stakes(question, rules):
    """What a point of each seat is worth to this one, with the doubles of the deal."""
    me, pairs, weights = question["seat"], question.get("doubles", []), [0] * 4
    for other in range(4):
        count = ([me, other] in pairs) + ([other, me] in pairs)
        weights[other] = -rules["doubling"]["stakes"][count] if count else 0
    weights[me] = 1 - sum(weights)
    return weights


def play_on(question, game, hidden, hands, card):
    """Play one card and the rest by rule."""
    me = question["seat"]
    if "trick" not in question:
        hands[me] ^= card
        out = [*question["out"], *([] if hands[me] else [me])]
        return game.play_domino(hands, (me + 1) % 4, hidden.ends | game.opened_by(card), out)
    played = [*(BIT[name] for name in question["trick"]["cards"]), card]
    return game.play_tricks(hands, question["trick"]["leader"], len(question["tricks"]) + 1, played)


def main():
    rules, seed = {}, 0
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "hello":
            rules = message["rules"]
            say(id=message["id"], protocol=1, name="monte-carlo", version="1.0")
        elif message.get("type") == "session":
            seed = message["seed"]
        elif "legal" in message:
            say(id=message["id"], action=answer(message, rules, seed))


def say(**message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
