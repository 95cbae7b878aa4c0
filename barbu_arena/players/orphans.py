"""Nothing that a bot started outlives the arena, whatever it does and however the arena ends.

On Linux the arena adopts the orphans of its bots, so that even a process that left its parent and
its session is found and killed; and the kernel kills a bot whose parent dies. Elsewhere a bot's
process group is all that can be reached.
"""

import _thread
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_SWEEPS = 200
_PAUSE_S = 0.005


def _prctl() -> Callable[[int, int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    return lambda option, value: int(libc.prctl(option, value, 0, 0, 0))


_call = _prctl()


def die_with_parent(parent: int, sign: int) -> None:
    """Have the kernel send the signal `sign` to this process when its parent (of that pid) dies.

    The kernel means the parent's thread: see `check_thread`.
    """
    if _call is not None:
        _call(_PR_SET_PDEATHSIG, sign)
        if os.getppid() != parent:
            os.kill(os.getpid(), sign)


def can_adopt() -> bool:
    """Whether this system lets a process become the parent of orphans."""
    return _call is not None


def check_thread() -> None:
    """Raise RuntimeError but in the main thread: whoever another one starts dies with it."""
    if _call is not None and _thread.get_native_id() != os.getpid():
        raise RuntimeError("processes that die with their parent are for the main thread to start")


def adopt_orphans() -> None:
    """Become the parent of all orphaned descendants of this process."""
    if _call is not None:
        _call(_PR_SET_CHILD_SUBREAPER, 1)


def children() -> list[int]:
    """Return the pids of this process's children; empty where /proc is not there."""
    pid = os.getpid()
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(word) for word in listed.split()]
    except OSError:
        return _children_by_scan(pid)


def _children_by_scan(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def kill_orphans(keep: Collection[int]) -> None:
    """Kill and reap every child of this process that is not in `keep`, and what it leaves behind.

    Returns after a second at the latest, though something may be stuck in the kernel.
    """
    for _ in range(_SWEEPS):
        strangers = [pid for pid in children() if pid not in keep]
        if not strangers:
            return
        for pid in strangers:
            _kill_and_reap(pid)
        time.sleep(_PAUSE_S)


def _kill_and_reap(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, os.WNOHANG)
    except (ProcessLookupError, ChildProcessError, PermissionError):
        return
