"""System calls that no bot needs: acts of the probe, each without effect where it is allowed."""

import ctypes
import fcntl
import os
import signal
from collections.abc import Callable
from typing import Any

X86 = os.uname().machine == "x86_64"
NEW_USER = 0x1000_0000
NEW_MOUNTS = 0x0002_0000
Bait = dict[str, Any]

TIOCSTI, TIOCLINUX = 0x5412, 0x541C
ATTACH = 16

_libc = ctypes.CDLL(None, use_errno=True)


def call(on_x86: int, on_arm: int, *arguments: int | bytes | None) -> int:
    """Make a system call by its number; the result, or OSError."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = _libc.syscall(ctypes.c_long(on_x86 if X86 else on_arm), *words)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def done(on_x86: int, on_arm: int, *arguments: int | bytes | None) -> str:
    call(on_x86, on_arm, *arguments)
    return "allowed"


def in_child(act: Callable[[], str]) -> str:
    """Do something in a child that ends at once, and say what came of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = act()
        except OSError as error:
            said = f"errno {error.errno}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 100).decode()
    os.close(reading)
    os.waitpid(child, 0)
    if said.startswith("errno"):
        raise OSError(int(said.split()[1]), said)
    return said or "killed"


def clone_with(flags: int) -> str:
    """Start a child with `clone` and say whether that was allowed."""
    child = call(56, 220, flags | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "allowed"


def trace(_: Bait) -> str:
    """Trace a child of its own, which any process may do."""
    child = os.fork()
    if child == 0:
        while True:
            signal.pause()
    try:
        return done(101, 117, ATTACH, child, 0, 0)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def opened(on_x86: int, on_arm: int, *arguments: int | bytes | None) -> str:
    os.close(call(on_x86, on_arm, *arguments))
    return "opened"


def terminal(request: int) -> str:
    fcntl.ioctl(0, request, b"\n")
    return "allowed"


def own_memory(_: Bait) -> str:
    """Read no byte of the own process."""
    return done(310, 270, os.getpid(), None, 0, None, 0, 0)


ACTS: dict[str, Callable[[Bait], str]] = {
    "ptrace of a child": trace,
    "process_vm_readv": own_memory,
    "pidfd_getfd": lambda _: done(438, 438, -1, 0, 0),
    "kcmp": lambda _: done(312, 272, os.getpid(), os.getpid(), 2, 0, 0),
    "keyctl": lambda _: done(250, 219, 0, -3, 1),
    "add_key": lambda _: done(248, 217, b"user", b"probe", b"?", 1, -2),
    "bpf": lambda _: done(321, 280, -1, 0, 0),
    "perf_event_open": lambda _: done(298, 241, 0, 0, -1, -1, 0),
    "userfaultfd": lambda _: opened(323, 282, 1),
    "fanotify_init": lambda _: opened(300, 262, 0x200, 0),
    "mount": lambda _: done(165, 40, b"none", b"/tmp", b"no such type", 0, None),
    "chroot": lambda _: in_child(lambda: done(161, 51, b"/tmp")),
    "name_to_handle_at": lambda _: done(303, 264, -100, b"/", None, None, 0),
    "setns": lambda _: done(308, 268, 0, 0),
    "unshare, a user namespace": lambda _: in_child(lambda: done(272, 97, NEW_USER)),
    "clone, a user namespace": lambda _: clone_with(NEW_USER),
    "clone, a namespace of mounts": lambda _: clone_with(NEW_MOUNTS),
    "clone3": lambda _: done(435, 435, None, 0),
    "io_uring_setup": lambda _: done(425, 425, 1, None),
    "memfd_create": lambda _: opened(319, 279, b"probe", 0),
    "shmget": lambda _: done(29, 194, 0, 4096, 0o600),
    "msgget": lambda _: done(68, 186, 0, 0o600),
    "vmsplice": lambda _: done(278, 75, -1, None, 0, 0),
    "syslog": lambda _: done(103, 116, 10, None, 0),
    "TIOCSTI": lambda _: terminal(TIOCSTI),
    "TIOCLINUX": lambda _: terminal(TIOCLINUX),
    "personality, memory to run": lambda _: done(135, 92, 0x0400000),
    "a call of the future": lambda _: done(457, 457, 0, 0, 0, 0),
    "a call of x32": lambda _: done((1 << 30) + 39, 1 << 30),
}
