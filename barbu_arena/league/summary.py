"""What one record adds to the tables: a few small sums, checked against each other.

The doubles themselves are in `doubles`. Source: design §6; statistics.md §4.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from barbu_arena.errors import VerificationFailed
from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import Call, DealCalls, deal_calls
from barbu_arena.league.doubles import KIND_NAMES, KIND_OF_ROLE
from barbu_arena.referee.record import DealRecord, SessionRecord


@dataclass(frozen=True, slots=True)
class DoubleSums:
    """Doubles of one kind: the points they earned, and how many were hits, ties and misses.

    A double is a hit when the doubler's raw score is above the target's, a miss when below.
    """

    points: int = 0
    hits: int = 0
    ties: int = 0
    misses: int = 0

    def __add__(self, other: "DoubleSums") -> "DoubleSums":
        return DoubleSums(
            self.points + other.points,
            self.hits + other.hits,
            self.ties + other.ties,
            self.misses + other.misses,
        )

    @property
    def made(self) -> int:
        """How many there were."""
        return self.hits + self.ties + self.misses

    @property
    def hit_rate(self) -> float | None:
        """The share of hits among the decided ones, ties apart; None where none was decided."""
        decided = self.hits + self.misses
        return self.hits / decided if decided else None

    @property
    def points_per_double(self) -> float | None:
        """The yield of a double in points; None where none was made."""
        return self.points / self.made if self.made else None


NO_DOUBLES = DoubleSums()


@lru_cache(maxsize=1 << 14)
def double_sums(points: int, hits: int, ties: int, misses: int) -> DoubleSums:
    """Return these sums: the same object for the same ones, since few occur."""
    return DoubleSums(points, hits, ties, misses)


class SeatSummary(NamedTuple):
    """One seat's session; `total = raw + voluntary + forced + redoubles + received + penalties`,
    the doubles with their points. All are points but `received_count`, a number of doubles.
    """

    total: int
    raw: int
    voluntary: DoubleSums
    """Doubles made by choice, of anybody."""
    forced: DoubleSums
    """Doubles of the declarer that the quota left no choice about."""
    redoubles: DoubleSums
    """The declarer's answers."""
    received: int
    """What others' doubles of this seat brought it: less than 0 when they won."""
    received_count: int
    penalties: int
    """For faults and for missing doubles, zero or less."""
    faults: tuple[tuple[str, int], ...] = ()
    """(kind, how many), by kind."""
    retired: bool = False


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session, everything by seat; all sums agree with each other."""

    place: tuple[int, int, int]
    """Round, table, seating."""
    board_set: int
    bots: tuple[str, str, str, str]
    deals: int
    """How many were played."""
    totals: Scores
    """Penalties included."""
    seats: tuple[SeatSummary, SeatSummary, SeatSummary, SeatSummary]


class PairSums(NamedTuple):
    """One seat's doubles of another: how many, how many won and lost, and the points earned."""

    made: int
    won: int
    lost: int
    points: int


Pairs = tuple[tuple[PairSums, ...], ...]
"""By the seats of the doubler and of the target."""


class SessionSums(NamedTuple):
    """A session's summary, and what is behind it: the doubles by pair, and the calls."""

    summary: SessionSummary
    pairs: Pairs
    calls: list[DealCalls]
    """What the calls of each deal decide."""


class _Books:
    """The running sums of one session, by seat."""

    def __init__(self) -> None:
        self.doubles = [[[0, 0, 0, 0] for _ in KIND_NAMES] for _ in range(4)]
        """Points, hits, ties and misses, by seat and kind."""
        self.pairs = [[[0, 0, 0, 0] for _ in range(4)] for _ in range(4)]
        """The same by seat and target."""

    def settle(self, raw: Scores, calls: Iterable[Call]) -> list[int]:
        """Add a deal's doubles to both their sides; return its scores after them."""
        settled = list(raw)
        for call in calls:
            for seat, target, role, stake in call.doubles:
                sums = self.doubles[seat][KIND_OF_ROLE[role]]
                pair = self.pairs[seat][target]
                margin = raw[seat] - raw[target]
                if margin == 0:
                    sums[2] += 1
                    pair[2] += 1
                    continue
                points = stake * margin
                outcome = 1 if margin > 0 else 3
                sums[0] += points
                sums[outcome] += 1
                pair[0] += points
                pair[outcome] += 1
                settled[seat] += points
                settled[target] -= points
        return settled

    def pair_sums(self) -> Pairs:
        """Return the doubles by seat and target."""
        return tuple(
            tuple(
                PairSums(hits + ties + misses, hits, misses, points)
                for points, hits, ties, misses in row
            )
            for row in self.pairs
        )


def summarise(record: SessionRecord, rules: RuleSet) -> SessionSummary:
    """Return a record's sums, by seat. Raises what `session_sums` raises."""
    return session_sums(record, rules).summary


def session_sums(record: SessionRecord, rules: RuleSet) -> SessionSums:
    """Return a record's sums, those of the doubles by pair as well.

    `VerificationFailed` names session, deal and numbers where they contradict each other: deals
    that are missing, raw scores that are not the contract's total, transfers that do not cancel or
    are not what the doubles say, totals that are not adjusted scores plus penalties.
    """
    if len(record.deals) != rules.deals:
        raise VerificationFailed(
            f"session {record.session}: {len(record.deals)} deals, {rules.name} has {rules.deals}"
        )
    books = _Books()
    calls_of = deal_calls(rules)
    calls = []
    contract_totals = {contract.name: contract.total for contract in rules.contracts}
    for deal in record.deals:
        total = contract_totals.get(deal.contract)
        if sum(deal.raw) != total or sum(deal.adjusted) != total:
            raise VerificationFailed(f"{_where(record, deal)}: {_wrong_sum(deal, total)}")
        calls.append(calls_of(deal))
        settled = books.settle(deal.raw, calls[-1].calls)
        if settled != [*deal.adjusted]:
            raise VerificationFailed(
                f"{_where(record, deal)}: adjusted scores {list(deal.adjusted)}, "
                f"the doubles say {settled}"
            )
    _check_totals(record, _columns([deal.adjusted for deal in record.deals]))
    raw, pairs = _columns([deal.raw for deal in record.deals]), books.pair_sums()
    a, b, c, d = (_seat_summary(record, raw[seat], books, pairs, seat) for seat in range(4))
    summary = SessionSummary(
        place=record.place,
        board_set=record.board_set,
        bots=record.bots,
        deals=len(record.deals),
        totals=record.totals,
        seats=(a, b, c, d),
    )
    return SessionSums(summary, pairs, calls)


def _columns(scores: Sequence[Scores]) -> list[int]:
    return [sum(column) for column in zip(*scores, strict=True)]


def _where(record: SessionRecord, deal: DealRecord) -> str:
    return f"session {record.session}, deal {deal.deal}"


def _wrong_sum(deal: DealRecord, total: int | None) -> str:
    """Say which of a deal's scores do not add up to what its contract is worth."""
    if total is None:
        return f"the rules have no contract {deal.contract!r}"
    if sum(deal.raw) != total:
        return (
            f"raw scores {list(deal.raw)} add up to {sum(deal.raw)}, "
            f"{deal.contract} is worth {total}"
        )
    return (
        f"adjusted scores {list(deal.adjusted)} add up to {sum(deal.adjusted)}, "
        f"raw scores to {total}"
    )


def _check_totals(record: SessionRecord, adjusted: list[int]) -> None:
    """Hold the totals against the deals: with each deal settled, this is the ledger's identity."""
    for seat, total in enumerate(record.totals):
        penalties = record.quota_penalties[seat] + record.fault_penalties[seat]
        if total != adjusted[seat] + penalties:
            raise VerificationFailed(
                f"session {record.session}: seat {seat} ({record.bots[seat]}): total {total}, "
                f"adjusted scores {adjusted[seat]} and penalties {penalties} make "
                f"{adjusted[seat] + penalties}"
            )


def _seat_summary(
    record: SessionRecord, raw: int, books: _Books, pairs: Pairs, seat: int
) -> SeatSummary:
    entries = [entry for entry in record.faults if entry.seat == seat] if record.faults else []
    kinds = Counter(entry.fault for entry in entries) if entries else {}
    voluntary, forced, redoubles = [double_sums(*sums) for sums in books.doubles[seat]]
    received = [row[seat] for row in pairs]
    return SeatSummary(
        total=record.totals[seat],
        raw=raw,
        voluntary=voluntary,
        forced=forced,
        redoubles=redoubles,
        received=-sum([pair.points for pair in received]),
        received_count=sum([pair.made for pair in received]),
        penalties=record.quota_penalties[seat] + record.fault_penalties[seat],
        faults=tuple(sorted(kinds.items())),
        retired=any(entry.retired for entry in entries),
    )
