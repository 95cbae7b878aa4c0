"""A large ledger, read in parts by several processes at once.

Each part is whole lines, and what the parts add up to is put together in their order: the same as
if one process had read them all. Where anything is wrong nothing is taken, and whoever reads the
ledger line by line finds out what it is.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from barbu_arena.errors import ArenaError
from barbu_arena.files.ledger import ledger_lines, open_to_read, records_of, unfinished_bytes
from barbu_arena.files.reading import Reading
from barbu_arena.files.tally import Tally
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.pool import default_jobs, run_side_by_side
from barbu_arena.referee.record_reader import MAX_LINE

LEAST_PART = 12 << 20
"""Bytes, about a thousand sessions: to start a process for less gains nothing."""
_MOST_PROCESSES = 8


def read_in_parts(ledger: Path, reading: Reading, rules: RuleSet) -> tuple[Tally, int] | None:
    """Return what the finished lines add up to that the reading has not, and the offset behind the
    last; None to read them singly.

    They are held against the rules, and not against the schedule.
    """
    end = ledger.stat().st_size - unfinished_bytes(ledger)
    processes = min(default_jobs(), _MOST_PROCESSES, (end - reading.size) // LEAST_PART)
    if processes < 2:
        return None
    cuts = _cuts(ledger, reading.size, end, processes)
    try:
        parts = run_side_by_side(
            [partial(_part, ledger, start, stop, rules) for start, stop in pairwise(cuts)]
        )
    except ArenaError:
        return None
    whole = Tally()
    for part in parts:
        whole.extend(part)
    return whole, end


def _cuts(ledger: Path, start: int, end: int, parts: int) -> list[int]:
    """Return where parts of about the same size begin, all of them at the beginning of a line."""
    cuts = {start, end}
    with open_to_read(ledger) as file:
        for number in range(1, parts):
            file.seek(start + (end - start) * number // parts)
            file.readline(MAX_LINE)
            cuts.add(min(end, file.tell()))
    return sorted(cuts)


def _part(ledger: Path, start: int, stop: int, rules: RuleSet) -> Tally:
    """Return what the lines between two offsets add up to."""
    tally = Tally()
    for offset, record in records_of(ledger, _lines(ledger, start, stop), with_plays=False):
        tally.add(record, rules)
        tally.offsets.append(offset)
    return tally


def _lines(ledger: Path, start: int, stop: int) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, line) of the lines between two offsets."""
    for _, line in ledger_lines(ledger, start):
        yield start, line
        start += len(line) + 1
        if start >= stop:
            return
