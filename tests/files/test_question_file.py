"""A file of questions, and whatever else somebody may give as one."""

import json

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.question_file import parse_questions

HELLO = '{"id":"00000000","type":"hello","protocol":1}'
TOLD = '{"type":"session","session":"1.1.1","seat":2,"seed":7,"deals":28}'
QUESTION = {
    "id": "00000001", "type": "double", "session": "1.1.1", "deal": 3, "deals_left": 5, "seat": 2,
    "declarer": 0, "hand": ["2D", "QD"], "contract": "no_tricks", "legal": ["-", "0"],
}  # fmt: skip
ASKED = json.dumps(QUESTION)
EVIDENCE = f"""\
session 1.1.1, deal 3, seat 2, play 17
bot: cem
cause: question: {{}}
hello: {HELLO}
told: {TOLD}
question: {ASKED}
answer: hello: {{}}
stderr, its end:
  question: {{"type":"play"}}
ask it again:
  barbu-arena ask bots/cem results/x/faults/1.1.1-1.txt
"""


@pytest.mark.parametrize(
    "text",
    [
        f"{HELLO}\n{TOLD}\n{ASKED}\n",
        f"{HELLO}\r\n\r\n  {TOLD}\n{ASKED}",
        EVIDENCE,
    ],
    ids=["as written", "by hand", "evidence"],
)
def test_what_a_bot_heard(text: str) -> None:
    found = parse_questions(text.encode(), "q.jsonl")
    assert found.hello["protocol"] == 1
    assert [message["type"] for message in found.messages] == ["session", "double"]
    assert found.questions == (QUESTION,)


def test_hello_alone_and_a_question_alone() -> None:
    only = parse_questions(HELLO.encode(), "q")
    assert (only.hello["type"], only.messages) == ("hello", ())
    bare = parse_questions(ASKED.encode(), "q")
    assert (bare.hello, len(bare.questions)) == ({}, 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "q: expected lines of JSON, as `barbu-arena show DIR --question` writes them"),
        (b"session 1.1.1\nbot: x\n", "q: expected lines of JSON"),
        (b"\n\x1b[2J", r"q:2: expected a message in JSON: not valid JSON: Expecting value"),
        (b"\xff", "q:1: expected a message in JSON: not UTF-8 at byte 0"),
        (b"[1]", "q:1: expected a message in JSON: must be a JSON object, got a list"),
        (b'{"type":"play","legal":["2D"],"legal":["2D"]}', "duplicate key"),
        (b'{"id":"x"}', "q:1: expected a message with a type, got one without"),
        (b'{"type":7}', "q:1: expected a message with a type, got one without"),
        (b'{"type":"play"}', "q:1: session: expected a value, got nothing"),
        (b'{"type":"omen","legal":["2D"]}', "q:1: type: expected one of choose double play, got"),
        (ASKED.replace('"deal": 3', '"deal": "\x1b"').encode(), "not valid JSON"),
        (ASKED.replace('"0"', "0").encode(), "q:1: legal: expected a text, got 0"),
        (ASKED.replace('["-", "0"]', "[]").encode(), "q:1: legal: expected at least one answer"),
        (
            ASKED.replace("double", "a\\u001b").encode(),
            "q:1: type: expected one of choose double play, got 'a\\x1b'",
        ),
        (f"{HELLO}\n{HELLO}".encode(), "q:2: expected hello once, before all else"),
        (f"{ASKED}\n{HELLO}".encode(), "q:2: expected hello once, before all else"),
        (b"x" * 65_537, "q:1: expected at most 65536 bytes, got 65537"),
        (b"\n" * (4 << 20) + b"\n", "q: expected at most 4 MiB, got more"),
    ],
)
def test_what_is_no_such_file(data: bytes, message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse_questions(data, "q")
    assert message in str(refused.value)
    assert str(refused.value).isprintable()
