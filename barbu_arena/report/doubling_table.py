"""The doubling ledger: where every point came from, and whether doubling paid."""

from collections.abc import Sequence

from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.summary import DoubleSums
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Cell, Column, Grid

_POINTS = (
    "bot",
    "total",
    "raw",
    "voluntary",
    "forced",
    "redoubles",
    "received",
    "penalties",
)
_COUNTS = (
    "bot",
    "sessions",
    "voluntary_made",
    "forced_made",
    "redoubles_made",
    "received_count",
    "hit_rate",
    "tie_rate",
    "yield_voluntary",
    "yield_forced",
    "yield_redoubles",
)
_COLUMNS = (
    Column("bot", "bot"),
    Column("sessions", "sessions"),
    Column("total", "total"),
    Column("raw", "= raw", signed=True),
    Column("voluntary", "+ voluntary", signed=True),
    Column("forced", "+ forced", signed=True),
    Column("redoubles", "+ redoubles", signed=True),
    Column("received", "+ received", signed=True),
    Column("penalties", "+ penalties", signed=True),
    Column("voluntary_made", "voluntary"),
    Column("forced_made", "forced"),
    Column("redoubles_made", "redoubles"),
    Column("received_count", "received"),
    Column("hit_rate", "hit %", 0),
    Column("tie_rate", "tie %", 0),
    Column("yield_voluntary", "yield: vol.", 1, signed=True),
    Column("yield_forced", "forced", 1, signed=True),
    Column("yield_redoubles", "red.", 1, signed=True),
)


def doubling_grid(ledger: Sequence[LedgerRow], facts: LeagueFacts) -> Grid:
    """Return the ledger, one bot a row: sums of points over all sessions."""
    return Grid(
        schema="barbu-arena/doubling/1",
        heading=facts.heading(),
        columns=_COLUMNS,
        rows=tuple(_row(row) for row in ledger),
        notes=(
            "Points over all sessions; total = raw + voluntary + forced + redoubles + received "
            "+ penalties, exactly.",
            "voluntary, forced: doubles by choice, and of the declarer when the quota left no "
            "choice; redoubles: the declarer's answers; received: what others' doubles brought.",
            "hit %: doubles won among those decided; tie %: the share that moved nothing; "
            "yield: points per double.",
        ),
        facts=facts.fields(),
        blocks=(_POINTS, _COUNTS),
    )


def _row(row: LedgerRow) -> tuple[Cell, ...]:
    made = row.voluntary + row.forced + row.redoubles
    return (
        row.bot,
        row.sessions,
        row.total,
        row.raw,
        row.voluntary.points,
        row.forced.points,
        row.redoubles.points,
        row.received,
        row.penalties,
        row.voluntary.made,
        row.forced.made,
        row.redoubles.made,
        row.received_count,
        _percent(made.hit_rate),
        _percent(_tie_rate(made)),
        row.voluntary.points_per_double,
        row.forced.points_per_double,
        row.redoubles.points_per_double,
    )


def _tie_rate(doubles: DoubleSums) -> float | None:
    return doubles.ties / doubles.made if doubles.made else None


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
