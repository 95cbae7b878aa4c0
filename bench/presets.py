"""The shipped bots under every rule set: 200 sessions each, faults counted, strengths printed.

    python bench/presets.py [SESSIONS [PRESET …]]

A round-robin of the Python bots, of which one sits out in turn. Ends with 1 if there was a fault.
"""

import sys
from pathlib import Path

from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.league.pool import Playing, Stop, default_jobs, play_all
from barbu_arena.league.schedule import sessions
from barbu_arena.league.standings import Standing, standings
from barbu_arena.league.summary import summarise
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.sandbox import launch_plainly

BOTS = Path(__file__).parent.parent / "bots"
NAMES = ("random", "dodger-py", "steady", "careful", "monte-carlo")


def league(preset: str, count: int) -> tuple[Standing, ...]:
    """Play about `count` sessions under a preset and return the standings."""
    rules = load_rules(preset)
    bots = tuple(load_bot(BOTS / name) for name in NAMES)
    plan = SchedulePlan(rounds=max(2, count // 4), seatings=4)
    tournament = Tournament("presets", rules, preset, bots, plan)
    played = play_all(
        tournament, sessions(tournament), Playing(launch_plainly, default_jobs()), Stop()
    )
    summaries = [summarise(game.record, rules) for game in played if game is not None]
    return standings(summaries, 4)


def main() -> None:
    """Play and print."""
    count = int(sys.argv[1]) if sys.argv[1:] else 200
    faults = 0
    print(f"{'points/deal ± 95 %':22}" + "".join(f"{name:>16}" for name in NAMES) + "  faults")
    for preset in sys.argv[2:] or preset_names():
        rows = {row.bot: row for row in league(preset, count)}
        cells = [
            f"{rows[name].points_per_deal:+9.2f} ±{rows[name].half_width_95 or 0:5.2f}"
            for name in NAMES
        ]
        mine = sum(row.fault_count for row in rows.values())
        print(f"{preset:22}" + "".join(cells) + f"{mine:8}", flush=True)
        faults += mine
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
