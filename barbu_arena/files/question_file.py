"""A file of questions: what `show --question` writes, the evidence of a fault, or by hand.

Its lines are those that a bot hears: `hello` first, then messages, and questions, which have
`legal`. The evidence of a fault holds the same lines among others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from barbu_arena.errors import ConfigError
from barbu_arena.players.process import MAX_LINE
from barbu_arena.players.question_reader import KINDS, BadQuestion, read_question
from barbu_arena.players.strict_json import NotStrictJson, parse_object
from barbu_arena.printable import printable

Message = dict[str, Any]

MOST_BYTES = 4 << 20
"""Of a whole file."""
_EVIDENCE = b"session "
_HEARD = (b"hello: ", b"told: ", b"question: ")
"""The beginnings of those lines of evidence that a bot heard."""


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """What a bot is to hear, in order."""

    hello: Message
    """The fields of `hello`; empty if the file has none."""
    messages: tuple[Message, ...]
    """All that follows."""

    @property
    def questions(self) -> tuple[Message, ...]:
        """The messages that want an answer; each is one that `read_question` reads."""
        return tuple(message for message in self.messages if "legal" in message)


def parse_questions(data: bytes, name: str) -> QuestionFile:
    """Return what a file holds; `name` is for messages. Raises ConfigError with the line."""
    if len(data) > MOST_BYTES:
        raise ConfigError(f"{name}: expected at most {MOST_BYTES >> 20} MiB, got more")
    hello: Message = {}
    messages: list[Message] = []
    for number, line in _heard(data):
        message = _message(line, f"{name}:{number}")
        if message["type"] != "hello":
            messages.append(message)
        elif hello or messages:
            raise ConfigError(f"{name}:{number}: expected hello once, before all else")
        else:
            hello = message
    if not hello and not messages:
        raise ConfigError(
            f"{name}: expected lines of JSON, as `barbu-arena show DIR --question` writes them, or "
            "the evidence of a fault; got none"
        )
    return QuestionFile(hello, tuple(messages))


def _heard(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (number, text) of the lines that a bot is to hear."""
    is_evidence = data.startswith(_EVIDENCE)
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not is_evidence:
            text = line.strip()
        elif line.startswith(_HEARD):
            text = line.partition(b": ")[2]
        else:
            text = b""
        if text:
            yield number, text


def _message(line: bytes, where: str) -> Message:
    if len(line) > MAX_LINE:
        raise ConfigError(f"{where}: expected at most {MAX_LINE} bytes, got {len(line)}")
    try:
        message = parse_object(line)
    except NotStrictJson as error:
        raise ConfigError(
            f"{where}: expected a message in JSON: {printable(str(error), 200)}"
        ) from None
    kind = message.get("type")
    if not isinstance(kind, str):
        raise ConfigError(f"{where}: expected a message with a type, got one without")
    if "legal" in message or kind in KINDS:
        try:
            read_question(message)
        except BadQuestion as error:
            raise ConfigError(f"{where}: {printable(str(error), 200)}") from None
    return message
