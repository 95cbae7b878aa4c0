"""A terminal's screen, as far as the arena's live bar needs one."""

import re

_PARTS = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)")


class Screen:
    """What a terminal shows after all that was written to it. Lines never wrap."""

    def __init__(self) -> None:
        self._lines = [""]
        self._row = self._column = 0
        self.cursor_shown = True

    def write(self, text: str) -> None:
        for numbers, letter, carriage, feed, plain in _PARTS.findall(text):
            if plain:
                self._print(plain)
            elif carriage:
                self._column = 0
            elif feed:
                self._row += 1
                self._lines += [""] * (self._row + 1 - len(self._lines))
            elif letter:
                self._control(numbers, letter)

    def _print(self, text: str) -> None:
        line = self._lines[self._row].ljust(self._column)
        self._lines[self._row] = line[: self._column] + text + line[self._column + len(text) :]
        self._column += len(text)

    def _control(self, numbers: str, letter: str) -> None:
        if letter == "A":
            self._row = max(0, self._row - int(numbers or 1))
        elif (numbers, letter) == ("2", "K"):
            self._lines[self._row] = ""
        elif numbers == "?25":
            self.cursor_shown = letter == "h"
        else:
            assert letter == "m", f"an escape sequence that this screen does not know: {letter}"

    def text(self) -> str:
        """Return the lines that are left, without blank ones at the end."""
        return "\n".join(line.rstrip() for line in self._lines).rstrip("\n")
