"""The table of what a bot in the sandbox gets, and how a run of the probe compares with it."""

import os
from pathlib import Path

from barbu_arena.players.bubblewrap import SEARCH_PATH, VISIBLE
from barbu_arena.players.start import bot_environment

TABLE = Path(__file__).with_name("expected.txt")
_ETC = ("alternatives", "java-*", "ld.so.cache", "localtime", "ssl")


def _rows() -> list[tuple[bool, str, str]]:
    rows = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            act, _, result = line.partition("|")
            rows.append((act.startswith("~"), act.removeprefix("~").strip(), result.strip()))
    return rows


def _of_this_machine() -> dict[str, str]:
    """Return what stands for the names in braces."""
    environment = {**bot_environment(SEARCH_PATH), "PWD": "/bot"}
    return {
        "{environment}": " ".join(f"{key}={environment[key]}" for key in sorted(environment)),
        "{system}": " ".join(sorted(path[1:] for path in VISIBLE if os.path.exists(path))),
        "{etc}": " ".join(path.name for name in _ETC for path in sorted(Path("/etc").glob(name))),
    }


_NAMED = _of_this_machine()
EXPECTED = {act: _NAMED.get(result, result) for _, act, result in _rows()}
"""Act → result in the sandbox."""
SAME_OUTSIDE = frozenset(act for same, act, _ in _rows() if same)
"""Acts that may come out the same for an ordinary process outside."""


def as_expected(act: str, result: str) -> bool:
    """Whether a result is the one in the table, or one of several there."""
    wanted = EXPECTED[act]
    return result == wanted or (" " not in wanted and result in wanted.split("/"))


def differences(found: dict[str, str]) -> dict[str, str]:
    """Return what came out otherwise than the table says, with what is new in the probe."""
    return {
        act: result
        for act, result in found.items()
        if act not in EXPECTED or not as_expected(act, result)
    }
