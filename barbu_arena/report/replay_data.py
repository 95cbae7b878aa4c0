"""A session as the replay viewer reads it: all that needs the rules is worked out here.

The viewer adds up points and knows nothing of Barbu: who won a trick, what a double was worth and
who went out come from the engine.
"""

from collections.abc import Callable, Sequence
from typing import Any

from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.doubles import KIND_NAMES, Double, deal_doubles
from barbu_arena.printable import printable
from barbu_arena.referee.record import DealRecord, FaultEntry, SessionRecord
from barbu_arena.referee.turns import Trick, Turn, deal_plays
from barbu_arena.report.session_text import said_names


def replay_data(record: SessionRecord, rules: RuleSet) -> dict[str, Any]:
    """Return a session as a JSON object, everything by seat; keys that do not apply are absent.

    Each of `deals` has its record's fields but `plays`, and `doubles` ([seat, target, kind, margin,
    stake, points]), `tricks` ([leader, cards, winner, points]) or `turns` (round for round, each
    [seat, card or null for a pass, place of going out or null]), `scores` of the session after it,
    and `faults` in words. The record is taken to hold (`replay.check_record`).
    """
    doubles_of = deal_doubles(rules)
    scores: Scores = (0, 0, 0, 0)
    deals = []
    for deal in record.deals:
        a, b, c, d = (x + y for x, y in zip(scores, deal.adjusted, strict=True))
        scores = (a, b, c, d)
        faults = [fault_text(entry) for entry in record.faults if _within(entry, deal)]
        deals.append({**_deal(deal, rules, doubles_of), "scores": scores, "faults": faults})
    return {
        "session": record.session,
        "set": record.board_set,
        "bots": [printable(name) for name in said_names(record.bots)],
        "deals": deals,
        "quota": record.quota_penalties,
        "penalties": record.fault_penalties,
        "totals": record.totals,
        "faults": [fault_text(entry) for entry in record.faults if _outside(entry)],
    }


def _deal(
    deal: DealRecord, rules: RuleSet, doubles_of: Callable[[DealRecord], Sequence[Double]]
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "deal": deal.deal,
        "declarer": deal.declarer,
        "hands": deal.hands,
        "contract": printable(deal.contract),
        "raw": deal.raw,
        "adjusted": deal.adjusted,
    }
    if deal.trump is not None:
        fields["trump"] = deal.trump
    if deal.start is not None:
        fields["start"] = deal.start
    if deal.calls is not None:
        fields["calls"] = deal.calls
        fields["doubles"] = [_double(double) for double in doubles_of(deal)]
    tricks, turns = [], []
    for play in deal_plays(deal, rules):
        if isinstance(play, Trick):
            tricks.append((play.leader, play.cards, play.winner, play.points))
        else:
            turns.append(play)
    fields |= {"turns": _rounds(turns, deal.declarer)} if turns else {"tricks": tricks}
    return fields


def _double(double: Double) -> tuple[int, int, str, int, int, int]:
    return (
        double.seat,
        double.target,
        KIND_NAMES[double.kind],
        double.margin,
        double.stake,
        double.points,
    )


def _rounds(turns: Sequence[Turn], first: int) -> list[list[tuple[int, str | None, int | None]]]:
    """Return the turns of a Domino once around the table after the other."""
    rounds: list[list[tuple[int, str | None, int | None]]] = []
    before = 4
    for turn in turns:
        place = (turn.seat - first) % 4
        if place <= before:
            rounds.append([])
        before = place
        rounds[-1].append((turn.seat, turn.card, turn.place))
    return rounds


def fault_text(entry: FaultEntry) -> str:
    """Return a fault in words, its seat first."""
    when = {"hello": "before the first deal", "bye": "after the last deal"}.get(entry.ask)
    end = "; retired for the session" if entry.retired else ""
    where = when or f"at {entry.ask} {entry.n}"
    return f"seat {entry.seat}: {printable(entry.fault)} {where}{end}"


def _outside(entry: FaultEntry) -> bool:
    return entry.deal == 0 or entry.ask == "bye"


def _within(entry: FaultEntry, deal: DealRecord) -> bool:
    return entry.deal == deal.deal and not _outside(entry)
