"""Other processes, and what the own one is allowed: acts of the probe."""

import contextlib
import mmap
import os
import resource
import signal
import stat
from collections.abc import Callable
from functools import partial
from typing import Any

MIB = 1 << 20

Bait = dict[str, Any]


def pids() -> list[int]:
    return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())


def others_say(what: str, wanted: str) -> str:
    """Say whether some bytes are found in what /proc tells of any process."""
    for pid in pids():
        with contextlib.suppress(OSError), open(f"/proc/{pid}/{what}", "rb") as file:
            if wanted.encode() in file.read():
                return "found"
    return "not found"


def memory_of_first(_: Bait) -> str:
    os.close(os.open("/proc/1/mem", os.O_RDWR))
    return "opened"


def signals(pid: int, number: int = 0) -> str:
    os.kill(pid, number)
    return "sent"


def kill_first(bait: Bait) -> str:
    signals(1, 0 if bait.get("plain") else signal.SIGKILL)
    return "sent, and it lives"


def descriptors(_: Bait) -> str:
    """Return which descriptors are open; what they lead to is known by the three usual pipes."""
    found = []
    for fd in range(1024):
        with contextlib.suppress(OSError):
            found.append(f"{fd}{'p' if stat.S_ISFIFO(os.fstat(fd).st_mode) else 'o'}")
    return " ".join(found)


def session(_: Bait) -> str:
    return "begun inside" if os.getsid(0) else "the arena's"


def status(field: str) -> str:
    with open("/proc/self/status") as file:
        found = [line.split()[1] for line in file if line.startswith(f"{field}:")]
    return found[0].lstrip("0") or "0"


def identity(_: Bait) -> str:
    return " ".join(str(number) for number in (*os.getresuid(), *os.getresgid(), *os.getgroups()))


def limit(number: int, unit: int = 1) -> str:
    soft, hard = resource.getrlimit(number)
    return f"{soft // unit}" if soft == hard else f"{soft // unit} to {hard // unit}"


def start_processes(_: Bait) -> str:
    """Say how many processes it can start, up to 80."""
    started = []
    reading, writing = os.pipe()
    try:
        while len(started) < 80:
            pid = os.fork()
            if pid == 0:
                os.close(writing)
                os.read(reading, 1)
                os._exit(0)
            started.append(pid)
    except BlockingIOError:
        pass
    os.close(writing)
    os.close(reading)
    for pid in started:
        os.waitpid(pid, 0)
    return f"{len(started)}"


def open_files(_: Bait) -> str:
    """Say how many files it can have open, up to 300."""
    opened = []
    try:
        while len(opened) < 300:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    for fd in opened:
        os.close(fd)
    return f"{len(opened)}"


def reserve_memory(_: Bait) -> str:
    mmap.mmap(-1, 2048 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    return "reserved"


def share_memory(_: Bait) -> str:
    mmap.mmap(-1, MIB, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS).close()
    return "mapped"


def share_zeros(_: Bait) -> str:
    with open("/dev/zero", "r+b") as file:
        mmap.mmap(file.fileno(), MIB, flags=mmap.MAP_SHARED).close()
    return "mapped"


def namespace(kind: str, bait: Bait) -> str:
    return "shared" if os.stat(f"/proc/self/ns/{kind}").st_ino == bait[f"ns {kind}"] else "its own"


ACTS: dict[str, Callable[[Bait], str]] = {
    "processes seen": lambda _: " ".join(map(str, pids())),
    "secret in an environment": lambda bait: others_say("environ", bait["secret"]),
    "secret in a command line": lambda bait: others_say("cmdline", bait["secret"]),
    "what is bound, in a command line": lambda _: others_say("cmdline", "-bind\0"),
    "entries of /proc/1": lambda _: " ".join(sorted(os.listdir("/proc/1"))) or "nothing",
    "memory of the first process": memory_of_first,
    "signal to the arena": lambda bait: signals(bait["arena"]),
    "signal to a sibling": lambda bait: signals(bait["sibling"]),
    "signal to all there are": lambda _: signals(-1),
    "SIGKILL to the first process": kill_first,
    "session": session,
    "open descriptors": descriptors,
    "working folder": lambda _: os.getcwd(),
    "environment": lambda _: " ".join(f"{key}={os.environ[key]}" for key in sorted(os.environ)),
    "users, groups": identity,
    "effective capabilities": lambda _: status("CapEff"),
    "permitted capabilities": lambda _: status("CapPrm"),
    "inheritable capabilities": lambda _: status("CapInh"),
    "ambient capabilities": lambda _: status("CapAmb"),
    "bounding set": lambda _: status("CapBnd"),
    "no new privileges": lambda _: status("NoNewPrivs"),
    "seccomp mode": lambda _: status("Seccomp"),
    **{
        f"{kind} namespace": partial(namespace, kind)
        for kind in ("user", "pid", "net", "ipc", "uts", "mnt", "cgroup")
    },
    "limit of processes": lambda _: limit(resource.RLIMIT_NPROC),
    "limit of data, MiB": lambda _: limit(resource.RLIMIT_DATA, MIB),
    "limit of a file, MiB": lambda _: limit(resource.RLIMIT_FSIZE, MIB),
    "limit of open files": lambda _: limit(resource.RLIMIT_NOFILE),
    "limit of a core dump": lambda _: limit(resource.RLIMIT_CORE),
    "processes started": start_processes,
    "files opened": open_files,
    "reserve 2 GiB": reserve_memory,
    "share memory without a file": share_memory,
    "share memory through /dev/zero": share_zeros,
}
