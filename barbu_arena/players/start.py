"""How a bot's process is started: what `process.py` needs to know, and no more."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from barbu_arena.players.bot import Bot


@dataclass(frozen=True, slots=True)
class Start:
    """How a process is started: its command, its folder and its whole environment."""

    command: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]
    user: int | None = None
    """The uid and gid that it gets; None: those of the arena."""
    inherited: tuple[int, ...] = ()
    """Descriptors that it gets beside the three usual ones; they are closed here then."""
    report: int | None = None
    """The reading end of the sandbox's report, if it starts in one."""


def plain_start(bot: Bot) -> Start:
    """Return the start of a bot as a plain process, with the arena's own rights."""
    return Start(bot.command, bot.folder, bot_environment(os.environ.get("PATH", os.defpath)))


def bot_environment(search_path: str) -> dict[str, str]:
    """Return the small, fixed environment of every bot."""
    return {
        "PATH": search_path,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "BARBU_ARENA": "1",
    }
