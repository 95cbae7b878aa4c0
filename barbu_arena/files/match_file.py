"""The tournament file of a match that was given on the command line."""

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.ledger import write_whole
from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.files.tournament_file import require_seed
from barbu_arena.printable import printable


def write_match_file(
    results: Path, *, bots: Sequence[Path], rules: str, seed: str, rounds: int, seatings: int
) -> Path:
    """Write the file into the match's own results folder and return its path.

    A bot that sits more than once gets a number behind its name. Raises ConfigError for a bot or
    a rule set that cannot be used, and StorageError.
    """
    require_seed(seed)
    load_rules(rules)
    names = _names([load_bot(bot).name for bot in bots])
    folders = [os.path.realpath(bot) for bot in bots]
    what = json.dumps([folders, rules, seed, rounds, seatings])
    folder = results / f"match-{sha256(what.encode()).hexdigest()[:12]}"
    path = folder / "tournament.yaml"
    here = folder.resolve()
    place = rules if rules in preset_names() else os.path.relpath(Path(rules).resolve(), here)
    places = [os.path.relpath(bot.resolve(), here) for bot in bots]
    for what_it_is in (place, *places):
        if not what_it_is.isprintable():
            raise ConfigError(
                f"{printable(what_it_is, 200)}: expected a path of printable characters, since a "
                "tournament file names it; give the folder another name"
            )
    lines = [
        "# Made by `barbu-arena match`.",
        f"name: {folder.name}",
        f"rules: {_quoted(place)}",
        f"seed: {_quoted(seed)}",
        "bots:",
    ]
    for where, name in zip(places, names, strict=True):
        lines.append(f"  - {{folder: {_quoted(where)}, name: {_quoted(name)}}}")
    lines.append(f"schedule: {{kind: round-robin, rounds: {rounds}, seatings: {seatings}}}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"{folder}: cannot be made: {error.strerror}; choose another place with --results"
        ) from None
    write_whole(path, "\n".join(lines) + "\n")
    return path


def _quoted(text: str) -> str:
    # JSON's escapes for characters beyond 16 bits are two halves, which YAML does not join.
    return json.dumps(text, ensure_ascii=False)


def _names(names: Sequence[str]) -> list[str]:
    """Return the names, a repeated one with the first number behind it that makes it new."""
    result: list[str] = []
    for name in names:
        number = 2
        own = name
        while own in result or (own != name and own in names):
            own = f"{name[:29]}-{number}"
            number += 1
        result.append(own)
    return result
