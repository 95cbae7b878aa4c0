"""Colours of a terminal: suits, and what stands out. Whether there are any is decided elsewhere.

Text is laid out first and painted then, so that no width counts what is not seen.
"""

import re
from dataclasses import dataclass

_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_SUITS = {"S": "", "H": "31", "D": "33", "C": "32"}
"""Spades as all text is, red hearts, yellow diamonds, green clubs: four suits, four colours."""
_STRONG = "1"
_FAINT = "2"


@dataclass(frozen=True, slots=True)
class Ink:
    """Paints text, or leaves it as it is."""

    coloured: bool

    def suit(self, text: str, suit: str, strong: bool = False) -> str:
        """Return text in the colour of a suit; of no suit, as it is."""
        codes = [_SUITS.get(suit, ""), _STRONG if strong else ""]
        return self._painted(text, ";".join(code for code in codes if code))

    def strong(self, text: str) -> str:
        """Return text that stands out."""
        return self._painted(text, _STRONG)

    def faint(self, text: str) -> str:
        """Return text that stands back."""
        return self._painted(text, _FAINT)

    def bare(self, text: str) -> str:
        """Return painted text as it was before."""
        return _PAINT.sub("", text) if self.coloured else text

    def _painted(self, text: str, codes: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self.coloured and codes and text else text


PLAIN = Ink(coloured=False)
