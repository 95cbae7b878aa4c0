"""A command line run in the process of the tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from barbu_arena.cli.main import run_cli
from tests.arena_process import Ended

Command = Callable[..., Ended]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line; what it prints is caught, its exit status returned."""

    def run(*arguments: str | Path) -> Ended:
        capsys.readouterr()
        status = run_cli([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ended(status, out, err)

    return run
