"""`barbu-arena plan`: what a tournament file amounts to."""

from pathlib import Path

import click

from barbu_arena.cli.options import FILE, format_option, results_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("file", type=FILE)
@results_option("Where the league's folder is, for the time that its sessions took.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), help="Sessions at a time.")
@format_option()
def command(file: Path, results: Path, jobs: int | None, form: Format) -> None:
    """Tell how many sessions a league has, and how long it may take.

    FILE is a tournament, which is checked; the last row tells how small a difference between two
    bots it can resolve.

    \b
    Example:
      barbu-arena plan tournaments/overnight.yaml
    """
    from barbu_arena.files.league_run import seconds_per_session
    from barbu_arena.files.tournament_file import load_tournament
    from barbu_arena.league.pool import default_jobs
    from barbu_arena.report.grid import render
    from barbu_arena.report.plan_table import plan_for_people, plan_grid

    found = load_tournament(file)
    measured = seconds_per_session(results / found.plan.name)
    grid = plan_grid(found.plan, found.seed, jobs or default_jobs(), measured)
    write(render(plan_for_people(grid) if form in ("text", "markdown") else grid, form))
