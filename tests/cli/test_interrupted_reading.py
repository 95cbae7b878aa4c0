"""A signal while nothing is played yet, or not any more, is heard at once."""

import os
import signal
from pathlib import Path

import pytest

from barbu_arena.cli import playing
from barbu_arena.errors import NO_MEMORY
from barbu_arena.files import league_run
from tests.command_line import Command
from tests.small_leagues import write_league


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("module", "step"),
    [(league_run, "read_on"), (playing, "write_derived")],
    ids=["ledger", "table"],
)
def test_the_last_line_is_the_command_that_resumes(
    in_tmp: Path,
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    step: str,
    number: int,
) -> None:
    file = write_league(in_tmp, rounds=1)

    def interrupted(*_: object) -> None:
        os.kill(os.getpid(), number)
        raise AssertionError("the signal was not heard")

    monkeypatch.setattr(module, step, interrupted)
    ended = command("run", file.name, "-q")
    assert (ended.status, ended.out) == (130, "")
    assert ended.err.splitlines() == ["interrupted; go on with", f"barbu-arena run {file.name}"]
    monkeypatch.undo()
    monkeypatch.chdir(in_tmp)
    assert command("run", file.name, "-q").status == 0


def test_no_memory_is_told_in_a_line(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_league(in_tmp, rounds=1)

    def refused(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(league_run, "read_on", refused)
    ended = command("run", file.name, "-q")
    assert (ended.status, ended.out, ended.err) == (1, "", f"{NO_MEMORY}\n")
