"""What a Barbu bot needs, in one file: copy it beside your bot, and change it as you like.

    import barbu

    class Ducky(barbu.Bot):
        name = "ducky"

        def play(self, question, rng):
            return min(question["legal"], key=lambda card: barbu.BIT[card])

    barbu.run(Ducky())

Standard library only. From top to bottom: the loop; cards; contracts and duties; a deal in play
(`legal`, `playout`); what the others may hold (`voids`, `Hidden`). A set of cards is one integer,
with bit 4·rank + suit: its highest bit is one of its highest cards, and of two bits of one suit the
higher is the higher card.

MIT License. Copyright (c) 2026 the barbu-arena authors. Permission is hereby granted, free of
charge, to any person obtaining a copy of this file, to deal in it without restriction, including
the rights to use, copy, modify, merge, publish, distribute, sublicense and sell copies, provided
that this notice stays in all copies or substantial portions. It comes as it is, without warranty of
any kind; its authors are not liable for any claim or damage that arises from it or its use.
"""

import json
import random
import sys

# --- the loop -------------------------------------------------------------------------------------


class Bot:
    """Answers at random. Override what you can do better.

    Each method gets the question, as docs/authors.md describes it, and returns one of
    `question["legal"]`. `rng` is made anew for each question out of the session's seed, so that the
    same question always gets the same answer: `rng.random()` is all the chance that you need.
    """

    name, version = "nameless", "1.0"
    rules, seed = {}, 0  # of `hello` and `session`, set by `run`

    def choose(self, question, rng):
        return question["legal"][int(rng.random() * len(question["legal"]))]

    def double(self, question, rng):
        return question["legal"][0]  # the smallest call

    def play(self, question, rng):
        return question["legal"][int(rng.random() * len(question["legal"]))]

    def answer(self, question):
        key = f"{self.seed} {question['deal']} {question['type']} {len(question['hand'])}"
        return getattr(self, question["type"])(question, random.Random(key))


def run(bot):
    """Answer on stdout what comes on stdin, to its end. Print what else you like to stderr."""
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            bot.rules = message["rules"]
            say(message, protocol=1, name=bot.name, version=bot.version)
        elif kind == "session":
            bot.seed = message["seed"]
        elif "id" in message and "legal" in message:
            # A question of a later version: the first legal answer is as good as any.
            known = kind in ("choose", "double", "play")
            say(message, action=bot.answer(message) if known else message["legal"][0])


def say(message, **reply):
    print(json.dumps({"id": message["id"], **reply}), flush=True)


# --- cards ----------------------------------------------------------------------------------------

RANKS, SUITS = "23456789TJQKA", "SHDC"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]  # in the order of `legal`
BIT = {card: 1 << 4 * RANKS.index(card[0]) + SUITS.index(card[1]) for card in CARDS}
NAME = {bit: card for card, bit in BIT.items()}
DECK = (1 << 52) - 1
SUIT = {suit: sum(BIT[rank + suit] for rank in RANKS) for suit in SUITS}
RANK = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}
SUIT_OF = {bit: SUIT[card[1]] for card, bit in BIT.items()}


def mask(names):
    return sum(BIT[name] for name in names)


def names(cards):
    return [name for name in CARDS if cards & BIT[name]]


def top(cards):
    """One of the highest cards."""
    return 1 << cards.bit_length() - 1


def low(cards):
    """One of the lowest cards."""
    return cards & -cards


def bits(cards):
    """The cards one by one, low ones first."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


# --- contracts and duties -------------------------------------------------------------------------


class Contract:
    """A contract of the rules as tables, with its trump suit or its starting rank."""

    def __init__(self, rules, name, detail=None):
        given = rules["contracts"][name]
        tricks, cards = given.get("tricks", 0), given.get("cards", {})
        numbers = range(1, 14)
        if isinstance(tricks, dict):
            self.trick_points = [0, *(tricks.get(str(number), 0) for number in numbers)]
        else:
            self.trick_points = [0, *(tricks for _ in numbers)]
        self.last = max(n for n in range(14) if self.trick_points[n] or n == 0)
        # The most exact entry wins: the card, then its rank, then its suit.
        points = {bit: cards.get(c, cards.get(c[0], cards.get(c[1], 0))) for c, bit in BIT.items()}
        self.card_points = {bit: value for bit, value in points.items() if value}
        self.scoring = sum(self.card_points)
        self.places = given.get("places")  # of a Domino, and of no other contract
        self.total = sum(self.places or [*self.card_points.values(), *self.trick_points])
        self.trump = 0 if self.places else SUIT.get(detail, 0)
        self.start = RANK.get(detail, 0) if self.places else 0
        self.first_lead = given["opens"] if self.places else rules["first_lead"]
        duties = [(duty, DUTIES[duty]) for duty in given.get("duties", ())]
        self.to_lead = [pair for pair in duties if pair[0].startswith("lead")]
        self.to_follow = [pair for pair in duties if not pair[0].startswith("lead")]

    def deal(self, hands, declarer):
        """A deal of this contract before its first card; `hands` are four sets of cards."""
        first = (declarer + (self.first_lead == "left")) % 4
        if self.first_lead in BIT:
            first = next((s for s in range(4) if hands[s] & BIT[self.first_lead]), declarer)
        return (Domino if self.places else Tricks)(self, hands, first)


def contract_of(question, rules):
    return Contract(rules, question["contract"], question.get("start") or question.get("trump"))


def winning(deal):
    """The trumps that beat the trick so far."""
    trump = deal.contract.trump
    return trump & -deal.best << 1 if deal.best & trump else trump


# Each duty as the set of all cards that meet it. Whoever holds none of them is free of it.
DUTIES = {
    "follow_suit": lambda deal, hand: deal.led,
    "lead_no_heart": lambda deal, hand: ~SUIT["H"],
    "lead_no_unbroken_heart": lambda deal, hand: DECK if deal.broken else ~SUIT["H"],
    "win_with_trump": lambda deal, hand: winning(deal),
    "beat_led_trump": lambda deal, hand: winning(deal) if deal.led & deal.contract.trump else DECK,
    "ruff": lambda deal, hand: deal.contract.trump,
    "overruff": lambda deal, hand: (
        ~deal.contract.trump | winning(deal) if hand & winning(deal) else DECK
    ),
}


# --- a deal in play -------------------------------------------------------------------------------


class Tricks:
    """A deal played in tricks. `hands` holds what is known: one hand, or all four in a world."""

    def __init__(self, contract, hands, leader):
        self.contract, self.hands, self.seat, self.raw = contract, [*hands], leader, [0] * 4
        self.number, self.over, self.unplayed, self.broken = 1, False, DECK, 0
        self.trick, self.best, self.winner, self.led = [], 0, leader, 0

    def copy(self):
        other = object.__new__(Tricks)
        other.__dict__.update(self.__dict__)
        other.hands, other.raw, other.trick = self.hands[:], self.raw[:], self.trick[:]
        return other

    def legal(self):
        """The legal cards of the seat on move."""
        hand = self.hands[self.seat]
        for _, meets in self.contract.to_follow if self.trick else self.contract.to_lead:
            hand = hand & meets(self, hand) or hand
        return hand

    def play(self, card):
        """Play a card of the seat on move."""
        seat = self.seat
        self.hands[seat] &= ~card
        self.unplayed &= ~card
        best = self.best
        if not best:
            self.best, self.winner, self.led = card, seat, SUIT_OF[card]
        elif card > best if card & SUIT_OF[best] else card & self.contract.trump:
            self.best, self.winner = card, seat
        self.trick.append(card)
        if len(self.trick) < 4:
            self.seat = (seat + 1) % 4
        else:
            self.capture()

    def capture(self):
        contract = self.contract
        points = contract.trick_points[self.number]
        if contract.scoring:
            points += sum(contract.card_points[c] for c in self.trick if c & contract.scoring)
        self.raw[self.winner] += points
        self.number += 1
        self.seat, self.trick, self.best, self.led = self.winner, [], 0, 0
        self.broken = SUIT["H"] & ~self.unplayed
        # What is left is worth nothing: whether it is played or not, the score stands.
        self.over = self.number > contract.last and not contract.scoring & self.unplayed


class Domino:
    """A deal of Domino. `ends` are the cards that fit; no card at all (0) is a pass."""

    def __init__(self, contract, hands, first):
        self.contract, self.hands, self.seat, self.raw = contract, [*hands], first, [0] * 4
        self.over, self.unplayed, self.out = False, DECK, []
        self.ends = BIT.get(contract.first_lead, contract.start)

    def copy(self):
        other = object.__new__(Domino)
        other.__dict__.update(self.__dict__)
        other.hands, other.raw, other.out = self.hands[:], self.raw[:], self.out[:]
        return other

    def legal(self):
        return self.hands[self.seat] & self.ends

    def lay(self, card):
        self.unplayed &= ~card
        self.ends |= (card << 4 | card >> 4) & DECK | self.contract.start

    def play(self, card):
        hands, seat = self.hands, self.seat
        if card:
            self.lay(card)
            hands[seat] ^= card
            if not hands[seat]:
                self.out.append(seat)
                self.over = len(self.out) == 3
        self.seat = seat = (seat + 1) % 4
        while not (hands[seat] or self.over):
            self.seat = seat = (seat + 1) % 4
        if self.over:
            order = [*self.out, *({0, 1, 2, 3} - {*self.out})]
            self.raw = [self.contract.places[order.index(seat)] for seat in range(4)]


def playout(deal, policy):
    """Play a deal with four known hands to its end and return its raw scores by seat.

    `policy(deal, legal)` gives the card of the seat on move where there is a choice. To be fair it
    looks at `deal.hands[deal.seat]`, `deal.unplayed` and the trick, and at no other hand.
    """
    while not deal.over:
        legal = deal.legal()
        deal.play(policy(deal, legal) if legal & legal - 1 else legal)
    return deal.raw


# --- what a question tells ------------------------------------------------------------------------


def replay(question, rules):
    """Yield (deal, seat, card) before each turn so far, then (deal, seat, None) as it stands now.

    It is one deal, moved on from turn to turn; only the asked seat's hand is known in it.
    """
    me, hands = question["seat"], [0] * 4
    hands[me] = mask(question["hand"])
    deal = contract_of(question, rules).deal(hands, question["declarer"])
    if deal.contract.places:
        for seat, name in question["played"]:
            yield deal, seat, BIT.get(name, 0)
            deal.lay(BIT.get(name, 0))
        deal.out = question["out"][:]
    else:
        now = question["trick"]
        for leader, *cards in [*question["tricks"], [now["leader"], *now["cards"]]]:
            deal.seat = leader
            for name in cards:
                yield deal, deal.seat, BIT[name]
                deal.play(BIT[name])
    deal.seat = me
    yield deal, me, None


def deal_of(question, rules):
    """The deal of a play question, as its seat sees it."""
    *_, (deal, _, _) = replay(question, rules)
    return deal


def legal(question, rules):
    """The legal cards of a play question, computed from the rules."""
    return names(deal_of(question, rules).legal()) or ["--"]


def voids(question):
    """By seat, the suits in which it did not follow."""
    shown = [set() for _ in range(4)]
    for leader, *cards in [
        *question.get("tricks", []),
        [question["trick"]["leader"], *question["trick"]["cards"]],
    ]:
        for place, card in enumerate(cards):
            if card[1] != cards[0][1]:
                shown[(leader + place) % 4].add(cards[0][1])
    return [[suit for suit in SUITS if suit in lacked] for lacked in shown]


def worth(question, rules):
    """By seat, what one raw point of it is worth to the asked seat, with the doubles so far."""
    me, pairs, weights = question["seat"], question.get("doubles", []), [0] * 4
    for other in {0, 1, 2, 3} - {me}:
        count = ([me, other] in pairs) + ([other, me] in pairs)
        weights[other] = -rules["doubling"]["stakes"][count] if count else 0
    weights[me] = 1 - sum(weights)
    return weights


class Hidden:
    """What the others may hold: the unseen cards, how many each has, and what it has shown to lack.

    `world(rng)` deals the unseen cards to them so that all of that fits.
    """

    def __init__(self, question, rules):
        me = question["seat"]
        self.hand, self.room, self.lacks = mask(question["hand"]), [13] * 4, [0] * 4
        self.unseen, self.me = DECK & ~self.hand, me
        if question["type"] == "play":
            for deal, seat, card in replay(question, rules):
                if card is not None:
                    self.see(deal, seat, card)
        self.room[me], self.lacks[me] = 0, DECK
        self.cards = list(bits(self.unseen))
        self.fits = {c: [s for s in range(4) if not self.lacks[s] & c] for c in self.cards}

    def see(self, deal, seat, card):
        if not card:
            self.lacks[seat] |= deal.ends  # a pass: nothing that it holds fits
            return
        self.unseen &= ~card
        self.room[seat] -= 1
        if deal.contract.places:
            return
        pool = DECK
        for name, meets in deal.contract.to_follow if deal.trick else deal.contract.to_lead:
            good = meets(deal, DECK)
            if card & good:
                pool &= good
            else:
                # It holds no card that would have met this duty and those before it.
                lacked = good & deal.contract.trump if name == "overruff" else good
                self.lacks[seat] |= pool & lacked

    def world(self, rng):
        """Four hands that fit what was shown; after ten vain tries any hands."""
        for _ in range(10):
            if hands := self.try_to_deal(rng.random, self.fits):
                return hands
        return self.try_to_deal(rng.random, {card: range(4) for card in self.cards})

    def try_to_deal(self, chance, fits):
        hands, room = [0] * 4, self.room[:]
        hands[self.me] = self.hand
        # The cards that fit the fewest seats go first; each goes where there is most room.
        for card in sorted(self.cards, key=lambda card: len(fits[card]) + chance()):
            seats = fits[card]
            ticket = chance() * sum([room[seat] for seat in seats])
            for seat in seats:
                ticket -= room[seat]
                if ticket < 0:
                    break
            else:
                return None
            hands[seat] |= card
            room[seat] -= 1
        return hands
