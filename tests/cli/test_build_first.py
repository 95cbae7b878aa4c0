"""Commands that play build what bots lack, and say so; those that only read do not."""

import os
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.small_leagues import BOTS

PLAINLY = ("--sandbox", "none")
FIRST = "bot 'made' has to be built first, without a sandbox: sh make.sh"


@pytest.fixture
def made(in_tmp: Path) -> Path:
    """Make a bot whose program its build has to copy."""
    folder = in_tmp / "made"
    folder.mkdir()
    (folder / "bot.yaml").write_text(
        "name: made\ncommand: [python3, -I, -S, bot.py, --how, well, --at, '0']\n"
        "build: [sh, make.sh]\nbuild_output: [bot.py]\n"
    )
    (folder / "make.sh").write_text(f"cp {BOTS / 'misbehave' / 'bot.py'} bot.py\n")
    return folder


def test_a_match_builds_a_bot_once(made: Path, command: Command) -> None:
    ended = command("match", made, made, made, made, *PLAINLY, "--seatings", "1", "--jobs", "1")
    assert ended.status == 0
    assert ended.err.count("built first") == 1
    assert FIRST in ended.err.splitlines()
    assert (made / "bot.py").exists()


def test_a_plan_builds_nothing(made: Path, in_tmp: Path, command: Command) -> None:
    league = in_tmp / "league.yaml"
    league.write_text("name: league\nbots: [made]\nseed: a\n")
    ended = command("audit", league)
    assert (ended.status, ended.err) == (0, "")
    assert sorted(os.listdir(made)) == ["bot.yaml", "make.sh"]


def test_a_failing_build_ends_the_command(made: Path, command: Command) -> None:
    (made / "make.sh").write_text("echo 'no such thing' >&2\nexit 1\n")
    ended = command("check", made, *PLAINLY)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines() == [
        FIRST,
        "bot 'made': its build exited with status 1: sh make.sh",
        "    no such thing",
    ]
