"""Each layer beside bubblewrap's arguments has probes that turn red without it.

Where another layer hides what one does, that one is taken away first. Source: trust.md §4.1, §6.
"""

import os
from dataclasses import replace

from barbu_arena.players.bot import Bot
from barbu_arena.players.bubblewrap import Arguments
from barbu_arena.players.sandbox import Sandbox
from barbu_arena.players.start import Start
from tests.sandbox.bait import Bait
from tests.sandbox.expected import EXPECTED, differences
from tests.sandbox.inside import (
    as_ordinary_user,
    needs_root,
    ordinary,
    probed,
    start_of,
    told,
    without,
)

COVER = (("--tmpfs", "/proc/1"), ("--remount-ro", "/proc/1"))
"""What hides the sandbox's first process."""
LIMITS = {
    "limit of processes",
    "limit of data, MiB",
    "limit of a file, MiB",
    "limit of open files",
    "processes started",
    "files opened",
    "reserve 2 GiB",
    "a file of 65 MiB",
}
BY_FILTER = {
    act for act, result in EXPECTED.items() if result in ("EPERM", "ENOSYS", "EAFNOSUPPORT")
}
WITHOUT_RIGHTS = {
    *("mount", "chroot", "clone, a namespace of mounts", "syslog", "bpf", "perf_event_open"),
    *("socket of family VSOCK", "a call of the future", "a call of x32"),
}
"""What the kernel may refuse to the bots of an ordinary user anyway, or not have."""


def uncovered(probe: Bot) -> Arguments:
    return without(told(probe), *COVER)


def on_command_line(start: Start, groups: Arguments) -> Start:
    """Return a start that tells bubblewrap everything where it can be read."""
    words = tuple(word for group in groups for word in group)
    at = start.command.index("--args")
    unused = int(start.command[at + 1])
    os.close(unused)
    return replace(
        start,
        command=(*start.command[:at], *words, *start.command[at + 2 :]),
        inherited=tuple(fd for fd in start.inherited if fd != unused),
    )


def test_without_the_filter_its_calls_are_allowed(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    bare = replace(ordinary(sandbox), call_filter=None)
    found = as_ordinary_user(lambda: probed(bare.start(probe), bait))
    red = differences(found)
    assert BY_FILTER - WITHOUT_RIGHTS - red.keys() == set()
    assert len(BY_FILTER - WITHOUT_RIGHTS) > 15


def test_without_prlimit_the_limits_are_off(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    words = [word for group in told(probe) for word in group]
    found = as_ordinary_user(
        lambda: probed(ordinary(sandbox).start_with(words, probe.inside), bait)
    )
    assert differences(found).keys() & LIMITS == LIMITS


def test_without_the_drop_root_is_root(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    needs_root()
    red = differences(probed(ordinary(sandbox).start(probe), bait))
    assert red["open core_pattern"] == red["open drop_caches"] == red["open file-max"] == "opened"
    assert red["processes started"] == "80"


def test_an_environment_of_bubblewrap_can_be_read(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    start = start_of(sandbox, probe, uncovered(probe))
    red = differences(probed(replace(start, environment=dict(os.environ)), bait))
    assert red["secret in an environment"] == "found"
    start = start_of(sandbox, probe, uncovered(probe))
    assert "secret in an environment" not in differences(probed(start, bait))


def test_a_command_line_of_bubblewrap_can_be_read(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    start = start_of(sandbox, probe, uncovered(probe))
    red = differences(probed(on_command_line(start, uncovered(probe)), bait))
    assert red["what is bound, in a command line"] == "found"
    start = start_of(sandbox, probe, uncovered(probe))
    assert "what is bound, in a command line" not in differences(probed(start, bait))


def test_the_cover_of_the_first_process_hides_both(
    sandbox: Sandbox, probe: Bot, bait: Bait
) -> None:
    start = start_of(sandbox, probe, told(probe))
    start = on_command_line(replace(start, environment=dict(os.environ)), told(probe))
    assert differences(probed(start, bait)) == {}
