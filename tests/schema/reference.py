"""The reference of all messages, docs/messages.md, from the schemas and from one played session."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import fill

from tests.schema.definitions import (
    DEFINITIONS,
    MESSAGES,
    RECORD,
    description,
    inherited,
)
from tests.schema.reference_frame import HEAD, READING, USE
from tests.schema.typescript_types import type_text
from tests.schema.wire import Ducky, Fields, Line, wired_session

_SEAT = 2


@dataclass(frozen=True)
class _Section:
    """One part of the page: its heading, what it defines, which line of the session is shown."""

    heading: str
    name: str
    shows: Callable[[Fields], bool] | None = None


_MESSAGES = (
    _Section("`hello`", "Hello", lambda line: line["type"] == "hello"),
    _Section("The answer to `hello`", "Greeting"),
    _Section("`session`", "Session", lambda line: line["type"] == "session"),
    _Section("Every question", "Question"),
    _Section(
        "`choose`",
        "ChooseQuestion",
        lambda line: line["type"] == "choose" and line["deals_left"] == 2,
    ),
    _Section(
        "`double`",
        "DoubleQuestion",
        lambda line: line["type"] == "double" and "trump" in line and len(line["legal"]) == 4,
    ),
    _Section(
        "`play` to a trick",
        "TrickQuestion",
        lambda line: "trump" in line and bool(line["doubles"]) and len(line.get("tricks", "")) > 2,
    ),
    _Section(
        "`play` in a Domino",
        "DominoQuestion",
        lambda line: len(line.get("layout", "")) == 3 and bool(line["doubles"]),
    ),
    _Section("The answer to a question", "Answer"),
    _Section("`event`", "Event", lambda line: line["type"] == "event"),
    _Section("`deal_end`", "DealEnd", lambda line: line["type"] == "deal_end"),
    _Section("`fault`", "Fault", lambda line: line["type"] == "fault"),
    _Section("`bye`", "Bye", lambda line: line["type"] == "bye"),
)


def reference_page() -> str:
    """Return the text of docs/messages.md."""
    lines = _lines()
    shown = {section.name for section in _MESSAGES} | {"Message"}
    record = [name for name in RECORD["$defs"] if name not in MESSAGES["$defs"]]
    parts = [name for name in MESSAGES["$defs"] if name not in shown]
    return "".join(
        [
            f"{HEAD}\n{fill(MESSAGES['description'], 100)}\n{READING}",
            *(part for section in _MESSAGES for part in _message(section, lines)),
            "\n## What messages are made of\n",
            *_definitions(parts),
            f"\n## The record\n\n{fill(RECORD['description'], 100)}\n",
            *_definitions(record),
            USE,
        ]
    )


def _lines() -> list[Line]:
    """Return what is said to and by one bot of a session; it is wrong once."""
    bot = Ducky({"author": "you", "wants": ["events", "deals"]}, slips={10: "XX"})
    lines, _ = wired_session("modern", {_SEAT: bot}, seed="messages")
    return [line for line in lines if line.seat == _SEAT]


def _message(section: _Section, lines: list[Line]) -> Iterator[str]:
    yield f"\n## {section.heading}\n\n{fill(DEFINITIONS[section.name]['description'], 100)}\n"
    base = inherited(DEFINITIONS[section.name])
    if base is not None:
        yield "\nBeside the fields of every question it has:\n"
    yield _fields(section.name)
    if section.shows is not None:
        yield from _example(section.shows, lines)


def _example(shows: Callable[[Fields], bool], lines: list[Line]) -> Iterator[str]:
    """Yield the first line that is to be shown, with its answer if it has one."""
    at = next(i for i, line in enumerate(lines) if line.to_bot and shows(line.fields))
    yield f"\n```json\n{lines[at].data.decode()}\n```\n"
    if "id" in lines[at].fields:
        yield f"\n    → {lines[at + 1].data.decode()}\n"


def _definitions(names: list[str]) -> Iterator[str]:
    """Yield what has no fields as one table, and each of the others as its own."""
    simple = [name for name in names if "properties" not in DEFINITIONS[name]]
    yield "\n| name | type | is |\n| --- | --- | --- |\n"
    for name in simple:
        yield f"| {name} | {_code(name)} | {DEFINITIONS[name]['description']} |\n"
    for name in names:
        if name not in simple:
            yield f"\n### {name}\n\n{fill(DEFINITIONS[name]['description'], 100)}\n{_fields(name)}"


def _fields(name: str) -> str:
    definition = DEFINITIONS[name]
    rows = [
        f"| `{key}`{'' if key in definition['required'] else '?'} | `{_escaped(type_text(field))}` "
        f"| {description(field)} |\n"
        for key, field in definition["properties"].items()
    ]
    return "\n| field | type | is |\n| --- | --- | --- |\n" + "".join(rows)


def _code(name: str) -> str:
    return f"`{_escaped(type_text(DEFINITIONS[name]))}`"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
