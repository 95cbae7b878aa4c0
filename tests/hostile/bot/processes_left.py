"""What the bot starts and leaves behind: daemons, bombs, what computes while others move."""

import os
import signal
import sys
import threading
import time

from misbehave import be_deaf, daemon, send, sleep_for_ever


def daemons(question: str, right: str) -> None:
    """Leave twenty processes behind that left the session, ignore signals and have no parent."""
    for _ in range(19):
        daemon(question, "")
    daemon(question, right)


def daemon_writes(question: str, right: str) -> None:
    """Leave a process behind that writes what nobody asked for."""
    send(right + "\n")
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        be_deaf()
        for _ in range(200):
            send('{"id":"00000000","action":"2S"}\n')
            time.sleep(0.005)
        os._exit(0)
    time.sleep(0.1)  # it has begun by now


def fork_bomb(question: str, right: str) -> None:
    while True:
        try:
            os.fork()
        except OSError:
            continue


def thread_bomb(question: str, right: str) -> None:
    while True:
        try:
            threading.Thread(target=spin, daemon=True).start()
        except RuntimeError:
            continue


def spin() -> None:
    while True:
        pass


def forks_and_answers(question: str, right: str) -> None:
    """Start as many processes as there may be, and play on."""
    started = 0
    try:
        while started < 10000:
            if os.fork() == 0:
                be_deaf()
                sleep_for_ever()
            started += 1
    except OSError as error:
        tell(f"forked {started}", error)
    send(right + "\n")


def spin_thread(question: str, right: str) -> None:
    """Compute in a thread, whoever is on move."""
    sys.setswitchinterval(0.0001)
    threading.Thread(target=spin, daemon=True).start()
    send(right + "\n")


def spin_child(question: str, right: str) -> None:
    """Compute in other processes, whoever is on move."""
    for _ in range(4):
        if os.fork() == 0:
            spin()
    send(right + "\n")


def kills_all(question: str, right: str) -> None:
    """Kill its parent, the first process and all that it may."""
    for name, pid in (("parent", os.getppid()), ("1", 1), ("-1", -1)):
        try:
            os.kill(pid, signal.SIGKILL)
            tell(f"killed {name}", None)
        except OSError as error:
            tell(f"killed {name}", error)
    send(right + "\n")


def tell(what: str, error: OSError | None) -> None:
    """Say on stderr what came of something: the name of the error, or that there was none."""
    import errno

    said = "done" if error is None else errno.errorcode.get(error.errno, "?")
    os.write(2, f"{what}: {said}\n".encode())


DEEDS = {
    "daemons": daemons,
    "daemon-writes": daemon_writes,
    "fork-bomb": fork_bomb,
    "thread-bomb": thread_bomb,
    "forks-and-answers": forks_and_answers,
    "spin-thread": spin_thread,
    "spin-child": spin_child,
    "kills-all": kills_all,
}
