"""The tables of an export: their columns, with units and meanings.

Tidy: a row is one observation, a column one variable, no cell is a list. All numbers are whole.
docs/analysis.md is held against this by a test.
"""

from dataclasses import dataclass
from typing import Literal

Cell = int | str | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TidyColumn:
    """A variable; a cell may be empty (None) only where `meaning` says when."""

    name: str
    kind: Literal["integer", "text"]
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TidyTable:
    """A table: what a row of it is, which columns tell rows apart, and all columns."""

    name: str
    row: str
    key: tuple[str, ...]
    columns: tuple[TidyColumn, ...]


def _integer(name: str, unit: str, meaning: str) -> TidyColumn:
    return TidyColumn(name, "integer", unit, meaning)


def _text(name: str, unit: str, meaning: str) -> TidyColumn:
    return TidyColumn(name, "text", unit, meaning)


_SESSION = _text("session", "name", "round.table.seating")
_DEAL = _integer("deal", "number", "deal of the session, from 1")
_SEAT = _integer("seat", "seat", "0 to 3, clockwise; seat 0 declares first")
_BOT = _text("bot", "name", "the bot in that seat")
_BOARD_SET = _integer("board_set", "number", "the fixed deals, from 0; the unit of replication")
_CONTRACT = _text("contract", "name", "the contract announced")

SESSIONS = TidyTable(
    "sessions",
    "a bot's session: four rows a session",
    ("session", "seat"),
    (
        _SESSION,
        _integer("round", "number", "round of the schedule, from 1"),
        _integer("table_number", "number", "table of the round, from 1"),
        _integer("seating", "number", "seating of the table, from 1"),
        _BOARD_SET,
        _SEAT,
        _BOT,
        _integer("raw", "points", "sum of raw scores: what play alone brought"),
        _integer("adjusted", "points", "sum of adjusted scores: after doubles"),
        _integer("quota_penalty", "points", "for missing doubles, 0 or less"),
        _integer("fault_penalty", "points", "for faults, 0 or less"),
        _integer("total", "points", "adjusted + quota_penalty + fault_penalty"),
        _integer("faults", "count", "faults of the bot"),
        _integer("retired", "0 or 1", "1 if a stand-in answered for the bot in the end"),
    ),
)
DEALS = TidyTable(
    "deals",
    "a bot's deal: four rows a deal",
    ("session", "deal", "seat"),
    (
        _SESSION,
        _DEAL,
        _BOARD_SET,
        _integer("block", "number", "the declarer's turn, 0 to 3, as in `deal --block`"),
        _integer("block_index", "number", "place of the deal in its block, from 0"),
        _integer("declarer", "seat", "the seat that declares"),
        _CONTRACT,
        _text("trump", "suit", "S, H, D or C; empty without a trump"),
        _text("start", "rank", "the rank a Domino starts from; empty in other contracts"),
        _SEAT,
        _BOT,
        _text("role", "role", "declarer or defender"),
        _text("hand", "cards", "spades.hearts.diamonds.clubs, high to low"),
        _integer("raw", "points", "raw score of the seat"),
        _integer("adjusted", "points", "adjusted score of the seat: raw and what doubles moved"),
    ),
)
DOUBLES = TidyTable(
    "doubles",
    "a double: one seat's bet that its raw score will be above another's",
    ("session", "deal", "number"),
    (
        _SESSION,
        _DEAL,
        _integer("number", "number", "place among the doubles of the deal, from 1, in turn order"),
        _CONTRACT,
        _text("kind", "kind", "voluntary, forced (the quota left no choice) or redouble"),
        _integer("seat", "seat", "the doubler's seat"),
        _text("bot", "name", "the doubler"),
        _integer("target", "seat", "the seat that is doubled"),
        _text("target_bot", "name", "the bot that is doubled"),
        _text("target_role", "role", "declarer or defender"),
        _integer("margin", "points", "raw score of the doubler - raw score of the target"),
        _integer("stake", "times", "how often the margin changes hands for this double alone"),
        _integer("points", "points", "stake * margin: won by the doubler, paid by the target"),
    ),
)
PLAYS = TidyTable(
    "plays",
    "a card played, or a pass in Domino",
    ("session", "deal", "turn"),
    (
        _SESSION,
        _DEAL,
        _integer("turn", "number", "place in the deal, from 1"),
        _integer("trick", "number", "trick, from 1; empty in Domino"),
        _integer("position", "number", "place in the trick, 1 leads; empty in Domino"),
        _SEAT,
        _BOT,
        _text("card", "card", "rank and suit; empty for a pass"),
        _integer("winner", "seat", "the seat that wins the trick; empty in Domino"),
        _integer(
            "points", "points", "raw points that this card captures, 0 if it does not win the "
            "trick; empty in Domino",
        ),
    ),
)  # fmt: skip
FAULTS = TidyTable(
    "faults",
    "a fault of a bot",
    ("session", "number"),
    (
        _SESSION,
        _integer("number", "number", "place among the faults of the session, from 1"),
        _integer("deal", "number", "deal of the session; 0 before the first one"),
        _SEAT,
        _BOT,
        _text("ask", "kind", "what was asked: hello, choose, double, play; bye after the end"),
        _integer("n", "number", "plays before it in the deal, or the place 0 to 3 of the call"),
        _text("fault", "kind", "start, handshake, timeout, crash, protocol, illegal or resource"),
        _integer("retired", "0 or 1", "1 if the bot was retired for it"),
    ),
)
LEAGUE = TidyTable(
    "league",
    "the league: one row",
    ("name",),
    (
        _text("name", "name", "of the tournament"),
        _text("rules", "name", "of the rule set"),
        _text("seed", "text", "all deals follow from it"),
        _text("sandbox", "mode", "in which the bots were played"),
        _integer("deals", "count", "deals of a session"),
        _integer("seatings", "count", "seatings in which a board set is replayed at a table"),
        _integer("planned", "count", "sessions of the schedule"),
        _integer("sessions", "count", "sessions in the ledger"),
        _text("ledger_digest", "SHA-256", "of the ledger, as `verify` prints it"),
    ),
)
COLUMNS = TidyTable(
    "columns",
    "a column of these tables",
    ("table_name", "column_name"),
    (
        _text("table_name", "name", "the table"),
        _text("column_name", "name", "the column"),
        _text("kind", "kind", "integer or text"),
        _text("unit", "unit", "what it is counted in"),
        _text("meaning", "text", "in words"),
    ),
)
TABLES = (LEAGUE, SESSIONS, DEALS, DOUBLES, PLAYS, FAULTS, COLUMNS)


def column_rows() -> tuple[Row, ...]:
    """Return the rows of the table `columns`."""
    return tuple(
        (table.name, column.name, column.kind, column.unit, column.meaning)
        for table in TABLES
        for column in table.columns
    )
