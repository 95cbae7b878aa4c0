"""All tables, gauntlets, head-to-heads, short tables: what each kind of schedule balances."""

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import combinations, islice, permutations
from math import comb
from typing import Any

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.league.schedule import (
    SCHEDULE_VERSION,
    most_tables,
    session_count,
    sessions,
    table_count,
    tables,
)
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan

TournamentOf = Callable[..., Tournament]

A, B, C, D, E = (f"bot-00{i}" for i in range(5))
KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "round-robin": (6, {}),
    "all-tables": (6, {"kind": "all-tables"}),
    "gauntlet": (7, {"kind": "gauntlet", "challengers": (A, C)}),
    "head-to-head": (2, {"kind": "head-to-head", "seatings": 2, "singles_every": 3}),
    "short": (2, {"house": True}),
    "short-gauntlet": (2, {"kind": "gauntlet", "challengers": (A,), "house": True}),
    "single": (5, {"kind": "all-tables", "seatings": 1}),
}
PINNED = {
    "round-robin": "ae76844faf410df2",
    "all-tables": "ea6dbaaa97b2e23b",
    "gauntlet": "a912213df0b9bfc5",
    "head-to-head": "24d7ff57196f6e3d",
    "short": "a0c97586afc7840f",
    "short-gauntlet": "e7b986dd9a19db47",
    "single": "237ac6364fb294d0",
}
"""The beginning of the SHA-256 of six rounds."""


def shown(tournament: Tournament) -> str:
    return "".join(
        f"{plan.session} {plan.board_set} {' '.join(plan.bots)}\n" for plan in sessions(tournament)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_version_stands_for_these_schedules(kind: str, tournament_of: TournamentOf) -> None:
    """A change of these is a change of SCHEDULE_VERSION."""
    bots, fields = KINDS[kind]
    text = shown(tournament_of(bots, rounds=6, **fields))
    assert (SCHEDULE_VERSION, sha256(text.encode()).hexdigest()[:16]) == (1, PINNED[kind])


def seats_held(plans: Iterable[SessionPlan]) -> Counter[tuple[str, int]]:
    return Counter((bot, seat) for plan in plans for seat, bot in enumerate(plan.bots))


def relations(plans: Iterable[SessionPlan]) -> Counter[tuple[str, str, int]]:
    """Count how often a bot had another that many seats to its left."""
    return Counter(
        (plan.bots[seat], plan.bots[(seat + turn) % 4], turn)
        for plan in plans
        for seat in range(4)
        for turn in (1, 2, 3)
    )


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    """Count the tables of each pair."""
    return Counter(
        frozenset(pair)
        for table in tables(tournament)
        for pair in combinations(sorted(set(table.sessions[0].bots)), 2)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_more_rounds_extend_the_same_sequence(kind: str, tournament_of: TournamentOf) -> None:
    bots, fields = KINDS[kind]
    short = list(sessions(tournament_of(bots, rounds=4, **fields)))
    long = sessions(tournament_of(bots, rounds=9, **fields))
    assert list(islice(long, len(short))) == short


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_and_counts_agree(kind: str, tournament_of: TournamentOf) -> None:
    bots, fields = KINDS[kind]
    tournament = tournament_of(bots, rounds=7, **fields)
    plans, all_tables = list(sessions(tournament)), list(tables(tournament))
    assert len(plans) == session_count(tournament)
    assert [table.board_set for table in all_tables] == list(range(table_count(tournament)))
    assert max(table.table for table in all_tables) == most_tables(tournament.schedule, bots)
    assert sorted(plan.place for plan in plans) == [plan.place for plan in plans]
    assert {len(table.sessions) for table in all_tables} == {tournament.schedule.seatings}


@pytest.mark.parametrize("kind", KINDS)
def test_a_schedule_begins_at_once(kind: str, tournament_of: TournamentOf) -> None:
    bots, fields = KINDS[kind]
    assert next(sessions(tournament_of(bots, rounds=100_000, **fields))).session == "1.1.1"


# All tables


@pytest.mark.parametrize("bots", range(4, 13))
def test_all_tables_are_every_four_once_a_round(bots: int, tournament_of: TournamentOf) -> None:
    tournament = tournament_of(bots, rounds=2, kind="all-tables")
    for number in (1, 2):
        fours = [
            frozenset(table.sessions[0].bots)
            for table in tables(tournament)
            if table.round == number
        ]
        assert len(fours) == len(set(fours)) == comb(bots, 4)


@pytest.mark.parametrize("bots", range(4, 10))
def test_all_tables_balance_exactly_over_three_rounds(
    bots: int, tournament_of: TournamentOf
) -> None:
    tournament = tournament_of(bots, rounds=3, kind="all-tables")
    plans = list(sessions(tournament))
    assert len(set(seats_held(plans).values())) == 1
    assert len(set(relations(plans).values())) == 1
    assert len(relations(plans)) == 3 * bots * (bots - 1)


@pytest.mark.parametrize("bots", [5, 8, 12, 16])
def test_one_round_of_all_tables_shares_who_sits_across(
    bots: int, tournament_of: TournamentOf
) -> None:
    counts = relations(sessions(tournament_of(bots, kind="all-tables")))
    for a, b in combinations([f"bot-{i:03}" for i in range(bots)], 2):
        beside, across = counts[a, b, 1], counts[a, b, 2]
        assert beside == counts[a, b, 3]
        # One table more or less across is worth four sessions there and two on each side.
        assert abs(beside - across) <= 12


@pytest.mark.parametrize("bots", [5, 6, 8, 11])
def test_all_play_about_equally_often_all_along(bots: int, tournament_of: TournamentOf) -> None:
    played: Counter[str] = Counter()
    for table in tables(tournament_of(bots, kind="all-tables")):
        played.update(table.sessions[0].bots)
        assert max(played.values()) - min(played[f"bot-{i:03}"] for i in range(bots)) <= 4


@pytest.mark.parametrize("bots", [5, 8])
def test_single_seatings_of_all_tables_share_the_seats(
    bots: int, tournament_of: TournamentOf
) -> None:
    plans = list(sessions(tournament_of(bots, rounds=24, seatings=1, kind="all-tables")))
    assert len(set(seats_held(plans).values())) == 1
    assert len(set(relations(plans).values())) == 1


def test_all_tables_of_fifty_bots_are_refused(tournament_of: TournamentOf) -> None:
    with pytest.raises(ConfigError) as refused:
        next(tables(tournament_of(50, kind="all-tables")))
    assert str(refused.value) == (
        "all-tables takes 1 to 16 bots, got 50, which make 230,300 tables a round; "
        "round-robin takes up to 256"
    )


# Gauntlets


@pytest.mark.parametrize("challengers", [1, 2, 3])
@pytest.mark.parametrize("others", [3, 4, 5, 6, 9, 20])
def test_each_table_of_a_gauntlet_has_one_challenger(
    others: int, challengers: int, tournament_of: TournamentOf
) -> None:
    names = tuple(f"bot-{i:03}" for i in range(challengers))
    tournament = tournament_of(others + challengers, rounds=12, kind="gauntlet", challengers=names)
    met = meetings(tournament)
    for table in tables(tournament):
        assert len(set(table.sessions[0].bots)) == 4
        assert len(set(table.sessions[0].bots) & set(names)) == 1
    rest = [f"bot-{i:03}" for i in range(challengers, challengers + others)]
    with_challengers = [met[frozenset((name, other))] for name in names for other in rest]
    assert max(with_challengers) - min(with_challengers) <= 1
    # The others meet each other as often as they are drawn together, once for each challenger.
    among = [met[frozenset(pair)] // challengers for pair in combinations(rest, 2)]
    assert max(among) - min(among) <= 3


@pytest.mark.parametrize("seatings", [1, 4])
@pytest.mark.parametrize("others", [3, 4, 6, 9, 20])
def test_neighbours_in_a_gauntlet_are_shared(
    others: int, seatings: int, tournament_of: TournamentOf
) -> None:
    tournament = tournament_of(
        others + 1, rounds=24, seatings=seatings, kind="gauntlet", challengers=(A,)
    )
    counts = relations(sessions(tournament))
    sides = [
        [counts[A, other, turn] for turn in (1, 2, 3)]
        for other in {other for _, other, _ in counts} - {A}
    ]
    # With four seatings a table has an other across four times, or never.
    assert max(max(side) - min(side) for side in sides) <= (3 if seatings == 1 else 8)


def test_all_challengers_meet_the_same_opposition(tournament_of: TournamentOf) -> None:
    tournament = tournament_of(9, rounds=5, kind="gauntlet", challengers=(B, D))
    met = {
        name: [
            frozenset(table.sessions[0].bots) - {name}
            for table in tables(tournament)
            if name in table.sessions[0].bots
        ]
        for name in (B, D)
    }
    assert met[B] == met[D]


def test_a_gauntlet_of_four_balances_over_three_rounds(tournament_of: TournamentOf) -> None:
    plans = list(sessions(tournament_of(4, rounds=3, kind="gauntlet", challengers=(C,))))
    held = Counter(
        (plan.bots[a], plan.bots[b], a, b) for plan in plans for a, b in permutations(range(4), 2)
    )
    assert (len(held), set(held.values())) == (144, {1})


# Head-to-heads


def test_a_head_to_head_is_complement_pairs(tournament_of: TournamentOf) -> None:
    plans = list(sessions(tournament_of(2, kind="head-to-head", seatings=2)))
    shown = ["".join("AB"[bot == B] for bot in plan.bots) for plan in plans]
    assert shown == ["AABB", "BBAA", "ABBA", "BAAB", "ABAB", "BABA"]
    assert [plan.board_set for plan in plans] == [0, 0, 1, 1, 2, 2]
    assert [plan.session for plan in plans] == [
        "1.1.1",
        "1.1.2",
        "1.2.1",
        "1.2.2",
        "1.3.1",
        "1.3.2",
    ]


def test_every_round_of_a_head_to_head_is_balanced(tournament_of: TournamentOf) -> None:
    plans = list(sessions(tournament_of(2, kind="head-to-head", seatings=2)))
    assert set(seats_held(plans).values()) == {3}
    counts = relations(plans)
    # Of the three others at the table one is the bot itself, at every turn equally often.
    assert [counts[A, A, turn] for turn in (1, 2, 3)] == [4, 4, 4]
    assert [counts[A, B, turn] for turn in (1, 2, 3)] == [8, 8, 8]


def test_one_against_three_comes_after_every_so_many_rounds(tournament_of: TournamentOf) -> None:
    fields = {"kind": "head-to-head", "seatings": 2, "singles_every": 2}
    tournament = tournament_of(2, rounds=5, **fields)
    sizes = Counter(table.round for table in tables(tournament))
    assert sizes == {1: 3, 2: 7, 3: 3, 4: 7, 5: 3}
    singles = [table for table in tables(tournament) if table.round == 2][3:]
    shown = [["".join("AB"[bot == B] for bot in s.bots) for s in t.sessions] for t in singles]
    assert shown == [["ABBB", "BAAA"], ["BABB", "ABAA"], ["BBAB", "AABA"], ["BBBA", "AAAB"]]


@pytest.mark.parametrize("bots", [0, 1, 3, 4])
def test_a_head_to_head_takes_two(bots: int, tournament_of: TournamentOf) -> None:
    with pytest.raises(ConfigError, match=f"head-to-head takes 2 bots, got {bots}"):
        next(tables(tournament_of(bots, kind="head-to-head", seatings=2)))


# Short tables


@pytest.mark.parametrize("bots", [1, 2, 3])
@pytest.mark.parametrize("kind", ["round-robin", "all-tables"])
def test_the_house_bot_fills_the_seats(kind: str, bots: int, tournament_of: TournamentOf) -> None:
    tournament = tournament_of(bots, rounds=3, kind=kind, house=True)
    plans = list(sessions(tournament))
    assert len(plans) == 12
    for plan in plans:
        assert Counter(plan.bots)["house"] == 4 - bots
        assert len(set(plan.bots)) == bots + 1
    held = seats_held(plans)
    assert {held[f"bot-{i:03}", seat] for i in range(bots) for seat in range(4)} == {3}


def test_the_house_bot_fills_up_the_others_of_a_gauntlet(tournament_of: TournamentOf) -> None:
    tournament = tournament_of(4, kind="gauntlet", challengers=(A, B, C), house=True)
    first = [sorted(table.sessions[0].bots) for table in tables(tournament)]
    assert first == [[name, D, "house", "house"] for name in (A, B, C)]


def test_four_bots_need_no_house_bot(tournament_of: TournamentOf) -> None:
    alone = list(sessions(tournament_of(4, rounds=3)))
    assert list(sessions(tournament_of(4, rounds=3, house=True))) == alone


def test_seatings_that_would_repeat_are_refused(tournament_of: TournamentOf) -> None:
    with pytest.raises(ConfigError, match=r"12 seatings would repeat .* holds 2 seats"):
        next(tables(tournament_of(2, seatings=12, house=True)))
    assert session_count(tournament_of(3, seatings=24, house=True)) == 24
