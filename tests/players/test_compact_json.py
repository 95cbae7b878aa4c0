"""The form of every line that the arena writes, by either library."""

import importlib.util
import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.players import compact_json
from barbu_arena.players.compact_json import compact, compact_by_standard_library

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": [1, -2], "a": "é♣"}, '{"b":[1,-2],"a":"é♣"}'),
        ((1, (2, 3)), "[1,[2,3]]"),
        ('\x1b"\\/\x7f\n', '"\\u001b\\"\\\\/\x7f\\n"'),
        ([True, None, {}], "[true,null,{}]"),
    ],
    ids=["order and alphabet are kept", "tuples are lists", "escapes", "words"],
)
def test_the_text(value: Any, text: str) -> None:  # noqa: ANN401
    assert compact(value) == compact_by_standard_library(value) == text.encode()


def test_where_orjson_is_not_installed_the_standard_library_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert compact_json.__file__ is not None
    spec = importlib.util.spec_from_file_location("without_orjson", compact_json.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "orjson", None)
    spec.loader.exec_module(module)
    assert module._dumps is module.compact_by_standard_library
    assert module.compact({"a": [1, "é"]}) == '{"a":[1,"é"]}'.encode()


@given(values)
def test_both_libraries_write_the_same_bytes(value: Any) -> None:  # noqa: ANN401
    assert compact(value) == compact_by_standard_library(value)


@given(values)
def test_it_is_one_line_that_reads_back(value: Any) -> None:  # noqa: ANN401
    line = compact(value)
    assert b"\n" not in line
    assert json.loads(line) == json.loads(json.dumps(value))
