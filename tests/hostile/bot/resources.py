"""What the bot takes without end: memory of every sort, room, open files."""

import mmap
import os
import time

from misbehave import send, sleep_for_ever
from processes_left import tell

MIB = 1 << 20
STEP = 8 * MIB
PAUSE_S = 0.005  # 1.6 GiB a second: enough to be caught red-handed, and no more


def tell_step() -> None:
    """Say on stderr that one more step is held, and when: how fast depends on the machine."""
    os.write(2, f"held {STEP // MIB} MiB more at {time.monotonic():.3f}\n".encode())


def hog_own(question: str, right: str) -> None:
    """Take memory until there is none, and hold it."""
    held = []
    while True:
        try:
            held.append(bytearray(b"x" * STEP))
        except MemoryError:
            sleep_for_ever()
        tell_step()
        time.sleep(PAUSE_S)


def hog_shared(question: str, right: str) -> None:
    """Take memory that limits of data do not count."""
    held = []
    try:
        while True:
            held.append(mmap.mmap(-1, STEP, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
            held[-1].write(b"x" * STEP)
            time.sleep(PAUSE_S)
    except OSError as error:
        tell("shared", error)
    send(right + "\n")


def hog_forked(question: str, right: str) -> None:
    """Take memory in many processes, each within its limit."""
    for _ in range(60):
        if os.fork() == 0:
            held = b"x" * STEP
            tell_step()
            while held:
                sleep_for_ever()
        time.sleep(PAUSE_S)
    sleep_for_ever()


def hog_memfd(question: str, right: str) -> None:
    """Take memory as files without a name."""
    held = []
    try:
        while True:
            held.append(os.memfd_create("hog"))
            os.write(held[-1], b"x" * STEP)
    except OSError as error:
        tell("memfd", error)
    send(right + "\n")


def fill(question: str, right: str) -> None:
    """Fill every folder that is memory, and play on."""
    for folder in ("/tmp", "/dev/shm", "/dev"):
        written, error = filled(folder)
        tell(f"filled {folder} {written // MIB} MiB", error)
    send(right + "\n")


def filled(folder: str) -> tuple[int, OSError | None]:
    """Return how many bytes a folder took, and what ended that."""
    written = 0
    try:
        for number in range(100):
            with open(f"{folder}/{number}", "wb", buffering=0) as file:
                for _ in range(16):
                    written += file.write(bytes(MIB))
    except OSError as error:
        return written, error
    return written, None


def open_files(question: str, right: str) -> None:
    """Open files until no more can be opened, and play on."""
    opened = 0
    try:
        while opened < 100000:
            os.open("/dev/null", os.O_RDONLY)
            opened += 1
    except OSError as error:
        tell(f"opened {opened}", error)
    send(right + "\n")


DEEDS = {
    "hog-own": hog_own,
    "hog-shared": hog_shared,
    "hog-forked": hog_forked,
    "hog-memfd": hog_memfd,
    "fill": fill,
    "open-files": open_files,
}
