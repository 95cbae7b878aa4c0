"""The leagues that are crashed: fast C bots, one with faults, and an undisturbed play of each."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from floors import compile_bots

MISBEHAVE = Path(__file__).parents[2] / "tests" / "bots" / "misbehave"
SEATINGS = 4
TRIES = 10
BUSY = "run the same command again when the machine is well"
DERIVED = ("table.txt", "table.md", "table.csv", "table.json", "doubling.csv")


@dataclass(frozen=True, slots=True)
class Whole:
    """A league played without trouble, which others must equal."""

    folder: Path
    sessions: int

    @property
    def ledger(self) -> bytes:
        """What the ledger holds."""
        return (self.folder / "results" / "crash" / "sessions.jsonl").read_bytes()

    @property
    def place(self) -> Path:
        """The results folder."""
        return self.folder / "results" / "crash"


def write_league(folder: Path, sessions: int) -> None:
    """Write a league of three C bots and one that has three faults in each session."""
    bots = folder / "bots"
    for name in ("ann", "ben", "cem"):
        (bots / name).mkdir(parents=True)
        compile_bots(bots / name)
        (bots / name / "echo").unlink()
        (bots / name / "bot.yaml").write_text(f"name: {name}\ncommand: [./first]\n")
    shutil.copytree(MISBEHAVE, bots / "dee")
    entries = [{"folder": f"bots/{name}"} for name in ("ann", "ben", "cem")]
    entries.append({"folder": "bots/dee", "name": "dee", "args": ["--how", "illegal", "--at", "9"]})
    write_tournament(folder, "crash", entries, sessions // SEATINGS, SEATINGS)


def write_tournament(
    folder: Path, name: str, bots: list[dict[str, object]], rounds: int, seatings: int
) -> None:
    """Write a tournament file, named as the league is."""
    (folder / f"{name}.yaml").write_text(
        f"name: {name}\nrules: modern\nseed: crash\nbots: {json.dumps(bots)}\n"
        f"schedule: {{rounds: {rounds}, seatings: {seatings}}}\nsandbox: none\n"
    )


def played_whole(folder: Path, sessions: int) -> Whole:
    """Write a league and play it to its end."""
    write_league(folder, sessions)
    ended = run(folder, 1)
    if ended.returncode != 0:
        raise RuntimeError(f"the undisturbed league failed: {ended.stderr}")
    return Whole(folder, sessions)


def command(jobs: int, results: Path | str = "results") -> list[str]:
    """Return the command that plays the league; it tells of each session when that is safe."""
    words = ["run", "crash.yaml", "--jobs", str(jobs), "--results", str(results), "-v"]
    return [sys.executable, "-m", "barbu_arena", *words]


def run(
    folder: Path, jobs: int, results: Path | str = "results"
) -> subprocess.CompletedProcess[str]:
    """Play the league to its end, again and again where the machine is too busy for it."""
    for _ in range(TRIES):
        ended = subprocess.run(
            command(jobs, results), cwd=folder, capture_output=True, text=True, check=False
        )
        if BUSY not in ended.stderr:
            break
    return ended


def start(folder: Path, jobs: int, told: Path, results: Path | str = "results") -> "Running":
    """Start to play the league; what it tells goes into the file `told`."""
    with told.open("wb") as err:
        process = subprocess.Popen(
            command(jobs, results),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=err,
            start_new_session=True,
        )
    return Running(process, told)


@dataclass(frozen=True, slots=True)
class Running:
    """A league in play, the leader of its process group."""

    process: "subprocess.Popen[bytes]"
    told: Path

    def acknowledged(self) -> set[str]:
        """Return the sessions that the arena has called finished."""
        found = set()
        for line in self.told.read_bytes().split(b"\n")[:-1]:
            words = line.split()
            if len(words) > 2 and words[2] == b"s" and words[0].count(b".") == 2:
                found.add(words[0].decode())
        return found

    def wait_for(self, sessions: int, patience_s: float = 120) -> None:
        """Wait until so many sessions are finished, or the league has ended."""
        deadline = time.monotonic() + patience_s
        while self.process.poll() is None and len(self.acknowledged()) < sessions:
            if time.monotonic() > deadline:
                raise RuntimeError(f"no session came: {self.told.read_text()}")
            time.sleep(0.01)

    def kill(self, group: bool = False) -> None:
        """Kill the arena's process, or its whole group."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.process.pid, signal.SIGKILL)
        self.process.wait()


def ledger_sessions(place: Path) -> dict[str, int]:
    """Return the sessions of a ledger's finished lines with the number of their faults."""
    found = {}
    ledger = place / "sessions.jsonl"
    lines = ledger.read_bytes().split(b"\n")[:-1] if ledger.exists() else []
    for line in lines:
        record = json.loads(line)
        found["{round}.{table}.{seating}".format(**record)] = len(record["faults"])
    return found


def missing_evidence(place: Path, exact: bool) -> int:
    """Return how many faults of the ledger have no file; `exact`: and how many files no fault."""
    wanted = {
        f"{session}-{number + 1}.txt"
        for session, faults in ledger_sessions(place).items()
        for number in range(faults)
    }
    found = {path.name for path in (place / "faults").glob("*")}
    return len(wanted ^ found) if exact else len(wanted - found)


def differences(place: Path, whole: Whole, jobs: int) -> list[str]:
    """Return the names of what differs from the undisturbed league; one worker has one order."""
    mine, right = (place / "sessions.jsonl").read_bytes(), whole.ledger
    if jobs != 1:
        mine, right = (b"".join(sorted(data.splitlines(True))) for data in (mine, right))
    found = [] if mine == right else ["sessions.jsonl"]
    for name in DERIVED:
        if (place / name).read_bytes() != (whole.place / name).read_bytes():
            found.append(name)
    if missing_evidence(place, exact=True):
        found.append("faults/")
    return found


def processes_below(folder: Path) -> Iterator[int]:
    """Yield the processes that work in a folder, this one left out."""
    name = str(folder.resolve())
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(place.name) != os.getpid() and os.readlink(place / "cwd").startswith(name):
                yield int(place.name)
