"""The verdict in words, for every way a comparison can end."""

import json
from dataclasses import replace
from math import inf

import pytest

from barbu_arena.league.comparison import Measured, Verdict
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import render
from barbu_arena.report.verdict_table import (
    gap_text,
    ratio_text,
    status_text,
    verdict_for_people,
    verdict_grid,
    verdict_text,
)

FOUND = Verdict(
    old="old",
    new="new",
    rule=Hypotheses(),
    decision="H1",
    log_likelihood_ratio=3.1,
    difference=Measured(0.8, 0.7, 30),
    singles=Measured(0.5, 1.5, 8),
    gap=Measured(0.3, 1.7, 8),
    worth=2.5,
    used=((1, 1, 1), (1, 1, 2)),
)
FACTS = LeagueFacts("compare-x", "modern", "s\x1b", "none", 76, 988, 38, 2, "d" * 64)


@pytest.mark.parametrize(
    ("decision", "rule", "difference", "expected"),
    [
        ("H1", Hypotheses(), (0.8, 0.7, 30),
         "new is better than old: +0.80 points per deal, at least +0.10."),
        ("H1", Hypotheses(), (0.8, 0.9, 30), "new is better than old: +0.80 points per deal."),
        ("H1", Hypotheses(0.5, 1), (1.8, 0.7, 30),
         "new is better than old by more than 0.5: +1.80 points per deal, at least +1.10."),
        ("H1", Hypotheses(-0.5, 0), (0.2, 0.6, 30),
         "new is not worse than old, or by less than 0.5 points per deal: +0.20 points per deal, "
         "at least -0.40."),
        ("H0", Hypotheses(), (-0.1, 0.4, 30),
         "new is no better than old, or by less than 0.5 points per deal: -0.10 points per deal, "
         "at most +0.30."),
        ("H0", Hypotheses(), (-0.1, 0.9, 30),
         "new is no better than old, or by less than 0.5 points per deal: -0.10 points per deal."),
        ("H0", Hypotheses(), (-2.9, 1.9, 20),
         "new is worse than old: -2.90 points per deal, at most -1.00."),
        ("H0", Hypotheses(-0.5, 0), (-1, 0.5, 30),
         "new is worse than old: -1.00 points per deal, at most -0.50."),
        ("H0", Hypotheses(-2, -1), (-3, 0.5, 30),
         "new is worse than old by more than 1: -3.00 points per deal, at most -2.50."),
        (None, Hypotheses(), (0.2, 0.3, 390),
         "Undecided after 390 board sets: +0.20 ± 0.30 points per deal so far."),
        (None, Hypotheses(), (0.2, None, 9),
         "Undecided after 9 board sets: +0.20 points per deal so far."),
        (None, Hypotheses(), (0, None, 0), "Undecided after 0 board sets: nothing so far."),
    ],
)  # fmt: skip
def test_the_verdict(
    decision: str | None, rule: Hypotheses, difference: tuple[float, float | None, int],
    expected: str,
) -> None:  # fmt: skip
    found = replace(
        FOUND,
        decision=decision,  # type: ignore[arg-type]
        rule=rule,
        difference=Measured(*difference),
    )
    assert verdict_text(found) == expected


def test_the_ratio_between_its_bounds() -> None:
    assert ratio_text(1.234, Hypotheses()) == (
        "log-likelihood ratio +1.23: H0 (0) at -2.94, H1 (0.5) at +2.94"
    )
    assert ratio_text(-inf, Hypotheses()).startswith("log-likelihood ratio −∞: ")
    assert ratio_text(inf, Hypotheses()).startswith("log-likelihood ratio +∞: ")


OUTSIDE = "0 is outside: two seats of {} may help each other, or it is the one chance in twenty."


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (None, "too few board sets to tell."),
        (Measured(1, 2, 8), "0 is within: no sign of seats that help each other."),
        (Measured(3, 2, 8), OUTSIDE.format("new")),
        (Measured(-3, 2, 8), OUTSIDE.format("old")),
    ],
)
def test_the_gap(gap: Measured | None, expected: str) -> None:
    assert gap_text(replace(FOUND, gap=gap)).endswith(expected)


def test_the_line_while_it_goes_on() -> None:
    assert status_text(replace(FOUND, difference=Measured(0, None, 0))) == "new − old: nothing yet"
    assert status_text(replace(FOUND, difference=Measured(0.5, None, 7))) == (
        "new − old +0.50 points/deal, 7 of at least 20 board sets"
    )
    assert status_text(FOUND) == (
        "new − old +0.80 ± 0.70 points/deal (safe to peek), 30 board sets, "
        "LLR +3.10 between -2.94 and +2.94"
    )


def test_the_screen() -> None:
    assert (
        render(verdict_for_people(verdict_grid(FOUND, FACTS)), "text")
        == f"""\
compare-x: new against old, rules modern, seed s\\x1b, sandbox none

new is better than old: +0.80 points per deal, at least +0.10.

new − old            points/deal    ± 95 %    board sets
-----------------  -------------  --------  ------------
two against two            +0.80      0.70            30
one against three          +0.50      1.50             8
gap of the two             +0.30      1.70           n/a

points/deal: a seat of new − a seat of old, penalties included.
± 95 %: half the interval; that of two against two holds at every look.
log-likelihood ratio +3.10: H0 (0) at -2.94, H1 (0.5) at +2.94; the first look beyond ends it.
gap: two against two − one against three; 0 is within: no sign of seats that help each other.
76 sessions, at most 988; the 60 of two against two told as much as 150 of independent deals.
digest of these sessions {"d" * 64}
"""
    )


def test_what_programs_get() -> None:
    found = json.loads(
        render(verdict_grid(replace(FOUND, log_likelihood_ratio=inf), FACTS), "json")
    )
    assert found["schema"] == "barbu-arena/comparison/1"
    assert (found["old"], found["new"], found["decision"]) == ("old", "new", "H1")
    assert (found["h0"], found["h1"], found["alpha"], found["beta"]) == (0, 0.5, 0.05, 0.05)
    # No JSON has an infinite number.
    assert found["log_likelihood_ratio"] is None
    assert found["sessions"] == 76
    assert [row["design"] for row in found["rows"]] == ["pairs", "singles", "gap"]
    assert found["rows"][0]["half_width_95"] == 0.7


def test_no_one_against_three_yet() -> None:
    grid = verdict_grid(replace(FOUND, singles=None, gap=None, worth=None), FACTS)
    assert grid.rows[1:] == (("singles", None, None, 0), ("gap", None, None, None))
    assert "76 sessions, at most 988." in grid.notes
