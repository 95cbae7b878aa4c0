"""A person as a player: the same messages as a bot gets, handed to whoever shows and asks.

Nothing is started and no clock runs. What a person types is asked for until it is legal, so there
are no faults either. Source: design §7.
"""

from typing import Any, Protocol

from barbu_arena.errors import ConfigError
from barbu_arena.players.fault import Fault
from barbu_arena.players.question_reader import Question, read_question
from barbu_arena.players.strict_json import parse_object


class Left(Exception):
    """The person has left the table; the session may go on another time."""


class Person(Protocol):
    """Who sits there: a terminal, or a script in its place."""

    def hear(self, message: dict[str, Any]) -> None:
        """Take note of a message that wants no answer: ``session``, ``event``, ``deal_end``."""

    def answer(self, question: Question, body: bytes) -> str:
        """Return one of the question's legal answers; `body` is the question as a bot gets it.

        Raises Left.
        """


class HumanPlayer:
    """A seat that a person holds."""

    wants: frozenset[str] = frozenset({"events", "deals"})

    def __init__(self, person: Person) -> None:
        self._person = person

    def begin(self) -> None:
        """Nothing is to be started."""

    def ready(self) -> Fault | None:
        """Always."""
        return None

    def tell(self, message: bytes) -> None:
        """Pass a message on."""
        self._person.hear(parse_object(message))

    def ask(self, body: bytes) -> bytes | Fault:
        """Return what the person answers, however long it takes."""
        question = read_question(parse_object(b"{%b}" % body))
        return self._person.answer(question, body).encode()

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return nothing: there are no faults to show evidence of."""
        return b"", b""

    def judged(self, fault: Fault) -> None:
        """Raise ConfigError: a person is asked until the answer is legal, so it was not given."""
        raise ConfigError(
            f"an answer of the person was not legal ({fault.message}): the unfinished session was "
            "changed, or written by another version"
        )

    def parting_fault(self) -> Fault | None:
        """None, ever."""
        return None

    def retire(self) -> None:
        """A person is not retired."""
