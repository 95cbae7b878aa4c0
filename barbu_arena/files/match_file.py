"""The tournament file of a match or a comparison that was given on the command line."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.bot_folder import folder_digest, load_bot
from barbu_arena.files.document import is_name
from barbu_arena.files.ledger import write_whole
from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.files.shipped_bots import shipped_word
from barbu_arena.files.tournament_file import require_seed
from barbu_arena.game.rules_form import rules_form
from barbu_arena.league.comparison import SINGLES_EVERY, rounds_within
from barbu_arena.league.human_table import ONE_SESSION, entrants_for
from barbu_arena.league.sequential import Hypotheses
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
    folder = results / _folder_name("match", [folders, rules, seed, rounds, seatings])
    schedule = f"schedule: {{kind: round-robin, rounds: {rounds}, seatings: {seatings}}}"
    return _write(folder, _head(folder, rules, seed), zip(names, bots, strict=True), [schedule])


def write_comparison_file(
    results: Path, *, bots: Sequence[Path], rules: str, seed: str, sessions: int, test: Hypotheses
) -> Path:
    """Write the file of a comparison, the old bot first, and return its path.

    All that decides the result names the folder, the bots' files included: a bot that was changed
    is another comparison, and only the most `sessions` may grow later. Raises as for a match.
    """
    require_seed(seed)
    rule_set = rules_form(load_rules(rules))
    names = _names([load_bot(bot).name for bot in bots])
    folders = [(os.path.realpath(bot), folder_digest(bot)) for bot in bots]
    name = _folder_name("compare", [folders, rule_set, seed, asdict(test), SINGLES_EVERY])
    rounds = rounds_within(sessions, SINGLES_EVERY)
    lines = [
        f"schedule: {{kind: head-to-head, rounds: {rounds}, singles_every: {SINGLES_EVERY}}}",
        f"test: {{h0: {test.h0}, h1: {test.h1}, alpha: {test.alpha}, beta: {test.beta}}}",
    ]
    folder = results / name
    return _write(folder, _head(folder, rules, seed), zip(names, bots, strict=True), lines)


def write_play_file(
    results: Path, *, person: str, seat: int, bots: Sequence[Path], rules: str, seed: str
) -> Path:
    """Write the file of one session between a person and three bots, and return its path.

    The bots sit clockwise from the person's left. Raises as for a match, and ConfigError for a
    person's name that is none.
    """
    require_seed(seed)
    if not is_name(person):
        raise ConfigError(
            f"--name: expected 1 to 32 characters out of a-z, 0-9, '.', '_' and '-', got "
            f"'{printable(person, 40)}'"
        )
    rule_set = load_rules(rules)
    names = _names([person, *(load_bot(bot).name for bot in bots)])
    folder = results / _folder_name(
        "play", [[os.path.realpath(bot) for bot in bots], rules, seed, person, seat]
    )
    clockwise = list(zip(names, [None, *bots], strict=True))
    seated = [clockwise[(place - seat) % 4] for place in range(4)]
    schedule = f"schedule: {{kind: round-robin, rounds: {ONE_SESSION.rounds}, seatings: 1}}"
    entrants = entrants_for(seated, seed, rule_set)
    return _write(folder, _head(folder, rules, seed), entrants, [schedule])


def _folder_name(command: str, what: object) -> str:
    return f"{command}-{sha256(json.dumps(what).encode()).hexdigest()[:12]}"


def _head(folder: Path, rules: str, seed: str) -> list[str]:
    """Return the first lines of a file that lies in this folder."""
    place = rules if rules in preset_names() else _path_from(folder, Path(rules))
    return [
        f"# Made by `barbu-arena {folder.name.partition('-')[0]}`.",
        f"name: {folder.name}",
        f"rules: {_quoted(place)}",
        f"seed: {_quoted(seed)}",
    ]


def _write(
    folder: Path, head: Sequence[str], bots: Iterable[tuple[str, Path | None]], tail: Sequence[str]
) -> Path:
    """Write a file of bots, each by name and folder; without a folder it is a person."""
    entrants = [
        f"  - {{person: {_quoted(name)}}}"
        if bot is None
        else f"  - {{folder: {_quoted(shipped_word(bot) or _path_from(folder, bot))}, "
        f"name: {_quoted(name)}}}"
        for name, bot in bots
    ]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"{folder}: cannot be made: {error.strerror}; choose another place with --results"
        ) from None
    path = folder / "tournament.yaml"
    write_whole(path, "\n".join([*head, "bots:", *entrants, *tail]) + "\n")
    return path


def _path_from(folder: Path, place: Path) -> str:
    found = os.path.relpath(place.resolve(), folder.resolve())
    if not found.isprintable():
        raise ConfigError(
            f"{printable(found, 200)}: expected a path of printable characters, since a "
            "tournament file names it; give the folder another name"
        )
    return found


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
