"""A bot's drill: questions of every kind out of the blue, twice, and beside what it does not know.

A bot has to answer any question from what stands in it, whatever came before, and to pass over
fields and messages that a later arena may send. Source: design §7.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from barbu_arena.game.dealing import bot_seed
from barbu_arena.league.asking import Asking, ask_bot
from barbu_arena.league.pool import Stop
from barbu_arena.league.question_kinds import SESSION, KindOfQuestion, question_kinds
from barbu_arena.league.team import hello_message
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.sandbox import Launch

Message = dict[str, Any]

_UNKNOWN: Message = {"omen": {"of": [1, None, True, "a text"]}}
_LATER: Message = {"portent": -1}
_UNKNOWN_MESSAGE = {"type": "omen", **_UNKNOWN}


@dataclass(frozen=True, slots=True)
class Drill:
    """How a bot stood the drill: two processes of it, the second one only if the first did well."""

    kinds: tuple[str, ...]
    """In the order of the questions; the first process was asked all of them twice."""
    plain: Asking
    odd: Asking | None
    """The process that met fields and messages which it does not know."""

    def kind(self, number: int) -> str:
        """Return the kind of the question of that number, from 0, in either process."""
        return self.kinds[number % len(self.kinds)]

    @property
    def remembers(self) -> tuple[str, ...]:
        """The kinds that one process answered otherwise the second time."""
        answers = _answers(self.plain)
        half = len(self.kinds)
        return self._unequal(answers[:half], answers[half:], 1)

    @property
    def varies(self) -> tuple[str, ...]:
        """The kinds that the two processes, told the same, answered otherwise."""
        return (
            () if self.odd is None else self._unequal(_answers(self.plain), _answers(self.odd), 2)
        )

    def _unequal(
        self, first: Sequence[bytes | None], second: Sequence[bytes | None], step: int
    ) -> tuple[str, ...]:
        pairs = list(zip(self.kinds, first, second, strict=False))[::step]
        return tuple(kind for kind, a, b in pairs if a != b)


def drill_bot(tournament: Tournament, launch: Launch, stop: Stop) -> Drill | None:
    """Put the tournament's only bot through the drill under its rules; None if stopped before."""
    bot = tournament.bots[0]
    kinds = question_kinds(tournament.rules)
    names = tuple(kind.name for kind in kinds)
    hello = hello_message(tournament)
    plain = ask_bot(bot, hello, 2 * _messages(tournament, kinds), launch, stop)
    if plain is None or plain.faults:
        return None if plain is None else Drill(names, plain, None)
    odd = ask_bot(bot, {**hello, **_UNKNOWN}, _odd(_messages(tournament, kinds)), launch, stop)
    return None if odd is None else Drill(names, plain, odd)


def _messages(tournament: Tournament, kinds: Sequence[KindOfQuestion]) -> list[Message]:
    """Return a session and a question for each kind: each may be of another seat."""
    messages: list[Message] = []
    for kind in kinds:
        seat = kind.question["seat"]
        seed = bot_seed(tournament.seed, SESSION, seat)
        session = {"session": SESSION, "seat": seat, "seed": seed, "deals": tournament.rules.deals}
        messages += [{"type": "session", **session}, kind.question]
    return messages


def _odd(messages: Sequence[Message]) -> list[Message]:
    """Return messages with unknown ones between, and fields in all but every other question.

    Questions without are compared: what a bot draws may depend on all that a question holds.
    """
    found: list[Message] = []
    for number, message in enumerate(messages):
        is_compared = number % 4 == 1
        before = _UNKNOWN if "legal" in message and not is_compared else {}
        found += [_UNKNOWN_MESSAGE, {**before, **message, **({} if is_compared else _LATER)}]
    return found


def _answers(asking: Asking) -> list[bytes | None]:
    return [None if it.said is None else it.said.action for it in asking.exchanges]
