"""A ledger as far as it was read: what it adds up to, and which bytes those were.

Since a ledger is only added to, reading can go on where an earlier reading ended.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from barbu_arena.errors import StorageError
from barbu_arena.files.ledger import ledger_lines, open_to_read
from barbu_arena.files.tally import Tally

_CHUNK = 1 << 20


class Hash:
    """The SHA-256 of bytes that come piece by piece."""

    def __init__(self) -> None:
        self._sha = sha256()

    def update(self, data: bytes) -> None:
        """Take the next bytes."""
        self._sha.update(data)

    def take(self, file: BinaryIO, size: int) -> bool:
        """Take the next `size` bytes of a file; return whether there were as many."""
        while size and (data := file.read(min(size, _CHUNK))):
            self._sha.update(data)
            size -= len(data)
        return not size

    def hexdigest(self) -> str:
        """Return the digest of all bytes so far."""
        return self._sha.hexdigest()


@dataclass(slots=True)
class Reading:
    """The first `size` bytes of a ledger, whole lines all of them."""

    tally: Tally = field(default_factory=Tally)
    size: int = 0
    digest: Hash = field(default_factory=Hash)
    kept: int = 0
    """How many of the sessions are in the file `summary` already."""

    def lines(self, ledger: Path) -> Iterator[tuple[int, bytes]]:
        """Yield (line number, line without its line feed) of the finished lines after them.

        Each belongs to the reading from then on: whoever takes it adds it to the tally.
        """
        for number, line in ledger_lines(ledger, self.size, len(self.tally.offsets)):
            self.digest.update(line)
            self.digest.update(b"\n")
            self.tally.offsets.append(self.size)
            self.size += len(line) + 1
            yield number, line

    def extend(self, tally: Tally, ledger: Path, end: int) -> None:
        """Take what the lines up to an offset were found to add up to.

        Raises StorageError if the file cannot be read.
        """
        try:
            with open_to_read(ledger) as file:
                file.seek(self.size)
                self.digest.take(file, end - self.size)
        except OSError as error:
            raise StorageError(f"{ledger}: cannot be read: {error.strerror}") from None
        self.tally.extend(tally)
        self.size = end

    def pass_over(self, ledger: Path) -> bool:
        """Take the lines of sessions that the tally has already; return whether it has them all."""
        missing = len(self.tally.summaries) - len(self.tally.offsets)
        return sum(1 for _ in islice(self.lines(ledger), missing)) == missing
