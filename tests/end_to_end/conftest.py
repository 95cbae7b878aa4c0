"""A league played once without trouble, which others must equal."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.arena_process import Ended, arena, assert_nothing_left
from tests.command_line import command
from tests.league_folder import comparable
from tests.small_leagues import write_league

__all__ = ["command"]

ROUNDS = 5
SESSIONS = 4 * ROUNDS


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """What came of the league of `write_league` with `ROUNDS` rounds, by one worker."""

    folder: Path
    """Where the tournament file lies; the results are in its ``results/league``."""
    results: Path
    ended: Ended
    files: dict[str, bytes]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed")
    file = write_league(folder, rounds=ROUNDS)
    ended = arena(folder, "run", file.name, "--jobs", "1")
    assert ended.status == 0, ended.err
    assert_nothing_left(folder)
    results = folder / "results" / "league"
    return Undisturbed(folder, results, ended, comparable(results))
