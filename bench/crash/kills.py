"""kill -9 at random moments, the process alone and its whole group in turn, until all is played."""

import random
import time
from dataclasses import dataclass, field
from pathlib import Path

from crash.leagues import (
    BUSY,
    Whole,
    differences,
    ledger_sessions,
    missing_evidence,
    processes_below,
    run,
    start,
)

MOST_SESSIONS = 12
MOST_S = 1.0
PATIENCE_S = 30.0


@dataclass
class Kills:
    """What came of killing."""

    kills: int = 0
    leagues: int = 0
    lost: int = 0
    """Sessions that were called finished and are not in the ledger."""
    no_evidence: int = 0
    """Faults of the ledger without a file, right after a kill."""
    differences: list[str] = field(default_factory=list)
    slowest_s: float = 0.0
    """The longest time from a kill to the end of the last process."""
    in_mid_league: int = 0
    torn: int = 0
    """Kills that left an unfinished last line."""
    between: int = 0
    """Kills that left evidence of a session that did not count yet."""


def killed_again_and_again(whole: Whole, jobs: int, count: int, seed: int) -> Kills:
    """Kill a league so often; one that came to its end is compared, and the next one begun."""
    seen = Kills()
    draws = random.Random(seed)
    while seen.kills < count:
        place = whole.folder / f"killed-{jobs}-{seen.leagues}" / "crash"
        finished = _one_league(whole, place, jobs, count, seen, draws)
        if not finished:
            ended = run(whole.folder, jobs, place.parent)
            if ended.returncode != 0:
                seen.differences.append(ended.stderr.strip().splitlines()[-1])
                return seen
        seen.leagues += 1
        seen.differences += differences(place, whole, jobs)
    return seen


def _one_league(
    whole: Whole, place: Path, jobs: int, count: int, seen: Kills, draws: random.Random
) -> bool:
    """Kill one league until there were enough kills (False) or it came to its end (True)."""
    while seen.kills < count:
        running = start(whole.folder, jobs, whole.folder / "told", place.parent)
        # Half of the kills come while it starts and heals, the others after some sessions.
        if seen.kills % 2 == 0:
            time.sleep(draws.uniform(0, MOST_S))
        else:
            running.wait_for(draws.randrange(1, MOST_SESSIONS))
            time.sleep(draws.uniform(0, 0.05))
        if running.process.poll() is not None:
            if BUSY in running.told.read_text():
                continue
            if running.process.returncode != 0:
                seen.differences.append(f"status {running.process.returncode}")
            return True
        running.kill(group=seen.kills % 4 >= 2)
        seen.slowest_s = max(seen.slowest_s, _until_all_are_gone(whole.folder))
        seen.kills += 1
        if place.exists():
            _look(place, running.acknowledged(), seen)
    return False


def _until_all_are_gone(folder: Path) -> float:
    begin = time.monotonic()
    while list(processes_below(folder)):
        if time.monotonic() - begin > PATIENCE_S:
            raise RuntimeError(f"left running: {list(processes_below(folder))}")
        time.sleep(0.002)
    return time.monotonic() - begin


def _look(place: Path, acknowledged: set[str], seen: Kills) -> None:
    """Count what a kill cost."""
    finished = ledger_sessions(place)
    seen.lost += len(acknowledged - finished.keys())
    missing = missing_evidence(place, exact=False)
    seen.no_evidence += missing
    seen.between += missing_evidence(place, exact=True) > missing
    seen.in_mid_league += bool(finished)
    ledger = place / "sessions.jsonl"
    seen.torn += ledger.exists() and not ledger.read_bytes().endswith(b"\n") and bool(finished)
