"""What an audit counts, against counts made by hand and against what schedules promise."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.league.audit import Audit, PairCounts, Roles, audit
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan

TournamentOf = Callable[..., Tournament]
ABCD = ("a", "b", "c", "d")


def plan(board_set: int, bots: str, seating: int = 1) -> SessionPlan:
    a, b, c, d = bots
    return SessionPlan(1, board_set + 1, seating, board_set, (a, b, c, d))


def differences(found: Audit) -> dict[str, int]:
    return {check.name: check.difference for check in found.checks}


def audited(tournament: Tournament) -> Audit:
    names = tuple(bot.name for bot in tournament.bots)
    challengers = frozenset(tournament.schedule.challengers)
    house = tournament.house.name if tournament.house else None
    return audit(sessions(tournament), Roles(names, challengers, house))


def test_one_session_counted_by_hand() -> None:
    found = audit([plan(0, "abcd")], Roles(ABCD))
    assert [bot.seats for bot in found.bots] == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0),
                                                 (0, 0, 0, 1)]  # fmt: skip
    assert found.pairs[0] == PairCounts("a", "b", 1, 1, left=1, across=0, right=0)
    assert found.pairs[1] == PairCounts("a", "c", 1, 1, left=0, across=1, right=0)
    assert found.pairs[2] == PairCounts("a", "d", 1, 1, left=0, across=0, right=1)
    assert differences(found) == {
        "hands": 1, "seats": 1, "board_sets": 0, "meetings": 0, "neighbours": 1,
    }  # fmt: skip


def test_a_bot_that_never_played_counts() -> None:
    found = audit([plan(0, "abcd")], Roles((*ABCD, "e")))
    assert [bot.sessions for bot in found.bots] == [1, 1, 1, 1, 0]
    checks = {check.name: check for check in found.checks}
    assert (checks["board_sets"].least, checks["board_sets"].most) == (0, 1)
    assert checks["board_sets"].at == "e; d"
    assert checks["meetings"].difference == 1
    assert checks["meetings"].at == "a and e; c and d"


def test_a_bot_on_two_seats_is_its_own_neighbour() -> None:
    found = audit([plan(0, "aabb"), plan(0, "bbaa", 2)], Roles(("a", "b")))
    pairs = {(pair.bot, pair.other): pair for pair in found.pairs}
    assert pairs["a", "a"] == PairCounts("a", "a", 1, 2, left=2, across=0, right=2)
    assert pairs["a", "b"] == PairCounts("a", "b", 1, 2, left=2, across=4, right=2)
    assert [bot.sessions for bot in found.bots] == [2, 2]
    assert differences(found)["hands"] == 0


def test_a_board_set_without_all_its_seatings_is_told() -> None:
    rows = ("abcd", "badc", "cdab", "dcba")
    whole = [plan(number, row, i) for number in range(3) for i, row in enumerate(rows, 1)]
    even = audit(whole, Roles(ABCD)).checks[0]
    assert (even.name, even.least, even.most, even.at) == ("hands", 1, 1, "")
    uneven = audit(whole[:-1], Roles(ABCD)).checks[0]
    assert (uneven.least, uneven.most, uneven.at) == (0, 1, "board set 2, a")


def test_nothing_played() -> None:
    found = audit([], Roles(ABCD))
    assert (found.sessions, found.board_sets) == (0, 0)
    assert set(differences(found).values()) == {0}


def test_challengers_are_compared_with_each_other() -> None:
    found = audit(
        [plan(0, "abcd"), plan(1, "ebcd")], Roles(("a", "b", "c", "d", "e"), frozenset("ae"))
    )
    assert {bot.bot: bot.role for bot in found.bots} == {
        "a": "challenger", "b": "entrant", "c": "entrant", "d": "entrant", "e": "challenger",
    }  # fmt: skip
    # a and e play half as often as the others, and never meet: that is what a gauntlet is.
    assert differences(found)["board_sets"] == 0
    assert differences(found)["meetings"] == 0


def test_the_house_bot_is_not_compared() -> None:
    found = audit([plan(0, "abhh"), plan(1, "bahh")], Roles(("a", "b"), house="h"))
    assert [bot.role for bot in found.bots] == ["entrant", "entrant", "house"]
    assert differences(found)["board_sets"] == 0
    assert differences(found)["meetings"] == 0


FOURS = ["".join(four) for four in permutations("abcdef", 4)]
DRAWN = st.lists(st.tuples(st.integers(0, 5), st.integers(0, len(FOURS) - 1)), max_size=30)


@given(DRAWN)
def test_every_count_is_what_counting_gives(drawn: list[tuple[int, int]]) -> None:
    plans = [plan(number, FOURS[four]) for number, four in drawn]
    found = audit(plans, Roles(tuple("abcdef")))
    seats = Counter((bot, seat) for one in plans for seat, bot in enumerate(one.bots))
    for bot in found.bots:
        assert bot.seats == tuple(seats[bot.bot, seat] for seat in range(4))
        assert bot.sessions == sum(bot.seats)
    for pair in found.pairs:
        shared = [one for one in plans if pair.bot in one.bots and pair.other in one.bots]
        turns = Counter(
            (one.bots.index(pair.other) - one.bots.index(pair.bot)) % 4 for one in shared
        )
        assert (pair.left, pair.across, pair.right) == (turns[1], turns[2], turns[3])
        assert pair.sessions == len(shared)


@given(DRAWN, st.randoms())
def test_the_order_of_sessions_changes_nothing(drawn: list[tuple[int, int]], order: Random) -> None:
    plans = [plan(number, FOURS[four]) for number, four in drawn]
    shuffled = plans[:]
    order.shuffle(shuffled)
    assert audit(shuffled, Roles(tuple("abcdef"))) == audit(plans, Roles(tuple("abcdef")))


# What schedules promise


@pytest.mark.parametrize(
    ("bots", "fields"),
    [
        (4, {"rounds": 3}),
        (4, {"rounds": 1, "seatings": 12}),
        (4, {"rounds": 1, "seatings": 24}),
        (5, {"rounds": 1, "kind": "all-tables"}),
        (8, {"rounds": 3, "kind": "all-tables"}),
        (8, {"rounds": 1, "kind": "all-tables", "seatings": 24}),
        (4, {"rounds": 3, "kind": "gauntlet", "challengers": ("bot-000",)}),
        (2, {"rounds": 1, "kind": "head-to-head", "seatings": 2}),
        (2, {"rounds": 2, "kind": "head-to-head", "seatings": 2, "singles_every": 1}),
        (3, {"rounds": 3, "house": True}),
        (2, {"rounds": 3, "kind": "all-tables", "house": True}),
    ],
)
def test_what_is_balanced_exactly(
    bots: int, fields: dict[str, object], tournament_of: TournamentOf
) -> None:
    found = audited(tournament_of(bots, **fields))
    assert differences(found) == dict.fromkeys(differences(found), 0)


@pytest.mark.parametrize(
    ("bots", "fields"),
    [
        (9, {"rounds": 7}),
        (7, {"rounds": 5, "kind": "gauntlet", "challengers": ("bot-001", "bot-004")}),
        (6, {"rounds": 1, "kind": "all-tables"}),
    ],
)
def test_four_seatings_balance_hands_and_seats_always(
    bots: int, fields: dict[str, object], tournament_of: TournamentOf
) -> None:
    found = differences(audited(tournament_of(bots, **fields)))
    assert (found["hands"], found["seats"]) == (0, 0)
    assert found["board_sets"] <= 1


def test_a_seating_changed_by_hand_is_found(tournament_of: TournamentOf) -> None:
    plans = list(sessions(tournament_of(4, rounds=3)))
    a, b, c, d = plans[5].bots
    plans[5] = replace(plans[5], bots=(b, a, c, d))
    found = audit(plans, Roles((a, b, c, d)))
    assert differences(found)["hands"] == 2
    assert differences(found)["seats"] > 0
