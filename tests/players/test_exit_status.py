"""Exit statuses in words."""

import builtins
import io
import signal
from pathlib import Path

import pytest

from barbu_arena.players.exit_status import exit_in_words, kills_for_memory


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


@pytest.mark.parametrize(
    ("text", "kills"),
    [(b"nr_free_pages 7\noom_kill 12\nballoon_inflate 3\n", 12), (b"oom_kill 0\n", 0),
     (b"nr_free_pages 7\n", 0), (b"", 0), (None, 0)],
)  # fmt: skip
def test_how_many_the_kernel_has_killed(
    text: bytes | None, kills: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(path: str, mode: str) -> io.BytesIO:
        assert (path, mode) == ("/proc/vmstat", "rb")
        if text is None:
            raise FileNotFoundError
        return io.BytesIO(text)

    monkeypatch.setattr(builtins, "open", opened)
    assert kills_for_memory() == kills


@pytest.mark.skipif(not Path("/proc/vmstat").exists(), reason="this system tells no such thing")
def test_this_kernel_is_understood() -> None:
    lines = [line.split() for line in Path("/proc/vmstat").read_text().splitlines()]
    assert "oom_kill" in [name for name, _ in lines]
    assert kills_for_memory() >= int(dict(lines)["oom_kill"])
