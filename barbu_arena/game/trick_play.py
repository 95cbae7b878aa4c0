"""The play of a trick contract: one slotted state on bitmasks, because it is the hot path."""

from collections.abc import Sequence
from functools import cache
from typing import Self

from barbu_arena.game.cards import CARD_NAMES, HEART_MASK, RANKS, SUIT_MASKS, SUIT_OF, SUITS
from barbu_arena.game.contracts import TrickContract, scoring_cards
from barbu_arena.game.dealing import Hands
from barbu_arena.game.doubling import Scores
from barbu_arena.game.duties import DUTIES, Keep

_LAST_TRICK = 12


def winning_place(cards: Sequence[str], trump: str | None) -> int:
    """Return the place of the card, by name, that wins a trick of one to four cards."""
    led = cards[0][1]
    ranks = [(card[1] == trump, card[1] == led, RANKS.index(card[0])) for card in cards]
    return ranks.index(max(ranks))


@cache
def _keeps(duties: tuple[str, ...], leader: bool) -> tuple[Keep, ...]:
    """Return the duties, in order, that bind the leader of a trick or those who follow."""
    return tuple(DUTIES[name].keep for name in duties if DUTIES[name].binds_leader == leader)


class TrickPlay:
    """One deal of a trick contract in play.

    While it lasts, `seat` is on move and `legal` holds its legal cards as a mask; `play` takes one
    of them. At the end `over` is true, and `raw` holds the points captured by each seat.
    `tricks` lists the finished tricks as (leader, four cards in order of play) and `trick` the
    cards of the present one, led by `leader`.
    """

    __slots__ = (
        "_card_points",
        "_follow_keeps",
        "_lead_keeps",
        "_open",
        "_trick_points",
        "best",
        "best_suit",
        "hands",
        "hearts_broken",
        "leader",
        "led",
        "legal",
        "over",
        "raw",
        "seat",
        "trick",
        "tricks",
        "trump",
        "winner",
    )

    def __init__(
        self, contract: TrickContract, trump: str | None, hands: Hands, leader: int
    ) -> None:
        self._card_points = contract.card_points if any(contract.card_points) else None
        self._trick_points = contract.trick_points
        self._lead_keeps = _keeps(contract.duties, True)
        self._follow_keeps = _keeps(contract.duties, False)
        # The scoring cards still out, where their capture ends the deal; else 0.
        self._open = scoring_cards(contract) if contract.stops_when_captured else 0
        self.trump = -1 if trump is None else SUITS.index(trump)
        self.hands = list(hands)
        self.hearts_broken = False
        self.over = False
        self.raw = [0, 0, 0, 0]
        self.tricks: list[tuple[int, list[int]]] = []
        self._lead(leader)

    def _lead(self, leader: int) -> None:
        self.leader = self.seat = self.winner = leader
        self.trick: list[int] = []
        self.best = self.best_suit = self.led = -1
        legal = self.hands[leader]
        for keep in self._lead_keeps:
            legal = keep(legal, self) or legal
        self.legal = legal

    def play(self, card: int) -> None:
        """Play a legal card of the seat on move."""
        seat = self.seat
        self.hands[seat] ^= 1 << card
        trick = self.trick
        trick.append(card)
        suit = SUIT_OF[card]
        if len(trick) == 1:
            self.led = suit
            self.best = card
            self.best_suit = suit
        elif suit == self.best_suit:
            if card > self.best:
                self.best = card
                self.winner = seat
        elif suit == self.trump:
            self.best = card
            self.best_suit = suit
            self.winner = seat
        if len(trick) == 4:
            self._capture(trick)
            return
        self.seat = seat = (seat + 1) & 3
        legal = self.hands[seat]
        for keep in self._follow_keeps:
            legal = keep(legal, self) or legal
        self.legal = legal

    def _capture(self, trick: list[int]) -> None:
        number = len(self.tricks)
        winner = self.winner
        points = self._trick_points[number]
        captured = 1 << trick[0] | 1 << trick[1] | 1 << trick[2] | 1 << trick[3]
        values = self._card_points
        if values is not None:
            for card in trick:
                points += values[card]
        self.raw[winner] += points
        self.tricks.append((self.leader, trick))
        if captured & HEART_MASK:
            self.hearts_broken = True
        if self._open:
            self._open &= ~captured
            self.over = not self._open
        if number == _LAST_TRICK:
            self.over = True
        if self.over:
            self.legal = 0
            self.trick = []
        else:
            self._lead(winner)

    def codes(self) -> list[int]:
        """Return all cards so far, in the order of play."""
        return [card for _, trick in self.tricks for card in trick] + self.trick

    @property
    def played(self) -> int:
        """How many cards were played so far."""
        return 4 * len(self.tricks) + len(self.trick)

    def scores(self) -> Scores:
        """Return the raw score, which is final once the deal is over."""
        return self.raw[0], self.raw[1], self.raw[2], self.raw[3]

    def clone(self) -> Self:
        """Return an independent copy, for search and counting."""
        copy = object.__new__(type(self))
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.hands = self.hands.copy()
        copy.raw = self.raw.copy()
        copy.tricks = self.tricks.copy()
        copy.trick = self.trick.copy()
        return copy

    def rules_out(self, card: int) -> int:
        """Return the cards that the seat on move cannot hold if it plays this one, as a mask.

        A duty looks at one card at a time, so a card is legal in a hand just when it is legal
        beside each other card of it alone.
        """
        keeps = self._follow_keeps if self.trick else self._lead_keeps
        found = 0
        for other in range(52):
            legal = 1 << card | 1 << other
            for keep in keeps:
                legal = keep(legal, self) or legal
            if not legal >> card & 1:
                found |= 1 << other
        return found

    def why_illegal(self, card: int) -> str:
        """Say in words why the seat on move may not play this card now."""
        name, hand = CARD_NAMES[card], self.hands[self.seat]
        if not hand >> card & 1:
            return f"{name} is not in the hand"
        if self.trick and hand & SUIT_MASKS[self.led] and SUIT_OF[card] != self.led:
            return f"{name} does not follow suit: {SUITS[self.led]} was led"
        return f"{name} does not meet a duty of the contract"
