"""On macOS and Windows the code is there: it can be imported, and macOS plays without a sandbox.

Neither is at hand here, so a process of its own takes away what those systems do not have.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_leagues import write_league

TAKE_AWAY = """
import builtins, importlib, json, os, pkgutil, select, signal, sys, time
# What others wrote looks at the system for itself, so it is there before.
import click, ctypes, multiprocess, multiprocess.connection, subprocess, tabulate, yaml, zoneinfo
import pydantic.fields, pydantic.main, pydantic.root_model, pydantic.types
import rich.console, rich.live, rich.progress_bar, rich.table
for module, names in MISSING.items():
    for name in names:
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
for name in NO_MODULES:
    sys.modules[name] = None
sys.platform = PLATFORM
"""

WINDOWS = {
    "os": [
        "fork", "setsid", "killpg", "getpgid", "getsid", "register_at_fork", "sched_getaffinity",
        "sched_setaffinity", "pidfd_open", "geteuid", "getuid", "O_NOFOLLOW", "WNOHANG", "sysconf",
        "fdatasync", "setpriority", "statvfs", "mkfifo", "chown",
    ],
    "select": ["poll", "epoll"],
    "signal": ["SIGKILL", "SIGHUP", "SIGSTOP", "SIGCONT", "SIGCHLD", "SIGTSTP"],
    "time": ["clock_gettime", "CLOCK_BOOTTIME", "CLOCK_MONOTONIC"],
}  # fmt: skip
NOT_ON_WINDOWS = ["fcntl", "resource", "termios", "pwd", "grp", "pty", "tty", "syslog"]
MACOS = {
    "os": ["sched_getaffinity", "sched_setaffinity", "pidfd_open", "fdatasync"],
    "select": ["epoll"],
    "signal": [],
    "time": ["CLOCK_BOOTTIME"],
}


def elsewhere(
    platform: str, missing: dict[str, list[str]], no_modules: list[str], then: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    """Run a program where those things are missing."""
    facts = f"PLATFORM = {platform!r}\nMISSING = {missing!r}\nNO_MODULES = {no_modules!r}\n"
    return subprocess.run(
        [sys.executable, "-c", facts + TAKE_AWAY + then],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )


IMPORT_ALL = """
import barbu_arena
found = [module.name for module in pkgutil.walk_packages(barbu_arena.__path__, "barbu_arena.")]
for name in found:
    if not name.endswith("__main__"):
        importlib.import_module(name)
from barbu_arena.players.launching import decide
print(json.dumps([len(found), decide("auto").mode, decide("auto").notice]))
"""


@pytest.mark.parametrize(
    ("platform", "missing", "no_modules"),
    [("win32", WINDOWS, NOT_ON_WINDOWS), ("darwin", MACOS, [])],
    ids=["windows", "macos"],
)
def test_every_module_can_be_imported(
    platform: str, missing: dict[str, list[str]], no_modules: list[str], tmp_path: Path
) -> None:
    done = elsewhere(platform, missing, no_modules, IMPORT_ALL, tmp_path)
    assert done.returncode == 0, done.stderr
    count, mode, notice = json.loads(done.stdout)
    assert count > 80
    assert mode == "none"
    assert notice.startswith("NO SANDBOX: bots run with your own rights, for there is none for ")


RUN = """
from barbu_arena.cli.main import run_cli
sys.exit(run_cli(["run", FILE, "--jobs", "2", "--quiet"]))
"""


def test_macos_plays_the_same_league(tmp_path: Path) -> None:
    file = str(write_league(tmp_path, rounds=1, sandbox="none"))
    tables = []
    for platform, missing in (("darwin", MACOS), ("linux", {})):
        then = RUN.replace("FILE", repr(file)).replace('"--quiet"', f'"--results", "{platform}"')
        done = elsewhere(platform, missing, [], then, tmp_path)
        assert done.returncode == 0, done.stderr
        tables.append(done.stdout)
    assert tables[0] == tables[1]
    assert "ledger " in tables[0]
