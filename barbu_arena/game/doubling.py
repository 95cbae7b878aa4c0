"""Who may double whom, and what doubles do to a score.

A call is one seat's set of targets; the empty set is a pass. Calls are coded 0–15 in the order of
`legal`: the pass, then by size, then by seats, so every call has one code under every rule set.
Source: design §1 and §4, rules.md 1.2 rows 38–49.
"""

from functools import cache
from itertools import combinations

from barbu_arena.game.rules import Doubling, Stakes

Scores = tuple[int, int, int, int]
"""Points by seat."""

CALLS: tuple[tuple[int, ...], ...] = tuple(
    targets for size in range(5) for targets in combinations(range(4), size)
)
CALL_NAMES: tuple[str, ...] = tuple(",".join(map(str, targets)) or "-" for targets in CALLS)
CALL_CODES: dict[tuple[int, ...], int] = {targets: code for code, targets in enumerate(CALLS)}


@cache
def calls_within(allowed: frozenset[int], must: int | None) -> int:
    """Return the mask of the calls whose targets are all allowed and hold `must`, if it is set."""
    return sum(
        1 << code
        for code, targets in enumerate(CALLS)
        if allowed.issuperset(targets) and (must is None or must in targets)
    )


@cache
def defender_targets(rules: Doubling, seat: int, declarer: int, negative: bool) -> frozenset[int]:
    """Return whom a defender may double."""
    scope = rules.negative if negative else rules.positive
    if scope == "declarer":
        return frozenset({declarer})
    return frozenset(range(4)) - {seat}


def is_forced(rules: Doubling, owed: int, deals_left: int) -> bool:
    """Whether a defender's call must hold the declarer: the doubles owed reach the deals left.

    `deals_left` counts this deal.
    """
    return rules.quota_mode == "forced" and owed > 0 and deals_left <= owed


def adjusted_scores(raw: Scores, doubles: frozenset[tuple[int, int]], stakes: Stakes) -> Scores:
    """Settle the doubles of a deal: each pair moves its raw gap as often as its stake says.

    `doubles` holds (doubler, target); the result is ``raw_a + Σ_b stake(a, b)·(raw_a − raw_b)``,
    and its sum is that of `raw`. The order of pairs does not matter.
    """
    adjusted = list(raw)
    for a in range(3):
        for b in range(a + 1, 4):
            gap = raw[a] - raw[b]
            if gap:
                moved = stakes[((a, b) in doubles) + ((b, a) in doubles)] * gap
                adjusted[a] += moved
                adjusted[b] -= moved
    return adjusted[0], adjusted[1], adjusted[2], adjusted[3]
