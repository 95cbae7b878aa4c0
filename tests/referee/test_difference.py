"""Two plays of one session: the first answer in which they differ."""

from collections.abc import Mapping

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.referee.difference import Difference, first_difference
from barbu_arena.referee.record import SessionRecord
from tests.referee.scripted import Game, Reply, ScriptedPlayer, first, last


def played(rules: str = "modern", **seats: Mapping[int, Reply]) -> SessionRecord:
    """A session by first legal answers, but for the n-th answers given for ``seat0`` and so on."""
    return Game(
        {seat: ScriptedPlayer(seats.get(f"seat{seat}")) for seat in range(4)}, rules=rules
    ).play()


def test_equal_plays_do_not_differ() -> None:
    assert first_difference(played(), played(), load_rules("modern")) is None


def test_faults_alone_are_no_difference() -> None:
    # What replaced the illegal answer is what the bot says otherwise.
    after = played(seat2={7: "11X"})
    assert after != played()
    assert first_difference(played(), after, load_rules("modern")) is None


@pytest.mark.parametrize(
    ("seats", "difference", "text"),
    [
        (
            {"seat0": {1: "trumps:H"}},
            Difference(1, "choose", 0, 0, "no_tricks", "trumps:H"),
            "deal 1, announcement, seat 0: no_tricks, now trumps:H",
        ),
        (
            {"seat2": {1: "0,3"}},
            Difference(1, "double", 1, 2, "-", "0,3"),
            "deal 1, call 2, seat 2: -, now 0,3",
        ),
        (
            {"seat0": {2: last}},
            None,
            "deal 1, play 1, seat 0: ",
        ),
    ],
    ids=["an announcement", "a call", "a play"],
)
def test_the_first_difference(
    seats: dict[str, dict[int, Reply]], difference: Difference | None, text: str
) -> None:
    found = first_difference(played(), played(**seats), load_rules("modern"))
    assert found is not None
    assert difference in (None, found)
    assert str(found).startswith(text)


def test_it_is_the_first_of_many_and_the_seats_own() -> None:
    before = Game(habit=first).play()
    late = ScriptedPlayer({40: last}, habit=first)
    found = first_difference(before, Game({3: late}).play(), load_rules("modern"))
    assert found is not None
    question = late.asked[39]
    assert (found.deal, found.seat, found.ask) == (question["deal"], 3, question["type"])
    assert (found.before, found.after) == (question["legal"][0], question["legal"][-1])


def test_without_doubles() -> None:
    before, after = played("modern-no-doubles"), played("modern-no-doubles", seat0={2: last})
    found = first_difference(before, after, load_rules("modern-no-doubles"))
    assert found is not None
    assert str(found).startswith("deal 1, play 1, seat 0: ")
