"""The league table: who is better, by how much, how surely."""

from collections.abc import Sequence

from barbu_arena.league.contract_scores import ContractScores, RoleScores
from barbu_arena.league.standings import Standing
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Cell, Column, Grid

_COLUMNS = (
    Column("rank", "#"),
    Column("bot", "bot"),
    Column("points_per_deal", "points/deal", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("sessions", "sessions"),
    Column("points_per_session", "points/session", 1, signed=True),
    Column("wins", "wins", 1),
    Column("penalties", "penalties"),
    Column("faults", "faults"),
    Column("retired", "retired"),
    Column("fault_kinds", "kinds of fault"),
)
_ALWAYS = ("rank", "bot", "points_per_deal", "half_width_95", "sessions", "points_per_session")
_WITH_PENALTIES = (*_ALWAYS, "wins", "penalties")
_WITH_FAULTS = (*_WITH_PENALTIES, "faults", "retired", "fault_kinds")


def standings_grid(standings: Sequence[Standing], facts: LeagueFacts) -> Grid:
    """Return the league table, best first; people see faults and penalties where there are any."""
    shown: tuple[str, ...] = (*_ALWAYS, "wins")
    if any(standing.faults for standing in standings):
        shown = _WITH_FAULTS
    elif any(standing.penalties for standing in standings):
        shown = _WITH_PENALTIES
    return Grid(
        schema="barbu-arena/standings/1",
        heading=facts.heading(),
        columns=_COLUMNS,
        rows=tuple(_row(rank, standing) for rank, standing in enumerate(standings, start=1)),
        notes=(
            "points/deal: strength against an average field, penalties included.",
            f"± 95 %: half of its interval, resting on {facts.board_sets_text()}.",
            "wins: sessions won, a shared victory in parts." + _faults_note(shown),
            f"ledger {facts.digest}",
        ),
        facts=facts.fields(),
        blocks=(shown,),
    )


def _faults_note(shown: tuple[str, ...]) -> str:
    return "" if shown is _WITH_FAULTS else " No bot had a fault."


def _row(rank: int, standing: Standing) -> tuple[Cell, ...]:
    return (
        rank,
        standing.bot,
        standing.points_per_deal,
        standing.half_width_95,
        standing.sessions,
        standing.mean_total,
        standing.wins,
        standing.penalties,
        standing.fault_count,
        standing.retirements,
        ", ".join(f"{kind} {count}" for kind, count in standing.faults),
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
_RAW_ONLY = (0, 1, 2, 3, 5, 6)
"""The columns that mean something without doubles."""


def contracts_grid(scores: Sequence[ContractScores], facts: LeagueFacts) -> Grid:
    """Return each bot's points per deal by contract, as declarer and as defender."""
    kept = range(len(_CONTRACT_COLUMNS)) if facts.doubles else _RAW_ONLY
    return Grid(
        schema="barbu-arena/contracts/1",
        heading=(),
        columns=tuple(_CONTRACT_COLUMNS[i] for i in kept),
        rows=tuple(tuple(_contract_row(row)[i] for i in kept) for row in scores),
        facts=facts.fields(),
    )


def _contract_row(row: ContractScores) -> tuple[Cell, ...]:
    return (
        row.bot,
        row.contract,
        row.declarer.deals,
        row.declarer.raw_mean,
        row.declarer.adjusted_mean,
        row.defender.deals,
        row.defender.raw_mean,
        row.defender.adjusted_mean,
    )


def contracts_for_people(scores: Sequence[ContractScores], facts: LeagueFacts) -> Grid:
    """Return the same with a column for each contract: points per deal, raw / after doubles."""
    contracts = tuple(dict.fromkeys(row.contract for row in scores))
    bots = tuple(dict.fromkeys(row.bot for row in scores))
    of = {(row.bot, row.contract): row for row in scores}
    rows = [
        (
            bot,
            role,
            *(_points(getattr(of[bot, contract], role), facts.doubles) for contract in contracts),
        )
        for bot in bots
        for role in ("declarer", "defender")
    ]
    what = ": raw / after doubles" if facts.doubles else ""
    return Grid(
        schema="",
        heading=(f"Points per deal by contract{what}.",),
        columns=(Column("bot", "bot"), Column("role", "as"), *(Column(c, c) for c in contracts)),
        rows=tuple(rows),
    )


def _points(scores: RoleScores, doubles: bool) -> str:
    if scores.raw_mean is None or scores.adjusted_mean is None:
        return "n/a"
    raw = f"{scores.raw_mean:+.1f}"
    return f"{raw} / {scores.adjusted_mean:+.1f}" if doubles else raw
