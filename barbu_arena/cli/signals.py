"""Signals while sessions are played: what Ctrl-C, SIGTERM and a closed terminal mean."""

import signal
from types import FrameType

from barbu_arena.league.pool import Stop

STOPPING = "stopping: the sessions in play are finished; Ctrl-C again drops them"
GIVING_UP = "giving up: the sessions in play are finished; Ctrl-C drops them"


class StopSignals:
    """Turns signals into `stop`. A context manager.

    The first Ctrl-C lets the sessions in play finish, the second and SIGTERM end them at once; a
    closed terminal (SIGHUP) changes nothing: a league goes on over night. While `abrupt` is true,
    because nothing is played that could be finished, both raise KeyboardInterrupt.
    """

    def __init__(self, abrupt: bool = False) -> None:
        self.stop = Stop()
        self.abrupt = abrupt

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
        self._raise_level(self.stop.level + 1)

    def _terminate(self, _number: int, _frame: FrameType | None) -> None:
        self._raise_level(2)

    def _raise_level(self, level: int) -> None:
        self.stop.level = min(2, level)
        if self.abrupt:
            raise KeyboardInterrupt
