"""Where each bot's points came from: play, its own doubles, others' doubles, penalties.

Exact, without an estimate: `total = raw + voluntary + forced + redoubles + received + penalties`.
Source: design §6; statistics.md §4.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import add

from barbu_arena.errors import VerificationFailed
from barbu_arena.league.summary import NO_DOUBLES, DoubleSums, SeatSummary, SessionSummary


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One bot's sums over its sessions, all its seats in them; points but for the two counts."""

    bot: str
    sessions: int = 0
    total: int = 0
    raw: int = 0
    voluntary: DoubleSums = NO_DOUBLES
    forced: DoubleSums = NO_DOUBLES
    redoubles: DoubleSums = NO_DOUBLES
    received: int = 0
    received_count: int = 0
    penalties: int = 0

    @property
    def doubles(self) -> DoubleSums:
        """All doubles that the bot made, of every kind."""
        return self.voluntary + self.forced + self.redoubles


def doubling_ledger(summaries: Iterable[SessionSummary]) -> tuple[LedgerRow, ...]:
    """Return a row for each bot, by name; the sessions are gone through once.

    `VerificationFailed` if a row's parts do not make its total, or if the doubles of all bots
    together won or lost anything.
    """
    sums: dict[str, list[int]] = {}
    sessions: Counter[str] = Counter()
    for summary in summaries:
        sessions.update(set(summary.bots))
        for bot, seat in zip(summary.bots, summary.seats, strict=True):
            new = _numbers(seat)
            old = sums.get(bot)
            sums[bot] = list(new if old is None else map(add, old, new))
    ledger = tuple(_row(bot, sessions[bot], numbers) for bot, numbers in sorted(sums.items()))
    _check(ledger)
    return ledger


def _numbers(seat: SeatSummary) -> tuple[int, ...]:
    a, b, c = seat.voluntary, seat.forced, seat.redoubles
    return (
        *(a.points, a.hits, a.ties, a.misses),
        *(b.points, b.hits, b.ties, b.misses),
        *(c.points, c.hits, c.ties, c.misses),
        *(seat.total, seat.raw, seat.received, seat.received_count, seat.penalties),
    )


def _row(bot: str, sessions: int, numbers: Sequence[int]) -> LedgerRow:
    """Return a row from the sums of `_numbers`."""
    voluntary, forced, redoubles = (DoubleSums(*numbers[i : i + 4]) for i in (0, 4, 8))
    total, raw, received, received_count, penalties = numbers[12:]
    return LedgerRow(
        bot=bot,
        sessions=sessions,
        total=total,
        raw=raw,
        voluntary=voluntary,
        forced=forced,
        redoubles=redoubles,
        received=received,
        received_count=received_count,
        penalties=penalties,
    )


def _check(ledger: Sequence[LedgerRow]) -> None:
    for row in ledger:
        parts = row.raw + row.doubles.points + row.received + row.penalties
        if row.total != parts:
            raise VerificationFailed(
                f"doubling ledger: {row.bot}: total {row.total}, its parts make {parts}"
            )
    won = sum(row.doubles.points + row.received for row in ledger)
    made = sum(row.doubles.made for row in ledger)
    received = sum(row.received_count for row in ledger)
    if won or made != received:
        raise VerificationFailed(
            f"doubling ledger: all doubles together won {won} points instead of 0; "
            f"{made} were made and {received} received"
        )
