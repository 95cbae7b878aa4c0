"""`barbu-arena compare`: whether a new bot is better than an old one, as soon as that is sure."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import (
    BOT,
    Function,
    format_option,
    playing_options,
    results_option,
    strict_option,
)
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish


def _thousandths(_context: click.Context, _option: click.Parameter, number: float) -> float:
    """Return a number that a tournament file can hold: one with up to three decimals."""
    if round(number, 3) != number:
        raise click.BadParameter(f"expected up to three decimals, got {number}")
    return number


def _number(
    name: str, bounds: tuple[float, float], default: float, meaning: str
) -> Callable[[Function], Function]:
    return click.option(
        name,
        type=click.FloatRange(*bounds),
        callback=_thousandths,
        default=default,
        show_default=True,
        help=meaning,
    )


_POINTS = (-100.0, 100.0)
_RISK = (0.001, 0.4)


@click.command()
@click.argument("old", type=BOT)
@click.argument("new", type=BOT)
@_number("--h0", _POINTS, 0.0, "NEW − OLD, points per deal, if NEW is no better.")
@_number("--h1", _POINTS, 0.5, "NEW − OLD, points per deal, if NEW is better.")
@_number("--alpha", _RISK, 0.05, "The risk of accepting H1 wrongly.")
@_number("--beta", _RISK, 0.05, "The risk of accepting H0 wrongly.")
@click.option(
    "--sessions",
    type=click.IntRange(50, 100_000),
    default=1000,
    show_default=True,
    help="The most that are played.",
)
@click.option("--rules", default="modern", show_default=True, help="A preset or a rules file.")
@click.option("--seed", help="The seed.  [default: 128 random bits]")
@results_option("Where the comparison's folder is made.")
@format_option()
@strict_option
@playing_options
def command(  # noqa: PLR0913  one for each option
    *,
    old: Path,
    new: Path,
    h0: float,
    h1: float,
    alpha: float,
    beta: float,
    sessions: int,
    rules: str,
    seed: str | None,
    results: Path,
    form: Format,
    strict: bool,
    sandbox: "Wish | None",
    jobs: int | None,
    no_pin: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Tell whether a bot is better than another: NEW than OLD.

    They play two against two, each deal twice with seats exchanged, until it is sure that NEW
    makes h1 points per deal more than OLD (H1) rather than h0 (H0), with the risks of an error
    alpha and beta. All differences are NEW − OLD. The interval on the screen holds whenever one
    looks. A few sessions of one against three tell whether two seats of a bot help each other.

    The sessions are kept in RESULTS; the same command with the same seed goes on.

    \b
    Exit status: 0 H1 accepted, NEW is better; 5 H0 accepted, it is not; 6 undecided.

    \b
    Example:
      barbu-arena compare shipped:dodger-py my-bot --seed 7
    """
    import secrets

    from barbu_arena.cli.playing import PlayOptions
    from barbu_arena.cli.running import run_file
    from barbu_arena.files.match_file import write_comparison_file
    from barbu_arena.files.shipped_bots import shipped_word
    from barbu_arena.league.sequential import Hypotheses

    if h0 >= h1:
        raise click.UsageError(f"expected --h0 below --h1, got {h0:g} and {h1:g}")
    chosen = seed if seed is not None else secrets.token_hex(16)
    test = Hypotheses(h0, h1, alpha, beta)
    file = write_comparison_file(
        results, bots=(old, new), rules=rules, seed=chosen, sessions=sessions, test=test
    )
    given = [*(("--h0", h0), ("--h1", h1), ("--alpha", alpha), ("--beta", beta))]
    words = [str(word) for option in given for word in option]
    words += ["--rules", rules, "--seed", chosen, "--results", str(results)]
    words += ["--sandbox", sandbox] if sandbox is not None else []
    words += ["--strict"] if strict else []
    bots = [shipped_word(bot) or str(bot) for bot in (old, new)]
    again = ["compare", *bots, *words, "--sessions"]
    options = PlayOptions(
        jobs, not no_pin, quiet, verbose, strict, sandbox, form, further=(*again, str(2 * sessions))
    )
    return run_file(file, results, chosen, options, [*again, str(sessions)], say_seed=True)
