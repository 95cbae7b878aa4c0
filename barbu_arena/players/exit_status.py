"""How a process ended, in words."""

import signal
from contextlib import suppress


def exit_in_words(status: int) -> str:
    """Return what an exit status means; one less than 0 is minus the signal that killed."""
    if status >= 0:
        return f"exited with status {status}"
    with suppress(ValueError):
        return f"killed by {signal.Signals(-status).name}"
    return f"killed by signal {-status}"
