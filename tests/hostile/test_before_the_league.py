"""Rows 1–8: what is refused before anything starts, by `run`, with exit status 2 and in words."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.hostile.table import Case, made_by
from tests.open_folder import open_folder
from tests.sandbox.inside import sandbox_or_skip
from tests.small_leagues import FOUR, write_league

Prepare = Callable[[Path], None]
"""Changes a league's folder before it is run; the bot is in bots/ann."""

ARM64 = b"\x7fELF\x02\x01\x01" + bytes(11) + b"\xb7\x00" + bytes(100)
S390 = b"\x7fELF\x02\x02\x01" + bytes(11) + b"\x00\x16" + bytes(100)


def command_of(*words: str) -> Prepare:
    """Give the bot another command."""

    def prepare(folder: Path) -> None:
        said = json.dumps({"name": "ann", "command": list(words)})
        (folder / "bots" / "ann" / "bot.yaml").write_text(said)

    return prepare


def program(content: bytes, mode: int = 0o755) -> Prepare:
    """Give the bot a program of its own."""

    def prepare(folder: Path) -> None:
        command_of("./run")(folder)
        (folder / "bots" / "ann" / "run").write_bytes(content)
        (folder / "bots" / "ann" / "run").chmod(mode)

    return prepare


def directory(folder: Path) -> None:
    command_of("./run")(folder)
    (folder / "bots" / "ann" / "run").mkdir()


def home_interpreter(folder: Path) -> None:
    """Keep a copy of the interpreter in the home folder."""
    shutil.copyfile("/usr/bin/true", folder / "home" / "python")
    (folder / "home" / "python").chmod(0o755)
    command_of(str(folder / "home" / "python"), "bot.py")(folder)


def home_shebang(folder: Path) -> None:
    home_interpreter(folder)
    program(f"#!{folder}/home/python\n".encode())(folder)


def home_link(folder: Path) -> None:
    """Keep a link to the system's interpreter in the home folder, as virtual environments do."""
    (folder / "home" / "python").symlink_to("/usr/bin/python3")
    command_of(str(folder / "home" / "python"), "bot.py")(folder)


def is_results(folder: Path) -> None:
    (folder / "results").mkdir()
    (folder / "bots" / "ann").rename(folder / "results" / "league")
    _first_bot(folder, "results/league")


def link_to_results(folder: Path) -> None:
    is_results(folder)
    (folder / "bots" / "ann").symlink_to(folder / "results" / "league")
    _first_bot(folder, "bots/ann")


def results_parent(folder: Path) -> None:
    (folder / "bots" / "ann").rename(folder / "results")
    _first_bot(folder, "results")


def results_child(folder: Path) -> None:
    (folder / "results" / "league").mkdir(parents=True)
    (folder / "bots" / "ann").rename(folder / "results" / "league" / "ann")
    _first_bot(folder, "results/league/ann")


def _first_bot(folder: Path, place: str) -> None:
    file = folder / "league.yaml"
    file.write_text(file.read_text().replace("bots/ann", place))


def named(name: str) -> Prepare:
    """Give the first bot another name."""

    def prepare(folder: Path) -> None:
        file = folder / "league.yaml"
        file.write_text(file.read_text().replace('"name": "ann"', f'"name": "{name}"'))

    return prepare


PREPARATIONS: dict[str, Prepare] = {
    "command-missing": command_of("./gone"),
    "script-missing": command_of("python3", "gone.py"),
    "not-executable": program(b"#!/bin/sh\n", 0o644),
    "interpreter-missing": program(b"#!/usr/bin/python9\n"),
    "env-interpreter-missing": program(b"#!/usr/bin/env python9\n"),
    "windows-shebang": program(b"#!/usr/bin/python3\r\n"),
    "wrong-processor": program(S390 if os.uname().machine == "aarch64" else ARM64),
    "empty-file": program(b""),
    "directory": directory,
    "home-interpreter": home_interpreter,
    "home-shebang": home_shebang,
    "home-link": home_link,
    "is-results": is_results,
    "link-to-results": link_to_results,
    "results-parent": results_parent,
    "results-child": results_child,
    "same-name": named("ben"),
    "name-in-capitals": named("BEN"),
}


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a league, with a home folder beside it."""
    with open_folder() as folder:
        (folder / "home").mkdir()
        monkeypatch.setenv("HOME", str(folder / "home"))
        monkeypatch.chdir(folder)
        write_league(folder, FOUR)
        yield folder


CASES = [
    pytest.param(case, mode, id=f"{case.row}-{case.name}-{mode}")
    for case in made_by("test_refused")
    for mode in case.modes
]


@pytest.mark.parametrize(("case", "mode"), CASES)
def test_refused(case: Case, mode: str, league: Path, command: Command) -> None:
    if mode == "sandbox":
        sandbox_or_skip()
    PREPARATIONS[case.name](league)
    before = sorted(league.rglob("*"))
    wish = "required" if mode == "sandbox" else "none"
    ended = command("run", "league.yaml", "--sandbox", wish)
    assert (ended.status, ended.out) == (2, "")
    lines = [line for line in ended.err.splitlines() if re.search(case.outcomes[0].message, line)]
    assert len(lines) == 1, ended.err
    assert re.search(r"ann|BEN|bots\[[01]\]", lines[0])
    # Nothing was begun, so nothing has to be cleared away before it is tried again.
    assert sorted(league.rglob("*")) == before
