"""The doubling ledger's identities, and what breaks them. The sums are in test_league_cases."""

from dataclasses import replace

import pytest

from barbu_arena.errors import VerificationFailed
from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.summaries import seats_of
from barbu_arena.league.summary import DoubleSums, SeatSummary, SessionSummary


def with_seat(summary: SessionSummary, seat: SeatSummary) -> SessionSummary:
    return replace(summary, seats=(seat, *summary.seats[1:]))


def test_parts_make_the_total(league: list[SessionSummary]) -> None:
    for row in doubling_ledger(seats_of(league)):
        points = row.voluntary.points + row.forced.points + row.redoubles.points
        assert row.doubles.points == points
        assert row.total == row.raw + points + row.received + row.penalties


def test_doubles_win_from_each_other(league: list[SessionSummary]) -> None:
    rows = doubling_ledger(seats_of(league))
    assert sum(row.doubles.points + row.received for row in rows) == 0
    assert sum(row.doubles.made for row in rows) == sum(row.received_count for row in rows)


def test_rates_come_from_the_sums(league: list[SessionSummary]) -> None:
    ada, dan = (row for row in doubling_ledger(seats_of(league)) if row.bot in ("ada", "dan"))
    assert ada.voluntary.hit_rate is None
    assert ada.forced == DoubleSums(points=263, hits=52, ties=29, misses=39)
    assert ada.forced.hit_rate == 52 / 91
    assert dan.voluntary.points_per_double == 603 / 400


def test_the_order_of_the_ledger_changes_nothing(league: list[SessionSummary]) -> None:
    assert doubling_ledger(seats_of(reversed(league))) == doubling_ledger(seats_of(league))


def test_a_bot_on_two_seats_has_one_row_of_both(league: list[SessionSummary]) -> None:
    alone = {row.bot: row for row in doubling_ledger(seats_of(league[:1]))}
    a, b, c, d = league[0].bots
    together = {
        row.bot: row for row in doubling_ledger(seats_of([replace(league[0], bots=(a, b, b, a))]))
    }
    assert [together[bot].sessions for bot in (a, b)] == [1, 1]
    for bot, other in ((a, d), (b, c)):
        assert together[bot].total == alone[bot].total + alone[other].total
        assert together[bot].doubles == alone[bot].doubles + alone[other].doubles


def test_no_sessions() -> None:
    assert doubling_ledger(seats_of([])) == ()


def test_a_total_without_its_parts_is_refused(league: list[SessionSummary]) -> None:
    seat = league[0].seats[0]
    broken = with_seat(league[0], seat._replace(total=seat.total + 1))
    with pytest.raises(VerificationFailed, match="doubling ledger: dan: total -186"):
        doubling_ledger(seats_of([broken]))


def test_doubles_that_win_from_nobody_are_refused(league: list[SessionSummary]) -> None:
    seat = league[0].seats[0]
    richer = seat._replace(total=seat.total + 1, received=seat.received + 1)
    with pytest.raises(VerificationFailed, match="won 1 points instead of 0"):
        doubling_ledger(seats_of([with_seat(league[0], richer)]))


def test_doubles_that_nobody_received_are_refused(league: list[SessionSummary]) -> None:
    seat = league[0].seats[0]
    fewer = seat._replace(received_count=seat.received_count - 1)
    with pytest.raises(VerificationFailed, match="were made and"):
        doubling_ledger(seats_of([with_seat(league[0], fewer)]))
