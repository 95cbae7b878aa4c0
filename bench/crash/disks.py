"""Disks that fail: a last record cut anywhere, file systems that fill up, cuts of the power."""

import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from crash.leagues import (
    BUSY,
    Running,
    Whole,
    command,
    differences,
    ledger_sessions,
    missing_evidence,
    run,
    start,
)

from barbu_arena.errors import VerificationFailed
from barbu_arena.files.ledger import heal, read_ledger

KIB = 1024
TOLD = re.compile(
    r"disk full( soon)? \(.*\): \d+ sessions? (is|are) safe; free \d+ MB and run the same command "
    r"again\Z"
)
IMAGE_MIB = 96


@dataclass
class Cuts:
    """What came of cutting the last record."""

    healed: int = 0
    resumed: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class Full:
    """What came of disks that filled up."""

    tried: int = 0
    stopped: int = 0
    """Ended with 74 in mid-league, the rest of the sessions to be played."""
    at_a_write: int = 0
    """Of these, by a write that was refused, not before."""
    lost: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class PowerCuts:
    """What came of power cuts."""

    cuts: int = 0
    acknowledged: int = 0
    """Sessions called finished before the cuts."""
    safe: set[str] = field(default_factory=set)
    """Those of the last one."""
    lost: int = 0
    no_evidence: int = 0
    torn: int = 0
    wrong: list[str] = field(default_factory=list)
    why_not: str = ""


def cut_at_every_byte(whole: Whole, resumes: int, seed: int) -> Cuts:
    """Cut the ledger at every byte of its last record; play on from some of the cuts."""
    seen = Cuts()
    place = whole.folder / "cut" / "crash"
    shutil.copytree(whole.place, place)
    ledger = place / "sessions.jsonl"
    begin = whole.ledger[:-1].rfind(b"\n") + 1
    for cut in range(begin, len(whole.ledger)):
        ledger.write_bytes(whole.ledger[:cut])
        seen.healed += heal(ledger) == cut - begin and ledger.read_bytes() == whole.ledger[:begin]
    if seen.healed != len(whole.ledger) - begin:
        seen.wrong.append("a cut that was not healed")
    for cut in sorted(random.Random(seed).sample(range(begin, len(whole.ledger)), resumes)):
        ledger.write_bytes(whole.ledger[:cut])
        seen.wrong += _goes_on(whole, place)
        seen.resumed += 1
    return seen


def full_disks(whole: Whole, sizes: int) -> Full:
    """Play on file systems of so many sizes, from a little above the arena's reserve upwards."""
    seen = Full()
    for number in range(sizes):
        size = 576 + number * 1024 // sizes
        with _mounted(whole.folder / f"full-{size}", f"-t tmpfs -o size={size}k tmpfs") as disk:
            _one_full_disk(whole, disk, seen, None)
            subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
            seen.wrong += _goes_on(whole, disk / "crash")
        # The same, filled by somebody else in mid-league: a write is refused.
        with _mounted(whole.folder / f"filled-{size}", "-t tmpfs -o size=4m tmpfs") as disk:
            _one_full_disk(whole, disk, seen, number)
            (disk / "ballast").unlink(missing_ok=True)
            subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
            seen.wrong += _goes_on(whole, disk / "crash")
    return seen


def _one_full_disk(whole: Whole, disk: Path, seen: Full, after: int | None) -> None:
    running = start(whole.folder, 1 + seen.tried % 2, whole.folder / "told", disk)
    if after is not None:
        running.wait_for(after + 1)
        fill(disk / "ballast")
    running.process.wait()
    _judge(running, disk / "crash", seen)


def files_that_may_not_grow(whole: Whole, limits: int, seed: int) -> Full:
    """The same by limits on the size of a file: the ledger's write is cut short anywhere."""
    seen = Full()
    draws = random.Random(seed)
    for number in range(limits):
        place = whole.folder / f"limited-{number}"
        limit = draws.randrange(60_000, len(whole.ledger) - KIB)
        with (whole.folder / "told").open("wb") as err:
            process = subprocess.Popen(
                # No preexec_fn: the limit is set by a shell, in blocks of 1 KiB.
                ["bash", "-c", 'ulimit -f "$0"; exec "$@"', str(limit // KIB), *command(1, place)],
                cwd=whole.folder,
                stdout=subprocess.DEVNULL,
                stderr=err,
            )
        process.wait()
        _judge(Running(process, whole.folder / "told"), place / "crash", seen)
        seen.wrong += _goes_on(whole, place / "crash")
    return seen


def _judge(running: Running, place: Path, seen: Full) -> None:
    """Hold the end of a league against what was promised for a full disk."""
    seen.tried += 1
    status, said = running.process.returncode, running.told.read_text().strip()
    if status == 74:
        seen.stopped += 1
        seen.at_a_write += "disk full (" in said
        if not TOLD.search(said) or "Traceback" in said:
            seen.wrong.append(said.splitlines()[-1])
    elif status != 0 and BUSY not in said:
        seen.wrong.append(f"status {status}: {said[-200:]}")
    finished = ledger_sessions(place)
    seen.lost += len(running.acknowledged() - finished.keys())
    if missing_evidence(place, exact=False):
        seen.wrong.append("evidence that is missing")


def _goes_on(whole: Whole, place: Path) -> list[str]:
    """Play a league to its end and return what differs from the undisturbed one."""
    ended = run(whole.folder, 2, place.parent)
    if ended.returncode != 0:
        return [f"status {ended.returncode}: {ended.stderr[-200:]}"]
    return differences(place, whole, 2)


def fill(path: Path) -> None:
    """Write a file until the disk takes no more."""
    with path.open("ab", buffering=0) as file:
        for size in (65_536, 4096, 1):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue


# Power cuts


def power_cuts(whole: Whole, count: int, seed: int) -> PowerCuts:
    """Copy the image of a file system while the league is written to it, and mount the copy.

    The copy holds what the disk held at that moment; mounting it replays the journal.
    """
    seen = PowerCuts()
    draws = random.Random(seed)
    image = whole.folder / "disk.img"
    try:
        for number in range(count):
            with _new_file_system(image, whole.folder / "disk") as disk:
                _one_power_cut(whole, disk, image, number, draws, seen)
            _after_the_cut(whole, image.with_suffix(".cut"), seen)
    except (OSError, subprocess.CalledProcessError) as error:
        seen.why_not = f"no image can be mounted here: {error}"
    return seen


def _one_power_cut(
    whole: Whole, disk: Path, image: Path, number: int, draws: random.Random, seen: PowerCuts
) -> None:
    running = start(whole.folder, 1 + number % 2, whole.folder / "told", disk)
    running.wait_for(draws.randrange(1, whole.sessions - 4))
    time.sleep(draws.uniform(0, 0.1))
    seen.safe = running.acknowledged()
    shutil.copyfile(image, image.with_suffix(".cut"))
    seen.cuts += 1
    seen.acknowledged += len(seen.safe)
    running.kill(group=True)
    time.sleep(1.5)  # until the workers and their bots have left the disk


def _after_the_cut(whole: Whole, image: Path, seen: PowerCuts) -> None:
    with _mounted(whole.folder / "after", f"-o loop {image}") as disk:
        place = disk / "crash"
        finished = ledger_sessions(place)
        seen.lost += len(seen.safe - finished.keys())
        seen.no_evidence += missing_evidence(place, exact=False)
        seen.torn += not (place / "sessions.jsonl").read_bytes().endswith(b"\n")
        try:
            list(read_ledger(place / "sessions.jsonl"))
        except VerificationFailed as error:
            seen.wrong.append(str(error))
        seen.wrong += _goes_on(whole, place)


@contextmanager
def _new_file_system(image: Path, place: Path) -> Iterator[Path]:
    with image.open("wb") as file:
        file.truncate(IMAGE_MIB << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True, capture_output=True)
    with _mounted(place, f"-o loop {image}") as disk:
        yield disk


@contextmanager
def _mounted(place: Path, words: str) -> Iterator[Path]:
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", *words.split(), str(place)], check=True, capture_output=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
        os.sync()
