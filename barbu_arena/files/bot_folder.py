"""A bot's folder: `bot.yaml` read and checked, its command able to start, its content as one hash.

Source: design §8 and §9, trust.md §5 rows 1–5 and §8.
"""

import hashlib
import os
import shlex
import stat
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from barbu_arena.errors import ConfigError
from barbu_arena.files.document import Document, Name, Section, holding, text
from barbu_arena.files.start_checks import CannotStart, resolve_command
from barbu_arena.files.yaml_reader import shown, shown_path
from barbu_arena.players.bot import Bot

BOT_FILE = "bot.yaml"
MAX_BYTES = 1 << 30
"""Of all files of a folder together."""
MAX_FILES = 10_000

_CACHES = frozenset({"__pycache__", ".git"})
_BLOCK = 1 << 20

Word = Annotated[str, text("a printable text of at most 1000 characters", 1000)]
Command = Annotated[list[Word], holding("a list of at least 1 word", len)]


class _BotFile(Section):
    name: Name = Field(description="the name of the bot")
    command: Command = Field(description="the command that starts the bot, as a list of words")
    version: Annotated[str, text("a text of at most 40 characters", 40)] = ""
    author: Annotated[str, text("a text of at most 80 characters", 80)] = ""
    description: Annotated[str, text("a text of at most 200 characters", 200)] = ""
    build: Command = Field(default_factory=list)
    build_output: list[Word] = Field(default_factory=list)
    read_only: list[Word] = Field(default_factory=list)


def load_bot(folder: Path, *, name: str | None = None, args: Sequence[str] = ()) -> Bot:
    """Return the bot of a folder, under another name if one is given, with more arguments.

    Its command is resolved and was checked as far as that goes without running it. Raises
    ConfigError with all problems, one a line.
    """
    document = _bot_document(folder)
    file = document.check(_BotFile)
    if document.has(("build_output",)) and not document.has(("build",)):
        document.complain(("build_output",), "expected only with build, got no build")
    _check_inside(document)
    command = _command(document, folder, name)
    document.finish()
    assert file is not None  # or finish would have raised
    return Bot(
        name=name or file.name,
        folder=os.path.realpath(folder),
        command=(*command, *args),
        version=file.version,
        author=file.author,
        description=file.description,
    )


def _bot_document(folder: Path) -> Document:
    if not folder.is_dir():
        found = "a file" if folder.exists() else "no such folder"
        raise ConfigError(f"{shown_path(folder)}: expected the folder of a bot, got {found}")
    return Document(folder / BOT_FILE)


class _Start(Section):
    command: Command
    build: Command = Field(default_factory=list)


