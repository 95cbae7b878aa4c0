"""The file `summary`: what a large ledger adds up to, so that it need not be read each time.

A help and never a truth. It belongs to these very bytes of this very ledger, to the manifest beside
it and to this version of the arena. A copy of a folder makes its own, for the file knows its ledger
by device and inode: so nobody can send sums along with a ledger that has others. Whatever else is
odd about it, it is passed over without a word and made again.

The first line is a JSON object, then come the numbers of `Summaries`, the entries of
`RecordDigests`, the offsets of the lines, and the SHA-256 of all that. Source: design §9.
"""

import json
import os
import sys
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from barbu_arena import __version__
from barbu_arena.errors import StorageError
from barbu_arena.files.ledger import open_to_read
from barbu_arena.files.manifest import MANIFEST_NAME
from barbu_arena.files.reading import Reading
from barbu_arena.files.record_digests import RecordDigests
from barbu_arena.files.replacing import replaced
from barbu_arena.files.tally import Tally
from barbu_arena.league.double_choices import ChoiceBooks
from barbu_arena.league.summaries import WIDTH, Faults, Summaries
from barbu_arena.league.summary import PairSums
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.strict_json import parse_object
from barbu_arena.referee.record import RECORD_VERSION

SUMMARY_NAME = "summary"
WORTHWHILE = 1000
"""Sessions that must be new for the file to be written: to read so many takes half a second."""
_VERSION = 2
_MOST_HEADER = 16 << 20
_LEAST_LINE = 200
"""Bytes; no record is shorter."""
_TYPES = {32: "i", 64: "q"}
_LONGEST_KIND = 2000
_SEAL = 32


class _Odd(ValueError):
    """The file is not what it should be."""


def read_summary(folder: Path, ledger: Path, tournament: Tournament) -> Reading | None:
    """Return the reading that is kept in a folder; None if there is none to be believed."""
    try:
        with open_to_read(folder / SUMMARY_NAME) as file, open_to_read(ledger) as lines:
            header = file.readline(_MOST_HEADER)
            fields = parse_object(header.removesuffix(b"\n"))
            _expect(fields["of"] == _belongs_to(folder, lines))
            tally = _tally(fields, _payload(file, header, fields), tournament)
            reading = Reading(tally, fields["bytes"], kept=len(tally.summaries))
            _expect(reading.digest.take(lines, reading.size))
            _expect(reading.digest.hexdigest() == fields["sha256"])
            return reading
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def keep_summary(folder: Path, ledger: Path, reading: Reading) -> None:
    """Write the file if that is worth the while; a folder that refuses it does without."""
    if len(reading.tally.summaries) - reading.kept < WORTHWHILE:
        return
    with suppress(OSError, StorageError):
        if not reading.pass_over(ledger):
            return
        with open_to_read(ledger) as lines:
            of = _belongs_to(folder, lines)
        header = json.dumps(_fields(reading, of), separators=(",", ":")).encode() + b"\n"
        tally = reading.tally
        numbers, entries = tally.summaries.numbers.tobytes(), bytes(tally.digests.entries)
        whole = [header, numbers, entries, tally.offsets.tobytes()]
        with replaced([folder / SUMMARY_NAME]) as (aside,), aside.open("wb") as file:
            file.writelines([*whole, _seal(whole)])
        reading.kept = len(reading.tally.summaries)


def _belongs_to(folder: Path, ledger: BinaryIO) -> dict[str, Any]:
    """Return what a summary is bound to, but for the bytes of the ledger."""
    with open_to_read(folder / MANIFEST_NAME) as file:
        manifest = sha256(file.read(_MOST_HEADER)).hexdigest()
    status = os.fstat(ledger.fileno())
    return {
        "summary": _VERSION,
        "arena": __version__,
        "record": RECORD_VERSION,
        "byteorder": sys.byteorder,
        "manifest": manifest,
        "ledger": f"{status.st_dev:x}:{status.st_ino:x}",
    }


def _fields(reading: Reading, of: dict[str, Any]) -> dict[str, Any]:
    tally = reading.tally
    return {
        "of": of,
        "bytes": reading.size,
        "sha256": reading.digest.hexdigest(),
        "sessions": len(tally.summaries),
        "bits": 8 * tally.summaries.numbers.itemsize,
        "bots": tally.summaries.names,
        "faults": tally.summaries.patterns,
        "contracts": [[*key, *sums] for key, sums in tally.contracts.sums.items()],
        "doubles": [[*key, *sums] for key, sums in tally.doubles.sums.items()],
        "choices": tally.choices.rows(),
    }


def _seal(pieces: Iterable[bytes]) -> bytes:
    whole = sha256()
    for piece in pieces:
        whole.update(piece)
    return whole.digest()


def _expect(holds: bool) -> None:
    if not holds:
        raise _Odd


def _payload(file: BinaryIO, header: bytes, fields: Mapping[str, Any]) -> list[bytes]:
    """Return what follows the first line, piece by piece, its seal found to be right."""
    sessions = _whole(fields["sessions"])
    _expect(0 < sessions <= _whole(fields["bytes"]) // _LEAST_LINE)
    width = WIDTH * array(_TYPES[_whole(fields["bits"])]).itemsize
    sizes = [width * sessions, RecordDigests.SIZE * sessions, 8 * sessions]
    _expect(os.fstat(file.fileno()).st_size == len(header) + sum(sizes) + _SEAL)
    pieces = [file.read(size) for size in sizes]
    _expect(file.read() == _seal([header, *pieces]))
    return pieces


def _tally(fields: Mapping[str, Any], payload: list[bytes], tournament: Tournament) -> Tally:
    numbers = array(_TYPES[fields["bits"]])
    numbers.frombytes(payload[0])
    tally = Tally(
        Summaries.of(numbers, _bots(fields["bots"], tournament), _patterns(fields["faults"])),
        RecordDigests(payload[1]),
    )
    tally.offsets.frombytes(payload[2])
    contracts = [contract.name for contract in tournament.rules.contracts]
    tally.contracts.sums = _sums(fields["contracts"], (fields["bots"], contracts), 6)
    doubles = _sums(fields["doubles"], (fields["bots"], fields["bots"]), 4)
    tally.doubles.sums = {pair: PairSums(*sums) for pair, sums in doubles.items()}
    tally.choices = ChoiceBooks.of(fields["choices"], fields["bots"], tournament.rules)
    _check(tally, tournament, fields["bytes"])
    return tally


def _bots(names: object, tournament: Tournament) -> list[str]:
    known = {bot.name for bot in tournament.players}
    _expect(isinstance(names, list) and len(set(names)) == len(names) and known >= set(names))
    return list(names)  # type: ignore[call-overload, no-any-return]


def _patterns(value: Any) -> list[Faults]:  # noqa: ANN401  JSON is any
    patterns = [tuple((_kind(kind), _whole(count)) for kind, count in row) for row in value]
    _expect(len(set(patterns)) == len(patterns))
    return patterns


def _kind(value: object) -> str:
    """Return the kind of a fault, as far as a record may have it: fit to be printed."""
    _expect(isinstance(value, str) and len(value) <= _LONGEST_KIND and value.isprintable())
    return str(value)


def _sums(
    rows: Any,  # noqa: ANN401
    known: tuple[list[str], list[str]],
    width: int,
) -> dict[tuple[str, str], list[int]]:
    """Return the sums of a league, by two names that are known."""
    sums = {}
    for first, second, *numbers in rows:
        _expect(first in known[0] and second in known[1] and len(numbers) == width)
        _expect(all(type(number) is int for number in numbers))
        sums[first, second] = numbers
    _expect(len(sums) == len(rows))
    return sums


def _whole(value: object) -> int:
    _expect(type(value) is int and value >= 0)
    return int(value)  # type: ignore[call-overload, no-any-return]


def _check(tally: Tally, tournament: Tournament, size: int) -> None:
    """Hold the parts against each other."""
    places = list(tally.summaries.places())
    _expect(len(set(places)) == len(places) and min(map(min, places)) > 0)
    _expect(places == [place for place, _ in tally.digests])
    _expect(tally.summaries.agree(tournament.rules.deals, 4 * tournament.rules.block_total))
    offsets = [*tally.offsets, size]
    _expect(offsets[0] == 0)
    _expect(all(b - a >= _LEAST_LINE for a, b in pairwise(offsets)))
    deals = sum(sums[0] + sums[3] for sums in tally.contracts.sums.values())
    _expect(deals == 4 * tournament.rules.deals * len(places))
