"""`barbu-arena doubling`: what doubling brought and cost each bot."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--yields", "part", flag_value="yields", help="Points per double, kind by kind.")
@click.option("--targets", "part", flag_value="targets", help="Who won what by doubling whom.")
@click.option("--without", "part", flag_value="without", help="The league table without doubles.")
@click.option("--all", "part", flag_value="all", help="All columns, and all of these below.")
@format_option()
def command(folder: Path, part: str | None, form: Format) -> None:
    """Print what doubling brought and cost each bot.

    The ledger of a results folder: where every point came from, exactly, and how well each bot
    chose its doubles. Options print another table instead; of several the last one counts. JSON of
    the ledger has all of them in it, CSV has all columns of one table.

    \b
    Example:
      barbu-arena doubling results/quickstart
      barbu-arena doubling results/quickstart --all
    """
    from barbu_arena.cli.derive import doubling_of, facts_of, read_tally
    from barbu_arena.errors import ConfigError
    from barbu_arena.report.doubling_details import PARTS, render_doubling, render_part

    league, found = read_tally(folder)
    doubling = doubling_of(league, found)
    if doubling is None:
        raise ConfigError(f"{folder}: rule set {league.tournament.rules.name} has no doubles")
    facts = facts_of(league, found)
    for one in PARTS:
        if part == one:
            write(render_part(one, doubling, facts, form))
            return
    write(render_doubling(doubling, facts, form, whole=part == "all"))
