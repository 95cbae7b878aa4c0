"""The course of a league ends in its table, and each point rests on what was played until then."""

from dataclasses import replace

import pytest

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.standings import league_standings
from barbu_arena.league.strength_course import MOST_POINTS, strength_course
from barbu_arena.league.summary import SessionSummary, session_sums
from barbu_arena.referee.record import SessionRecord

DEALS = 28


@pytest.fixture(scope="module")
def summaries(league_records: list[SessionRecord], modern: RuleSet) -> list[SessionSummary]:
    return [session_sums(record, modern).summary for record in league_records]


def test_the_last_point_is_the_league_table(summaries: list[SessionSummary]) -> None:
    last = strength_course(summaries, 4, DEALS)[-1]
    rows = league_standings(summaries, 4).rows
    assert last.points == pytest.approx({row.bot: row.points_per_deal for row in rows})


def test_every_point_is_the_table_of_that_round(summaries: list[SessionSummary]) -> None:
    course = strength_course(reversed(summaries), 4, DEALS)
    assert [after.round for after in course] == [1, 2, 3, 4, 5, 6]
    for after in course:
        played = [summary for summary in summaries if summary.place[0] <= after.round]
        rows = league_standings(played, 4).rows
        assert after.points == pytest.approx({row.bot: row.points_per_deal for row in rows})


def test_a_table_that_is_not_complete_does_not_count(summaries: list[SessionSummary]) -> None:
    whole = strength_course(summaries, 4, DEALS)
    cut = strength_course(summaries[:-1], 4, DEALS)
    assert cut[:-1] == whole[:-1]
    assert cut[-1].points == cut[-2].points


def test_tables_that_are_not_connected_have_no_strengths(summaries: list[SessionSummary]) -> None:
    a, b, c, d = "wxyz"
    others = [
        replace(summary, place=(2, *summary.place[1:]), board_set=99, bots=(a, b, c, d))
        for summary in summaries[:4]
    ]
    course = strength_course([*summaries[:4], *others], 4, DEALS)
    assert [bool(after.points) for after in course] == [True, False]


@pytest.mark.parametrize(("rounds", "points"), [(1, 1), (2, 2), (MOST_POINTS, 20), (97, 20)])
def test_there_are_so_many_points_at_most(
    rounds: int, points: int, summaries: list[SessionSummary]
) -> None:
    many = [
        replace(summary, place=(number, 1, seating), board_set=number)
        for number in range(1, rounds + 1)
        for seating, summary in enumerate(summaries[:4], start=1)
    ]
    shown = [after.round for after in strength_course(many, 4, DEALS)]
    assert len(shown) == points
    assert shown[-1] == rounds
    assert shown == sorted(set(shown))
    assert rounds == 1 or shown[0] == 1


def test_nothing_played_has_no_course() -> None:
    assert strength_course([], 4, DEALS) == ()
