"""A person's whole session on a real terminal: keys, colours, Ctrl-C, Ctrl-D, a closed window."""

import re
from collections.abc import Callable
from pathlib import Path

from barbu_arena.files.ledger import read_ledger
from tests.arena_process import arena, assert_nothing_left, wait_until
from tests.end_to_end.test_terminal import CTRL_C, OnTerminal
from tests.small_leagues import write_league

CTRL_D = b"\x04"
PLAY = ("play", "bots/ben", "bots/cem", "bots/dee", "--rules", "./short.yaml", "--seed", "7",
        "--sandbox", "none")  # fmt: skip
CALL = re.compile(r"^  (-|[0-3,]+) +(?:no double|double|redouble)", re.MULTILINE)
PAINT = re.compile(r"\x1b\[[0-9;]*m")


class Seat:
    """An automatic person: reads the screen, and types what stands first in the list."""

    def __init__(self, run: OnTerminal) -> None:
        self._run = run
        self._read = 0

    def is_asked(self) -> bool:
        written = self._run.written
        return len(written) > self._read and written.endswith(b"(or help): ")

    def screen(self) -> str:
        """Wait for a prompt and return what was written since the last one, without colours."""
        self._run.wait_until(self.is_asked, "a prompt")
        shown = self._run.written[self._read :].decode().replace("\r\n", "\n")
        self._read = len(self._run.written)
        return PAINT.sub("", shown)

    def type(self, text: str) -> None:
        self._run.press(text.encode() + b"\r")

    def answer(self, screen: str) -> None:
        """Type the first legal answer."""
        call = CALL.search(screen)
        self.type(call[1] if call else "1")

    def play_until(self, stop: Callable[[str], bool]) -> None:
        """Answer questions until the screen is as wanted, which is not answered."""
        while not stop(screen := self.screen()):
            self.answer(screen)

    def play_to_the_end(self) -> int:
        """Answer all questions, and return the exit status."""
        wait_until(self._is_over, "the end")
        return self._run.end()

    def _is_over(self) -> bool:
        if not self._run.ended() and self.is_asked():
            self.answer(self.screen())
        return self._run.ended()


def results(folder: Path) -> Path:
    return next((folder / "results").iterdir())


def test_a_whole_session(tmp_path: Path) -> None:
    """In colours, with Ctrl-C in the third deal and Ctrl-D in the fifth, to its end."""
    write_league(tmp_path)
    with OnTerminal(tmp_path, *PLAY) as run:
        seat = Seat(run)
        first = seat.screen()
        assert "deal 1 of 8, 2 left in the block: 0 human is to declare" in first
        assert "\x1b[31mQH\x1b[0m" in run.said()
        seat.type("no such thing")
        assert "not an answer: 'no such thing'; expected its name, or" in seat.screen()
        seat.type("1")
        seat.play_until(lambda screen: "\ndeal 3 of 8" in screen)
        run.press(CTRL_C)
        assert run.end() == 130
        command = f"barbu-arena play --resume results/{results(tmp_path).name} --sandbox none\n"
        assert run.said().endswith(f"all that was answered is kept. Go on with\n{command}")
    assert_nothing_left(tmp_path)
    words = ("play", "--resume", f"results/{results(tmp_path).name}", "--sandbox", "none")
    with OnTerminal(tmp_path, *words) as run:
        seat = Seat(run)
        assert "\ndeal 3 of 8" in seat.screen()
        seat.type("1")
        seat.play_until(lambda screen: "\ndeal 5 of 8" in screen)
        run.press(CTRL_D)
        assert run.end() == 130
    with OnTerminal(tmp_path, *words) as run:
        seat = Seat(run)
        assert "\ndeal 5 of 8" in seat.screen()
        seat.type("1")
        assert seat.play_to_the_end() == 0
        assert "\nwon by " in PAINT.sub("", run.said())
    assert_nothing_left(tmp_path)
    [(_, record)] = read_ledger(results(tmp_path) / "sessions.jsonl")
    assert record.faults == ()
    assert not (results(tmp_path) / "unfinished.jsonl").exists()
    assert arena(tmp_path, "verify", results(tmp_path)).status == 0


def test_a_window_that_is_closed(tmp_path: Path) -> None:
    """Nothing is left running, and the session goes on another time."""
    write_league(tmp_path)
    with OnTerminal(tmp_path, *PLAY) as run:
        seat = Seat(run)
        seat.play_until(lambda screen: "trick 2\n" in screen)
        run.hang_up()
        assert run.end() == 130
    assert_nothing_left(tmp_path)
    ended = arena(tmp_path, "play", "--resume", results(tmp_path), "--sandbox", "none")
    assert ended.status == 130
    assert "\ntrick 2\n" in ended.out
    assert "\x1b" not in ended.out
