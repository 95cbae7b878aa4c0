"""`barbu-arena match`: four bots against each other, without a tournament file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import BOT, playing_options, results_option, strict_option

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("bots", type=BOT, nargs=4)
@click.option("--rounds", type=click.IntRange(1, 100_000), default=1, show_default=True)
@click.option(
    "--seatings",
    type=click.Choice(["1", "4", "12", "24"]),
    default="4",
    show_default=True,
    help="In how many seatings each board set is played.",
)
@click.option("--rules", default="modern", show_default=True, help="A preset or a rules file.")
@click.option("--seed", help="The seed.  [default: 128 random bits]")
@results_option("Where the match's folder is made.")
@strict_option
@playing_options
def command(  # noqa: PLR0913  one for each option
    *,
    bots: tuple[Path, ...],
    rounds: int,
    seatings: str,
    rules: str,
    seed: str | None,
    results: Path,
    strict: bool,
    sandbox: "Wish | None",
    jobs: int | None,
    no_pin: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Play four bots against each other.

    The sessions are kept in RESULTS, in a folder named by the bots and the seed, so the same
    command with the same seed goes on, or prints what was played.

    \b
    Example:
      barbu-arena match my-bot shipped:random shipped:dodger-py shipped:steady
    """
    import secrets

    from barbu_arena.cli.playing import PlayOptions
    from barbu_arena.cli.running import run_file
    from barbu_arena.files.match_file import write_match_file

    chosen = seed if seed is not None else secrets.token_hex(16)
    file = write_match_file(
        results, bots=bots, rules=rules, seed=chosen, rounds=rounds, seatings=int(seatings)
    )
    resume = ["run", str(file)]
    resume += ["--results", str(results)] if str(results) != "results" else []
    resume += ["--sandbox", sandbox] if sandbox is not None else []
    resume += ["--strict"] if strict else []
    options = PlayOptions(jobs, not no_pin, quiet, verbose, strict, sandbox)
    return run_file(file, results, chosen, options, resume, say_seed=True)
