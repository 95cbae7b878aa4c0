"""Where each bot's points came from: play, its own doubles, others' doubles, penalties.

Exact, without an estimate: `total = raw + voluntary + forced + redoubles + received + penalties`.
Source: design §6; statistics.md §4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    rows: dict[str, LedgerRow] = {}
    for summary in summaries:
        for bot, seat in zip(summary.bots, summary.seats, strict=True):
            rows[bot] = _with_seat(rows.get(bot, LedgerRow(bot)), seat)
        for bot in set(summary.bots):
            rows[bot] = replace(rows[bot], sessions=rows[bot].sessions + 1)
    ledger = tuple(row for _, row in sorted(rows.items()))
    _check(ledger)
    return ledger


def _with_seat(row: LedgerRow, seat: SeatSummary) -> LedgerRow:
    return LedgerRow(
        bot=row.bot,
        sessions=row.sessions,
        total=row.total + seat.total,
        raw=row.raw + seat.raw,
        voluntary=row.voluntary + seat.voluntary,
        forced=row.forced + seat.forced,
        redoubles=row.redoubles + seat.redoubles,
        received=row.received + seat.received,
        received_count=row.received_count + seat.received_count,
        penalties=row.penalties + seat.penalties,
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
