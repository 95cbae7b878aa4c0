"""What happens at a table, told from its events as they come: announcements, calls, cards."""

import textwrap
from collections.abc import Iterator, Sequence

from barbu_arena.game.cards import CARD_CODES, PASS_NAME, left
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import winning_place
from barbu_arena.referee.turns import Trick
from barbu_arena.report.deal_table import heading, trick_line
from barbu_arena.report.ink import Ink
from barbu_arena.report.session_text import calls_lines, said_names

_LINE = 80


class EventsText:
    """The events of one session; `told` returns what was not yet told, in lines."""

    def __init__(self, rules: RuleSet, names: tuple[str, ...], ink: Ink) -> None:
        self._announcements = {way.name: way for way in rules.announcements}
        self._names = names
        self._said = said_names(names)
        self._ink = ink
        self.close_deal()

    def close_deal(self) -> None:
        """Forget the deal, which is over; what was not told of it is not told any more."""
        self._trump: str | None = None
        self._is_domino = False
        self._number = 0
        self._trick: list[tuple[int, str]] = []
        self._declared: list[str] = []
        self._calls: list[tuple[int, tuple[int, ...]]] = []
        self._tricks: list[tuple[int, Trick]] = []
        self._turns: list[tuple[int, str]] = []

    def add(self, seat: int, action: str) -> None:
        """Take note of an event."""
        if action in self._announcements:
            way = self._announcements[action]
            self._trump = way.trump
            self._is_domino = way.start is not None
            self._declared.append(f"{self._said[seat]} declares {action}")
        elif action in CARD_CODES or action == PASS_NAME:
            self._add_play(seat, action)
        else:
            targets = () if action == "-" else tuple(int(target) for target in action.split(","))
            self._calls.append((seat, targets))

    def _add_play(self, seat: int, card: str) -> None:
        if self._is_domino:
            self._turns.append((seat, card))
            return
        self._trick.append((seat, card))
        if len(self._trick) == 4:
            leader = self._trick[0][0]
            w, x, y, z = (name for _, name in self._trick)
            winner = left(leader, winning_place((w, x, y, z), self._trump))
            self._number += 1
            self._tricks.append((self._number, Trick(leader, (w, x, y, z), winner, 0)))
            self._trick = []

    def told(self) -> list[str]:
        """Return what happened since the last time, and forget it; nothing of a trick in play."""
        lines = list(self._lines())
        self._declared, self._calls, self._tricks, self._turns = [], [], [], []
        return lines

    def _lines(self) -> Iterator[str]:
        yield from self._declared
        if self._calls:
            yield from calls_lines(self._calls, self._said)
        if self._tricks:
            yield heading(self._names, self._ink)
            for number, trick in self._tricks:
                yield trick_line(number, trick, self._ink)
        if self._turns:
            yield from _turn_lines(self._turns, self._said, self._ink)


def _turn_lines(turns: Sequence[tuple[int, str]], said: tuple[str, ...], ink: Ink) -> Iterator[str]:
    """Yield the turns of a Domino, as many to a line as fit."""
    texts = [f"{said[seat]} {card if card != PASS_NAME else 'passes'}" for seat, card in turns]
    # Broken first and painted then, so that no width counts what is not seen.
    joined = ", ".join(text.replace(" ", "\xa0") for text in texts)
    for line in textwrap.wrap(joined, _LINE, break_on_hyphens=False):
        words = line.split("\xa0")
        yield " ".join(_painted(word, ink) for word in words)


def _painted(words: str, ink: Ink) -> str:
    """Return text with a card at its head in the colour of its suit."""
    card, rest = words[:2], words[2:]
    return f"{ink.suit(card, card[1])}{rest}" if card in CARD_CODES else words
