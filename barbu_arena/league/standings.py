"""The league table. Source: design §6; statistics.md §3.1 and §3.2.

The ranking number is points per deal against an average field, and only complete tables count for
it, because only there has every bot held every seat. All other columns are of all sessions.
Everything is summed exactly or in a fixed order: the order of the ledger does not change a bit.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from barbu_arena.league.bot_seats import BotSeats, Field
from barbu_arena.league.design_gain import DesignGain, design_gain
from barbu_arena.league.intervals import Estimate, Intervals
from barbu_arena.league.least_squares import Fit, TableResult, fit
from barbu_arena.league.pair_matrix import Pair, pair_matrix
from barbu_arena.league.plackett_luce import ratings
from barbu_arena.league.rank_intervals import rank_intervals
from barbu_arena.league.robust_score import robust_results
from barbu_arena.league.summaries import Faults, SessionResult, Summaries
from barbu_arena.league.summary import SessionSummary
from barbu_arena.league.table_results import played_tables, table_result

# Strengths that differ by less are the same but for rounding, and ranked by name.
_RANKED_DECIMALS = 9
# Shares of a victory are counted in twelfths: whole numbers for 1, 2, 3 and 4 winners.
_VICTORY = 12


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's row of the league table."""

    bot: str
    sessions: int
    points_per_deal: float | None
    """Against an average field; None where no complete table, or no chain of them, compares the
    bots.
    """
    half_width_95: float | None
    """Of its 95 % interval; None where the jackknife has no answer (`least_squares.Fit`)."""
    mean_total: float
    """Points of a session, penalties included."""
    wins: float
    """Sessions with the highest total; m bots that share it get 1/m each."""
    faults: tuple[tuple[str, int], ...]
    """(kind, how many), by kind."""
    retirements: int
    """Sessions in which the bot was retired."""
    penalties: int
    """Points, zero or less."""
    ranks: tuple[int, int] | None = None
    """The best and the worst rank that the bot may really have, at 95 % for all bots together."""
    places: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """How often it came first to fourth; bots that tie share their places."""
    robust: Estimate | None = None
    """Compressed points of a session (`robust_score`); None where no table has them."""
    rating: Estimate | None = None
    """From places alone, 400 for odds of ten to one (`plackett_luce`)."""
    ranked: bool = True
    """Whether the bot is an entrant, and not one that fills an empty seat."""

    @property
    def fault_count(self) -> int:
        """Faults of all kinds."""
        return sum(count for _, count in self.faults)


@dataclass(frozen=True, slots=True)
class Standings:
    """The league table, the pairs behind it, and what its design bought."""

    rows: tuple[Standing, ...]
    """Best first."""
    pairs: tuple[Pair, ...]
    """All ordered pairs by name, points per deal."""
    gain: DesignGain | None
    sets: int
    """Board sets of complete tables."""


def standings(
    summaries: Iterable[SessionSummary], seatings: int, outside: Collection[str] = ()
) -> tuple[Standing, ...]:
    """Return the rows of `league_standings`."""
    return league_standings(summaries, seatings, outside=outside).rows


def league_standings(
    summaries: Iterable[SessionSummary],
    seatings: int,
    seed: str = "",
    outside: Collection[str] = (),
) -> Standings:
    """Return the league table, best first, ties by name.

    Bots without a strength follow by their mean total, and after all of them come those `outside`
    the ranking: they fill seats, and count in the field that bots are held against, but have no
    rank. `seatings` is how many sessions make a table complete; from `seed` follows what is drawn
    for rank intervals. The sessions may come in any order, and are gone through once.
    """
    kept = Summaries.gathered(summaries)
    deals = kept.deals
    ranks_taken = Counter(chain.from_iterable(map(_ranks, kept.results())))
    played = played_tables(kept, seatings)
    results = list(map(table_result, played))
    found = fit(results)
    pairs = pair_matrix(found, deals, seed, outside)
    ranks = rank_intervals(pairs)
    strengths, robust = _estimates(found), _robust(robust_results(played))
    rated = ratings(played) if found is not None else {}
    rows_of_bots = [
        replace(
            _with_strength(
                _counted(bot, seats, kept.patterns, ranks_taken), strengths.get(bot), deals
            ),
            ranks=ranks.get(bot),
            robust=robust.get(bot),
            rating=rated.get(bot),
            ranked=bot not in outside,
        )
        for bot, seats in kept.seats().items()
    ]
    return Standings(
        tuple(sorted(rows_of_bots, key=_rank)),
        pairs,
        design_gain(played, results, found),
        sets=len({table.board_set for table in played}),
    )


def _ranks(result: SessionResult) -> Iterator[tuple[str, int, int]]:
    """Yield (bot, how many have a higher total, how many have the same) of each seat."""
    ordered = sorted(result.points, reverse=True)
    return zip(
        result.bots,
        map(ordered.index, result.points),
        map(ordered.count, result.points),
        strict=True,
    )


def _places(bot: str, ranks: Mapping[tuple[str, int, int], int]) -> Iterator[float]:
    """Yield how often a bot came first to fourth; those with the same total share their places."""
    shares = [0] * 4
    for above in range(4):
        for level in range(1, 5 - above):
            for place in range(above, above + level):
                shares[place] += _VICTORY // level * ranks.get((bot, above, level), 0)
    return (share / _VICTORY for share in shares)


def _estimates(found: Fit | None) -> dict[str, Estimate]:
    if found is None:
        return {}
    intervals = Intervals(found)
    return {bot: intervals.bot(i) for i, bot in enumerate(found.bots)}


def _robust(results: Sequence[TableResult]) -> dict[str, Estimate]:
    return _estimates(fit(results)) if results else {}


def _counted(
    bot: str,
    seats: BotSeats,
    patterns: Sequence[Faults],
    ranks_taken: Mapping[tuple[str, int, int], int],
) -> Standing:
    """Return a bot's row as far as it is counted and added up."""
    faults: Counter[str] = Counter()
    for pattern, times in Counter(seats.values(Field.FAULTS)).items():
        for kind, count in patterns[pattern]:
            faults[kind] += count * times
    a, b, c, d = _places(bot, ranks_taken)
    return Standing(
        bot=bot,
        sessions=seats.sessions,
        points_per_deal=None,
        half_width_95=None,
        mean_total=sum(seats.values(Field.TOTAL)) / len(seats),
        wins=a,
        faults=tuple(sorted(faults.items())),
        retirements=sum(seats.values(Field.RETIRED)),
        penalties=sum(seats.values(Field.PENALTIES)),
        places=(a, b, c, d),
    )


def _with_strength(row: Standing, strength: Estimate | None, deals: int) -> Standing:
    if strength is None:
        return row
    half_width = strength.half_width()
    return replace(
        row,
        points_per_deal=strength.points / deals,
        half_width_95=None if half_width is None else half_width / deals,
    )


def _rank(row: Standing) -> tuple[bool, bool, float, str]:
    unknown = row.points_per_deal is None
    points = row.mean_total if row.points_per_deal is None else row.points_per_deal
    return not row.ranked, unknown, -round(points, _RANKED_DECIMALS), row.bot
