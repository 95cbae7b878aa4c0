"""What happened at the table is told once, in the order in which it happened."""

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.report.events_text import EventsText
from barbu_arena.report.ink import PLAIN, Ink

RULES = load_rules("modern")
NAMES = ("ann", "ben", "cem", "dee")


def told(*happened: tuple[int, str], ink: Ink = PLAIN) -> list[str]:
    events = EventsText(RULES, NAMES, ink)
    for seat, action in happened:
        events.add(seat, action)
    lines = events.told()
    assert events.told() == []
    return lines


def test_nothing() -> None:
    assert told() == []


def test_a_contract_and_calls() -> None:
    calls = [(2, "-"), (3, "1"), (0, "1,2,3"), (1, "0,3")]
    assert told((1, "no_king"), *calls) == [
        "ben declares no_king",
        "calls: cem passes, dee doubles ben, ann doubles ben and cem and dee,",
        "       ben doubles ann and dee",
    ]


def test_tricks_stand_below_the_names_as_in_show() -> None:
    tricks = [
        (1, "2C"),
        (2, "KC"),
        (3, "4C"),
        (0, "AD"),
        (2, "3H"),
        (3, "2H"),
        (0, "5H"),
        (1, "AC"),
    ]
    assert told(*tricks) == [
        "           0 ann          1 ben          2 cem          3 dee",
        "trick  1   AD            >2C             KC*            4C",
        "trick  2   5H*            AC            >3H             2H",
    ]


def test_trumps_take_them() -> None:
    tricks = [(1, "2C"), (2, "KC"), (3, "2S"), (0, "3S")]
    assert told((1, "trumps:S"), *tricks)[-1].split() == ["trick", "1", "3S*", ">2C", "KC", "2S"]
    assert told((1, "trumps:D"), *tricks)[-1].split() == ["trick", "1", "3S", ">2C", "KC*", "2S"]


def test_a_trick_in_play_is_told_when_it_is_finished() -> None:
    events = EventsText(RULES, NAMES, PLAIN)
    for seat, card in ((0, "2C"), (1, "KC"), (2, "4C")):
        events.add(seat, card)
    assert events.told() == []
    events.add(3, "AC")
    assert events.told()[1:] == [
        "trick  1  >2C             KC             4C             AC*",
    ]


def test_a_new_deal_counts_its_own_tricks() -> None:
    events = EventsText(RULES, NAMES, PLAIN)
    for card in ("2C", "3C", "4C", "5C"):
        events.add(0, card)
    events.close_deal()
    events.add(0, "domino:8")
    events.add(0, "8S")
    assert events.told() == ["ann declares domino:8", "ann 8S"]


def test_a_domino_in_lines_of_eighty() -> None:
    turns = [(seat % 4, card) for seat, card in enumerate(["8S", "--", "9S", "8H", "TS"] * 3)]
    lines = told((0, "domino:8"), *turns)
    assert lines == [
        "ann declares domino:8",
        "ann 8S, ben passes, cem 9S, dee 8H, ann TS, ben 8S, cem passes, dee 9S, ann 8H,",
        "ben TS, cem 8S, dee passes, ann 9S, ben 8H, cem TS",
    ]
    assert max(map(len, lines)) <= 80


def test_names_with_hyphens_are_not_broken() -> None:
    events = EventsText(RULES, ("a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p",) * 4, PLAIN)
    for seat, action in ((0, "domino:8"), (0, "8S"), (1, "9S"), (2, "TS"), (3, "JS")):
        events.add(seat, action)
    assert [line.count("a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p") for line in events.told()] == [1, 2, 2]


@pytest.mark.parametrize(
    ("happened", "line"),
    [
        (
            [(0, "domino:8"), (0, "8H"), (1, "--"), (2, "8D")],
            "ann \x1b[31m8H\x1b[0m, ben passes, cem \x1b[33m8D\x1b[0m",
        ),
        (
            [(0, "2C"), (1, "KC"), (2, "4C"), (3, "5C")],
            "trick  1  >\x1b[32m2C\x1b[0m             \x1b[32;1mKC*\x1b[0m            "
            "\x1b[32m4C\x1b[0m             \x1b[32m5C\x1b[0m",
        ),
    ],
    ids=["Domino", "tricks"],
)
def test_suits_have_colours(happened: list[tuple[int, str]], line: str) -> None:
    assert told(*happened, ink=Ink(coloured=True))[-1] == line
