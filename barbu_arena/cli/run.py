"""`barbu-arena run`: play a league, or go on with it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FILE, playing_options, results_option, strict_option

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("file", type=FILE)
@results_option("Where the league's folder is made.")
@click.option("--seed", help="The seed, in place of the file's.")
@strict_option
@playing_options
def command(  # noqa: PLR0913  one for each option
    *,
    file: Path,
    results: Path,
    seed: str | None,
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

    \b
    Example:
      barbu-arena run tournaments/quickstart.yaml --jobs 2
    """
    from barbu_arena.cli.playing import PlayOptions
    from barbu_arena.cli.running import run_file

    resume = ["run", str(file)]
    resume += ["--results", str(results)] if str(results) != "results" else []
    resume += ["--sandbox", sandbox] if sandbox is not None else []
    resume += ["--seed", seed] if seed is not None else []
    options = PlayOptions(jobs, not no_pin, quiet, verbose, strict, sandbox)
    return run_file(file, results, seed, options, resume)
