"""What was found of a bot, line by line: what was well, what was not, what is worth knowing."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from barbu_arena.cli.streams import write

if TYPE_CHECKING:
    from barbu_arena.players.fault import Fault
    from barbu_arena.players.remarks import Remark

FAILED = 3
"""The exit status of a bot that failed."""
_WIDTH = 80
_INDENT = 6
_LONGEST_SENT = 3000
_LONGEST_CAME = 500
_STDERR_LINES = 20

Mark = Literal["ok", "note", "FAIL"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried; `more` are lines below it, all fit for a terminal."""

    mark: Mark
    text: str
    more: tuple[str, ...] = ()


def write_finding(found: Finding) -> None:
    """Write a finding; good ones are wrapped, and the others have their mark on every line."""
    if found.mark == "FAIL":
        lines = [found.text]
    else:
        lines = textwrap.wrap(found.text, _WIDTH - _INDENT) or [""]
    write(f"{found.mark:<{_INDENT}}{lines[0]}\n")
    for line in lines[1:]:
        write(f"{'':{_INDENT}}{line}\n")
    mark = "" if found.mark == "ok" else found.mark
    for line in found.more:
        write(f"{mark:<{_INDENT}}  {line}\n")


def failure(where: str, fault: "Fault") -> Finding:
    """Return what is to be said of a fault: the kind, the cause, and what went to and fro."""
    text = f"{where}: {fault.kind}: {clean(fault.message)}"
    return Finding("FAIL", text, tuple(_exchange(fault)))


def _exchange(fault: "Fault") -> Iterator[str]:
    from barbu_arena.players.fault import PROMISES

    yield f"promise:  {PROMISES[fault.kind]}"
    if fault.question:
        yield from exchanged(fault.question, fault.answer)


def exchanged(sent: bytes, received: bytes) -> tuple[str, str]:
    """Return a question and its answer as lines, escaped and cut."""
    from barbu_arena.printable import printable_bytes

    return (
        f"sent:     {printable_bytes(sent.rstrip(), _LONGEST_SENT)}",
        f"received: {printable_bytes(received, _LONGEST_CAME) or 'nothing'}",
    )


def difference_words(remark: "Remark") -> str:
    """Say in what a bot's own list of legal answers differs from the arena's."""
    parts = []
    if remark.lacking:
        parts.append(f"lacks {' '.join(remark.lacking)}")
    if remark.extra:
        parts.append(f"has {' '.join(remark.extra)} too")
    return f"its own list of legal answers {' and '.join(parts)}"


def write_stderr(stderr: bytes) -> None:
    """Write the end of what a bot wrote to stderr, if it wrote anything."""
    from barbu_arena.printable import printable

    if not stderr:
        return
    write("the end of its stderr:\n")
    for text in stderr.decode("utf-8", "backslashreplace").splitlines()[-_STDERR_LINES:]:
        write(f"      {printable(text, 300)}\n")


def clean(text: str) -> str:
    """Return words that hold something of a bot's, fit for a terminal."""
    from barbu_arena.printable import printable

    return printable(text, 300)
