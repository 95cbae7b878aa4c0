"""The evidence of faults: all five parts in each file, nothing in it to fear, none too many.

Source: design §8.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.errors import StorageError
from barbu_arena.files.evidence import (
    MISSING,
    drop_leftovers,
    evidence_path,
    evidence_text,
    keep_evidence,
    read_cause,
)
from barbu_arena.files.question_file import parse_questions
from barbu_arena.files.results_folder import League
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.shipped_bots import shipped_folder
from barbu_arena.game.dealing import bot_seed
from barbu_arena.league.session_job import Evidence, Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.fault import Fault
from barbu_arena.referee.record import FaultEntry
from tests.referee_alone import played_session

HOSTILE = b"\x1b[2J<script>\xff\n"
ASKED = (
    b'{"id":"0123abcd","type":"double","session":"1.1.1","deal":3,"deals_left":5,"seat":2,'
    b'"declarer":0,"hand":["2D"],"contract":"no_tricks","legal":["-","0"],"deadline_ms":5}\n'
)
PROTOCOL = Evidence(
    "cem",
    FaultEntry(3, 2, "double", 1, "protocol", True),
    Fault("protocol", "not valid \x1b[31mJSON", ASKED, HOSTILE * 5000),
    "killed by SIGKILL",
    b"line\n" * 30 + HOSTILE,
)
ILLEGAL = Evidence(
    "ann", FaultEntry(4, 0, "play", 1, "illegal", False),
    Fault("illegal", "no such card", b"{}", b"QD"), "", b"",
)  # fmt: skip
START = Evidence(
    "ann", FaultEntry(0, 0, "hello", 0, "start", True), Fault("start", "no such file"), "", b""
)


HELLO = Evidence(
    "ann", FaultEntry(0, 0, "hello", 0, "handshake", True),
    Fault("handshake", "no handshake within 10 s", b'{"id":"0123abcd","type":"hello"}\n'), "", b"",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "faults").mkdir()
    return tmp_path


def league(folder: Path, *args: str) -> League:
    """Return a league in a folder, in which cem got arguments, and may see a path."""
    here = Path.cwd()
    bots = (
        Bot("cem", str(here / "bots" / "cem"), (), args=args, read_only=("/opt/it's",)),
        Bot("ann", "/elsewhere/ann", ()),
        Bot("ben", str(shipped_folder() / "random"), ()),
    )
    tournament = Tournament("t", load_rules("modern"), "s", bots)
    return League(folder, tournament, "none", {}, folder / "t.yaml")


def text_of(folder: Path, item: Evidence, *args: str) -> str:
    path = evidence_path(folder, "1.1.1", 1)
    return evidence_text(league(folder, *args), "1.1.1", item, path)


def played(*evidence: Evidence) -> Played:
    return Played(played_session(), 1.0, (), evidence, (), ())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "faults").iterdir())


# What a file holds


def test_all_parts_escaped_and_cut() -> None:
    text = text_of(Path("results/league"), PROTOCOL)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert len(text) < 20_000
    lines = text.splitlines()
    assert lines[:5] == [
        "session 1.1.1, deal 3, seat 2, double 1",
        "bot: cem",
        "fault: protocol, retired for the session",
        "cause: not valid \\x1b[31mJSON",
        "process: killed by SIGKILL",
    ]
    assert lines[5].startswith('hello: {"id":"00000000","type":"hello","protocol":1,')
    assert lines[6].startswith('told: {"type":"session","session":"1.1.1","seat":2,"seed":')
    assert lines[7] == f"question: {ASKED.decode().rstrip()}"
    assert lines[8].startswith("answer: \\x1b[2J<script>\\xff\\x0a")
    assert lines[9] == "stderr, its end:"
    assert lines[10:29] == ["  line"] * 19
    assert lines[29] == "  \\x1b[2J<script>\\xff"
    path = "results/league/faults/1.1.1-1.txt"
    assert lines[30:] == [
        "ask it again:",
        f"  barbu-arena ask bots/cem {path} --read-only '/opt/it'\"'\"'s'",
        "see the table:",
        f"  barbu-arena explain {path}",
        "play it again:",
        "  barbu-arena reproduce results/league 1.1.1",
    ]


def test_what_it_holds_is_what_can_be_asked() -> None:
    found = parse_questions(text_of(Path("r"), PROTOCOL).encode(), "evidence")
    assert found.hello["rules"]["name"] == "modern"
    assert [message["type"] for message in found.messages] == ["session", "double"]
    assert found.messages[0]["seed"] == bot_seed("s", "1.1.1", 2)
    assert found.questions[0]["legal"] == ["-", "0"]
    greeted = parse_questions(text_of(Path("r"), HELLO).encode(), "evidence")
    assert (greeted.hello["id"], greeted.messages) == ("0123abcd", ())


@pytest.mark.parametrize(
    ("item", "process"),
    [(PROTOCOL, "killed by SIGKILL"), (ILLEGAL, "went on"), (START, "never started")],
)
def test_how_the_process_ended(item: Evidence, process: str) -> None:
    assert f"\nprocess: {process}\n" in text_of(Path("r"), item)


def test_the_commands_can_be_pasted_whatever_the_folder() -> None:
    text = text_of(Path("my results/it's"), ILLEGAL)
    quoted = "'my results/it'\"'\"'s"
    assert text.endswith(
        f"\nask it again:\n  barbu-arena ask /elsewhere/ann {quoted}/faults/1.1.1-1.txt'"
        f"\nsee the table:\n  barbu-arena explain {quoted}/faults/1.1.1-1.txt'"
        f"\nplay it again:\n  barbu-arena reproduce {quoted}' 1.1.1\n"
    )


def test_the_arguments_of_the_bot_are_in_the_command() -> None:
    text = text_of(Path("r"), PROTOCOL, "--worlds", "8")
    assert "/opt/it'\"'\"'s' -- --worlds 8\nsee the table:\n" in text


def test_a_shipped_bot_is_named_as_one() -> None:
    text = text_of(Path("r"), replace(ILLEGAL, bot="ben"))
    assert "  barbu-arena ask shipped:random r/faults/1.1.1-1.txt\n" in text


@pytest.mark.parametrize(("item", "commands"), [(START, 1), (HELLO, 2), (ILLEGAL, 3)])
def test_only_what_was_asked_can_be_asked_again(item: Evidence, commands: int) -> None:
    assert text_of(Path("r"), item).count("\n  barbu-arena ") == commands


# Kept


def test_a_file_for_each_fault_in_the_order_of_the_record(folder: Path) -> None:
    keep_evidence(league(folder), played(PROTOCOL, ILLEGAL))
    assert names(folder) == ["1.1.1-1.txt", "1.1.1-2.txt"]
    for number, item in ((1, PROTOCOL), (2, ILLEGAL)):
        path = evidence_path(folder, "1.1.1", number)
        assert path.read_text("utf-8") == evidence_text(league(folder), "1.1.1", item, path)


def test_a_folder_whose_name_is_not_utf8(tmp_path: Path) -> None:
    folder = tmp_path / "caf\udce9"
    (folder / "faults").mkdir(parents=True)
    keep_evidence(league(folder), played(ILLEGAL))
    path = evidence_path(folder, "1.1.1", 1)
    assert os.fsencode(folder) in path.read_bytes()
    assert read_cause(path) == "no such card"


def test_without_faults_nothing_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barbu_arena.files.evidence.os.fsync", pytest.fail)
    keep_evidence(league(folder), played())
    assert names(folder) == []


@pytest.mark.parametrize("thing", ["link", "pipe", "file"])
def test_what_lies_in_its_place_is_replaced(folder: Path, thing: str) -> None:
    path = evidence_path(folder, "1.1.1", 1)
    precious = folder / "precious"
    precious.write_text("precious")
    if thing == "link":
        path.symlink_to(precious)
    elif thing == "pipe":
        os.mkfifo(path)
    else:
        path.write_text("x" * 100_000)
    keep_evidence(league(folder), played(ILLEGAL))
    assert path.is_file()
    assert not path.is_symlink()
    assert path.read_text("utf-8") == evidence_text(league(folder), "1.1.1", ILLEGAL, path)
    assert precious.read_text() == "precious"


def test_a_disk_that_refuses_is_an_error_for_the_run_to_tell_of(folder: Path) -> None:
    (folder / "faults").rmdir()
    with pytest.raises(FileNotFoundError):
        keep_evidence(league(folder), played(ILLEGAL))


# Read back


def test_the_cause_is_read_back_as_it_was_written(folder: Path) -> None:
    keep_evidence(league(folder), played(PROTOCOL, ILLEGAL))
    assert read_cause(evidence_path(folder, "1.1.1", 1)) == "not valid \\x1b[31mJSON"
    assert read_cause(evidence_path(folder, "1.1.1", 2)) == "no such card"
    assert read_cause(evidence_path(folder, "1.1.1", 3)) == MISSING


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"cause: \x1b[2J\xff\x00", "\\x1b[2J\\xff\\x00"),
        ("cause: a\u202eb\r\n".encode(), "a\\u202eb\\x0d"),
        (b"cause: " + b"x" * (1 << 26), "x" * 999 + "…"),
        (b"\n" * (1 << 20) + b"cause: far behind", None),
        (b"", None),
        (b"\xff" * 100_000, None),
        (b"causes: two", None),
    ],
    ids=["controls", "bidi", "64 MiB", "far behind", "empty", "not text", "another word"],
)
def test_a_file_that_somebody_else_wrote(folder: Path, data: bytes, said: str | None) -> None:
    path = evidence_path(folder, "1.1.1", 1)
    path.write_bytes(data)
    cause = read_cause(path)
    assert cause == (said or "the evidence cannot be read: no line of it begins with 'cause:'")
    assert cause.isprintable()
    assert len(cause) <= 4000


@pytest.mark.parametrize("thing", ["link", "pipe", "folder"])
def test_what_is_no_file_is_not_read(folder: Path, thing: str) -> None:
    path = evidence_path(folder, "1.1.1", 1)
    if thing == "link":
        (folder / "secret").write_text("cause: secret")
        path.symlink_to(folder / "secret")
    elif thing == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert read_cause(path).startswith("the evidence cannot be read: ")
    assert "secret" not in read_cause(path)


# Leftovers


def test_only_evidence_of_what_the_ledger_does_not_have_goes(folder: Path) -> None:
    kept = ["1.1.1-1.txt", "1.1.1-2.txt", "10.2.12-1.txt"]
    others = ["notes.txt", "1.1.1-1.txt.orig", "1.1.1.txt", "x1.1.1-1.txt", "١.1.1-1.txt"]
    leftovers = ["1.1.1-3.txt", "1.1.1-0.txt", "1.1.2-1.txt", "2.1.1-1.txt", "1.1.3-1.txt"]
    for name in kept + others + leftovers:
        (folder / "faults" / name).write_text(name)
    assert drop_leftovers(folder, {"1.1.1": 2, "1.1.3": 0, "10.2.12": 1}) == len(leftovers)
    assert names(folder) == sorted(kept + others)
    assert drop_leftovers(folder, {"1.1.1": 2, "1.1.3": 0, "10.2.12": 1}) == 0


def test_a_leftover_that_cannot_be_removed(folder: Path) -> None:
    (folder / "faults" / "1.1.1-1.txt").mkdir()
    with pytest.raises(StorageError, match=r"faults/1\.1\.1-1\.txt: cannot be removed: "):
        drop_leftovers(folder, {})
