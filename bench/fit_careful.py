"""Fit the numbers of bots/careful/table.py in deals that careful's own policy plays out.

    python -m bench.fit_careful [--deals 6000] [--blocks 1500] [--print]

Everything is drawn from seeds that are written here, so the same numbers come out again; without
`--print` they replace the table, also that of bots/monte-carlo. Two minutes. Rules: `modern`, and
`simple` for trumps without a trump. In order, as each stage uses those before it:

1. OWN: the declarer's raw score, least squares on random hands, one fit a contract.
2. VALUE: what a set of contracts brings who plays each with the hand that suits it best; a dynamic
   program over all sets, its expectations means over random hands.
3. Blocks of seven deals whose declarer chooses by these two. TO_DECLARER and OTHERS are fitted on
   them: a defender meets no random declarer, but one whom the contract suits.
4. RELIEF: what owing one double less is worth, by deals left and doubles owed; again a program.
5. ANSWERED: how much better or worse than it expects the declarer fares against who doubled it.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules_form import rules_form
from barbu_arena.league.linear_algebra import solution
from bench.careful_table import table_text

BOTS = Path(__file__).parent.parent / "bots"
sys.path.insert(0, str(BOTS / "careful"))

import barbu  # noqa: E402
import estimates  # noqa: E402
import table  # noqa: E402
from careful import Careful  # noqa: E402
from policy import Policy  # noqa: E402

DEFENDERS = (1, 2, 3)
RIDGE = 1.0  # ranks and lengths say the same thing twice; this settles how to share it

Hands = list[int]
Row = list[int]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal of a block: seat 0 has declared `contract`, and `raw` came out by seat."""

    contract: barbu.Contract
    kind: str
    """The plain contract of table.py that it is."""
    hands: Hands
    raw: list[int]
    left: int
    """Deals of the block, this one included."""


def rules(name: str) -> dict[str, Any]:
    """Return a rule set as bots are told it."""
    return rules_form(load_rules(name))


MODERN, SIMPLE = rules("modern"), rules("simple")


def deal_hands(chance: random.Random) -> Hands:
    """Return four random hands."""
    deck = sorted((1 << code for code in range(52)), key=lambda _: chance.random())
    return [sum(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]


def play(contract: barbu.Contract, hands: Hands) -> list[int]:
    """Return the raw scores of a deal that seat 0 declared and all four play by the policy."""
    raw: list[int] = barbu.playout(contract.deal(hands, 0), Policy(contract))
    return raw


def fitted(samples: Iterable[tuple[Sequence[int], float]]) -> tuple[Row, float]:
    """Return the weights in tenths of a point, and the share of the variance that they explain."""
    products: dict[tuple[int, int], float] = {}
    size = count = 0
    targets: dict[int, float] = {}
    total = squares = 0.0
    for found, points in samples:
        size, count = len(found), count + 1
        total, squares = total + points, squares + points * points
        some = [(i, value) for i, value in enumerate(found) if value]
        for i, value in some:
            targets[i] = targets.get(i, 0.0) + value * points
            for j, other in some:
                products[i, j] = products.get((i, j), 0.0) + value * other
    square = [
        [products.get((i, j), 0.0) + RIDGE * (i == j) for j in range(size)] for i in range(size)
    ]
    weights = [row[0] for row in solution(square, [[targets.get(i, 0.0)] for i in range(size)])]
    explained = sum(weight * targets.get(i, 0.0) for i, weight in enumerate(weights))
    mean = total / count
    share = (explained - count * mean * mean) / (squares - count * mean * mean)
    return [round(10 * weight) for weight in weights], share


# --- 1. what a hand is worth to its declarer ------------------------------------------------------


def fit_own(deals: int) -> None:
    """Fill `table.OWN` from random hands."""
    for kind in (*table.NAMES, "no_trump"):
        chance = random.Random(f"own {kind}")
        samples = (own_sample(kind, chance) for _ in range(deals))
        table.OWN[kind], share = fitted(samples)
        print(f"own {kind}: {share:.0%} explained", file=sys.stderr, flush=True)


def own_sample(kind: str, chance: random.Random) -> tuple[Row, int]:
    """Return a declarer's features and its raw score, whatever the hand is."""
    hands = deal_hands(chance)
    if kind == "no_trump":
        contract = barbu.Contract(SIMPLE, "trumps", "-")
    else:
        detail = {"trumps": "S", "domino": barbu.RANKS[int(13 * chance.random())]}.get(kind)
        contract = barbu.Contract(MODERN, kind, detail)
    return estimates.features(hands[0], kind, contract), play(contract, hands)[0]


# --- 2. what a set of contracts is worth ----------------------------------------------------------


def ways(kind: str) -> list[barbu.Contract]:
    """Return the contract of `modern` in all its forms."""
    details = {"trumps": barbu.SUITS, "domino": barbu.RANKS}.get(kind, [None])
    return [barbu.Contract(MODERN, kind, detail) for detail in details]


def fit_value(deals: int) -> None:
    """Fill `table.VALUE`: by set of contracts, the mean of the best hand-by-hand choice."""
    chance = random.Random("value")
    forms = [ways(kind) for kind in table.NAMES]
    promises = []
    for _ in range(deals):
        hand = deal_hands(chance)[0]
        best = [max(estimates.estimate(table.OWN, hand, way) for way in form) for form in forms]
        promises.append(best)
    value = [0.0]
    for unused in range(1, 1 << len(forms)):
        among = [i for i in range(len(forms)) if unused >> i & 1]
        later = {i: value[unused ^ 1 << i] for i in among}
        value.append(fmean(max(hand[i] + later[i] for i in among) for hand in promises))
    table.VALUE[:] = [round(10 * points) for points in value]


# --- 3. defenders against a declarer who chose ----------------------------------------------------


def blocks(count: int) -> list[list[Played]]:
    """Play blocks of seven deals that seat 0 declares as careful does."""
    chance = random.Random("blocks")
    return [block(chance) for _ in range(count)]


def block(chance: random.Random) -> list[Played]:
    """Play one block."""
    bot = Careful()
    bot.rules = MODERN
    unused, deals = list(table.NAMES), []
    while unused:
        hands = deal_hands(chance)
        details = {"trumps": barbu.SUITS, "domino": barbu.RANKS}
        legal = [f"{kind}:{d}" if d else kind for kind in unused for d in details.get(kind, [""])]
        question = {"hand": barbu.names(hands[0]), "unused": unused, "legal": legal}
        kind, _, detail = bot.choose(question, chance).partition(":")
        contract = barbu.Contract(MODERN, kind, detail or None)
        deals.append(Played(contract, kind, hands, play(contract, hands), len(unused)))
        unused.remove(kind)
    return deals


def fit_gaps(deals: Sequence[Played]) -> None:
    """Fill `table.TO_DECLARER` and `table.OTHERS`."""

    def samples(gap: Callable[[list[int], int], float]) -> Iterable[tuple[Row, float]]:
        for deal in some:
            for seat in DEFENDERS:
                found = estimates.features(deal.hands[seat], deal.kind, deal.contract)
                yield found, gap(deal.raw, seat)

    for kind in table.NAMES:
        some = [deal for deal in deals if deal.kind == kind]
        table.TO_DECLARER[kind], first = fitted(samples(lambda raw, s: raw[s] - raw[0]))
        # raw[s] less the mean of the two others: all defenders' points are 3 in a mean.
        table.OTHERS[kind], second = fitted(
            samples(lambda raw, s: 1.5 * (raw[s] - fmean(raw[i] for i in DEFENDERS)))
        )
        print(
            f"{kind}: declarer {fmean(d.raw[0] for d in some):+.1f}, others "
            f"{fmean(fmean(d.raw[1:]) for d in some):+.1f}; explained {first:.0%}, {second:.0%}",
            file=sys.stderr,
            flush=True,
        )


# --- 4. doubles owed ------------------------------------------------------------------------------


def fit_relief(deals: Sequence[Played]) -> None:
    """Fill `table.RELIEF`: [deals left − 1][doubles owed − 1], what owing one less is worth."""
    promises: dict[int, list[float]] = {left: [] for left in range(1, 8)}
    for deal in deals:
        stake = 2 if deal.contract.total > 0 else 1  # the declarer doubles back there
        promises[deal.left] += [
            stake * estimates.estimate(table.TO_DECLARER, deal.hands[seat], deal.contract)
            for seat in DEFENDERS
        ]
    value = [[0.0] * 3]
    """[deals left][doubles owed]: what doubling the declarer will bring."""
    for left in range(1, 8):
        before = value[left - 1]
        row = []
        for owed in range(3):
            doubled, passed = before[max(0, owed - 1)], before[owed]
            if owed >= left:
                row.append(fmean(promises[left]) + doubled)
            else:
                row.append(fmean(max(e + doubled, passed) for e in promises[left]))
        value.append(row)
    table.RELIEF[:] = [
        [round(10 * (value[left - 1][owed - 1] - value[left - 1][owed])) for owed in (1, 2)]
        for left in range(1, 8)
    ]


# --- 5. doubles answered --------------------------------------------------------------------------


def fit_answered(deals: Sequence[Sequence[Played]]) -> None:
    """Fill `table.ANSWERED`: by contract, tenths for a double made freely and one that was owed."""
    errors: dict[tuple[str, bool], list[float]] = {}
    for some in deals:
        owed = dict.fromkeys(DEFENDERS, 2)
        for deal in some:
            expected = gap_expected(deal)
            for seat in DEFENDERS:
                forced = owed[seat] >= deal.left
                if forced or doubles(deal, seat, owed[seat]):
                    owed[seat] = max(0, owed[seat] - 1)
                    error = deal.raw[0] - deal.raw[seat] - expected
                    errors.setdefault((deal.kind, forced), []).append(error)
    for kind in table.NAMES:
        means = [errors.get((kind, forced), [0.0]) for forced in (False, True)]
        table.ANSWERED[kind] = [round(10 * fmean(row)) for row in means]
        print(
            f"answers {kind}: {[len(row) for row in means]} {table.ANSWERED[kind]}",
            file=sys.stderr,
        )


def gap_expected(deal: Played) -> float:
    """Return how much better than a defender the declarer expects to be."""
    own = estimates.estimate(table.OWN, deal.hands[0], deal.contract)
    return (4 * own - deal.contract.total) / 3


def doubles(deal: Played, seat: int, owed: int) -> bool:
    """Whether a defender doubles the declarer of its own will."""
    promise = estimates.estimate(table.TO_DECLARER, deal.hands[seat], deal.contract)
    stake = 2 if deal.contract.total > 0 else 1
    relief = table.RELIEF[deal.left - 1][owed - 1] / 10 if owed else 0
    return stake * promise + relief > 0


def main() -> None:
    """Fit all and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=6000, help="random deals a contract")
    parser.add_argument("--blocks", type=int, default=1500, help="blocks of seven deals")
    parser.add_argument("--print", action="store_true", help="print it, and change no file")
    options = parser.parse_args()
    fit_own(options.deals)
    fit_value(options.deals // 4)
    played = blocks(options.blocks)
    deals = [deal for some in played for deal in some]
    fit_gaps(deals)
    fit_relief(deals)
    fit_answered(played)
    found = f"From {options.deals} deals a contract, and {options.blocks} blocks of seven."
    if options.print:
        print(table_text(table, found), end="")
        return
    for name in ("careful", "monte-carlo"):
        (BOTS / name / "table.py").write_text(table_text(table, found), "utf-8")


if __name__ == "__main__":
    main()
