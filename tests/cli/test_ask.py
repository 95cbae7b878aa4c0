"""`ask`: a question again, the answer and its time, or the fault with what went to and fro."""

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.golden_outputs import settled
from tests.command_line import Command
from tests.small_leagues import BOTS

PLAINLY = ("--sandbox", "none")


@pytest.fixture
def question(in_golden: Path, tmp_path: Path, command: Command) -> Path:
    """Return the file of a question of the golden league, in whose folder the test works."""
    path = tmp_path / "q.jsonl"
    assert command("show", "results/golden", "--question", "1.1.2:3:12", "--output", path).err
    return path


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """Return the folder of a bot that takes --how and --at from whoever starts it."""
    folder = tmp_path / "bot"
    shutil.copytree(BOTS / "misbehave", folder)
    (folder / "bot.yaml").write_text("name: bot\ncommand: [python3, -I, -S, bot.py]\n")
    return folder


def say(folder: Path, more: str) -> None:
    """Have a bot say more beside each answer."""
    text = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(
        text.replace('"action":"{action}"', f'"action":"{{action}}"{more}')
    )


def test_an_answer(question: Path, bot: Path, command: Command) -> None:
    ended = command("ask", bot, question, *PLAINLY)
    assert (ended.status, ended.err) == (0, "")
    assert settled(ended.out) == (
        "ok    handshake in N ms, without a sandbox: misbehave 1\n"
        "ok    session 1.1.2, deal 3, play 8, seat 2: 4H, legal, in N ms\n"
    )


def test_what_is_said_beside_it_and_on_stderr(question: Path, bot: Path, command: Command) -> None:
    say(bot, ',"margin":-7,"note":"\\\\u001b[2J so","legal":["{action}","KH"]')
    with (bot / "bot.py").open("a") as file:
        file.write("\nos.write(2, b'good \\x1b[2J bye\\n')\n")
    ended = command("ask", bot, question, *PLAINLY)
    assert ended.status == 0
    assert ended.out.isascii()
    assert "\x1b" not in ended.out
    lines = settled(ended.out).splitlines()
    assert lines[1:5] == [
        "ok    session 1.1.2, deal 3, play 8, seat 2: 4H, legal, in N ms",
        "        margin:   -7",
        "        note:     \\x1b[2J so",
        "note  session 1.1.2, deal 3, play 8, seat 2: its own list of legal answers lacks",
    ]
    assert lines[5] == "      5H 8H 9H JH QH 3D AD 2C and has KH too"
    assert lines[6].startswith(
        'note    sent:     {"id":"…","type":"play","session":"1.1.2","deal":3,'
    )
    assert lines[7].startswith('note    received: {"id":"…","action":"4H","margin":-7,')
    assert lines[8:] == ["the end of its stderr:", "      good \\x1b[2J bye"]


def test_a_fault(question: Path, bot: Path, command: Command) -> None:
    ended = command("ask", bot, question, *PLAINLY, "--", "--how", "illegal")
    assert ended.status == 3
    lines = settled(ended.out).splitlines()
    place = "FAIL  session 1.1.2, deal 3, play 8, seat 2: illegal: "
    assert lines[1].startswith(f"{place}'11X' is not in the question's `legal`: 4H, ")
    assert lines[2] == "FAIL    promise:  its action is one of `legal`"
    assert lines[3].startswith('FAIL    sent:     {"id":"…","type":"play",')
    assert lines[4:] == ['FAIL    received: {"id":"…","action":"11X"}\\x0a']


def test_a_bot_that_does_not_greet(question: Path, bot: Path, command: Command) -> None:
    ended = command("ask", bot, question, *PLAINLY, "--repeat", "9", "--", "--how", "exit-at-once")
    assert ended.status == 3
    assert ended.out.startswith(
        "FAIL  hello, without a sandbox: crash: exited with status 1 before the handshake\n"
    )


def test_again_and_again(question: Path, bot: Path, command: Command) -> None:
    ended = command("ask", bot, question, *PLAINLY, "--repeat", "3")
    assert ended.status == 0
    last = ended.out.splitlines()[-1]
    assert last == "ok    asked 3 times, each time in a new process: the same answers"
    asked = "\nOTHER = os.urandom(1)[0] % 2\n"
    text = (bot / "bot.py").read_text().replace("\n\ndef send", f"{asked}\n\ndef send")
    first = """.split('"', 1)[0]\n    return"""
    assert first in text
    text = text.replace(first, """.split('"')[2 * OTHER]\n    return""")
    (bot / "bot.py").write_text(text)
    ended = command("ask", bot, question, *PLAINLY, "--repeat", "12")
    assert "asked 12 times, each time in a new process: the answers differ" in ended.out


def test_questions_that_are_left(question: Path, bot: Path, command: Command) -> None:
    lines = question.read_text().splitlines()
    question.write_text("\n".join([*lines, lines[-1], lines[-1]]))
    ended = command("ask", bot, question, *PLAINLY, "--", "--how", "exit-3", "--at", "2")
    assert ended.status == 3
    lines = ended.out.splitlines()
    assert [line[:4] for line in lines[:3]] == ["ok  ", "ok  ", "FAIL"]
    assert lines[-1] == "note  questions after that: 1, not asked"


def test_the_evidence_of_a_fault(in_golden: Path, bot: Path, command: Command) -> None:
    evidence = "results/golden/faults/1.1.1-1.txt"
    text = Path(evidence).read_text()
    again = re.search(r"\nask it again:\n  barbu-arena (ask .*) -- (.*)\n", text)
    assert again is not None
    ended = command(*again[1].split(), *PLAINLY, "--", *again[2].split())
    assert ended.status == 0
    assert command("ask", bot, evidence, *PLAINLY, "--", "--how", "illegal").status == 3


@pytest.mark.parametrize(
    ("drop", "message"),
    [
        (1, "expected hello as the first line, got none: without it a bot knows no rules"),
        (0, "hand: expected a card such as KH, got 'ZZ'"),
        (3, "expected lines of JSON"),
    ],
)
def test_what_cannot_be_asked(
    drop: int, message: str, question: Path, bot: Path, command: Command
) -> None:
    lines = question.read_text().replace('"hand":["', '"hand":["ZZ","' if not drop else '"hand":["')
    question.write_text("\n".join(lines.splitlines()[drop:]))
    ended = command("ask", bot, question)
    assert (ended.status, ended.out) == (2, "")
    assert message in ended.err


def test_hello_alone(question: Path, bot: Path, command: Command) -> None:
    question.write_text(question.read_text().splitlines()[0])
    ended = command("ask", bot, question, *PLAINLY)
    assert (ended.status, len(ended.out.splitlines())) == (0, 1)


def test_no_such_file(bot: Path, command: Command) -> None:
    ended = command("ask", bot, "no-such-file")
    assert (ended.status, ended.out) == (2, "")
    assert "no-such-file" in ended.err
