"""Dreams up hidden hands, plays every dream to its end, and takes what went best on average.

A flat Monte Carlo search. Each world deals the unseen cards to the other three in a way that fits
what they showed (void suits, trumps they did not have, Domino passes); then a simple rule plays
all four hands to the end, once for each answer. The number of worlds is fixed, never driven by the
clock, so the same question and seed give the same answer on any machine.

A set of cards is an integer with bit 4·rank + suit: the highest bit is a highest card of any suit,
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
HEARTS = SUIT["H"]
WORK = 320  # cards played out for one answer to a play question, about: sets the number of worlds
OTHER_WORLDS = 24  # for a contract or a double


def top(cards):
    return 1 << cards.bit_length() - 1


def low(cards):
    return cards & -cards


def bits(cards):
    while cards:
        yield low(cards)
        cards &= cards - 1


# --- one contract ---------------------------------------------------------------------------------


class Game:
    """A contract as tables, with its trump or its start."""

    def __init__(self, contract, detail):
        cards, tricks = contract.get("cards", {}), contract.get("tricks", 0)
        self.places = contract.get("places")
        self.opens = contract.get("opens")
        self.start = 0
        if self.places:
            self.start = sum(BIT[detail + suit] for suit in SUITS)
        # The most exact entry wins: the card, then its rank, then its suit.
        worth = {bit: cards.get(c, cards.get(c[0], cards.get(c[1], 0))) for c, bit in BIT.items()}
        self.points = {bit: value for bit, value in worth.items() if value}
        self.scoring = sum(self.points)
        self.penal = sum(bit for bit, value in self.points.items() if value < 0)
        by_trick = isinstance(tricks, dict)
        self.tricks = [tricks.get(str(n), 0) if by_trick else tricks for n in range(14)]
        self.tricks[0] = 0
        self.total = sum(self.places or [*self.points.values(), *self.tricks])
        self.trump = SUIT.get(detail, 0)
        self.duties = contract.get("duties", [])
        self.no_heart = any(duty.startswith("lead_no") for duty in self.duties)


# --- playing a world out --------------------------------------------------------------------------


def lead(game, hand, number):
    if game.no_heart:
        hand = hand & ~HEARTS or hand
    if game.total > 0:
        return top(hand & game.trump or hand)
    return top(hand) if free(game, number) else low(hand)


def free(game, number):
    """Whether winning this trick costs nothing: the time to get rid of high cards."""
    return not game.scoring and not game.tricks[number]


def follow(game, hand, best, led, last):
    suit = hand & led
    if not suit:
        return discard(game, hand, best)
    over = 0 if best & ~led else suit & -best
    if game.total > 0:
        return (low(over) if last else top(over)) if over else low(suit)
    under = suit ^ over
    if under:
        return top(under & game.penal or under)
    return top(over & ~game.penal or over) if last else low(over)


def discard(game, hand, best):
    if game.total > 0:
        trumps = hand & game.trump
        over = trumps & -best if best & game.trump else trumps
        return low(over or hand ^ trumps or hand)
    return top(hand & game.penal or hand & ~game.trump or hand)


def play_trick(game, hands, leader, number, played):
    """Finish one trick; return its winner and its points."""
    worth, best, winner, led = game.tricks[number], 0, leader, 0
    for place in range(4):
        seat = (leader + place) % 4
        if place < len(played):
            card = played[place]
        elif not place:
            card = lead(game, hands[seat], number)
        elif free(game, number) and game.total < 0:
            card = top(hands[seat] & led or hands[seat])
        else:
            card = follow(game, hands[seat], best, led, place == 3)
        hands[seat] &= ~card
        worth += game.points.get(card, 0)
        if not place:
            led = SUIT_OF[card]
        if card > best if card & SUIT_OF.get(best, card) else card & game.trump:
            best, winner = card, seat
    return winner, worth


def play_tricks(game, hands, leader, number, played):
    raw = [0] * 4
    while number <= 13:
        leader, worth = play_trick(game, hands, leader, number, played)
        raw[leader] += worth
        number, played = number + 1, ()
        if not any(game.tricks[number:]) and not game.scoring & (
            hands[0] | hands[1] | hands[2] | hands[3]
        ):
            break
    return raw


def far(game, hand, card):
    """How far one's own cards reach beyond a Domino card: the reason to play it."""
    suit, steps = hand & SUIT_OF[card], 0
    if card >= low(game.start):
        steps = suit.bit_length() - card.bit_length()
    if card <= top(game.start):
        steps = max(steps, card.bit_length() - low(suit).bit_length())
    return steps


def next_to(game, card):
    """The cards that a Domino card opens."""
    start = game.start & SUIT_OF[card]
    return (card << 4 & DECK if card >= start else 0) | (card >> 4 if card <= start else 0)


def play_domino(game, hands, seat, ends, out):
    out = list(out)
    while len(out) < 3:
        cards = hands[seat] & ends
        if cards:
            card = cards
            if cards & cards - 1:
                card = max(bits(cards), key=lambda c: far(game, hands[seat], c))
            hands[seat] ^= card
            ends |= next_to(game, card)
            if not hands[seat]:
                out.append(seat)
        seat = (seat + 1) % 4
    raw = [0] * 4
    for place, seat in zip(game.places, [*out, *({0, 1, 2, 3} - {*out})], strict=True):
        raw[seat] = place
    return raw


# --- what the others may hold ---------------------------------------------------------------------


class Hidden:
    """The unseen cards, how many each of the others holds, and which he cannot hold."""

    def __init__(self, question, game):
        self.seat = question["seat"]
        self.hand = sum(BIT[card] for card in question["hand"])
        self.unseen, self.room, self.banned = DECK ^ self.hand, [13] * 4, [0] * 4
        self.room[self.seat] = 0
        trick = question.get("trick", {"cards": []})
        for leader, *cards in question.get("tricks", []):
            self.watch(game, leader, cards)
        if trick["cards"]:
            self.watch(game, trick["leader"], trick["cards"])
        ends = game.start
        for seat, card in question.get("played", []):
            if card in BIT:
                self.seen(seat, BIT[card])
                ends |= next_to(game, BIT[card])
            else:
                self.banned[seat] |= ends  # a pass: none of the open cards is there

    def seen(self, seat, card):
        if seat != self.seat:
            self.room[seat] -= 1
        self.unseen &= ~card

    def watch(self, game, leader, names):
        """Learn from a trick: who was void, and who could not beat it with a trump."""
        best, led = BIT[names[0]], SUIT_OF[BIT[names[0]]]
        if "lead_no_heart" in game.duties and best & HEARTS:
            self.banned[leader] |= DECK ^ HEARTS
        self.seen(leader, best)
        for place, name in enumerate(names[1:], 1):
            seat, card = (leader + place) % 4, BIT[name]
            self.seen(seat, card)
            if not card & led:
                self.banned[seat] |= led
            winning = game.trump & -best if best & game.trump else game.trump
            if card & winning or (card & led and card > best and not best & ~led):
                best = card
            if not card & winning and self.owed_trump(game, card, led):
                self.banned[seat] |= winning

    def owed_trump(self, game, card, led):
        """Whether the rules would have made a player here play a winning trump, if he had one."""
        if led == game.trump:
            return "win_with_trump" in game.duties or "beat_led_trump" in game.duties
        return not card & led and ("win_with_trump" in game.duties or "ruff" in game.duties)

    def worlds(self, count, rng):
        return [self.world(rng) for _ in range(count)]

    def world(self, rng):
        cards = list(bits(self.unseen))
        # The cards that fit the fewest hands are dealt first; a few tries, then any deal will do.
        banned = self.banned
        cramped = {card: sum(not ban & card for ban in banned) for card in cards}
        for _ in range(10):
            cards.sort(key=lambda card: cramped[card] + rng() * 0.9)
            hands = self.deal(cards, banned, rng)
            if hands:
                return hands
        return self.deal(cards, [0] * 4, rng)

    def deal(self, cards, banned, rng):
        hands, room = [0] * 4, list(self.room)
        hands[self.seat] = self.hand
        for card in cards:
            fits = [seat for seat in range(4) if room[seat] and not banned[seat] & card]
            if not fits:
                return None
            pick = rng() * sum(room[seat] for seat in fits)
            seat = fits.pop()
            while fits and pick >= room[seat]:
                pick -= room[seat]
                seat = fits.pop()
            hands[seat] |= card
            room[seat] -= 1
        return hands


# --- answers --------------------------------------------------------------------------------------


def answer(question, rules, seed):
    contract = rules["contracts"].get(question.get("contract"), {})
    game = Game(contract, question.get("start") or question.get("trump"))
    # A fresh generator for each question, so that asking again gives the same answer.
    kind = "choose double play".find(question["type"])
    place = (question["deal"] * 20 + kind) * 20 + len(question["hand"])
    rng = random.Random(seed * 100_000 + place).random
    if question["type"] == "choose":
        return choose(question, rules, rng)
    if question["type"] == "double":
        return double(question, rules, game, rng)
    return play(question, rules, game, rng)


def settle(question, rules, raw):
    """One's own score of a deal, doubles included: what the play should bring up."""
    me = question["seat"]
    score = raw[me]
    pairs = question.get("doubles", [])
    for other in range(4):
        count = ([me, other] in pairs) + ([other, me] in pairs)
        if count:
            score += rules["doubling"]["stakes"][count] * (raw[me] - raw[other])
    return score


def play(question, rules, game, rng):
    hidden = Hidden(question, game)
    ways = candidates(question, game, hidden)
    if len(ways) == 1:
        return ways[0]
    count = max(8, min(24, WORK // (len(ways) * len(question["hand"]))))
    totals = dict.fromkeys(ways, 0)
    for world in hidden.worlds(count, rng):
        for way in ways:
            raw = play_on(question, game, list(world), BIT[way])
            totals[way] += settle(question, rules, raw)
    return max(ways, key=totals.get)


def candidates(question, game, hidden):
    """The legal cards, without those that are as good as the next higher one held."""
    ways = []
    for card in question["legal"]:
        if ways and game.start == 0 and same(game, hidden, BIT[ways[-1]], BIT[card]):
            ways.pop()
        ways.append(card)
    return ways


def same(game, hidden, lower, higher):
    """Whether two cards are of one suit and worth with nothing unseen between them."""
    between = (higher - 1) & ~(2 * lower - 1) & SUIT_OF[lower]
    alike = game.points.get(lower) == game.points.get(higher)
    return SUIT_OF[lower] == SUIT_OF[higher] and alike and not between & hidden.unseen


def play_on(question, game, hands, card):
    me = question["seat"]
    if "trick" not in question:
        hands[me] ^= card
        ends = game.start | next_to(game, card)
        for suit in question["layout"].values():
            for rank in suit:
                pass
        return play_domino(game, hands, (me + 1) % 4, ends, question["out"])
    trick = question["trick"]
    played = [*(BIT[name] for name in trick["cards"]), card]
    return play_tricks(game, hands, trick["leader"], len(question["tricks"]) + 1, played)
