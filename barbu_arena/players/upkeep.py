"""One bot looked after while others are asked: its pipes, its memory, its processor time."""

from collections.abc import Callable

from barbu_arena.players.bot import Bot
from barbu_arena.players.priority import (
    MOST_RUNNING,
    give_way,
    lower_session,
    running_threads,
)
from barbu_arena.players.process import BotProcess
from barbu_arena.players.usage import LOOK_S, PONDER_S, Usage


class OverLimit(Exception):
    """The bot broke a limit and was ended; the message says which."""


class Upkeep:
    """What is watched of one running bot. `over` says which limit it broke; empty: none."""

    __slots__ = (
        "_limit",
        "_may_ponder",
        "_process",
        "gives_way",
        "next_s",
        "over",
        "took_s",
        "usage",
    )

    def __init__(self, bot: Bot, process: BotProcess, may_ponder: bool) -> None:
        self._process = process
        self._limit = bot.limits.memory_mib
        self.usage: Usage | None = None
        """None until its processes can be found."""
        self.over = ""
        self.next_s = LOOK_S
        """How soon it is to be looked at again; sooner while its memory grows towards its limit."""
        self.took_s = 0.0
        """How long the last look took."""
        self._may_ponder = may_ponder
        self.gives_way = False
        """Whether it crowded the core, and runs since only while nobody else wants it."""

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
            self.usage = Usage(root, in_sandbox=process.report is not None)
        limit = self._limit << 20
        self.usage.look(limit)
        self.next_s = self.usage.next_s(limit)
        if self.usage.memory > limit:
            self.over = f"over {self._limit} MiB of memory: {self.usage.memory >> 20} MiB"
            process.kill()
        else:
            self._keep_others_going(self.usage)

    def _keep_others_going(self, usage: Usage) -> None:
        """Have a bot give way that takes time which is others', on its move or off it."""
        ponders = not self._may_ponder and usage.off_turn_s > PONDER_S / 2
        if ponders or self.gives_way or running_threads(usage.pids) > MOST_RUNNING:
            self.gives_way = True
            give_way(usage.pids)
        if ponders:
            lower_session(usage.pids)


class Table:
    """The running bots of one table, looked after together.

    The next look is due at `due`, on the monotonic clock.
    """

    __slots__ = ("bots", "due")

    def __init__(self) -> None:
        self.bots: list[Upkeep] = []
        self.due = 0.0

    def look(self, clock: Callable[[], float]) -> None:
        """Look after all bots; the next look is due a little later, however long this one took."""
        for bot in self.bots:
            begin = clock()
            bot.look()
            bot.took_s = clock() - begin
        self.due = clock() + min((bot.next_s for bot in self.bots), default=LOOK_S)

    def took_s(self, bot: Upkeep) -> float:
        """Return how long the last look at all others than that bot took."""
        return sum(other.took_s for other in self.bots if other is not bot)
