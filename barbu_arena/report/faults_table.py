"""The faults of a league, one a row, each with the file that holds its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from barbu_arena.printable import printable
from barbu_arena.referee.record import FaultEntry
from barbu_arena.report.grid import Column, Grid

_CAUSE_WIDTH = 60
"""Characters of a cause that people see; programs get all of it."""


@dataclass(frozen=True, slots=True)
class ListedFault:
    """One fault of the ledger, and what its evidence says."""

    session: str
    bot: str
    entry: FaultEntry
    cause: str
    """In words; where the evidence is missing or unreadable, that."""
    evidence: str
    """The path of the file."""


def faults_grid(faults: Sequence[ListedFault], where: str, for_people: bool) -> Grid:
    """Return the table of faults in the order given; `where` is the league, or its session.

    A table for people has its causes cut.
    """
    return Grid(
        schema="barbu-arena/faults/1",
        heading=(f"{where}: {_count(len(faults))}",),
        columns=(
            Column("session", "session"),
            Column("deal", "deal"),
            Column("bot", "bot"),
            Column("seat", "seat"),
            Column("ask", "asked"),
            Column("n", "n"),
            Column("fault", "fault"),
            Column("retired", "retired"),
            Column("cause", "cause"),
            Column("evidence", "evidence"),
        ),
        rows=tuple(_row(fault, for_people) for fault in faults),
        notes=(
            "n: the plays before it in the deal, or the place of the call. Deal 0: before the "
            "first deal.",
            "evidence: question, answer, the end of stderr, how the process ended, and the "
            "commands that ask it again, draw the table, and play the session again.",
            "The question alone: show DIR --question SESSION:DEAL:PLACE, a PLACE such as play17 or "
            "double2.",
        ),
        facts=(("faults", len(faults)),),
    )


def no_faults_text(where: str) -> str:
    """Return what people read in the place of an empty table."""
    return f"{where}: no bot had a fault\n"


def _row(fault: ListedFault, for_people: bool) -> tuple[str | int, ...]:
    entry = fault.entry
    cause = printable(fault.cause, _CAUSE_WIDTH) if for_people else fault.cause
    return (
        fault.session,
        entry.deal,
        fault.bot,
        entry.seat,
        entry.ask,
        entry.n,
        entry.fault,
        "yes" if entry.retired else "no",
        cause,
        fault.evidence,
    )


def _count(faults: int) -> str:
    return "1 fault" if faults == 1 else f"{faults} faults"
