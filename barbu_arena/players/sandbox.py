"""The sandbox: bubblewrap around a bot, with limits, a filter of system calls, and no rights.

Layers, from outside: another user when the arena is root; bubblewrap, which decides what exists;
the filter, which decides what may be asked of the kernel; resource limits. Source: trust.md §4.1.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, count

from barbu_arena.errors import ConfigError
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.bubblewrap import SEARCH_PATH, arguments
from barbu_arena.players.own_limits import limit_in_the_way
from barbu_arena.players.process import BotProcess
from barbu_arena.players.start import Start, bot_environment, plain_start

Launch = Callable[[Bot], BotProcess]

FILE_MIB = 64
"""The largest file that a bot may write; /tmp, its only place, holds no more."""
OPEN_FILES = 256

_FIRST_USER, _USERS = 60_578, 600
# Between the ranges that systemd keeps for itself; one for each seat, so that no bot can use up
# what the kernel grants to a user as a whole.
_OVER = 1.25
_next_seat = count()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox that is known to work here; `launch` starts a bot in it."""

    bwrap: str
    prlimit: str
    call_filter: bytes | None
    """The program for the kernel; None on a processor that it is not written for."""
    drops_root: bool
    """Whether bots get a user of their own because the arena is root."""

    def launch(self, bot: Bot) -> BotProcess:
        """Start a bot in the sandbox. Raises OSError, or ConfigError if limits are in the way."""
        return BotProcess(self.start(bot))

    def start(self, bot: Bot) -> Start:
        """Return how bubblewrap is started around a bot."""
        return self._start(bot, writable=False)

    def launch_build(self, bot: Bot) -> BotProcess:
        """Start a build as a bot that may write into its folder, a copy. Raises OSError."""
        start = self._start(bot, writable=True)
        if start.user is not None:
            _hand_over(bot.folder, start.user)
        return BotProcess(start)

    def _start(self, bot: Bot, *, writable: bool) -> Start:
        environment = [f"{key}={value}" for key, value in bot_environment(SEARCH_PATH).items()]
        told = arguments(bot.folder, bot.read_only, environment, writable=writable)
        return self.start_with(chain.from_iterable(told), (*self._limits(bot), *bot.inside))

    def start_with(self, arguments: Iterable[str], command: tuple[str, ...]) -> Start:
        """Return how bubblewrap is started with these arguments around a command."""
        # Not on the command line: a bot reads that of the sandbox's first process in /proc.
        inherited = [_filled(b"".join(os.fsencode(word) + b"\0" for word in arguments))]
        words = [self.bwrap, "--args", str(inherited[0])]
        if self.call_filter is not None:
            inherited.append(_filled(self.call_filter))
            words += ["--seccomp", str(inherited[1])]
        report, told = os.pipe()
        inherited.append(told)
        return Start(
            command=(*words, "--json-status-fd", str(told), *command),
            folder="/",
            # Empty, for a bot reads the first process's environment too, and that is the arena's.
            environment={},
            user=_user() if self.drops_root else None,
            inherited=tuple(inherited),
            report=report,
        )

    def _limits(self, bot: Bot) -> tuple[str, ...]:
        """Return what sets a bot's limits: inside, where only its own processes are counted.

        Raises ConfigError if one of them cannot be given.
        """
        given = limits_given(bot.limits)
        if in_the_way := limit_in_the_way(given):
            raise ConfigError(f"{in_the_way}: raise it, or give {bot.name} less")
        return (
            self.prlimit,
            *(f"--{name}={value}" for name, value in given.items()),
            "--core=0",
            "--rtprio=0",  # the user may have a right to real time, the bot has none
            "--nice=0",
            "--",
        )


def limits_given(limits: ResourceLimits) -> dict[str, int]:
    """Return the options of `prlimit` that hold a bot to its limits, by name."""
    return {
        "nproc": limits.processes,
        "data": int((limits.memory_mib << 20) * _OVER),  # the watch is to see who is over the limit
        "fsize": FILE_MIB << 20,
        "nofile": OPEN_FILES,
    }


def launch_plainly(bot: Bot) -> BotProcess:
    """Start a bot as a plain process with the arena's own rights. Raises OSError."""
    return BotProcess(plain_start(bot))


def _user() -> int:
    """Return a uid that is nobody's, another one for each bot of a table and its neighbours."""
    return _FIRST_USER + (4 * os.getpid() + next(_next_seat)) % _USERS


def _hand_over(folder: str, user: int) -> None:
    """Give a folder, and all that is in it, to a user."""
    os.chown(folder, user, user)
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(place, name), user, user, follow_symlinks=False)


def _filled(data: bytes) -> int:
    """Return a descriptor from which some data can be read."""
    fd = os.memfd_create("arena")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
