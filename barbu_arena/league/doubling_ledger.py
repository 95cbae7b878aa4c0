"""Where each bot's points came from: play, its own doubles, others' doubles, penalties.

Exact, without an estimate: `total = raw + voluntary + forced + redoubles + received + penalties`.
Source: design §6; statistics.md §4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from barbu_arena.errors import VerificationFailed
from barbu_arena.league.bot_seats import BotSeats, Field
from barbu_arena.league.summary import NO_DOUBLES, DoubleSums


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


def doubling_ledger(seats: Mapping[str, BotSeats]) -> tuple[LedgerRow, ...]:
    """Return a row for each bot whose seats are given, in their order.

    `VerificationFailed` if a row's parts do not make its total, or if the doubles of all bots
    together won or lost anything.
    """
    ledger = tuple(_row(bot, its) for bot, its in seats.items())
    _check(ledger)
    return ledger


def _row(bot: str, seats: BotSeats) -> LedgerRow:
    def total(field: int) -> int:
        return sum(seats.values(field))

    def doubles(field: int) -> DoubleSums:
        return DoubleSums(*map(total, range(field, field + 4)))

    return LedgerRow(
        bot=bot,
        sessions=seats.sessions,
        total=total(Field.TOTAL),
        raw=total(Field.RAW),
        voluntary=doubles(Field.VOLUNTARY),
        forced=doubles(Field.FORCED),
        redoubles=doubles(Field.REDOUBLES),
        received=total(Field.RECEIVED),
        received_count=total(Field.RECEIVED_COUNT),
        penalties=total(Field.PENALTIES),
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
