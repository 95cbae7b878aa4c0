"""Results to stdout, all else to stderr; neither ever ends a league.

A reader may have seen enough, a terminal may be closed at night, a stream may not be open at all.
"""

import os
import sys
from typing import TextIO

import click


def open_streams() -> None:
    """Give the three standard streams a place, so that no other file is opened in it."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # The lowest number that is free: this one.
    sys.stdout = sys.stdout or _to_nowhere()
    sys.stderr = sys.stderr or _to_nowhere()


def write(text: str) -> None:
    """Write a result."""
    _write(text, sys.stdout)


def tell(line: str) -> None:
    """Tell the person at the terminal a line that is no result."""
    _write(line + "\n", sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    try:
        click.echo(text, nl=False, file=stream)
        stream.flush()
    except (OSError, ValueError):
        _silence(stream)


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
