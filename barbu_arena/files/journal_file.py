"""The answers of a session with a person that is not finished: a file beside the ledger.

It is no truth of the league: once the session is in the ledger it is removed.
"""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.ledger import heal, open_to_append, open_to_read
from barbu_arena.league.journal import Said
from barbu_arena.players.fault import FAULT_KINDS
from barbu_arena.players.strict_json import NotStrictJson, parse_object

JOURNAL_NAME = "unfinished.jsonl"
_MOST_BYTES = 4 << 20
"""A session has about 1,500 answers of 60 bytes."""


def read_journal(folder: Path) -> list[Said]:
    """Return the answers kept in a folder; none where there is no file of them.

    An unfinished last line is cut off. Raises ConfigError, or StorageError.
    """
    path = folder / JOURNAL_NAME
    heal(path)
    try:
        with open_to_read(path) as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{path}: expected at most {_MOST_BYTES} bytes, got more")
    return [
        _said(line, f"{path}:{number}") for number, line in enumerate(data.splitlines(), start=1)
    ]


def _said(line: bytes, where: str) -> Said:
    try:
        fields = parse_object(line)
    except NotStrictJson as error:
        raise ConfigError(f"{where}: {error}") from None
    seat, kind = fields.get("seat"), fields.get("fault", "")
    action, message = fields.get("action", ""), fields.get("message", "")
    texts = isinstance(action, str) and isinstance(message, str) and kind in ("", *FAULT_KINDS)
    if type(seat) is int and 0 <= seat <= 3 and texts:
        return Said(seat, action, kind, message)
    raise ConfigError(f"{where}: expected the answer of a seat from 0 to 3, got another thing")


def keep_said(folder: Path, said: Said) -> None:
    """Add an answer to the file. Raises StorageError."""
    fields: dict[str, Any] = {key: value for key, value in asdict(said).items() if value != ""}
    path = folder / JOURNAL_NAME
    try:
        with open_to_append(path) as file:
            file.write(json.dumps(fields, separators=(",", ":")).encode() + b"\n")
    except OSError as error:
        raise StorageError(f"{path}: cannot be written: {error.strerror}") from None


def drop_journal(folder: Path) -> None:
    """Remove the file, if it is there. Raises StorageError."""
    path = folder / JOURNAL_NAME
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(f"{path}: cannot be removed: {error.strerror}") from None
