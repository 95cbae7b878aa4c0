"""The command's own start, and the start of a very long league."""

import subprocess
import sys
import time
from pathlib import Path

BOTS = 8
SEATINGS = 12
ROUNDS = -(-(10**6) // (BOTS // 4 * SEATINGS))
PATIENCE_S = 60.0
AFTER_S = 0.5
"""So long after the first question the memory is read."""


def version() -> tuple[float, float]:
    """Return the seconds of ``barbu-arena --version`` and of ``python -c pass``."""
    script = Path(sys.executable).with_name("barbu-arena")
    arena = [str(script)] if script.exists() else [sys.executable, "-m", "barbu_arena"]
    return _wall([*arena, "--version"]), _wall([sys.executable, "-c", "pass"])


def _wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def write_million(folder: Path) -> Path:
    """Write a tournament of a million sessions and eight of the compiled bot; return its path."""
    (folder / "bot.yaml").write_text(
        f"name: first\ncommand: [./first, {folder.parent / 'stamp'}]\nversion: '1'\n"
    )
    bots = "".join(f"  - {{folder: {folder}, name: bot-{i}}}\n" for i in range(BOTS))
    tournament = folder.parent / "million.yaml"
    tournament.write_text(
        f"name: million\nrules: modern\nseed: bench\nbots:\n{bots}"
        f"schedule: {{rounds: {ROUNDS}, seatings: {SEATINGS}}}\nsandbox: none\n"
    )
    return tournament


def begin_million(tournament: Path, number: int) -> tuple[float, float, float]:
    """Begin that league and end it.

    Returns (seconds to the first question, the arena's CPU seconds by then, its MiB at most).
    """
    stamp = tournament.with_name("stamp")
    stamp.unlink(missing_ok=True)
    results = tournament.parent / f"results-{number}"
    command = [sys.executable, "-m", "barbu_arena", "run", tournament, "--results", results, "-q"]
    start = time.monotonic()
    arena = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        asked = _read_stamp(arena, stamp, start + PATIENCE_S)
        cpu = time.clock_gettime(_cpu_clock(arena.pid))
        time.sleep(AFTER_S)
        peak = _peak_mib(arena.pid)
    finally:
        arena.terminate()
        arena.wait()
    return asked - start, cpu, peak


def _cpu_clock(pid: int) -> int:
    """Return the number that Linux gives to the clock of a process's CPU time."""
    return ~pid << 3 | 2


def _read_stamp(arena: subprocess.Popen[bytes], stamp: Path, deadline: float) -> float:
    """Wait until a bot has been asked, and return when that was."""
    while time.monotonic() < deadline and arena.poll() is None:
        text = stamp.read_text() if stamp.exists() else ""
        if text.endswith("\n"):
            return float(text)
        time.sleep(0.01)
    arena.kill()
    assert arena.stderr is not None
    said = arena.stderr.read().decode()
    raise RuntimeError(f"the league of a million sessions did not begin: {said}")


def _peak_mib(pid: int) -> float:
    """Return the most memory that a process had resident so far."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmHWM")
