"""`show` in colours: on a terminal that has them, and nowhere else."""

import os
import pty
import select
import sys
from pathlib import Path

import pytest

from tests.arena_process import ARENA, arena, environment
from tests.cli.golden_outputs import GOLDEN
from tests.command_line import Command

WORDS = ("show", "results/golden", "1.1.1", "--deal", "3")


def on_terminal(folder: Path, **variables: str) -> str:
    """Run the command on a terminal of its own, and return what it wrote there."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(ARENA[0], [*ARENA, *WORDS], environment(variables))
    written = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            part = os.read(terminal, 65_536)
        except OSError:  # EIO: the command has ended.
            break
        if not part:
            break
        written += part
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return written.decode().replace("\r\n", "\n")


def test_a_terminal_has_colours(golden_folder: Path) -> None:
    painted = on_terminal(golden_folder, TERM="xterm")
    assert "\x1b[31mKH\x1b[0m" in painted or "\x1b[31;1mKH*\x1b[0m" in painted


@pytest.mark.parametrize(
    "variables",
    [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}, {"TERM": ""}],
    ids=["NO_COLOR", "dumb", "no TERM", "empty TERM"],
)
def test_a_terminal_without(golden_folder: Path, variables: dict[str, str]) -> None:
    assert on_terminal(golden_folder, **variables) == (GOLDEN / "show-trick-deal.txt").read_text()


def test_an_empty_no_color_says_nothing(golden_folder: Path) -> None:
    assert "\x1b[31m" in on_terminal(golden_folder, TERM="xterm", NO_COLOR="")


def test_a_pipe_has_none(golden_folder: Path) -> None:
    assert arena(golden_folder, *WORDS).out == (GOLDEN / "show-trick-deal.txt").read_text()


def test_only_text_is_painted(
    in_golden: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for form in ("markdown", "csv", "json"):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert "\x1b" not in command(*WORDS, "--format", form).out
