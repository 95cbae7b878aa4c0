"""Compressed scores between those who held the same cards."""

import pytest

from barbu_arena.league.robust_score import robust_results
from barbu_arena.league.table_results import PlayedTable

SQUARE = ("abcd", "badc", "cdab", "dcba")


def table(rows: tuple[str, ...], *points: tuple[int, int, int, int]) -> PlayedTable:
    seatings = tuple(
        ((row[0], row[1], row[2], row[3]), score) for row, score in zip(rows, points, strict=True)
    )
    return PlayedTable(0, seatings)


def test_by_hand() -> None:
    # a made 32 in every seat, the others 0, 0 and −32.
    of = {"a": 32, "b": 0, "c": 0, "d": -32}
    points = [(of[r[0]], of[r[1]], of[r[2]], of[r[3]]) for r in SQUARE]
    (result,) = robust_results([table(SQUARE, *points)])
    assert result.bots == ("a", "b", "c", "d")
    a = (2 * 32**0.6 + 64**0.6) / 4
    assert result.points == pytest.approx((a, 0, 0, -a))


def test_the_luck_of_a_seat_cancels() -> None:
    # Whoever sits in seat 0 wins 100.
    (result,) = robust_results([table(SQUARE, *[(100, 0, 0, -100)] * 4)])
    assert result.points == (0, 0, 0, 0)


def test_one_monstrous_deal_counts_less_than_points_say() -> None:
    small = [(10, 0, 0, -10), (0, 10, -10, 0), (0, -10, 10, 0), (-10, 0, 0, 10)]
    monstrous = [(1000, 0, 0, -1000), *small[1:]]
    (usual,) = robust_results([table(SQUARE, *small)])
    (changed,) = robust_results([table(SQUARE, *monstrous)])
    assert changed.points[0] - usual.points[0] < (1000 - 10) / 4 / 5
    assert sum(changed.points) == pytest.approx(0)


def test_a_single_seating_compares_nobody() -> None:
    assert robust_results([table(("abcd",), (1, 2, 3, -6))]) == []


def test_two_bots_on_two_seats_each() -> None:
    (result,) = robust_results([table(("aabb", "bbaa"), (8, 8, -8, -8), (-8, -8, 8, 8))])
    assert result.points == pytest.approx((16**0.6 / 2, -(16**0.6) / 2))
    (other,) = robust_results([table(("abbb", "baaa"), (8, -8, -8, -8), (-8, 8, 8, 8))])
    assert other.points == result.points


def test_a_bot_alone_compares_nobody() -> None:
    assert robust_results([table(("aaaa", "aaaa"), (1, 2, 3, -6), (3, 2, 1, -6))]) == []
