"""A long league with a third hostile bots: what it holds must not grow."""

import csv
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from crash.leagues import MISBEHAVE, compile_bots, missing_evidence, write_tournament

EVERY_S = 0.5
GOOD = 8
HOSTILE = {"grandchild": 2, "garbage": 1, "stderr-flood": 20, "exit-3": 1}
"""What they do, and how many times in a session."""
TABLES = (GOOD + len(HOSTILE)) // 4


@dataclass
class Sample:
    """What the tree of processes held at one moment."""

    sessions: int
    arena_kib: int
    workers_kib: int
    descriptors: int
    """Of the arena and its workers."""
    processes: int
    zombies: int


@dataclass
class LongRun:
    """What came of the league."""

    status: int = -1
    seconds: float = 0.0
    sessions: int = 0
    faults: int = 0
    faults_of_good_bots: int = 0
    no_evidence: int = 0
    """Faults without a file, and files without a fault."""
    left: int = 0
    """Processes that were left at the end."""
    samples: list[Sample] = field(default_factory=list)

    def quarter(self, which: int, what: str) -> tuple[float, int]:
        """Return (median, most) of a figure in one quarter of the samples, from 1 to 4."""
        size = max(1, len(self.samples) // 4)
        part = self.samples[(which - 1) * size : which * size]
        values = [int(getattr(sample, what)) for sample in part]
        return (statistics.median(values), max(values)) if values else (0, 0)


def long_run(folder: Path, sessions: int, jobs: int) -> LongRun:
    """Play so many sessions (a few more at most) and watch."""
    bots: list[dict[str, object]] = []
    for number in range(GOOD):
        place = folder / "bots" / f"good-{number}"
        place.mkdir(parents=True)
        compile_bots(place)
        (place / "bot.yaml").write_text(f"name: good-{number}\ncommand: [./first]\n")
        bots.append({"folder": f"bots/good-{number}"})
    for how, times in HOSTILE.items():
        shutil.copytree(MISBEHAVE, folder / "bots" / how)
        words = ["--how", how, "--at", "5", "--times"]
        bots.append({"folder": f"bots/{how}", "name": how, "args": [*words, str(times)]})
    write_tournament(folder, "long", bots, -(-sessions // TABLES), 1)
    words = ["run", "long.yaml", "--jobs", str(jobs), "-q"]
    seen = LongRun()
    begin = time.monotonic()
    with (folder / "told").open("wb") as told:
        arena = subprocess.Popen(
            [sys.executable, "-m", "barbu_arena", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=told,
        )
        ledger = folder / "results" / "long" / "sessions.jsonl"
        while arena.poll() is None:
            time.sleep(EVERY_S)
            with suppress(OSError, StopIteration, ValueError):
                seen.samples.append(_sample(folder, arena.pid, ledger))
    seen.status, seen.seconds = arena.returncode, time.monotonic() - begin
    time.sleep(1)
    seen.left = len(_tree(folder, arena.pid))
    _count_faults(folder, seen)
    return seen


def _count_faults(folder: Path, seen: LongRun) -> None:
    place = folder / "results" / "long"
    seen.sessions = sum(1 for _ in (place / "sessions.jsonl").open())
    with (place / "table.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            seen.faults += int(row["faults"])
            seen.faults_of_good_bots += int(row["faults"]) * row["bot"].startswith("good")
    seen.no_evidence = missing_evidence(place, exact=True)


@dataclass
class _Process:
    parent: int
    state: str
    kib: int
    cwd: str


def _processes() -> dict[int, _Process]:
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            pages = int((place / "statm").read_text().split()[1])
            cwd = "" if state == "Z" else str((place / "cwd").readlink())
            found[int(place.name)] = _Process(int(parent), state, pages * 4, cwd)
    return found


def _tree(folder: Path, arena: int) -> dict[int, _Process]:
    """Return the arena, all below it, and all that works in the folder."""
    every = _processes()
    name = str(folder.resolve())
    found = {pid: seen for pid, seen in every.items() if seen.cwd.startswith(name)}
    below = {arena}
    while more := {pid for pid, seen in every.items() if seen.parent in below} - below:
        below |= more
    return {**found, **{pid: every[pid] for pid in below if pid in every}}


def _sample(folder: Path, arena: int, ledger: Path) -> Sample:
    tree = _tree(folder, arena)
    workers = [pid for pid, seen in tree.items() if seen.parent == arena and seen.state != "Z"]
    workers = [pid for pid in workers if "bots" not in tree[pid].cwd]
    descriptors = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in [arena, *workers])
    return Sample(
        sessions=ledger.read_bytes().count(b"\n") if ledger.exists() else 0,
        arena_kib=tree[arena].kib,
        workers_kib=max((tree[pid].kib for pid in workers), default=0),
        descriptors=descriptors,
        processes=len(tree),
        zombies=sum(seen.state == "Z" for seen in tree.values()),
    )
