"""A question read back: the message that a bot gets, checked field by field, as a value.

Whoever wrote it, what is returned has the right types and cards that exist; texts are as they came.
Source: design §7.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from barbu_arena.game.cards import CARD_CODES, PASS_NAME, RANKS, SUITS
from barbu_arena.game.doubling import Scores
from barbu_arena.players.strict_json import type_name

Value = TypeVar("Value")
Cards = tuple[str, ...]

KINDS = ("choose", "double", "play")
_MOST = 1 << 31
_LONGEST = 64
"""Entries of a list: there are 52 cards, and turns of a Domino beyond that are passes."""
_MOST_TURNS = 400


class BadQuestion(ValueError):
    """The message is no question; the text says which field, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class TricksSoFar:
    """What a question shows of a deal played in tricks."""

    leader: int
    trick: Cards
    """The trick in play, in the order of play."""
    tricks: tuple[tuple[int, Cards], ...]
    """The finished ones: the leader, and four cards in the order of play."""
    raw: Scores
    """Points captured so far in this deal."""


@dataclass(frozen=True, slots=True)
class DominoSoFar:
    """What a question shows of a Domino."""

    start: str
    layout: dict[str, tuple[str, str]]
    """The lowest and highest rank of each suit that was opened."""
    played: tuple[tuple[int, str], ...]
    """All turns, (seat, card or ``--``)."""
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """All that a seat may know of a deal when it is asked; see `docs/authors.md` for the fields."""

    kind: str
    session: str
    deal: int
    deals_left: int
    seat: int
    declarer: int
    hand: Cards
    legal: Cards
    unused: Cards
    owed: Scores
    scores: Scores
    contract: str | None = None
    trump: str | None = None
    start: str | None = None
    doubles: tuple[tuple[int, int], ...] | None = None
    """(who, whom) so far; None where the rules have no doubling."""
    play: TricksSoFar | DominoSoFar | None = None
    """None before the first card."""


def read_question(fields: dict[str, Any]) -> Question:
    """Return the question of a message's fields. Raises BadQuestion."""
    kind = _one_of(_field(fields, "type"), KINDS, "type")
    later = kind != "choose"
    return Question(
        kind=kind,
        session=_text(_field(fields, "session"), "session"),
        deal=_number(_field(fields, "deal"), "deal", 1),
        deals_left=_number(_field(fields, "deals_left"), "deals_left", 1),
        seat=_seat(_field(fields, "seat"), "seat"),
        declarer=_seat(_field(fields, "declarer"), "declarer"),
        hand=_listed(_card, _field(fields, "hand"), "hand"),
        legal=_legal(fields, _play_answer if kind == "play" else _text),
        unused=_listed(_text, fields.get("unused", []), "unused"),
        owed=_four(fields.get("owed", [0, 0, 0, 0]), "owed"),
        scores=_four(fields.get("scores", [0, 0, 0, 0]), "scores"),
        contract=_text(_field(fields, "contract"), "contract") if later else None,
        trump=_one_of(fields["trump"], SUITS, "trump") if later and "trump" in fields else None,
        start=_one_of(fields["start"], RANKS, "start") if later and "start" in fields else None,
        doubles=_doubles(fields) if later else None,
        play=_play(fields) if kind == "play" else None,
    )


def _legal(fields: dict[str, Any], answer: Callable[[Any, str], str]) -> Cards:
    legal = _listed(answer, _field(fields, "legal"), "legal")
    if not legal:
        raise BadQuestion("legal: expected at least one answer, got none")
    return legal


def _doubles(fields: dict[str, Any]) -> tuple[tuple[int, int], ...] | None:
    if "doubles" not in fields:
        return None
    return _listed(_pair, fields["doubles"], "doubles")


def _play(fields: dict[str, Any]) -> TricksSoFar | DominoSoFar:
    if "layout" in fields:
        return DominoSoFar(
            start=_one_of(_field(fields, "start"), RANKS, "start"),
            layout=_layout(fields["layout"]),
            played=_listed(_turn, fields.get("played", []), "played", _MOST_TURNS),
            out=_listed(_seat, fields.get("out", []), "out"),
        )
    trick = _object(_field(fields, "trick"), "trick")
    cards = _listed(_card, _field(trick, "cards", "trick."), "trick.cards")
    if len(cards) > 3:
        raise BadQuestion(f"trick.cards: expected 0 to 3 cards, got {len(cards)}")
    return TricksSoFar(
        leader=_seat(_field(trick, "leader", "trick."), "trick.leader"),
        trick=cards,
        tricks=_listed(_trick, fields.get("tricks", []), "tricks"),
        raw=_four(fields.get("raw", [0, 0, 0, 0]), "raw"),
    )


def _field(fields: dict[str, Any], key: str, above: str = "") -> Any:  # noqa: ANN401  JSON is any
    if key not in fields:
        raise BadQuestion(f"{above}{key}: expected a value, got nothing")
    return fields[key]


def _wrong(what: str, expected: str, value: object) -> BadQuestion:
    shown = ascii(value)[:40] if isinstance(value, str | int) else type_name(value)
    return BadQuestion(f"{what}: expected {expected}, got {shown}")


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(what, "an object", value)
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _wrong(what, "a text", value)
    return value


def _one_of(value: object, choices: tuple[str, ...] | str, what: str) -> str:
    if not isinstance(value, str) or value not in tuple(choices):
        raise _wrong(what, f"one of {' '.join(choices)}", value)
    return value


def _number(value: object, what: str, least: int = -_MOST) -> int:
    if type(value) is not int or not least <= value < _MOST:
        raise _wrong(what, f"a whole number from {least}" if least > 0 else "a number", value)
    return value


def _seat(value: object, what: str) -> int:
    if type(value) is not int or not 0 <= value <= 3:
        raise _wrong(what, "a seat from 0 to 3", value)
    return value


def _card(value: object, what: str) -> str:
    if not isinstance(value, str) or value not in CARD_CODES:
        raise _wrong(what, "a card such as KH", value)
    return value


def _play_answer(value: object, what: str) -> str:
    return PASS_NAME if value == PASS_NAME else _card(value, what)


def _listed(
    one: Callable[[Any, str], Value], value: object, what: str, most: int = _LONGEST
) -> tuple[Value, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise _wrong(what, f"a list of at most {most}", value)
    return tuple([one(item, what) for item in value])


def _four(value: object, what: str) -> Scores:
    points = _listed(_number, value, what)
    if len(points) != 4:
        raise BadQuestion(f"{what}: expected four numbers, by seat, got {len(points)}")
    return points[0], points[1], points[2], points[3]


def _pair(value: object, what: str) -> tuple[int, int]:
    seats = _listed(_seat, value, what)
    if len(seats) != 2:
        raise BadQuestion(f"{what}: expected pairs of seats, got {len(seats)}")
    return seats[0], seats[1]


def _trick(value: object, what: str) -> tuple[int, Cards]:
    if not isinstance(value, list) or len(value) != 5:
        raise _wrong(what, "a leader and four cards", value)
    return _seat(value[0], what), tuple([_card(card, what) for card in value[1:]])


def _turn(value: object, what: str) -> tuple[int, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong(what, "a seat and a card or --", value)
    return _seat(value[0], what), _play_answer(value[1], what)


def _layout(value: object) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for suit, ends in _object(value, "layout").items():
        _one_of(suit, SUITS, "layout")
        ranks = _listed(lambda rank, what: _one_of(rank, RANKS, what), ends, "layout")
        if len(ranks) != 2 or RANKS.index(ranks[0]) > RANKS.index(ranks[1]):
            raise BadQuestion("layout: expected the lowest and the highest rank of each suit")
        found[suit] = ranks[0], ranks[1]
    return found
