"""A build run to its end: what it said, and whether it was well.

It is started like a bot, with limits of its own, watched like a bot, and nothing of it is left
running.
"""

import os
from dataclasses import dataclass

from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotGone, BotProcess, monotonic
from barbu_arena.players.upkeep import Upkeep

_MOST_OUTPUT = 1 << 16
_MOST_OF_DISK = 0.5
"""How much a build may take of what is free where it works."""


@dataclass(frozen=True, slots=True)
class BuildRun:
    """How a build ended; `output` is the beginning of its stdout, then its stderr."""

    is_well: bool
    ended: str
    output: bytes


def run_build(builder: Bot, process: BotProcess, limit_s: float) -> BuildRun:
    """Wait for a build, at most `limit_s` seconds, and end whatever is left of it.

    `builder` is what the process was started as. Raises ArenaTrouble if the sandbox failed.
    """
    said = b""
    ended = ""
    upkeep = Upkeep(builder, process, may_ponder=True)
    least_free = _free_bytes(builder.folder) * (1 - _MOST_OF_DISK)
    deadline = monotonic() + limit_s
    try:
        process.close_input()
        while not ended:
            said += process.receive(min(deadline, monotonic() + upkeep.next_s))
            said = said[:_MOST_OUTPUT]
            upkeep.look()
            if upkeep.over:
                ended = f"went {upkeep.over}"
            elif _free_bytes(builder.folder) < least_free:
                ended = "filled half of what was free of the disk"
            elif monotonic() >= deadline:
                ended = f"was not done after {limit_s:g} s"
    except BotGone:
        ended = process.how_it_ended()
    finally:
        process.kill()
    return BuildRun(process.status == 0, ended, said + process.stderr.kept())


def _free_bytes(folder: str) -> int:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
