"""The tables of a league: what stands in which column, and what is said below."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from barbu_arena.league.contract_scores import ContractScores, RoleScores
from barbu_arena.league.design_gain import DesignGain
from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.intervals import Estimate
from barbu_arena.league.pair_matrix import Pair
from barbu_arena.league.standings import Standing, Standings
from barbu_arena.league.summary import DoubleSums
from barbu_arena.report.doubling_table import doubling_grid
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Grid, render
from barbu_arena.report.league_table import render_contracts, render_league_table
from barbu_arena.report.pairs_table import render_pairs
from barbu_arena.report.standings_table import ratings_grid, standings_grid

FACTS = LeagueFacts("night", "modern", "sesame", "none", 7, 12, 1, 4, "d" * 64)
GOOD = Standing(
    "ann", 4, 1.234, 0.567, 31.25, 2.5, (), 0, 0,
    ranks=(1, 2), places=(2.5, 1.0, 0.5, 0.0), robust=Estimate(3.5),
    rating=Estimate(100.0, 10.0, 1),
)  # fmt: skip
BAD = Standing("ben", 3, -1.234, None, -31.25, 0.0, (("crash", 1), ("timeout", 2)), 1, -130)
SCORES = (
    ContractScores("ann", "trumps", RoleScores(2, 30, 41), RoleScores(6, 12, 9)),
    ContractScores("ann", "domino", RoleScores(0, 0, 0), RoleScores(1, 5, 5)),
)


PAIRS = (
    Pair("ann", "ben", 2.468, 1.5, 2.5, 0.99, 4),
    Pair("ben", "ann", -2.468, 1.5, 2.5, 0.01, 4),
)


def table(*rows: Standing, pairs: Sequence[Pair] = (), gain: DesignGain | None = None) -> Standings:
    return Standings(rows, tuple(pairs), gain, 1)


def rows(grid: Grid) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render(grid, "csv"))))


def titles(grid: Grid) -> list[list[str]]:
    """Return the titles of the tables that people see."""
    lines = render(grid, "text").splitlines()
    return [
        [title for title in above.split("  ") if title]
        for above, below in pairwise(lines)
        if below.startswith("---")
    ]


# Facts


def test_a_league_that_ends_by_its_results_says_what_that_does_to_its_intervals() -> None:
    note = "Too narrow here, for the league ends by its results: "
    assert note not in render(standings_grid(table(GOOD), FACTS), "text")
    early = replace(FACTS, ends_by_results=True)
    above, below = render(standings_grid(table(GOOD), early), "text").split(note)
    assert above.splitlines()[-1].startswith("± 95 %: ")
    assert below.startswith("what its run said last holds at every look.\n")
    pairs = table(GOOD, BAD, pairs=PAIRS)
    assert render_pairs(pairs, FACTS, "text").count(note) == 0
    assert render_pairs(pairs, early, "text").count(note) == 1


@pytest.mark.parametrize("early", [True, False])
def test_programs_are_told_whether_it_ends_by_its_results(early: bool) -> None:
    facts = replace(FACTS, ends_by_results=early)
    assert (
        json.loads(render(standings_grid(table(GOOD), facts), "json"))["ends_by_results"] is early
    )


def test_the_heading() -> None:
    assert FACTS.heading() == ("night: 7 of 12 sessions, rules modern, seed sesame, sandbox none",)


def test_a_seed_cannot_move_the_cursor() -> None:
    (line,) = replace(FACTS, seed="\x1b[2J").heading()
    assert "seed \\x1b[2J," in line


@pytest.mark.parametrize(
    ("sets", "seatings", "words"),
    [
        (0, 4, "0 board sets, each replayed in 4 seatings"),
        (1, 4, "1 board set, each replayed in 4 seatings"),
        (3, 24, "3 board sets, each replayed in 24 seatings"),
        (1, 1, "1 board set"),
        (9, 1, "9 board sets"),
    ],
)
def test_what_a_table_rests_on(sets: int, seatings: int, words: str) -> None:
    assert replace(FACTS, board_sets=sets, seatings=seatings).board_sets_text() == words
    assert f"resting on {words}." in render(
        standings_grid(table(GOOD), replace(FACTS, board_sets=sets, seatings=seatings)), "text"
    )


# Standings


def test_a_bad_bots_row_shows_its_faults() -> None:
    first, second = rows(standings_grid(table(GOOD, BAD), FACTS))
    assert first == {
        "rank": "1", "ranks": "1–2", "best_rank": "1", "worst_rank": "2",
        "bot": "ann", "points_per_deal": "1.234", "half_width_95": "0.567",
        "sessions": "4", "points_per_session": "31.25", "wins": "2.5", "penalties": "0",
        "faults": "0", "retired": "0", "fault_kinds": "",
        "robust": "3.5", "robust_half_width_95": "", "rating": "100.0",
        "rating_half_width_95": "127.062047", "mean_place": "1.5",
        "first": "2.5", "second": "1.0", "third": "0.5", "fourth": "0.0",
    }  # fmt: skip
    assert second == {
        "rank": "2", "ranks": "", "best_rank": "", "worst_rank": "",
        "bot": "ben", "points_per_deal": "-1.234", "half_width_95": "",
        "sessions": "3", "points_per_session": "-31.25", "wins": "0.0", "penalties": "-130",
        "faults": "3", "retired": "1", "fault_kinds": "crash 1, timeout 2",
        "robust": "", "robust_half_width_95": "", "rating": "", "rating_half_width_95": "",
        "mean_place": "", "first": "0.0", "second": "0.0", "third": "0.0", "fourth": "0.0",
    }  # fmt: skip


USUAL = ["#", "ranks", "bot", "points/deal", "± 95 %", "sessions", "points/session", "wins"]


@pytest.mark.parametrize(
    ("standings", "more", "note"),
    [
        ([GOOD], [], "No bot had a fault."),
        ([GOOD, replace(GOOD, penalties=-10)], ["penalties"], "No bot had a fault."),
        ([GOOD, BAD], ["penalties", "faults", "retired", "kinds of fault"], "in parts.\n"),
    ],
    ids=["neither", "penalties", "faults"],
)
def test_people_see_faults_where_there_are_any(
    standings: Sequence[Standing], more: list[str], note: str
) -> None:
    grid = standings_grid(table(*standings), FACTS)
    (shown,) = titles(grid)
    assert [title.strip() for title in shown] == [*USUAL, *more]
    assert note in render(grid, "text")
    # A program sees the same columns always.
    assert len(rows(grid)[0]) == 23


def test_the_digest_stands_below() -> None:
    assert render(standings_grid(table(GOOD), FACTS), "text").endswith(f"\nledger {'d' * 64}\n")


def test_no_sessions_yet() -> None:
    none = Standing("ann", 0, None, None, 0.0, 0.0, (), 0, 0)
    text = render(standings_grid(table(none), FACTS), "text")
    assert text.count("n/a") == 3


def test_one_who_fills_a_seat_has_no_rank() -> None:
    (house,) = rows(standings_grid(table(replace(GOOD, ranked=False)), FACTS))
    assert house["rank"] == ""


def test_one_rank_alone() -> None:
    (sure,) = rows(standings_grid(table(replace(GOOD, ranks=(1, 1))), FACTS))
    assert (sure["ranks"], sure["best_rank"], sure["worst_rank"]) == ("1", "1", "1")


def test_what_replaying_bought() -> None:
    grid = standings_grid(table(GOOD, gain=DesignGain(2.34, 1.61, 3.4, 100, 40)), FACTS)
    words = (
        "\nReplaying: a session was worth 2.3 sessions of independent deals (1.6 to 3.4 at 95 %)."
    )
    assert words in render(grid, "text")
    assert json.loads(render(grid, "json"))["design"]["set_spread"] == 40


@pytest.mark.parametrize(
    "gain",
    [None, DesignGain(None, None, None, 0, 0), DesignGain(51.4, None, None, 100, 7)],
    ids=["none", "no spread", "no interval"],
)
def test_people_are_told_of_no_gain_without_an_interval(gain: DesignGain | None) -> None:
    assert "Replaying" not in render(standings_grid(table(GOOD, gain=gain), FACTS), "text")


# Pairs


def test_pairs_for_people_are_matrices_in_the_order_of_the_table() -> None:
    assert render_pairs(table(BAD, GOOD, pairs=PAIRS), FACTS, "text") == (
        "Points per deal by which the bot in the row is the stronger.\n"
        "± half of an interval, all together at 95 %; * where one is surely the stronger.\n"
        "\n"
        "bot    ben           ann\n"
        "-----  ------------  ------------\n"
        "ben                  -2.47 ± 2.50\n"
        "ann    +2.47 ± 2.50\n"
        "\n"
        "Likelihood in % that the bot in the row is the stronger (LOS), each pair alone.\n"
        "\n"
        "bot    ben    ann\n"
        "-----  -----  -----\n"
        "ben           1.0\n"
        "ann    99.0\n"
        "\n"
        "Board sets that would tell a pair apart, about, if it goes on like that; there are 1.\n"
        "\n"
        "bot    ben    ann\n"
        "-----  -----  -----\n"
        "ben           4\n"
        "ann    4\n"
    )


def test_a_sure_pair_is_marked_and_an_unknown_one_not_available() -> None:
    sure = replace(PAIRS[0], simultaneous_95=2.4)
    unknown = Pair("ben", "ann", 0.0, None, None, None, None)
    text = render_pairs(table(GOOD, BAD, pairs=(sure, unknown)), FACTS, "text")
    assert "+2.47 ± 2.40 *" in text
    assert "+0.00 ± n/a" in text
    assert text.count("n/a") == 3


def test_no_minus_before_a_zero() -> None:
    close = replace(PAIRS[0], difference=-0.001)
    assert "+0.00 ± 2.50" in render_pairs(table(GOOD, BAD, pairs=(close,)), FACTS, "text")


def test_pairs_for_programs() -> None:
    first, second = csv.DictReader(io.StringIO(render_pairs(table(pairs=PAIRS), FACTS, "csv")))
    assert first == {
        "bot": "ann", "other": "ben", "difference": "2.468", "half_width_95": "1.5",
        "simultaneous_95": "2.5", "superiority": "0.99", "sets_needed": "4",
    }  # fmt: skip
    assert second["difference"] == "-2.468"


def test_a_wide_matrix_is_cut() -> None:
    bots = [replace(GOOD, bot=f"bot{i}") for i in range(8)]
    text = render_pairs(table(*bots), FACTS, "text")
    assert text.count("\nbot ") == 6
    assert max(map(len, text.splitlines())) <= 100


# By contract


def test_contracts_for_people() -> None:
    assert render_contracts(SCORES, FACTS, "text") == (
        "Points per deal by contract: raw / after doubles.\n"
        "\n"
        "bot    as        trumps         domino\n"
        "-----  --------  -------------  -----------\n"
        "ann    declarer  +15.0 / +20.5  n/a\n"
        "ann    defender  +2.0 / +1.5    +5.0 / +5.0\n"
    )


def test_contracts_for_programs() -> None:
    found = list(csv.DictReader(io.StringIO(render_contracts(SCORES, FACTS, "csv"))))
    assert found[0] == {
        "bot": "ann", "contract": "trumps", "declarer_deals": "2", "declarer_raw": "15.0",
        "declarer_adjusted": "20.5", "defender_deals": "6", "defender_raw": "2.0",
        "defender_adjusted": "1.5",
    }  # fmt: skip
    assert found[1]["declarer_raw"] == ""


def test_without_doubles_nothing_is_said_of_them() -> None:
    plain = replace(FACTS, doubles=False)
    text = render_contracts(SCORES, plain, "text")
    assert "double" not in text
    assert "+15.0" in text
    assert "+20.5" not in text
    keys = csv.DictReader(io.StringIO(render_contracts(SCORES, plain, "csv"))).fieldnames
    assert keys == [
        "bot", "contract", "declarer_deals", "declarer_raw", "defender_deals", "defender_raw",
    ]  # fmt: skip


def test_all_tables_in_one_document() -> None:
    whole = table(GOOD, BAD, pairs=PAIRS)
    for form in ("text", "markdown"):
        both = render_league_table(whole, SCORES, FACTS, form)
        assert both.startswith(render(standings_grid(whole, FACTS), form))
        assert render(ratings_grid(whole, FACTS), form) in both
        assert render_pairs(whole, FACTS, form) in both
        assert both.endswith("\n" + render_contracts(SCORES, FACTS, form))
    fields = json.loads(render_league_table(whole, SCORES, FACTS, "json"))
    assert fields["pairs"] == json.loads(render_pairs(whole, FACTS, "json"))["rows"]
    assert fields["contracts"] == json.loads(render_contracts(SCORES, FACTS, "json"))["rows"]
    assert [row["bot"] for row in fields["rows"]] == ["ann", "ben"]
    assert render_league_table(whole, SCORES, FACTS, "csv") == (
        render(standings_grid(whole, FACTS), "csv")
    )


# Doubling


LEDGER = (
    LedgerRow(
        bot="ann", sessions=4, total=100, raw=60,
        voluntary=DoubleSums(points=30, hits=5, ties=2, misses=3),
        forced=DoubleSums(points=-20, hits=0, ties=0, misses=4),
        redoubles=DoubleSums(points=15, hits=1, ties=1, misses=0),
        received=25, received_count=6, penalties=-10,
    ),
    LedgerRow(bot="ben", sessions=4, total=-50, raw=-50),
)  # fmt: skip


def test_the_parts_of_a_total() -> None:
    first, second = rows(doubling_grid(LEDGER, FACTS))
    parts = ("raw", "voluntary", "forced", "redoubles", "received", "penalties")
    assert [int(first[part]) for part in parts] == [60, 30, -20, 15, 25, -10]
    for row in (first, second):
        assert int(row["total"]) == sum(int(row[part]) for part in parts)


def test_hits_ties_and_yields() -> None:
    first, second = rows(doubling_grid(LEDGER, FACTS))
    assert float(first["hit_rate"]) == pytest.approx(100 * 6 / 13, abs=1e-5)
    assert float(first["tie_rate"]) == pytest.approx(100 * 3 / 16, abs=1e-5)
    yields = [first[f"yield_{kind}"] for kind in ("voluntary", "forced", "redoubles")]
    assert list(map(float, yields)) == [3.0, -5.0, 7.5]
    assert [second[key] for key in ("hit_rate", "tie_rate", "yield_voluntary")] == ["", "", ""]


def test_people_see_the_essential_dozen() -> None:
    points, essentials = titles(doubling_grid(LEDGER, FACTS))
    assert " ".join(points).split() == [
        "bot", "total", "=", "raw", "+", "voluntary", "+", "forced", "+", "redoubles", "+",
        "received", "+", "penalties",
    ]  # fmt: skip
    assert [title.strip() for title in essentials] == [
        "bot", "doubles", "hit %", "tie %", "yield", "selectivity", "missed",
    ]  # fmt: skip


def test_all_columns_are_there_on_demand() -> None:
    blocks = titles(doubling_grid(LEDGER, FACTS, whole=True))
    assert [len(block) for block in blocks] == [8, 7, 9, 8, 13]
