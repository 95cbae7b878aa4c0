"""Who sits where: the rows in which a board set is replayed.

Source: design §6; statistics.md §2.1 and §2.3.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

Seating = tuple[int, int, int, int]
"""For each seat, the place 0–3 in the table's base order of the bot that holds it."""

MIRROR_SQUARES: tuple[tuple[Seating, ...], ...] = (
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)),
    ((0, 2, 3, 1), (2, 0, 1, 3), (3, 1, 0, 2), (1, 3, 2, 0)),
    ((0, 3, 1, 2), (3, 0, 2, 1), (1, 2, 0, 3), (2, 1, 3, 0)),
)
"""ABCD BADC CDAB DCBA; ACDB CABD DBAC BDCA; ADBC DACB BCAD CBDA.

In one square each bot holds each seat once. In all three each ordered pair of bots holds each
ordered pair of seats once, and each bot has each other at its left four times.
"""

COMPLEMENT_PAIRS: tuple[tuple[Seating, Seating], ...] = (
    ((0, 0, 1, 1), (1, 1, 0, 0)),
    ((0, 1, 1, 0), (1, 0, 0, 1)),
    ((0, 1, 0, 1), (1, 0, 1, 0)),
)
"""Two bots on two seats each, and the opposite: AABB BBAA; ABBA BAAB; ABAB BABA."""

SINGLE_PAIRS: tuple[tuple[Seating, Seating], ...] = (
    ((0, 1, 1, 1), (1, 0, 0, 0)),
    ((1, 0, 1, 1), (0, 1, 0, 0)),
    ((1, 1, 0, 1), (0, 0, 1, 0)),
    ((1, 1, 1, 0), (0, 0, 0, 1)),
)
"""One bot against three of the other, and the opposite: ABBB BAAA, and so on round the table."""

_Key = tuple[int, int, str]
"""(bot, seat, ``seat``), or two bots with ``left`` or ``across``, those across in order."""


def seatings(count: int, board_set: int) -> tuple[Seating, ...]:
    """Return the seatings of one board set.

    4 is the square of this set; 12 all three squares from that one on, which are the even
    permutations; 24 adds their odd counterparts, the same with the last two bots exchanged; 1 is
    the first row.
    """
    first = board_set % len(MIRROR_SQUARES)
    squares = MIRROR_SQUARES[first:] + MIRROR_SQUARES[:first]
    even = tuple(row for square in squares for row in square)
    exchanged = (0, 1, 3, 2)
    odd = tuple((exchanged[a], exchanged[b], exchanged[c], exchanged[d]) for a, b, c, d in even)
    return (even + odd)[:count]


class SeatBalance:
    """Chooses, table by table, the rows that even out who sat where and opposite whom.

    Where a set is replayed in four seatings, every bot holds every seat, but only two of its three
    opponents sit beside it, the third sits across: so the square is chosen by who sat across least.
    A single seating is chosen among all 24 by the seats held and the neighbours had so far. Before
    that, the same four, met again, go through all choices in turn: after the last one they have
    been everywhere equally often.
    """

    def __init__(self) -> None:
        self._had: Counter[_Key] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()
        self._rows: Counter[tuple[frozenset[int], Seating]] = Counter()

    def rows(self, count: int, bots: Sequence[int]) -> tuple[Seating, ...]:
        """Return the rows of one more table; of equally good ones, those that come first."""
        choices = [seatings(count, turn) for turn in range(len(MIRROR_SQUARES))]
        if count == 1:
            choices = [(row,) for row in seatings(24, 0)]
        four = frozenset(bots)

        def cost(rows: tuple[Seating, ...]) -> tuple[int, int]:
            return self._rows[four, rows[0]], sum(self._surplus(key) for key in _keys(rows, bots))

        chosen = min(choices, key=cost)
        self._rows[four, chosen[0]] += 1
        self._had.update(_keys(chosen, bots))
        self._met.update(permutations(bots, 2))
        return chosen

    def _surplus(self, key: _Key) -> int:
        """Return how much more often than its share something was had, in parts of a table.

        A bot's share of each seat is a quarter of its tables, which all choices have in common; of
        the tables of two bots a third has one left of, across from or right of the other.
        """
        one, other, what = key
        had = self._had[key]
        return 4 * had if what == "seat" else 3 * had - self._met[one, other]


def _keys(rows: Sequence[Seating], bots: Sequence[int]) -> list[_Key]:
    """Return what the rows give to be counted."""
    if len(rows) == 1:
        held = [bots[place] for place in rows[0]]
        seats = [(bot, seat, "seat") for seat, bot in enumerate(held)]
        left = [(held[seat], held[(seat + 1) % 4], "left") for seat in range(4)]
        return seats + left + _across(held)
    return _across([bots[place] for place in rows[0]])


def _across(held: Sequence[int]) -> list[_Key]:
    return [
        (min(a, b), max(a, b), "across")
        for (i, a), (j, b) in combinations(enumerate(held), 2)
        if j - i == 2
    ]
