"""One contract in a rules file: its entry read and checked, and written again.

Source: design §4.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, RootModel

from barbu_arena.files.document import Document, Section, holding, one_of, unexpected, whole
from barbu_arena.files.yaml_reader import Place
from barbu_arena.game.cards import CARD_NAMES, RANKS, SUITS
from barbu_arena.game.contracts import NO_TRUMP, Contract, DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES

MOST_POINTS = 1000
"""No number of points in a rules file lies further from zero."""

_TRUMP_DUTIES = frozenset({"win_with_trump", "beat_led_trump", "ruff", "overruff"})
_ONE_LEAD_RULE = ("lead_no_heart", "lead_no_unbroken_heart")
_WORTH = (*RANKS, *SUITS, *CARD_NAMES)
_OPENS = ("declarer", "left", *CARD_NAMES)
_DOMINO_KEYS = {"places", "start", "opens"}

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Trump = Literal["S", "H", "D", "C", "-"]
Points = Annotated[int, whole(-MOST_POINTS, MOST_POINTS)]


def _trick_number(value: object) -> int:
    if isinstance(value, str) and value in map(str, range(1, 14)):
        return int(value)
    raise unexpected("the number of a trick from 1 to 13")


def _worth(value: object) -> str:
    if isinstance(value, str) and value in _WORTH:
        return value
    what = f"a rank ({RANKS}), a suit ({SUITS}) or a card such as KH"
    raise unexpected(what, choices=[] if value == "10" else _WORTH)


def _duty(value: object) -> str:
    if isinstance(value, str) and value in DUTIES:
        return value
    raise unexpected(f"one of the duties {', '.join(DUTIES)}", choices=list(DUTIES))


def _opens(value: object) -> str:
    if isinstance(value, str) and value in _OPENS:
        return value
    raise unexpected("declarer, left or a card such as 7D", text=True, choices=_OPENS)


def _start(value: object) -> Any:  # noqa: ANN401  read on by `_Ranks`, or "any"
    if value == "any" or isinstance(value, list):
        return value
    raise unexpected("any or a list of ranks", choices=["any"])


class _ForAll(RootModel[Points]):
    """Points of each trick."""


class _ByTrick(RootModel[dict[Annotated[int, PlainValidator(_trick_number)], Points]]):
    """Points by trick number."""


class _Cards(RootModel[dict[Annotated[str, PlainValidator(_worth)], Points]]):
    """Points by rank, suit or card."""


_Ranks = RootModel[list[Annotated[Rank, one_of(Rank)]]]


class _TrickEntry(Section):
    tricks: Any = 0
    cards: Any = Field(default_factory=dict)
    duties: list[Annotated[str, PlainValidator(_duty)]] = Field(["follow_suit"])
    stop: Annotated[Literal["captured"] | None, one_of(Literal["captured"])] = None
    trump: list[Annotated[Trump, one_of(Trump)]] = Field(default_factory=list)


class _DominoEntry(Section):
    places: Annotated[
        list[Points], holding("a list of 4 numbers, of the first to the last", _is_four)
    ] = Field(description="a list of 4 numbers")
    start: Annotated[Any, PlainValidator(_start)] = Field(description="any or a list of ranks")
    opens: Annotated[str, PlainValidator(_opens)] = Field(description="declarer, left or a card")
