"""How often a comparison errs, how long it takes, and whether its intervals hold when peeked at.

`python -m bench.compare [COMPARISONS]` from the project's folder draws comparisons of bots whose
difference is known, and leagues that are looked at after each round; half a minute for 1000.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, quantiles

from barbu_arena.league.intervals import Intervals
from barbu_arena.league.least_squares import fit
from barbu_arena.league.sequential import LEAST_UNITS, Hypotheses, sequence_factor
from tests.league.drawn_comparisons import Drawn, always_covered, drawn_test
from tests.league.drawn_leagues import drawn_tables

TRUTHS = (-0.25, 0.0, 0.25, 0.5, 0.75)
"""Points per deal; H0 and H1 are 0 and 0.5."""
MOST = 5000
"""Board sets; long enough that nothing stays undecided."""
PEEKS = 500
LEAGUE_SETS = 80


@dataclass(frozen=True, slots=True)
class Row:
    """What came of many comparisons of one true difference."""

    truth: float
    h1: float
    """Percent that accepted H1; the others accepted H0, but for those undecided."""
    undecided: float
    mean: float
    """Board sets."""
    ninety: float
    """Nine of ten comparisons took no more board sets."""
    covered: float
    """Percent of intervals at the stop that hold the truth."""


def row(truth: float, count: int) -> Row:
    """Draw so many comparisons."""
    random = Random(f"compare {truth}")
    drawn = [drawn_test(truth, Hypotheses(), random, MOST) for _ in range(count)]
    units = [test.units for test in drawn]
    return Row(
        truth,
        share(drawn, "H1"),
        share(drawn, None),
        fmean(units),
        quantiles(units, n=10)[-1],
        100 * sum(test.covered for test in drawn) / count,
    )


def share(drawn: Sequence[Drawn], decision: str | None) -> float:
    """Return the percentage that ended in a decision."""
    return 100 * sum(test.decision == decision for test in drawn) / len(drawn)


def league_always_covered(seed: str) -> tuple[float, float]:
    """Return the share of four equal bots whose interval holds 0 at every look of a league.

    First by the sequence, then by the interval of the league table.
    """
    tables = drawn_tables(4, LEAGUE_SETS, seed)
    sequence, fixed = [True] * 4, [True] * 4
    for sets in range(LEAST_UNITS, LEAGUE_SETS + 1):
        found = fit(tables[:sets])
        assert found is not None
        intervals = Intervals(found)
        for i in range(4):
            bot = intervals.bot(i)
            error = bot.standard_error or 0
            sequence[i] &= abs(bot.points) <= sequence_factor(sets) * error
            fixed[i] &= abs(bot.points) <= (bot.half_width() or 0)
    return sum(sequence) / 4, sum(fixed) / 4


def main() -> None:
    """Print the tables of bench/README.md."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{count} comparisons each, H0: 0, H1: 0.5, alpha = beta = 0.05, spread 1.84 a board set")
    print("truth  H1 %  undecided %  board sets  nine in ten  interval holds %")
    for truth in TRUTHS:
        r = row(truth, count)
        print(
            f"{r.truth:+5.2f}  {r.h1:4.1f}  {r.undecided:11.1f}  {r.mean:10.1f}  {r.ninety:11.0f}"
            f"  {r.covered:16.1f}",
            flush=True,
        )
    random = Random("peeks")
    looks = [always_covered(random, PEEKS) for _ in range(count)]
    held = [100 * sum(look[i] for look in looks) / count for i in range(2)]
    print(f"{PEEKS - LEAST_UNITS + 1} looks: the truth is inside at all of them, % of comparisons")
    print(f"  the interval for looking {held[0]:.1f}, Student's t {held[1]:.1f}")
    leagues = max(1, count // 5)
    shares = [league_always_covered(f"league {i}") for i in range(leagues)]
    held = [100 * fmean(share[i] for share in shares) for i in range(2)]
    print(f"{leagues} leagues of 4 bots, looked at from {LEAST_UNITS} to {LEAGUE_SETS} board sets")
    print(f"  the interval for looking {held[0]:.1f}, that of the table {held[1]:.1f}")


if __name__ == "__main__":
    main()
