"""A bot's answers, read strictly. Source: design §7, trust.md §4.4."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from barbu_arena.players.strict_json import NotStrictJson, parse_object, type_name

PROTOCOL = 1
WANTS = frozenset({"events", "deals"})
NOTE_LENGTH = 200
_NAME_LENGTH = 40


class BadAnswer(ValueError):
    """The line is no answer to the question; `kind` is the fault."""

    def __init__(self, message: str, kind: str = "protocol") -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Greeting:
    """A bot's answer to ``hello``."""

    name: str
    version: str
    author: str
    wants: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """A bot's answer to a question: the action, and what it may say beside it."""

    action: bytes
    legal: tuple[str, ...] | None = None
    """Its own list of the legal answers."""
    margin: int | None = None
    """The points that it expects."""
    note: str = ""
    """A note to its author, cut at 200 characters."""


def read_answer(line: bytes, question: str) -> Answer:
    """Return the answer to the question of that id. Raises BadAnswer.

    What it says beside the action is never a fault: of another type it is passed over.
    """
    fields = _answer(line, question)
    action = fields.get("action")
    if not isinstance(action, str):
        raise BadAnswer(f"action must be a string, got {_shown(fields, 'action')}")
    if len(fields) == 2:
        return Answer(action.encode())
    legal, margin, note = (fields.get(key) for key in ("legal", "margin", "note"))
    is_list = isinstance(legal, list) and all(isinstance(answer, str) for answer in legal)
    return Answer(
        action=action.encode(),
        legal=tuple(legal) if is_list and legal is not None else None,
        margin=margin if type(margin) is int else None,
        note=note[:NOTE_LENGTH] if isinstance(note, str) else "",
    )


def read_greeting(line: bytes, question: str) -> Greeting:
    """Return what a bot says of itself. Raises BadAnswer."""
    fields = _answer(line, question)
    protocol = fields.get("protocol")
    if type(protocol) is not int:
        raise BadAnswer(f"protocol must be a number, got {_shown(fields, 'protocol')}")
    if protocol != PROTOCOL:
        raise BadAnswer(f"speaks protocol {protocol}, this arena {PROTOCOL}", "handshake")
    wants = fields.get("wants", [])
    if not isinstance(wants, list) or not all(isinstance(want, str) for want in wants):
        raise BadAnswer("wants must be a list of strings")
    return Greeting(
        name=_printable(fields, "name", None),
        version=_printable(fields, "version", ""),
        author=_printable(fields, "author", ""),
        wants=WANTS.intersection(wants),
    )


def carries_id(line: bytes, questions: Collection[str]) -> str | None:
    """Return to which of the questions of those ids a line is an answer, good or bad."""
    try:
        answered = parse_object(line).get("id")
    except NotStrictJson:
        return None
    return answered if isinstance(answered, str) and answered in questions else None


def _answer(line: bytes, question: str) -> dict[str, Any]:
    try:
        fields = parse_object(line)
    except NotStrictJson as error:
        raise BadAnswer(f"{error}: {cut(line)}") from None
    answered = fields.get("id")
    if not isinstance(answered, str):
        raise BadAnswer(f"id must be a string, got {_shown(fields, 'id')}")
    if answered != question:
        raise BadAnswer(f"answer to question {answered[:40]!a}, expected {question!r}")
    return fields


def _shown(fields: dict[str, Any], key: str) -> str:
    return type_name(fields[key]) if key in fields else "nothing"


def _printable(fields: dict[str, Any], key: str, default: str | None) -> str:
    value = fields.get(key, default)
    if not isinstance(value, str):
        raise BadAnswer(f"{key} must be a string, got {_shown(fields, key)}")
    if value == default:
        return value
    if not value or len(value) > _NAME_LENGTH or not value.isprintable():
        raise BadAnswer(
            f"{key} must be 1 to {_NAME_LENGTH} printable characters, got {value!a:.80}"
        )
    return value


def cut(data: bytes, length: int = 80) -> str:
    """Return bytes from a bot as one escaped, quoted piece of text of limited length."""
    text = ascii(data[:length].decode("utf-8", "replace"))
    return text if len(data) <= length else f"{text}…"
