"""The probe in a sandbox, whole or with something taken away, as root's bot or an ordinary user's.

An ordinary user's arena is a child of this process that gave root up: the arena as it is, for the
sandbox must not get its safety from root.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from barbu_arena.players.bot import Bot
from barbu_arena.players.bubblewrap import SEARCH_PATH, Arguments, arguments
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.process import BotGone, BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox
from barbu_arena.players.sandbox_probe import Obstacle, find_sandbox
from barbu_arena.players.start import Start, bot_environment
from tests.sandbox.bait import Bait

PYTHON = ("/usr/bin/python3", "-I", "-S")
PROBE = Path(__file__).parent / "probe"
ORDINARY = 61_234
"""A uid that is nobody's."""
PATIENCE_S = 30.0

Found = dict[str, str]


def sandbox_or_skip() -> Sandbox:
    """Return the sandbox of this machine; in CI, where it must be, its absence fails."""
    found = find_sandbox()
    if isinstance(found, Sandbox):
        return found
    if os.environ.get("CI"):
        pytest.fail(f"CI must have a sandbox: {found}")
    pytest.skip(str(found))


def needs_root(why: str = "only root gives its bots another user") -> None:
    """Skip a test that only root can do."""
    if os.geteuid() != 0:
        pytest.skip(why)


def bot_in(folder: Path, *command: str) -> Bot:
    """Return a bot with a command as the sandbox shows it."""
    return Bot("probe", str(folder), command, inside=command)


def probe_bot(folder: Path) -> Bot:
    """Put the probe into a folder and return it as a bot."""
    shutil.copytree(PROBE, folder, dirs_exist_ok=True)
    return bot_in(folder, *PYTHON, "/bot/main.py")


def told(bot: Bot) -> Arguments:
    """Return what bubblewrap is told for a bot."""
    environment = [f"{key}={value}" for key, value in bot_environment(SEARCH_PATH).items()]
    return arguments(bot.folder, bot.read_only, environment)


def without(whole: Arguments, *dropped: tuple[str, ...]) -> Arguments:
    """Return arguments without the last of each that is dropped; they must be there."""
    left = list(reversed(whole))
    for argument in dropped:
        left.remove(argument)
    return tuple(reversed(left))


def start_of(sandbox: Sandbox, bot: Bot, groups: Arguments) -> Start:
    """Return how a bot is started when bubblewrap is told these arguments."""
    return sandbox.start_with(chain.from_iterable(groups), (*sandbox._limits(bot), *bot.inside))


def said_by(start: Start, line: bytes) -> bytes:
    """Send one line to what is started, and return all it says. Raises BotGone, ArenaTrouble."""
    process = BotProcess(start)
    said = b""
    try:
        process.send(line + b"\n")
        while not said.endswith(b"\n"):
            more = process.receive(monotonic() + PATIENCE_S)
            assert more, f"silent after {said!r}"
            said += more
    except (BotGone, ArenaTrouble) as end:
        process.kill()
        raise type(end)(f"{end}: {process.stderr.kept()[-300:]!r}") from None
    finally:
        process.kill()
    return said


def probed(start: Start, bait: Bait) -> Found:
    """Run the probe to its end: act → what came of it. Empty if it did not start."""
    line = json.dumps({**bait, "arena": os.getpid()}).encode()
    try:
        found: Found = json.loads(said_by(start, line))
    except (BotGone, ArenaTrouble) as end:
        return {"start": str(end)}
    return found


def apart(job: Callable[[], Found]) -> Found:
    """Do a job in a child of this process, as a worker of the arena does its own."""
    return result_of(*begin_apart(job))


def begin_apart(job: Callable[[], Found]) -> tuple[int, int]:
    """Begin a job in a child; returns its pid and where the result comes from."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        result = json.dumps(_attempt(job))
        with os.fdopen(writing, "w") as pipe:
            pipe.write(result)
        os._exit(0)
    os.close(writing)
    return child, reading


def result_of(child: int, reading: int) -> Found:
    """Wait for the result of a job that was begun apart."""
    with os.fdopen(reading) as pipe:
        result: Found = json.loads(pipe.read())
    os.waitpid(child, 0)
    return result


def as_ordinary_user(job: Callable[[], Found]) -> Found:
    """Do a job in a child process that is no longer root; here, if this is not root anyway."""
    if os.geteuid() != 0:
        return job()

    def without_root() -> Found:
        os.chdir("/")
        os.setgroups([])
        os.setresgid(ORDINARY, ORDINARY, ORDINARY)
        os.setresuid(ORDINARY, ORDINARY, ORDINARY)
        return job()

    return apart(without_root)


def _attempt(job: Callable[[], Found]) -> Found:
    try:
        return job()
    except BaseException as error:  # the child must not come back into pytest
        return {"broken": repr(error)}


def ordinary(sandbox: Sandbox) -> Sandbox:
    """Return the sandbox as it is where the arena has no root to drop."""
    return replace(sandbox, drops_root=False)


def obstacle() -> Found:
    """Return what find_sandbox finds in the way; empty where it finds a sandbox."""
    found = find_sandbox()
    return {"obstacle": str(found)} if isinstance(found, Obstacle) else {}
