"""All seats of one bot, in columns of numbers: a sum over a hundred thousand costs little so.

They come by board sets, so that what is made of them does not depend on the order of the ledger.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate, pairwise


class Field(IntEnum):
    """Where each number of a seat is. Doubles are points, hits, ties and misses in a row."""

    TOTAL = 0
    RAW = 1
    VOLUNTARY = 2
    FORCED = 6
    REDOUBLES = 10
    RECEIVED = 14
    RECEIVED_COUNT = 15
    PENALTIES = 16
    FAULTS = 17
    """The number of their pattern."""
    RETIRED = 18


SEAT_WIDTH = 19
"""Numbers of a seat."""
PARTS = (
    Field.RAW,
    Field.VOLUNTARY,
    Field.FORCED,
    Field.REDOUBLES,
    Field.RECEIVED,
    Field.PENALTIES,
)
"""Of a total, in the order of its sum."""


@dataclass(frozen=True, slots=True)
class BotSeats:
    """The seats of one bot, board set by board set."""

    numbers: "array[int]"
    """`SEAT_WIDTH` of each seat."""
    ends: Sequence[int]
    """After how many seats each board set ends, from 0 on."""
    sessions: int
    """A session counts once, however many of its seats the bot has."""

    def __len__(self) -> int:
        return self.ends[-1]

    def values(self, field: int) -> "array[int]":
        """Return one number of each seat; `field` may be one behind a `Field`."""
        return self.numbers[field::SEAT_WIDTH]

    def set_means(self, field: int) -> list[float]:
        """Return the mean of one number for each board set."""
        sums = list(accumulate(self.values(field), initial=0))
        return [(sums[b] - sums[a]) / (b - a) for a, b in pairwise(self.ends)]


def bot_seats(whole: bytes, typecode: str, starts: Sequence[int], sets: Sequence[int]) -> BotSeats:
    """Return the seats that begin at `starts` (bytes) of all numbers, in the order of their sets.

    `sets` are the board sets of all sessions.
    """
    own = array(typecode)
    size = SEAT_WIDTH * own.itemsize
    own.frombytes(b"".join([whole[start : start + size] for start in starts]))
    session = len(whole) // len(sets)
    sessions = [start // session for start in starts]
    sizes = Counter(map(sets.__getitem__, sessions)).values()
    return BotSeats(own, list(accumulate(sizes, initial=0)), len(set(sessions)))
