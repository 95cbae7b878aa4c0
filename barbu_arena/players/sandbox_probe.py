"""Whether a sandbox works here: found out by starting one, never by the system's name.

Every obstacle has one cause and one cure. Source: trust.md §2.2, §4.2 and §4.3.
"""

import os
import platform
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.orphans import adopt_orphans, children, kill_orphans
from barbu_arena.players.own_limits import limit_in_the_way
from barbu_arena.players.process import BotGone, BotProcess, end_all, monotonic
from barbu_arena.players.sandbox import Sandbox, limits_given
from barbu_arena.players.seccomp import filter_program
from barbu_arena.players.start import Start, bot_environment
from barbu_arena.printable import printable_bytes

NEEDED = (0, 8, 0)
"""The first bubblewrap with ``--disable-userns``; ``--size`` is older."""

_TRUST = "`sandbox: none` (--sandbox none) if you trust every bot"
_PATIENCE_S = 10.0
_NAMESPACES = ("pid", "net", "ipc", "uts", "mnt", "cgroup")
_HIDDEN_FILE = "/etc/passwd"  # there on every system, and in no sandbox
_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_DENIED = re.compile(
    "No permissions to create|Creating new namespace failed|Operation not permitted"
    "|Permission denied|Failed to make / slave|pivot_root"
)
_SWITCHES = (
    ("kernel.unprivileged_userns_clone", "1"),
    ("user.max_user_namespaces", "10000"),
)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why there is no sandbox, and what to do about it."""

    cause: str
    cure: str
    is_own: bool = False
    """Whether it is a limit of whoever started the arena: then nobody plays without a sandbox."""

    def __str__(self) -> str:
        return f"no sandbox: {self.cause}. {self.cure}"


def find_sandbox() -> Sandbox | Obstacle:
    """Return the sandbox of this machine, tried out, or what stands in its way."""
    if not sys.platform.startswith("linux"):
        return Obstacle(
            f"there is none for {platform.system()}", f"Use Linux for bots of others, or {_TRUST}."
        )
    bwrap, prlimit = shutil.which("bwrap"), shutil.which("prlimit")
    if bwrap is None:
        return Obstacle(
            "bwrap is not installed", f"Install the package 'bubblewrap', or use {_TRUST}."
        )
    if prlimit is None:
        return Obstacle(
            "prlimit is not installed", f"Install the package 'util-linux', or use {_TRUST}."
        )
    if in_the_way := limit_in_the_way(limits_given(ResourceLimits())):
        return Obstacle(in_the_way, f"Raise it, or use {_TRUST}.", is_own=True)
    # The programs of a 32-bit system under a 64-bit kernel would all be foreign to the filter.
    machine = platform.machine() if sys.maxsize > 2**32 else ""
    sandbox = Sandbox(bwrap, prlimit, filter_program(machine), os.geteuid() == 0)
    try:
        return _too_old(bwrap) or _try(sandbox) or sandbox
    except OSError as error:
        return Obstacle(f"bwrap does not start: {error.strerror}", f"Mend that, or use {_TRUST}.")


def _too_old(bwrap: str) -> Obstacle | None:
    start = Start((bwrap, "--version"), "/", bot_environment(os.defpath))
    said = _run(start).said
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", said)
    version = tuple(int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    if version >= NEEDED:
        return None
    right = ".".join(map(str, NEEDED))
    return Obstacle(
        f"{said or 'bwrap'} is too old ({right} needed)",
        f"Install a newer package 'bubblewrap', or use {_TRUST}.",
    )


def _try(sandbox: Sandbox) -> Obstacle | None:
    """Start a sandbox around a small test, and look at it from inside and outside."""
    inside = ("/usr/bin/test", "!", "-e", _HIDDEN_FILE)
    ended = _run(sandbox.start(Bot("probe", "/usr", inside, inside=inside)))
    if ended.failed:
        return _explain(ended)
    shared = [name for name in _NAMESPACES if ended.namespaces.get(name) == _own_namespace(name)]
    if shared:
        return Obstacle(
            f"the sandbox shares with the system: {', '.join(shared)}",
            f"Use another machine, or {_TRUST}.",
        )
    return None


@dataclass(frozen=True, slots=True)
class _Ended:
    """What came of a command: how it failed (empty: it did not), and what it said."""

    failed: str
    said: str
    namespaces: dict[str, int]


def _run(start: Start) -> _Ended:
    adopt_orphans()  # bubblewrap leaves its first process, dead, to whoever adopts it
    others = children()
    process = BotProcess(start)
    said = b""
    failed = f"no end within {_PATIENCE_S:g} s"
    try:
        while data := process.receive(monotonic() + _PATIENCE_S):
            said += data
    except (BotGone, ArenaTrouble) as end:
        failed = "" if str(end) == "exited with status 0" else str(end)
    end_all([process], 0)
    kill_orphans(keep=others)
    namespaces = process.report.namespaces() if process.report is not None else {}
    words = printable_bytes((process.stderr.kept() or said).strip(), 300)
    return _Ended(failed, words, namespaces)


def _own_namespace(name: str) -> int:
    try:
        return os.stat(f"/proc/self/ns/{name}").st_ino
    except OSError:
        return -1


def _explain(ended: _Ended) -> Obstacle:
    """Say why a sandbox did not start, as well as the system lets us know."""
    said = ended.said or ended.failed
    if _number(_APPARMOR) == 1:
        return Obstacle(
            "this system forbids user namespaces (AppArmor)",
            f"Allow bwrap with the profile in docs/sandbox.md, or use {_TRUST}.",
        )
    for name, right in _SWITCHES:
        if _number(Path("/proc/sys", *name.split("."))) == 0:
            return Obstacle(
                f"this system forbids user namespaces ({name} is 0)",
                f"As root: sysctl -w {name}={right}. Or use {_TRUST}.",
            )
    if _DENIED.search(said):
        return Obstacle(
            f"namespaces are denied; this looks like a container ({said})",
            "See docs/sandbox.md, or let the container be the sandbox: "
            "throw it away afterwards, and use `sandbox: none` (--sandbox none).",
        )
    return Obstacle(f"bwrap fails here: {said}", f"See docs/sandbox.md, or use {_TRUST}.")


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
