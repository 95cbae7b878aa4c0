"""What the sandbox costs, and how soon it ends what it must: a table, beside plain processes.

    python bench/sandbox.py [--repeats 30]

Needs Linux, bubblewrap and a C compiler (cc). Nothing is asserted: machines are shared and noisy.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from limits import (
    GROWTH,
    LIMIT_MIB,
    LINE,
    MANY,
    PATIENCE_S,
    PYTHON,
    bot,
    first_line,
    look_ms,
    median_of,
    memory,
)

from barbu_arena.players.bot import Bot
from barbu_arena.players.orphans import adopt_orphans, kill_orphans
from barbu_arena.players.process import monotonic
from barbu_arena.players.sandbox import Launch, Sandbox, launch_plainly
from barbu_arena.players.sandbox_probe import Obstacle, find_sandbox
from barbu_arena.players.usage import tree

HERE = Path(__file__).parent
TRIPS = 1000

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"
DAEMONS = """
import os, signal, time
for number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)
for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
for _ in range(20): os.wait()
print("!", flush=True)
time.sleep(600)
"""


def start_ms(entrant: Bot, launch: Launch) -> float:
    """Return the time from the start of a bot to its first answer."""
    begin = monotonic()
    process = launch(entrant)
    process.send(LINE)
    assert first_line(process)
    took = monotonic() - begin
    process.kill()
    kill_orphans(keep=())
    return took * 1000


def trip_us(entrant: Bot, launch: Launch) -> float:
    """Return the median time of a question and its answer."""
    process = launch(entrant)
    process.send(LINE)
    assert first_line(process)
    took = []
    for _ in range(TRIPS):
        begin = monotonic()
        assert process.exchange(LINE, 5000)
        took.append(monotonic() - begin)
    process.kill()
    kill_orphans(keep=())
    return statistics.median(took) * 1e6


Row = tuple[str, str]


def beside(
    what: str, measure: Callable[[Launch], float], sandbox: Sandbox, repeats: int
) -> Iterator[Row]:
    """Measure plain and in the sandbox, alternating; yield both and the difference."""
    plain, inside = [], []
    for _ in range(repeats):
        plain.append(measure(launch_plainly))
        inside.append(measure(sandbox.launch))
    yield f"{what}, plain", f"{statistics.median(plain):.2f}"
    yield f"{what}, in the sandbox", f"{statistics.median(inside):.2f}"
    added = statistics.median(b - a for a, b in zip(plain, inside, strict=True))
    yield f"{what}, added", f"{added:.2f} ({min(inside) - min(plain):.2f} at best)"


def is_running(pid: int) -> bool:
    """Whether there is such a process, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until_gone_ms(pids: list[int], begin: float) -> float:
    """Return the time from `begin` until none of some processes runs."""
    while any(map(is_running, pids)) and monotonic() < begin + PATIENCE_S:
        time.sleep(0.0005)
    return (monotonic() - begin) * 1000


def after_kill_of_worker_ms(sandbox: Sandbox, entrant: Bot) -> float:
    """Return how long bots outlive the process that started them, killed with -9."""
    reading, writing = os.pipe()
    worker = os.fork()
    if worker == 0:
        bots = [sandbox.launch(entrant) for _ in range(4)]
        for process in bots:
            process.send(LINE)
            first_line(process)
        os.write(writing, b"!")
        signal.pause()
    os.read(reading, 1)
    os.close(reading)
    os.close(writing)
    pids = tree(worker)
    assert len(pids) >= 13, pids  # each bot: bubblewrap, the first process, the bot
    begin = monotonic()
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    took = until_gone_ms(pids, begin)
    kill_orphans(keep=())
    return took


LEAGUE = """\
name: bench
rules: modern
bots: [{0}/a, {0}/b, {0}/c, {0}/d]
schedule: {{rounds: 1000, seatings: 4}}
sandbox: required
"""


def after_kill_of_arena_ms(folder: Path) -> float:
    """Return how long anything of a league outlives the arena, killed with -9."""
    command = [sys.executable, "-m", "barbu_arena", "run", "league.yaml", "--jobs", "1"]
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryDirectory() as results:
        arena = subprocess.Popen(
            [*command, "--results", results], cwd=folder, stdout=quiet, stderr=quiet
        )
        while len(pids := tree(arena.pid)) < 14:
            assert arena.poll() is None, "the league does not run"
            time.sleep(0.01)
        time.sleep(0.2)
        pids = tree(arena.pid)
        begin = monotonic()
        arena.kill()
        arena.wait()
        took = until_gone_ms(pids, begin)
        kill_orphans(keep=())
        return took


def write_league(folder: Path) -> None:
    """Write a league of four quick Python bots."""
    code = HERE.joinpath("first.py").read_text()
    for name in "abcd":
        place = folder / name
        place.mkdir()
        (place / "bot.yaml").write_text(f"name: {name}\ncommand: [python3, bot.py]\n")
        (place / "bot.py").write_text(code)
    (folder / "league.yaml").write_text(LEAGUE.format("."))


def clean_up_ms(sandbox: Sandbox, folder: Path) -> float:
    """Return the time to end a bot with 20 daemons, each in a session of its own."""
    process = sandbox.launch(bot(folder, *PYTHON, DAEMONS))
    first_line(process)
    pids = tree(process.root_pid)
    assert len(pids) == 22, pids
    begin = monotonic()
    process.kill()
    took = until_gone_ms(pids, begin)
    kill_orphans(keep=())
    return took


def rows(sandbox: Sandbox, folder: Path, repeats: int) -> Iterator[Row]:
    """Measure everything."""
    subprocess.run(["cc", "-O2", "-o", str(folder / "echo"), HERE / "echo.c"], check=True)
    write_league(folder)
    # Plain and inside the same path leads to the same program.
    compiled = Bot("c", str(folder), (str(folder / "echo"),), inside=("/bot/echo",))
    python = bot(folder, *PYTHON, ECHO)
    for name, entrant in (("C", compiled), ("Python", python)):
        start = partial(start_ms, entrant)
        yield from beside(f"start of a {name} bot, ms", start, sandbox, repeats)
    yield from beside("an answer, C, µs", partial(trip_us, compiled), sandbox, repeats)
    few = max(3, repeats // 3)
    gone = median_of(lambda: after_kill_of_worker_ms(sandbox, compiled), few)
    yield "kill -9 of a worker to the end of its 4 bots, ms", f"{gone:.1f}"
    gone = median_of(lambda: after_kill_of_arena_ms(folder), few)
    yield "kill -9 of the arena to the end of worker and bots, ms", f"{gone:.1f}"
    gone = median_of(lambda: clean_up_ms(sandbox, folder), few)
    yield "end of a bot with 20 daemons, ms", f"{gone:.1f}"
    for kind, body in GROWTH.items():
        yield f"limit of {LIMIT_MIB} MiB, {kind}", memory(sandbox, folder, body)
    yield "one look at a bot, ms", f"{look_ms(sandbox, folder, ECHO, repeats):.3f}"
    yield "one look at a bot of 61 processes, ms", f"{look_ms(sandbox, folder, MANY, repeats):.2f}"


def main() -> None:
    """Print the table."""
    repeats = int(sys.argv[sys.argv.index("--repeats") + 1]) if "--repeats" in sys.argv else 30
    sandbox = find_sandbox()
    if isinstance(sandbox, Obstacle):
        sys.exit(str(sandbox))
    adopt_orphans()
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for what, figure in rows(sandbox, folder, repeats):
            print(f"{what:58} {figure}", flush=True)


if __name__ == "__main__":
    main()
