"""Lines out of what a bot sends: one for each question; late ones are dropped and counted."""

from collections.abc import Callable

from barbu_arena.players.answers import BadAnswer, carries_id, cut
from barbu_arena.players.process import MAX_LINE

_BOM = b"\xef\xbb\xbf"


class LineTooLong(Exception):
    """The bot sent more than MAX_LINE bytes without a line feed."""


class LineReader:
    """The unread part of one bot's output. `raw` is what came for the question at hand."""

    __slots__ = ("_late_ids", "_rest_of_line", "late_lines", "raw", "unfinished")

    def __init__(self) -> None:
        self._late_ids: set[str] = set()
        self._rest_of_line = False
        self.late_lines = 0
        self.raw = b""
        self.unfinished = b""
        """What came of a line that has no line feed yet."""

    def line(self, data: bytes, receive: Callable[[], bytes]) -> bytes:
        """Return the one line that the bot sends, of which `data` is the beginning or all.

        Raises BadAnswer for more than one line, LineTooLong, and what `receive` raises.
        """
        while True:
            self.unfinished += data
            self.raw = self.unfinished
            if len(self.raw) > MAX_LINE and b"\n" not in self.raw[: MAX_LINE + 1]:
                raise LineTooLong
            *lines, self.unfinished = self.raw.lstrip(b"\r\n").split(b"\n")
            lines = [line for line in map(_clean, lines) if line]
            lines = [line for line in lines if not self._is_late(line)]
            if len(lines) > 1 or (lines and self.unfinished.strip()):
                raise BadAnswer(f"more than one line: {cut(self.raw)}")
            if lines:
                return lines[0]
            data = receive()

    def give_up(self, question: str) -> None:
        """Expect one late answer to that question, and the rest of a line that was begun."""
        self._late_ids.add(question)
        self._rest_of_line = bool(self.unfinished)

    def _is_late(self, line: bytes) -> bool:
        """Whether a line belongs to an answer that was judged before; each is dropped once."""
        if self._rest_of_line:
            self._rest_of_line = False
        elif self._late_ids and (late := carries_id(line, self._late_ids)):
            self._late_ids.remove(late)
        else:
            return False
        self.late_lines += 1
        return True


def _clean(line: bytes) -> bytes:
    return line.removeprefix(_BOM).strip(b" \t\r")
