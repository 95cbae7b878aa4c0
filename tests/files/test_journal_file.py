"""The file of an unfinished session: each answer at once, a torn line cut off, nothing believed."""

from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.journal_file import JOURNAL_NAME, drop_journal, keep_said, read_journal
from barbu_arena.league.journal import Said

EVERY = [
    Said(0, "no_king"),
    Said(1, "-"),
    Said(2, "é\x1b"),
    Said(3, fault="timeout", message="no answer within 5.00 s"),
    Said(1, ""),
]


def test_what_was_kept_is_read(tmp_path: Path) -> None:
    assert read_journal(tmp_path) == []
    for number, said in enumerate(EVERY, start=1):
        keep_said(tmp_path, said)
        assert read_journal(tmp_path) == EVERY[:number]
    lines = (tmp_path / JOURNAL_NAME).read_bytes().splitlines()
    assert lines[0] == b'{"seat":0,"action":"no_king"}'
    assert lines[3] == b'{"seat":3,"fault":"timeout","message":"no answer within 5.00 s"}'
    drop_journal(tmp_path)
    drop_journal(tmp_path)
    assert read_journal(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    for said in EVERY[:2]:
        keep_said(tmp_path, said)
    with (tmp_path / JOURNAL_NAME).open("ab") as file:
        file.write(b'{"seat":2,"act')
    assert read_journal(tmp_path) == EVERY[:2]
    keep_said(tmp_path, EVERY[2])
    assert read_journal(tmp_path) == EVERY[:3]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"[]", ":1: must be a JSON object, got a list"),
        (b"{", ":1: not valid JSON: "),
        (b"{}", ":1: expected the answer of a seat from 0 to 3, got another thing"),
        (b'{"seat":4,"action":"KH"}', ":1: expected the answer of a seat"),
        (b'{"seat":true,"action":"KH"}', ":1: expected the answer of a seat"),
        (b'{"seat":1,"action":7}', ":1: expected the answer of a seat"),
        (b'{"seat":1,"fault":"arena"}', ":1: expected the answer of a seat"),
        (b'{"seat":1,"fault":[]}', ":1: expected the answer of a seat"),
        (b'{"seat":1,"fault":"crash","message":0}', ":1: expected the answer of a seat"),
    ],
)
def test_what_is_no_answer(tmp_path: Path, line: bytes, problem: str) -> None:
    (tmp_path / JOURNAL_NAME).write_bytes(line + b"\n")
    with pytest.raises(ConfigError) as raised:
        read_journal(tmp_path)
    assert str(raised.value).startswith(f"{tmp_path / JOURNAL_NAME}{problem}")


def test_more_than_a_session_holds(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_NAME).write_bytes(b"\n" * ((4 << 20) + 1))
    with pytest.raises(ConfigError, match="expected at most 4194304 bytes, got more"):
        read_journal(tmp_path)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_NAME).mkdir()
    for touch in (
        read_journal,
        drop_journal,
        lambda folder: keep_said(folder, EVERY[0]),
    ):
        with pytest.raises(StorageError):
            touch(tmp_path)


def test_a_link_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    (tmp_path / JOURNAL_NAME).symlink_to("other")
    with pytest.raises(StorageError, match="cannot be written"):
        keep_said(tmp_path, EVERY[0])
    assert (tmp_path / "other").read_text() == ""
