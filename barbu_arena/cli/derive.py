"""The files of a results folder that follow from its ledger, and the tables they hold."""

from functools import lru_cache
from pathlib import Path

from barbu_arena.cli.streams import tell
from barbu_arena.files.ledger import unfinished_bytes, write_whole
from barbu_arena.files.results_folder import League, read_league, tally
from barbu_arena.files.stopping_rules import was_to_be_precise
from barbu_arena.files.tally import Tally
from barbu_arena.league.contract_scores import contract_scores
from barbu_arena.league.doubling import Doubling, doubling
from barbu_arena.league.schedule import session_count
from barbu_arena.league.standings import Standings, league_standings
from barbu_arena.league.summaries import Summaries
from barbu_arena.report.doubling_table import doubling_grid
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import FORMATS, Format, Grid, render
from barbu_arena.report.league_table import render_contracts, render_league_table
from barbu_arena.report.pairs_table import render_pairs
from barbu_arena.report.standings_table import ratings_grid

_SUFFIXES = {"text": "txt", "markdown": "md", "csv": "csv", "json": "json"}


def read_tally(folder: Path) -> tuple[League, Tally]:
    """Return the league of a results folder and what its ledger adds up to.

    An unfinished last line is told of; a run cuts it off.
    """
    league = read_league(folder)
    tell_of_unfinished(league)
    return league, tally(league)


def tell_of_unfinished(league: League) -> None:
    """Tell of a last line that was passed over, because its session was never finished."""
    if unfinished_bytes(league.ledger):
        tell(f"{league.ledger}: the last line is unfinished and was passed over")


def facts_of(league: League, found: Tally) -> LeagueFacts:
    """Return what heads the tables of a league."""
    tournament = league.tournament
    seatings = tournament.schedule.seatings
    sessions, planned = len(found.summaries), session_count(tournament)
    by_results = tournament.test is not None or was_to_be_precise(league.folder)
    return LeagueFacts(
        name=tournament.name,
        rules=tournament.rules.name,
        seed=tournament.seed,
        sandbox=league.sandbox,
        sessions=sessions,
        planned=planned,
        board_sets=found.complete_sets(seatings),
        seatings=seatings,
        digest=found.digests.ledger_digest(),
        doubles=tournament.rules.doubling is not None,
        ends_by_results=by_results and sessions < planned,
    )


def standings_of(league: League, found: Tally) -> Standings:
    """Return the standings; what is drawn for them follows from the ledger's digest."""
    tournament = league.tournament
    house = tournament.house
    return _standings(
        found.summaries,
        tournament.schedule.seatings,
        found.digests.ledger_digest(),
        () if house is None else (house.name,),
    )


@lru_cache(maxsize=1)
def _standings(
    summaries: Summaries, seatings: int, digest: str, outside: tuple[str, ...]
) -> Standings:
    """Return the standings; those of the last ledger again if its digest is still the same."""
    return league_standings(summaries, seatings, digest, outside)


def league_table(league: League, found: Tally, form: Format, whole: bool = False) -> str:
    """Return the league table in one of its forms, `whole` with the tables behind it as JSON is."""
    tournament = league.tournament
    return render_league_table(
        standings_of(league, found),
        contract_scores(found.contracts, tournament.rules) if whole or form == "json" else (),
        facts_of(league, found),
        form,
    )


def whole_table(league: League, found: Tally, form: Format) -> str:
    """Return the league table with all tables behind it, as far as the form has room for them."""
    return league_table(league, found, form, whole=True)


def pairs_table(league: League, found: Tally, form: Format) -> str:
    """Return the table of all pairs in one of its forms."""
    return render_pairs(standings_of(league, found), facts_of(league, found), form)


def ratings_table(league: League, found: Tally, form: Format) -> str:
    """Return the ratings in one of its forms; for programs they are in the league table."""
    return render(ratings_grid(standings_of(league, found), facts_of(league, found)), form)


def contracts_table(league: League, found: Tally, form: Format) -> str:
    """Return the table by contract in one of its forms."""
    scores = contract_scores(found.contracts, league.tournament.rules)
    return render_contracts(scores, facts_of(league, found), form)


def doubling_of(league: League, found: Tally) -> Doubling | None:
    """Return all that is told of a league's doubling; None under rules without doubles."""
    tournament = league.tournament
    if tournament.rules.doubling is None:
        return None
    rows = standings_of(league, found).rows
    seatings = tournament.schedule.seatings
    return doubling(rows, found.summaries, found.choices, tournament.rules, seatings)


def doubling_table(league: League, found: Tally) -> Grid | None:
    """Return the doubling ledger; None under rules without doubles."""
    whole = doubling_of(league, found)
    if whole is None:
        return None
    return doubling_grid(whole.ledger, facts_of(league, found), whole.statistics)


def write_derived(league: League, found: Tally) -> None:
    """Write the derived files; one that is right already is left alone. Raises StorageError."""
    for form in FORMATS:
        _write(league.folder / f"table.{_SUFFIXES[form]}", whole_table(league, found, form))
    ledger = doubling_table(league, found)
    if ledger is not None:
        _write(league.folder / "doubling.csv", render(ledger, "csv"))


def _write(path: Path, text: str) -> None:
    data = text.encode()
    try:
        if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
            return
    except OSError:
        pass
    write_whole(path, text)
