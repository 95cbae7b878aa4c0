"""The league table with its table by contract, in one document."""

import json

from barbu_arena.report.grid import Format, Grid, as_object, render


def render_league_table(table: Grid, contracts: Grid, form: Format) -> str:
    """Return both tables as one document; CSV has room for the first alone."""
    if form == "csv":
        return render(table, form)
    if form == "json":
        document = {**as_object(table), "contracts": as_object(contracts)["rows"]}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return render(table, form) + "\n" + render(contracts, form)
