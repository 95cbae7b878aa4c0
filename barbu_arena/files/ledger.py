"""The ledger: one line a finished session, appended and synced, never rewritten.

It is the only truth; tables are derived from it. Source: design §9, trust.md §7.3.
"""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from errno import EINVAL, ENOSPC
from pathlib import Path
from typing import BinaryIO, cast

from barbu_arena.errors import StorageError, VerificationFailed
from barbu_arena.files.record_digests import RecordDigests
from barbu_arena.referee.record import SessionRecord, record_line
from barbu_arena.referee.record_reader import MAX_LINE, RecordError, read_record

LEDGER_NAME = "sessions.jsonl"


def read_ledger(path: Path) -> Iterator[tuple[int, SessionRecord]]:
    """Yield (line number, record) of each finished session; an unfinished last line is left out.

    Raises VerificationFailed with the line number for any other line that is not a whole record.
    """
    yield from records_of(path, ledger_lines(path))


def records_of(
    path: Path, lines: Iterable[tuple[int, bytes]], with_plays: bool = True
) -> Iterator[tuple[int, SessionRecord]]:
    """Yield (line number, record) of the lines given, which are those of a ledger.

    Without plays they may be missing from the deals, for who wants sums alone.
    Raises VerificationFailed with the line number for one that is not a whole record.
    """
    for number, line in lines:
        try:
            yield number, read_record(line, with_plays)
        except RecordError as error:
            raise VerificationFailed(f"{path}:{number}: {error}") from None


def ledger_lines(path: Path, start: int = 0, before: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line without its line feed) of every finished line.

    The first one begins at byte `start`, with so many lines `before` it. Raises StorageError if the
    file cannot be read.
    """
    try:
        with open_to_read(path) as file:
            file.seek(start)
            number = before
            while line := file.readline(MAX_LINE + 2):
                number += 1
                if not line.endswith(b"\n"):
                    if len(line) > MAX_LINE:
                        raise VerificationFailed(f"{path}:{number}: longer than any record")
                    return
                yield number, line[:-1]
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror}") from None


def open_to_read(path: Path) -> BinaryIO:
    """Open a file of a results folder. Raises OSError, also for what is no file: a pipe never ends.

    A link is followed: to read cannot hurt what it leads to.
    """
    return _file(path, os.O_RDONLY, "rb")


def open_to_append(path: Path) -> BinaryIO:
    """Open a file of a results folder to add to it, and make it if it is not there.

    Raises OSError, also for a link, which would lead the text elsewhere, and for what is no file.
    """
    return _file(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, "ab")


def _file(path: Path, flags: int, mode: str) -> BinaryIO:
    fd = os.open(path, flags | os.O_NONBLOCK, 0o644)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(EINVAL, "expected a file, got something else", str(path))
    return cast(BinaryIO, os.fdopen(fd, mode))


def ledger_digest(digests: Iterable[tuple[tuple[int, int, int], str]]) -> str:
    """Return the digest of a ledger from (place, record digest), in whatever order they come."""
    kept = RecordDigests()
    for place, digest in digests:
        kept.append(place, digest)
    return kept.ledger_digest()


def heal(path: Path) -> int:
    """Cut an unfinished last line off a ledger, and return how many bytes went (0: it was whole).

    Only a line without a line feed is cut: its session was never said to be finished.
    """
    unfinished = unfinished_bytes(path)
    if unfinished:
        try:
            # What a link leads to is no ledger of this folder's, and is not cut.
            with _file(path, os.O_RDWR | os.O_NOFOLLOW, "r+b") as file:
                file.truncate(file.seek(0, os.SEEK_END) - unfinished)
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageError(
                f"{path}: cannot be mended: {error.strerror}; "
                "see to the disk, then run the same command again"
            ) from None
    return unfinished


def unfinished_bytes(path: Path) -> int:
    """Return how many bytes follow the last line feed of a ledger; 0 where there is none yet."""
    if not path.exists():
        return 0
    try:
        size = path.stat().st_size
        return size - _end_of_last_line(path, size)
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror}") from None


def _end_of_last_line(path: Path, size: int) -> int:
    """Return the offset behind the last line feed."""
    with open_to_read(path) as file:
        start = size
        while start:
            start = max(0, start - 65_536)
            file.seek(start)
            found = file.read(65_536).rfind(b"\n")
            if found >= 0:
                return start + found + 1
    return 0


class LedgerWriter:
    """Appends records; each is on the disk when `append` returns. A context manager."""

    def __init__(self, path: Path) -> None:
        """Open the ledger, and make it if it is not there. Raises StorageError."""
        self._path = path
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        try:
            self._fd = os.open(path, flags, 0o644)
            sync_folder(path.parent)
        except OSError as error:
            raise _not_written(path, error) from None

    def append(self, record: SessionRecord) -> None:
        """Write one record with one checked write and sync it.

        Raises OSError, with the ledger's path; then nothing of the record counts, and what was
        appended before is safe.
        """
        line = record_line(record)
        size = os.fstat(self._fd).st_size
        try:
            written = os.write(self._fd, line)
            if written != len(line):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            getattr(os, "fdatasync", os.fsync)(self._fd)
        except OSError as error:
            # The sync is never tried again: the kernel may have dropped the pages by then.
            os.ftruncate(self._fd, size)
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def __enter__(self) -> "LedgerWriter":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_whole(path: Path, text: str) -> None:
    """Replace a file at once: a reader sees the old text or the new. Raises StorageError.

    Nothing is left of a text that could not be written.
    """
    aside = path.with_name(f".{path.name}.new")
    try:
        # What a kill has left there goes, and so does a link, which would lead the text elsewhere.
        aside.unlink(missing_ok=True)
        with aside.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise _not_written(path, error) from None


def _not_written(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path}: cannot be written: {error.strerror}; all finished sessions are safe: "
        "see to the disk, then run the same command again"
    )
