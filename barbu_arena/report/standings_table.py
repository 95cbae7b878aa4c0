"""The league table: who is better, by how much, how surely."""

from collections.abc import Sequence

from barbu_arena.league.contract_scores import ContractScores
from barbu_arena.league.standings import Standing
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Column, Grid

_COLUMNS = (
    Column("rank", "#"),
    Column("bot", "bot"),
    Column("points_per_deal", "points/deal", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("sessions", "sessions"),
    Column("points_per_session", "points/session", 1, signed=True),
    Column("wins", "wins", 1),
    Column("faults", "faults"),
    Column("retired", "retired"),
    Column("penalties", "penalties"),
    Column("fault_kinds", "kinds of fault"),
)


def standings_grid(standings: Sequence[Standing], facts: LeagueFacts) -> Grid:
    """Return the league table, best first."""
    rows = tuple(
        (
            rank,
            row.bot,
            row.points_per_deal,
            row.half_width_95,
            row.sessions,
            row.mean_total,
            row.wins,
            sum(count for _, count in row.faults),
            row.retirements,
            row.penalties,
            ", ".join(f"{kind} {count}" for kind, count in row.faults),
        )
        for rank, row in enumerate(standings, start=1)
    )
    columns = _COLUMNS
    if not any(row.faults for row in standings):
        columns = _COLUMNS[:-1]
        rows = tuple(row[:-1] for row in rows)
    return Grid(
        schema="barbu-arena/standings/1",
        heading=facts.heading(),
        columns=columns,
        rows=rows,
        notes=(
            "points/deal: strength against an average field, by least squares over complete "
            "tables.",
            f"± 95 %: half the width of its interval; it rests on {facts.board_sets_text()}, "
            "each counted once.",
            f"wins: sessions won, a shared victory in parts. ledger {facts.digest}",
        ),
        facts=facts.fields(),
    )


_CONTRACT_COLUMNS = (
    Column("bot", "bot"),
    Column("contract", "contract"),
    Column("declarer_deals", "declared"),
    Column("declarer_raw", "raw", 1, signed=True),
    Column("declarer_adjusted", "adjusted", 1, signed=True),
    Column("defender_deals", "defended"),
    Column("defender_raw", "raw", 1, signed=True),
    Column("defender_adjusted", "adjusted", 1, signed=True),
)


def contracts_grid(scores: Sequence[ContractScores], facts: LeagueFacts) -> Grid:
    """Return each bot's points per deal by contract, as declarer and as defender."""
    return Grid(
        schema="barbu-arena/contracts/1",
        heading=("Points per deal by contract, before and after doubles.",),
        columns=_CONTRACT_COLUMNS,
        rows=tuple(
            (
                row.bot,
                row.contract,
                row.declarer.deals,
                row.declarer.raw_mean,
                row.declarer.adjusted_mean,
                row.defender.deals,
                row.defender.raw_mean,
                row.defender.adjusted_mean,
            )
            for row in scores
        ),
        facts=facts.fields(),
    )
