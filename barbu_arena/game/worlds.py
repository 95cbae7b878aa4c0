"""Worlds: the ways in which hidden cards may be dealt, drawn evenly among all that fit."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial

from barbu_arena.game.cards import codes
from barbu_arena.game.dealing import Draws

Counts = tuple[int, ...]


class Worlds:
    """All ways to deal hidden cards to seats that hold so many, of those that each may hold."""

    def __init__(self, counts: Sequence[int], allowed: Sequence[int]) -> None:
        """`counts` and `allowed` (masks) are by seat; the hidden cards are all that are allowed.

        Raises ValueError if no way fits.
        """
        self._counts: Counts = tuple(counts)
        seats_of: defaultdict[Counts, list[int]] = defaultdict(list)
        every = 0
        for mask in allowed:
            every |= mask
        for card in codes(every):
            seats = tuple(seat for seat, mask in enumerate(allowed) if mask >> card & 1)
            seats_of[seats].append(card)
        # Cards that the same seats may hold are alike: what counts is how many of them each gets.
        self._groups = sorted(seats_of.items())
        self._ways = cache(self._count_ways)
        self.total = self._ways(0, self._counts)
        """How many there are."""
        if not self.total:
            raise ValueError("no way to deal the hidden cards fits what was played")

    def _count_ways(self, number: int, left: Counts) -> int:
        """Return the ways to deal the groups from this one on, with so many places left."""
        if number == len(self._groups):
            return int(not any(left))
        return sum(weight for _, weight in self._splits(number, left))

    def _splits(self, number: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """Yield (how many of a group each of its seats gets, the ways to deal all from it on)."""
        seats, cards = self._groups[number]
        for split in _split(len(cards), [left[seat] for seat in seats]):
            rest = list(left)
            ways = factorial(len(cards))
            for seat, many in zip(seats, split, strict=True):
                rest[seat] -= many
                ways //= factorial(many)
            yield split, ways * self._ways(number + 1, tuple(rest))

    def draw(self, draws: Draws) -> tuple[int, ...]:
        """Return one of them: the hidden cards of each seat as a mask."""
        hands = [0] * len(self._counts)
        left = list(self._counts)
        for number, (seats, cards) in enumerate(self._groups):
            split = self._drawn_split(number, tuple(left), draws)
            deck = _shuffled(cards, draws)
            for seat, many in zip(seats, split, strict=True):
                left[seat] -= many
                for _ in range(many):
                    hands[seat] |= 1 << deck.pop()
        return tuple(hands)

    def _drawn_split(self, number: int, left: Counts, draws: Draws) -> Counts:
        lot = _below(self._ways(number, left), draws)
        for split, weight in self._splits(number, left):
            if lot < weight:
                return split
            lot -= weight
        raise AssertionError("the weights of all splits sum to the ways")


def _split(many: int, rooms: Sequence[int]) -> Iterator[Counts]:
    """Yield all ways to put so many things that are alike into rooms that hold so many."""
    if len(rooms) == 1:
        if many <= rooms[0]:
            yield (many,)
        return
    for first in range(min(many, rooms[0]) + 1):
        for rest in _split(many - first, rooms[1:]):
            yield (first, *rest)


def _shuffled(cards: Sequence[int], draws: Draws) -> list[int]:
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = draws.draw(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def _below(bound: int, draws: Draws) -> int:
    """Return an even draw from 0 to bound − 1; what would favour some is drawn again."""
    size = (bound.bit_length() + 7) // 8
    while True:
        lot = int.from_bytes(bytes(draws.draw(256) for _ in range(size)), "big")
        if lot < 256**size - 256**size % bound:
            return lot % bound
