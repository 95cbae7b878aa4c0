"""How well each bot doubles: what it chose, what it left, and what the quota cost it.

Every number is a sum over sessions or a ratio of sums; intervals take board sets for clusters.
Source: statistics.md §4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from barbu_arena.errors import VerificationFailed
from barbu_arena.league import bot_seats
from barbu_arena.league.bot_seats import BotSeats, Field
from barbu_arena.league.calls import ANSWER, DECLARER, DEFENDER, FORCED
from barbu_arena.league.double_choices import ChoiceBooks, ChoiceSums, added
from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.intervals import Estimate, estimate_of_sets
from barbu_arena.league.summary import DoubleSums

PARTS = tuple(field.name.lower() for field in bot_seats.PARTS)
"""Of a total, in the order of its sum."""


@dataclass(frozen=True, slots=True)
class DoublingStatistics:
    """One bot's doubling; None where there is nothing to divide by."""

    bot: str
    parts: dict[str, Estimate]
    """Points a session of each of `PARTS`."""
    take_rate: float | None
    """The share of its free chances to double the declarer that it took."""
    selectivity: float | None
    """Mean margin of its free doubles of declarers − that of those it could have made and did not:
    0 for a doubler blind to its hand, apart from contract and timing.
    """
    missed: float | None
    """Points a session that the doubles it left out would have won."""
    regret: float | None
    """Points a session that its free doubles lost, those that won not counted."""
    hindsight: float | None
    """Net of its free doubles ÷ all that they moved: 1 if none lost, −1 if none won."""
    early: int
    """Free doubles of a declarer to whom it owed some."""
    price: float | None
    """Mean margin of its forced doubles − that of its free ones of declarers: what leaving the
    debt to the end cost, a double.
    """
    exposure: float | None
    """Points a session that its doubles moved, either way."""
    variance_share: float | None
    """1 − Var(raw) ÷ Var(total), over sessions: how much of its ups and downs was doubling."""


def doubling_statistics(
    ledger: Sequence[LedgerRow], seats: Mapping[str, BotSeats], books: ChoiceBooks
) -> tuple[DoublingStatistics, ...]:
    """Return a row for each of the ledger's.

    Raises VerificationFailed if the choices that were made are not the ledger's doubles.
    """
    return tuple(_of_bot(row, seats, books) for row in ledger)


def _of_bot(
    row: LedgerRow, seats_of: Mapping[str, BotSeats], books: ChoiceBooks
) -> DoublingStatistics:
    declarers, defenders, answers, forced = (
        books.of_bot(row.bot, role) for role in (DECLARER, DEFENDER, ANSWER, FORCED)
    )
    _check(row, added(declarers, defenders), forced, answers)
    free = added(declarers, defenders, answers)
    seats = seats_of[row.bot]
    return DoublingStatistics(
        bot=row.bot,
        parts={
            field.name.lower(): estimate_of_sets(seats.set_means(field))
            for field in bot_seats.PARTS
        },
        take_rate=declarers.made / declarers.chances if declarers.chances else None,
        selectivity=_difference(declarers.mean_made, declarers.mean_left),
        missed=free.missed / len(seats),
        regret=(free.staked - free.points) // 2 / len(seats),
        hindsight=free.points / free.staked if free.staked else None,
        early=declarers.early,
        price=_difference(forced.mean_made, declarers.mean_made),
        exposure=(free.staked + forced.staked) / len(seats),
        variance_share=_variance_share(seats),
    )


def _difference(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a - b


def _variance_share(seats: BotSeats) -> float | None:
    total = _squares(seats.values(Field.TOTAL))
    return 1 - _squares(seats.values(Field.RAW)) / total if total else None


def _squares(values: Sequence[int]) -> int:
    """Return n² times the variance of n whole numbers, exactly."""
    return len(values) * sum(x * x for x in values) - sum(values) ** 2


def _check(row: LedgerRow, free: ChoiceSums, forced: ChoiceSums, answers: ChoiceSums) -> None:
    """Hold what was chosen against the ledger, kind by kind."""
    kinds = (("voluntary", free), ("forced", forced), ("redoubles", answers))
    for kind, chosen in kinds:
        booked: DoubleSums = getattr(row, kind)
        found = DoubleSums(chosen.points, chosen.hits, chosen.ties, chosen.misses)
        if found != booked or (kind == "forced" and chosen.left):
            raise VerificationFailed(
                f"doubling: {row.bot}: {kind}: the ledger has {booked}, the choices {found}"
            )
