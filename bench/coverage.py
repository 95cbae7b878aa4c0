"""Whether the intervals of league tables hold what they say: leagues drawn from a known truth.

`python bench/coverage.py [LEAGUES]` draws leagues of 4, 8 and 13 bots and prints how often the
truth lies within each kind of interval; then the A/A test: p-values of a bot against its copy.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, sqrt
from random import Random

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import Fit, TableResult, fit
from barbu_arena.league.pair_matrix import pair_matrix
from barbu_arena.league.partition import partitions
from barbu_arena.league.rank_intervals import rank_intervals

Results = dict[str, float]
Company = tuple[str, ...]

STRENGTHS = 40.0
"""Spread of the bots' strengths; all figures are points a session."""
SET_MEAN = 41.0
"""Spread of a bot's mean over the four seatings of a set, bots that double (statistics.md §2)."""
MANIAC = 120.0
"""The same of a bot that doubles everybody."""
UNEQUAL = 0.35
"""Spread of the logarithm of that spread, from bot to bot."""
STYLES = 24.0
"""Spread of what a company of four adds to a bot's strength (statistics.md §2.4)."""
SWING = 5
"""Degrees of freedom of the t-like tails that swingy sets give to all four bots at once."""

SHAPES = ((4, 6), (4, 12), (8, 6), (8, 10), (8, 24), (13, 9), (13, 12), (13, 30))
"""(bots, board sets). Thirteen bots have no interval with six: each plays once or twice."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is so: each company's results on average over all deals, and how much they spread."""

    strengths: Results
    companies: dict[Company, Results]
    spreads: Results


@dataclass(slots=True)
class Covered:
    """How often the truth lay within: shares of intervals, or of leagues where all must hold."""

    leagues: int = 0
    without: int = 0
    """Leagues without intervals."""
    strengths: float = 0.0
    pairs: float = 0.0
    all_pairs: float = 0.0
    all_ranks: float = 0.0

    def share(self, name: str) -> float:
        """Return one of them in percent."""
        with_intervals = self.leagues - self.without
        return 100 * getattr(self, name) / with_intervals if with_intervals else float("nan")


def draw_truth(random: Random, bots: int) -> Truth:
    """Draw bots of unequal strength, steadiness and style; the last is a maniac."""
    names = [f"b{i:02}" for i in range(bots)]
    strengths = {bot: random.gauss(0, STRENGTHS) for bot in names}
    spreads = {bot: SET_MEAN * exp(random.gauss(0, UNEQUAL)) for bot in names}
    spreads[names[-1]] = MANIAC
    companies = {
        company: centred({bot: strengths[bot] + random.gauss(0, STYLES) for bot in company})
        for company in combinations(names, 4)
    }
    # A bot's strength is what it makes of all companies by the same least squares, whose equations
    # are simple where every pair meets equally often.
    played, met = comb(bots - 1, 3), comb(bots - 2, 2)
    sums = {bot: sum(results.get(bot, 0) for results in companies.values()) for bot in names}
    truth = {bot: 4 * whole / (3 * played + met) for bot, whole in sums.items()}
    return Truth(truth, companies, spreads)


def centred(results: Results) -> Results:
    """Return the results less their mean."""
    mean = sum(results.values()) / len(results)
    return {bot: x - mean for bot, x in results.items()}


def companies_of(bots: Sequence[str], sets: int, seed: str) -> Iterator[Company]:
    """Yield the companies of a round robin by least meetings, one for each board set."""
    made = 0
    for round_ in partitions(seed, len(bots), 4):
        for group in round_:
            if made == sets:
                return
            made += 1
            yield tuple(sorted(bots[i] for i in group))


def play(truth: Truth, companies: Sequence[Company], random: Random) -> list[TableResult]:
    """Draw one result for each company, on a board set of its own."""
    results = []
    for number, company in enumerate(companies):
        swing = sqrt((SWING - 2) / (2 * random.gammavariate(SWING / 2, 1)))
        means = truth.companies[company]
        drawn = centred(
            {bot: means[bot] + swing * random.gauss(0, truth.spreads[bot]) for bot in company}
        )
        results.append(TableResult(number, company, tuple(drawn.values())))
    return results


def coverage(bots: int, sets: int, leagues: int, seed: int) -> Covered:
    """Return how often the truth lies within the intervals of so many leagues."""
    random = Random(f"{seed}|{bots}|{sets}")
    covered = Covered()
    for number in range(leagues):
        truth = draw_truth(random, bots)
        companies = list(companies_of(sorted(truth.strengths), sets, f"{seed}|{number}"))
        found = fit(play(truth, companies, random))
        covered.leagues += 1
        if found is None or not found.changes or len(found.bots) < bots:
            covered.without += 1
        else:
            count(covered, found, truth, str(number))
    return covered


def count(covered: Covered, found: Fit, truth: Truth, seed: str) -> None:
    """Add one league."""
    intervals = Intervals(found)
    within = [
        abs(intervals.bot(i).points - truth.strengths[bot]) <= (intervals.bot(i).half_width() or 0)
        for i, bot in enumerate(found.bots)
    ]
    covered.strengths += sum(within) / len(within)
    pairs = pair_matrix(found, 1, seed)
    errors = [
        abs(pair.difference - truth.strengths[pair.bot] + truth.strengths[pair.other])
        for pair in pairs
    ]
    alone = [e <= (pair.half_width_95 or 0) for e, pair in zip(errors, pairs, strict=True)]
    covered.pairs += sum(alone) / len(alone)
    covered.all_pairs += all(
        e <= (pair.simultaneous_95 or 0) for e, pair in zip(errors, pairs, strict=True)
    )
    order = sorted(found.bots, key=lambda bot: -truth.strengths[bot])
    ranks = rank_intervals(pairs)
    covered.all_ranks += all(ranks[bot][0] <= n <= ranks[bot][1] for n, bot in enumerate(order, 1))


def a_a_p_values(bots: int, sets: int, leagues: int, seed: int) -> list[float]:
    """Return the p-values of the difference between a bot and its renamed copy, a league each.

    They are uniform if the test is right.
    """
    random = Random(f"{seed}|a/a|{bots}|{sets}")
    values = []
    for number in range(leagues):
        truth = draw_truth(random, bots)
        bot, copy = sorted(truth.strengths)[:2]
        same = twins(truth, bot, copy)
        companies = list(companies_of(sorted(truth.strengths), sets, f"{seed}|{number}"))
        found = fit(play(same, companies, random))
        assert found is not None
        i, j = found.bots.index(bot), found.bots.index(copy)
        superiority = Intervals(found).pair(i, j).superiority
        assert superiority is not None
        values.append(2 * min(superiority, 1 - superiority))
    return values


def twins(truth: Truth, bot: str, copy: str) -> Truth:
    """Return the truth with `copy` a copy of `bot`: in any company it does what `bot` would do."""
    companies: dict[Company, Results] = {}
    for company, results in truth.companies.items():
        changed = dict(results)
        if copy in company and bot in company:
            changed[copy] = changed[bot] = (changed[copy] + changed[bot]) / 2
        elif copy in company:
            other = tuple(sorted((set(company) - {copy}) | {bot}))
            changed = {
                player: truth.companies[other][bot if player == copy else player]
                for player in company
            }
        companies[company] = changed
    return Truth(truth.strengths, companies, {**truth.spreads, copy: truth.spreads[bot]})


def distance_from_uniform(values: Sequence[float]) -> float:
    """Return the Kolmogorov–Smirnov distance of values between 0 and 1 from the uniform ones."""
    ordered = sorted(values)
    n = len(ordered)
    return max(max((i + 1) / n - x, x - i / n) for i, x in enumerate(ordered))


def main() -> None:
    """Print the table of bench/README.md."""
    leagues = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"{leagues} leagues each; of 100 intervals, or leagues, so many hold the truth")
    print("bots  sets  strengths  pairs  all pairs at once  all ranks at once  no interval")
    for bots, sets in SHAPES:
        c = coverage(bots, sets, leagues, 1)
        print(
            f"{bots:4}  {sets:4}  {c.share('strengths'):9.1f}  {c.share('pairs'):5.1f}  "
            f"{c.share('all_pairs'):17.1f}  {c.share('all_ranks'):17.1f}  {c.without:11}",
            flush=True,
        )
    print("A/A: distance of p-values from uniform; 1 in 100 times above", end=" ")
    print(f"{1.63 / sqrt(leagues):.3f} by chance")
    for bots, sets in ((4, 6), (4, 24), (8, 24), (13, 30)):
        values = a_a_p_values(bots, sets, leagues, 2)
        below = 100 * sum(value < 0.05 for value in values) / leagues
        print(f"{bots:4}  {sets:4}  {distance_from_uniform(values):.3f}, {below:.1f} % below 0.05")


if __name__ == "__main__":
    main()
