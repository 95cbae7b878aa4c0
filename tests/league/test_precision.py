"""How narrow the intervals of a league are, looked at after whole rounds."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import fit
from barbu_arena.league.precision import Precision, table_results
from barbu_arena.league.precision import widest_interval as widest_of_results
from barbu_arena.league.schedule import tables
from barbu_arena.league.sequential import sequence_factor
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import played_tables, table_result
from barbu_arena.league.tournament import Tournament

TournamentOf = Callable[..., Tournament]
Played = Callable[..., SessionSummary]


def league(tournament: Tournament, played: Played, seed: str) -> list[SessionSummary]:
    """Return all sessions of equal bots, in the order of the schedule."""
    random = Random(seed)
    found = []
    for table in tables(tournament):
        for plan in table.sessions:
            points = [random.gauss(0, 60) for _ in range(3)]
            whole = [round(x) for x in (*points, -sum(points))]
            summary = played(plan.place, plan.board_set, dict(zip("abcd", whole, strict=True)))
            found.append(replace(summary, bots=plan.bots))
    return found


def widest_interval(summaries: Sequence[SessionSummary], tournament: Tournament) -> float | None:
    return widest_of_results(table_results(summaries, tournament), tournament)


def course(tournament: Tournament, summaries: Sequence[SessionSummary], asked: float) -> Precision:
    precision = Precision(tournament, asked)
    for summary in summaries:
        precision.enter(summary)
    return precision


def test_the_widest_interval_is_the_widest_that_holds_at_every_look(
    tournament_of: TournamentOf, played: Played
) -> None:
    tournament = tournament_of(4, rounds=24)
    summaries = league(tournament, played, "widest")
    found = fit(map(table_result, played_tables(summaries, 4)))
    assert found is not None
    errors = [Intervals(found).bot(i).standard_error or 0 for i in range(4)]
    expected = sequence_factor(24) * max(errors) / 28
    assert widest_interval(summaries, tournament) == pytest.approx(expected)
    # Wider than an interval that is looked at once.
    assert expected > 1.2 * max(Intervals(found).bot(i).half_width() or 0 for i in range(4)) / 28


def test_there_is_none_before_each_bot_has_enough_board_sets(
    tournament_of: TournamentOf, played: Played
) -> None:
    tournament = tournament_of(4, rounds=20)
    summaries = league(tournament, played, "few")
    assert widest_interval(summaries[:-4], tournament) is None
    assert widest_interval(summaries, tournament) is not None
    # Eight bots play a table each round; the degrees of freedom count those of a bot.
    eight = tournament_of(8, rounds=20)
    assert widest_interval(league(eight, played, "few")[:-40], eight) is None


def test_the_house_bots_interval_does_not_matter(
    tournament_of: TournamentOf, played: Played
) -> None:
    tournament = tournament_of(3, rounds=30, house=True)
    summaries = league(tournament, played, "house")
    assert widest_interval(summaries, tournament) is not None


def test_the_order_of_finishing_changes_nothing(
    tournament_of: TournamentOf, played: Played
) -> None:
    tournament = tournament_of(4, rounds=60)
    summaries = league(tournament, played, "order")
    asked = 0.9
    straight = course(tournament, summaries, asked)
    assert straight.is_met
    assert 20 < straight.rounds < 60
    random = Random("order")
    for jobs in (2, 8):
        late = [(i + random.randrange(jobs), i) for i in range(len(summaries))]
        shuffled = course(tournament, [summaries[i] for _, i in sorted(late)], asked)
        assert (shuffled.rounds, shuffled.widest) == (straight.rounds, straight.widest)
    # It is a round's last session that ends it, and what comes later changes nothing.
    sessions = 4 * straight.rounds
    assert not course(tournament, summaries[: sessions - 1], asked).is_met
    assert course(tournament, summaries[:sessions], asked).widest == straight.widest


def test_later_looks_are_further_apart(tournament_of: TournamentOf, played: Played) -> None:
    tournament = tournament_of(4, rounds=70, seatings=1)
    precision = Precision(tournament, 0.001)
    looks = []
    for summary in league(tournament, played, "looks"):
        precision.enter(summary)
        if not looks or looks[-1] != precision.rounds:
            looks.append(precision.rounds)
    steps = [b - a for a, b in pairwise(looks)]
    assert looks[:19] == list(range(1, 20))
    assert steps == sorted(steps)
    assert steps[-1] == 4
