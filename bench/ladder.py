"""How far apart the shipped bots are, pair by pair, beside the bands in which they must lie.

    nice python -m bench.ladder [--sessions 120] [--jobs 1] [PAIR …]

Two seats against two in all six ways under `modern`, each board set twice with sides changed, from
one seed; a pair is named by its stronger bot, the one of careful against itself `same`. A margin is
the mean of the stronger bot's points less the other's, in a session and seat. A bot whose compiler
or interpreter is missing is left out with a notice. Ends with 1 if a margin lies outside its band,
or a bot had a fault. The clock is wide, so that a busy machine puts nobody in the wrong.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from barbu_arena.cli.launch import choose_launching
from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.pool import Playing, Stop, play_all
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import ClockLimits
from barbu_arena.referee.record import SessionRecord

BOTS = Path(__file__).parent.parent / "bots"
SESSIONS_A_ROUND = 6
CLOCK = ClockLimits(free_ms=2_000, bank_ms=600_000, cap_ms=60_000, start_ms=60_000)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots, and between what their margin must lie: points per session and seat."""

    name: str
    stronger: str
    weaker: str
    least: int
    most: int


PAIRS = (
    Pair("dodger", "dodger", "random", 155, 280),
    Pair("dodger-py", "dodger-py", "random", 155, 280),
    Pair("steady", "steady", "dodger-py", 250, 450),
    Pair("careful", "careful", "dodger-py", 385, 590),
    Pair("same", "careful", "careful", -18, 18),
    Pair("monte-carlo", "monte-carlo", "careful", 80, 210),
    Pair("strong", "strong", "monte-carlo", 95, 235),
)


@dataclass(frozen=True, slots=True)
class Margin:
    """A measured margin with its standard error, which rests on board sets; and the faults."""

    points: float
    error: float
    faults: int


def entrants(pair: Pair) -> tuple[Bot, Bot]:
    """Return the bots of a pair under two names. Raises ConfigError if one cannot start here."""
    stronger, weaker = load_bot(BOTS / pair.stronger), load_bot(BOTS / pair.weaker)
    if pair.stronger == pair.weaker:
        weaker = replace(weaker, name=f"{weaker.name}-again")
    return stronger, weaker


def played(bots: tuple[Bot, Bot], count: int, jobs: int) -> list[SessionRecord]:
    """Play so many sessions of two against two. Raises ConfigError for a build that fails."""
    plan = SchedulePlan(kind="head-to-head", rounds=max(1, count // SESSIONS_A_ROUND), seatings=2)
    tournament = Tournament("ladder", load_rules("modern"), "ladder", bots, plan, clock=CLOCK)
    launching = choose_launching(tournament, "none", quiet=True)
    games = play_all(tournament, sessions(tournament), Playing(launching.launch, jobs), Stop())
    return [game.record for game in games if game is not None]


def margin(records: Sequence[SessionRecord], stronger: str) -> Margin:
    """Return by how much a bot is ahead of the other."""
    sets: dict[int, list[float]] = {}
    for record in records:
        sides: dict[bool, list[int]] = {True: [], False: []}
        for bot, total in zip(record.bots, record.totals, strict=True):
            sides[bot == stronger].append(total)
        sets.setdefault(record.board_set, []).append(fmean(sides[True]) - fmean(sides[False]))
    values = [fmean(row) for row in sets.values()]
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Margin(fmean(values), error, sum(len(record.faults) for record in records))


def shown(pair: Pair, count: int, jobs: int) -> bool:
    """Measure a pair and print its line; False if it is out of its band or had a fault."""
    try:
        bots = entrants(pair)
        found = margin(played(bots, count, jobs), bots[0].name)
    except ConfigError as error:
        print(f"{pair.name:12} left out: {error}", flush=True)
        return True
    is_well = pair.least <= found.points <= pair.most and not found.faults
    print(
        f"{pair.name:12} over {pair.weaker:12} {found.points:+6.0f} ± {found.error:3.0f}   "
        f"band {pair.least:+d} to {pair.most:+d}   {found.faults} faults   "
        f"{'well' if is_well else 'NOT WELL'}",
        flush=True,
    )
    return is_well


def main() -> None:
    """Measure the pairs that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="*", choices=[[], *(pair.name for pair in PAIRS)])
    parser.add_argument("--sessions", type=int, default=120, help="of each pair")
    parser.add_argument("--jobs", type=int, default=1, help="sessions played at a time")
    options = parser.parse_args()
    chosen = [pair for pair in PAIRS if pair.name in options.pairs or not options.pairs]
    results = [shown(pair, options.sessions, options.jobs) for pair in chosen]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
