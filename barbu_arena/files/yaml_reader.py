"""YAML files of strangers, read safely: plain values, and where in the file each of them stands.

The one door to `yaml`. A file is UTF-8, at most 1 MiB, one document, without anchors, aliases and
tags, so it means what it shows. Keys are text as written: `12` and `no` are no numbers or truths
there. Values keep YAML's types, and the traps of these (`no`, `1.2`, `12:30:00`, `010`) are named
where text or a plain number is expected. Source: design §9, trust.md §8.
"""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import yaml

from barbu_arena.errors import ConfigError
from barbu_arena.printable import printable

MAX_BYTES = 1 << 20
MAX_DEPTH = 16
MAX_VALUES = 20_000

Place = tuple[str | int, ...]
"""Where a value stands: keys and list positions from the top, ``("bots", 2, "name")``."""

Problem = tuple[int, int, str]
"""Line and column from 1, and what is wrong there."""

_TAG = "tag:yaml.org,2002:"
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,9}\.[0-9]{1,9}")
_ODD = object()  # stands for a value that no field takes; the problem shows its text instead

_PLAIN_WORDS = (
    (r"found character '\\t'", "a tab cannot indent or start a value; use spaces"),
    (r"mapping values are not allowed", "a second ':' here; put text that holds one in quotes"),
    (r"could not find expected ':'", "expected ':' after the key"),
    (r"expected <block end>", "this line is indented differently from those it belongs to"),
    (r"expected ',' or ('[]}]')", r"expected ',' or \1"),
    (r"unexpected end of stream", "the quotes of a text are never closed"),
    (r"found character ('.*') that cannot start", r"put text that starts with \1 in quotes"),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value and its key stand, what the value is in words, and, where YAML reads something
    else, the text that it would be in quotes.
    """

    line: int
    column: int
    key_line: int
    key_column: int
    got: str
    bare: str


@dataclass
class Reading:
    """A file in plain types: its text, its value, the spot of each place, problems so far."""

    name: str
    source: str
    value: object = None
    spots: dict[Place, Spot] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def shown_path(path: Path) -> str:
    """Return a path as messages name it: from the working folder where it lies below that."""
    absolute = os.path.normpath(path.absolute())
    below = os.path.relpath(absolute)
    return printable(absolute if below.startswith("..") else below, 200)


def shown_place(at: Place) -> str:
    """Return a place as messages name it: ``bots[2].name``."""
    where = ""
    for step in at:
        part = f"[{step}]" if isinstance(step, int) else printable(step, 40)
        where += f".{part}" if where and isinstance(step, str) else part
    return where


def read_yaml(path: Path) -> Reading:
    """Read a file; raises ConfigError if it is missing, too large, not UTF-8 or not plain YAML."""
    name = shown_path(path)
    try:
        if not path.is_file():
            raise ConfigError(f"{name}: expected a YAML file, got {_instead(path)}")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{name}: cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{name}: expected at most {MAX_BYTES} bytes (1 MiB), got more")
    data = data.removeprefix(BOM_UTF8)
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        byte = f"the byte 0x{data[error.start]:02x}"
        raise_problems(name, [(*_end_of(before), f"expected UTF-8, got {byte}")])
    return parse_yaml(name, source)


def _instead(path: Path) -> str:
    if path.is_dir():
        return "a folder"
    return "something that is no file" if path.exists() else "no such file"


def _end_of(text: str) -> tuple[int, int]:
    """Return line and column of what follows a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def parse_yaml(name: str, source: str) -> Reading:
    """Read the text of a file; raises ConfigError if it is not plain YAML.

    Keys that stand twice are noted as problems, to be told with all others.
    """
    reading = Reading(name, source)
    reading.value = _take(reading, _compose(name, source), (), None)
    return reading


def raise_problems(name: str, problems: list[Problem]) -> NoReturn:
    """Raise ConfigError with one problem a line, in file order."""
    ordered = sorted(problems, key=lambda problem: problem[:2])
    raise ConfigError(
        "\n".join(f"{name}:{line}:{column}: {text}" for line, column, text in ordered)
    )


def _compose(name: str, source: str) -> yaml.Node:
    """Return the nodes of the one document in a text."""
    try:
        loader = yaml.SafeLoader(source)
    except yaml.reader.ReaderError as error:
        place = _end_of(source[: error.position])
        what = f"the character {printable(source[error.position])} is not allowed"
        raise_problems(name, [(*place, what)])
    try:
        refused = list(_refused(loader))
        if not refused:
            node = yaml.compose(source, Loader=yaml.SafeLoader)
            if node is not None:
                return node
            refused = [(1, 1, "expected a mapping of keys, got an empty file")]
    except yaml.MarkedYAMLError as error:
        refused = [_syntax_problem(error)]
    except (ValueError, OverflowError):
        # PyYAML itself stumbles over the character \UFFFFFFFF and a version of 5000 digits.
        mark = loader.get_mark()
        what = "expected a character or a version that exists, got a number beyond all of them"
        refused = [(mark.line + 1, mark.column + 1, f"not YAML: {what}")]
    raise_problems(name, refused)


def _refused(loader: yaml.SafeLoader) -> Iterator[Problem]:
    """Yield what is YAML, but not accepted here."""
    depth = documents = 0
    for count, event in enumerate(_events(loader)):
        problem = _refusal(event)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            problem = "expected one document, got another after '---'" if documents > 1 else ""
        # Composing is recursive and slow: what is too deep or too long is never composed.
        too_much = depth > MAX_DEPTH or count > MAX_VALUES
        if too_much:
            problem = f"expected at most {MAX_DEPTH} levels and {MAX_VALUES} values, got more"
        if problem:
            yield (*_start(event), problem)
        if too_much:
            return


def _events(loader: yaml.SafeLoader) -> Iterator[yaml.Event]:
    while loader.check_event():
        yield loader.get_event()  # type: ignore[no-untyped-call]


def _refusal(event: yaml.Event) -> str:
    if isinstance(event, yaml.AliasEvent):
        return f"an alias (*{printable(str(event.anchor))}) is not accepted; write the value out"
    if isinstance(event, yaml.NodeEvent) and event.anchor:
        return f"an anchor (&{printable(event.anchor)}) is not accepted"
    if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag:
        return f"a tag ({printable(event.tag)}) is not accepted"
    return ""


def _syntax_problem(error: yaml.MarkedYAMLError) -> Problem:
    problem = error.problem or "not valid"
    for pattern, plain in _PLAIN_WORDS:
        found = re.search(pattern, problem)
        if found:
            problem = found.expand(plain)
            break
    opened = error.context_mark if "expected ','" in problem else None
    since = f" (the bracket was opened in line {opened.line + 1})" if opened else ""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return line, column, f"not YAML: {printable(problem, 200)}{since}"


def _take(reading: Reading, node: yaml.Node, at: Place, key: yaml.Node | None) -> object:
    """Return the value of a node, and note where it and all below it stand."""
    value: object
    bare = ""
    if isinstance(node, yaml.ScalarNode):
        value, got, bare = _scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = [_take(reading, item, (*at, i), None) for i, item in enumerate(node.value)]
        got = f"a list of {len(node.value)}"
    else:
        value = _take_mapping(reading, node, at)
        got = "a mapping" if value else "an empty mapping"
    line, column = _start(node)
    reading.spots[at] = Spot(line, column, *_start(key or node), got, bare)
    return value


def _take_mapping(reading: Reading, node: yaml.Node, at: Place) -> dict[str, object]:
    taken: dict[str, object] = {}
    for key, item in node.value:
        place = (*at, key.value) if isinstance(key, yaml.ScalarNode) else at
        if place == at:
            problem = "expected a key as text, got a list or a mapping"
        elif key.value in taken:
            first = reading.spots[place].key_line
            problem = f"expected each key once, got it again after line {first}"
        else:
            taken[key.value] = _take(reading, item, place, key)
            continue
        where = f"{shown_place(place)}: " if place else ""
        reading.problems.append((*_start(key), where + problem))
    return taken


def _start(found: yaml.Node | yaml.Event) -> tuple[int, int]:
    """Return line and column, from 1."""
    mark = found.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _scalar(node: yaml.ScalarNode) -> tuple[object, str, str]:
    """Return (value, what it is in words, the text it would be in quotes)."""
    kind, text = node.tag.removeprefix(_TAG), printable(node.value)
    if kind == "bool":
        value = yaml.constructor.SafeConstructor.bool_values[node.value.lower()]
        return value, f"the truth value {text}", node.value
    if kind == "null":
        return None, "nothing", ""
    if kind == "int" and _WHOLE.fullmatch(node.value):
        return int(node.value), f"the number {text}", node.value
    if kind == "float" and _DECIMAL.fullmatch(node.value):
        return float(node.value), f"the number {text}", node.value
    if kind in ("int", "float", "timestamp"):
        return _ODD, f"{text}, which YAML reads as {_read_as(kind, node)}", node.value
    return node.value, f"'{text}'", ""


def _read_as(kind: str, node: yaml.ScalarNode) -> str:
    if kind == "timestamp":
        return "a date"
    if kind == "int" and len(node.value) < 40:
        try:
            return f"the number {yaml.constructor.SafeConstructor().construct_yaml_int(node)}"
        except ValueError:
            return "a number"
    return "a number"
