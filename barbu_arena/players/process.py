"""A bot as a subprocess: started in its own session, written to and read from without blocking.

The one door to `subprocess`. Nothing here knows what the lines mean.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable

from barbu_arena.players.bot import Bot
from barbu_arena.players.orphans import die_with_parent
from barbu_arena.players.stderr_tail import StderrTail

MAX_LINE = 65_536
"""Bytes of one line, either way, without its line feed."""

_CHUNK = 65_536
_EXIT_WAIT_S = 0.2
_GRACE_STEP_S = 0.002
_POLL_SLICE_MS = 100  # how often to look for an exit where the kernel cannot tell of it

monotonic = time.monotonic


class BotGone(Exception):
    """The bot has exited, or closed its output; the message says how."""


class LineTooLong(Exception):
    """The bot sent more than MAX_LINE bytes without a line feed."""


class TooLate(Exception):
    """The deadline passed without a complete line."""


def bot_environment() -> dict[str, str]:
    """Return the small, fixed environment of every bot."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "BARBU_ARENA": "1",
    }


def _before_exec(parent: int) -> Callable[[], None]:
    def prepare() -> None:
        # What the arena does with these signals is no bot's business.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        die_with_parent(parent)

    return prepare


class BotProcess:
    """One running bot. `buffer` holds what it sent of a line that is not complete yet."""

    __slots__ = (
        "_err_fd",
        "_in_fd",
        "_out_fd",
        "_pending",
        "_pidfd",
        "_poll",
        "_popen",
        "buffer",
        "stderr",
    )

    def __init__(self, bot: Bot) -> None:
        """Start the bot; raises OSError if it cannot be started."""
        self._popen = subprocess.Popen(
            bot.command,
            cwd=bot.folder,
            env=bot_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            preexec_fn=_before_exec(os.getpid()),  # noqa: PLW1509  the arena has no threads
        )
        streams = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._in_fd, self._out_fd, self._err_fd = (
            stream.fileno() if stream else -1 for stream in streams
        )
        for fd in (self._in_fd, self._out_fd, self._err_fd):
            os.set_blocking(fd, False)
        self._pidfd = _open_pidfd(self._popen.pid)
        self._poll = select.poll()
        self._poll.register(self._out_fd, select.POLLIN)
        self._poll.register(self._err_fd, select.POLLIN)
        if self._pidfd >= 0:
            self._poll.register(self._pidfd, select.POLLIN)
        self._pending = b""
        self.buffer = b""
        self.stderr = StderrTail()

    @property
    def pid(self) -> int:
        """The process id, also that of its session and process group."""
        return self._popen.pid

    def send(self, data: bytes) -> None:
        """Write what the pipe takes now and keep the rest for later; never blocks, never raises."""
        if self._pending:
            data = self._pending + data
            self._pending = b""
        try:
            written = os.write(self._in_fd, data)
        except BlockingIOError:
            written = 0
        except OSError:
            return  # The pipe is broken; reading will tell why.
        if written != len(data):
            self._pending = data[written:]

    def receive(self, deadline: float) -> bytes:
        """Return what the bot sends next: one or more bytes, of which the last line may be cut.

        `deadline` is on the monotonic clock, in seconds; nothing is read after it, however much
        is there. Raises BotGone or TooLate.
        """
        while (left := deadline - monotonic()) > 0:
            ready = [fd for fd, _ in self._poll.poll(self._wait_ms(left))]
            data = self._take(ready)
            if data:
                return data
            if self._pending:
                self.send(b"")
        raise TooLate

    def _take(self, ready: list[int]) -> bytes:
        """Read what is ready; output first, so that a last answer is heard before the exit."""
        if self._err_fd in ready:
            self.drain_stderr()
        if self._out_fd in ready:
            data = os.read(self._out_fd, _CHUNK)
            if not data:
                raise BotGone(self.how_it_ended())
            return data
        # Where something that the bot started holds its output open, only its exit is seen.
        if self._pidfd in ready or (self._pidfd < 0 and self.has_exited()):
            raise BotGone(self.how_it_ended())
        return b""

    def exchange(self, line: bytes, deadline: float, wait_ms: int) -> bytes:
        """Send a line and return the first bytes of the answer: the short way for good bots.

        `wait_ms` is the time until `deadline`. Raises BotGone or TooLate.
        """
        written = 0
        if not self._pending:
            try:
                written = os.write(self._in_fd, line)
            except OSError:
                written = 0  # The pipe is full, or broken: `send` knows what to do about either.
        if written != len(line):
            self.send(line[written:])
            return self.receive(deadline)
        events = self._poll.poll(wait_ms)
        if len(events) == 1 and events[0][0] == self._out_fd:
            data = os.read(self._out_fd, _CHUNK)
            if data:
                return data
        return self.receive(deadline)

    def _wait_ms(self, left: float) -> int:
        wait = int(left * 1000) + 1
        if self._pending or self._pidfd < 0:
            return min(wait, 1 if self._pending else _POLL_SLICE_MS)
        return wait

    def drain_stderr(self) -> None:
        """Read what is there of stderr."""
        try:
            data = os.read(self._err_fd, _CHUNK)
        except OSError:
            return
        if data:
            self.stderr.add(data)
        else:
            self._poll.unregister(self._err_fd)
            self._err_fd = -1

    def how_it_ended(self) -> str:
        """Say how the bot ended, waiting a moment for it to be seen."""
        deadline = monotonic() + _EXIT_WAIT_S
        while (status := self._popen.poll()) is None and monotonic() < deadline:
            time.sleep(_GRACE_STEP_S)
        if status is None:
            return "closed its output"
        if status >= 0:
            return f"exited with status {status}"
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
        return f"killed by signal {-status}"

    def keep_flowing(self) -> None:
        """Take what is there of stderr and send what is left to send, for a bot not listened to."""
        self.drain_stderr()
        if self._pending:
            self.send(b"")

    def has_exited(self) -> bool:
        """Whether the process is gone; it is reaped then."""
        return self._popen.poll() is not None

    def close_input(self) -> None:
        """Let the bot see the end of its input."""
        assert self._popen.stdin is not None
        self._popen.stdin.close()
        self._in_fd = -1

    def kill(self) -> None:
        """Kill the bot and its process group, and reap it; what it wrote to stderr is kept.

        A second call does nothing: the number of the group may be another's by then.
        """
        if self._out_fd < 0:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.kill()
        self._popen.wait()
        self._read_last_stderr()
        self._close()

    def _read_last_stderr(self) -> None:
        for _ in range(64):  # A pipe holds no more than this many chunks.
            if self._err_fd < 0:
                return
            before = self.stderr.size
            self.drain_stderr()
            if self.stderr.size == before:
                return

    def _close(self) -> None:
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            assert stream is not None
            stream.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)
        # These numbers may soon be those of other files.
        self._in_fd = self._out_fd = self._err_fd = self._pidfd = -1


def _open_pidfd(pid: int) -> int:
    """Return a descriptor that becomes readable when the process exits; −1 where there is none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1


def end_all(processes: list[BotProcess], grace_s: float) -> list[BotProcess]:
    """End bots in parallel: the end of input, one common grace (seconds), then SIGKILL.

    Returns those that did not leave by themselves.
    """
    for process in processes:
        process.close_input()
    deadline = monotonic() + grace_s
    waiting = [process for process in processes if not process.has_exited()]
    while waiting and monotonic() < deadline:
        for process in waiting:
            process.drain_stderr()
        time.sleep(_GRACE_STEP_S)
        waiting = [process for process in waiting if not process.has_exited()]
    for process in processes:
        process.kill()
    return waiting
