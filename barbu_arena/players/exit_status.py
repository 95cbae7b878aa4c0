"""How a process ended, in words, and whether the machine was short of memory meanwhile."""

import re
import signal
from contextlib import suppress

_OF_MEMORY = re.compile(rb"^oom_kill (\d+)$", re.MULTILINE)


def exit_in_words(status: int) -> str:
    """Return what an exit status means; one less than 0 is minus the signal that killed."""
    if status >= 0:
        return f"exited with status {status}"
    with suppress(ValueError):
        return f"killed by {signal.Signals(-status).name}"
    return f"killed by signal {-status}"


def kills_for_memory() -> int:
    """Return how many processes the kernel has killed, since it runs, for want of memory.

    That is in the whole machine, in each container of it too. 0 where it does not tell.
    """
    try:
        with open("/proc/vmstat", "rb") as file:
            found = _OF_MEMORY.search(file.read())
    except OSError:
        return 0
    return int(found[1]) if found else 0
