"""One contract of a rules file: its entry, read and checked.

Source: design §4.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, RootModel

from barbu_arena.files.document import Document, Section, holding, one_of, unexpected, whole
from barbu_arena.files.yaml_reader import Place
from barbu_arena.game.cards import CARD_NAMES, RANKS, SUITS
from barbu_arena.game.contracts import (
    NO_TRUMP,
    Contract,
    DominoContract,
    TrickContract,
    scoring_cards,
)
from barbu_arena.game.duties import DUTIES

MOST_POINTS = 1000
"""No number of points in a rules file lies further from zero."""

_TRUMP_DUTIES = ("win_with_trump", "beat_led_trump", "ruff", "overruff")
_LEAD_DUTIES = ("lead_no_heart", "lead_no_unbroken_heart")
_WORTH = (*RANKS, *SUITS, *CARD_NAMES)
_OPENS = ("declarer", "left", *CARD_NAMES)
_DOMINO_KEYS = ("places", "start", "opens")

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Trump = Literal["S", "H", "D", "C", "-"]
Points = Annotated[int, whole(-MOST_POINTS, MOST_POINTS)]


def _trick_number(value: object) -> int:
    # Keys are text as written.
    if isinstance(value, str) and value in map(str, range(1, 14)):
        return int(value)
    raise unexpected("the number of a trick, 1 to 13", key=True)


def _worth(value: object) -> str:
    if isinstance(value, str) and value in _WORTH:
        return value
    # The ten is the one rank that people write otherwise, and its nearest choices mislead.
    what = f"a rank ({RANKS}), a suit ({SUITS}) or a card such as KH"
    raise unexpected(what, key=True, choices=("T",) if value == "10" else _WORTH)


def _opens(value: object) -> str:
    if isinstance(value, str) and value in _OPENS:
        return value
    raise unexpected("declarer, left or a card such as 7D", text=True, choices=_OPENS)


def _start(value: object) -> object:
    if value == "any" or isinstance(value, list):
        return value
    raise unexpected("any or a list of ranks", choices=("any",))


class _ForAll(RootModel[Points]):
    """Points of every trick."""


class _ByTrick(RootModel[dict[Annotated[int, PlainValidator(_trick_number)], Points]]):
    """Points by trick number."""


class _Cards(RootModel[dict[Annotated[str, PlainValidator(_worth)], Points]]):
    """Points by rank, suit or card."""


class _Ranks(RootModel[list[Annotated[Rank, one_of(Rank)]]]):
    """Starting ranks."""


_Duty = Annotated[str, one_of(Literal[tuple(DUTIES)])]


class _TrickEntry(Section):
    tricks: Any = None
    cards: Any = None
    duties: list[_Duty] = Field(default_factory=lambda: ["follow_suit"])
    stop: Annotated[Literal["captured"] | None, one_of(Literal["captured"])] = None
    trump: list[Annotated[Trump, one_of(Trump)]] = Field(default_factory=list)


class _DominoEntry(Section):
    places: Annotated[list[Points], holding("a list of 4 numbers", lambda v: len(v) == 4)] = Field(
        description="a list of 4 numbers, the points of the first to the last"
    )
    start: Annotated[Any, PlainValidator(_start)] = Field(description="any or a list of ranks")
    opens: Annotated[str, PlainValidator(_opens)] = Field(description="declarer, left or a card")


def read_contract(document: Document, at: Place, name: str) -> Contract | None:
    """Read the entry of a contract; what is wrong is noted in the document.

    None where no contract can be made of it.
    """
    if any(key in _DOMINO_KEYS for key in document.keys(at)):
        return _read_domino(document, at, name)
    entry = document.check(_TrickEntry, at)
    tricks = _trick_points(document, (*at, "tricks"))
    cards = _card_points(document, (*at, "cards"))
    if entry is None or tricks is None or cards is None:
        return None
    stops = entry.stop == "captured"
    contract = TrickContract(name, tricks, cards, tuple(entry.duties), tuple(entry.trump), stops)
    _check_points(document, at, contract)
    _check_trump(document, (*at, "trump"), contract)
    _check_duties(document, (*at, "duties"), contract)
    return contract


def _trick_points(document: Document, at: Place) -> tuple[int, ...] | None:
    if not document.has(at):
        return (0,) * 13
    if isinstance(document.get(at), dict):
        by_trick = document.check(_ByTrick, at)
        if by_trick is None:
            return None
        return tuple(by_trick.root.get(number, 0) for number in range(1, 14))
    for_all = document.check(_ForAll, at)
    return None if for_all is None else (for_all.root,) * 13


def _card_points(document: Document, at: Place) -> tuple[int, ...] | None:
    """Return the points of the 52 cards: the most exact entry wins."""
    if not document.has(at):
        return (0,) * 52
    entry = document.check(_Cards, at)
    if entry is None:
        return None
    worth, points = entry.root, []
    for name in CARD_NAMES:
        rank, suit = worth.get(name[0]), worth.get(name[1])
        if name not in worth and rank is not None and suit is not None:
            why = f"{name[0]} says {rank} and {name[1]} says {suit}"
            document.complain((*at, name), f"expected an entry for the card, got none: {why}")
        general = rank if rank is not None else suit
        points.append(worth.get(name, general or 0))
    return tuple(points)


def _check_points(document: Document, at: Place, contract: TrickContract) -> None:
    scoring = scoring_cards(contract)
    if not scoring and not any(contract.trick_points):
        document.complain(at, "expected tricks, cards or places that are worth points, got none")
    elif contract.stops_when_captured and (not scoring or any(contract.trick_points)):
        why = "tricks score to the end" if scoring else "no card scores"
        what = "expected only where nothing but cards scores, got captured where"
        document.complain((*at, "stop"), f"{what} {why}")


def _check_trump(document: Document, at: Place, contract: TrickContract) -> None:
    trumps = contract.trumps
    if document.has(at) and not trumps:
        document.expected(at, 'at least one of S, H, D, C and "-"')
    _check_repeats(document, at, trumps)


def _check_duties(document: Document, at: Place, contract: TrickContract) -> None:
    duties = contract.duties
    _check_repeats(document, at, duties)
    if duties[:1] != ("follow_suit",):
        got = f"{duties[0]} there" if duties else "an empty list"
        document.complain(at, f"expected follow_suit as the first duty, got {got}")
    if set(duties).issuperset(_LEAD_DUTIES):
        second = max(duties.index(duty) for duty in _LEAD_DUTIES)
        document.complain((*at, second), f"expected one of {', '.join(_LEAD_DUTIES)}, got both")
    if set(contract.trumps) <= {NO_TRUMP}:
        for i, duty in enumerate(duties):
            if duty in _TRUMP_DUTIES:
                document.complain((*at, i), f"expected {duty} only with a trump, got no trump suit")


def _check_repeats(document: Document, at: Place, values: Sequence[str]) -> None:
    for i, value in enumerate(values):
        if value in values[:i]:
            document.complain((*at, i), f"expected each entry once, got {value} again")


def _read_domino(document: Document, at: Place, name: str) -> DominoContract | None:
    entry = document.check(_DominoEntry, at)
    start = (*at, "start")
    starts: tuple[str, ...] | None = tuple(RANKS)
    if isinstance(document.get(start), list):
        ranks = document.check(_Ranks, start)
        starts = None if ranks is None else tuple(ranks.root)
    if entry is None or starts is None:
        return None
    if not starts:
        document.expected(start, "any or at least one rank")
    _check_repeats(document, start, starts)
    if entry.opens in CARD_NAMES and starts != (entry.opens[0],):
        # Whoever holds the card must play it, so no other rank can be named.
        rank = entry.opens[0]
        document.complain((*at, "opens"), f'expected start: ["{rank}"] with this card, got another')
    first, second, third, last = entry.places
    return DominoContract(name, (first, second, third, last), starts, entry.opens)
