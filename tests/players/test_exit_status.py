"""Exit statuses in words."""

import signal

import pytest

from barbu_arena.players.exit_status import exit_in_words


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "exited with status 0"),
        (255, "exited with status 255"),
        (-9, "killed by SIGKILL"),
        (-signal.SIGSYS, "killed by SIGSYS"),
        (-99, "killed by signal 99"),
    ],
)
def test_an_exit_status_in_words(status: int, words: str) -> None:
    assert exit_in_words(status) == words
