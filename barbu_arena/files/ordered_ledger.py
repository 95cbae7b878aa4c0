"""A ledger in the order of the schedule, whatever the order in which its sessions ended.

So what is made of it is the same bytes however a league was played.
"""

from collections.abc import Iterator

from barbu_arena.errors import StorageError, VerificationFailed
from barbu_arena.files.ledger import ledger_lines, open_to_read
from barbu_arena.files.results_folder import League, held_to_schedule
from barbu_arena.players.strict_json import NotStrictJson, parse_object
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.record_reader import RecordError, read_record
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.written_line import read_written

_Spot = tuple[tuple[int, ...], int, int, int]
"""(place, line number, offset, bytes)."""


def ordered_records(league: League) -> Iterator[SessionRecord]:
    """Yield the finished sessions by round, table and seating, each replayed and found to hold.

    One record is in memory at a time. Raises VerificationFailed with the line, or StorageError.
    """
    tournament = league.tournament
    for line, record in held_to_schedule(league, _records(league)):
        try:
            check_record(record, tournament.rules, tournament.seed, tournament.faults)
        except RecordError as error:
            raise VerificationFailed(f"{league.ledger}:{line}: {error}") from None
        yield record


def _records(league: League) -> Iterator[tuple[int, SessionRecord]]:
    path = league.ledger
    if not path.exists():
        return
    spots = sorted(_spots(league))
    try:
        with open_to_read(path) as file:
            for _, number, offset, size in spots:
                file.seek(offset)
                yield number, read_record(file.read(size))
    except RecordError as error:
        raise VerificationFailed(f"{path}:{number}: {error}") from None
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror}") from None


def _spots(league: League) -> Iterator[_Spot]:
    offset = 0
    for number, line in ledger_lines(league.ledger):
        yield _place(line), number, offset, len(line)
        offset += len(line) + 1


def _place(line: bytes) -> tuple[int, ...]:
    """Return a record's place; one that has none comes first, and is refused when it is read."""
    record = read_written(line)
    if record is not None:
        return record.place
    try:
        fields = parse_object(line)
    except NotStrictJson:
        return ()
    place = [fields.get(key) for key in ("round", "table", "seating")]
    return tuple(number for number in place if isinstance(number, int))
