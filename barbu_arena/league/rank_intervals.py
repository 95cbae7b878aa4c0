"""Which places a bot may really have: an interval of ranks that holds for all bots together.

A bot is at best behind those that are surely stronger, and at worst before those that are surely
weaker, by the simultaneous intervals of all differences.
Source: statistics.md §3.1; Mogstad, Romano, Shaikh and Wilhelm, "Inference for ranks".
"""

from collections.abc import Sequence

from barbu_arena.league.pair_matrix import Pair


def rank_intervals(pairs: Sequence[Pair]) -> dict[str, tuple[int, int]]:
    """Return (best, worst) rank by bot, from 1; nothing where the pairs have no intervals."""
    if any(pair.simultaneous_95 is None for pair in pairs):
        return {}
    bots = list(dict.fromkeys(pair.bot for pair in pairs))
    stronger = dict.fromkeys(bots, 0)
    weaker = dict.fromkeys(bots, 0)
    for pair in pairs:
        stronger[pair.bot] += pair.surely < 0
        weaker[pair.bot] += pair.surely > 0
    return {bot: (1 + stronger[bot], len(bots) - weaker[bot]) for bot in bots}
