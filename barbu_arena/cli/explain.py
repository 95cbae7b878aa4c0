"""`barbu-arena explain`: a question drawn as a table, and what may come of each answer."""

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from barbu_arena.cli.options import BOT, sandbox_option

if TYPE_CHECKING:
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--bot", type=BOT, help="A bot that is asked, too.")
@click.option(
    "--worlds",
    type=click.IntRange(1, 1000),
    help="Play on from so many dealings of the hidden cards, for each legal answer.",
)
@sandbox_option
def command(file: BinaryIO, bot: Path | None, worlds: int | None, sandbox: "Wish | None") -> int:
    """Draw a question as a table.

    FILE holds lines as `show --question` writes them, or the evidence of a fault; - reads them
    from the input. Each question in it is drawn as its seat sees it: its own hand below, with a
    number before each card that is legal, and west, north and east of it the others; > leads the
    trick, * wins it so far, ? is due.

    With --bot it is said what that bot answers. With --worlds it is played on after each legal
    answer, by that bot or else by shipped:steady in all four seats, from as many hands of the
    others as you like, all of which fit what was played.

    \b
    Example:
      barbu-arena explain question.jsonl
      barbu-arena show results/quickstart --question 1.1.2:3:12 | barbu-arena explain -
      barbu-arena explain question.jsonl --bot shipped:strong --worlds 20
    """
    from barbu_arena.cli.explaining import explain
    from barbu_arena.files.question_file import MOST_BYTES, parse_questions

    name = getattr(file, "name", "<stdin>")
    found = parse_questions(file.read(MOST_BYTES + 1), name)
    return explain(found, name, bot, worlds, sandbox or "auto")
