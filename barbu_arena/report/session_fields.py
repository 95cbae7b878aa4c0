"""A session for machines: its record, and what follows from it and has to be looked up else."""

from typing import Any

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.doubles import KIND_NAMES, Double, deal_doubles
from barbu_arena.referee.record import DealRecord, SessionRecord, deal_fields, record_fields
from barbu_arena.referee.turns import Trick, Turn, deal_plays


def session_fields(record: SessionRecord, rules: RuleSet, only: int | None) -> dict[str, Any]:
    """Return the record as JSON's object, or one deal of it; each deal with its tricks or turns,
    and its transfers. The record is taken to hold.
    """
    doubles_of = deal_doubles(rules)
    deals = [
        {
            **deal_fields(deal),
            **_plays(deal, rules),
            "transfers": [_transfer(double) for double in doubles_of(deal)],
        }
        for deal in record.deals
    ]
    if only is not None:
        return deals[only - 1]
    return {**record_fields(record), "deals": deals}


def _plays(deal: DealRecord, rules: RuleSet) -> dict[str, Any]:
    plays = deal_plays(deal, rules)
    tricks = [_trick(play) for play in plays if isinstance(play, Trick)]
    if tricks:
        return {"tricks": tricks}
    return {"turns": [[play.seat, play.card] for play in plays if isinstance(play, Turn)]}


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "leader": trick.leader,
        "cards": list(trick.cards),
        "winner": trick.winner,
        "points": trick.points,
    }


def _transfer(double: Double) -> dict[str, Any]:
    return {
        "seat": double.seat,
        "target": double.target,
        "kind": KIND_NAMES[double.kind],
        "margin": double.margin,
        "points": double.points,
    }
