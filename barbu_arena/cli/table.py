"""`barbu-arena table`: the league table of a results folder."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--contracts", is_flag=True, help="The table by contract instead.")
@format_option()
def command(folder: Path, contracts: bool, form: Format) -> None:
    """Print the league table of a results folder.

    The league need not be finished.

    \b
    Example:
      barbu-arena table results/quickstart --format markdown
    """
    from barbu_arena.cli.derive import contracts_table, league_table, read_tally

    league, found = read_tally(folder)
    table = contracts_table if contracts else league_table
    write(table(league, found, form))
