"""What can be read and written: acts of the probe."""

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

MIB = 1 << 20
SYSTEM = {"bin", "lib", "lib64", "sbin", "usr"}
OWN = os.path.dirname(os.path.abspath(__file__))

Bait = dict[str, Any]


def read(path: str) -> str:
    with open(path, "rb") as file:
        file.read(64)
    return "read"


def names(folder: str, left_out: Collection[str] = ()) -> str:
    return " ".join(sorted(set(os.listdir(folder)) - set(left_out))) or "nothing"


def make(path: str) -> str:
    """Make a file, and remove it again."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    os.unlink(path)
    return "written"


def open_for_writing(path: str) -> str:
    """Open for writing what is there, and write nothing."""
    os.close(os.open(path, os.O_WRONLY))
    return "opened"


def room(folder: str, most: int) -> str:
    """Say how many MiB a folder takes, in files of at most 16 MiB."""
    taken = 0
    made = []
    try:
        while taken < most:
            made.append(f"{folder}/probe-{os.getpid()}-{taken}")
            with open(made[-1], "wb", buffering=0) as file:
                for _ in range(16):
                    file.write(bytes(MIB))
                    taken += 1
    except OSError:
        pass
    finally:
        for path in made:
            Path(path).unlink(missing_ok=True)
    return f"{taken} MiB"


def large_file(_: Bait) -> str:
    path = f"/tmp/probe-{os.getpid()}"
    try:
        with open(path, "wb") as file:
            os.truncate(file.fileno(), 65 * MIB)
    finally:
        Path(path).unlink(missing_ok=True)
    return "made"


def mounts_of(bait: Bait) -> str:
    with open("/proc/self/mountinfo") as file:
        told = file.read()
    return "told" if bait["folder"] in told.replace(bait["bot"], "") else "not told"


ACTS: dict[str, Callable[[Bait], str]] = {
    "list the home folder": lambda bait: names(bait["home"]),
    "read the tournament file with the seed": lambda bait: read(bait["seed"]),
    "read the ledger": lambda bait: read(bait["ledger"]),
    "list the results": lambda bait: names(bait["results"]),
    "write into the results": lambda bait: make(f"{bait['results']}/planted"),
    "list another bot's folder": lambda bait: names(bait["other"]),
    "read a link in the own folder to the seed": lambda _: read(f"{OWN}/link"),
    "read /etc/passwd": lambda _: read("/etc/passwd"),
    "read /sys/kernel/uevent_seqnum": lambda _: read("/sys/kernel/uevent_seqnum"),
    "entries of /": lambda _: names("/", ("bin", "lib", "lib64", "sbin", "usr")),
    "the system's folders in /": lambda _: names("/", set(os.listdir("/")) - SYSTEM),
    "entries of /etc": lambda _: names("/etc"),
    "entries of /dev": lambda _: names("/dev"),
    "entries of /tmp": lambda _: names("/tmp"),
    "write into /": lambda _: make("/planted"),
    "write into the own folder": lambda _: make(f"{OWN}/planted"),
    "write into /usr": lambda _: make("/usr/planted"),
    "write into /etc": lambda _: make("/etc/planted"),
    "write into /dev": lambda _: make("/dev/planted"),
    "write into /proc/1": lambda _: make("/proc/1/planted"),
    "write into /tmp": lambda _: make("/tmp/planted"),
    "open core_pattern": lambda _: open_for_writing("/proc/sys/kernel/core_pattern"),
    "open drop_caches": lambda _: open_for_writing("/proc/sys/vm/drop_caches"),
    "open file-max": lambda _: open_for_writing("/proc/sys/fs/file-max"),
    "open sysrq-trigger": lambda _: open_for_writing("/proc/sysrq-trigger"),
    "room in /tmp": lambda _: room("/tmp", 80),
    "room in /dev/shm": lambda _: room("/dev/shm", 32),
    "a file of 65 MiB": large_file,
    "the bait's folder in the list of mounts": mounts_of,
}
