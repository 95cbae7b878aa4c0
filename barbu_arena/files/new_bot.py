"""A new bot's folder: the kit of a language, with the bot's name where NAME stands.

Source: design §10; names by trust.md §8.
"""

import re
from pathlib import Path

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.document import NAME_IN_WORDS, is_name
from barbu_arena.files.yaml_reader import shown_path
from barbu_arena.printable import printable

KITS = Path(__file__).parents[1] / "kit"
_PLACEHOLDER = re.compile(r"\bNAME\b")
_ENDINGS = frozenset({".md", ".yaml", ".py", ".js", ".c", ".h", ".rs", ".go", ".java"})
_LIBRARY = "barbu"
"""The name, without its ending, of the file that a kit takes over as it is."""


def make_bot(place: Path, language: str) -> None:
    """Make a folder with a bot that can play at once; its last part is the bot's name.

    Raises ConfigError for a name that a bot cannot have and for a folder that is there already, and
    StorageError where it cannot be written.
    """
    if not is_name(place.name):
        got = printable(place.name or str(place))
        raise ConfigError(f"the new bot: expected {NAME_IN_WORDS}, got '{got}'")
    if not place.parent.is_dir():
        raise ConfigError(f"{shown_path(place.parent)}: expected a folder to make it in, got none")
    try:
        place.mkdir()
        for path in sorted(_kit(language)):
            (place / path.name).write_bytes(_content(path, place.name))
    except FileExistsError:
        raise ConfigError(
            f"{shown_path(place)}: expected no such file or folder yet, got one; "
            "choose another name, or remove it first"
        ) from None
    except OSError as error:
        raise StorageError(f"{shown_path(place)}: cannot be made: {error.strerror}") from None


def _kit(language: str) -> list[Path]:
    """Return the files of a kit; what its bot's building leaves there is none of them."""
    return [path for path in (KITS / language).iterdir() if path.suffix in _ENDINGS]


def _content(path: Path, name: str) -> bytes:
    """Return a file of the kit with the bot's name in it."""
    if path.stem.lower() == _LIBRARY:
        return path.read_bytes()
    return _PLACEHOLDER.sub(name, path.read_text("utf-8")).encode()
