"""The files of a results folder that follow from its ledger, and the tables they hold."""

from pathlib import Path

from barbu_arena.files.ledger import ledger_digest, write_whole
from barbu_arena.files.results_folder import League, Tally
from barbu_arena.league.contract_scores import contract_scores
from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.schedule import session_count
from barbu_arena.league.standings import standings
from barbu_arena.report.doubling_table import doubling_grid
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import FORMATS, Format, Grid, render
from barbu_arena.report.league_table import render_league_table
from barbu_arena.report.standings_table import contracts_grid, standings_grid

_SUFFIXES = {"text": "txt", "markdown": "md", "csv": "csv", "json": "json"}


def facts_of(league: League, tally: Tally) -> LeagueFacts:
    """Return what heads the tables of a league."""
    tournament = league.tournament
    seatings = tournament.schedule.seatings
    return LeagueFacts(
        name=tournament.name,
        rules=tournament.rules.name,
        seed=tournament.seed,
        sandbox=league.sandbox,
        sessions=len(tally.summaries),
        planned=session_count(tournament),
        board_sets=tally.complete_sets(seatings),
        seatings=seatings,
        digest=ledger_digest(tally.digests),
    )


def table_grids(league: League, tally: Tally) -> tuple[Grid, Grid]:
    """Return the league table and the table by contract."""
    facts = facts_of(league, tally)
    tournament = league.tournament
    table = standings(tally.summaries, tournament.schedule.seatings)
    contracts = contract_scores(tally.summaries, tournament.rules)
    return standings_grid(table, facts), contracts_grid(contracts, facts)


def doubling_table(league: League, tally: Tally) -> Grid | None:
    """Return the doubling ledger; None under rules without doubles."""
    if league.tournament.rules.doubling is None:
        return None
    return doubling_grid(doubling_ledger(tally.summaries), facts_of(league, tally))


def write_derived(league: League, tally: Tally) -> None:
    """Write the derived files; one that is right already is left alone. Raises StorageError."""
    table, contracts = table_grids(league, tally)
    for form in FORMATS:
        text = render_league_table(table, contracts, form)
        _write(league.folder / f"table.{_SUFFIXES[form]}", text)
    doubling = doubling_table(league, tally)
    if doubling is not None:
        _write(league.folder / "doubling.csv", render(doubling, "csv"))


def league_table_text(league: League, tally: Tally, form: Format = "text") -> str:
    """Return the league table as it is printed."""
    return render_league_table(*table_grids(league, tally), form)


def _write(path: Path, text: str) -> None:
    try:
        if path.read_text("utf-8") == text:
            return
    except (OSError, UnicodeDecodeError):
        pass
    write_whole(path, text)
