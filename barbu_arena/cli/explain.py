"""`barbu-arena explain`: a question drawn as a table, and what a bot answers to it."""

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from barbu_arena.cli.options import BOT, sandbox_option
from barbu_arena.cli.streams import in_colour, write

if TYPE_CHECKING:
    from barbu_arena.files.question_file import QuestionFile
    from barbu_arena.league.asking import Asking
    from barbu_arena.players.launching import Wish

_FAILED = 3


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--bot", type=BOT, help="A bot that is asked, too.")
@sandbox_option
def command(file: BinaryIO, bot: Path | None, sandbox: "Wish | None") -> int:
    """Draw a question as a table.

    FILE holds lines as `show --question` writes them, or the evidence of a fault; - reads them
    from the input. Each question in it is drawn as its seat sees it: its own hand below, with a
    number before each card that is legal, and west, north and east of it the others; > leads the
    trick, * wins it so far, ? is due. With --bot it is said what that bot answers.

    \b
    Example:
      barbu-arena explain question.jsonl
      barbu-arena show results/quickstart --question 1.1.2:3:12 | barbu-arena explain -
    """
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.question_file import MOST_BYTES, parse_questions

    name = getattr(file, "name", "<stdin>")
    found = parse_questions(file.read(MOST_BYTES + 1), name)
    if not found.questions:
        raise ConfigError(f"{name}: expected a question, a line with `legal`; got none")
    if bot is not None and not found.hello:
        raise ConfigError(
            f"{name}: expected hello as the first line, got none: without it a bot knows no rules"
        )
    asking = _asked(found, bot, sandbox) if bot is not None else None
    return _write_questions(found, asking)


def _asked(found: "QuestionFile", folder: Path, sandbox: "Wish | None") -> "Asking":
    """Return what a bot answers to all questions of a file."""
    from barbu_arena.cli.launch import launching_of
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.files.bot_folder import load_bot
    from barbu_arena.league.asking import ask_bot

    bot = load_bot(folder)
    launching = launching_of([bot], sandbox or "auto")
    with StopSignals() as signals:
        asking = ask_bot(bot, found.hello, found.messages, launching.launch, signals.stop)
    if asking is None:
        raise click.Abort
    return asking


def _write_questions(found: "QuestionFile", asking: "Asking | None") -> int:
    """Write every question, and what was answered to it; return the exit status."""
    from barbu_arena.players.question_reader import read_question
    from barbu_arena.report.ink import Ink
    from barbu_arena.report.question_text import compass_names, question_text

    deals: int | None = None
    number = 0
    for message in found.messages:
        if message["type"] == "session" and type(message.get("deals")) is int:
            deals = message["deals"]
        if "legal" not in message:
            continue
        question = read_question(message)
        names = compass_names(question.seat)
        write("\n" if number else "")
        write(question_text(question, names, Ink(in_colour()), deals))
        if asking is not None:
            write("\n" + _answered(asking, number))
        number += 1
    return _FAILED if asking is not None and asking.faults else 0


def _answered(asking: "Asking", number: int) -> str:
    """Return what a bot made of a question, by its number from 0, in a line."""
    from barbu_arena.printable import printable

    if asking.start_fault is not None or number >= len(asking.exchanges):
        fault = asking.faults[-1]
        return f"not asked: {fault.kind}: {printable(fault.message, 300)}\n"
    exchange = asking.exchanges[number]
    name = printable(asking.greeting.name, 40) if asking.greeting is not None else "it"
    if exchange.fault is not None:
        return f"{name}: {exchange.fault.kind}: {printable(exchange.fault.message, 300)}\n"
    said = exchange.said
    assert said is not None
    expects = "" if said.margin is None else f", expecting {said.margin:+} points"
    note = f"\n  {printable(said.note, 200)}" if said.note else ""
    return f"{name} answers {printable(said.action.decode(), 40)}{expects}{note}\n"
