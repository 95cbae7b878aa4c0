"""Rounds of groups of those who have met least, without end.

Source: design §6; statistics.md §2.4.
"""

from collections.abc import Iterator
from itertools import combinations, product

from barbu_arena.game.dealing import Draws

Groups = list[list[int]]


def shuffled(source: str, count: int) -> list[int]:
    """Return the numbers below `count`, at most 256, in the order that the draws of a text give."""
    draws = Draws(source)
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = draws.draw(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def partitions(source: str, count: int, size: int) -> Iterator[Groups]:
    """Yield, without end, each round's groups of `size` that have met least.

    A round starts from a random order, drawn from ``source|round``, in which those that sat out
    least sit out. It then exchanges as long as that lowers the sum, over the pairs in its groups,
    of their earlier meetings: the same as the sum over all pairs of meetings squared, once the
    round is played.
    """
    meetings = [[0] * count for _ in range(count)]
    byes = [0] * count
    number = 0
    while True:
        number += 1
        order = sorted(shuffled(f"{source}|{number}", count), key=lambda one: -byes[one])
        seated = count - count % size
        groups = [order[i : i + size] for i in range(0, seated, size)]
        bench = order[seated:]
        _exchange(groups, bench, meetings, byes)
        for one in bench:
            byes[one] += 1
        for a, b in (pair for group in groups for pair in combinations(group, 2)):
            meetings[a][b] += 1
            meetings[b][a] += 1
        yield groups


def _exchange(groups: Groups, bench: list[int], meetings: list[list[int]], byes: list[int]) -> None:
    """Exchange between groups, and with the bench, until no exchange lowers the sum."""
    pairs = list(combinations(groups, 2))
    while any(
        [
            *[_exchange_between(a, b, meetings) for a, b in pairs],
            *[_exchange_with_bench(group, bench, meetings, byes) for group in groups],
        ]
    ):
        pass


def _exchange_between(a: list[int], b: list[int], meetings: list[list[int]]) -> bool:
    """Exchange where it helps and say whether it did; nobody has met itself."""
    changed = False
    for i, j in product(range(len(a)), range(len(b))):
        met_x, met_y = meetings[a[i]], meetings[b[j]]
        change = -2 * met_x[b[j]]
        for one in a:
            change += met_y[one] - met_x[one]
        for one in b:
            change += met_x[one] - met_y[one]
        if change < 0:
            a[i], b[j] = b[j], a[i]
            changed = True
    return changed


def _exchange_with_bench(
    group: list[int], bench: list[int], meetings: list[list[int]], byes: list[int]
) -> bool:
    """Do the same with those that sit out, among those that sat out equally often before."""
    changed = False
    for i, j in product(range(len(group)), range(len(bench))):
        x, y = group[i], bench[j]
        met_x, met_y = meetings[x], meetings[y]
        change = sum(met_y[one] - met_x[one] for one in group) - met_x[y]
        if change < 0 and byes[x] == byes[y]:
            group[i], bench[j] = y, x
            changed = True
    return changed
