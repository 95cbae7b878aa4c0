"""The time that a bot has: free time per answer, a bank per session, a cap per answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from barbu_arena.players.fault import ArenaTrouble

_SLEEP_S = 1.0


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """What a tournament allows, in milliseconds."""

    free_ms: int = 50
    """Of every answer, not charged."""
    bank_ms: int = 20_000
    """For a whole session, beyond the free time."""
    cap_ms: int = 5_000
    """The longest that one answer may take."""
    start_ms: int = 10_000
    """From the start of the process to its answer to ``hello``."""


class Clock:
    """The clock of one bot in one session; `bank_ms` is what is left, `deadline_ms` the time that
    the next answer may take.
    """

    __slots__ = ("_bank", "_limits", "bank_ms", "deadline_ms")

    def __init__(self, limits: ClockLimits) -> None:
        self._limits = limits
        self._bank = float(limits.bank_ms)
        self._show()

    def _show(self) -> None:
        self.bank_ms = int(self._bank)
        self.deadline_ms = min(self._limits.cap_ms, self.bank_ms + self._limits.free_ms)

    def charge(self, elapsed_ms: float) -> None:
        """Take from the bank what an answer took beyond the free time."""
        if elapsed_ms > self._limits.free_ms:
            self._bank = max(0.0, self._bank - (elapsed_ms - self._limits.free_ms))
            self._show()


def slept_s() -> float:
    """Return how long the computer has slept since it was started; 0 where it does not tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return 0.0 if clock is None else time.clock_gettime(clock) - time.monotonic()


@contextmanager
def awake() -> Iterator[None]:
    """Raise ArenaTrouble at the end if the computer slept meanwhile, for its bots did too."""
    before = slept_s()
    yield
    if slept_s() - before > _SLEEP_S:
        raise ArenaTrouble("the computer was asleep")
