"""What bots said beside their answers, kept beside the ledger: for authors, never for a result.

A line for each bot and session of which something was said. Source: design §7.
"""

from pathlib import Path
from typing import Any

from barbu_arena.files.ledger import open_to_append
from barbu_arena.league.session_job import Played
from barbu_arena.players.compact_json import compact
from barbu_arena.players.remarks import Remark

REMARKS_NAME = "remarks.jsonl"


def keep_remarks(folder: Path, played: Played) -> None:
    """Add the remarks of a session to a results folder's, if there are any. Raises OSError."""
    record = played.record
    lines = []
    for seat, bot in enumerate(record.bots):
        of_seat = [remark for remark in played.remarks if remark.seat == seat]
        if of_seat:
            fields = {"session": record.session, "seat": seat, "bot": bot, **_fields(of_seat)}
            lines.append(compact(fields) + b"\n")
    if lines:
        with open_to_append(folder / REMARKS_NAME) as file:
            file.write(b"".join(lines))


def _fields(remarks: list[Remark]) -> dict[str, Any]:
    """Return what one bot said: `margins` as [deal, ask, n, points], and all differences."""
    return {
        "margins": [
            [remark.deal, remark.ask, remark.n, remark.margin]
            for remark in remarks
            if remark.margin is not None
        ],
        "differences": [
            {
                "deal": remark.deal,
                "ask": remark.ask,
                "n": remark.n,
                "lacking": remark.lacking,
                "extra": remark.extra,
            }
            for remark in remarks
            if remark.differs
        ],
    }
