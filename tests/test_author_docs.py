"""Every command of the page for authors does what the page says, one after the other."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.open_folder import open_folder
from tests.test_readme import block

PAGE = (Path(__file__).parent.parent / "docs" / "authors.md").read_text("utf-8")
COMMANDS = re.findall(r"^    barbu-arena (.*)$", PAGE, re.MULTILINE)
ENDS_OTHERWISE = {"play": 130}
"""A session without anybody at the terminal is left at once."""


@pytest.fixture(scope="module")
def done() -> Iterator[dict[str, "subprocess.CompletedProcess[str]"]]:
    """All commands, run in one folder in the order of the page."""
    with open_folder() as folder:
        bot = folder / "ducky"
        bot.mkdir()
        (bot / "bot.py").write_text(block(PAGE, "python"), "utf-8")
        (bot / "bot.yaml").write_text(block(PAGE, "yaml"), "utf-8")
        (folder / "first.yaml").write_text(
            block(PAGE[PAGE.index("`first.yaml`") :], "yaml"), "utf-8"
        )
        yield {command: run(folder, command) for command in COMMANDS}


def run(folder: Path, command: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "barbu_arena", *command.split()]
    return subprocess.run(
        words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_it_runs(command: str, done: dict[str, "subprocess.CompletedProcess[str]"]) -> None:
    ended = done[command]
    expected = ENDS_OTHERWISE.get(command.split(maxsplit=1)[0], 0)
    assert ended.returncode == expected, f"{ended.stdout}\n{ended.stderr}"
    assert "Traceback" not in ended.stderr
    assert ended.stdout or "--output" in command


def test_the_bot_of_the_page_is_ready_and_has_no_faults(
    done: dict[str, "subprocess.CompletedProcess[str]"],
) -> None:
    assert done["check ducky"].stdout.endswith("ducky: ready to play\n")
    assert "No bot had a fault" in done["run first.yaml"].stdout


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https://)([^)#]+)\)", PAGE)
    assert links
    docs = Path(__file__).parent.parent / "docs"
    assert [link for link in links if not (docs / link).exists()] == []
