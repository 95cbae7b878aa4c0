"""Bots that crowd a core give way to the arena, and to the bots that are on move.

The bots of a table share one core. Where the system does not part it by sessions, sixty processes
of one bot take sixty shares of it, and its neighbours, or the arena itself, come too late.
"""

import os
from collections.abc import Iterable, Iterator

MOST_RUNNING = 8
"""More threads than that on one core help no bot."""
_LOWEST = b"19"


def running_threads(pids: Iterable[int]) -> int:
    """Return how many threads of these processes run or wait for the core."""
    return sum(_runs(f"/proc/{pid}/task/{thread}/stat") for pid, thread in _threads(pids))


def give_way(pids: Iterable[int]) -> None:
    """Have these processes, and all that they start, run only while nothing else wants the core.

    They cannot take it back. Where it is not possible, nothing happens.
    """
    for _, thread in _threads(pids):
        try:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
        except (AttributeError, OSError):  # another system, or it has ended
            continue


def lower_session(pids: Iterable[int]) -> None:
    """Where the system parts the core by sessions, make the parts of these the smallest."""
    for pid in pids:
        try:
            with open(f"/proc/{pid}/autogroup", "wb") as file:
                file.write(_LOWEST)
        except OSError:  # it does not, or is asked too often: the next look asks again
            continue


def _threads(pids: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield (process, thread) of processes that are still there."""
    for pid in pids:
        try:
            found = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        yield from ((pid, int(thread)) for thread in found)


def _runs(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read().rpartition(b") ")[2][:1] == b"R"
    except OSError:
        return False
