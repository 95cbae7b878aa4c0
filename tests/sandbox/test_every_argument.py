"""Each argument of bubblewrap has a probe that turns red without it.

Where another layer hides what an argument does, that layer is taken away first.
Source: trust.md §6.
"""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from barbu_arena.players.bot import Bot
from barbu_arena.players.bubblewrap import Arguments
from barbu_arena.players.process import BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox
from tests.arena_process import wait_until
from tests.sandbox.bait import Bait
from tests.sandbox.expected import differences
from tests.sandbox.inside import (
    PYTHON,
    Found,
    as_ordinary_user,
    bot_in,
    needs_root,
    ordinary,
    probed,
    start_of,
    told,
    without,
)

DIE = ("--die-with-parent",)
NEVER_STARTS = "start"
FOLDERS = "the system's folders in /"
RED = {
    "--unshare-user": NEVER_STARTS,
    "--unshare-pid": "pid namespace",
    "--unshare-net": "net namespace",
    "--unshare-ipc": "ipc namespace",
    "--unshare-uts": NEVER_STARTS,  # for --hostname needs it
    "--unshare-cgroup": "cgroup namespace",
    "--disable-userns": "unshare, a user namespace",
    "--uid": "users, groups",
    "--gid": "users, groups",
    "--hostname": "host name",
    **{f"--symlink usr/{place}": FOLDERS for place in ("bin", "sbin")},
    **{f"--ro-bind /{place}": FOLDERS for place in ("bin", "sbin")},
    **{f"--symlink usr/{place}": NEVER_STARTS for place in ("lib", "lib64")},
    **{f"--ro-bind /{place}": NEVER_STARTS for place in ("usr", "lib", "lib64")},
    "--ro-bind-try": "entries of /etc",
    "--proc": "processes seen",
    "--tmpfs /proc/1": NEVER_STARTS,  # for there is nothing to remount
    "--remount-ro /proc/1": "write into /proc/1",
    "--dev": NEVER_STARTS,
    "--dev-bind /dev/null": "share memory through /dev/zero",
    f"--size {16 << 20}": "room in /dev/shm",
    "--tmpfs /dev/shm": NEVER_STARTS,
    "--remount-ro /dev": "write into /dev",
    f"--size {64 << 20}": "room in /tmp",
    "--tmpfs /tmp": NEVER_STARTS,
    "--ro-bind /FOLDER": NEVER_STARTS,
    "--remount-ro /": "write into /",
    "--chdir": "working folder",
    "--clearenv": "environment",
    "--setenv": "environment",
    "--cap-drop": "bounding set",
    "--new-session": "session",
}
"""Argument, with its first operand where needed → the act that shows its lack."""
TOLD = [group for group in told(Bot("probe", "/FOLDER", ())) if group != DIE]
BY_ROOT = ("--unshare-user", "--cap-drop")
ITSELF = "an ordinary user's bubblewrap does that by itself"
PAIRS = {
    (("--tmpfs", "/proc/1"), ("--remount-ro", "/proc/1")): "memory of the first process",
    (("--size", f"{16 << 20}"), ("--tmpfs", "/dev/shm")): "room in /dev/shm",
    (("--size", f"{64 << 20}"), ("--tmpfs", "/tmp")): "write into /tmp",
    (("--unshare-uts",), ("--hostname", "bot")): "uts namespace",
}
"""Arguments that need one another, dropped together."""


def red(group: tuple[str, ...]) -> str:
    return RED.get(" ".join(group[:2])) or RED[group[0]]


Conditions = tuple[bool, bool, bool]
"""Whether the arena is root and keeps it, there is no filter, and an environment is left over."""


def conditions(group: tuple[str, ...]) -> Conditions:
    """Return what must be worse for a probe to see that an argument is missing."""
    return group[0] in BY_ROOT, group[0] == "--disable-userns", group[0] == "--clearenv"


def run(sandbox: Sandbox, probe: Bot, bait: Bait, groups: Arguments, worse: Conditions) -> Found:
    """Run the probe in a sandbox with these arguments, under worse conditions."""
    keeps_root, unfiltered, left_over = worse
    sandbox = ordinary(sandbox)
    if unfiltered:
        sandbox = replace(sandbox, call_filter=None)

    def job() -> Found:
        start = start_of(sandbox, probe, groups)
        return probed(replace(start, environment={"LEFT": "over"} if left_over else {}), bait)

    return job() if keeps_root else as_ordinary_user(job)


@pytest.fixture(scope="module")
def whole(sandbox: Sandbox, probe: Bot, bait: Bait) -> Callable[[Conditions], Found]:
    """Give what the probe finds with all arguments, by conditions."""
    return cache(lambda worse: run(sandbox, probe, bait, told(probe), worse))


def name(group: tuple[str, ...]) -> str:
    return " ".join(group)


@pytest.mark.parametrize("at", range(len(TOLD)), ids=[name(group) for group in TOLD])
def test_without_it_a_probe_turns_red(
    sandbox: Sandbox, probe: Bot, bait: Bait, whole: Callable[[Conditions], Found], at: int
) -> None:
    group = tuple(probe.folder if word == "/FOLDER" else word for word in TOLD[at])
    worse = conditions(group)
    if group[0] in BY_ROOT:
        needs_root(ITSELF)
    act = red(TOLD[at])
    found = run(sandbox, probe, bait, without(told(probe), group), worse)
    assert act in differences(found)
    assert found[act] != whole(worse).get(act)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " and ".join(map(name, pair)))
def test_without_both_a_probe_turns_red(
    sandbox: Sandbox, probe: Bot, bait: Bait, pair: tuple[tuple[str, ...], ...]
) -> None:
    found = run(sandbox, probe, bait, without(told(probe), *pair), conditions(pair[0]))
    assert PAIRS[pair] in differences(found)


def state(pid: int) -> str:
    """Return the letter for what a process does; empty if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def first_process_after_the_kill(sandbox: Sandbox, bot: Bot, groups: Arguments) -> int:
    """Kill the outer bubblewrap alone, and return the pid of the sandbox's first process."""
    process = BotProcess(start_of(sandbox, bot, groups))
    assert process.receive(monotonic() + 20) == b"!\n"
    first = process.root_pid
    assert state(first) == "S"
    os.kill(process.pid, signal.SIGKILL)
    process._popen.wait()
    process._close()
    return first


def test_without_die_with_parent_the_first_process_lives_on(
    sandbox: Sandbox, open_folder: Path
) -> None:
    bot = bot_in(open_folder, *PYTHON, "-c", "import time; print('!', flush=True); time.sleep(60)")
    gone = first_process_after_the_kill(sandbox, bot, told(bot))
    wait_until(lambda: state(gone) in ("", "Z"), "the end of the first process")
    lives = first_process_after_the_kill(sandbox, bot, without(told(bot), DIE))
    try:
        time.sleep(0.5)
        assert state(lives) == "S"
    finally:
        os.kill(lives, signal.SIGKILL)
