"""What the arena itself costs: ratios within one run, each beside the floor of that run.

    python bench/speed.py [--repeats 7]

Needs a C compiler (cc). Prints a table; nothing is asserted: machines are shared and noisy.
"""

import os
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.session import Session, dealer
from barbu_arena.league.pool import Stop, play_all
from barbu_arena.league.session_job import Played, play_session
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players import compact_json
from barbu_arena.players.bot import Bot
from barbu_arena.referee.record import record_line
from barbu_arena.referee.record_reader import read_record
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.session_plan import SessionPlan

HERE = Path(__file__).parent
MODERN = load_rules("modern")
NAMES = ("a", "b", "c", "d")
TRIPS = 5000
SESSIONS = 3
ENGINE_SESSIONS = 8
SCALING_SESSIONS = 120


def compile_bots(folder: Path) -> None:
    """Compile the trivial bot and the floor's other end."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("speed.py needs a C compiler: no cc on the PATH")
    for name in ("first", "echo"):
        source, target = HERE / f"{name}.c", folder / name
        subprocess.run([compiler, "-O2", "-o", target, source], check=True)


def floor(folder: Path) -> float:
    """Return seconds per trip: os.write, poll, os.read of 60 and 12 bytes, four C children."""
    ends = []
    children = []
    for _ in NAMES:
        child = subprocess.Popen(
            [folder / "echo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert child.stdin is not None
        assert child.stdout is not None
        poll = select.poll()
        poll.register(child.stdout.fileno(), select.POLLIN)
        ends.append((child.stdin.fileno(), child.stdout.fileno(), poll))
        children.append(child)
    line = b"x" * 59 + b"\n"
    start = time.perf_counter()
    for i in range(TRIPS):
        to_child, from_child, poll = ends[i & 3]
        os.write(to_child, line)
        poll.poll(1000)
        os.read(from_child, 4096)
    spent = time.perf_counter() - start
    for child in children:
        child.communicate()
    return spent / TRIPS


def tournament(folder: Path) -> Tournament:
    """Return a table of four trivial C bots that are kept from session to session."""
    command = (str(folder / "first"),)
    return Tournament(
        "bench",
        MODERN,
        "bench",
        tuple(Bot(name, str(folder), command) for name in NAMES),
        SchedulePlan(rounds=SCALING_SESSIONS, seatings=1),
        reuse=True,
    )


def decisions(played: Played) -> int:
    """Return the questions of one session."""
    return sum(timing.answers for timing in played.timings)


def sessions(table: Tournament, team: Team, first_set: int) -> tuple[float, list[Played]]:
    """Return (seconds per decision, the sessions) of a few whole sessions."""
    start = time.perf_counter()
    games = [
        play_session(table, SessionPlan(1, 1, 1, first_set + i, NAMES), team)
        for i in range(SESSIONS)
    ]
    spent = time.perf_counter() - start
    return spent / sum(map(decisions, games)), games


def engine(first_set: int) -> float:
    """Return seconds per answer of random sessions without bots, dealing and scoring included."""
    answers = 0
    number = 12345 + first_set
    start = time.perf_counter()
    for i in range(ENGINE_SESSIONS):
        session = Session(MODERN, dealer("bench", first_set + i))
        while (deal := session.deal) is not None:
            while not deal.over:
                legal = deal.legal
                number = (number * 1103515245 + 12345) & 0x7FFFFFFF
                for _ in range((number >> 8) % legal.bit_count()):
                    legal &= legal - 1
                deal.apply((legal & -legal).bit_length() - 1)
                answers += 1
            session.finish_deal()
    return (time.perf_counter() - start) / answers


def verify(games: list[Played]) -> float:
    """Return the seconds that verifying these sessions takes, from the bytes of their records."""
    lines = [record_line(game.record) for game in games]
    start = time.perf_counter()
    for line in lines:
        check_record(read_record(line), MODERN, "bench")
    return time.perf_counter() - start


def rate(table: Tournament, jobs: int) -> float:
    """Return decisions per second of worker processes, from their first session to the last."""
    plans = (SessionPlan(i + 1, 1, 1, i, NAMES) for i in range(SCALING_SESSIONS))
    count = 0
    start = end = 0.0
    for played in play_all(table, plans, jobs, True, Stop()):
        if played is None:
            continue
        end = time.perf_counter()
        if not start:
            start = end
        else:
            count += decisions(played)
    return count / (end - start)


def measure(folder: Path, repeats: int) -> dict[str, list[float]]:
    """Return every ratio of every repetition, all interleaved."""
    table = tournament(folder)
    rows: dict[str, list[float]] = {}
    cores = os.sched_getaffinity(0)
    for i in range(repeats):
        os.sched_setaffinity(0, {min(cores)})
        team = Team(table)
        sessions(table, team, 0)
        ground = floor(folder)
        for name, dumps in encoders():
            compact_json._dumps = dumps
            each, games = sessions(table, team, 10 * i)
            rows.setdefault(f"session, {name}", []).append(each / ground)
        played_s = each * sum(map(decisions, games))
        rows.setdefault("engine", []).append(engine(10 * i) / ground)
        rows.setdefault("playing ÷ verify", []).append(played_s / verify(games))
        rows.setdefault("floor, µs", []).append(ground * 1e6)
        team.close()
        os.sched_setaffinity(0, cores)
        if len(cores) > 1:
            rows.setdefault("2 jobs ÷ 1", []).append(rate(table, 2) / rate(table, 1))
    return rows


def encoders() -> Iterator[tuple[str, Callable[[object], bytes]]]:
    """Yield the JSON writers at hand by name."""
    try:
        import orjson  # noqa: PLC0415

        yield "orjson", orjson.dumps
    except ImportError:
        pass
    yield "standard library", compact_json.compact_by_standard_library


GOALS = {
    "session, standard library": ("≤ 6", "≤ 4"),
    "session, orjson": ("≤ 6", "≤ 3"),
    "engine": ("≤ 0.4", "0.3"),
    "playing ÷ verify": ("≥ 5", ""),
    "2 jobs ÷ 1": ("≥ 1.8", "1.93"),
    "floor, µs": ("", ""),
}


def main() -> None:
    """Measure and print."""
    repeats = int(sys.argv[2]) if sys.argv[1:2] == ["--repeats"] else 7
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_bots(folder)
        rows = measure(folder, repeats)
    print(
        f"{'÷ floor, median of ' + str(repeats):28} {'median':>7} {'min':>7} {'max':>7}  must   aim"
    )
    for what, values in rows.items():
        must, aim = GOALS[what]
        figures = f"{statistics.median(values):7.2f} {min(values):7.2f} {max(values):7.2f}"
        print(f"{what:28} {figures}  {must:6} {aim}".rstrip())


if __name__ == "__main__":
    main()
