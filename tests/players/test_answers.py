"""Answers to questions and to the greeting, good and bad, and the words for the bad ones."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.players.answers import (
    Answer,
    BadAnswer,
    Greeting,
    carries_id,
    cut,
    read_answer,
    read_greeting,
)

ID = "5f01c9ae"


def refusal(reader: object, line: str) -> tuple[str, str]:
    assert callable(reader)
    with pytest.raises(BadAnswer) as refused:
        reader(line.encode(), ID)
    return refused.value.kind, str(refused.value)


# Answers to a question


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ('{"id":"5f01c9ae","action":"QD"}', b"QD"),
        (' { "action" : "trumps:S" , "id" : "5f01c9ae" } ', b"trumps:S"),
        ('{"id":"5f01c9ae","action":"0,2","note":"so be it","margin":3,"legal":["-"]}', b"0,2"),
        ('{"id":"5f01c9ae","action":""}', b""),
        ('{"id":"5f01c9ae","action":"\\u2663é"}', "♣é".encode()),
    ],
    ids=["plain", "spaces and order", "optional fields", "empty", "not ascii"],
)
def test_an_action_is_read(line: str, action: bytes) -> None:
    assert read_answer(line.encode(), ID).action == action


@pytest.mark.parametrize(
    ("beside", "answer"),
    [
        ("", Answer(b"QD")),
        (',"legal":["QD","2D"],"margin":-3,"note":"so"', Answer(b"QD", ("QD", "2D"), -3, "so")),
        (',"legal":[]', Answer(b"QD", ())),
        (',"note":"%s"' % ("é" * 300), Answer(b"QD", note="é" * 200)),
        (',"legal":"QD","margin":"3","note":7', Answer(b"QD")),
        (',"legal":["QD",7],"margin":true,"note":["so"]', Answer(b"QD")),
        (',"legal":null,"margin":null,"note":null,"mood":{"good":true}', Answer(b"QD")),
    ],
    ids=["nothing", "all", "an empty list", "a long note", "types", "other types", "null"],
)
def test_what_is_said_beside_an_action_is_read_and_never_a_fault(
    beside: str, answer: Answer
) -> None:
    assert read_answer(f'{{"id":"5f01c9ae","action":"QD"{beside}}}'.encode(), ID) == answer


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("QD", "not valid JSON: Expecting value: line 1 column 1 (char 0): 'QD'"),
        ("[1]", "must be a JSON object, got a list: '[1]'"),
        ("\x1b[2J", "not valid JSON: Expecting value: line 1 column 1 (char 0): '\\x1b[2J'"),
        ('{"action":"QD"}', "id must be a string, got nothing"),
        ('{"id":7,"action":"QD"}', "id must be a string, got a number"),
        (
            '{"id":"zzz","action":"QD"}',
            "answer to question 'zzz', expected '5f01c9ae'",
        ),
        (
            '{"id":"%s"}' % ("é" * 50),
            "answer to question '" + r"\xe9" * 40 + "', expected '5f01c9ae'",
        ),
        ('{"id":"5f01c9ae"}', "action must be a string, got nothing"),
        ('{"id":"5f01c9ae","action":null}', "action must be a string, got null"),
        ('{"id":"5f01c9ae","action":true}', "action must be a string, got a truth value"),
        ('{"id":"5f01c9ae","action":7}', "action must be a string, got a number"),
        ('{"id":"5f01c9ae","action":["QD"]}', "action must be a string, got a list"),
        ('{"id":"5f01c9ae","action":{}}', "action must be a string, got an object"),
    ],
    ids=[
        "no JSON",
        "a list",
        "an escape sequence",
        "no id",
        "a number as id",
        "another id",
        "a long strange id",
        "no action",
        "null",
        "true",
        "number",
        "list",
        "object",
    ],
)
def test_a_bad_answer_is_a_protocol_fault(line: str, message: str) -> None:
    assert refusal(read_answer, line) == ("protocol", message)


# Answers to the greeting


def greeting(**fields: object) -> str:
    import json

    given_fields = {"id": ID, "protocol": 1, "name": "dodger", **fields}
    return json.dumps({key: value for key, value in given_fields.items() if value != "absent"})


def test_a_full_greeting() -> None:
    line = greeting(version="1.2", author="Zoë", wants=["deals", "events", "deals", "gossip"])
    wants = frozenset({"events", "deals"})
    assert read_greeting(line.encode(), ID) == Greeting("dodger", "1.2", "Zoë", wants)


def test_the_shortest_greeting() -> None:
    assert read_greeting(greeting().encode(), ID) == Greeting("dodger", "", "", frozenset())


def test_a_name_may_have_forty_characters_and_any_alphabet() -> None:
    assert read_greeting(greeting(name="日本♣é" * 8).encode(), ID).name == "日本♣é" * 8
    assert len("日本♣é" * 10) == 40


@pytest.mark.parametrize(
    ("fields", "kind", "message"),
    [
        ({"protocol": 2}, "handshake", "speaks protocol 2, this arena 1"),
        ({"protocol": -1}, "handshake", "speaks protocol -1, this arena 1"),
        ({"protocol": "absent"}, "protocol", "protocol must be a number, got nothing"),
        ({"protocol": True}, "protocol", "protocol must be a number, got a truth value"),
        ({"protocol": "1"}, "protocol", "protocol must be a number, got a string"),
        ({"id": "zzz"}, "protocol", "answer to question 'zzz', expected '5f01c9ae'"),
        ({"name": "absent"}, "protocol", "name must be a string, got nothing"),
        ({"name": 5}, "protocol", "name must be a string, got a number"),
        ({"name": ""}, "protocol", "name must be 1 to 40 printable characters, got ''"),
        ({"name": "a\x1b[2J"}, "protocol", "printable characters, got 'a\\x1b[2J'"),
        ({"name": "a\u202eb"}, "protocol", "printable characters, got 'a\\u202eb'"),
        ({"name": "a\nb"}, "protocol", "printable characters, got 'a\\nb'"),
        ({"name": "n" * 41}, "protocol", f"printable characters, got '{'n' * 41}'"),
        ({"version": 1}, "protocol", "version must be a string, got a number"),
        ({"version": "\t"}, "protocol", "version must be 1 to 40 printable characters, got '\\t'"),
        ({"author": None}, "protocol", "author must be a string, got null"),
        ({"author": "x" * 200}, "protocol", "author must be 1 to 40 printable characters"),
        ({"wants": "events"}, "protocol", "wants must be a list of strings"),
        ({"wants": ["events", 1]}, "protocol", "wants must be a list of strings"),
    ],
    ids=lambda value: ascii(value)[:50] if isinstance(value, dict) else None,
)
def test_a_bad_greeting(fields: dict[str, object], kind: str, message: str) -> None:
    found_kind, found = refusal(read_greeting, greeting(**fields))
    assert found_kind == kind
    assert message in found
    assert len(found) < 140


# Late lines and cut text


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (b'{"id":"aaaaaaaa","action":"QD"}', "aaaaaaaa"),
        (b'{"id":"bbbbbbbb"}', "bbbbbbbb"),
        (b'{"id":"cccccccc"}', None),
        (b'{"id":["aaaaaaaa"]}', None),
        (b"{}", None),
        (b"oops", None),
    ],
    ids=["an answer", "a bad answer", "another question", "a list as id", "no id", "no JSON"],
)
def test_to_which_question_a_line_belongs(line: bytes, question: str | None) -> None:
    assert carries_id(line, {"aaaaaaaa", "bbbbbbbb"}) == question


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"QD", "'QD'"),
        (b"a\x1b\xff\n", "'a\\x1b\\ufffd\\n'"),
        (b"x" * 80, f"'{'x' * 80}'"),
        (b"x" * 81, f"'{'x' * 80}'…"),
    ],
    ids=["plain", "escaped", "just short enough", "cut"],
)
def test_bytes_are_shown_escaped_and_cut(data: bytes, text: str) -> None:
    assert cut(data) == text


@given(st.binary(max_size=200))
def test_any_bytes_are_shown_on_one_printable_line(data: bytes) -> None:
    assert cut(data).isprintable()


@given(
    st.binary(max_size=200) | st.text(max_size=99).map(lambda text: greeting(name=text).encode())
)
def test_any_line_is_read_or_a_bad_answer(line: bytes) -> None:
    read = []
    for reader in (read_answer, read_greeting):
        with suppress(BadAnswer):
            read.append(reader(line, ID))
    assert all(isinstance(answer, Greeting) and answer.name.isprintable() for answer in read)
