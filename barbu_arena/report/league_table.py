"""The league table with the tables behind it, in one document."""

import json
from collections.abc import Sequence

from barbu_arena.league.contract_scores import ContractScores
from barbu_arena.league.standings import Standings
from barbu_arena.report.contracts_table import contracts_for_people, contracts_grid
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Format, as_object, render
from barbu_arena.report.pairs_table import pairs_grid, render_pairs
from barbu_arena.report.standings_table import ratings_grid, standings_grid


def render_league_table(
    standings: Standings, contracts: Sequence[ContractScores], facts: LeagueFacts, form: Format
) -> str:
    """Return the league table and, if `contracts` are given, all tables behind it.

    JSON is one document with the pairs in it, CSV has room for the first table alone.
    """
    table = standings_grid(standings, facts)
    if form == "json":
        whole = {**as_object(table), "pairs": as_object(pairs_grid(standings, facts))["rows"]}
        if contracts:
            whole["contracts"] = as_object(contracts_grid(contracts, facts))["rows"]
        return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    if form == "csv" or not contracts:
        return render(table, form)
    parts = (
        render(table, form),
        render(ratings_grid(standings, facts), form),
        render_pairs(standings, facts, form),
        render(contracts_for_people(contracts, facts), form),
    )
    return "\n".join(parts)


def render_contracts(contracts: Sequence[ContractScores], facts: LeagueFacts, form: Format) -> str:
    """Return the table by contract alone."""
    if form in ("text", "markdown"):
        return render(contracts_for_people(contracts, facts), form)
    return render(contracts_grid(contracts, facts), form)
