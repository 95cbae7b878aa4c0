"""Small leagues on the disk: a tournament, short rules, and a folder for each entrant."""

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

BOTS = Path(__file__).parent / "bots"

SHORT_RULES = """\
name: short
extends: modern
contracts: {no_tricks: none, no_queens: none, no_last_two: none, no_hearts: none, trumps: none}
doubling: {quota: 1}
"""
"""Two contracts, one of tricks and Domino: eight deals a session."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of the league: its name, which of the test bots it is, and its arguments."""

    name: str
    args: Sequence[str] = ()
    kind: str = "picker"


def picker(name: str, pick: str, pause_ms: int = 0) -> Entrant:
    """Return an entrant that picks its answers by place, after a pause."""
    pause = ("--pause", str(pause_ms)) if pause_ms else ()
    return Entrant(name, ("--pick", pick, *pause))


def misbehaving(name: str, how: str, at: int = 1) -> Entrant:
    """Return an entrant that answers well until question `at` (0 is hello)."""
    return Entrant(name, ("--how", how, "--at", str(at)), "misbehave")


FOUR = (
    picker("ann", "seeded"),
    picker("ben", "first"),
    picker("cem", "last"),
    picker("dee", "seeded"),
)


def write_league(
    folder: Path, entrants: Iterable[Entrant] = FOUR, *, rounds: int = 3, **fields: object
) -> Path:
    """Write a tournament and all that it names into a folder; return the tournament's path.

    Further keys of the file come as `fields`; None leaves one out. A bot's folder is a copy, so
    a bot's process is known by its working folder, and a test may change the bot.
    """
    (folder / "short.yaml").write_text(SHORT_RULES)
    bots = []
    for entrant in entrants:
        place = folder / "bots" / entrant.name
        if not place.exists():
            shutil.copytree(BOTS / entrant.kind, place)
        bots.append(
            {"folder": f"bots/{entrant.name}", "name": entrant.name, "args": list(entrant.args)}
        )
    whole = {
        "name": "league",
        "rules": "short.yaml",
        "seed": "small",
        "bots": bots,
        "schedule": {"rounds": rounds, "seatings": 4},
        "sandbox": "none",
        **fields,
    }
    path = folder / "league.yaml"
    lines = [f"{key}: {json.dumps(value)}\n" for key, value in whole.items() if value is not None]
    path.write_text("".join(lines))
    return path
