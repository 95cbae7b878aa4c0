"""What was asked for to end a league early, written down before it is played.

Source: statistics.md §3.6: a stopping rule is recorded before the first deal.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.errors import StorageError
from barbu_arena.files.ledger import open_to_append

STOPPING_NAME = "stopping.jsonl"


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
