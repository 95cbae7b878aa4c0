"""The digests of a ledger's records, kept in few bytes, and the ledger's own digest from them.

Source: design §9.
"""

from collections.abc import Iterator
from hashlib import sha256
from struct import Struct

Place = tuple[int, int, int]
"""Round, table, seating."""

# Big-endian, so that the order of the bytes is that of the places.
_ENTRY = Struct(">III32s")


class RecordDigests:
    """(place, digest in hex) of the records, in the order in which they were appended."""

    def __init__(self, entries: bytes = b"") -> None:
        self.entries = bytearray(entries)
        """`SIZE` bytes a record."""

    SIZE = _ENTRY.size

    def append(self, place: Place, digest: str) -> None:
        """Add the digest of one record."""
        self.entries += _ENTRY.pack(*place, bytes.fromhex(digest))

    def __len__(self) -> int:
        return len(self.entries) // self.SIZE

    def __iter__(self) -> Iterator[tuple[Place, str]]:
        for number, table, seating, digest in _ENTRY.iter_unpack(self.entries):
            yield (number, table, seating), digest.hex()

    def ledger_digest(self) -> str:
        """Return the SHA-256 over the digests, one a line, in the order of the places."""
        size = self.SIZE
        whole = sha256()
        for entry in sorted(
            self.entries[at : at + size] for at in range(0, len(self.entries), size)
        ):
            whole.update(entry[-32:].hex().encode() + b"\n")
        return whole.hexdigest()
