"""Results to stdout, all else to stderr; neither ever ends a league.

A reader may have seen enough, a terminal may be closed at night, a stream may not be open at all.
"""

import os
import sys
from errno import EBADF, EIO, EPIPE
from io import TextIOWrapper
from typing import TextIO

import click

from barbu_arena.errors import StorageError
from barbu_arena.printable import printable_lines

_LONGEST_LINE = 4096
"""Characters of a line that somebody types."""
_GONE = frozenset({EPIPE, EIO, EBADF})
"""The pipe's reader has left, the terminal is closed, the stream was never open."""


def open_streams() -> None:
    """Give the three standard streams a place, so that no other file is opened in it."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # The lowest number that is free: this one.
    sys.stdout = sys.stdout or _to_nowhere()
    sys.stderr = sys.stderr or _to_nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # No name of a file ends a command.


def write(text: str) -> None:
    """Write a result; a reader that is gone is no error. Raises StorageError for a full disk."""
    try:
        _write(text, sys.stdout)
    except OSError as error:
        _silence(sys.stdout)
        if error.errno not in _GONE:
            raise StorageError(f"the result could not be written: {error.strerror}") from None


def ask(prompt: str) -> str | None:
    """Show a prompt and return the line that comes, None at the end of the input.

    What comes from no terminal is shown after its prompt, as it would be on one.
    """
    write(prompt)
    source = sys.stdin
    try:
        line = source.readline(_LONGEST_LINE) if source is not None else ""
    except (OSError, ValueError):  # A terminal that is closed, a stream that is, or no UTF-8.
        line = ""
    if not line:
        return None
    if not source.isatty():
        write(printable_lines(line.rstrip("\n")) + "\n")
    return line.rstrip("\n")


def in_colour() -> bool:
    """Whether results may have colours: on a terminal that has them, if nobody says otherwise."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "", None)
    return not plain and sys.stdout.isatty()


def tell(line: str) -> None:
    """Tell the person at the terminal a line that is no result, if there is a way to.

    Names of files come from strangers too: nothing in it can steer the terminal.
    """
    try:
        _write(printable_lines(line) + "\n", sys.stderr)
    except OSError:
        _silence(sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    click.echo(text, nl=False, file=stream)
    stream.flush()


def _silence(stream: TextIO) -> None:
    """Lead a broken stream to nowhere, so that nothing more is tried on it, at exit neither."""
    try:
        fd = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, fd)
    os.close(nowhere)


def _to_nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
