"""The golden league, played once, and the folder that it lies in."""

from pathlib import Path

import pytest

from tests.cli.golden_outputs import play_golden_league
from tests.command_line import command

__all__ = ["command"]


@pytest.fixture(scope="session")
def golden_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        play_golden_league(folder)
    return folder


@pytest.fixture
def in_golden(golden_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in the golden league's folder, which nothing may change."""
    monkeypatch.chdir(golden_folder)
    return golden_folder


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
