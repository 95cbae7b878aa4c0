"""What every session of the hostile suite must show: its own row, and what holds for all rows.

trust.md §5: the league goes on, the other three seats have a result, no process is left, the
referee's memory is below 100 MiB and its file descriptors are back at the start value.
"""

import re
from collections.abc import Iterator

from barbu_arena.referee.record import SessionRecord
from tests.hostile.league import Session
from tests.hostile.table import Case, Outcome

HOSTILE = 0
"""The seat of the bot that misbehaves."""
DEALS = 8
GROWS_KIB = 30 << 10
"""The most that the referee may grow in one session; it holds about 40 MiB before."""
CLEAN_UP_S = 2.0
AFTER_LIMIT_S = 1.0
"""The most that a bot may cost the league beyond its limits."""


def wrong_with(case: Case, session: Session) -> Iterator[str]:
    """Yield, in words, everything in which a session is not as the table has it."""
    record = session.played.record
    if not any(_is(session, outcome) for outcome in case.outcomes):
        yield f"verdict: {told(session)}"
    yield from _wrong_with_the_others(record)
    if len(session.played.evidence) != len(record.faults):
        yield f"evidence of {len(session.played.evidence)} faults, of {len(record.faults)}"
    yield from _wrong_with_the_referee(session)
    yield from _wrong_with_stderr(case, session)


def told(session: Session) -> str:
    """Return a session's verdict in words."""
    record = session.played.record
    kinds = " ".join(entry.fault for entry in record.faults if entry.seat == HOSTILE) or "none"
    words = [item.fault.message for item in session.played.evidence][-1:]
    return f"{kinds} {record.fault_penalties[HOSTILE]} {' '.join(words)}"


def kind_of(session: Session) -> str:
    """Return the kind of a session's last fault; none if there is none."""
    kinds = [e.fault for e in session.played.record.faults if e.seat == HOSTILE]
    return kinds[-1] if kinds else "none"


def _is(session: Session, outcome: Outcome) -> bool:
    """Whether a session came out as allowed: the faults, their words, the penalty."""
    record, effect = session.played.record, outcome.effect
    own = [entry for entry in record.faults if entry.seat == HOSTILE]
    words = [
        item.fault.message
        for item in session.played.evidence
        if item.entry.seat == HOSTILE and item.fault.kind == outcome.verdict
    ]
    expected = 0 if outcome.verdict == "none" else max(1, effect.replaced)
    retired = [False] * (expected - 1) + [effect.retired] if expected else []
    return (
        [entry.fault for entry in own] == [outcome.verdict] * expected
        and [entry.retired for entry in own] == retired
        and record.fault_penalties[HOSTILE] == effect.penalty
        and (not expected or any(re.search(outcome.message, said) for said in words))
    )


def _wrong_with_the_others(record: SessionRecord) -> Iterator[str]:
    """Yield what the other three would complain of: they play on, and are not charged."""
    for entry in record.faults:
        if entry.seat != HOSTILE:
            yield f"a good bot, seat {entry.seat}: {entry.fault} at deal {entry.deal}"
    if any(record.fault_penalties[1:]):
        yield f"penalties of good bots: {record.fault_penalties}"
    if len(record.deals) != DEALS:
        yield f"{len(record.deals)} deals"


def _wrong_with_the_referee(session: Session) -> Iterator[str]:
    seen = session.seen
    if seen.descriptors[0] != seen.descriptors[1]:
        yield f"descriptors: {seen.descriptors}"
    if seen.grown > GROWS_KIB:
        yield f"memory: grew by {seen.grown} KiB"
    if seen.left:
        yield f"left: {seen.left}"


def _wrong_with_stderr(case: Case, session: Session) -> Iterator[str]:
    said = dict(session.played.stderr).get(case.name, b"").decode("utf-8", "backslashreplace")
    if not re.search(case.stderr, said):
        yield f"stderr: {said[:300]}"
    if len(said) > (64 << 10) + 100:
        yield f"stderr: {len(said)} bytes kept"
    for act, result in case.acts.items():
        if not re.search(rf"^{re.escape(act)}: ({result})$", said, re.MULTILINE):
            yield f"{act}: expected {result}, got {said[:1000]}"
