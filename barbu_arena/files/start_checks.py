"""A bot's command before it ever runs: found, and able to start, or refused in plain words.

What the system says of a missing interpreter or a Windows line end is "No such file"; here each
cause has its own words. Source: trust.md §4.3, §5 rows 1–5.
"""

import os
import platform
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from barbu_arena.printable import printable

_HEAD = 256  # the kernel reads no more of a '#!' line
_ELF = b"\x7fELF"
# Processors that also run another's programs: x86-64 those of the 386, ARM64 those of ARM.
_ALSO_RUNS = {62: {3}, 183: {40}}
_SCRIPTS = (".py", ".pl", ".rb", ".js", ".mjs", ".lua", ".php", ".sh", ".jar", ".r")


_SOURCES = {
    "node": "Node.js 18 or newer (Debian, Ubuntu: apt install nodejs; else https://nodejs.org)",
    "cc": "a C compiler (Debian, Ubuntu: apt install gcc libc6-dev)",
    "rustc": "Rust (Debian, Ubuntu: apt install rustc; else https://rustup.rs)",
    "go": "Go 1.18 or newer (Debian, Ubuntu: apt install golang-go; else https://go.dev)",
    "java": "a Java runtime, 17 or newer (Debian, Ubuntu: apt install default-jre-headless)",
    "javac": "a JDK, 17 or newer (Debian, Ubuntu: apt install default-jdk-headless)",
}
"""Where the programs come from that start or build bots most often."""


class CannotStart(Exception):
    """A command cannot be started; the message says why, and what to do."""


class NotThere(CannotStart):
    """A file of the command does not exist, which a build may mend."""


def missing_program(word: str) -> str:
    """Return what to say where a program is not on PATH: what to install, if that is known."""
    cure = f"; install {_SOURCES[word]}" if word in _SOURCES else ""
    return f"{word} is not on PATH{cure}"


def resolve_command(
    command: Sequence[str], folder: Path, to_come: Collection[str] = ()
) -> tuple[str, ...]:
    """Return a command with its program as an absolute path.

    A program with a ``/`` is taken from the bot's folder; another is a program file of the folder,
    or looked up on PATH. What is still to be built, by its path in the folder, need not be there.
    Raises CannotStart.
    """
    try:
        return _resolve(command, folder, to_come)
    except OSError as error:
        # A name of 300 characters, or a folder that is closed to this user.
        raise CannotStart(f"{command[0]} cannot be looked at: {error.strerror}") from None


def _resolve(command: Sequence[str], folder: Path, to_come: Collection[str]) -> tuple[str, ...]:
    word = command[0]
    inside = folder / os.path.expanduser(word)
    if _is_to_come(word, to_come):
        return (os.path.normpath(inside), *command[1:])
    if "/" in word or (inside.is_file() and os.access(inside, os.X_OK)):
        _check_program(inside, word)
        program = os.path.normpath(inside)
    else:
        program = _on_path(word, inside)
    _check_script(command[1:], folder, to_come)
    return (program, *command[1:])


def _is_to_come(word: str, to_come: Collection[str]) -> bool:
    path = os.path.normpath(word)
    return any(path == made or path.startswith(f"{made}/") for made in to_come)


def _on_path(word: str, inside: Path) -> str:
    found = shutil.which(word)
    if found is None:
        if inside.exists():
            _check_program(inside, word)
        if word in _SOURCES:
            raise CannotStart(missing_program(word))
        raise NotThere(f"no such file: {word} is neither in the bot's folder nor on PATH")
    # A shim of a version manager picks its Python by folder and environment, which differ for bots.
    running = {"python", "python3", f"python3.{sys.version_info.minor}"}
    if word in running and _head(Path(found)).startswith(b"#!"):
        return sys.executable
    return os.path.abspath(found)


def _check_script(arguments: Sequence[str], folder: Path, to_come: Collection[str]) -> None:
    """Refuse an interpreter's script that does not exist: the bot would end at once."""
    script = next((word for word in arguments if not word.startswith("-")), "")
    if _is_to_come(script, to_come):
        return
    if script.lower().endswith(_SCRIPTS) and not (folder / script).exists():
        raise NotThere(f"no such file: {script}")


def _check_program(path: Path, word: str) -> None:
    if not path.exists():
        raise NotThere(f"no such file: {word}")
    if path.is_dir():
        raise CannotStart(f"{word} is a directory, not a program")
    if not path.is_file():
        raise CannotStart(f"{word} is not a plain file")
    if not os.access(path, os.X_OK):
        raise CannotStart(f"{word} is not executable (chmod +x)")
    _check_content(_head(path), word)


def _check_content(head: bytes, word: str) -> None:
    if not head:
        raise CannotStart(f"{word} is empty")
    if head.startswith(b"#!"):
        _check_shebang(head, word)
    elif platform.system() == "Linux":
        _check_binary(head, word)


def interpreter_of(path: Path) -> str:
    """Return what runs a script: the program that its '#!' line names; empty for a binary.

    What ``env`` looks up comes without a path.
    """
    head = _head(path)
    words = head.split(b"\n", 1)[0][2:].decode("utf-8", "replace").split()
    if not head.startswith(b"#!") or not words:
        return ""
    if os.path.basename(words[0]) == "env":
        return next((part for part in words[1:] if not part.startswith("-")), words[0])
    return words[0]


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(_HEAD)
    except OSError as error:
        raise CannotStart(f"{path.name} cannot be read: {error.strerror}") from None


def _check_shebang(head: bytes, word: str) -> None:
    line = head.split(b"\n", 1)[0]
    text = line.decode("utf-8", "backslashreplace")
    if text.endswith("\r"):
        raise CannotStart(f"{word} starts with {text!r} (Windows line end)")
    words = text[2:].split()
    if not words:
        raise CannotStart(f"{word} starts with '#!' but names no interpreter")
    missing = "" if os.path.exists(words[0]) else words[0]
    if os.path.basename(words[0]) == "env":
        name = next((part for part in words[1:] if not part.startswith("-")), "env")
        missing = "" if shutil.which(name) else name
    if missing:
        raise CannotStart(f"{word} names an interpreter that does not exist: {printable(missing)}")


def _check_binary(head: bytes, word: str) -> None:
    if not head.startswith(_ELF):
        raise CannotStart(
            f"{word} is neither a program nor a script with a '#!' line; "
            "put its interpreter first in the command"
        )
    here, there = _processor(_head(Path("/proc/self/exe"))), _processor(head)
    if there != here and there[1] not in _ALSO_RUNS.get(here[1], ()):
        raise CannotStart(f"{word} is built for another processor")


def _processor(head: bytes) -> tuple[bytes, int]:
    """Return (word size and byte order, machine number) of an ELF file."""
    machine = head[18:20]
    return head[4:6], int.from_bytes(machine, "big" if head[5:6] == b"\x02" else "little")
