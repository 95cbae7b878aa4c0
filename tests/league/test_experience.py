"""What sessions that were played tell of those to come."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import log, sqrt
from random import Random
from statistics import fmean

import pytest

from barbu_arena.league.comparison import SINGLES_EVERY
from barbu_arena.league.estimate import smallest_difference
from barbu_arena.league.experience import (
    LEAST_SETS,
    USUAL_VARIANCE,
    Spread,
    difference_told_apart,
    length_of,
    pilot_sessions,
    spread_of,
)
from barbu_arena.league.least_squares import TableResult
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from tests.league.drawn_comparisons import SPREAD, drawn_test
from tests.league.drawn_leagues import drawn_tables

TournamentOf = Callable[..., Tournament]


def named(tournament: Tournament) -> Tournament:
    """Return the tournament with the names of drawn leagues."""
    bots = tuple(Bot(f"b{i:02}", "/", ("./bot",)) for i in range(len(tournament.bots)))
    return replace(tournament, bots=bots)


def test_the_spread_is_that_of_the_difference_of_two_bots(tournament_of: TournamentOf) -> None:
    """Four equal bots whose means of a set have variance σ²: differences have 2σ² a set."""
    found = spread_of(drawn_tables(4, 4000, "spread", 40), named(tournament_of(4)))
    assert found is not None
    assert found.board_sets == 4000
    assert found.variance == pytest.approx(2 * 40**2 / 28**2, rel=0.05)


def test_what_is_told_apart_shrinks_with_the_root(tournament_of: TournamentOf) -> None:
    spread = Spread(10, 4.0)
    assert spread.difference(10_000) == pytest.approx(1.96 * 2 / 100, rel=1e-3)
    # A printed table: t at 97.5 % with 9 degrees of freedom.
    assert spread.difference(10) == pytest.approx(2.2622 * 2 / sqrt(10), rel=1e-4)
    assert difference_told_apart(spread, tournament_of(4, rounds=10)) == spread.difference(10)
    assert difference_told_apart(spread, tournament_of(4, rounds=1)) is None


def test_a_usual_league_is_told_the_usual(tournament_of: TournamentOf) -> None:
    """The spread that the defaults rest on gives what they give."""
    tournament = tournament_of(2, rounds=100, seatings=2, kind="head-to-head", singles_every=0)
    usual = smallest_difference(tournament)
    assert difference_told_apart(Spread(300, USUAL_VARIANCE), tournament) == pytest.approx(
        usual, rel=0.01
    )
    assert sqrt(USUAL_VARIANCE) == pytest.approx(SPREAD, rel=0.01)


def test_too_few_sets_or_bots_that_did_not_play(tournament_of: TournamentOf) -> None:
    tables = drawn_tables(4, LEAST_SETS, "few")
    assert spread_of(tables[:-1], named(tournament_of(4))) is None
    assert spread_of(tables, named(tournament_of(5))) is None
    assert spread_of([], named(tournament_of(4))) is None
    assert spread_of(tables, named(tournament_of(4))) is not None


def test_in_a_gauntlet_the_challenger_counts(tournament_of: TournamentOf) -> None:
    """The last bot is the only one whose results vary; only its pairs do as well."""
    random = Random("gauntlet")
    tables = []
    for number in range(200):
        x = random.gauss(0, 30)
        tables.append(TableResult(number, ("b00", "b01", "b02", "b03"), (-x / 3,) * 3 + (x,)))
    league = named(tournament_of(4))
    variances = []
    for challengers in (("b03",), ()):
        plan = SchedulePlan("gauntlet" if challengers else "round-robin", challengers=challengers)
        found = spread_of(tables, replace(league, schedule=plan))
        assert found is not None
        variances.append(found.variance)
    assert variances[0] == pytest.approx(2 * variances[1])


def test_the_length_of_a_test_is_about_what_is_drawn() -> None:
    """Wald's means leave out by how much the last value is beyond the bound."""
    rule = Hypotheses()
    length = length_of(rule, SPREAD**2, 0)
    for truth, sessions in ((0, length.at_h0), (0.25, length.between), (0.5, length.at_h1)):
        random = Random(f"length {truth}")
        drawn = fmean(drawn_test(truth, rule, random, 3000).units for _ in range(300))
        assert 2 * drawn == pytest.approx(sessions, rel=0.15)
    assert length.at_h0 == pytest.approx(length.at_h1)
    assert length.between == pytest.approx(2 * log(19) ** 2 * SPREAD**2 / 0.25)


def test_the_length_counts_one_against_three_and_never_less_than_it_takes() -> None:
    rule = Hypotheses()
    without, with_singles = (length_of(rule, 3.4, every) for every in (0, SINGLES_EVERY))
    assert with_singles.at_h1 / without.at_h1 == pytest.approx(38 / 30)
    assert length_of(Hypotheses(h1=50), 3.4, 0).between == 40


@pytest.mark.parametrize("bots", [4, 6, 8, 13])
def test_a_pilot_is_a_session_of_every_bot(tournament_of: TournamentOf, bots: int) -> None:
    tournament = tournament_of(bots, rounds=3)
    found = pilot_sessions(tournament, 1)
    assert len(found) == bots // 4
    seen = [bot for plan in found for bot in plan.bots]
    assert len(set(seen)) == len(seen) == 4 * (bots // 4)
    assert all(plan.round == plan.seating == 1 for plan in found)


def test_a_pilot_of_all_tables_leaves_most_out(tournament_of: TournamentOf) -> None:
    found = pilot_sessions(tournament_of(12, kind="all-tables"), 1)
    assert 3 <= len(found) <= 9
    assert len({bot for plan in found for bot in plan.bots}) == 12


def test_a_pilot_keeps_all_workers_busy(tournament_of: TournamentOf) -> None:
    tournament = tournament_of(4, rounds=3)
    found = pilot_sessions(tournament, 6)
    assert [plan.session for plan in found] == [
        "1.1.1",
        "1.1.2",
        "1.1.3",
        "1.1.4",
        "2.1.1",
        "2.1.2",
    ]
    assert all(a.place < b.place for a, b in pairwise(found))
    assert len(pilot_sessions(tournament, 100)) == 12
