"""What large ledgers cost: seconds and memory of the commands that read one, by its sessions.

    python bench/large.py [--sessions 1000 10000 100000] [--verify 1000 10000] [--played 250]
                          [--without table doubling report]

A league of eight bots is made in a temporary folder, of a few sessions that were played and are
repeated under other numbers. Each command runs in a process of its own. Linux; a hundred thousand
sessions take 1.2 GB on the disk and, on a quiet machine, ten minutes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from barbu_arena.files.league_run import LeagueRun, bot_digests  # noqa: E402
from barbu_arena.files.results_folder import League  # noqa: E402
from barbu_arena.files.summary_cache import SUMMARY_NAME  # noqa: E402
from barbu_arena.files.tournament_file import load_tournament  # noqa: E402
from barbu_arena.league.tournament import Tournament  # noqa: E402
from barbu_arena.referee.record import SessionRecord  # noqa: E402
from tests.many_sessions import add_to_ledger, many_records, played_sessions  # noqa: E402

BOTS = 8
A_ROUND = BOTS // 4 * 4
"""Sessions of a round."""
NAME = "large"

# The command line in a process that leaves its peak memory behind, in KiB.
_COMMAND = """
import atexit, re, sys
from pathlib import Path
def leave():
    status = Path("/proc/self/status").read_text()
    Path({peak!r}).write_text(re.search(r"VmHWM:\\s+(\\d+)", status)[1])
atexit.register(leave)
from barbu_arena.cli.main import main
sys.argv[:1] = ["barbu-arena"]
main()
"""

# The trivial bot of the benchmarks, which leaves the time of its first start behind.
_BOT = """
import time
from pathlib import Path
stamp = Path({stamp!r})
if not stamp.exists():
    stamp.write_text(str(time.monotonic()))
"""

Cost = tuple[float, float, float]
"""Seconds by the clock, seconds of processor time, MiB at most."""


def write_tournament(folder: Path, sessions: int) -> Path:
    """Write a tournament of a round more than so many sessions, and its bot."""
    bot = folder / "bot"
    bot.mkdir()
    (bot / "bot.yaml").write_text("name: first\ncommand: [python3, bot.py]\n")
    trivial = (ROOT / "bench" / "first.py").read_text()
    (bot / "bot.py").write_text(_BOT.format(stamp=str(folder / "stamp")) + trivial)
    bots = "".join(f"  - {{folder: bot, name: bot-{i}}}\n" for i in range(BOTS))
    path = folder / "large.yaml"
    path.write_text(
        f"name: {NAME}\nrules: modern\nseed: bench\nbots:\n{bots}"
        f"schedule: {{rounds: {sessions // A_ROUND + 1}, seatings: 4}}\nsandbox: none\n"
    )
    return path


def write_league(folder: Path, sessions: int, played: Sequence[SessionRecord]) -> Path:
    """Write a league of which so many sessions are finished; return its results folder."""
    path = write_tournament(folder, sessions)
    tournament = load_tournament(path).tournament("bench")
    results = folder / "results" / NAME
    league = League(results, tournament, "none", bot_digests(tournament), path)
    with LeagueRun(league, pinned=True):
        pass
    add_to_ledger(results, many_records(tournament, played, 0, sessions))
    return results


def cost(folder: Path, *arguments: str) -> Cost:
    """Return what a command costs."""
    peak = folder / "peak"
    program = [sys.executable, "-c", _COMMAND.format(peak=str(peak)), *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(program, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"{' '.join(arguments)}: status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_utime + usage.ru_stime, int(peak.read_text()) / 1024


def readings(folder: Path, results: Path, without: Sequence[str]) -> Iterator[tuple[str, Cost]]:
    """Yield what each command costs that reads the league, without the summary and with it."""
    summary = results / SUMMARY_NAME
    for words in (["table"], ["table", "--all"], ["doubling"], ["report"], ["show", "--faults"]):
        name, *options = words
        command = [name, str(results), *options]
        if name in without:
            summary.unlink(missing_ok=True)
            yield f"{' '.join(words)}, no {SUMMARY_NAME}", cost(folder, *command)
        yield " ".join(words), cost(folder, *command)


def going_on(folder: Path) -> Iterator[tuple[str, Cost]]:
    """Yield what it costs to play the last round, until the first bot starts and as a whole."""
    stamp = folder / "stamp"
    stamp.unlink(missing_ok=True)
    start = time.monotonic()
    arguments = ["run", str(folder / "large.yaml"), "--results", str(folder / "results"), "-q"]
    whole = cost(folder, *arguments, "--jobs", "1")
    yield "run, to its first bot", (float(stamp.read_text()) - start, float("nan"), float("nan"))
    yield f"run, {A_ROUND} sessions", whole


def measure(
    sessions: int,
    played: Sequence[SessionRecord],
    parts: Sequence[str],
    without: Sequence[str] = (),
) -> None:
    """Print what a league of so many sessions costs; some commands `without` the summary too."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = write_league(folder, sessions, played)
        if "read" in parts:
            for what, spent in readings(folder, results, without):
                show(sessions, what, spent)
        if "run" in parts:
            for what, spent in going_on(folder):
                show(sessions, what, spent)
        if "verify" in parts:
            show(sessions, "verify", cost(folder, "verify", str(results / "sessions.jsonl")))


def show(sessions: int, what: str, spent: Cost) -> None:
    """Print a row."""
    seconds, processor, mib = spent
    print(f"{sessions:9,}  {what:28}{seconds:9.2f}{processor:9.2f}{mib:9.1f}", flush=True)


def main() -> None:
    """Make the sessions, measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sessions", type=int, nargs="*", default=[1000, 10_000, 100_000])
    options.add_argument("--verify", type=int, nargs="*", default=[1000, 10_000])
    options.add_argument("--played", type=int, default=250, help="different sessions")
    options.add_argument(
        "--without", nargs="*", default=["table", "doubling", "report"], help="the summary"
    )
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = write_tournament(Path(name), wanted.played)
        tournament: Tournament = load_tournament(path).tournament("bench")
        played = played_sessions(tournament, wanted.played)
    print(f"load {os.getloadavg()[0]:.1f}, {len(os.sched_getaffinity(0))} cores")
    print(f"{'sessions':>9}  {'':28}{'seconds':>9}{'CPU s':>9}{'MiB':>9}")
    for sessions in wanted.sessions:
        measure(sessions, played, ("read", "run"), wanted.without)
    for sessions in wanted.verify:
        measure(sessions, played, ("verify",))
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
