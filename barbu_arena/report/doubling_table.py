"""The doubling ledger: where every point came from, and whether doubling paid."""

from collections.abc import Sequence

from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.doubling_statistics import PARTS, DoublingStatistics
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
_ESSENTIALS = ("bot", "doubles", "hit_rate", "tie_rate", "yield", "selectivity", "missed")
_COUNTS = (
    "bot",
    "sessions",
    "voluntary_made",
    "forced_made",
    "redoubles_made",
    "received_count",
    "yield_voluntary",
    "yield_forced",
    "yield_redoubles",
)
_CHOICES = (
    "bot",
    "take_rate",
    "regret",
    "hindsight",
    "early",
    "price",
    "exposure",
    "variance_share",
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
    Column("doubles", "doubles"),
    Column("hit_rate", "hit %", 0),
    Column("tie_rate", "tie %", 0),
    Column("yield", "yield", 1, signed=True),
    Column("yield_voluntary", "yield: vol.", 1, signed=True),
    Column("yield_forced", "forced", 1, signed=True),
    Column("yield_redoubles", "red.", 1, signed=True),
    Column("selectivity", "selectivity", 1, signed=True),
    Column("missed", "missed", 1),
    Column("take_rate", "taken %", 0),
    Column("regret", "regret", 1),
    Column("hindsight", "hindsight", 2, signed=True),
    Column("early", "early"),
    Column("price", "price", 1, signed=True),
    Column("exposure", "exposure", 1),
    Column("variance_share", "of variance %", 0),
    *(
        column
        for part in PARTS
        for column in (
            Column(f"{part}_per_session", part, 1, signed=True),
            Column(f"{part}_half_width_95", "±", 1),
        )
    ),
)
_PER_SESSION = (
    "bot",
    *(f"{part}_{what}" for part in PARTS for what in ("per_session", "half_width_95")),
)
_LEDGER_NOTES = (
    "Points over all sessions; total = raw + voluntary + forced + redoubles + received "
    "+ penalties, exactly.",
    "voluntary, forced: doubles by choice, and of the declarer when the quota left no "
    "choice; redoubles: the declarer's answers; received: what others' doubles brought.",
    "hit %: doubles won among those decided; tie %: the share that moved nothing; "
    "yield: points per double.",
    "selectivity: mean gap to declarers doubled by choice − to those left alone; "
    "missed: points a session that doubles not made would have won.",
)
_WHOLE_NOTES = (
    "taken %: of the free chances to double a declarer; regret: points a session that free "
    "doubles lost; hindsight: their net ÷ all that they moved.",
    "early: free doubles that paid a debt; price: mean gap of forced doubles − of free ones; "
    "exposure: points a session moved; of variance %: of the totals' ups and downs.",
    "±: half of a 95 % interval over board sets; the parts are points a session there.",
)


def doubling_grid(
    ledger: Sequence[LedgerRow],
    facts: LeagueFacts,
    statistics: Sequence[DoublingStatistics] = (),
    whole: bool = False,
) -> Grid:
    """Return the ledger, one bot a row: sums of points over all sessions, and how well it chose.

    People see the essentials or, if `whole`, all columns.
    """
    chose = {row.bot: row for row in statistics}
    blocks: tuple[tuple[str, ...], ...] = (_POINTS, _ESSENTIALS)
    if whole:
        blocks += (_COUNTS, _CHOICES, _PER_SESSION)
    return Grid(
        schema="barbu-arena/doubling/1",
        heading=facts.heading(),
        columns=_COLUMNS,
        rows=tuple((*_row(row), *_choices(chose.get(row.bot))) for row in ledger),
        notes=(*_LEDGER_NOTES, *(_WHOLE_NOTES if whole else ())),
        facts=facts.fields(),
        blocks=blocks,
    )


def _row(row: LedgerRow) -> tuple[Cell, ...]:
    made = row.doubles
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
        made.made,
        _percent(made.hit_rate),
        _percent(_tie_rate(made)),
        made.points_per_double,
        row.voluntary.points_per_double,
        row.forced.points_per_double,
        row.redoubles.points_per_double,
    )


def _choices(row: DoublingStatistics | None) -> tuple[Cell, ...]:
    if row is None:
        return (None,) * (len(_COLUMNS) - 20)
    return (
        row.selectivity,
        row.missed,
        _percent(row.take_rate),
        row.regret,
        row.hindsight,
        row.early,
        row.price,
        row.exposure,
        _percent(row.variance_share),
        *(
            cell
            for estimate in row.parts.values()
            for cell in (estimate.points, estimate.half_width())
        ),
    )


def _tie_rate(doubles: DoubleSums) -> float | None:
    return doubles.ties / doubles.made if doubles.made else None


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
