"""A sandbox, folders that its bots may enter, and bait."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from barbu_arena.players.bot import Bot
from barbu_arena.players.sandbox import Sandbox
from tests.sandbox.bait import Bait, planted
from tests.sandbox.inside import ORDINARY, probe_bot, sandbox_or_skip


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return sandbox_or_skip()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Make a folder that everyone may enter: pytest's own lies below one that is closed."""
    folder = _open_folder()
    yield folder
    shutil.rmtree(folder)


def _open_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="barbu-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def probe() -> Iterator[Bot]:
    """Give the probe as a bot."""
    folder = _open_folder()
    yield probe_bot(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def bait(probe: Bot) -> Iterator[Bait]:
    """Plant bait, for the arena's whole life, outside of the bot's folder."""
    folder = _open_folder()
    user = ORDINARY if os.geteuid() == 0 else None
    with planted(folder, Path(probe.folder), user) as found:
        os.environ["BARBU_ARENA_BAIT"] = str(found["secret"])
        yield found
        del os.environ["BARBU_ARENA_BAIT"]
    shutil.rmtree(folder)
