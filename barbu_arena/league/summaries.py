"""The summaries of many sessions, kept as numbers and made again when they are asked for.

As objects a hundred thousand of them would take some 300 MB; here it is 340 bytes each.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar, cast, overload

from barbu_arena.game.doubling import Scores
from barbu_arena.league.bot_seats import PARTS, SEAT_WIDTH, BotSeats, Field, bot_seats
from barbu_arena.league.summary import SeatSummary, SessionSummary, double_sums

Faults = tuple[tuple[str, int], ...]
Bots = tuple[str, str, str, str]
T = TypeVar("T")

_BEFORE = 9
"""Round, table, seating, board set, deals, and the numbers of the bots by seat."""
WIDTH = _BEFORE + 4 * SEAT_WIDTH
"""Numbers of one session."""
_SET, _DEALS = 3, 4
_BOTS = range(5, 9)
_FAULTS = range(_BEFORE + Field.FAULTS, WIDTH, SEAT_WIDTH)


class SessionResult(NamedTuple):
    """What the league table takes of a session."""

    place: tuple[int, int, int]
    board_set: int
    bots: Bots
    points: Scores


class Summaries(Sequence[SessionSummary]):
    """Sessions in the order in which they were appended; equal to what was appended."""

    def __init__(self) -> None:
        self.numbers = array("i")
        """`WIDTH` numbers a session, of 32 bits, or of 64 where one needs them."""
        self.names: list[str] = []
        """Bots by number."""
        self.patterns: list[Faults] = []
        """(kind, how many) of one seat, as often as it occurs the same number."""
        self._name_of: dict[str, int] = {}
        self._pattern_of: dict[Faults, int] = {}

    @classmethod
    def gathered(cls, summaries: Iterable[SessionSummary]) -> "Summaries":
        """Return these sessions, the object itself if it is one of this class."""
        if isinstance(summaries, cls):
            return summaries
        new = cls()
        for summary in summaries:
            new.append(summary)
        return new

    @classmethod
    def of(
        cls, numbers: "array[int]", names: Sequence[str], patterns: Sequence[Faults]
    ) -> "Summaries":
        """Return summaries of what an earlier object held; raises ValueError if it cannot be."""
        if len(numbers) % WIDTH:
            raise ValueError("not whole sessions")
        for columns, known in ((_BOTS, names), (_FAULTS, patterns)):
            for column in columns:
                used = numbers[column::WIDTH]
                if used and not 0 <= min(used) <= max(used) < len(known):
                    raise ValueError("a number that stands for nothing")
        new = cls()
        new.numbers, new.names, new.patterns = numbers, list(names), list(patterns)
        new._name_of = {name: number for number, name in enumerate(names)}
        new._pattern_of = {pattern: number for number, pattern in enumerate(patterns)}
        return new

    def append(self, summary: SessionSummary) -> None:
        """Add a session."""
        row = [
            *summary.place,
            summary.board_set,
            summary.deals,
            *(_number(self._name_of, self.names, bot) for bot in summary.bots),
        ]
        for seat in summary.seats:
            row += (seat.total, seat.raw)
            for sums in (seat.voluntary, seat.forced, seat.redoubles):
                row += (sums.points, sums.hits, sums.ties, sums.misses)
            faults = _number(self._pattern_of, self.patterns, seat.faults)
            row += (seat.received, seat.received_count, seat.penalties, faults, seat.retired)
        try:
            self.numbers.extend(array(self.numbers.typecode, row))
        except OverflowError:
            self.numbers = array("q", self.numbers)
            self.numbers.extend(row)

    def extend(self, other: "Summaries") -> None:
        """Add the sessions of another object, in their order."""
        numbers = array("q", other.numbers)
        names = [_number(self._name_of, self.names, name) for name in other.names]
        patterns = [_number(self._pattern_of, self.patterns, one) for one in other.patterns]
        for columns, new in ((_BOTS, names), (_FAULTS, patterns)):
            for column in columns:
                numbers[column::WIDTH] = array("q", [new[i] for i in numbers[column::WIDTH]])
        try:
            self.numbers.extend(array(self.numbers.typecode, numbers))
        except OverflowError:
            self.numbers = array("q", self.numbers)
            self.numbers.extend(numbers)

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Yield round, table and seating of each."""
        numbers = self.numbers
        return zip(numbers[::WIDTH], numbers[1::WIDTH], numbers[2::WIDTH], strict=True)

    @property
    def deals(self) -> int:
        """How many deals the last session had; of one league all have as many."""
        return self.numbers[_DEALS - WIDTH] if self.numbers else 0

    def results(self, field: Field = Field.TOTAL) -> Iterator[SessionResult]:
        """Yield what each session came to, the points one of the fields of the seats."""
        return map(
            SessionResult,
            self.places(),
            self._column(_SET),
            cast(Iterator[Bots], zip(*map(self._names_in, _BOTS), strict=True)),
            cast(Iterator[Scores], zip(*self._of_seats(field), strict=True)),
        )

    def fault_counts(self) -> Iterator[int]:
        """Yield how many faults each session has."""
        counts = [sum(count for _, count in pattern) for pattern in self.patterns]
        seats = (map(counts.__getitem__, column) for column in self._of_seats(Field.FAULTS))
        return map(sum, zip(*seats, strict=True))

    def seats(self) -> dict[str, BotSeats]:
        """Return the seats of each bot, in the order of their names."""
        numbers, size = self.numbers, self.numbers.itemsize
        sets = self._column(_SET)
        starts: list[list[int]] = [[] for _ in self.names]
        for session in sorted(range(len(self)), key=sets.__getitem__):
            at = session * WIDTH
            start = (at + _BEFORE) * size
            for bot in numbers[at + _BOTS.start : at + _BOTS.stop]:
                starts[bot].append(start)
                start += SEAT_WIDTH * size
        whole = numbers.tobytes()
        return {
            name: bot_seats(whole, numbers.typecode, begin, sets)
            for name, begin in sorted(zip(self.names, starts, strict=True))
        }

    def _column(self, column: int) -> "array[int]":
        return self.numbers[column::WIDTH]

    def _of_seats(self, field: Field) -> "list[array[int]]":
        """Return a field of each seat, a column a seat."""
        return [self._column(at + field) for at in range(_BEFORE, WIDTH, SEAT_WIDTH)]

    def _names_in(self, column: int) -> Iterator[str]:
        return map(self.names.__getitem__, self._column(column))

    def agree(self, deals: int, raw: int) -> bool:
        """Whether every session has so many deals, its raw scores add up to `raw`, and each seat's
        total is the sum of its parts.
        """
        return (
            set(self._column(_DEALS)) <= {deals}
            and set(map(sum, zip(*self._of_seats(Field.RAW), strict=True))) <= {raw}
            and all(
                totals.tolist() == list(map(sum, zip(*parts, strict=True)))
                for totals, *parts in zip(*map(self._of_seats, (Field.TOTAL, *PARTS)), strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.numbers) // WIDTH

    def __iter__(self) -> Iterator[SessionSummary]:
        for start in range(0, len(self.numbers), WIDTH):
            yield self._at(start)

    @overload
    def __getitem__(self, index: int) -> SessionSummary: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[SessionSummary]: ...

    def __getitem__(self, index: int | slice) -> SessionSummary | Sequence[SessionSummary]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._at(range(len(self))[index] * WIDTH)

    def _at(self, start: int) -> SessionSummary:
        row = self.numbers[start : start + WIDTH].tolist()
        number, table, seating, board_set, deals, a, b, c, d = row[:_BEFORE]
        names = self.names
        w, x, y, z = (self._seat(row, at) for at in range(_BEFORE, WIDTH, SEAT_WIDTH))
        return SessionSummary(
            (number, table, seating),
            board_set,
            (names[a], names[b], names[c], names[d]),
            deals,
            (w.total, x.total, y.total, z.total),
            (w, x, y, z),
        )

    def _seat(self, row: list[int], at: int) -> SeatSummary:
        return SeatSummary(
            row[at],
            row[at + 1],
            double_sums(*row[at + 2 : at + 6]),
            double_sums(*row[at + 6 : at + 10]),
            double_sums(*row[at + 10 : at + 14]),
            row[at + 14],
            row[at + 15],
            row[at + 16],
            self.patterns[row[at + 17]],
            bool(row[at + 18]),
        )


def seats_of(summaries: Iterable[SessionSummary]) -> dict[str, BotSeats]:
    """Return the seats of each bot in some sessions, in the order of their names."""
    return Summaries.gathered(summaries).seats()


def _number(numbers: dict[T, int], known: list[T], value: T) -> int:
    """Return the number of a value, a new one if it has none."""
    number = numbers.setdefault(value, len(known))
    if number == len(known):
        known.append(value)
    return number
