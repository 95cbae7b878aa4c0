"""How careful plays a card: what it is worth in this trick, against what it is worth kept.

A card played now brings its chance of winning the trick times the points of the trick; a card kept
brings its chance of winning a later trick times what those are worth on average. In contracts that
cost points the better difference ducks, throws off what is dangerous, and takes a trick that costs
nothing with the highest card; in contracts that bring points it wins. The cards still out are
counted, high and low. Nothing but public facts and one's own hand is looked at, so the same policy
can play all four hands of an imagined deal.
"""

from barbu import SUIT, SUIT_OF, bits, low, top

SUITS = list(SUIT.values())


def powers(factor, count):
    """1, factor, factor² …, by multiplying: the same on every machine."""
    row = [1.0]
    while len(row) < count:
        row.append(row[-1] * factor)
    return row


MISS = powers(2 / 3, 53)  # of n unseen cards: the chance that a given other player has none of them
GUARD = powers(0.75, 14)  # n lower cards beside a high one: how much of its danger remains
SIDE = 0.5  # what a high card of a plain suit is worth beside trumps
SPARED = 0.2  # how much of a penalty card in hand can still be thrown on others
FAR = 1.6  # Domino: opening one card to others costs as much as 1.6 ranks of progress

# [cards still to come][lower unseen][higher unseen]: the chance that a card which is best so far
# takes the trick, when all others duck if they can.
TAKES = [
    [[powers(1 - MISS[lower] * (1 - MISS[higher]), 4)[come] for higher in range(14)]
     for lower in range(14)]
    for come in range(4)
]  # fmt: skip


def beaten(lower, higher, alone):
    """The share of the unseen cards of its suit that a card beats; `alone` where there are none."""
    return lower / (lower + higher) if lower + higher else alone


DANGER = [[beaten(lower, higher, 0.3) for higher in range(14)] for lower in range(14)]
STRENGTH = [[beaten(lower, higher, 1.0) for higher in range(14)] for lower in range(14)]


class Folded(dict):
    """The points of a set of cards, summed or the least of them, worked out once for each set."""

    def __init__(self, points, fold):
        self.points, self.fold = points, fold

    def __missing__(self, cards):
        self[cards] = value = self.fold([0, *(self.points[card] for card in bits(cards))])
        return value


class Policy:
    """Plays a contract: `policy(deal, legal)` returns one card of the seat on move."""

    def __init__(self, contract):
        self.contract = contract
        self.sum, self.worst = Folded(contract.card_points, sum), Folded(contract.card_points, min)
        self.penalties = sum(card for card, value in contract.card_points.items() if value < 0)
        self.later = [sum(contract.trick_points[number + 1 :]) for number in range(14)]
        if contract.places:
            self.card = self.progress
        else:
            self.card = self.win if contract.total > 0 else self.avoid

    def __call__(self, deal, legal):
        return self.card(deal, legal)

    def avoid(self, deal, legal):
        """A card where points are lost."""
        hand, led, best, number = deal.hands[deal.seat], deal.led, deal.best, deal.number
        candidates = self.candidates(legal, led, best)
        if len(candidates) == 1:
            return candidates.pop()
        scoring, points, come = self.contract.scoring, self.sum, 3 - len(deal.trick)
        rest = deal.unplayed & ~hand
        out, trick = rest & scoring, sum(deal.trick)
        now = self.contract.trick_points[number] + points[trick & scoring]
        # What a player throws in who cannot follow: the worst card, or a third of what is out.
        thrown = max(points[out] / 3, self.worst[out])
        later = (self.later[number] + points[out | hand & scoring]) / (14 - number)
        choice, most = 0, -1e9
        for card in candidates:
            suit = SUIT_OF[card]
            unseen = rest & suit
            lower, count = (unseen & card - 1).bit_count(), unseen.bit_count()
            own = points[card & scoring]
            guards = (hand & suit & card - 1).bit_count()
            kept = DANGER[lower][count - lower] * (GUARD[guards] * later + SPARED * own)
            value = -kept
            if not led or (card > best and best & suit):
                void = MISS[count]
                follows = points[unseen & scoring] / count if count else 0
                costs = now + own + come * (void * thrown + (1 - void) * follows)
                value += TAKES[come][lower][count - lower] * costs
            if value > most or (value == most and card > choice):
                choice, most = card, value
        return choice

    def candidates(self, legal, led, best):
        """The cards worth a thought: of those that may win, the ends of a suit; of those that lose,
        the highest, and the highest that costs points."""
        may_win, lose = [legal & suit for suit in SUITS], []
        if led:
            over = legal & led & -best if best & led else 0
            may_win, lose = [over], [legal & led ^ over] if legal & led else may_win
        found = {card for cards in may_win if cards for card in (low(cards), top(cards))}
        found |= {top(cards) for cards in lose if cards}
        if legal & self.penalties:
            found |= {top(cards & self.penalties) for cards in lose if cards & self.penalties}
        return found

    def win(self, deal, legal):
        """A card where tricks are won."""
        trump, led, best = self.contract.trump, deal.led, deal.best
        rest, come = deal.unplayed & ~deal.hands[deal.seat], 3 - len(deal.trick)
        trumps = (rest & trump).bit_count()
        points = self.contract.trick_points[deal.number]
        later = self.later[deal.number] / (14 - deal.number)
        choice, most = 0, -1e9
        for card in bits(legal):
            suit = SUIT_OF[card]
            unseen = rest & suit
            lower, count = (unseen & card - 1).bit_count(), unseen.bit_count()
            kept = STRENGTH[lower][count - lower] * (later if suit == trump else SIDE * later)
            value = -kept
            if not led or (card > best if best & suit else card & trump):
                stays = MISS[count - lower]
                if trumps and (led or suit) != trump:
                    stays *= 1 - MISS[(rest & (led or suit)).bit_count()] * (1 - MISS[trumps])
                value += points * (1.0, stays, stays * stays, stays * stays * stays)[come]
            if value >= most:
                choice, most = card, value
        return choice

    def progress(self, deal, legal):
        """A Domino card: it leads to one's own far cards, and opens little to others."""
        hand, start = deal.hands[deal.seat], self.contract.start
        choice, most = 0, -1e9
        for card in bits(legal):
            suit = SUIT_OF[card]
            # What comes after it, away from the start; after the starting card on both sides.
            beyond = (-2 * card if card >= start & suit else 0) & suit
            beyond |= (card - 1 if card <= start & suit else 0) & suit
            mine = hand & beyond
            size = card.bit_length()
            far = max(mine.bit_length() - size, size - low(mine).bit_length()) if mine else 0
            value = far - FAR * (beyond ^ mine).bit_count()
            if value > most:
                choice, most = card, value
        return choice
