"""Signals while sessions are played: what Ctrl-C, SIGTERM and a closed terminal mean."""

import signal
from collections.abc import Callable
from types import FrameType

from barbu_arena.league.pool import Stop


class StopSignals:
    """Turns signals into a `Stop`; `say` tells the person what follows. A context manager.

    The first Ctrl-C lets the sessions in play finish, the second and SIGTERM end them at once; a
    closed terminal (SIGHUP) changes nothing: a league goes on over night.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.stop = Stop()
        self.say = say

    def __enter__(self) -> "StopSignals":
        self._before = {
            signal.SIGINT: signal.signal(signal.SIGINT, self._interrupt),
            signal.SIGTERM: signal.signal(signal.SIGTERM, self._terminate),
            signal.SIGHUP: signal.signal(signal.SIGHUP, lambda *_: None),
        }
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.stop.level = min(2, self.stop.level + 1)
        if self.stop.level == 1:
            self.say("stopping: the sessions in play are finished; Ctrl-C again drops them")

    def _terminate(self, _number: int, _frame: FrameType | None) -> None:
        self.stop.level = 2
