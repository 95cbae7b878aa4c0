"""The league table: complete tables only, any order of sessions, and leagues at the edge."""

from collections.abc import Callable
from dataclasses import astuple, replace
from math import isfinite
from random import Random

import pytest

from barbu_arena.errors import VerificationFailed
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.standings import Standing, Standings, league_standings, standings
from barbu_arena.league.summary import SessionSummary, summarise
from barbu_arena.referee.record import SessionRecord

Played = Callable[..., SessionSummary]


def row_of(table: tuple[Standing, ...], bot: str) -> Standing:
    return next(row for row in table if row.bot == bot)


def table_of(
    played: Played, number: int, totals: dict[str, int], seatings: int = 4
) -> list[SessionSummary]:
    """Return the sessions of one round's only table, all with the same totals."""
    return [played((number, 1, k), number - 1, totals) for k in range(1, seatings + 1)]


# Order


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_ledger_changes_nothing(seed: int, league: list[SessionSummary]) -> None:
    shuffled = Random(seed).sample(league, len(league))
    assert standings(shuffled, 4) == standings(league, 4)


def test_sessions_may_come_one_by_one(league: list[SessionSummary]) -> None:
    assert standings(iter(league), 4) == standings(league, 4)


def test_equal_bots_rank_by_name(played: Played) -> None:
    sessions = table_of(played, 1, {"d": 5, "a": 5, "c": -10, "b": 0})
    assert [row.bot for row in standings(sessions, 4)] == ["a", "d", "b", "c"]


def test_rounding_errors_do_not_rank(played: Played) -> None:
    # a and z did the same against the same; their strengths differ in the last bit, for z.
    results = [
        {"b": 3, "c": 6, "a": -5, "d": -4},
        {"b": 3, "c": 6, "z": -5, "d": -4},
        {"a": 8, "e": 0, "d": -8, "b": 0},
        {"z": 8, "e": 0, "d": -8, "b": 0},
        {"b": -4, "d": -6, "c": -1, "e": 11},
        {"b": -4, "d": -6, "c": -1, "e": 11},
    ]
    sessions = [
        session
        for number, totals in enumerate(results, 1)
        for session in table_of(played, number, totals)
    ]
    table = standings(sessions, 4)
    a, z = row_of(table, "a"), row_of(table, "z")
    assert a.points_per_deal == pytest.approx(z.points_per_deal, abs=1e-12)
    assert table.index(z) == table.index(a) + 1


# Incomplete tables


@pytest.mark.parametrize("left_out", [0, 5, 23])
def test_an_incomplete_table_does_not_count_for_strength(
    left_out: int, league: list[SessionSummary]
) -> None:
    gone = league[left_out]
    some = standings([summary for summary in league if summary is not gone], 4)
    without = standings([summary for summary in league if summary.place[0] != gone.place[0]], 4)
    assert [(row.bot, row.points_per_deal, row.half_width_95) for row in some] == [
        (row.bot, row.points_per_deal, row.half_width_95) for row in without
    ]
    assert sum(row.sessions for row in some) == 4 * 23


def test_a_bot_without_a_complete_table_comes_last(played: Played) -> None:
    sessions = [
        *table_of(played, 1, {"a": 40, "b": 0, "c": -10, "d": -30}),
        *table_of(played, 2, {"a": 20, "b": 0, "c": -10, "d": -10}),
        *table_of(played, 3, {"a": -100, "b": -90, "c": -90, "star": 280}, seatings=3),
    ]
    table = standings(sessions, 4)
    assert [row.bot for row in table] == ["a", "b", "c", "d", "star"]
    places = (3.0, 0.0, 0.0, 0.0)
    assert table[-1] == Standing("star", 3, None, None, 280.0, 3.0, (), 0, 0, places=places)
    assert table[0].points_per_deal == pytest.approx(30 / 28)


@pytest.mark.parametrize("seatings", [1, 4, 12])
def test_complete_means_all_seatings(seatings: int, played: Played) -> None:
    sessions = table_of(played, 1, {"a": 28, "b": 0, "c": 0, "d": -28}, seatings)
    assert standings(sessions, seatings)[0].points_per_deal == pytest.approx(1)
    assert standings(sessions, 24)[0].points_per_deal is None


# Leagues at the edge


def test_no_sessions() -> None:
    assert standings([], 4) == ()


def test_one_set_has_points_and_no_interval(played: Played) -> None:
    table = standings(table_of(played, 1, {"a": 56, "b": 28, "c": -28, "d": -56}), 4)
    assert [row.points_per_deal for row in table] == pytest.approx([2, 1, -1, -2])
    assert {row.half_width_95 for row in table} == {None}


def test_all_equal(played: Played) -> None:
    sessions = [
        session for number in (1, 2, 3)
        for session in table_of(played, number, dict.fromkeys("dcba", -7))
    ]  # fmt: skip
    table = standings(sessions, 4)
    assert [row.bot for row in table] == ["a", "b", "c", "d"]
    assert {row.points_per_deal for row in table} == {0.0}
    assert {row.half_width_95 for row in table} == {0.0}
    assert {row.wins for row in table} == {3.0}


def test_one_bot_wins_all_by_the_same(played: Played) -> None:
    sessions = [
        session for number in (1, 2, 3, 4)
        for session in table_of(played, number, {"a": 84, "b": -28, "c": -28, "d": -28})
    ]  # fmt: skip
    table = standings(sessions, 4)
    assert table[0].bot == "a"
    assert table[0].points_per_deal == pytest.approx(3)
    assert table[0].half_width_95 == pytest.approx(0, abs=1e-9)
    assert [row.wins for row in table] == [16, 0, 0, 0]


def test_tables_that_share_nobody_rank_by_mean_total(played: Played) -> None:
    first = table_of(played, 1, {"a": 1, "b": 0, "c": 0, "d": -1})
    second = table_of(played, 2, {"e": 99, "f": 0, "g": 0, "h": -99})
    table = standings(first + second, 4)
    assert [row.bot for row in table] == ["e", "a", "b", "c", "f", "g", "d", "h"]
    assert {row.points_per_deal for row in table} == {None}
    assert {row.half_width_95 for row in table} == {None}


def test_points_are_against_the_field_and_not_the_table_mates(played: Played) -> None:
    # strong and weak tables meet only in the third: what b won, it won against weaker bots.
    sessions = [
        *table_of(played, 1, {"a": 20, "b": 20, "c": -20, "d": -20}),
        *table_of(played, 2, {"c": 20, "d": 20, "e": -20, "f": -20}),
        *table_of(played, 3, {"a": 40, "b": 40, "e": -40, "f": -40}),
    ]
    points = {row.bot: row.points_per_deal for row in standings(sessions, 4)}
    expected = {"a": 40, "b": 40, "c": 0, "d": 0, "e": -40, "f": -40}
    assert points == pytest.approx({bot: x / 28 for bot, x in expected.items()}, abs=1e-9)


# Descriptive columns


def test_totals_wins_and_sessions(league: list[SessionSummary]) -> None:
    table = standings(league, 4)
    assert row_of(table, "ada").mean_total == 570 / 20
    assert {row.bot: row.sessions for row in table} == {
        "ada": 20, "dan": 24, "eva": 20, "ben": 16, "clara": 16,
    }  # fmt: skip
    assert sum(row.wins for row in table) == len(league)


@pytest.mark.parametrize(
    ("totals", "shares"),
    [
        ({"a": 9, "b": 1, "c": 1, "d": 1}, [1, 0, 0, 0]),
        ({"a": 9, "b": 9, "c": 1, "d": 1}, [1 / 2, 1 / 2, 0, 0]),
        ({"a": 9, "b": 9, "c": 9, "d": 1}, [1 / 3, 1 / 3, 1 / 3, 0]),
        ({"a": 9, "b": 9, "c": 9, "d": 9}, [1 / 4, 1 / 4, 1 / 4, 1 / 4]),
    ],
    ids=["one", "two", "three", "four"],
)
def test_a_shared_victory_is_split(
    totals: dict[str, int], shares: list[float], played: Played
) -> None:
    table = standings([played((1, 1, 1), 0, totals)], 1)
    assert [row_of(table, bot).wins for bot in "abcd"] == shares


def test_penalties_count_for_rank_and_victory(
    faulty_records: list[SessionRecord], modern: RuleSet
) -> None:
    summary = summarise(faulty_records[0], modern)
    table = standings([summary], 1)
    assert [row.bot for row in table] == ["alpha", "delta", "beta", "gamma"]
    beta, delta = row_of(table, "beta"), row_of(table, "delta")
    # Without its 10 points delta would have won, 115 to 108.
    assert (delta.wins, delta.penalties, delta.faults) == (0, -10, (("timeout", 1),))
    assert (beta.penalties, beta.retirements, beta.fault_count) == (-100, 1, 1)
    mean = sum(summary.totals) / 4
    assert beta.points_per_deal == pytest.approx((-121 - mean) / 28)


def test_faults_add_up(played: Played) -> None:
    totals = {"a": 0, "b": 0, "c": 0, "d": 0}
    sessions = [played((1, 1, k), 0, totals, penalty=-10 * k) for k in (1, 2)]
    assert standings(sessions, 2)[0].faults == (("illegal", 2),)
    assert standings(sessions, 2)[0].fault_count == 2
    assert standings(sessions, 2)[0].penalties == -30


# Ledgers that are none


def test_a_session_must_not_be_there_twice(league: list[SessionSummary]) -> None:
    with pytest.raises(VerificationFailed, match=r"session 1\.1\.3 is there twice"):
        standings([*league, league[2]], 4)


@pytest.mark.parametrize(
    "stranger",
    [
        pytest.param({"bots": ("ada", "ben", "dan", "zoe")}, id="other bots"),
        pytest.param({"board_set": 7}, id="another set"),
    ],
)
def test_a_table_is_four_bots_and_one_set(
    stranger: dict[str, object], league: list[SessionSummary]
) -> None:
    changed = replace(league[1], **stranger)  # type: ignore[arg-type]
    with pytest.raises(VerificationFailed, match=r"session 1\.1\.2: .* are not those of the table"):
        standings([league[0], changed], 4)


# What stands behind the ranking


def numbers(table: Standings) -> list[float | None]:
    """Return every number that a row or a pair may print."""
    found: list[float | None] = []
    for row in table.rows:
        found += [row.points_per_deal, row.half_width_95, row.mean_total, *row.places]
        for estimate in (row.robust, row.rating):
            found += [estimate.points, estimate.half_width()] if estimate else [None]
    for pair in table.pairs:
        found += [pair.difference, pair.half_width_95, pair.simultaneous_95, pair.superiority]
    if table.gain is not None:
        found += list(astuple(table.gain))
    return found


@pytest.mark.parametrize("rounds", [1, 2, 3, 25])
@pytest.mark.parametrize(
    "totals",
    [
        {"a": 0, "b": 0, "c": 0, "d": 0},
        {"a": 84, "b": -28, "c": -28, "d": -28},
        {"a": 3, "b": 2, "c": 1, "d": -6},
    ],
    ids=["all equal", "one wins all", "zero variance"],
)
def test_leagues_at_the_edge_have_finite_numbers_or_none(
    rounds: int, totals: dict[str, int], played: Played
) -> None:
    sessions = [
        session for number in range(1, rounds + 1) for session in table_of(played, number, totals)
    ]
    table = league_standings(sessions, 4)
    assert all(x is None or isfinite(x) for x in numbers(table))
    known = [x for x in numbers(table) if x is not None]
    assert len(known) >= 4 * 6
    if rounds > 1:
        assert {pair.superiority for pair in table.pairs} <= {0, 0.5, 1}


def test_places_of_those_who_tie_are_shared(played: Played) -> None:
    table = standings([played((1, 1, 1), 0, {"a": 9, "b": 5, "c": 5, "d": 1})], 1)
    assert row_of(table, "a").places == (1, 0, 0, 0)
    assert row_of(table, "b").places == row_of(table, "c").places == (0, 1 / 2, 1 / 2, 0)


def test_those_outside_the_ranking_count_in_the_field_and_have_no_rank(
    league: list[SessionSummary],
) -> None:
    inside, outside = league_standings(league, 4), league_standings(league, 4, outside={"ada"})
    assert [row.bot for row in outside.rows] == ["dan", "eva", "ben", "clara", "ada"]
    assert [row.ranked for row in outside.rows] == [True] * 4 + [False]
    assert row_of(outside.rows, "ada").ranks is None
    assert {row.ranks for row in outside.rows if row.ranked} == {(1, 4)}
    for row in inside.rows:
        assert row_of(outside.rows, row.bot).points_per_deal == row.points_per_deal


def test_a_bot_with_two_seats_is_one_session(played: Played) -> None:
    summary = replace(played((1, 1, 1), 0, {"a": 6, "b": 2, "c": -3, "d": -5}), bots=tuple("aabb"))
    table = league_standings([summary], 1).rows
    assert [(row.bot, row.sessions, row.mean_total, row.wins) for row in table] == [
        ("a", 1, 4, 1), ("b", 1, -4, 0),
    ]  # fmt: skip
    assert table[0].points_per_deal == pytest.approx(4 / 28)


def test_board_sets_are_counted(league: list[SessionSummary]) -> None:
    assert league_standings(league[:-1], 4).sets == 5
