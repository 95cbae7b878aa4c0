"""Complete tables, and what each bot made of them."""

from collections.abc import Callable

import pytest

from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import PlayedTable, played_tables, table_result

Played = Callable[..., SessionSummary]


def test_only_complete_tables_in_the_order_of_the_schedule(league: list[SessionSummary]) -> None:
    tables = played_tables(reversed(league[:-1]), 4)
    assert [table.board_set for table in tables] == [0, 1, 2, 3, 4]
    assert tables[0].seatings == tuple((summary.bots, summary.totals) for summary in league[:4])


def test_raw_scores_alone(league: list[SessionSummary]) -> None:
    table = played_tables(league, 4, raw=True)[0]
    assert table.seatings[0][1] == tuple(seat.raw for seat in league[0].seats)


def test_means_against_the_session(played: Played) -> None:
    sessions = [played((1, 1, k), 0, {"d": 10 * k, "a": 4, "c": 0, "b": -2}) for k in (1, 2)]
    (table,) = played_tables(sessions, 2)
    result = table_result(table)
    assert result.bots == ("a", "b", "c", "d")
    assert result.points == pytest.approx((4 - 4.25, -2 - 4.25, -4.25, 15 - 4.25))
    assert result.held == ()
    assert result.companies == ((1, 1, 1, 1),)


def test_a_bot_with_several_seats_has_the_mean_of_them() -> None:
    table = PlayedTable(
        3, ((("a", "b", "b", "b"), (9, 1, -4, -6)), (("b", "a", "a", "a"), (-3, 1, 1, 1)))
    )
    result = table_result(table)
    assert (result.bots, result.held) == (("a", "b"), ((1, 3), (3, 1)))
    assert result.points == pytest.approx(((9 + 3) / 4, (-9 - 3) / 4))
