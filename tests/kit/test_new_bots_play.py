"""A new bot is ready to play as it is: a real check in each language that CI has."""

import os
import shutil
from pathlib import Path

import pytest

from barbu_arena.files.new_bot import make_bot
from tests.command_line import Command, command

__all__ = ["command"]


@pytest.mark.parametrize(
    ("language", "tool"), [("python", ""), ("javascript", "node"), ("c", "cc")]
)
def test_a_new_bot_passes_the_check(
    language: str, tool: str, tmp_path: Path, command: Command
) -> None:
    if tool and shutil.which(tool) is None and "CI" not in os.environ:
        pytest.skip(f"{tool} is not installed")
    make_bot(tmp_path / "my-bot", language)
    ended = command("check", tmp_path / "my-bot", "--sandbox", "none")
    assert ended.status == 0, ended.out + ended.err
    assert ended.out.splitlines()[-1] == "my-bot: ready to play"
    assert "FAIL" not in ended.out
    # What has to be built says so, with the words that build it; a warning would be among them.
    built = "bot 'my-bot' has to be built first, without a sandbox: cc -O2 -o bot bot.c\n"
    assert ended.err == (built if language == "c" else "")
