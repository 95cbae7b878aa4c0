"""What a league will tell, before it is played: how small a difference between two bots."""

from math import sqrt

from barbu_arena.league.schedule import house_seats, session_count, tables_a_round
from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.tournament import SchedulePlan, Tournament

# Sessions of two bots at one table for a 95 % interval of ± 1 point per deal, by seatings of a
# board set; measured with bots that double. Source: statistics.md §2.1 and §2.2.
_WITH_DOUBLES = {1: 189, 4: 53, 12: 86, 24: 142}
_WITHOUT_DOUBLES = {1: 39, 4: 9, 12: 9, 24: 9}
# The same of two bots by complement pairs; without doubles nobody measured it.
_PAIRS_WITH_DOUBLES = 26


def sessions_per_bot(tournament: Tournament) -> float:
    """Return how many sessions each entrant plays in the mean, byes shared."""
    plan, bots = tournament.schedule, len(tournament.bots)
    played = session_count(tournament)
    if plan.kind == "head-to-head":
        return float(played)
    if plan.kind == "gauntlet":
        challenger, other = sessions_in_gauntlet(tournament)
        challengers = len(plan.challengers)
        return (challengers * challenger + (bots - challengers) * other) / bots
    return played * (4 - house_seats(plan, bots)) / bots


def sessions_in_gauntlet(tournament: Tournament) -> tuple[float, float]:
    """Return how many sessions a challenger plays, and each other bot in the mean."""
    plan, bots = tournament.schedule, len(tournament.bots)
    played, challengers = session_count(tournament), len(plan.challengers)
    others = bots - challengers + house_seats(plan, bots)
    return played / challengers, 3 * played / others


def smallest_difference(tournament: Tournament) -> float | None:
    """Return about how far apart (points per deal) two bots must be to be told apart at 95 %.

    In a gauntlet one of them is a challenger. None with a single board set, from which no spread
    can be told, and where nobody measured it.
    """
    plan, doubles = tournament.schedule, tournament.rules.doubling is not None
    sets = plan.rounds * tables_a_round(plan, len(tournament.bots))
    if sets < 2:
        return None
    # The figures are for many sets, where Student's t is 1.96.
    few = t_quantile(0.975, sets - 1) / 1.96
    if plan.kind == "head-to-head":
        return few * sqrt(_PAIRS_WITH_DOUBLES / (sets * plan.seatings)) if doubles else None
    table = _WITH_DOUBLES if doubles else _WITHOUT_DOUBLES
    variance = _variance(plan, max(4, len(tournament.bots)), sets)
    return few * sqrt(table[plan.seatings] / plan.seatings * variance)


def _variance(plan: SchedulePlan, bots: int, tables: int) -> float:
    """Return the variance of the difference of two bots, 1 for two that meet at a single table.

    It is half the resistance between them in the network whose conductances are a quarter of the
    meetings of each pair: C is its Laplacian (`least_squares`), balanced meetings make it simple.
    """
    if plan.kind != "gauntlet":
        return (bots - 1) / (3 * tables)
    challengers = len(plan.challengers)
    others = max(3, bots - challengers)
    across = 3 * tables / (challengers * others) / 4
    among = 6 * tables / (others * (others - 1)) / 4
    resistance = 1 / (others * across) + (1 - 1 / others) / (challengers * across + others * among)
    return resistance / 2


def longest_session_s(tournament: Tournament) -> float:
    """Return the longest a session may take, if all four bots use up all their time (seconds)."""
    clock = tournament.clock
    free_s = _QUESTIONS * clock.free_ms / 1000
    return clock.start_ms / 1000 + 4 * (clock.bank_ms / 1000 + free_s) + _GRACE_S


_QUESTIONS = 320
"""Questions to one bot in one session, at most about this many."""
_GRACE_S = 1
