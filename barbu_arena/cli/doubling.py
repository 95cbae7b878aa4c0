"""`barbu-arena doubling`: what doubling brought and cost each bot."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("folder", type=FOLDER)
@format_option()
def command(folder: Path, form: Format) -> None:
    """Print what doubling brought and cost each bot.

    The ledger of a results folder: where every point came from, exactly.

    \b
    Example:
      barbu-arena doubling results/quickstart
    """
    from barbu_arena.cli.derive import doubling_table, read_tally
    from barbu_arena.errors import ConfigError
    from barbu_arena.report.grid import render

    league, found = read_tally(folder)
    grid = doubling_table(league, found)
    if grid is None:
        raise ConfigError(f"{folder}: rule set {league.tournament.rules.name} has no doubles")
    write(render(grid, form))
