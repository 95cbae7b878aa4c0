"""The results folder of a league: made once, gone on with by the same command.

Source: design §9; what is derived is written by `barbu_arena.files.derived`.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from barbu_arena.errors import ConfigError, StorageError, VerificationFailed
from barbu_arena.files.ledger import LEDGER_NAME, LedgerWriter, read_ledger
from barbu_arena.files.manifest import read_manifest
from barbu_arena.files.rules_file import rules_from_form
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.schedule import sessions
from barbu_arena.league.seating_job import Evidence, Played
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import Seating

_LOG_LIMIT = 10 << 20
"""Bytes of stderr kept of one bot over a league."""


def make_folder(folder: Path) -> None:
    """Make a results folder and the folders in it. Raises StorageError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for inner in ("logs", "faults"):
            (folder / inner).mkdir(exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"{folder}: cannot be made: {error.strerror}; choose a folder with --results"
        ) from None


def copy_tournament(source: Path, folder: Path) -> None:
    """Keep a frozen copy of the tournament file. Raises StorageError."""
    try:
        shutil.copyfile(source, folder / "tournament.yaml")
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written: {error.strerror}") from None
