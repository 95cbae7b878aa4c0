"""A person at the terminal: sees the table before each question, types an answer, or a command."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.doubles import deal_doubles
from barbu_arena.players.fault import Fault
from barbu_arena.players.human_player import Left
from barbu_arena.players.question_reader import Question, TricksSoFar
from barbu_arena.players.typed_answer import typed_answer
from barbu_arena.printable import printable
from barbu_arena.referee.record_reader import read_deal
from barbu_arena.report.events_text import EventsText
from barbu_arena.report.ink import Ink
from barbu_arena.report.question_text import question_text
from barbu_arena.report.rules_text import rules_text
from barbu_arena.report.session_text import DealText

_PROMPTS = {"choose": "contract", "double": "doubles", "play": "card"}
_EXAMPLES = {
    "choose": "its name, or its number in the list",
    "double": "- for none, or the seats to double, such as 0,2",
    "play": "a card such as KH, or its number in the list",
}
_HELP = """\
Answer with a card (KH, kh, 10h) or its number; with a contract or its number;
when it is about doubles, with - or the seats to double, such as 0,2.
  table   the question again, as drawn above
  tricks  all that was played in this deal
  last    the last deal, with all hands
  rules   the rules in words
  hint    what {adviser} would answer
  quit    leave the table; the session can go on another time
An answer is not taken back. At the table > leads the trick, * wins it so far,
and ? is due. You are {name}.
"""


@dataclass(frozen=True, slots=True)
class Terminal:
    """The way to the person: `ask` shows a prompt and returns a line, None at the end of input."""

    write: Callable[[str], None]
    ask: Callable[[str], str | None]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Advice:
    """Whom a hint comes from, and how to get it for a question's fields as a bot gets them."""

    name: str
    ask: Callable[[bytes], bytes | Fault]


class TerminalPerson:
    """The person who holds a seat of a session between the four `names`."""

    def __init__(
        self,
        rules: RuleSet,
        names: tuple[str, ...],
        terminal: Terminal,
        advice: Advice,
        is_live: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_live` says whether what is heard happens now, or is gone through again."""
        self._rules = rules
        self._names = names
        self._terminal = terminal
        self._advice = advice
        self._is_live = is_live
        self._commands: dict[str, Callable[[str, Question, bytes], str]] = {
            "help": lambda _, question, __: self._help(question),
            "table": lambda _, question, __: self._drawn(question),
            "tricks": lambda _, question, __: self._played(question),
            "last": lambda *_: self._last,
            "rules": lambda *_: rules_text(self._rules),
            "hint": lambda _, __, body: self._hint(body),
        }
        self._begin()

    def _begin(self) -> None:
        self._events = EventsText(self._rules, self._names, self._terminal.ink)
        self._deal_events: list[tuple[int, str]] = []
        self._doubles_of = deal_doubles(self._rules)
        self._last = "This is the first deal.\n"

    def hear(self, message: dict[str, Any]) -> None:
        """Take note of a message; the end of a deal is told at once, other events in time."""
        kind = message["type"]
        if kind == "session":
            self._begin()
        elif kind == "event":
            self._events.add(message["seat"], message["action"])
            self._deal_events.append((message["seat"], message["action"]))
        elif kind == "deal_end":
            self._end_deal(message)

    def _end_deal(self, message: dict[str, Any]) -> None:
        deal = read_deal(message["record"])
        doubles = self._doubles_of(deal)
        a, b, c, d = message["scores"]
        drawn = DealText(self._names, deal, self._rules, self._terminal.ink)
        lines = [
            *self._events.told(),
            self._terminal.ink.strong(f"deal {deal.deal} of {self._rules.deals} is over"),
            *drawn.score_lines(doubles, (a, b, c, d)),
        ]
        self._last = "\n".join(drawn.lines(doubles, (a, b, c, d))) + "\n"
        self._events.close_deal()
        self._deal_events = []
        if self._is_live():
            self._terminal.write("\n".join(lines) + "\n\n")

    def answer(self, question: Question, body: bytes) -> str:
        """Show the question and return a legal answer; whatever else is typed is asked again.

        Raises Left at ``quit`` and at the end of the input.
        """
        told = self._events.told()
        if told:
            self._terminal.write("\n".join(told) + "\n")
        self._terminal.write("\n" + self._drawn(question))
        while True:
            typed = self._terminal.ask(f"{_PROMPTS[question.kind]} (or help): ")
            word = "quit" if typed is None else typed.strip()
            if word.lower() == "quit":
                raise Left
            answer = typed_answer(word, question)
            if answer is not None:
                return answer
            said = self._commands.get("help" if word == "?" else word.lower(), self._not_understood)
            self._terminal.write(said(word, question, body))

    def _not_understood(self, word: str, question: Question, _: bytes) -> str:
        held = question.kind == "play" and word.upper() in question.hand
        what = (
            f"{word.upper()} is not open now" if held else f"not an answer: '{printable(word, 40)}'"
        )
        return f"{what}; expected {_EXAMPLES[question.kind]}\n"

    def _drawn(self, question: Question) -> str:
        return question_text(question, self._names, self._terminal.ink, self._rules.deals)

    def _help(self, question: Question) -> str:
        name = f"{question.seat} {self._names[question.seat]}"
        return _HELP.format(adviser=self._advice.name, name=name)

    def _played(self, question: Question) -> str:
        """Return all that happened in this deal; the trick in play stands at the table."""
        events = EventsText(self._rules, self._names, self._terminal.ink)
        for seat, action in self._deal_events:
            events.add(seat, action)
        lines = events.told()
        if isinstance(question.play, TricksSoFar) and question.play.trick:
            lines.append(f"trick {len(question.play.tricks) + 1} is in play")
        return "\n".join(lines or ["Nothing has happened yet."]) + "\n"

    def _hint(self, body: bytes) -> str:
        advised = self._advice.ask(body)
        if isinstance(advised, Fault):
            return f"{self._advice.name} gives no hint: {printable(advised.message, 200)}\n"
        return f"{self._advice.name} would answer {printable(advised.decode(), 40)}\n"
