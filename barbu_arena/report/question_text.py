"""A question drawn as a table: what the seat that is asked sees, in 80 columns.

The one who is asked sits below; left, above and right follow clockwise, as in `show`.
"""

import textwrap
from collections.abc import Iterator, Sequence

from barbu_arena.game.cards import RANKS, SUITS
from barbu_arena.game.trick_play import winning_place
from barbu_arena.players.question_reader import DominoSoFar, Question, TricksSoFar
from barbu_arena.printable import printable
from barbu_arena.report.deal_table import LABEL, PLACES, SEAT, heading, points_row, seat_name
from barbu_arena.report.ink import PLAIN, Ink

LINE = 80
YOU = "you"
_NAME = 16
_ANSWER = 40
_COLUMNS = (19, 2, 19, 36)
"""Where names begin, by places to the left of the one asked: below, left, above, right."""


def compass_names(seat: int) -> tuple[str, str, str, str]:
    """Return names of the seats for one who knows none: oneself and three points of the compass."""
    places = (YOU, "west", "north", "east")
    names = [places[(other - seat) % 4] for other in range(4)]
    return names[0], names[1], names[2], names[3]


def question_text(
    question: Question, names: Sequence[str], ink: Ink = PLAIN, deals: int | None = None
) -> str:
    """Return the drawn table; `names` are by seat, `deals` is the length of the session."""
    drawing = _Drawing(question, names, ink)
    return "\n".join(line.rstrip() for line in drawing.lines(deals)) + "\n"


class _Drawing:
    """One question in text."""

    def __init__(self, question: Question, names: Sequence[str], ink: Ink) -> None:
        self._question = question
        self._names = names
        self._named = [seat_name(seat, name, _NAME) for seat, name in enumerate(names)]
        self._ink = ink

    def lines(self, deals: int | None) -> Iterator[str]:
        """Yield the table from its title to the legal answers."""
        question = self._question
        yield from map(self._ink.strong, _wrapped(self._title(deals)))
        yield from self._doubles()
        if question.kind == "double" and question.unused:
            offered = ", ".join(printable(name, _ANSWER) for name in question.unused)
            yield from _wrapped(f"chosen out of: {offered}")
        yield heading(self._names, self._ink)
        yield from self._figures()
        if isinstance(question.play, TricksSoFar):
            yield from self._trick(question.play)
        elif question.play is not None:
            yield from self._layout(question.play)
        yield ""
        yield from self._hand()
        yield from self._answers()

    def _title(self, deals: int | None) -> str:
        question = self._question
        of = f" of {deals}" if deals else ""
        left = f"deal {question.deal}{of}, {question.deals_left} left in the block: "
        declarer = self._named[question.declarer]
        if question.contract is None:
            return f"{left}{declarer} is to declare"
        detail = f" {question.trump}" if question.trump else ""
        detail = f" from {question.start}" if question.start else detail
        return f"{left}{printable(question.contract, _ANSWER)}{detail}, declared by {declarer}"

    def _doubles(self) -> Iterator[str]:
        doubles = self._question.doubles
        if doubles is None:
            return
        said = [f"{self._named[who]} on {self._named[whom]}" for who, whom in doubles]
        yield from _wrapped(f"doubles: {', '.join(said) or 'none'}")

    def _figures(self) -> Iterator[str]:
        question = self._question
        play = question.play
        if isinstance(play, TricksSoFar):
            taken = [0, 0, 0, 0]
            winners = [leader for leader, _ in play.tricks[1:]]
            winners += [play.leader] if play.tricks else []
            for seat in winners:
                taken[seat] += 1
            yield _words_row("tricks", taken)
            yield points_row("raw", play.raw)
        elif play is not None:
            yield _words_row("cards", [_cards_left(play, seat) for seat in range(4)])
        yield points_row("session", question.scores)
        if any(question.owed):
            yield _words_row("owes", question.owed)

    def _trick(self, play: TricksSoFar) -> Iterator[str]:
        """Yield the trick in play around the table: ``>`` leads, ``*`` would win, ``?`` is due."""
        best = winning_place(play.trick, self._question.trump) if play.trick else None
        cells = [" ."] * 4
        for place in range(4):
            seat = (play.leader + place) % 4
            mark = ">" if place == 0 else " "
            if place < len(play.trick):
                card = play.trick[place]
                star = "*" if place == best else ""
                cells[seat] = mark + self._ink.suit(card + star, card[1], bool(star))
            elif place == len(play.trick):
                cells[seat] = f"{mark}?"
        yield f"trick {len(play.tricks) + 1}"
        yield from self._around(cells)

    def _around(self, cells: Sequence[str]) -> Iterator[str]:
        """Yield names and cells: above, then left and right, then below."""
        below = self._question.seat
        left, above, right = ((below + place) % 4 for place in (1, 2, 3))
        below_at, left_at, above_at, right_at = _COLUMNS
        yield " " * above_at + self._ink.strong(self._named[above])
        yield " " * (above_at - 1) + cells[above]
        gap = right_at - left_at - len(self._named[left])
        names = self._ink.strong(self._named[left]), self._ink.strong(self._named[right])
        yield " " * left_at + names[0] + " " * gap + names[1]
        gap = right_at - left_at - self._width(cells[left])
        yield " " * (left_at - 1) + cells[left] + " " * gap + cells[right]
        yield " " * below_at + self._ink.strong(self._named[below])
        yield " " * (below_at - 1) + cells[below]

    def _width(self, cell: str) -> int:
        """Return how many characters of a cell are seen."""
        return len(self._ink.bare(cell))

    def _layout(self, play: DominoSoFar) -> Iterator[str]:
        """Yield what lies on the table, a row a suit."""
        yield self._ink.strong(f"{'layout':<{LABEL}}{' '.join(RANKS)}")
        for suit in SUITS:
            low, high = (RANKS.index(end) for end in play.layout.get(suit, "A2"))
            ranks = [rank if low <= at <= high else "." for at, rank in enumerate(RANKS)]
            yield self._ink.suit(f"{suit:<{LABEL}}{' '.join(ranks)}", suit)

    def _hand(self) -> Iterator[str]:
        """Yield the hand, a row a suit; a number stands before each card that is legal."""
        legal = self._question.legal if self._question.kind == "play" else ()
        for suit in SUITS:
            line = self._ink.suit(suit, suit)
            held = [card for card in self._question.hand if card[1] == suit]
            for card in sorted(held, key=lambda card: RANKS.index(card[0])):
                number = f"{legal.index(card) + 1}:" if card in legal else ""
                line += f"{number:>4}{self._ink.suit(card, suit, bool(number))}"
            yield line if held else line + self._ink.suit("    –", suit)

    def _answers(self) -> Iterator[str]:
        """Yield the legal answers that are no cards of the hand."""
        question = self._question
        numbered = list(enumerate(question.legal, 1))
        if question.kind == "double":
            yield "legal:"
            for answer in question.legal:
                yield f"  {printable(answer, _ANSWER):<8} {self._call(answer)}"
            return
        others = [
            f"{number:>2} {printable(answer, _ANSWER)}"
            for number, answer in numbered
            if answer not in question.hand
        ]
        if others:
            yield "legal:"
            yield from _in_columns(others)

    def _call(self, answer: str) -> str:
        """Return a call in words; of what is none, nothing."""
        seats = answer.split(",")
        if answer == "-":
            return "no double"
        if not all(seat in ("0", "1", "2", "3") for seat in seats):
            return ""
        verb = "redouble" if self._question.seat == self._question.declarer else "double"
        return f"{verb} " + " and ".join(self._named[int(seat)] for seat in seats)


def _cards_left(play: DominoSoFar, seat: int) -> str:
    """Return how many cards a seat holds, or as which it went out."""
    if seat in play.out[:3]:
        return f"out {PLACES[play.out.index(seat)]}"
    return str(13 - sum(who == seat and card != "--" for who, card in play.played))


def _words_row(label: str, words: Sequence[object]) -> str:
    return f"{label:<{LABEL}}" + "".join(f" {word!s:<{SEAT - 1}}" for word in words)


def _in_columns(texts: Sequence[str]) -> Iterator[str]:
    width = max(map(len, texts)) + 2
    many = max(1, (LINE - 2) // width)
    for first in range(0, len(texts), many):
        yield "  " + "".join(f"{text:<{width}}" for text in texts[first : first + many])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, LINE, subsequent_indent="  ")
