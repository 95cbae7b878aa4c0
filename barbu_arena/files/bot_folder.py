"""A bot's folder: `bot.yaml` read and checked, its command able to start, its content as one hash.

Source: design §8 and §9, trust.md §5 rows 1–5 and §8.
"""

import hashlib
import os
import stat
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated

from pydantic import Field

from barbu_arena.errors import ConfigError
from barbu_arena.files.document import Document, Name, Section, holding, text
from barbu_arena.files.ledger import open_to_read
from barbu_arena.files.sandbox_checks import command_inside
from barbu_arena.files.shipped_bots import shipped_namesake
from barbu_arena.files.start_checks import CannotStart, NotThere, resolve_command
from barbu_arena.files.yaml_reader import shown_path
from barbu_arena.players.bot import Bot, Build, ResourceLimits
from barbu_arena.printable import printable

BOT_FILE = "bot.yaml"
MAX_BYTES = 1 << 30
"""Of all files of a folder together."""
MAX_FILES = 10_000

CACHES = frozenset({"__pycache__", ".git"})
"""What is no part of a bot, wherever in its folder."""
_BLOCK = 1 << 20
_LONGEST_WORD = 1000


def _is_inside(path: str) -> bool:
    """Whether a path names something in the bot's folder."""
    return not os.path.isabs(path) and os.path.normpath(path).split("/")[0] not in ("..", ".")


def _is_extra(path: str) -> bool:
    """Whether a path may be shown to a bot: one that stands for itself, and not everything."""
    return path.startswith(("/", "~/")) and os.path.normpath(path).strip("/") != ""


Word = Annotated[
    str, text(f"a printable text of at most {_LONGEST_WORD} characters", _LONGEST_WORD)
]
Command = Annotated[list[Word], holding("a list of at least 1 word", len)]
Output = Annotated[str, text("a path inside the bot's folder", fits=_is_inside)]
Extra = Annotated[str, text("an absolute path, and not all of '/'", fits=_is_extra)]
Extras = Annotated[list[Extra], holding("a list of at most 16 paths", lambda them: len(them) <= 16)]


class _BotFile(Section):
    name: Name = Field(description="the name of the bot")
    command: Command = Field(description="the command that starts the bot, as a list of words")
    version: Annotated[str, text("a text of at most 40 characters", 40)] = ""
    author: Annotated[str, text("a text of at most 80 characters", 80)] = ""
    description: Annotated[str, text("a text of at most 200 characters", 200)] = ""
    build: Command = Field(default_factory=list)
    build_output: list[Output] = Field(default_factory=list)
    read_only: Extras = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Grant:
    """What the organiser gives a bot: another name, more arguments, limits, paths it may see."""

    name: str | None = None
    args: tuple[str, ...] = ()
    read_only: tuple[str, ...] = ()
    limits: ResourceLimits = field(default_factory=ResourceLimits)


def load_bot(folder: Path, grant: Grant | None = None) -> Bot:
    """Return the bot of a folder as an entrant.

    Its command is resolved, and checked as far as that goes without running it. Raises ConfigError
    with all problems, one a line.
    """
    grant = grant or Grant()
    document = _bot_document(folder)
    file = document.check(_BotFile)
    build = _unbuilt(document, folder)
    command = _command(document, folder, grant.name, build)
    document.finish()
    assert file is not None  # or finish would have raised
    real = Path(os.path.realpath(folder))
    read_only = tuple(map(_full, grant.read_only))
    inside = command_inside(file.command[0], command, real, read_only)
    ungranted = [path for path in file.read_only if _full(path) not in read_only]
    return Bot(
        name=grant.name or file.name,
        folder=str(real),
        command=(*command, *grant.args),
        args=grant.args,
        version=file.version,
        author=file.author,
        description=file.description,
        inside=(*inside.command, *grant.args),
        hidden=_ungranted(ungranted) or _missing(read_only) or inside.hidden,
        read_only=read_only,
        limits=grant.limits,
        build=build,
    )


def _full(path: str) -> str:
    """Return a path without ~ and without detours; links are left as they are."""
    return os.path.abspath(os.path.expanduser(path))


def _missing(paths: Sequence[str]) -> str:
    """Return why a bot does not start in the sandbox whose extra paths are not all there."""
    missing = [path for path in paths if not os.path.exists(path)]
    return f"read_only: no such path: {printable(missing[0], 200)}" if missing else ""


def _ungranted(paths: Sequence[str]) -> str:
    """Return why a bot does not start in the sandbox that wants to see what nobody granted it."""
    if not paths:
        return ""
    wanted = ", ".join(printable(path, 200) for path in paths)
    return (
        f"it wants to see {wanted}. If you agree, repeat that under 'read_only' for this bot in "
        "the tournament"
    )


def _bot_document(folder: Path) -> Document:
    try:
        found = "" if folder.is_dir() else "a file" if folder.exists() else "no such folder"
    except OSError as error:
        found = f"one that cannot be read: {error.strerror}"
    if found == "no such folder":
        found += shipped_namesake(folder)
    if found:
        raise ConfigError(f"{shown_path(folder)}: expected the folder of a bot, got {found}")
    return Document(folder / BOT_FILE)


def _words(document: Document, key: str) -> list[str]:
    """Return a list of words, whatever else is wrong in the file; empty where it is none."""
    words = document.get((key,))
    usable = isinstance(words, list) and all(
        isinstance(word, str) and 0 < len(word) <= _LONGEST_WORD and word.isprintable()
        for word in words
    )
    return words if usable else []


def _unbuilt(document: Document, folder: Path) -> Build | None:
    """Return the build of a bot that is not built as its sources are now."""
    command, outputs = _words(document, "build"), sorted(_outputs(document))
    if not command or is_built(folder, outputs):
        return None
    return Build(tuple(command), tuple(outputs))


def is_built(folder: Path, outputs: Collection[str]) -> bool:
    """Whether all that a build makes is there, and none of it older than a file beside it.

    What is older was made of other sources than those that the folder's digest stands for.
    """
    try:
        made = [(folder / output).lstat().st_mtime_ns for output in outputs]
        sources = [path.lstat().st_mtime_ns for _, path in _entries(folder, outputs)]
    except OSError:
        return False
    return not made or min(made) >= max(sources, default=0)


def _command(
    document: Document, folder: Path, name: str | None, build: Build | None
) -> tuple[str, ...]:
    """Return the resolved command; why it cannot start is noted."""
    words = _words(document, "command")
    if not words:
        return ()
    try:
        to_come = build.outputs if build else ()
        return resolve_command(words, Path(os.path.realpath(folder)), to_come)
    except CannotStart as error:
        problem = str(error)
        if _words(document, "build") and isinstance(error, NotThere):
            problem += "; if the build makes it, name it under build_output"
        bot = printable(str(name or document.get(("name",)) or folder.name), 32)
        document.complain(("command",), f"bot '{bot}': {problem}")
        return ()


def build_outputs(folder: Path) -> frozenset[str]:
    """Return what a bot's build makes: `build_output`, and what follows ``-o`` in `build`.

    Paths are relative to the folder. Raises ConfigError if bot.yaml cannot be read.
    """
    return _outputs(_bot_document(folder))


def _outputs(document: Document) -> frozenset[str]:
    named = [output for flag, output in pairwise(_words(document, "build")) if flag == "-o"]
    outputs = (*named, *_words(document, "build_output"))
    return frozenset(os.path.normpath(output) for output in outputs if _is_inside(output))


def folder_digest(folder: Path, ignore: Collection[str] | None = None) -> str:
    """Return the SHA-256 (hex) of a bot's folder: paths, contents and executable bits.

    Links count as what they say, not as what they lead to. Caches are left out, and so is what
    `ignore` names by its path in the folder; None stands for `build_outputs`. Raises ConfigError
    for a folder that cannot be read, holds anything but files and links, or is too large.
    """
    ignored = build_outputs(folder) if ignore is None else ignore
    digest = hashlib.sha256()
    total = 0
    try:
        found = list(islice(_entries(folder, ignored), MAX_FILES + 1))
        for path, entry in sorted(found):
            total += _size(entry)
            if len(found) > MAX_FILES or total > MAX_BYTES:
                most = f"{MAX_FILES} files and {MAX_BYTES >> 20} MiB"
                raise ConfigError(f"{shown_path(folder)}: expected at most {most}, got more")
            _add(digest, path, entry)
    except OSError as error:
        place = shown_path(Path(os.fsdecode(error.filename or folder)))
        raise ConfigError(f"{place}: cannot be read: {error.strerror}") from None
    return digest.hexdigest()


Stamps = dict[bytes, tuple[int, int]]
"""By the path in a folder: when a file was written (ns), and its size."""


def folder_stamps(folder: Path) -> Stamps:
    """Return what tells cheaply whether a bot's files were written, made or removed.

    Raises OSError for a folder that cannot be read.
    """
    stamps: Stamps = {}
    for path, entry in _entries(folder, ()):
        with suppress(FileNotFoundError):  # A running bot may remove what it made itself.
            status = entry.lstat()
            stamps[path] = status.st_mtime_ns, status.st_size
    return stamps


def is_unchanged(folder: Path, before: Stamps, digest: str) -> bool:
    """Whether the files that were in a folder before are what they were.

    Files that a bot made itself since do not count. `digest` is the folder's of then.
    """
    try:
        now = folder_stamps(folder)
    except OSError:
        return False
    if all(now.get(path) == stamp for path, stamp in before.items()):
        return True
    made_since = {os.fsdecode(path) for path in now.keys() - before.keys()}
    return folder_digest(folder, build_outputs(folder) | made_since) == digest


def _entries(folder: Path, ignored: Collection[str]) -> Iterator[tuple[bytes, Path]]:
    """Yield (path in the folder, file or link) for all that counts, in any order."""
    waiting = [folder]
    while waiting:
        for entry in _listed(waiting.pop(), folder):
            path = Path(entry.path)
            below = path.relative_to(folder).as_posix()
            if entry.name in CACHES or below in ignored:
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            else:
                yield os.fsencode(below), path


def _listed(place: Path, folder: Path) -> Iterator["os.DirEntry[str]"]:
    """Yield what is in a place below a bot's folder, nothing if it was removed meanwhile."""
    try:
        yield from os.scandir(place)
    except FileNotFoundError:
        if place == folder:
            raise


def _size(path: Path) -> int:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISLNK(status.st_mode):
        raise ConfigError(f"{shown_path(path)}: expected a file or a link, got a special file")
    return status.st_size


def _add(digest: "hashlib._Hash", name: bytes, path: Path) -> None:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        target = os.fsencode(os.readlink(path))
        digest.update(b"link\0%b\0%d\0%b" % (name, len(target), target))
        return
    kind = b"program" if status.st_mode & 0o111 else b"file"
    digest.update(b"%b\0%b\0%d\0" % (kind, name, status.st_size))
    # A running bot may put a pipe into the file's place meanwhile, which is not waited for.
    with open_to_read(path) as stream:
        # No more than was counted: what grows meanwhile cannot go on for ever.
        left = status.st_size
        while left > 0 and (block := stream.read(min(left, _BLOCK))):
            digest.update(block)
            left -= len(block)
