"""Two bots compared: what a session is worth, which ones count, and what they decide."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, stdev, variance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.league.comparison import (
    LEAST_SESSIONS,
    SINGLES_EVERY,
    Comparison,
    Verdict,
    difference_a_session,
    rounds_within,
)
from barbu_arena.league.schedule import session_count, sessions, tables
from barbu_arena.league.sequential import Hypotheses, sequence_factor
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.tournament import Tournament

TournamentOf = Callable[..., Tournament]
Played = Callable[..., SessionSummary]
OLD, NEW = "bot-000", "bot-001"


@pytest.fixture(scope="module")
def head_to_head(tournament_of: TournamentOf) -> Tournament:
    tournament = tournament_of(
        2, rounds=40, seatings=2, kind="head-to-head", singles_every=SINGLES_EVERY
    )
    return replace(tournament, test=Hypotheses())


def league(
    tournament: Tournament, played: Played, truth: float, seed: str, extra_in_pairs: float = 0
) -> list[SessionSummary]:
    """Return all sessions of two bots, NEW better by so many points a deal, in their order.

    The luck of the cards goes with the seats; in two against two NEW gains `extra_in_pairs` more.
    """
    random = Random(seed)
    found = []
    for table in tables(tournament):
        luck = [random.gauss(0, 60) for _ in range(4)]
        for plan in table.sessions:
            pairs = plan.bots.count(NEW) == 2
            skill = 28 * (truth + extra_in_pairs * pairs)
            points = [
                round(luck[seat] + random.gauss(0, 30) + skill * (bot == NEW))
                for seat, bot in enumerate(plan.bots)
            ]
            found.append(seated(played, plan.place, table.board_set, plan.bots, points))
    return found


def seated(
    played: Played,
    place: tuple[int, int, int],
    board_set: int,
    bots: Sequence[str],
    points: Sequence[int],
) -> SessionSummary:
    """Return a session whose bots may sit on several seats, less the mean of its points."""
    mean = sum(points) // 4
    totals = dict(zip("abcd", (p - mean for p in points), strict=True))
    summary = played(place, board_set, totals)
    a, b, c, d = bots
    return replace(summary, bots=(a, b, c, d))


def verdict_of(tournament: Tournament, summaries: Sequence[SessionSummary]) -> Verdict:
    comparison = Comparison(tournament)
    for summary in summaries:
        comparison.enter(summary)
    return comparison.verdict()


@pytest.mark.parametrize(
    ("bots", "expected"),
    [
        ((OLD, OLD, NEW, NEW), (30 + 60) / 2 - (-70 - 20) / 2),
        ((NEW, OLD, OLD, NEW), (-70 + 60) / 2 - (-20 + 30) / 2),
        ((NEW, OLD, OLD, OLD), -70 - (-20 + 30 + 60) / 3),
        ((NEW, NEW, OLD, NEW), (-70 - 20 + 60) / 3 - 30),
    ],
)
def test_the_difference_is_new_less_old_by_seat(
    played: Played, bots: Sequence[str], expected: float
) -> None:
    summary = seated(played, (1, 1, 1), 0, bots, [-70, -20, 30, 60])
    assert difference_a_session(summary, OLD, NEW) == pytest.approx(expected)
    assert difference_a_session(summary, NEW, OLD) == pytest.approx(-expected)


def test_the_figures_are_those_of_the_sessions_that_count(
    head_to_head: Tournament, played: Played
) -> None:
    summaries = league(head_to_head, played, 0.3, "figures")
    found = verdict_of(head_to_head, summaries)
    by_place = {summary.place: summary for summary in summaries}
    pairs, singles = [], []
    for table in tables(head_to_head):
        places = [plan.place for plan in table.sessions]
        if places[0] not in found.used:
            break
        values = [difference_a_session(by_place[place], OLD, NEW) / 28 for place in places]
        (pairs if table.sessions[0].bots.count(OLD) == 2 else singles).append(fmean(values))
    assert found.used == tuple(s.place for s in summaries[: len(found.used)])
    assert found.difference.count == len(pairs)
    assert found.difference.points == pytest.approx(fmean(pairs))
    half = sequence_factor(len(pairs)) * stdev(pairs) / sqrt(len(pairs))
    assert found.difference.half_width_95 == pytest.approx(half)
    assert found.singles is not None
    own = t_quantile(0.975, len(singles) - 1) * stdev(singles) / sqrt(len(singles))
    assert (found.singles.points, found.singles.half_width_95) == pytest.approx(
        (fmean(singles), own)
    )
    assert found.gap is not None
    assert found.gap.points == pytest.approx(fmean(pairs) - fmean(singles))
    assert found.gap.half_width_95 == pytest.approx(sqrt(half**2 + own**2))


@pytest.mark.parametrize(("truth", "expected"), [(3.0, "H1"), (-1.0, "H0")])
def test_it_ends_as_soon_as_the_test_decides(
    head_to_head: Tournament, played: Played, truth: float, expected: str
) -> None:
    summaries = league(head_to_head, played, truth, "ends")
    found = verdict_of(head_to_head, summaries)
    assert found.decision == expected
    assert len(found.used) < len(summaries)
    # One session less, and nothing was decided.
    assert verdict_of(head_to_head, summaries[: len(found.used) - 1]).decision is None


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_order_of_finishing_changes_nothing(
    head_to_head: Tournament, played: Played, data: st.DataObject
) -> None:
    """Any order in which each session finishes at most so many places too early or too late."""
    summaries = league(head_to_head, played, 0.8, "order")
    jobs = data.draw(st.integers(1, 12))
    late = data.draw(
        st.lists(st.integers(0, jobs), min_size=len(summaries), max_size=len(summaries))
    )
    shuffled = [
        summary
        for _, summary in sorted(
            zip(enumerate(late), summaries, strict=True), key=lambda item: item[0][0] + item[0][1]
        )
    ]
    assert verdict_of(head_to_head, shuffled) == verdict_of(head_to_head, summaries)


def test_a_gap_in_the_schedule_is_waited_for(head_to_head: Tournament, played: Played) -> None:
    """Also where the sessions after it would decide."""
    summaries = league(head_to_head, played, 3.0, "gap")
    whole = verdict_of(head_to_head, summaries)
    without = verdict_of(head_to_head, summaries[:5] + summaries[6:])
    assert without.decision is None
    assert without.used == tuple(summary.place for summary in summaries[:4])
    assert verdict_of(head_to_head, [*summaries[:5], *summaries[6:], summaries[5]]) == whole


def test_more_rounds_change_nothing_before_them(head_to_head: Tournament, played: Played) -> None:
    short = replace(head_to_head, schedule=replace(head_to_head.schedule, rounds=6))
    summaries = league(short, played, 0, "rounds")
    assert verdict_of(short, summaries) == verdict_of(head_to_head, summaries)


def test_a_copy_that_plays_the_same_is_no_better(head_to_head: Tournament, played: Played) -> None:
    """Without chance of their own the two sessions of a board set cancel exactly."""
    summaries = []
    for table in tables(head_to_head):
        points = [9 * table.board_set % 71, 40, -20, -50 - table.board_set % 7]
        summaries += [
            seated(played, plan.place, table.board_set, plan.bots, points)
            for plan in table.sessions
        ]
    found = verdict_of(head_to_head, summaries)
    assert (found.decision, found.difference.points) == ("H0", 0)
    assert found.difference.half_width_95 == 0
    assert found.worth is None


def test_what_two_seats_make_of_each_other_is_seen(
    head_to_head: Tournament, played: Played
) -> None:
    helped = verdict_of(head_to_head, league(head_to_head, played, 0, "gap", extra_in_pairs=9))
    assert helped.gap is not None
    assert helped.gap.points - (helped.gap.half_width_95 or 0) > 0
    fair = verdict_of(head_to_head, league(head_to_head, played, 3, "gap"))
    assert fair.gap is not None
    assert abs(fair.gap.points) < (fair.gap.half_width_95 or 0)


def test_what_replaying_was_worth(head_to_head: Tournament, played: Played) -> None:
    """The variance that two independent sessions would have ÷ that of a board set."""
    summaries = league(head_to_head, played, 0.25, "worth")
    found = verdict_of(head_to_head, summaries)
    used = [s for s in summaries if s.place in found.used and s.bots.count(OLD) == 2]
    single = [difference_a_session(summary, OLD, NEW) for summary in used]
    means = [fmean(single[i : i + 2]) for i in range(0, len(single), 2)]
    assert found.worth == pytest.approx(variance(single) / 2 / variance(means))
    assert found.worth > 2


def test_before_the_first_session(head_to_head: Tournament) -> None:
    found = Comparison(head_to_head).verdict()
    assert (found.decision, found.log_likelihood_ratio, found.used) == (None, 0, ())
    assert (found.difference.count, found.singles, found.gap) == (0, None, None)


@given(st.integers(0, 3000), st.integers(1, 9))
def test_rounds_are_as_many_as_sessions_allow(most: int, every: int) -> None:
    rounds = rounds_within(most, every)
    assert 6 * rounds + 8 * (rounds // every) <= most
    assert 6 * (rounds + 1) + 8 * ((rounds + 1) // every) > most


def test_the_least_sessions_are_enough_to_decide(
    tournament_of: TournamentOf, played: Played
) -> None:
    rounds = rounds_within(LEAST_SESSIONS, SINGLES_EVERY)
    tournament = tournament_of(
        2, rounds=rounds, seatings=2, kind="head-to-head", singles_every=SINGLES_EVERY
    )
    tournament = replace(tournament, test=Hypotheses())
    assert session_count(tournament) == len(list(sessions(tournament))) == LEAST_SESSIONS
    found = verdict_of(tournament, league(tournament, played, 9, "least"))
    assert found.decision == "H1"
    # The first sessions of one against three come before.
    assert found.gap is not None
