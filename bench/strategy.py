"""The numbers of docs/strategy.md: what choosing, doubling and the gate are worth, in Barbu itself.

    nice python -m bench.strategy facts        what contracts bring whom; half a minute
    nice python -m bench.strategy constants    what a chosen contract hides; half a minute
    nice python -m bench.strategy changes      careful against itself with a change; ten minutes
    nice python -m bench.strategy gate         monte-carlo with and without its gate; half an hour

All under `modern`, in this process, from fixed seeds. `facts` and `constants` are of deals that
careful declares and careful's policy plays out (bench/fit_careful.py), without doubles.
"""

import random
import sys
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bench import fit_careful
from bench.fit_careful import DEFENDERS, Played, barbu, table
from tests.kit.python_bots import BOTS, Answer, answer_of, form, margins, module

BLOCKS = 1500
CHANGE_SETS, GATE_SETS = 40, 10


def mean_and_error(values: list[float]) -> str:
    """Return a mean with its standard error."""
    return f"{fmean(values):+7.1f} ± {stdev(values) / sqrt(len(values)):.1f}"


# --- what contracts bring -------------------------------------------------------------------------


def facts() -> None:
    """Print means of declarers and defenders, and the option values."""
    deals = [deal for block in fit_careful.blocks(BLOCKS) for deal in block]
    print("contract      declarer   a defender   defenders above the declarer")
    for kind in table.NAMES:
        some = [deal for deal in deals if deal.kind == kind]
        above = [deal.raw[seat] > deal.raw[0] for deal in some for seat in DEFENDERS]
        print(
            f"{kind:12}{fmean(deal.raw[0] for deal in some):+9.1f}"
            f"{fmean(fmean(deal.raw[1:]) for deal in some):+12.1f}{100 * fmean(above):12.0f} %"
        )
    everything = len(table.VALUE) - 1
    print(f"a whole block: {table.VALUE[everything] / 10:+.1f} to its declarer")
    for i, kind in enumerate(table.NAMES):
        alone, gain = (
            table.VALUE[1 << i],
            table.VALUE[everything] - table.VALUE[everything ^ 1 << i],
        )
        print(f"{kind:12} {alone / 10:+6.1f} as the last one, {gain / 10:+6.1f} beside all others")


# --- what a chosen contract hides -----------------------------------------------------------------


def constants() -> None:
    """Print what to take off a defender's lead on a declarer whose hand is thought to be any hand.

    The mean of the true lead, less the mean when all hands but the defender's are dealt anew.
    """
    chance = random.Random("constants")
    deals = [deal for block in fit_careful.blocks(BLOCKS) for deal in block]
    for kind in table.NAMES:
        gaps = [
            float(deal.raw[seat] - deal.raw[0] - thought(deal, seat, chance))
            for deal in deals
            if deal.kind == kind
            for seat in DEFENDERS
        ]
        print(f"{kind:12} {mean_and_error(gaps)}", flush=True)


def thought(deal: Played, seat: int, chance: random.Random) -> int:
    """Return a seat's lead on the declarer when the three other hands are any hands."""
    hands = [0] * 4
    unseen = sorted(barbu.bits(barbu.DECK ^ deal.hands[seat]), key=lambda _: chance.random())
    for place, other in enumerate({0, 1, 2, 3} - {seat}):
        hands[other] = sum(unseen[13 * place : 13 * place + 13])
    hands[seat] = deal.hands[seat]
    raw = fit_careful.play(deal.contract, hands)
    return raw[seat] - raw[0]


# --- careful with a change ------------------------------------------------------------------------

CAREFUL: Any = module(BOTS / "careful", "careful")


def in_list_order(question: dict[str, Any], careful: Answer) -> str:
    """Choose the first contract left, in its best form."""
    if question["type"] != "choose":
        return careful(question)
    name = question["unused"][0]
    ways = [way for way in question["legal"] if way.partition(":")[0] == name]
    return careful({**question, "unused": [name], "legal": ways})


def greedily(question: dict[str, Any], careful: Answer) -> str:
    """Choose what promises most now, whatever is left for later."""
    if question["type"] != "choose":
        return careful(question)
    bot = CAREFUL.Careful()
    bot.rules = form("modern")
    bot.option_value = lambda unused: 0
    answer: str = bot.choose(question, None)
    return answer


def forced_only(question: dict[str, Any], careful: Answer) -> str:
    """Double only what is owed at last."""
    return question["legal"][0] if question["type"] == "double" else careful(question)


def like_steady(question: dict[str, Any], careful: Answer) -> str:
    """Double by the short rule of steady."""
    return answer_of("steady")(question) if question["type"] == "double" else careful(question)


def no_relief(question: dict[str, Any], careful: Answer) -> str:
    """Double as if nothing were owed."""
    if question["type"] != "double":
        return careful(question)
    return careful({**question, "owed": [0, 0, 0, 0], "deals_left": 7})


CHANGES: dict[str, Callable[[dict[str, Any], Answer], str]] = {
    "contracts in list order": in_list_order,
    "contracts greedily": greedily,
    "doubles only when forced": forced_only,
    "doubles by steady's rule": like_steady,
    "doubles without a thought for debts": no_relief,
}


def changes() -> None:
    """Print by how much careful beats itself with a change."""
    careful = answer_of("careful")
    for name, change in CHANGES.items():
        changed = lambda question, change=change: change(question, careful)  # noqa: E731
        print(f"{name:36} {mean_and_error(margins((careful, changed), CHANGE_SETS))}", flush=True)


# --- the gate -------------------------------------------------------------------------------------


def gate() -> None:
    """Print by how much monte-carlo beats careful, with its gate and without."""
    search, careful = module(BOTS / "monte-carlo", "bot"), answer_of("careful")
    usual = search.GATE
    for worlds in (4, 16):
        for height in (0.0, usual):
            search.GATE = height
            bots = answer_of("monte-carlo", worlds=worlds), careful
            found = mean_and_error(margins(bots, GATE_SETS))
            print(f"{worlds:3} worlds, gate {height}: {found}", flush=True)
    search.GATE = usual


if __name__ == "__main__":
    {"facts": facts, "constants": constants, "changes": changes, "gate": gate}[sys.argv[1]]()
