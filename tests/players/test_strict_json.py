"""JSON from strangers: what is read, what is refused, and that nothing else can happen."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from barbu_arena.players.strict_json import (
    MAX_DEPTH,
    MAX_DIGITS,
    NotStrictJson,
    parse_object,
    type_name,
)


def nested(levels: int, opening: str = "[", closing: str = "]") -> bytes:
    """An object with lists inside, `levels` deep in all."""
    inside = levels - 1
    return f'{{"x":{opening * inside}{closing * inside}}}'.encode()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        pytest.param(b"{}", {}, id="empty"),
        pytest.param(b' \t{ "a" : 1 }\r', {"a": 1}, id="white space"),
        pytest.param(b'{"a":-12,"b":0,"c":-0}', {"a": -12, "b": 0, "c": 0}, id="whole numbers"),
        pytest.param(b'{"a":999999999999999}', {"a": 10**15 - 1}, id="fifteen digits"),
        pytest.param(b'{"a":-999999999999999}', {"a": 1 - 10**15}, id="fifteen digits below zero"),
        pytest.param(b'{"a":true,"b":null}', {"a": True, "b": None}, id="words"),
        pytest.param('{"é":"日本 ♣"}'.encode(), {"é": "日本 ♣"}, id="beyond ascii"),
        pytest.param(b'{"\\u0061":"\\u2663\\n"}', {"a": "♣\n"}, id="escapes"),
        pytest.param(b'{"a":"\\ud83c\\udca1"}', {"a": "🂡"}, id="a whole surrogate pair"),
        pytest.param(b'{"a":"\\\\ud800"}', {"a": "\\ud800"}, id="an escaped backslash"),
        pytest.param(b'{"a":"\\u0000"}', {"a": "\0"}, id="an escaped NUL"),
        pytest.param(b'{"a":{"a":1},"b":[{"a":1}]}', {"a": {"a": 1}, "b": [{"a": 1}]}, id="nested"),
        pytest.param(b'{"a":"[[[[[[[[[[[[[[[[[[[[{{{{"}', {"a": "[" * 20 + "{" * 4}, id="in text"),
        pytest.param(b'{"a":[' + b"[],[]," * 40 + b"[]]}", {"a": [[]] * 81}, id="wide, not deep"),
    ],
)
def test_what_is_read(line: bytes, value: dict[str, Any]) -> None:
    assert parse_object(line) == value


def test_sixteen_levels_are_read() -> None:
    value: Any = parse_object(nested(MAX_DEPTH))["x"]
    depth = 1
    while value is not None:
        depth += 1
        value = value[0] if value else None
    assert depth == MAX_DEPTH


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param(b"", "not valid JSON", id="empty"),
        pytest.param(b"Welcome", "not valid JSON", id="a banner"),
        pytest.param(b'{"a":1', "not valid JSON", id="cut"),
        pytest.param(b'{"a":1}{"b":2}', "not valid JSON", id="two objects"),
        pytest.param(b"{'a':1}", "not valid JSON", id="single quotes"),
        pytest.param(b'{"a":1,}', "not valid JSON", id="a comma too many"),
        pytest.param(b'{"a":01}', "not valid JSON", id="a leading zero"),
        pytest.param(b'{"a":+1}', "not valid JSON", id="a plus sign"),
        pytest.param(b'{"a":"x\ty"}', "not valid JSON", id="a raw tab in a string"),
        pytest.param(b'{"a":"\\x41"}', "not valid JSON", id="an escape that JSON has not"),
        pytest.param(b"\xef\xbb\xbf{}", "not valid JSON", id="a byte-order mark"),
        pytest.param(b"[1]", "must be a JSON object, got a list", id="a list"),
        pytest.param(b"null", "must be a JSON object, got null", id="null"),
        pytest.param(b"true", "must be a JSON object, got a truth value", id="a truth value"),
        pytest.param(b"7", "must be a JSON object, got a number", id="a number"),
        pytest.param(b'"QD"', "must be a JSON object, got a string", id="a string"),
        pytest.param(b'{"a\0":1}', "NUL byte at byte 3", id="a NUL byte"),
        pytest.param(b'{"a":"\xff"}', "not UTF-8 at byte 6", id="not UTF-8"),
        pytest.param('{"a":1}'.encode("utf-16"), "NUL byte at byte 3", id="UTF-16"),
        pytest.param(b'{"a":"\xed\xa0\x80"}', "not UTF-8 at byte 6", id="an encoded surrogate"),
        pytest.param(b'{"a":"\\ud800"}', "half a surrogate pair", id="half a surrogate pair"),
        pytest.param(b'{"\\udc00":1}', "half a surrogate pair", id="half a pair in a key"),
        pytest.param(b'{"a":1.5}', "number form not allowed: 1.5", id="a fraction"),
        pytest.param(b'{"a":1e2}', "number form not allowed: 1e2", id="an exponent"),
        pytest.param(b'{"a":1e400}', "number form not allowed: 1e400", id="beyond a float"),
        pytest.param(b'{"a":NaN}', "number form not allowed: NaN", id="NaN"),
        pytest.param(b'{"a":-Infinity}', "number form not allowed: -Infinity", id="infinity"),
        pytest.param(
            b'{"a":' + b"1" * 30 + b".0}", f"not allowed: {'1' * 20};", id="a long fraction is cut"
        ),
        pytest.param(b'{"a":1000000000000000}', "more than 15 digits", id="sixteen digits"),
        pytest.param(b'{"a":' + b"9" * 60_000 + b"}", "number too long", id="60,000 digits"),
        pytest.param(b'{"a":1,"b":2,"a":1}', "duplicate key 'a'", id="a key twice"),
        pytest.param(b'{"x":[{"a":1,"\\u0061":1}]}', "duplicate key 'a'", id="an escaped key"),
        pytest.param(b'{"\x7f":1,"\x7f":1}', "duplicate key '\\x7f'", id="an unprintable key"),
        pytest.param(
            b'{"%b":1,"%b":1}' % (b"k" * 90, b"k" * 90), f"key '{'k' * 40}'", id="a long key is cut"
        ),
        pytest.param(nested(MAX_DEPTH + 1), "nested too deeply", id="seventeen levels"),
        pytest.param(
            nested(17, '{"x":', "}").replace(b":}", b":1}"), "too deeply", id="of objects"
        ),
        pytest.param(nested(32_000), "nested too deeply", id="32,000 levels"),
        pytest.param(b"[" * 65_000, "nested too deeply", id="65,000 levels, never closed"),
    ],
)
def test_what_is_refused(line: bytes, why: str) -> None:
    with pytest.raises(NotStrictJson) as refused:
        parse_object(line)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "a truth value"),
        (1, "a number"),
        ("x", "a string"),
        ([], "a list"),
        ({}, "an object"),
    ],
)
def test_type_names(value: object, name: str) -> None:
    assert type_name(value) == name


def outcome(line: bytes) -> dict[str, Any] | None:
    """The object read, or None if the line was refused; any other exception is the test's end."""
    try:
        return parse_object(line)
    except NotStrictJson:
        return None


@given(st.binary(max_size=400))
@example(b"\xff\xfe{\0}\0")
@example(b'{"\\ud800":1}')
def test_any_bytes_are_an_object_or_refused(line: bytes) -> None:
    assert isinstance(outcome(line), dict | None)


numbers = st.integers(-(10**MAX_DIGITS) + 1, 10**MAX_DIGITS - 1)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)
objects = st.dictionaries(st.text(max_size=6), values, max_size=5)


def depth(value: object) -> int:
    if not isinstance(value, list | dict):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max((depth(item) for item in inner), default=0)


@given(objects, st.booleans(), st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]))
def test_it_agrees_with_the_standard_library(
    value: dict[str, Any], ascii_only: bool, separators: tuple[str, str]
) -> None:
    line = json.dumps(value, ensure_ascii=ascii_only, separators=separators).encode()
    assert outcome(line) == (json.loads(line) if depth(value) <= MAX_DEPTH else None)


@given(objects, st.data())
def test_a_damaged_object_is_refused_or_read_as_the_standard_library_reads_it(
    value: dict[str, Any], data: st.DataObject
) -> None:
    line = bytearray(json.dumps(value, ensure_ascii=False).encode())
    place = data.draw(st.integers(0, len(line) - 1))
    line[place : place + data.draw(st.integers(0, 2))] = data.draw(
        st.sampled_from(
            [b"", b'"', b"\\", b"[", b"{", b"}", b",", b":", b"1", b"\0", b"\xc3", b"."]
        )
    )
    read = outcome(bytes(line))
    assert read is None or read == json.loads(bytes(line))
