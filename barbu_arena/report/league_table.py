"""The league table with its table by contract, in one document."""

import json
from collections.abc import Sequence

from barbu_arena.league.contract_scores import ContractScores
from barbu_arena.league.standings import Standing
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Format, as_object, render
from barbu_arena.report.standings_table import (
    contracts_for_people,
    contracts_grid,
    standings_grid,
)


def render_league_table(
    standings: Sequence[Standing],
    contracts: Sequence[ContractScores],
    facts: LeagueFacts,
    form: Format,
) -> str:
    """Return the league table and, unless there is none, the one by contract as one document.

    CSV has room for the first alone.
    """
    table = standings_grid(standings, facts)
    if form == "csv" or not contracts:
        return render(table, form)
    if form == "json":
        rows = as_object(contracts_grid(contracts, facts))["rows"]
        return (
            json.dumps({**as_object(table), "contracts": rows}, indent=2, ensure_ascii=False) + "\n"
        )
    return render(table, form) + "\n" + render(contracts_for_people(contracts, facts), form)


def render_contracts(contracts: Sequence[ContractScores], facts: LeagueFacts, form: Format) -> str:
    """Return the table by contract alone."""
    if form in ("text", "markdown"):
        return render(contracts_for_people(contracts, facts), form)
    return render(contracts_grid(contracts, facts), form)
