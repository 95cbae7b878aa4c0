"""Every key of a contract in a rules file, by a play in which its value matters."""

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.game.cards import codes
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay
from tests.game.positions import (
    SUIT_HANDS,
    announced,
    answers,
    deal_of,
    domino_contract,
    give,
    hand,
    hands_of,
    legal,
    play_cards,
    trick_contract,
    trick_position,
)
from tests.rules.house_rules import NO_DOUBLES, Written, known_keys

COVERED = {
    "contracts: {c: {unknown: 1}}": "tricks cards duties stop trump",
    "contracts: {c: {places: [1, 2, 3, 4], unknown: 1}}": "places start opens",
}
"""By where they stand, the keys that the tests below exercise."""


@pytest.mark.parametrize("entry", COVERED)
def test_there_are_no_other_keys(entry: str, written: Written) -> None:
    assert known_keys(written, entry) == COVERED[entry]


# Trick contracts


def _contract(written: Written, entry: str) -> TrickContract:
    rules = written(f"extends: modern\ncontracts: {{house: {{{entry}}}}}\n")
    return trick_contract(rules, "house")


def _scores(contract: TrickContract, trump: str | None = None) -> list[int]:
    """Return the points of the seat that takes all, after each trick."""
    play = TrickPlay(contract, trump, SUIT_HANDS, 0)
    scores = []
    while not play.over:
        for _ in range(4):
            play.play(next(codes(play.legal)))
        scores.append(play.raw[0])
    return scores


@pytest.mark.parametrize("points", [-2, 7])
def test_tricks_as_one_number(points: int, written: Written) -> None:
    assert _scores(_contract(written, f"tricks: {points}")) == [
        points * number for number in range(1, 14)
    ]


@pytest.mark.parametrize(
    ("entry", "scores"),
    [
        ("{1: -3, 12: 4}", [-3] * 11 + [1, 1]),
        ("{2: -3, 13: 4}", [0] + [-3] * 11 + [1]),
    ],
)
def test_tricks_by_number(entry: str, scores: list[int], written: Written) -> None:
    assert _scores(_contract(written, f"tricks: {entry}")) == scores


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        pytest.param("{K: -3}", (-3, -3, 0), id="rank"),
        pytest.param("{Q: -3}", (0, 0, -3), id="another-rank"),
        pytest.param("{H: -2}", (-2, 0, -2), id="suit"),
        pytest.param("{D: -2}", (0, -2, 0), id="another-suit"),
        pytest.param("{KH: -9}", (-9, 0, 0), id="card"),
        pytest.param("{QH: 4}", (0, 0, 4), id="another-card"),
        pytest.param("{H: -2, KH: -9}", (-9, 0, -2), id="card-over-suit"),
        pytest.param("{K: -3, KH: -9}", (-9, -3, 0), id="card-over-rank"),
        pytest.param("{K: -3, H: -2, KH: 0}", (0, -3, -2), id="card-over-both"),
    ],
)
def test_cards(entry: str, points: tuple[int, ...], written: Written) -> None:
    contract = _contract(written, f"cards: {entry}")
    captured = []
    for card in ("KH", "KD", "QH"):
        play = TrickPlay(contract, None, hands_of([f"2S {card} 3S 4S"]), 0)
        play_cards(play, f"2S {card} 3S 4S")
        captured.append(play.raw[3])
    assert tuple(captured) == points


# Positions that tell the duties apart: the trick so far, the hand on move, and whether a heart was
# played to an earlier trick. Spades are trumps.
POSITIONS = {
    "lead": ("", "KH 5C", False),
    "lead broken": ("", "KH 5C", True),
    "follow": ("7C", "2C AS", False),
    "trump led": ("7S JS", "QS 9S AH", False),
    "void": ("4D", "3S AC", False),
    "void, ruffed": ("4D 9S", "3S TS AC", False),
    "void, ruffed high": ("4D JS", "3S AC", False),
}
EVERYTHING = {name: held for name, (_, held, _) in POSITIONS.items()} | {
    "follow": "2C",
    "trump led": "QS 9S",
}
"""What `follow_suit` alone allows."""


NARROWED: dict[str, dict[str, str]] = {
    "follow_suit": {},
    "follow_suit, lead_no_heart": {"lead": "5C", "lead broken": "5C"},
    "follow_suit, lead_no_unbroken_heart": {"lead": "5C"},
    "follow_suit, win_with_trump": {"trump led": "QS", "void": "3S", "void, ruffed": "TS"},
    "follow_suit, beat_led_trump": {"trump led": "QS"},
    "follow_suit, ruff": {"void": "3S", "void, ruffed": "3S TS", "void, ruffed high": "3S"},
    "follow_suit, overruff": {"trump led": "QS", "void, ruffed": "TS AC"},
    "follow_suit, ruff, overruff": {
        "trump led": "QS",
        "void": "3S",
        "void, ruffed": "TS",
        "void, ruffed high": "3S",
    },
}
"""By the duties of a contract, what they allow where that is less than everything."""


@pytest.mark.parametrize("duties", NARROWED)
def test_duties(duties: str, written: Written) -> None:
    contract = _contract(written, f"tricks: 5, trump: [S], duties: [{duties}]")
    found = {
        name: legal(trick_position(contract, "S", trick.split(), held.split(), broken))
        for name, (trick, held, broken) in POSITIONS.items()
    }
    assert found == {
        name: set(held.split()) for name, held in (EVERYTHING | NARROWED[duties]).items()
    }


def test_duties_are_all_told_apart_and_follow_suit_when_none_is_named(written: Written) -> None:
    assert {duty for duties in NARROWED for duty in duties.split(", ")} == set(DUTIES)
    assert _contract(written, "tricks: 5").duties == ("follow_suit",)
    with pytest.raises(ConfigError, match="expected follow_suit as the first duty"):
        _contract(written, "tricks: 5, duties: [lead_no_heart]")


@pytest.mark.parametrize(("stop", "tricks"), [(", stop: captured", 3), ("", 13)])
def test_stop(stop: str, tricks: int, written: Written) -> None:
    scores = _scores(_contract(written, f"cards: {{4H: -5}}{stop}"))
    assert scores == [0, 0, *[-5] * (tricks - 2)]


@pytest.mark.parametrize(
    ("entry", "ways"),
    [
        ("", ["house"]),
        (", trump: [S]", ["house:S"]),
        (", trump: [H, D]", ["house:H", "house:D"]),
        (', trump: ["-", C]', ["house:C", "house:-"]),
    ],
)
def test_trump(entry: str, ways: list[str], written: Written) -> None:
    rules = written(f"extends: modern\n{NO_DOUBLES}contracts: {{house: {{tricks: 5{entry}}}}}\n")
    assert [way for way in answers(deal_of(rules)) if "house" in way] == ways
    # Seat 0 leads spades; the seat that holds the trump suit takes the first trick.
    winners = {"house": 0, "S": 0, "H": 1, "D": 2, "C": 3, "-": 0}
    for way in ways:
        deal = announced(deal_of(rules), way)
        for card in ("2S", "2H", "2D", "2C"):
            give(deal, card)
        assert deal.raw()[winners[way.rpartition(":")[2]]] == 5


# Domino


def _domino(written: Written, places: str, start: str, opens: str) -> RuleSet:
    entry = f"domino: {{places: [{places}], start: {start}, opens: {opens}}}"
    return written(f"extends: modern\n{NO_DOUBLES}contracts: {{{entry}}}\n")


@pytest.mark.parametrize("places", ["45, 20, 5, -5", "10, 9, 8, -27", "-1, -2, -3, -4"])
def test_places(places: str, written: Written) -> None:
    rules = _domino(written, places, "any", "declarer")
    hands = hand("8S"), hand("7S"), hand("6S"), hand("2C 3C")
    play = DominoPlay(domino_contract(rules), "7", hands, 1)
    play_cards(play, "7S 6S -- 8S")
    first, second, third, last = map(int, places.split(", "))
    assert play.scores() == (third, first, second, last)


@pytest.mark.parametrize(
    ("start", "ranks"), [("any", "23456789TJQKA"), ('["7"]', "7"), ('[A, "2", T]', "2TA")]
)
def test_start(start: str, ranks: str, written: Written) -> None:
    rules = _domino(written, "45, 20, 5, -5", start, "declarer")
    offered = [way for way in answers(deal_of(rules)) if "domino" in way]
    assert offered == [f"domino:{rank}" for rank in ranks]
    for rank in ranks:
        deal = announced(deal_of(rules), f"domino:{rank}")
        assert answers(deal) == [f"{rank}S"]


@pytest.mark.parametrize(
    ("opens", "first", "card"),
    [("declarer", 1, "7H"), ("left", 2, "7D"), ("7S", 0, "7S"), ("7C", 3, "7C")],
)
def test_opens(opens: str, first: int, card: str, written: Written) -> None:
    rules = _domino(written, "45, 20, 5, -5", '["7"]', opens)
    deal = announced(deal_of(rules, declarer=1), "domino:7")
    assert (deal.seat, answers(deal)) == (first, [card])


def test_opens_with_the_card_named_and_no_other(written: Written) -> None:
    hands = hand("7S 7H"), hand("8D 9D"), hand("2S 7D"), hand("8C 9C")
    found = {}
    for opens in ("declarer", "7S", "7H"):
        rules = _domino(written, "45, 20, 5, -5", '["7"]', opens)
        deal = announced(deal_of(rules, hands=hands), "domino:7")
        found[opens] = (deal.seat, answers(deal))
    assert found == {
        "declarer": (0, ["7S", "7H"]),
        "7S": (0, ["7S"]),
        "7H": (0, ["7H"]),
    }
