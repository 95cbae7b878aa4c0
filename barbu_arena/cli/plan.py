"""`barbu-arena plan`: what a tournament file amounts to."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FILE, format_option, results_option, sandbox_option
from barbu_arena.cli.streams import tell, write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.files.tournament_file import TournamentFile
    from barbu_arena.league.experience import Spread
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("file", type=FILE)
@results_option("Where the league's folder is, for what its sessions tell.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), help="Sessions at a time.")
@click.option("--pilot", is_flag=True, help="Play a session of every bot, to measure the time.")
@sandbox_option
@format_option()
def command(
    *,
    file: Path,
    results: Path,
    jobs: int | None,
    pilot: bool,
    sandbox: "Wish | None",
    form: Format,
) -> int:
    """Tell how many sessions a league has, and how long it may take.

    FILE is a tournament, which is checked. The time is that of the league's own sessions if some
    were played, of a pilot if one is asked for, else a guess; the longest is what no bot can
    stretch. The smallest difference between two bots that it can tell apart rests on the spread of
    the league's own results, else of bots that double. A pilot keeps nothing.

    \b
    Example:
      barbu-arena plan tournaments/overnight.yaml --pilot
    """
    from barbu_arena.files.league_run import seconds_per_session
    from barbu_arena.files.tournament_file import load_tournament
    from barbu_arena.league.pool import default_jobs
    from barbu_arena.report.grid import render
    from barbu_arena.report.plan_table import Known, plan_for_people, plan_grid

    found = load_tournament(file)
    at_a_time = jobs or default_jobs()
    folder = results / found.plan.name
    known = Known(seconds_per_session(folder), spread=_spread(folder, found))
    if pilot:
        seconds = _pilot(found, at_a_time, sandbox)
        if not seconds:
            tell("interrupted")
            return 130
        source = f"a pilot of {len(seconds)} session{'s' * (len(seconds) > 1)}"
        known = Known(sum(seconds) / len(seconds), source, known.spread)
    grid = plan_grid(found.plan, found.seed, at_a_time, known)
    write(render(plan_for_people(grid) if form in ("text", "markdown") else grid, form))
    return 0


def _spread(folder: Path, found: "TournamentFile") -> "Spread | None":
    """Return how far the results of a league spread that are of this tournament, if any are."""
    from barbu_arena.errors import ArenaError
    from barbu_arena.files.manifest import MANIFEST_NAME
    from barbu_arena.files.results_folder import read_league, tally
    from barbu_arena.league.experience import spread_of
    from barbu_arena.league.precision import table_results

    if not (folder / MANIFEST_NAME).is_file():
        return None
    try:
        league = read_league(folder)
        played, plan = league.tournament, found.plan
        names = [{bot.name for bot in tournament.players} for tournament in (played, plan)]
        if names[0] != names[1] or played.rules != plan.rules:
            tell(f"{folder}: of other bots or rules, and passed over")
            return None
        return spread_of(table_results(tally(league).summaries, played), plan)
    except ArenaError as error:
        tell(f"{str(error).splitlines()[0]}; its results are passed over")
        return None


def _pilot(found: "TournamentFile", jobs: int, sandbox: "Wish | None") -> list[float]:
    """Play a session of every bot and return their times; none if it was interrupted."""
    from barbu_arena.cli.launch import choose_launching
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.league.experience import pilot_sessions
    from barbu_arena.league.pool import Playing, play_all

    tournament = found.tournament("pilot")
    launching = choose_launching(tournament, sandbox)
    plans = pilot_sessions(tournament, jobs)
    seconds = []
    with StopSignals() as signals:
        playing = Playing(launching.launch, min(jobs, len(plans)))
        for played in play_all(tournament, iter(plans), playing, signals.stop):
            if played is None:
                continue
            seconds.append(played.seconds)
            for item in played.evidence:
                tell(f"pilot: {item.bot}: {item.entry.fault}: {item.fault.message}")
    return seconds if len(seconds) == len(plans) else []
