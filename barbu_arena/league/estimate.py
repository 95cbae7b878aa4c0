"""What a league will tell, before it is played: how small a difference between two bots."""

from math import sqrt

from barbu_arena.league.student_t import t_quantile
from barbu_arena.league.tournament import Tournament

# Sessions of two bots at one table for a 95 % interval of ± 1 point per deal, by seatings of a
# board set; measured with bots that double. Source: statistics.md §2.1 and §2.2.
_WITH_DOUBLES = {1: 189, 4: 53, 12: 86, 24: 142}
_WITHOUT_DOUBLES = {1: 39, 4: 9, 12: 9, 24: 9}


def sessions_per_bot(tournament: Tournament) -> float:
    """Return how many sessions each bot plays, byes shared."""
    bots = len(tournament.bots)
    tables = tournament.schedule.rounds * (bots // 4)
    return 4 * tables * tournament.schedule.seatings / bots


def smallest_difference(tournament: Tournament) -> float | None:
    """Return about how far apart (points per deal) two bots must be to be told apart at 95 %.

    None with a single board set, from which no spread can be told.
    """
    sets = tournament.schedule.rounds * (len(tournament.bots) // 4)
    if sets < 2:
        return None
    seatings = tournament.schedule.seatings
    table = _WITHOUT_DOUBLES if tournament.rules.doubling is None else _WITH_DOUBLES
    bots = len(tournament.bots)
    # In a balanced design two bots meet at (N − 1)/3 times fewer tables than they play.
    spread = 4 * (bots - 1) / (3 * bots)
    # The table's figures are for many sets, where Student's t is 1.96.
    few = t_quantile(0.975, sets - 1) / 1.96
    return few * sqrt(table[seatings] * spread / sessions_per_bot(tournament))


def longest_session_s(tournament: Tournament) -> float:
    """Return the longest a session may take, if all four bots use up all their time (seconds)."""
    clock = tournament.clock
    free_s = _QUESTIONS * clock.free_ms / 1000
    return clock.start_ms / 1000 + 4 * (clock.bank_ms / 1000 + free_s) + _GRACE_S


_QUESTIONS = 320
"""Questions to one bot in one session, at most about this many."""
_GRACE_S = 1
