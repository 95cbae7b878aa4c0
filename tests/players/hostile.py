"""Bots that misbehave on demand, and short clocks for them."""

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import ArenaTrouble

FOLDER = Path(__file__).parents[1] / "bots" / "misbehave"
HELLO = b'"type":"hello","protocol":1'
BODY = b'"type":"play","legal":["2S","3S"]'
QUICK = ClockLimits(free_ms=50, bank_ms=5_000, cap_ms=400, start_ms=10_000)

_T = TypeVar("_T")


def misbehaving(how: str, *options: str) -> Bot:
    """Return the misbehaving bot with a behaviour and its options."""
    command = (sys.executable, "-I", "-S", "bot.py", "--how", how, *options)
    return Bot(how, str(FOLDER), command)


def python(code: str) -> tuple[str, ...]:
    """Return the command that runs a line of Python."""
    return (sys.executable, "-I", "-S", "-c", code)


def again_if_busy(attempt: Callable[[], _T]) -> _T:
    """Do as the arena does: what a busy machine made void is done again."""
    for _ in range(4):
        try:
            return attempt()
        except ArenaTrouble:
            time.sleep(0.2)
    return attempt()


@contextmanager
def flat_memory(limit: int = 1 << 20) -> Iterator[None]:
    """Hold that what happens inside never takes more than that many bytes at once."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < limit
