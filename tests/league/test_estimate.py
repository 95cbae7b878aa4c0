"""What a league can tell before it is played. The figures are those of statistics.md §2.1–2.2."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy
import pytest

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.estimate import (
    longest_session_s,
    sessions_in_gauntlet,
    sessions_per_bot,
    smallest_difference,
)
from barbu_arena.league.schedule import sessions, table_count, tables
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.tournament import Seatings, Tournament
from barbu_arena.players.clock import ClockLimits

TournamentOf = Callable[..., Tournament]


@pytest.mark.parametrize("bots", [4, 5, 6, 7, 8, 9, 11])
@pytest.mark.parametrize("seatings", [1, 4])
def test_sessions_of_a_bot_are_counted_as_the_schedule_has_them(
    tournament_of: TournamentOf, bots: int, seatings: Seatings
) -> None:
    tournament = tournament_of(bots, rounds=3, seatings=seatings)
    seats = 4 * len(list(sessions(tournament)))
    assert sessions_per_bot(tournament) == pytest.approx(seats / bots)


@pytest.mark.parametrize(("seatings", "needed"), [(1, 189), (4, 53), (12, 86), (24, 142)])
def test_a_point_a_deal_is_told_apart_after_so_many_sessions(
    tournament_of: TournamentOf, seatings: Seatings, needed: int
) -> None:
    """Two bots that always meet, as four do: ± 1 point at 95 % after the sessions measured."""
    tournament = tournament_of(4, rounds=1000, seatings=seatings)
    expected = sqrt(needed / (1000 * seatings))
    assert smallest_difference(tournament) == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(("seatings", "needed"), [(1, 39), (4, 9), (12, 9), (24, 9)])
def test_without_doubles_fewer_are_needed(
    tournament_of: TournamentOf, undoubled: RuleSet, seatings: Seatings, needed: int
) -> None:
    tournament = replace(tournament_of(4, rounds=1000, seatings=seatings), rules=undoubled)
    expected = sqrt(needed / (1000 * seatings))
    assert smallest_difference(tournament) == pytest.approx(expected, rel=0.002)


def test_four_times_many_rounds_halve_it(tournament_of: TournamentOf) -> None:
    one, four = (smallest_difference(tournament_of(8, rounds=rounds)) for rounds in (500, 2000))
    assert one == pytest.approx(2 * (four or 0), rel=0.002)


@pytest.mark.parametrize(("sets", "t"), [(2, 12.7062), (3, 4.3027), (11, 2.2281)])
def test_few_board_sets_tell_little(tournament_of: TournamentOf, sets: int, t: float) -> None:
    """Student's t at 97.5 %, from a printed table, in the place of 1.96."""
    found = smallest_difference(tournament_of(4, rounds=sets))
    assert found == pytest.approx(t / 1.96 * sqrt(53 / (4 * sets)), rel=1e-4)


def test_one_board_set_tells_nothing(tournament_of: TournamentOf) -> None:
    assert smallest_difference(tournament_of(4, rounds=1)) is None


def test_bots_that_meet_less_are_harder_to_tell_apart(tournament_of: TournamentOf) -> None:
    # The same sessions for each bot.
    found = [smallest_difference(tournament_of(bots, rounds=600)) or 0 for bots in (4, 8, 16, 32)]
    assert found == sorted(found)
    assert found[0] < found[-1] < found[0] * sqrt(4 / 3)


def test_the_longest_session(tournament_of: TournamentOf) -> None:
    clock = ClockLimits(free_ms=50, bank_ms=20_000, cap_ms=5_000, start_ms=10_000)
    tournament = replace(tournament_of(4), clock=clock)
    assert longest_session_s(tournament) == 10 + 4 * (20 + 320 * 0.05) + 1


# Other kinds of schedule


@pytest.mark.parametrize(
    ("bots", "fields"),
    [
        (6, {"kind": "all-tables"}),
        (9, {"kind": "gauntlet", "challengers": ("bot-002",)}),
        (9, {"kind": "gauntlet", "challengers": ("bot-002", "bot-005", "bot-007")}),
        (4, {"kind": "gauntlet", "challengers": ("bot-000", "bot-001"), "house": True}),
        (2, {"kind": "head-to-head", "seatings": 2, "singles_every": 2}),
        (3, {"house": True}),
        (1, {"kind": "all-tables", "house": True}),
    ],
)
def test_sessions_of_a_bot_in_other_kinds(
    tournament_of: TournamentOf, bots: int, fields: dict[str, Any]
) -> None:
    tournament = tournament_of(bots, rounds=3, **fields)
    names = {bot.name for bot in tournament.bots}
    played = Counter(bot for plan in sessions(tournament) for bot in names & set(plan.bots))
    assert sessions_per_bot(tournament) == pytest.approx(played.total() / bots)
    if tournament.schedule.challengers:
        challenger, other = sessions_in_gauntlet(tournament)
        challengers = tournament.schedule.challengers
        assert {played[name] for name in challengers} == {challenger}
        rest = [count for name, count in played.items() if name not in challengers]
        assert sum(rest) / len(rest) == pytest.approx(other)


@pytest.mark.parametrize(
    ("bots", "rounds", "fields"),
    [
        (8, 7, {}),
        (6, 2, {"kind": "all-tables"}),
        (10, 12, {"kind": "gauntlet", "challengers": ("bot-003",)}),
        (12, 12, {"kind": "gauntlet", "challengers": ("bot-000", "bot-004", "bot-008")}),
        (2, 5, {"house": True}),
    ],
)
def test_the_smallest_difference_is_that_of_the_tables_played(
    tournament_of: TournamentOf, bots: int, rounds: int, fields: dict[str, Any]
) -> None:
    """The variance of a difference by numpy's pseudo-inverse, from who sits where."""
    tournament = tournament_of(bots, rounds=rounds, **fields)
    names = sorted({bot for table in tables(tournament) for bot in table.sessions[0].bots})
    c = numpy.zeros((len(names), len(names)))
    for table in tables(tournament):
        held = numpy.array([table.sessions[0].bots.count(name) for name in names])
        c += numpy.diag(held) - numpy.outer(held, held) / 4
    inverse = numpy.linalg.pinv(c)
    first = tournament.schedule.challengers[:1] or ("bot-000",)
    i = names.index(first[0])
    others = [
        names.index(bot.name)
        for bot in tournament.bots
        if bot.name not in (*tournament.schedule.challengers, *first)
    ]
    variances = [inverse[i, i] + inverse[j, j] - 2 * inverse[i, j] for j in others]
    sets = table_count(tournament)
    expected = sqrt(53 / 4 * float(numpy.mean(variances)) / 2) * t_quantile(0.975, sets - 1) / 1.96
    assert smallest_difference(tournament) == pytest.approx(expected, rel=0.01)


def test_a_head_to_head_tells_a_point_after_the_sessions_measured(
    tournament_of: TournamentOf, undoubled: RuleSet
) -> None:
    tournament = tournament_of(2, rounds=1000, kind="head-to-head", seatings=2)
    assert smallest_difference(tournament) == pytest.approx(sqrt(26 / 6000), rel=0.002)
    assert smallest_difference(replace(tournament, rules=undoubled)) is None
