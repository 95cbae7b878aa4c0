"""What the arena itself costs: ratios within one run, each beside the floor of that run.

    python bench/speed.py [--repeats 7]

Needs Linux and a C compiler (cc). Prints a table; nothing is asserted: machines are shared and
noisy. What each row is: README.md beside this.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from floors import C_LINE, PYTHON_BOT, compile_bots, floor, typical_question
from playing import (
    decisions,
    engine,
    ledger_share,
    own_latency,
    quantile,
    rate,
    sessions,
    tournament,
    verify,
)
from startup import begin_million, version, write_million

from barbu_arena.league.team import Team
from barbu_arena.players import compact_json
from barbu_arena.players.sandbox import launch_plainly

Rows = dict[str, list[float]]

GOALS = {
    "session ÷ floor, orjson": ("≤ 6", "≤ 3"),
    "session ÷ floor, standard library": ("≤ 6", "≤ 4"),
    "engine ÷ floor": ("≤ 0.4", "0.3"),
    "playing ÷ verify": ("≥ 5", ""),
    "2 jobs ÷ 1": ("≥ 1.8", "1.93"),
    "Python bots ÷ what their floor allows": ("≥ 0.4", "0.5"),
    "ledger, % of a session's CPU": ("≤ 3", ""),
    "own latency p99.9, µs": ("≤ 200", "≤ 100"),
    "own latency median, µs": ("", ""),
    "--version ÷ python -c pass": ("≤ 6", ""),
    "10⁶ sessions: first question, s": ("< 1", ""),
    "10⁶ sessions: CPU of that, s": ("", ""),
    "10⁶ sessions: peak memory, MiB": ("< 100", ""),
    "floor, C, µs": ("", ""),
    "floor, Python, µs": ("", ""),
    "floor, python -c pass, ms": ("", ""),
}
VERSIONS = 3
"""Starts of the command in each repetition."""


def measure(folder: Path, repeats: int) -> Rows:
    """Return every figure of every repetition, all interleaved."""
    rows: Rows = {what: [] for what in GOALS}
    cores = os.sched_getaffinity(0)
    million = write_million(folder)
    for i in range(repeats):
        os.sched_setaffinity(0, {min(cores)})
        _c_bots(rows, folder, 10 * i)
        _python_bots(rows, folder, 10 * i)
        os.sched_setaffinity(0, cores)
        if len(cores) > 1:
            table = tournament(folder, [str(folder / "first")])
            rows["2 jobs ÷ 1"].append(rate(table, 2) / rate(table, 1))
        _starts(rows, million, i)
    return rows


def _c_bots(rows: Rows, folder: Path, first_set: int) -> None:
    """Measure on one core what needs the C bots."""
    table = tournament(folder, [str(folder / "first")])
    team = Team(table, launch_plainly)
    sessions(table, team, 0)
    ground = floor([folder / "echo"], C_LINE)
    rows["floor, C, µs"].append(ground * 1e6)
    for name, dumps in encoders():
        compact_json._dumps = dumps
        each, games = sessions(table, team, first_set)
        rows[f"session ÷ floor, {name}"].append(each / ground)
    played_s = each * sum(map(decisions, games))
    rows["engine ÷ floor"].append(engine(first_set) / ground)
    rows["playing ÷ verify"].append(played_s / verify(games))
    waits = own_latency(table, team, first_set)
    rows["own latency p99.9, µs"].append(quantile(waits, 0.999) * 1e6)
    rows["own latency median, µs"].append(quantile(waits, 0.5) * 1e6)
    team.close()
    rows["ledger, % of a session's CPU"].append(ledger_share(table, folder.parent, first_set))


def _python_bots(rows: Rows, folder: Path, first_set: int) -> None:
    """Measure on one core the rate of sessions of Python bots and what their floor allows."""
    table = tournament(folder, PYTHON_BOT)
    team = Team(table, launch_plainly)
    sessions(table, team, 0)
    ground = floor(PYTHON_BOT, typical_question())
    each, _ = sessions(table, team, first_set)
    team.close()
    # Sessions a second ÷ allowed ones: the decisions of a session cancel out.
    rows["Python bots ÷ what their floor allows"].append(ground / each)
    rows["floor, Python, µs"].append(ground * 1e6)


def _starts(rows: Rows, million: Path, number: int) -> None:
    """Measure the start of the command and of a league of a million sessions."""
    for _ in range(VERSIONS):
        arena, ground = version()
        rows["--version ÷ python -c pass"].append(arena / ground)
        rows["floor, python -c pass, ms"].append(ground * 1e3)
    seconds, cpu, mib = begin_million(million, number)
    rows["10⁶ sessions: first question, s"].append(seconds)
    rows["10⁶ sessions: CPU of that, s"].append(cpu)
    rows["10⁶ sessions: peak memory, MiB"].append(mib)


def encoders() -> Iterator[tuple[str, Callable[[object], bytes]]]:
    """Yield the JSON writers at hand by name."""
    try:
        import orjson  # noqa: PLC0415

        yield "orjson", orjson.dumps
    except ImportError:
        pass
    yield "standard library", compact_json.compact_by_standard_library


def main() -> None:
    """Measure and print."""
    repeats = int(sys.argv[2]) if sys.argv[1:2] == ["--repeats"] else 7
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "bot"
        folder.mkdir()
        compile_bots(folder)
        rows = measure(folder, repeats)
    print(f"{f'medians of {repeats} or more':38} {'median':>7} {'min':>7} {'max':>7}  must   aim")
    for what, values in rows.items():
        if values:
            must, aim = GOALS[what]
            figures = f"{statistics.median(values):7.2f} {min(values):7.2f} {max(values):7.2f}"
            print(f"{what:38} {figures}  {must:6} {aim}".rstrip())


if __name__ == "__main__":
    main()
