"""The bots that come with the arena: ``shipped:steady`` names one, wherever it is installed.

Source: design §2 (they lie in `bots/` of a checkout, and in the package of an installed arena).
"""

import os
from pathlib import Path

from barbu_arena.errors import ConfigError
from barbu_arena.files.document import nearest
from barbu_arena.printable import printable

PREFIX = "shipped:"
_PACKAGE = Path(__file__).parents[1]


def shipped_folder() -> Path:
    """Return the folder that holds the shipped bots."""
    packaged = _PACKAGE / "bots"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "bots"


def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped bots, in order of the alphabet."""
    return tuple(sorted(path.parent.name for path in shipped_folder().glob("*/bot.yaml")))


def bot_place(word: str, relative_to: Path | None = None) -> Path:
    """Return the folder of a bot as a person names it: ``shipped:NAME``, or a path.

    A path is taken from `relative_to`, or from the working folder, and need not exist. Raises
    ConfigError for a shipped bot that there is not.
    """
    if not word.startswith(PREFIX):
        return (relative_to or Path()) / os.path.expanduser(word)
    name, names = word.removeprefix(PREFIX), shipped_names()
    if name not in names:
        raise ConfigError(
            f"expected a bot that comes with the arena ({', '.join(names)}) behind '{PREFIX}', "
            f"got '{printable(name)}'{nearest(name, names)}"
        )
    return shipped_folder() / name


def shipped_word(folder: Path) -> str | None:
    """Return how a shipped bot is named, such as ``shipped:steady``; None for another folder."""
    real = Path(os.path.realpath(folder))
    is_one = real.parent == Path(os.path.realpath(shipped_folder()))
    return PREFIX + real.name if is_one and real.name in shipped_names() else None


def shipped_namesake(folder: Path) -> str:
    """Return what to say to somebody who looks for a shipped bot elsewhere; empty for others."""
    if folder.name not in shipped_names():
        return ""
    return f"; the {folder.name} that comes with the arena is {PREFIX}{folder.name}"
