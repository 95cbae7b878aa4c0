"""The table of a deal in text: a column a seat, and what was played in rows below it."""

from collections.abc import Iterator, Sequence

from barbu_arena.game.cards import RANKS, SUITS
from barbu_arena.printable import printable
from barbu_arena.referee.turns import Trick, Turn
from barbu_arena.report.ink import Ink

LABEL = 10
SEAT = 15
_DOMINO_SEAT = 11
_SUIT = 6
PLACES = ("1st", "2nd", "3rd")


def seat_name(seat: int, name: str, width: int) -> str:
    """Return ``0 ann`` in at most that many characters."""
    return f"{seat} {printable(name, width - 2)}"


def heading(names: Sequence[str], ink: Ink, width: int = SEAT, label: str = "") -> str:
    """Return the names above the columns, one character in, where cards and figures begin."""
    cells = "".join(
        f" {seat_name(seat, name, width - 2):<{width - 1}}" for seat, name in enumerate(names)
    )
    return ink.strong(f"{label:<{LABEL}}{cells}".rstrip())


def points_row(label: str, points: Sequence[int]) -> str:
    """Return a row of figures below the names, signs in the place of marks."""
    return f"{label:<{LABEL}}" + "".join(f"{number:<+{SEAT}}" for number in points).rstrip()


def trick_lines(tricks: Sequence[Trick], names: Sequence[str], ink: Ink) -> Iterator[str]:
    """Yield a line a trick: ``>`` leads, ``*`` wins, and its points at the end."""
    yield heading(names, ink) + ink.strong(" " * _behind(names) + "points")
    for number, trick in enumerate(tricks, start=1):
        yield trick_line(number, trick, ink)


def trick_line(number: int, trick: Trick, ink: Ink) -> str:
    """Return one trick below the names of a heading."""
    cards = dict(zip(trick.seats, trick.cards, strict=True))
    line = f"trick {number:>2}  "
    for seat in range(4):
        wins = seat == trick.winner
        mark = ">" if seat == trick.leader else " "
        cell = ink.suit(f"{cards[seat]}{'*' if wins else ''}", cards[seat][1], wins)
        line += f"{mark}{cell}" + " " * (SEAT - 3 - wins)
    return f"{line}{trick.points:>+6}" if trick.points else line.rstrip()


def _behind(names: Sequence[str]) -> int:
    """Return how many blanks there are from the last name to the column of points."""
    return SEAT - 1 - len(seat_name(3, names[3], SEAT - 2))


def domino_lines(turns: Sequence[Turn], names: Sequence[str], ink: Ink) -> Iterator[str]:
    """Yield a line a round: ``>`` begins it, and what lies on the table at its end."""
    suits = "".join(f"{suit:<{_SUIT}}" for suit in SUITS).rstrip()
    names_above = heading(names, ink, _DOMINO_SEAT)
    gap = " " * (_DOMINO_SEAT - 1 - len(seat_name(3, names[3], _DOMINO_SEAT - 2)))
    yield f"{names_above}{gap}{ink.strong(suits)}"
    layout: dict[str, tuple[int, int]] = {}
    for number, part in enumerate(_rounds(turns), start=1):
        line = f"round {number:>2}  "
        said = {turn.seat: turn for turn in part}
        for seat in range(4):
            mark = ">" if seat == part[0].seat else " "
            line += mark + _turn_cell(said.get(seat), ink)
        _lay(layout, part)
        yield (line + "".join(_suit_cell(layout, suit, ink) for suit in SUITS)).rstrip()


def _rounds(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    """Yield the turns from one turn of the first seat to the next; it may be out by then."""
    part: list[Turn] = []
    for turn in turns:
        place = (turn.seat - turns[0].seat) % 4
        if part and place <= (part[-1].seat - turns[0].seat) % 4:
            yield part
            part = []
        part.append(turn)
    if part:
        yield part


def _turn_cell(turn: Turn | None, ink: Ink) -> str:
    width = _DOMINO_SEAT - 1
    if turn is None:
        return " " * width
    if turn.card is None:
        return ink.faint("--") + " " * (width - 2)
    text = turn.card if turn.place is None else f"{turn.card} {PLACES[turn.place]}"
    return ink.suit(text, turn.card[1], turn.place is not None) + " " * (width - len(text))


def _lay(layout: dict[str, tuple[int, int]], turns: Sequence[Turn]) -> None:
    """Add the cards of some turns to the lowest and highest rank of each suit."""
    for turn in turns:
        if turn.card is not None:
            rank = RANKS.index(turn.card[0])
            low, high = layout.get(turn.card[1], (rank, rank))
            layout[turn.card[1]] = min(low, rank), max(high, rank)


def _suit_cell(layout: dict[str, tuple[int, int]], suit: str, ink: Ink) -> str:
    if suit not in layout:
        text = "."
    else:
        low, high = layout[suit]
        text = RANKS[low] if low == high else f"{RANKS[low]}-{RANKS[high]}"
    return ink.suit(text, suit) + " " * (_SUIT - len(text))
