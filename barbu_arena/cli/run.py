"""`barbu-arena run`: play a league, or go on with it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FILE, playing_options, results_option, strict_option
from barbu_arena.cli.until import Until, read_until

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("file", type=FILE)
@results_option("Where the league's folder is made.")
@click.option("--seed", help="The seed, in place of the file's.")
@click.option(
    "--until",
    multiple=True,
    callback=read_until,
    metavar="WHEN",
    help="End early: at '07:00', or at 'interval <= 0.5'.",
)
@strict_option
@playing_options
def command(  # noqa: PLR0913  one for each option
    *,
    file: Path,
    results: Path,
    seed: str | None,
    until: tuple[Until, ...],
    strict: bool,
    sandbox: "Wish | None",
    jobs: int | None,
    no_pin: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Play a league, or go on with it, then print its table.

    FILE is a tournament; its sessions are kept in RESULTS/<name>/. The same command goes on where
    an earlier one stopped. Ctrl-C lets the sessions in play
    finish; a second one drops them.

    --until 07:00 ends play at the next seven o'clock, --until 'interval <= 0.5' when half the
    widest 95 % interval of a bot is at most so many points per deal: an interval that holds at
    every look, and is therefore wider than the table's. Sessions in play finish.

    \b
    Example:
      barbu-arena run tournaments/quickstart.yaml --jobs 2
      barbu-arena run tournaments/overnight.yaml --until 07:00 --until 'interval <= 0.5'
    """
    from barbu_arena.cli.playing import PlayOptions
    from barbu_arena.cli.running import run_file

    resume = ["run", str(file)]
    resume += ["--results", str(results)] if str(results) != "results" else []
    resume += ["--sandbox", sandbox] if sandbox is not None else []
    resume += ["--strict"] if strict else []
    resume += ["--seed", seed] if seed is not None else []
    options = PlayOptions(jobs, not no_pin, quiet, verbose, strict, sandbox, until=until)
    return run_file(file, results, seed, options, resume)
