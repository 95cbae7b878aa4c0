"""The questions of a file, drawn one after the other with what a bot makes of them."""

from pathlib import Path

import click

from barbu_arena.cli.launch import launching_of
from barbu_arena.cli.signals import StopSignals
from barbu_arena.cli.streams import in_colour, write
from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.question_file import Message, QuestionFile
from barbu_arena.files.rules_file import rules_from_form
from barbu_arena.files.shipped_bots import bot_place
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.asking import Asking, ask_bot
from barbu_arena.league.pool import Stop
from barbu_arena.league.rollouts import Rollouts, roll_out
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.compact_json import compact
from barbu_arena.players.fault import Fault
from barbu_arena.players.launching import Launching, Wish
from barbu_arena.players.question_reader import Question, read_question
from barbu_arena.printable import printable
from barbu_arena.referee.position import NoSuchPosition, Position
from barbu_arena.referee.referee import session_message
from barbu_arena.report.ink import Ink
from barbu_arena.report.question_text import compass_names, question_text
from barbu_arena.report.rollouts_text import rollouts_text

USUAL_BOT = "shipped:steady"
"""Who plays on where no bot is named."""
_FAILED = 3


def explain(
    found: QuestionFile, name: str, folder: Path | None, worlds: int | None, wish: Wish
) -> int:
    """Write all questions of a file; return the exit status.

    `folder` is that of a bot that is asked, `worlds` how often each is played on from. Raises
    ConfigError for a file, named `name`, without what is needed for that.
    """
    if not found.questions:
        raise ConfigError(f"{name}: expected a question, a line with `legal`; got none")
    if folder is None and worlds is None:
        return _Explaining(found, name).write()
    if not found.hello:
        raise ConfigError(
            f"{name}: expected hello as the first line, got none: without it nobody knows the rules"
        )
    bot = load_bot(folder or bot_place(USUAL_BOT))
    launching = launching_of([bot], wish)
    with StopSignals() as signals:
        explaining = _Explaining(found, name, bot, launching, signals.stop)
        if folder is not None:
            explaining.ask()
        return explaining.write(worlds)


class _Explaining:
    """The questions of one file and, where there is one, the bot that is asked or plays on."""

    def __init__(
        self,
        found: QuestionFile,
        name: str,
        bot: Bot | None = None,
        launching: Launching | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._found = found
        self._name = name
        self._bot = bot
        self._launching = launching
        self._stop = stop or Stop()
        self._asking: Asking | None = None
        self._failed = False

    def ask(self) -> None:
        """Ask the bot all questions."""
        assert self._bot is not None
        assert self._launching is not None
        found, launch = self._found, self._launching.launch
        self._asking = ask_bot(self._bot, found.hello, found.messages, launch, self._stop)
        if self._asking is None:
            raise click.Abort
        self._failed = bool(self._asking.faults)

    def write(self, worlds: int | None = None) -> int:
        """Write question after question; return the exit status."""
        session: Message = {}
        number = 0
        for message in self._found.messages:
            if message["type"] == "session":
                session = message
            if "legal" in message:
                write("\n" if number else "")
                self._write_question(message, session, number)
                if worlds is not None:
                    self._write_rollouts(message, session, worlds)
                number += 1
        return _FAILED if self._failed else 0

    def _write_question(self, message: Message, session: Message, number: int) -> None:
        question = read_question(message)
        told = session.get("deals")
        deals = told if type(told) is int else None
        write(question_text(question, compass_names(question.seat), Ink(in_colour()), deals))
        if self._asking is not None:
            write("\n" + _answered(self._asking, number))

    def _write_rollouts(self, message: Message, session: Message, worlds: int) -> None:
        assert self._bot is not None
        try:
            rolled = self._rolled(read_question(message), session, worlds)
        except NoSuchPosition as error:
            raise ConfigError(
                f"{self._name}: not a question of these rules: {printable(str(error), 300)}"
            ) from None
        if rolled is None:
            raise click.Abort
        if isinstance(rolled, Rollouts):
            write("\n" + rollouts_text(rolled))
        else:
            self._failed = True
            write(f"\nnot played on: {_fault_words(self._bot.name, rolled)}\n")

    def _rolled(self, question: Question, session: Message, worlds: int) -> Rollouts | Fault | None:
        assert self._bot is not None
        assert self._launching is not None
        form = self._found.hello.get("rules")
        rules = rules_from_form(form if isinstance(form, dict) else {}, f"{self._name}: rules")
        tournament = Tournament("explain", rules, "explain", (self._bot,))
        adviser = Adviser(self._bot, tournament, self._launching.launch)
        told = compact(session) if session else _session_line(question, rules)
        return roll_out(adviser, Position(question, rules), told, worlds, self._stop)


def _session_line(question: Question, rules: RuleSet) -> bytes:
    """Return the line that tells of the session, where the file has none: with seed 0."""
    return session_message(question.session, question.seat, 0, rules.deals)


def _answered(asking: Asking, number: int) -> str:
    """Return what a bot made of a question, by its number from 0, in a line or two."""
    if asking.start_fault is not None or number >= len(asking.exchanges):
        return f"{_fault_words('not asked', asking.faults[-1])}\n"
    exchange = asking.exchanges[number]
    name = printable(asking.greeting.name, 40) if asking.greeting is not None else "it"
    if exchange.fault is not None:
        return f"{_fault_words(name, exchange.fault)}\n"
    said = exchange.said
    assert said is not None
    expects = "" if said.margin is None else f", expecting {said.margin:+} points"
    note = f"\n  {printable(said.note, 200)}" if said.note else ""
    return f"{name} answers {printable(said.action.decode(), 40)}{expects}{note}\n"


def _fault_words(what: str, fault: Fault) -> str:
    return f"{what}: {fault.kind}: {printable(fault.message, 300)}"
