"""JSON from strangers: one object a line, and nothing that two parsers could read differently.

Source: trust.md §4.4. Python's own reader guesses UTF-16, takes NaN, duplicate keys and any depth.
"""

import json
from typing import Any, NoReturn

MAX_DEPTH = 16
MAX_DIGITS = 15

_TOO_DEEP = f"nested too deeply: more than {MAX_DEPTH} levels"


class NotStrictJson(ValueError):
    """The line is not one plain JSON object; the message says why."""


def parse_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line (without its line feed).

    Allowed are UTF-8, integers of up to fifteen digits and sixteen levels; floats, NaN, duplicate
    keys, NUL bytes, lone surrogates and anything but an object are not. Raises NotStrictJson.
    """
    text = _text(line)
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NotStrictJson(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise NotStrictJson(f"not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise NotStrictJson(f"must be a JSON object, got {type_name(value)}")
    _check_depth(value)
    if "\\u" in text:
        _check_surrogates(value)
    return value


def _text(line: bytes) -> str:
    if b"\0" in line:
        raise NotStrictJson(f"NUL byte at byte {line.index(0)}")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrictJson(f"not UTF-8 at byte {error.start}") from None


def type_name(value: object) -> str:
    """Return JSON's own word for the type of a parsed value."""
    if value is None:
        return "null"
    names = {bool: "a truth value", int: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def _check_depth(value: dict[str, Any] | list[Any], depth: int = 1) -> None:
    if depth > MAX_DEPTH:
        raise NotStrictJson(_TOO_DEEP)
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, (list, dict)):
            _check_depth(inner, depth + 1)


def _check_surrogates(value: object) -> None:
    # Only an escape can bring one in, and it would explode later, when the text is written.
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotStrictJson("half a surrogate pair in a string") from None


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise NotStrictJson(f"number too long: more than {MAX_DIGITS} digits")
    return int(digits)


def _refuse_number(text: str) -> NoReturn:
    raise NotStrictJson(f"number form not allowed: {text[:20]}; only whole numbers are")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise NotStrictJson(f"duplicate key {twice[:40]!r}")
    return fields


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_float=_refuse_number,
    parse_int=_integer,
    parse_constant=_refuse_number,
)
