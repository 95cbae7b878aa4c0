"""How strengths came about: each bot's after so many rounds, from what was played until then.

Source: the strengths of `least_squares`, taken anew at each point.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from barbu_arena.league.least_squares import GrowingFit
from barbu_arena.league.summaries import Summaries
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import Tables, table_result

MOST_POINTS = 20
"""So many points show a course; each is a fit of its own."""


@dataclass(frozen=True, slots=True)
class StrengthsAfter:
    """Strengths after a round, the earlier rounds included: points per deal by bot."""

    round: int
    points: Mapping[str, float]
    """Empty where the tables until then do not connect the bots that played them."""


def strength_course(
    summaries: Iterable[SessionSummary], seatings: int, deals: int, most: int = MOST_POINTS
) -> tuple[StrengthsAfter, ...]:
    """Return the strengths after the first round and the last, and at most `most` points in all.

    `deals` of a session make points per deal. Complete tables count, as for the league table: the
    last point is the league table's strength.
    """
    rounds: defaultdict[int, Tables] = defaultdict(Tables)
    for result in Summaries.gathered(summaries).results():
        rounds[result.place[0]].enter(result)
    shown = _spread(sorted(rounds), most)
    growing = GrowingFit()
    course = []
    for number in sorted(rounds):
        growing.add(map(table_result, rounds[number].complete(seatings)))
        if number in shown:
            strengths = growing.strengths()
            per_deal = {bot: points / deals for bot, points in strengths.items()}
            course.append(StrengthsAfter(number, per_deal))
    return tuple(course)


def _spread(rounds: list[int], most: int) -> set[int]:
    """Return at most so many of the rounds, evenly, the first and the last among them."""
    gaps = min(most, len(rounds)) - 1
    if gaps < 1:
        return set(rounds[-1:])
    return {rounds[round(i * (len(rounds) - 1) / gaps)] for i in range(gaps + 1)}
