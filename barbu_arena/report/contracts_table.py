"""What each bot made of each contract, as its declarer and as a defender."""

from collections.abc import Sequence

from barbu_arena.league.contract_scores import ContractScores, RoleScores
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Cell, Column, Grid

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
