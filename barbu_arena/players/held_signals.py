"""Signals held back while a process is forked, so that none meets a process half made.

What a handler raises inside a fork Python drops and tells on stderr; and a new process has its
parent's handlers until it has set its own.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_signals() -> Iterator[None]:
    """Hold all signals back; a process that is forked meanwhile does so until it releases them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # A handler may run in here yet, and raise.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release_signals() -> None:
    """Let all signals come, those that were held back at once."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
