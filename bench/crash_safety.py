"""Whether results survive: kills, cut records, full disks, power cuts, and a long hostile league.

    python bench/crash_safety.py [--only PART] [--kills 200] [--cuts 40] [--sizes 12]
                                 [--power-cuts 10] [--sessions 2000]

Needs Linux and a C compiler (cc); full disks and power cuts need root. Prints a table of figures
and ends with 1 if any of them is not what it must be. What each row is: README.md beside this.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from crash.disks import Full, cut_at_every_byte, files_that_may_not_grow, full_disks, power_cuts
from crash.kills import killed_again_and_again
from crash.leagues import Whole, played_whole
from crash.long_run import long_run

SEED = 7
KILLED_SESSIONS = 160
DISK_SESSIONS = 60
Row = tuple[str, object, bool]
"""What was measured, the figure, and whether it is what it must be."""


def kills(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Kill leagues of one worker and of two."""
    whole = played_whole(folder, KILLED_SESSIONS)
    for jobs in (1, 2):
        seen = killed_again_and_again(whole, jobs, options.kills // 2, SEED + jobs)
        name = f"kill -9, jobs {jobs}"
        yield f"{name}: kills", seen.kills, True
        yield f"{name}: of these after a first session", seen.in_mid_league, True
        yield f"{name}: of these in mid-write of the ledger", seen.torn, True
        yield f"{name}: of these between evidence and ledger", seen.between, True
        yield f"{name}: leagues of {whole.sessions} sessions", seen.leagues, True
        yield f"{name}: finished sessions lost", seen.lost, not seen.lost
        yield f"{name}: faults without evidence", seen.no_evidence, not seen.no_evidence
        yield f"{name}: differences at the end", _said(seen.differences), not seen.differences
        yield f"{name}: last process gone after, ms", round(1000 * seen.slowest_s), True


def cuts(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Cut the last record."""
    whole = played_whole(folder, DISK_SESSIONS)
    seen = cut_at_every_byte(whole, options.cuts, SEED)
    yield "cut last record: positions healed", seen.healed, True
    yield "cut last record: leagues played on", seen.resumed, seen.resumed == options.cuts
    yield "cut last record: differences at the end", _said(seen.wrong), not seen.wrong


def full(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Fill disks."""
    whole = played_whole(folder, DISK_SESSIONS)
    yield from _full_rows("file that may not grow", files_that_may_not_grow(whole, 12, SEED))
    if os.geteuid() != 0:
        yield "full disk: not tried", "needs root", True
        return
    yield from _full_rows("full disk", full_disks(whole, options.sizes))


def _full_rows(name: str, seen: Full) -> Iterator[Row]:
    yield f"{name}: leagues", seen.tried, True
    yield f"{name}: stopped with 74", seen.stopped, seen.stopped > 0
    yield f"{name}: of these by a refused write", seen.at_a_write, True
    yield f"{name}: finished sessions lost", seen.lost, not seen.lost
    yield f"{name}: differences at the end", _said(seen.wrong), not seen.wrong


def power(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Cut the power."""
    if os.geteuid() != 0:
        yield "power cut: not tried", "needs root", True
        return
    whole: Whole = played_whole(folder, DISK_SESSIONS)
    seen = power_cuts(whole, options.power_cuts, SEED)
    if seen.why_not:
        yield "power cut: not tried any more", seen.why_not, True
    yield "power cut: cuts", seen.cuts, True
    yield "power cut: sessions called finished before", seen.acknowledged, True
    yield "power cut: of these lost", seen.lost, not seen.lost
    yield "power cut: unfinished last lines", seen.torn, True
    yield "power cut: faults without evidence", seen.no_evidence, not seen.no_evidence
    yield "power cut: differences at the end", _said(seen.wrong), not seen.wrong


def long(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Play for long."""
    seen = long_run(folder, options.sessions, 2)
    yield "long run: sessions", seen.sessions, seen.status == 0
    yield "long run: minutes", round(seen.seconds / 60, 1), True
    yield "long run: faults", seen.faults, seen.faults > 0
    yield "long run: faults without evidence", seen.no_evidence, not seen.no_evidence
    yield "long run: faults of good bots", seen.faults_of_good_bots, not seen.faults_of_good_bots
    for what, title in (
        ("arena_kib", "memory of the arena, KiB"),
        ("workers_kib", "memory of the largest worker, KiB"),
        ("descriptors", "descriptors"),
        ("processes", "processes"),
        ("zombies", "zombies"),
    ):
        (second, _), (last, most) = seen.quarter(2, what), seen.quarter(4, what)
        figures = f"{second:g} then {last:g}, at most {most}"
        flat = last <= second * 1.25 + (8 if what != "arena_kib" else seen.sessions * 8)
        yield f"long run: {title}, medians of quarters 2 and 4", figures, flat
    yield "long run: processes left", seen.left, not seen.left


def _said(problems: list[str]) -> str:
    return "none" if not problems else f"{len(problems)}: {problems[0]}"


PARTS = {"kills": kills, "cuts": cuts, "full": full, "power": power, "long": long}


def main() -> None:
    """Crash what was asked for, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=list(PARTS), action="append")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=40)
    parser.add_argument("--sizes", type=int, default=12)
    parser.add_argument("--power-cuts", type=int, default=10)
    parser.add_argument("--sessions", type=int, default=2000)
    options = parser.parse_args()
    all_right = True
    for part in options.only or PARTS:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as name:
            for what, figure, right in PARTS[part](Path(name), options):
                print(f"{what:66} {figure}{'' if right else '   <- NOT RIGHT'}", flush=True)
                all_right = all_right and right
        print(f"{part}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    sys.exit(not all_right)


if __name__ == "__main__":
    main()
