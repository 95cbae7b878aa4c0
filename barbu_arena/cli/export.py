"""`barbu-arena export`: a league's ledger as tables for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.files.export import Kind


@click.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--to",
    "kind",
    type=click.Choice(["csv", "sqlite", "parquet"]),
    required=True,
    help="What to write: CSV files, one SQLite database, or Parquet files (the extra `parquet`).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The folder to write to; for sqlite also the file.  [default: FOLDER/export]",
)
@format_option()
def command(folder: Path, kind: "Kind", out: Path | None, form: Format) -> None:
    """Write a league's sessions, deals, doubles and plays as tables.

    Every record is replayed before it is written. docs/analysis.md lists the columns, and ten
    questions with their SQL. Files of an earlier export are replaced, others are not. The files
    written are listed on stdout.

    \b
    Example:
      barbu-arena export results/quickstart --to sqlite
      barbu-arena export results/quickstart --to csv --out /tmp/quickstart
    """
    from barbu_arena.cli.derive import tell_of_unfinished
    from barbu_arena.files.export import export_league
    from barbu_arena.files.results_folder import read_league
    from barbu_arena.report.export_table import export_grid
    from barbu_arena.report.grid import render

    league = read_league(folder)
    tell_of_unfinished(league)
    written = export_league(league, kind, out)
    for_people = form in ("text", "markdown")
    write(render(export_grid(written, league.tournament.name, for_people), form))
