"""A bot's command as the sandbox shows it, or why it cannot start there, in plain words.

Source: trust.md §3 and §4.3.
"""

import os
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from barbu_arena.files.start_checks import interpreter_of
from barbu_arena.players.bubblewrap import BOT_FOLDER, SEARCH_PATH, is_visible
from barbu_arena.printable import printable

_READ, _ENTER = stat.S_IROTH, stat.S_IXOTH


@dataclass(frozen=True, slots=True)
class Inside:
    """The command inside the sandbox; where it cannot start, `hidden` says why, and the cure."""

    command: tuple[str, ...]
    hidden: str = ""


class _Hidden(Exception):
    """Something that the command needs cannot be seen, or read, from inside."""


def command_inside(
    word: str, command: Sequence[str], folder: Path, read_only: Sequence[str]
) -> Inside:
    """Return a bot's command as it is inside.

    `word` is its program as bot.yaml names it, `command` the same resolved outside, `folder` the
    bot's real folder.
    """
    try:
        program = _program(word, command[0], folder, read_only)
        for part in command[1:]:
            _check_argument(folder / part, folder, read_only)
        if os.geteuid() == 0:
            _check_open(folder)
            for path in (program, *(str(folder / part) for part in command[1:])):
                _check_readable(Path(path), folder)
    except _Hidden as reason:
        return Inside((), str(reason))
    if _is_below(program, folder):
        program = BOT_FOLDER + program.removeprefix(str(folder))
    return Inside((program, *command[1:]))


def _program(word: str, outside: str, folder: Path, read_only: Sequence[str]) -> str:
    """Return the program's path outside, seen to be visible with what runs it."""
    if _is_below(outside, folder):
        if not _is_below(os.path.realpath(outside), folder):
            _require_visible(os.path.realpath(outside), read_only)
        interpreter = interpreter_of(Path(outside)) if os.path.exists(outside) else ""
        if interpreter:
            _find(interpreter, interpreter, read_only)
        return outside
    return _find(word, outside, read_only)


def _find(word: str, outside: str, read_only: Sequence[str]) -> str:
    """Return where the sandbox finds a program."""
    if "/" not in word:
        found = shutil.which(word, path=SEARCH_PATH)
        if found is not None and is_visible(found, read_only):
            return found
        outside = shutil.which(outside) or outside
    _require_visible(outside, read_only)
    return outside


def _require_visible(path: str, read_only: Sequence[str]) -> None:
    if is_visible(path, read_only):
        return
    home = os.path.expanduser("~")
    where = "in your home folder" if _is_below(path, Path(home)) else "outside of /usr"
    raise _Hidden(
        f"the interpreter {printable(path, 200)} is {where}, which bots cannot see. Use a system "
        "interpreter, or add it under 'read_only' for this bot"
    )


def _check_argument(path: Path, folder: Path, read_only: Sequence[str]) -> None:
    """Refuse a script, or another file that the command names, which bots do not see."""
    real = os.path.realpath(path)
    seen = _is_below(real, folder) or is_visible(os.path.abspath(path), read_only)
    if not seen and path.is_file():
        raise _Hidden(
            f"{printable(str(path), 200)} is neither in its folder nor in /usr, and bots see "
            "nothing else. Copy it into the folder, or add it under 'read_only' for this bot"
        )


def _is_below(path: str, folder: Path) -> bool:
    return path.startswith(f"{folder}/")


def _check_open(folder: Path) -> None:
    """Refuse a folder that only root may enter: bots get a user of their own then."""
    for place in (*reversed(folder.parents), folder):
        if not place.stat().st_mode & _ENTER:
            raise _Hidden(
                f"{printable(str(place), 200)} is closed to other users, and bots run as one when "
                "the arena runs as root. Open it (chmod o+x), move the bot, or run the arena as "
                "an ordinary user"
            )
    if not folder.stat().st_mode & _READ:
        raise _Hidden(f"other users may not list its folder, and bots run as one: {_CHMOD}")


_CHMOD = "the arena runs as root. Mend it with chmod -R o+rX, or run it as an ordinary user"


def _check_readable(path: Path, folder: Path) -> None:
    if _is_below(str(path), folder) and path.is_file() and not path.stat().st_mode & _READ:
        name = printable(path.name, 60)
        raise _Hidden(f"other users may not read {name}, and bots run as one: {_CHMOD}")
