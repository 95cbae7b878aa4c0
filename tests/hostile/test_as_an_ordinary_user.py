"""A handful of rows where the arena is not root: it has no other users to give its bots."""

import ctypes
import os
from pathlib import Path

from tests.hostile.conftest import PlayedIn
from tests.hostile.expected import wrong_with
from tests.hostile.league import make_bots, play_cases, settings
from tests.hostile.table import cases
from tests.open_folder import open_folder
from tests.sandbox.inside import ORDINARY, as_ordinary_user, needs_root

HANDFUL = (
    "silent", "garbage", "exit-3", "close-stdout-inside", "daemons", "hog-own", "fill-folders",
    "forks-and-answers", "network", "reads-secrets", "kills", "kills-all", "writes", "kernel",
)  # fmt: skip
DUMPABLE = 4


def play_handful(folder: Path) -> dict[str, str]:
    """Play the handful; return by case what is wrong."""
    # Who gave root up is a closed book to itself, too, until it says otherwise.
    ctypes.CDLL(None).prctl(DUMPABLE, 1, 0, 0, 0)
    with settings("sandbox", folder) as setting:
        chosen = [case for case in cases() if case.name in HANDFUL]
        found = play_cases(setting, chosen)
    return {
        case.name: "; ".join(wrong_with(case, session))
        for case in chosen
        for session in found[case.name]
    }


def test_a_handful_of_rows(played_in: PlayedIn) -> None:
    needs_root()
    played_in("sandbox")  # what is played with is imported by now, wherever it lies
    with open_folder() as folder:
        make_bots(folder)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, ORDINARY, ORDINARY)
        found = as_ordinary_user(lambda: play_handful(folder))
    assert found == dict.fromkeys(HANDFUL, "")
