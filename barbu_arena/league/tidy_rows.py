"""The rows that one record adds to the tables of an export."""

from collections import Counter
from collections.abc import Callable, Iterator

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.doubles import KIND_NAMES, Double, deal_doubles
from barbu_arena.league.tidy_tables import (
    DEALS,
    DOUBLES,
    FAULTS,
    PLAYS,
    SESSIONS,
    Row,
    TidyTable,
)
from barbu_arena.referee.record import DealRecord, SessionRecord
from barbu_arena.referee.turns import Trick, Turn, deal_plays

_ROLES = ("defender", "declarer")


def session_rows(record: SessionRecord, rules: RuleSet) -> Iterator[tuple[TidyTable, list[Row]]]:
    """Yield (table, rows) for each table of observations, rows in the order of their keys.

    The record is taken to hold (`replay.check_record`).
    """
    yield SESSIONS, list(_sessions(record))
    yield DEALS, [row for deal in record.deals for row in _deals(record, deal, rules)]
    doubles_of = deal_doubles(rules)
    yield (
        DOUBLES,
        [row for deal in record.deals for row in _doubles(record, deal, doubles_of)],
    )
    yield PLAYS, [row for deal in record.deals for row in _plays(record, deal, rules)]
    yield FAULTS, list(_faults(record))


def _sessions(record: SessionRecord) -> Iterator[Row]:
    faults = Counter(entry.seat for entry in record.faults)
    retired = {entry.seat for entry in record.faults if entry.retired}
    for seat, bot in enumerate(record.bots):
        yield (
            record.session,
            record.round,
            record.table,
            record.seating,
            record.board_set,
            seat,
            bot,
            sum(deal.raw[seat] for deal in record.deals),
            sum(deal.adjusted[seat] for deal in record.deals),
            record.quota_penalties[seat],
            record.fault_penalties[seat],
            record.totals[seat],
            faults[seat],
            int(seat in retired),
        )


def _deals(record: SessionRecord, deal: DealRecord, rules: RuleSet) -> Iterator[Row]:
    block, block_index = rules.place(deal.deal)
    for seat, bot in enumerate(record.bots):
        yield (
            record.session,
            deal.deal,
            record.board_set,
            block,
            block_index,
            deal.declarer,
            deal.contract,
            deal.trump,
            deal.start,
            seat,
            bot,
            _ROLES[seat == deal.declarer],
            deal.hands[seat],
            deal.raw[seat],
            deal.adjusted[seat],
        )


def _doubles(
    record: SessionRecord,
    deal: DealRecord,
    doubles_of: Callable[[DealRecord], tuple[Double, ...]],
) -> Iterator[Row]:
    for number, double in enumerate(doubles_of(deal), start=1):
        yield (
            record.session,
            deal.deal,
            number,
            deal.contract,
            KIND_NAMES[double.kind],
            double.seat,
            record.bots[double.seat],
            double.target,
            record.bots[double.target],
            _ROLES[double.target == deal.declarer],
            double.margin,
            double.stake,
            double.points,
        )


def _plays(record: SessionRecord, deal: DealRecord, rules: RuleSet) -> Iterator[Row]:
    parts: tuple[Trick | Turn, ...] = deal_plays(deal, rules)
    played = (play for number, part in enumerate(parts, start=1) for play in _parted(number, part))
    for turn, (trick, position, seat, card, winner, points) in enumerate(played, start=1):
        bot = record.bots[seat]
        yield record.session, deal.deal, turn, trick, position, seat, bot, card, winner, points


_Play = tuple[int | None, int | None, int, str | None, int | None, int | None]
"""(trick, position, seat, card, winner, points)."""


def _parted(number: int, part: Trick | Turn) -> Iterator[_Play]:
    if isinstance(part, Turn):
        yield None, None, part.seat, part.card, None, None
        return
    cards = zip(part.seats, part.cards, strict=True)
    for position, (seat, card) in enumerate(cards, start=1):
        points = part.points if seat == part.winner else 0
        yield number, position, seat, card, part.winner, points


def _faults(record: SessionRecord) -> Iterator[Row]:
    for number, entry in enumerate(record.faults, start=1):
        yield (
            record.session,
            number,
            entry.deal,
            entry.seat,
            record.bots[entry.seat],
            entry.ask,
            entry.n,
            entry.fault,
            int(entry.retired),
        )
