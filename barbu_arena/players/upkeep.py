"""One bot looked after while others are asked: its pipes, its memory, its processor time."""

from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotProcess
from barbu_arena.players.usage import LOOK_S, Usage


class OverLimit(Exception):
    """The bot broke a limit and was ended; the message says which."""


class Upkeep:
    """What is watched of one running bot. `over` says which limit it broke; empty: none."""

    __slots__ = ("_limit", "_process", "over", "usage")

    def __init__(self, bot: Bot, process: BotProcess) -> None:
        self._process = process
        self._limit = bot.limits.memory_mib
        self.usage: Usage | None = None
        """None until its processes can be found."""
        self.over = ""

    def look(self) -> None:
        """Take what lies in its pipes, and end the bot if it holds more memory than it may."""
        process = self._process
        if self.over or process.is_closed:
            return
        process.keep_flowing()
        if self.usage is None:
            root = process.root_pid
            if not root:
                return
            self.usage = Usage(root)
        limit = self._limit << 20
        self.usage.look(limit)
        if self.usage.memory > limit:
            self.over = f"over {self._limit} MiB of memory: {self.usage.memory >> 20} MiB"
            process.kill()


class Table:
    """The running bots of one table, looked after together. `due` is on the monotonic clock."""

    __slots__ = ("bots", "due")

    def __init__(self) -> None:
        self.bots: list[Upkeep] = []
        self.due = 0.0

    def look(self, now: float) -> None:
        """Look after all bots; the next look is due a little later."""
        self.due = now + LOOK_S
        for bot in self.bots:
            bot.look()
