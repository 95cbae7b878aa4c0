"""The manifest of a results folder: what the league is, so that only the same league goes on in it.

Source: design §9.
"""

import json
import platform
from pathlib import Path
from typing import Any

from barbu_arena import __version__
from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.ledger import open_to_read, write_whole
from barbu_arena.files.tournament_file import SEED_IN_WORDS, is_seed, tournament_fields
from barbu_arena.game.rules_form import rules_form
from barbu_arena.league.schedule import SCHEDULE_VERSION
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import PROTOCOL
from barbu_arena.players.strict_json import NotStrictJson, parse_object
from barbu_arena.printable import printable
from barbu_arena.referee.record import RECORD_VERSION

MANIFEST_NAME = "manifest.json"
_MANIFEST_VERSION = 1
_MAX_BYTES = 4 << 20
_MAY_CHANGE = ("arena", "python", "pinned", "protocol", "source")
"""What does not decide the results."""


def make_manifest(
    tournament: Tournament, digests: dict[str, str], sandbox: str, pinned: bool, source: str
) -> dict[str, Any]:
    """Return the manifest of a league.

    `digests` holds the SHA-256 of each bot's folder by name, `source` the path of the tournament
    file, from the results folder.
    """
    return {
        "manifest": _MANIFEST_VERSION,
        "record": RECORD_VERSION,
        "protocol": PROTOCOL,
        "schedule_version": SCHEDULE_VERSION,
        "arena": __version__,
        "python": platform.python_version(),
        "sandbox": sandbox,
        "pinned": pinned,
        # A name that is not UTF-8 cannot be kept; reproduce then asks for the file.
        "source": source.encode("utf-8", "replace").decode(),
        "seed": tournament.seed,
        "rules": rules_form(tournament.rules),
        "tournament": tournament_fields(tournament),
        "bots": digests,
    }


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return a folder's manifest, None if it has none; its seed is one.

    Raises StorageError or ConfigError.
    """
    path = folder / MANIFEST_NAME
    try:
        with open_to_read(path) as file:
            data = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > _MAX_BYTES:
        raise ConfigError(f"{path}: expected at most {_MAX_BYTES} bytes, got more")
    try:
        manifest = parse_object(data)
    except NotStrictJson as error:
        raise ConfigError(f"{path}: not the manifest of a league: {error}") from None
    if manifest.get("manifest") != _MANIFEST_VERSION:
        raise ConfigError(f"{path}: not a manifest that this version reads")
    if not (isinstance(manifest.get("seed"), str) and is_seed(manifest["seed"])):
        raise ConfigError(f"{path}: not the manifest of a league: seed: expected {SEED_IN_WORDS}")
    return manifest


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest. Raises StorageError."""
    text = json.dumps(manifest, indent=2, ensure_ascii=False)
    write_whole(folder / MANIFEST_NAME, text + "\n")


def refuse_difference(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Raise ConfigError naming every difference that makes the new league another one.

    More rounds are the one change that a league may see.
    """
    problems = [
        f"{folder}: {printable(where, 200)}: was {_shown(before)}, now {_shown(now)}{_hint(where)}"
        for where, before, now in _differences("", old, new)
        if where.split(".")[0] not in _MAY_CHANGE and not _is_allowed(where, before, now)
    ]
    if problems:
        problems.append(
            "A league goes on only as it began. Undo the change, or give the changed league "
            f"another name or another --results folder than {folder}."
        )
        raise ConfigError("\n".join(problems))


def _hint(where: str) -> str:
    if not where.startswith("bots."):
        return ""
    return "; put the bot's files back, and remove what the bot wrote into its folder itself"


def _is_allowed(where: str, before: Any, now: Any) -> bool:  # noqa: ANN401  JSON is any
    if where == "tournament.sandbox":
        return True  # what was asked for; what there was is compared by itself
    return where == "tournament.schedule.rounds" and isinstance(now, int) and now > before


def _differences(where: str, old: Any, new: Any) -> list[tuple[str, Any, Any]]:  # noqa: ANN401
    """Return (where, before, now) of every value that differs; bots are told by their names."""
    if isinstance(old, list) and isinstance(new, list):
        names, others = _names(old), _names(new)
        if names and names == others:
            old, new = dict(zip(names, old, strict=True)), dict(zip(names, new, strict=True))
        elif names and others:
            return [(where, names, others)]
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in {**old, **new}:
            inner = f"{where}.{key}" if where else str(key)
            found += _differences(inner, old.get(key), new.get(key))
        return found
    return [] if old == new else [(where, old, new)]


def _names(values: list[Any]) -> list[str]:
    """Return the names of a list of named things; empty for a list of anything else."""
    named = all(isinstance(value, dict) and "name" in value for value in values)
    return [str(value["name"]) for value in values] if named else []


def _shown(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return "absent"
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
