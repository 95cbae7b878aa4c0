"""The ledger: nothing that was finished is lost, whatever cuts the last line short.

Source: design §9, trust.md §7.3 and §7.4.
"""

import os
import random
from errno import EIO, ENOSPC
from hashlib import sha256
from pathlib import Path

import pytest

from barbu_arena.errors import StorageError, VerificationFailed
from barbu_arena.files import ledger as ledger_module
from barbu_arena.files.ledger import (
    LedgerWriter,
    heal,
    ledger_digest,
    ledger_lines,
    read_ledger,
    write_whole,
)
from barbu_arena.files.rules_file import load_rules
from barbu_arena.referee.record import SessionRecord, record_line
from barbu_arena.referee.record_reader import MAX_LINE
from barbu_arena.referee.session_plan import SessionPlan
from tests.referee_alone import played_session
from tests.small_leagues import SHORT_RULES


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[SessionRecord]:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "short.yaml").write_text(SHORT_RULES)
    rules = load_rules("short.yaml", folder)
    bots = ("ann", "ben", "cem", "dee")
    plans = [SessionPlan(1, 1, seating, 0, bots) for seating in (1, 2, 3)]
    return [played_session(plan, rules, "ledger") for plan in plans]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions.jsonl"


@pytest.fixture
def whole(path: Path, records: list[SessionRecord]) -> bytes:
    """Write all records to the path, and return the bytes."""
    with LedgerWriter(path) as ledger:
        for record in records:
            ledger.append(record)
    return path.read_bytes()


def test_what_is_appended_is_read(path: Path, whole: bytes, records: list[SessionRecord]) -> None:
    assert list(read_ledger(path)) == list(enumerate(records, start=1))
    assert whole == b"".join(map(record_line, records))
    assert whole.count(b"\n") == 3


def test_a_second_writer_appends(path: Path, records: list[SessionRecord]) -> None:
    for record in records:
        with LedgerWriter(path) as ledger:
            ledger.append(record)
    assert [record for _, record in read_ledger(path)] == records


def test_a_last_line_cut_anywhere_is_healed(
    path: Path, whole: bytes, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module.os, "fsync", lambda _: None)  # a thousand take long
    safe = whole[: whole[:-1].rfind(b"\n") + 1]
    for cut in range(len(safe), len(whole)):
        path.write_bytes(whole[:cut])
        assert len(list(ledger_lines(path))) == 2
        assert heal(path) == cut - len(safe)
        assert path.read_bytes() == safe, cut
    with LedgerWriter(path) as ledger:
        ledger.append(records[2])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "tail",
    [b"\0", b"\0" * 4096, b'{"record":1,"rules', b"\xff" * 70_000],
    ids=["a NUL", "a page of NULs", "the begin of a record", "more than a block of bytes"],
)
def test_a_tail_without_a_line_feed_is_cut_off(path: Path, whole: bytes, tail: bytes) -> None:
    path.write_bytes(whole + tail)
    assert len(list(read_ledger(path))) == 3
    assert heal(path) == len(tail)
    assert path.read_bytes() == whole
    assert heal(path) == 0


@pytest.mark.parametrize("content", [b"", b"{", b"x" * 200_000])
def test_a_ledger_without_any_line_feed_is_emptied(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert heal(path) == len(content)
    assert path.read_bytes() == b""


def test_there_is_nothing_to_heal_before_there_is_a_ledger(path: Path) -> None:
    assert heal(path) == 0
    assert not path.exists()


def test_a_whole_ledger_is_not_touched_by_healing(path: Path, whole: bytes) -> None:
    before = path.stat().st_mtime_ns
    assert heal(path) == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (whole, before)


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_changed_byte_is_refused_with_its_line(path: Path, whole: bytes, line: int) -> None:
    lines = whole.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"set":0', b'"set":1')
    path.write_bytes(b"".join(lines))
    with pytest.raises(VerificationFailed, match=rf"sessions\.jsonl:{line}: .*digest"):
        list(read_ledger(path))


@pytest.mark.parametrize("line", [b"", b"{}", b"null", b"\0\0", b"[1]", b"{", b"\xff\xfe"])
def test_a_line_that_is_no_record_is_refused(path: Path, whole: bytes, line: bytes) -> None:
    path.write_bytes(whole + line + b"\n")
    with pytest.raises(VerificationFailed, match=r"sessions\.jsonl:4: "):
        list(read_ledger(path))


@pytest.mark.parametrize("end", [b"", b"\n"], ids=["unfinished", "finished"])
def test_a_line_longer_than_any_record_is_refused(path: Path, whole: bytes, end: bytes) -> None:
    path.write_bytes(whole + b" " * (MAX_LINE + 5) + end)
    with pytest.raises(VerificationFailed, match=r"sessions\.jsonl:4: longer than any record"):
        list(read_ledger(path))


# Writing


def cut_short(monkeypatch: pytest.MonkeyPatch, keep: float) -> None:
    """Have every write write only a part of what it is given, as a full disk does."""
    write = os.write
    monkeypatch.setattr(
        ledger_module.os, "write", lambda fd, data: write(fd, data[: int(keep * len(data))])
    )


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.99])
def test_a_write_cut_short_is_taken_back(
    path: Path, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch, keep: float
) -> None:
    with LedgerWriter(path) as ledger:
        ledger.append(records[0])
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            cut_short(patch, keep)
            with pytest.raises(OSError, match="No space left on device") as refused:
                ledger.append(records[1])
        assert (refused.value.errno, refused.value.filename) == (ENOSPC, str(path))
        assert path.read_bytes() == before
        ledger.append(records[1])
    assert [record for _, record in read_ledger(path)] == records[:2]


def test_a_sync_that_fails_is_not_tried_again(
    path: Path, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail(fd: int) -> None:
        calls.append(fd)
        raise OSError(5, "Input/output error")

    with LedgerWriter(path) as ledger:
        ledger.append(records[0])
        before = path.read_bytes()
        monkeypatch.setattr(ledger_module.os, "fdatasync", fail)
        with pytest.raises(OSError, match="Input/output error") as refused:
            ledger.append(records[1])
    assert (refused.value.errno, refused.value.filename) == (EIO, str(path))
    assert len(calls) == 1
    assert path.read_bytes() == before


def test_each_record_is_one_write_and_one_sync(
    path: Path, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, bytes]] = []
    write, sync = os.write, os.fdatasync

    def note_write(fd: int, data: bytes) -> int:
        calls.append(("write", data))
        return write(fd, data)

    def note_sync(fd: int) -> None:
        calls.append(("sync", b""))
        sync(fd)

    with LedgerWriter(path) as ledger:
        monkeypatch.setattr(ledger_module.os, "write", note_write)
        monkeypatch.setattr(ledger_module.os, "fdatasync", note_sync)
        for record in records:
            ledger.append(record)
    expected = [[("write", record_line(record)), ("sync", b"")] for record in records]
    assert calls == [call for pair in expected for call in pair]


def test_a_link_in_the_place_of_the_ledger_is_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"precious")
    path.symlink_to("other")
    with pytest.raises(StorageError, match="cannot be written"):
        LedgerWriter(path)
    assert (tmp_path / "other").read_bytes() == b"precious"


@pytest.mark.parametrize("use", [LedgerWriter, heal, lambda path: list(ledger_lines(path))])
def test_a_folder_in_the_place_of_the_ledger_is_refused(path: Path, use: object) -> None:
    path.mkdir()
    assert callable(use)
    with pytest.raises(StorageError):
        use(path)


@pytest.mark.parametrize("use", [heal, lambda path: list(ledger_lines(path))])
def test_a_pipe_in_the_place_of_the_ledger_is_not_waited_for(path: Path, use: object) -> None:
    os.mkfifo(path)
    assert callable(use)
    with pytest.raises(StorageError, match="cannot be read: expected a file, got something else"):
        use(path)


def test_a_link_in_the_place_of_the_ledger_is_read_but_never_cut(
    path: Path, tmp_path: Path, whole: bytes
) -> None:
    other = tmp_path / "precious"
    path.rename(other)
    path.symlink_to("precious")
    assert len(list(read_ledger(path))) == 3
    other.write_bytes(whole + b"no line feed")
    with pytest.raises(StorageError, match="cannot be mended: "):
        heal(path)
    assert other.read_bytes() == whole + b"no line feed"


def test_a_ledger_that_is_not_there_cannot_be_read(path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be read: No such file"):
        list(ledger_lines(path))


# Digest and derived files


def test_the_digest_is_over_the_record_digests_in_order_of_the_schedule() -> None:
    places = [(r, t, s) for r in (1, 2, 10) for t in (1, 2) for s in (1, 2)]
    digests = [(place, sha256(str(place).encode()).hexdigest()) for place in places]
    lines = "".join(f"{digest}\n" for _, digest in digests)
    expected = sha256(lines.encode()).hexdigest()
    random.Random(1).shuffle(digests)
    assert ledger_digest(digests) == expected
    assert ledger_digest([]) == sha256().hexdigest()


def test_a_derived_file_is_replaced_at_once(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    write_whole(path, "one\n")
    inode = path.stat().st_ino
    write_whole(path, "zwölf\n")
    assert path.read_bytes() == "zwölf\n".encode()
    assert path.stat().st_ino != inode
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.txt"]


def test_a_link_beside_a_derived_file_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / ".table.txt.new").symlink_to("precious")
    write_whole(tmp_path / "table.txt", "text\n")
    assert (tmp_path / "precious").read_text() == "precious"
    assert (tmp_path / "table.txt").read_text() == "text\n"
    assert not (tmp_path / "table.txt").is_symlink()


def test_a_derived_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"none/table\.txt: cannot be written: No such file"):
        write_whole(tmp_path / "none" / "table.txt", "text\n")
    (tmp_path / "table.txt").mkdir()
    with pytest.raises(
        StorageError,
        match=r"table\.txt: cannot be written: .*; all finished sessions are safe: see to the disk",
    ):
        write_whole(tmp_path / "table.txt", "text\n")
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.txt"]
