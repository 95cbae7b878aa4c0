"""`barbu-arena ask`: ask a bot a question again, and show all that comes of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from barbu_arena.cli.findings import (
    FAILED,
    Finding,
    clean,
    difference_words,
    exchanged,
    failure,
    write_finding,
    write_stderr,
)
from barbu_arena.cli.options import BOT, bot_args, read_only_option, sandbox_option

if TYPE_CHECKING:
    from barbu_arena.files.question_file import Message
    from barbu_arena.league.asking import Asking, Exchange
    from barbu_arena.players.launching import Wish


@click.command()
@click.argument("bot", type=BOT)
@click.argument("file", type=click.File("rb"))
@bot_args
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How often, each time in a new process: are the answers the same?",
)
@sandbox_option
@read_only_option
def command(
    bot: Path,
    file: BinaryIO,
    args: tuple[str, ...],
    *,
    repeat: int,
    sandbox: "Wish | None",
    read_only: tuple[str, ...],
) -> int:
    """Ask a bot a question again, and show what it answers.

    FILE holds what a bot hears, a message a line: hello, session, and a question or more, as
    `show --question` writes them. The evidence of a fault, in a league's faults/, will do too; -
    reads from the input. Ids are drawn anew, and the clock is as the question says. Shown are the
    answer and its time, whether it is legal, and stderr; of a fault the line that was sent and the
    one that came. Ends with 0 if all was well, with 3 if not. ARGS, behind a --, are arguments for
    the bot.

    \b
    Example:
      barbu-arena ask shipped:steady question.jsonl
      barbu-arena ask bots/steady question.jsonl --repeat 5 -- --no-doubles
      barbu-arena ask bots/mine results/league/faults/1.1.1-1.txt
    """
    from barbu_arena.cli.launch import launching_of
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.bot_folder import Grant, load_bot
    from barbu_arena.files.question_file import MOST_BYTES, parse_questions
    from barbu_arena.league.asking import ask_bot

    found = parse_questions(file.read(MOST_BYTES + 1), file.name)
    if not found.hello:
        raise ConfigError(
            f"{file.name}: expected hello as the first line, got none: without it a bot knows no "
            "rules; `barbu-arena show DIR --question` writes it too"
        )
    loaded = load_bot(bot, Grant(args=args, read_only=read_only))
    launching = launching_of([loaded], sandbox or "auto")
    askings: list[Asking] = []
    with StopSignals() as signals:
        while len(askings) < repeat and not (askings and askings[-1].faults):
            asking = ask_bot(loaded, found.hello, found.messages, launching.launch, signals.stop)
            if asking is None:
                raise click.Abort
            askings.append(asking)
    # The first, unless a later one failed.
    shown = askings[-1] if askings[-1].faults else askings[0]
    boxed = "in the sandbox" if launching.mode == "bwrap" else "without a sandbox"
    for finding in _findings(shown, found.questions, boxed):
        write_finding(finding)
    if repeat > 1 and not shown.faults:
        write_finding(_sameness(askings, found.questions))
    write_stderr(shown.stderr)
    return FAILED if shown.faults else 0


def _findings(asking: "Asking", questions: "Sequence[Message]", boxed: str) -> Iterator[Finding]:
    """Yield what is to be said of one process: its greeting, and each answer."""
    if asking.start_fault is not None or asking.greeting is None:
        yield failure(f"hello, {boxed}", asking.faults[0])
        return
    said = clean(f"{asking.greeting.name} {asking.greeting.version}".strip())
    yield Finding("ok", f"handshake in {asking.greeted_ms:.0f} ms, {boxed}: {said}")
    for question, exchange in zip(questions, asking.exchanges, strict=False):
        yield from _answer(_where(question), exchange)
    left = len(questions) - len(asking.exchanges)
    if left:
        yield Finding("note", f"questions after that: {left}, not asked")


def _answer(where: str, exchange: "Exchange") -> Iterator[Finding]:
    said = exchange.said
    beside = []
    if said is not None and said.margin is not None:
        beside.append(f"margin:   {said.margin}")
    if said is not None and said.note:
        beside.append(f"note:     {clean(said.note)}")
    if exchange.fault is not None:
        found = failure(where, exchange.fault)
        yield Finding(found.mark, found.text, (*found.more, *beside))
        return
    assert said is not None
    text = f"{where}: {clean(said.action.decode())}, legal, in {exchange.ms:.1f} ms"
    yield Finding("ok", text, tuple(beside))
    if exchange.remark is not None and exchange.remark.differs:
        words = difference_words(exchange.remark)
        yield Finding("note", f"{where}: {words}", exchanged(exchange.question, exchange.answer))


def _where(question: "Message") -> str:
    from barbu_arena.players.remarks import place_of

    session = clean(question["session"])
    place = f"deal {question['deal']}, {question['type']} {place_of(question)}"
    return f"session {session}, {place}, seat {question['seat']}"


def _sameness(askings: "Sequence[Asking]", questions: "Sequence[Message]") -> Finding:
    """Say whether every process gave the same answers."""
    rows = []
    for number, question in enumerate(questions):
        given = [asking.exchanges[number].said for asking in askings]
        counts = Counter(clean(said.action.decode()) for said in given if said is not None)
        if len(counts) > 1:
            shares = ", ".join(f"{answer} {count} times" for answer, count in counts.most_common())
            rows.append(f"{_where(question)}: {shares}")
    times = f"asked {len(askings)} times, each time in a new process"
    if rows:
        return Finding("note", f"{times}: the answers differ", tuple(rows))
    return Finding("ok", f"{times}: the same answers")
