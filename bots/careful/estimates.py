"""What careful expects of a contract before its first card: tables times what a hand is like.

`table.py` holds one row of weights, in tenths of a point, for each of the eight plain contracts:
tricks, queens, the last two tricks, hearts, the king of hearts, trumps, no trump and Domino. Any
other contract is a sum of these (`parts`): a king worth -30 is one and a half kings, a salade is
the first five together.
"""

from barbu import RANK, SUIT, bits
from policy import DANGER, GUARD

RANKS, SUITS = list(RANK.values()), list(SUIT.values())
WITH_SPECIAL = ("no_hearts", "no_king", "trumps")  # where one suit is not like the others


# --- a contract as a sum of plain ones ------------------------------------------------------------


def parts(contract):
    """The plain contracts that a contract is made of, as (name, how many of it)."""
    if contract.places:
        return [("domino", (contract.places[0] - contract.places[3]) / 50)]
    if contract.total > 0:
        return [("trumps" if contract.trump else "no_trump", contract.total / 65)]
    tricks = contract.trick_points
    each = sum(tricks[1:12]) / 11
    queens, hearts, king = card_parts(contract.card_points)
    found = [
        ("no_tricks", each / -2),
        ("no_queens", queens / -24),
        ("no_last_two", (tricks[12] + tricks[13] - 2 * each) / -30),
        ("no_hearts", hearts / -30),
        ("no_king", king / -20),
    ]
    return [(name, share) for name, share in found if share]


def card_parts(points):
    """The points of ranks that count in all suits; of a suit; and of one card that stands out."""
    common = {rank: max(points.get(card, 0) for card in bits(rank)) for rank in RANKS}
    queens = 4 * sum(common.values())
    left = {card: value - common[rank] for rank in RANKS for card in bits(rank)
            if (value := points.get(card, 0)) != common[rank]}  # fmt: skip
    if not left:
        return queens, 0, 0
    worst = min(left, key=left.get)
    usual = sorted(left.values())[len(left) // 2] if len(left) > 1 else 0
    # The ace of hearts at -6 among hearts at -2 is one of them, the king at -22 is not.
    king = left[worst] - usual if left[worst] < 5 * usual else 0
    return queens, sum(left.values()) - king, king


def special_suit(contract):
    """Trumps, or the suit whose cards cost most."""
    points = contract.card_points
    costs = [sum(points.get(card, 0) for card in bits(suit)) for suit in SUITS]
    return contract.trump or SUITS[costs.index(min(costs))]


# --- what a hand is like --------------------------------------------------------------------------


def features(hand, name, contract):
    """Whole numbers that say what a hand is like for a plain contract; `table.py` names them."""
    if name == "domino":
        return domino_features(hand, contract.start)
    special = special_suit(contract) if name in WITH_SPECIAL else 0
    plain = [suit for suit in SUITS if suit != special]
    lengths = [(hand & suit).bit_count() for suit in plain]
    found = [
        1,
        sum(danger(hand & suit, suit) for suit in SUITS),
        *((hand & rank & ~special).bit_count() for rank in RANKS),
        *(lengths.count(length) for length in (0, 1, 2, 3, 5)),
        sum(length > 5 for length in lengths),
    ]
    if special:
        length = (hand & special).bit_count()
        found += [(hand & rank & special).bit_count() for rank in RANKS]
        found += [length == 0, length == 1, length == 2, length > 5]
    return found


def danger(cards, suit):
    """Ten times the tricks that the cards of a suit are likely to take."""
    found = 0.0
    for card in bits(cards):
        unseen = suit & ~cards
        lower = (unseen & card - 1).bit_count()
        guards = (cards & card - 1).bit_count()
        found += DANGER[lower][unseen.bit_count() - lower] * GUARD[guards]
    return round(10 * found)


def domino_features(hand, start):
    """How far each side of each suit reaches, how much of others' it needs, and where it starts."""
    reaches, needs = [0] * 13, [0] * 13
    first = RANKS.index(start)
    for suit in SUITS:
        cards = hand & suit
        own = [(card.bit_length() - 1) // 4 - first for card in bits(cards)]
        for side in ([step for step in own if step > 0], [-step for step in own if step < 0]):
            reach = max(side, default=0)
            reaches[reach] += 1
            needs[reach - len(side) + (reach > 0 and 0 not in own)] += 1
    return [*reaches[1:], *needs[1:], *(first == rank for rank in range(13))]


# --- estimates ------------------------------------------------------------------------------------


def estimate(table, hand, contract):
    """The points that a table expects of a hand in a contract."""
    found = 0.0
    for name, share in parts(contract):
        row = zip(table[name], features(hand, name, contract), strict=True)
        found += share * sum(weight * count for weight, count in row)
    return found / 10
