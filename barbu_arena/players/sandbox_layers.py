"""The layers of the sandbox as `doctor` tells of them: which hold here, and the cure for others."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from barbu_arena.players.bot import ResourceLimits
from barbu_arena.players.bubblewrap import SEARCH_PATH
from barbu_arena.players.orphans import can_adopt
from barbu_arena.players.sandbox import FILE_MIB, OPEN_FILES, Sandbox
from barbu_arena.players.sandbox_probe import Obstacle, find_sandbox
from barbu_arena.players.usage import tree

_INTERPRETERS = ("python3", "node", "java", "perl", "ruby", "lua", "sh")


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of protection; `cure` is empty where it holds."""

    name: str
    holds: bool
    text: str
    cure: str = ""


def layers() -> list[Layer]:
    """Return all layers from outside to inside, tried out on this machine."""
    found = find_sandbox()
    if isinstance(found, Obstacle):
        return [Layer("sandbox", False, found.cause, found.cure), *_without()]
    return [Layer("sandbox", True, f"{found.bwrap} works here"), *_within(found), *_without()]


def _within(sandbox: Sandbox) -> Iterator[Layer]:
    """Yield what holds inside a sandbox that works."""
    limits = ResourceLimits()
    if sandbox.drops_root:
        yield Layer("rights", True, "the arena is root: bots get users of their own")
    else:
        yield Layer("rights", True, "bots run as you, but see and reach nothing of yours")
    yield Layer("files", True, "a bot sees its folder and /usr, and writes to a /tmp of its own")
    yield Layer("network", True, "none")
    yield Layer("processes", True, "a bot sees its own only, and they end with it")
    if sandbox.call_filter is None:
        missing = f"none for the processor {platform.machine()}; all other layers hold"
        yield Layer("system calls", False, missing, "Use x86_64 or aarch64 for bots of strangers.")
    else:
        yield Layer("system calls", True, f"filtered, {len(sandbox.call_filter) // 8} instructions")
    yield Layer(
        "limits",
        True,
        f"{limits.memory_mib} MiB of memory and {limits.processes} processes unless the "
        f"tournament says otherwise, files of {FILE_MIB} MiB, {OPEN_FILES} open files",
    )
    known = [name for name in _INTERPRETERS if shutil.which(name, path=SEARCH_PATH)]
    text = f"bots find {', '.join(known) or 'none'}"
    yield Layer("interpreters", bool(known), text, "" if known else _PYTHON)


def _without() -> Iterator[Layer]:
    """Yield what holds with or without a sandbox."""
    watched = bool(tree(os.getpid())) and sys.platform.startswith("linux")
    yield Layer(
        "watch",
        watched,
        "memory, and processor time off turn, are measured"
        if watched
        else "memory and processor time of bots cannot be measured",
        "" if watched else "Use Linux with /proc.",
    )
    adopts = can_adopt()
    yield Layer(
        "clean-up",
        adopts,
        "whatever a bot leaves running is found and ended"
        if adopts
        else "only a bot's own process group is ended",
        "" if adopts else "Use Linux.",
    )


_PYTHON = "Install the system's python3 (the package 'python3')."
