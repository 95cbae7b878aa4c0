"""A ledger verified: every record read, replayed, and held against all that is known of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from barbu_arena.errors import VerificationFailed
from barbu_arena.files.ledger import ledger_lines, unfinished_bytes
from barbu_arena.files.record_digests import RecordDigests
from barbu_arena.game.rules import RuleSet
from barbu_arena.printable import printable
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.record_reader import MAX_LINE, RecordError, read_record
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.session_plan import SessionPlan

_MOST_PROBLEMS = 10_000
"""What has more is no ledger, and each problem takes memory."""


class Plans(Protocol):
    """The sessions of a schedule by name."""

    def get(self, session: str, /) -> SessionPlan | None:
        """Return one of them; None if there is no such session."""

    def drop(self, session: str, /) -> None:
        """Forget one of them, which will not be asked for again."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a ledger is held against; None where it is not known."""

    rules_of: Callable[[str], RuleSet]
    """The rule set of a name that a record gives; raises RecordError for an unknown one."""
    seed: str | None = None
    policy: FaultPolicy | None = None
    plans: Plans | None = None
    """All sessions of the schedule by name."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of it: how many sessions hold, and each problem as ``path:line: why``."""

    sessions: int
    digest: str
    problems: tuple[str, ...]
    unfinished: bool
    """Whether an unfinished last line was passed over."""


def verify_ledger(path: Path, known: Known) -> Verification:
    """Check every line of a ledger, whatever is wrong with up to 10,000 others.

    Behind a line that has no end nothing is read. Raises StorageError.

    A ledger that is not there yet is one without sessions.
    """
    problems: list[str] = []
    digests = RecordDigests()
    lines: dict[str, int] = {}
    shown = printable(str(path), 1000)
    for number, line in _lines(path, problems):
        if len(problems) == _MOST_PROBLEMS:
            problems.append(f"{shown}:{number}: not read: {_MOST_PROBLEMS} lines before are wrong")
            break
        try:
            record = read_record(line)
            _check_place(record, lines, known)
            check_record(record, known.rules_of(record.rules), known.seed, known.policy)
        except RecordError as error:
            problems.append(f"{shown}:{number}: {printable(str(error), 400)}")
            continue
        lines[record.session] = number
        digests.append(record.place, record.digest)
        if known.plans is not None:
            known.plans.drop(record.session)
    return Verification(
        sessions=len(digests),
        digest=digests.ledger_digest(),
        problems=tuple(problems),
        unfinished=0 < unfinished_bytes(path) <= MAX_LINE,
    )


def _lines(path: Path, problems: list[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a ledger; one that has no end is a problem, and the last."""
    try:
        yield from ledger_lines(path) if path.exists() else ()
    except VerificationFailed as error:
        problems.append(f"{printable(str(error), 1100)}; what follows was not read")


def _check_place(record: SessionRecord, lines: Mapping[str, int], known: Known) -> None:
    if record.session in lines:
        raise RecordError(f"session {record.session} is also in line {lines[record.session]}")
    if known.plans is None:
        return
    plan = known.plans.get(record.session)
    if plan is None:
        raise RecordError(f"session {record.session} is not in the schedule")
    if record.board_set != plan.board_set:
        raise RecordError(f"board set {record.board_set}, by the schedule {plan.board_set}")
    if record.bots != plan.bots:
        raise RecordError(f"bots {' '.join(record.bots)}, by the schedule {' '.join(plan.bots)}")
