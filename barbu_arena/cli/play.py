"""`barbu-arena play`: a seat at the terminal, among bots."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import BOT, FOLDER, results_option, sandbox_option

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish

OPPONENTS = ("shipped:steady", "shipped:careful", "shipped:monte-carlo")
"""Who sits at the table where nobody is named; they need nothing but Python."""
HINTS = OPPONENTS[-1]


@click.command()
@click.argument("bots", type=BOT, nargs=-1)
@click.option("--rules", default="modern", show_default=True, help="A preset or a rules file.")
@click.option("--seed", help="The seed.  [default: 128 random bits]")
@click.option(
    "--seat",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Yours; seat 0 declares first, and the bots follow clockwise.",
)
@click.option("--name", default="human", show_default=True, help="Yours, in the record.")
@click.option("--hint", type=BOT, default=HINTS, show_default=True, help="Whom to ask.")
@click.option("--resume", type=FOLDER, help="Go on with the session in this results folder.")
@results_option("Where the session's folder is made.")
@sandbox_option
def command(  # noqa: PLR0913  one for each option
    *,
    bots: tuple[Path, ...],
    rules: str,
    seed: str | None,
    seat: int,
    name: str,
    hint: Path,
    resume: Path | None,
    results: Path,
    sandbox: "Wish | None",
) -> int:
    """Play a session yourself, against bots.

    Up to three BOTS sit down with you, clockwise from your left; the arena's own take the seats
    that are left. Before each question you see the table as a bot is told of it, and your legal
    answers; `help` at the prompt says what else can be typed. You have no clock, the bots keep
    theirs. What was answered is kept, so a session that you leave goes on with --resume; a finished
    one is a record like any other, for `show`, `table` and `verify`.

    \b
    Example:
      barbu-arena play
      barbu-arena play shipped:steady my-bots/ducky --rules classic --seat 2
      barbu-arena play --resume results/play-0123456789ab
    """
    import secrets

    from barbu_arena.cli.sitting import play_in_folder
    from barbu_arena.files.match_file import write_play_file
    from barbu_arena.files.shipped_bots import bot_place, shipped_word

    options = ["--hint", shipped_word(hint) or str(hint)] if hint != bot_place(HINTS) else []
    options += ["--sandbox", sandbox] if sandbox is not None else []
    if resume is not None:
        return play_in_folder(resume, hint, sandbox, options)
    if len(bots) > 3:
        raise click.UsageError(f"expected up to 3 bots, got {len(bots)}")
    opponents = [*bots, *map(bot_place, OPPONENTS[len(bots) :])]
    chosen = seed if seed is not None else secrets.token_hex(16)
    file = write_play_file(
        results, person=name, seat=seat, bots=opponents, rules=rules, seed=chosen
    )
    return play_in_folder(file.parent, hint, sandbox, options)
