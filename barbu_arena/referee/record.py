"""The record of a session: one line of the ledger, and the only truth about what was played.

Source: design §9. Times are never in it, so a record is the same bytes wherever it was played.
"""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from barbu_arena.game.doubling import Scores
from barbu_arena.players.compact_json import compact

RECORD_VERSION = 1

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class FaultEntry:
    """Where a bot failed: deal 0 and ask ``hello`` before the first deal; after the last one its
    number and ``bye``.

    `n` counts the plays before it in the deal, or is the position 0–3 of the call, or 0.
    """

    deal: int
    seat: int
    ask: str
    n: int
    fault: str
    retired: bool


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal as it was played; hands as text by seat, cards as names, scores by seat."""

    deal: int
    declarer: int
    hands: tuple[str, str, str, str]
    contract: str
    plays: tuple[str, ...]
    raw: Scores
    adjusted: Scores
    trump: str | None = None
    start: str | None = None
    calls: tuple[tuple[int, tuple[int, ...]], ...] | None = None
    """(seat, targets) in turn order; None where the rules have no doubling."""


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One finished session; everything by seat, `totals` = adjusted + both penalties."""

    rules: str
    board_set: int
    round: int
    table: int
    seating: int
    bots: tuple[str, str, str, str]
    deals: tuple[DealRecord, ...]
    faults: tuple[FaultEntry, ...]
    quota_penalties: Scores
    fault_penalties: Scores
    totals: Scores
    digest: str = ""

    @property
    def session(self) -> str:
        """The session's name, ``round.table.seating``."""
        return f"{self.round}.{self.table}.{self.seating}"

    @property
    def place(self) -> tuple[int, int, int]:
        """The place in the order of the schedule."""
        return self.round, self.table, self.seating


def deal_fields(deal: DealRecord) -> dict[str, Any]:
    """Return a deal as the JSON object of a record; keys that do not apply are absent."""
    fields: dict[str, Any] = {
        "deal": deal.deal,
        "declarer": deal.declarer,
        "hands": list(deal.hands),
        "contract": deal.contract,
    }
    if deal.trump is not None:
        fields["trump"] = deal.trump
    if deal.start is not None:
        fields["start"] = deal.start
    if deal.calls is not None:
        fields["calls"] = [[seat, list(targets)] for seat, targets in deal.calls]
    fields["plays"] = " ".join(deal.plays)
    fields["raw"] = list(deal.raw)
    fields["adjusted"] = list(deal.adjusted)
    return fields


def record_fields(record: SessionRecord) -> dict[str, Any]:
    """Return a record as its JSON object, without the digest."""
    return {
        "record": RECORD_VERSION,
        "rules": record.rules,
        "set": record.board_set,
        "round": record.round,
        "table": record.table,
        "seating": record.seating,
        "bots": list(record.bots),
        "deals": [deal_fields(deal) for deal in record.deals],
        "faults": [
            {
                "deal": entry.deal,
                "seat": entry.seat,
                "ask": entry.ask,
                "n": entry.n,
                "fault": entry.fault,
                "retired": entry.retired,
            }
            for entry in record.faults
        ],
        "quota_penalties": list(record.quota_penalties),
        "fault_penalties": list(record.fault_penalties),
        "totals": list(record.totals),
    }


def digest_of(fields: dict[str, Any]) -> str:
    """Return the SHA-256 of a record's object without `digest`: sorted keys, no spaces."""
    return sha256(_CANONICAL.encode(fields).encode("utf-8", "surrogatepass")).hexdigest()


def sealed(record: SessionRecord) -> SessionRecord:
    """Return the record with its digest."""
    return replace(record, digest=digest_of(record_fields(record)))


def record_line(record: SessionRecord) -> bytes:
    """Return the line of the ledger for a sealed record, line feed included."""
    fields = record_fields(record)
    fields["digest"] = record.digest
    return compact(fields) + b"\n"
