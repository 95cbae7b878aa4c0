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

from barbu_arena.players.exit_status import exit_in_words
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.held_signals import held_signals, release_signals
from barbu_arena.players.orphans import check_thread, die_with_parent
from barbu_arena.players.sandbox_report import SandboxReport
from barbu_arena.players.start import Start
from barbu_arena.players.stderr_tail import StderrTail
from barbu_arena.printable import printable_bytes

MAX_LINE = 65_536
"""Bytes of one line, either way, without its line feed."""

_CHUNK = 65_536
_EXIT_WAIT_S = 0.2
_GRACE_STEP_S = 0.002
_SIGNALLED = 128
_POLL_SLICE_MS = 100  # how often to look for an exit where the kernel cannot tell of it

monotonic = time.monotonic


class BotGone(Exception):
    """The bot has exited, or closed its output; the message says how."""


def _before_exec(parent: int) -> Callable[[], None]:
    def prepare() -> None:
        # What the arena does with these signals is no bot's business.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        release_signals()
        die_with_parent(parent, signal.SIGKILL)

    return prepare


class BotProcess:
    """One running bot. `report` is what the sandbox tells of it; None for a plain process."""

    __slots__ = (
        "_err_fd",
        "_in_fd",
        "_out_fd",
        "_pending",
        "_pidfd",
        "_poll",
        "_popen",
        "report",
        "stderr",
    )

    def __init__(self, start: Start) -> None:
        """Start the bot; raises OSError if it cannot be started."""
        try:
            self._popen = _spawn(start)
        except OSError:
            if start.report is not None:
                os.close(start.report)
            raise
        finally:
            for fd in start.inherited:
                os.close(fd)
        self.report = SandboxReport(start.report) if start.report is not None else None
        streams = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._in_fd, self._out_fd, self._err_fd = (
            stream.fileno() if stream else -1 for stream in streams
        )
        for fd in (self._in_fd, self._out_fd, self._err_fd):
            os.set_blocking(fd, False)
            if start.user is not None:
                os.fchown(fd, start.user, -1)  # or /dev/stderr could not be opened inside
        self._pidfd = _open_pidfd(self._popen.pid)
        self._poll = select.poll()
        self._poll.register(self._out_fd, select.POLLIN)
        self._poll.register(self._err_fd, select.POLLIN)
        if self._pidfd >= 0:
            self._poll.register(self._pidfd, select.POLLIN)
        self._pending = b""
        self.stderr = StderrTail()

    @property
    def pid(self) -> int:
        """The process id, also that of its session and process group."""
        return self._popen.pid

    @property
    def root_pid(self) -> int:
        """The pid of the process that all others of the bot descend from; 0 while not known."""
        return self.report.first_pid() if self.report is not None else self._popen.pid

    @property
    def is_closed(self) -> bool:
        """Whether it was killed, and nothing can be sent or read any more."""
        return self._out_fd < 0

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
        is there: empty then. Raises BotGone, and ArenaTrouble if the sandbox failed.
        """
        while (left := deadline - monotonic()) > 0:
            ready = [fd for fd, _ in self._poll.poll(self._wait_ms(left))]
            data = self._take(ready)
            if data:
                return data
            if self._pending:
                self.send(b"")
        return b""

    def _take(self, ready: list[int]) -> bytes:
        """Read what is ready; output first, so that a last answer is heard before the exit."""
        if self._err_fd in ready:
            self.drain_stderr()
        if self._out_fd in ready:
            data = os.read(self._out_fd, _CHUNK)
            if not data:
                raise self._gone()
            return data
        # Where something that the bot started holds its output open, only its exit is seen.
        if self._pidfd in ready or (self._pidfd < 0 and self.has_exited()):
            raise self._gone()
        return b""

    def _gone(self) -> Exception:
        """Return what says that the bot is gone, or that it was not the bot that failed."""
        ended = self.how_it_ended()
        if self.report is None or not self.has_exited() or self.report.has_exit_code():
            return BotGone(ended)
        self._read_last_stderr()
        words = printable_bytes(self.stderr.kept().strip().rpartition(b"\n")[2], 200)
        return ArenaTrouble(f"the sandbox failed ({ended}): {words or 'it said nothing'}")

    def exchange(self, line: bytes, wait_ms: int) -> bytes:
        """Send a line and return the first bytes of the answer: the short way for good bots.

        Empty if nothing came within `wait_ms`, or something else came up: `receive` tells.
        """
        written = 0
        if not self._pending:
            try:
                written = os.write(self._in_fd, line)
            except OSError:
                written = 0  # The pipe is full, or broken: `send` knows what to do about either.
        if written != len(line):
            self.send(line[written:])
            return b""
        events = self._poll.poll(wait_ms)
        if len(events) == 1 and events[0][0] == self._out_fd:
            return os.read(self._out_fd, _CHUNK)
        return b""

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
        if self.report is not None and status > _SIGNALLED:
            status = _SIGNALLED - status  # bubblewrap tells a signal as a shell does
        return exit_in_words(status)

    def keep_flowing(self) -> None:
        """Take what is there of stderr and send what is left to send, for a bot not listened to."""
        self.drain_stderr()
        if self._pending:
            self.send(b"")

    @property
    def status(self) -> int | None:
        """Its exit status, once it was seen to be gone."""
        return self._popen.returncode

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
        if self.is_closed:
            return
        first = self.report.first_pid() if self.report is not None else 0
        if first:
            # bubblewrap's own end would leave this one to others, and behind it the bot. The
            # number is still its own: until the arena has reaped it, it is at most a zombie.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(first, signal.SIGKILL)
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
        if self.report is not None:
            self.report.close()
        # These numbers may soon be those of other files.
        self._in_fd = self._out_fd = self._err_fd = self._pidfd = -1


def _spawn(start: Start) -> "subprocess.Popen[bytes]":
    check_thread()
    with held_signals():
        return subprocess.Popen(
            start.command,
            cwd=start.folder,
            env=start.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            pass_fds=start.inherited,
            user=start.user,
            group=start.user,
            extra_groups=None if start.user is None else (),
            preexec_fn=_before_exec(os.getpid()),  # noqa: PLW1509  the arena has no threads
        )


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
