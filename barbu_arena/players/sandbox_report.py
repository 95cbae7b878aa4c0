"""What bubblewrap tells of the process that it started: its pid, and whether it ended by itself."""

import os
import re

_FIRST_PID = re.compile(rb'"child-pid"\s*:\s*(\d+)')
_EXIT_CODE = re.compile(rb'"exit-code"\s*:')
_NAMESPACE = re.compile(rb'"(\w+)-namespace"\s*:\s*(\d+)')
_LIMIT = 4096


class SandboxReport:
    """The reading end of ``--json-status-fd``; a bot cannot write to it."""

    __slots__ = ("_fd", "_text")

    def __init__(self, fd: int) -> None:
        """`fd` is a pipe's reading end, which is the report's from now on."""
        self._fd = fd
        self._text = b""
        os.set_blocking(fd, False)

    def _read(self) -> bytes:
        if self._fd >= 0 and len(self._text) < _LIMIT:
            try:
                self._text += os.read(self._fd, _LIMIT)
            except OSError:  # nothing there yet
                return self._text
        return self._text

    def first_pid(self) -> int:
        """Return the pid of the sandbox's first process, outside it; 0 while it is not known.

        All other processes of the sandbox end with it.
        """
        found = _FIRST_PID.search(self._read())
        return int(found[1]) if found else 0

    def has_exit_code(self) -> bool:
        """Whether the bot itself ended: without this it was the sandbox that failed."""
        return _EXIT_CODE.search(self._read()) is not None

    def namespaces(self) -> dict[str, int]:
        """Return the numbers of the sandbox's namespaces by kind, as ``/proc`` numbers them."""
        return {kind.decode(): int(number) for kind, number in _NAMESPACE.findall(self._read())}

    def close(self) -> None:
        """Close the pipe; what was read stays. A second call does nothing."""
        if self._fd >= 0:
            self._read()
            os.close(self._fd)
            self._fd = -1
