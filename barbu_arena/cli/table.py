"""`barbu-arena table`: the league table of a results folder."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--pairs", "part", flag_value="pairs", help="Every two bots against each other.")
@click.option("--ratings", "part", flag_value="ratings", help="Robust scores, ratings and places.")
@click.option("--contracts", "part", flag_value="contracts", help="The table by contract.")
@click.option("--all", "part", flag_value="all", help="All of these below the league table.")
@format_option()
def command(folder: Path, part: str | None, form: Format) -> None:
    """Print the league table of a results folder.

    The league need not be finished. Options print another table instead; of several the last one
    counts. JSON of the league table has all of them in it, CSV is one table at a time.

    \b
    Example:
      barbu-arena table results/quickstart --format markdown
      barbu-arena table results/quickstart --pairs
    """
    from barbu_arena.cli import derive

    league, found = derive.read_tally(folder)
    tables = {
        "pairs": derive.pairs_table,
        "ratings": derive.ratings_table,
        "contracts": derive.contracts_table,
        "all": derive.whole_table,
    }
    write(tables.get(part or "", derive.league_table)(league, found, form))
