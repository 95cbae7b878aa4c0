"""YAML of strangers: what is refused, in which words, at which line and column."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import Field

from barbu_arena.errors import ConfigError
from barbu_arena.files import yaml_reader
from barbu_arena.files.document import Document, Section, is_name, one_of, seconds, text, whole
from barbu_arena.files.yaml_reader import Reading, parse_yaml, read_yaml, shown_path

BEYOND = "expected a character or a version that exists, got a number beyond all of them"


def problems(source: str) -> list[str]:
    with pytest.raises(ConfigError) as raised:
        parse_yaml("x.yaml", source)
    return str(raised.value).splitlines()


def reading(source: str) -> Reading:
    return parse_yaml("x.yaml", source)


def test_values_keep_yamls_types_and_keys_are_text_as_written() -> None:
    value = reading('a: 1\nb: "1"\nc: yes\nd: ~\ne: 0.5\n12: [x, -]\nno: {7: T}\n').value
    assert value == {
        "a": 1,
        "b": "1",
        "c": True,
        "d": None,
        "e": 0.5,
        "12": ["x", "-"],
        "no": {"7": "T"},
    }


def test_every_value_and_key_knows_its_place() -> None:
    spots = reading("a:\n  - {b: 1, cc: two}\n").spots
    spot = spots[("a", 0, "cc")]
    assert (spot.key_line, spot.key_column, spot.line, spot.column) == (2, 12, 2, 16)
    assert (spots[("a", 0)].line, spots[("a", 0)].column) == (2, 5)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", ["x.yaml:1:1: expected a mapping of keys, got an empty file"]),
        ("# nothing\n", ["x.yaml:1:1: expected a mapping of keys, got an empty file"]),
        (
            "a: &x 1\nb: *x\nc: !!str 1\nd: !!python/object:os.system {}\n",
            [
                "x.yaml:1:4: an anchor (&x) is not accepted",
                "x.yaml:2:4: an alias (*x) is not accepted; write the value out",
                "x.yaml:3:4: a tag (tag:yaml.org,2002:str) is not accepted",
                "x.yaml:4:4: a tag (tag:yaml.org,2002:python/object:os.system) is not accepted",
            ],
        ),
        ("a: 1\n---\nb: 2\n", ["x.yaml:2:1: expected one document, got another after '---'"]),
        (
            "a: [1, 2\nb: 3\n",
            ["x.yaml:2:2: not YAML: expected ',' or ']' (the bracket was opened in line 1)"],
        ),
        (
            "a: {b: 1]\n",
            ["x.yaml:1:9: not YAML: expected ',' or '}' (the bracket was opened in line 1)"],
        ),
        (
            "a:\n\t- 1\n",
            ["x.yaml:2:1: not YAML: a tab cannot indent or start a value; use spaces"],
        ),
        (
            "a: b: c\n",
            ["x.yaml:1:5: not YAML: a second ':' here; put text that holds one in quotes"],
        ),
        (
            "- a\nb: 1\n",
            ["x.yaml:2:1: not YAML: this line is indented differently from those it belongs to"],
        ),
        ('a: "x\n', ["x.yaml:2:1: not YAML: the quotes of a text are never closed"]),
        ("a: @x\n", ["x.yaml:1:4: not YAML: put text that starts with '@' in quotes"]),
        ("a: 1\nb\n", ["x.yaml:3:1: not YAML: expected ':' after the key"]),
        ("a: b\x07\n", ["x.yaml:1:5: the character \\x07 is not allowed"]),
        ('a: 1\nb: "\\UFFFFFFFF"\n', ["x.yaml:2:7: not YAML: " + BEYOND]),
        ('a: "\\U00110000"\n', ["x.yaml:1:7: not YAML: " + BEYOND]),
        (f"%YAML {'9' * 5000}.1\n---\na: 1\n", ["x.yaml:1:7: not YAML: " + BEYOND]),
    ],
)
def test_what_is_no_plain_yaml_is_refused_in_plain_words(source: str, expected: list[str]) -> None:
    assert problems(source) == expected


@pytest.mark.parametrize("source", ["[" * 17 + "]" * 17, "a: [" + "1," * 20_001 + "]", "{" * 99])
def test_depth_and_number_of_values_are_bounded(source: str) -> None:
    assert problems(source)[-1].endswith("expected at most 16 levels and 20000 values, got more")


@given(st.text(st.sampled_from("ab01 \n\t:-?,[]{}#&*!|>'\"%@<=~._\\x\x07\ufeffé"), max_size=40))
@example("%YAML 9.9\n---\na")
@example("? ? a")
@example("a: !<x> 1")
def test_any_text_is_read_or_refused(source: str) -> None:
    lines: list[str] = []
    try:
        assert () in parse_yaml("x.yaml", source).spots
    except ConfigError as error:
        lines = str(error).splitlines()
    assert all(line.startswith("x.yaml:") and line.isprintable() for line in lines)


def test_keys_that_stand_twice_are_told_with_the_rest() -> None:
    found = reading("a: {b: 1, b: 2}\n? [1]\n: 2\na: 3\n").problems
    assert found == [
        (1, 11, "a.b: expected each key once, got it again after line 1"),
        (2, 3, "expected a key as text, got a list or a mapping"),
        (4, 1, "a: expected each key once, got it again after line 1"),
    ]


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(yaml_reader, "MAX_BYTES", 10)
    (tmp_path / "large.yaml").write_text("a: 12345678")
    (tmp_path / "latin.yaml").write_bytes(b"a: 1\nb: \xe9\n")
    (tmp_path / "both.yaml").write_bytes(b"\xef\xbb\xbf# \x85")
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: 1")
    (tmp_path / "folder.yaml").mkdir()
    for name, expected in (
        ("none.yaml", "none.yaml: expected a YAML file, got no such file"),
        ("folder.yaml", "folder.yaml: expected a YAML file, got a folder"),
        ("large.yaml", "large.yaml: expected at most 10 bytes (1 MiB), got more"),
        ("latin.yaml", "latin.yaml:2:4: expected UTF-8, got the byte 0xe9"),
        ("both.yaml", "both.yaml:1:3: expected UTF-8, got the byte 0x85"),
    ):
        with pytest.raises(ConfigError) as raised:
            read_yaml(Path(name))
        assert str(raised.value) == expected
    assert read_yaml(Path("bom.yaml")).value == {"a": 1}


def test_paths_are_shown_from_the_working_folder_where_they_lie_below_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(Path("a/../b")) == "b"
    assert shown_path(tmp_path / "b") == "b"
    assert shown_path(Path("/elsewhere/b")) == "/elsewhere/b"


class Inner(Section):
    word: Annotated[str, text("a word", 5)] = Field(description="a word")


class Outer(Section):
    name: Annotated[str, text(most=5)] = "n"
    number: Annotated[int, whole(1, 9)] = 1
    time: Annotated[float, seconds(0, 5)] = 1
    choice: Annotated[str, one_of(Literal["left", "right"])] = "left"
    inner: Inner = Inner(word="w")
    listed: list[Annotated[int, whole(1, 9)]] = Field(default_factory=list)


def checked(source: str) -> list[str]:
    document = Document(("x", source))
    assert document.check(Outer) is None
    with pytest.raises(ConfigError) as raised:
        document.finish()
    return str(raised.value).splitlines()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("name: no", "x:1:7: name: expected text, got the truth value no; put it in quotes"),
        ("name: 42", "x:1:7: name: expected text, got the number 42; put it in quotes"),
        ("name: 1.2", "x:1:7: name: expected text, got the number 1.2; put it in quotes"),
        (
            "name: 12:30:00",
            "x:1:7: name: expected text, got 12:30:00, which YAML reads as the number 45000; "
            "put it in quotes",
        ),
        (
            "name: 2026-01-31",
            "x:1:7: name: expected text, got 2026-01-31, which YAML reads as a date; "
            "put it in quotes",
        ),
        ("name:", "x:1:6: name: expected text, got nothing"),
        ("name: [a]", "x:1:7: name: expected text, got a list of 1"),
        (
            'name: "a\\eb"',
            "x:1:7: name: expected a text of 1 to 5 printable characters, got 'a\\x1bb'",
        ),
        ("name: ''", "x:1:7: name: expected a text of 1 to 5 printable characters, got ''"),
        ("number: 0", "x:1:9: number: expected a whole number from 1 to 9, got the number 0"),
        (
            "number: '3'",
            "x:1:9: number: expected a whole number from 1 to 9, got '3'; "
            "take it out of the quotes",
        ),
        (
            "number: 010",
            "x:1:9: number: expected a whole number from 1 to 9, got 010, "
            "which YAML reads as the number 8",
        ),
        ("number: 2.0", "x:1:9: number: expected a whole number from 1 to 9, got the number 2.0"),
        (
            "number: yes",
            "x:1:9: number: expected a whole number from 1 to 9, got the truth value yes",
        ),
        (
            "number: 0x_",
            "x:1:9: number: expected a whole number from 1 to 9, got 0x_, "
            "which YAML reads as a number",
        ),
        (
            f"number: {'9' * 5000}",
            "x:1:9: number: expected a whole number from 1 to 9, "
            f"got {'9' * 59}…, which YAML reads as a number",
        ),
        (
            "time: .inf",
            "x:1:7: time: expected seconds from 0 to 5, up to three decimals, "
            "got .inf, which YAML reads as a number",
        ),
        (
            "time: 0.0001",
            "x:1:7: time: expected seconds from 0 to 5, up to three decimals, "
            "got the number 0.0001",
        ),
        (
            "choice: rigth",
            "x:1:9: choice: expected one of left, right, got 'rigth'; did you mean right?",
        ),
        ("choice: off", "x:1:9: choice: expected one of left, right, got the truth value off"),
        (
            "nam: x",
            "x:1:1: nam: expected one of the keys name, number, time, choice, inner, listed, "
            "got an unknown one; did you mean name?",
        ),
        (
            '"[key]": x',
            "x:1:1: [key]: expected one of the keys name, number, time, choice, inner, listed, "
            "got an unknown one",
        ),
        (
            'inner: {word: w, "[key]": x}',
            "x:1:18: inner.[key]: expected one of the keys word, got an unknown one",
        ),
        ("inner: {}", "x:1:8: inner.word: expected a word, got nothing"),
        ("inner: 3", "x:1:8: inner: expected a mapping, got the number 3"),
        (
            "inner: {word: w, 7: x}",
            "x:1:18: inner.7: expected one of the keys word, got an unknown one",
        ),
        ("listed: 3", "x:1:9: listed: expected a list, got the number 3"),
        (
            "listed: [1, x]",
            "x:1:13: listed[1]: expected a whole number from 1 to 9, got 'x'",
        ),
        ("[1]", "x:1:1: expected a mapping, got a list of 1"),
        ("text", "x:1:1: expected a mapping, got 'text'"),
    ],
)
def test_each_kind_of_value_says_what_was_expected(value: str, expected: str) -> None:
    assert checked(value) == [expected]


def test_all_problems_are_told_at_once_in_file_order() -> None:
    assert checked("time: -1\nnumber: 77\nname: yes\ntime: 2\n") == [
        "x:1:7: time: expected seconds from 0 to 5, up to three decimals, got the number -1",
        "x:2:9: number: expected a whole number from 1 to 9, got the number 77",
        "x:3:7: name: expected text, got the truth value yes; put it in quotes",
        "x:4:1: time: expected each key once, got it again after line 1",
    ]


@pytest.mark.parametrize("name", ["a", "0", "a.b-c_d", "a" * 32, "console", "com10", "nul-1"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "A", "a" * 33, ".a", "-a", "a.", "a/b", "a b", "é", "con", "nul.txt", "com1", "a\n"],
)
def test_no_names(name: str) -> None:
    assert not is_name(name)
