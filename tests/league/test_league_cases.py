"""The worked league of the cases: its standings, intervals and doubling sums."""

import json
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.standings import standings
from barbu_arena.league.summaries import seats_of
from barbu_arena.league.summary import SessionSummary

EXPECTED = json.loads((Path(__file__).parents[1] / "cases/league/expected.json").read_text("utf-8"))
KINDS = ("voluntary", "forced", "redoubles")


def test_order_of_the_table(league: list[SessionSummary]) -> None:
    assert [row.bot for row in standings(league, 4)] == [
        row["bot"] for row in EXPECTED["standings"]
    ]


@pytest.mark.parametrize("expected", EXPECTED["standings"], ids=lambda row: row["bot"])
def test_strength_and_interval(expected: dict[str, Any], league: list[SessionSummary]) -> None:
    row = next(row for row in standings(league, 4) if row.bot == expected["bot"])
    assert row.points_per_deal is not None
    assert row.half_width_95 is not None
    assert round(row.points_per_deal, 6) == expected["points_per_deal"]
    assert round(row.half_width_95, 6) == expected["half_width_95"]


@pytest.mark.parametrize("bot", EXPECTED["ledger"])
def test_doubling_sums(bot: str, league: list[SessionSummary]) -> None:
    expected = EXPECTED["ledger"][bot]
    row = next(row for row in doubling_ledger(seats_of(league)) if row.bot == bot)
    assert {
        name: getattr(row, name)
        for name in ("sessions", "total", "raw", "received", "received_count", "penalties")
    } == {
        name: expected[name]
        for name in ("sessions", "total", "raw", "received", "received_count", "penalties")
    }
    # A kind of double that a bot never made may be absent from the expected sums.
    assert {kind: (getattr(row, kind).points, getattr(row, kind).made) for kind in KINDS} == {
        kind: (expected.get(kind, 0), expected.get(f"{kind}_made", 0)) for kind in KINDS
    }


def test_no_other_bots(league: list[SessionSummary]) -> None:
    assert {row.bot for row in doubling_ledger(seats_of(league))} == set(EXPECTED["ledger"])
