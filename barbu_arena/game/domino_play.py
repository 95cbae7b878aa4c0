"""The play of Domino: cards are laid out from a starting rank, up and down in each suit."""

from typing import Self

from barbu_arena.game.cards import (
    CARD_CODES,
    CARD_NAMES,
    PASS,
    PASS_MASK,
    RANK_OF,
    RANKS,
    SUIT_MASKS,
    SUIT_OF,
    left,
    rank_mask,
)
from barbu_arena.game.contracts import DominoContract
from barbu_arena.game.dealing import Hands
from barbu_arena.game.doubling import Scores

# The cards next to each card in its suit: the ace lies above the king and nothing above the ace.
_NEIGHBOURS: tuple[int, ...] = tuple(
    (1 << card + 1 | 1 << card >> 1) & SUIT_MASKS[SUIT_OF[card]] for card in range(52)
)


class DominoPlay:
    """One deal of Domino in play.

    As `TrickPlay`: `seat` is on move, `legal` is a mask, now with the pass as its only bit for a
    player who cannot play; a player who is out has no turn. The deal is over when the third
    player goes out. `plays` lists (seat, card or pass), `out` the seats in the order of going out.
    """

    __slots__ = (
        "_places",
        "hands",
        "legal",
        "open",
        "out",
        "over",
        "plays",
        "seat",
        "start",
    )

    def __init__(self, contract: DominoContract, start: str, hands: Hands, declarer: int) -> None:
        self._places = contract.places
        self.start = start
        self.hands = list(hands)
        self.out: list[int] = []
        self.plays: list[tuple[int, int]] = []
        self.over = False
        # The cards that fit on the table, among them some that were played already.
        self.open = rank_mask(RANKS.index(start))
        opens = contract.opens
        if opens in CARD_CODES:
            card = 1 << CARD_CODES[opens]
            self.seat = next(seat for seat in range(4) if hands[seat] & card)
            self.legal = card
        else:
            self.seat = declarer if opens == "declarer" else left(declarer)
            self.legal = self.hands[self.seat] & self.open or PASS_MASK

    def play(self, card: int) -> None:
        """Play a legal card, or the pass, of the seat on move."""
        seat = self.seat
        hands = self.hands
        self.plays.append((seat, card))
        if card != PASS:
            hands[seat] ^= 1 << card
            self.open |= _NEIGHBOURS[card]
            if not hands[seat]:
                self.out.append(seat)
                if len(self.out) == 3:
                    self.over = True
                    self.legal = 0
                    return
        seat = (seat + 1) & 3
        while not hands[seat]:
            seat = (seat + 1) & 3
        self.seat = seat
        self.legal = hands[seat] & self.open or PASS_MASK

    def codes(self) -> list[int]:
        """Return all cards and passes so far, in the order of play."""
        return [card for _, card in self.plays]

    @property
    def played(self) -> int:
        """How many turns were taken so far, passes too."""
        return len(self.plays)

    def layout(self) -> dict[int, tuple[int, int]]:
        """Return the lowest and highest rank on the table of each suit that was opened."""
        ends: dict[int, tuple[int, int]] = {}
        for _, card in self.plays:
            if card != PASS:
                suit, rank = SUIT_OF[card], RANK_OF[card]
                low, high = ends.get(suit, (rank, rank))
                ends[suit] = min(low, rank), max(high, rank)
        return ends

    def scores(self) -> Scores:
        """Return the points of the seats that are out, and of the last one once it is over."""
        raw = [0, 0, 0, 0]
        for place, seat in enumerate(self.out):
            raw[seat] = self._places[place]
        if self.over:
            last = next(seat for seat in range(4) if seat not in self.out)
            raw[last] = self._places[3]
        return raw[0], raw[1], raw[2], raw[3]

    def clone(self) -> Self:
        """Return an independent copy, for search and counting."""
        copy = object.__new__(type(self))
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.hands = self.hands.copy()
        copy.out = self.out.copy()
        copy.plays = self.plays.copy()
        return copy

    def rules_out(self, card: int) -> int:
        """Return the cards that the seat on move cannot hold if it plays this one, as a mask."""
        return self.open if card == PASS else 0

    def why_illegal(self, card: int) -> str:
        """Say in words why the seat on move may not play this card now."""
        if card == PASS:
            return "a pass is legal only when no card fits"
        if not self.hands[self.seat] >> card & 1:
            return f"{CARD_NAMES[card]} is not in the hand"
        return f"{CARD_NAMES[card]} does not fit on the table"
