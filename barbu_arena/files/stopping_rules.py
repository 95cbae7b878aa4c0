"""What was asked for to end a league early, written down before it is played.

Source: statistics.md §3.6: a stopping rule is recorded before the first deal.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.errors import StorageError
from barbu_arena.files.ledger import open_to_append, open_to_read

STOPPING_NAME = "stopping.jsonl"
_MOST_READ = 1 << 20
"""Bytes; a run adds a line of less than a hundred."""


def was_to_be_precise(folder: Path) -> bool:
    """Whether a run of the league was to end when its intervals were narrow enough."""
    try:
        with open_to_read(folder / STOPPING_NAME) as file:
            return b'"interval ' in file.read(_MOST_READ)
    except OSError:
        return False


def record_rules(folder: Path, rules: Sequence[str], finished: int) -> None:
    """Add the rules of a run, and how many sessions were finished when it began.

    Raises StorageError.
    """
    line = json.dumps({"sessions": finished, "until": list(rules)}, ensure_ascii=False)
    path = folder / STOPPING_NAME
    try:
        with open_to_append(path) as file:
            file.write(line.encode() + b"\n")
    except OSError as error:
        raise StorageError(f"{path}: cannot be written: {error.strerror}") from None
