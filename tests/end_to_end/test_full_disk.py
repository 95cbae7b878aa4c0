"""A disk that fills up in mid-league costs nothing that was finished. Source: trust.md §7.3."""

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena_process import (
    ARENA,
    Ended,
    Started,
    arena,
    assert_nothing_left,
    environment,
    lines_in,
)
from tests.end_to_end.conftest import ROUNDS, SESSIONS, Undisturbed
from tests.league_folder import assert_a_file_for_each_fault, comparable
from tests.small_disk import fill, remount, small_disk
from tests.small_leagues import misbehaving, picker, write_league

KIB = 1024
SLOW = (
    picker("ann", "seeded", 1),
    picker("ben", "first", 1),
    picker("cem", "last", 1),
    picker("dee", "seeded", 1),
)
"""The bots of the undisturbed league, slow enough for something to be done in mid-league."""


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of 1 MiB, the place of the results."""
    with small_disk(tmp_path / "results", "1m") as place:
        yield place


def assert_told(full: Ended, safe: int, how: str) -> None:
    """The words of trust.md §7.3 rule 2, and the exit status."""
    assert full.status == 74, full.err
    assert full.out == ""
    assert re.fullmatch(
        rf"results/league\S*: disk full{how}: {safe} sessions? (is|are) safe; "
        r"free \d+ MB and run the same command again",
        full.err.splitlines()[-1],
    ), full.err
    assert "Traceback" not in full.err


def assert_goes_on(folder: Path, safe: int, undisturbed: Undisturbed) -> None:
    again = arena(folder, "run", "league.yaml", "--jobs", "2")
    assert again.status == 0, again.err
    if safe:
        assert f"going on: {safe} of {SESSIONS} sessions are finished" in again.err
    assert again.out == undisturbed.ended.out
    assert comparable(folder / "results" / "league") == undisturbed.files


def test_a_disk_that_fills_up_before_the_next_session(
    tmp_path: Path, tiny_disk: Path, undisturbed: Undisturbed
) -> None:
    """The league stops by itself while what is in play still fits."""
    file = write_league(tmp_path, rounds=ROUNDS)
    ballast = tiny_disk / "ballast"
    free = os.statvfs(tiny_disk).f_bavail * os.statvfs(tiny_disk).f_frsize
    ballast.write_bytes(b"\0" * (free - (512 + 60) * KIB))
    full = arena(tmp_path, "run", file.name, "--jobs", "2")
    safe = lines_in(tiny_disk / "league" / "sessions.jsonl")
    assert_told(full, safe, r" soon \(0\.5 MB left, 0\.5 MB needed for a session\)")
    assert_nothing_left(tmp_path)
    assert 0 < safe < SESSIONS
    assert arena(tmp_path, "verify", "results/league").status == 0
    # The same command again says the same, at once, and plays nothing.
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert_told(again, safe, r" soon \(0\.5 MB left, 0\.5 MB needed for a session\)")
    assert lines_in(tiny_disk / "league" / "sessions.jsonl") == safe
    ballast.unlink()
    assert_goes_on(tmp_path, safe, undisturbed)


def test_a_disk_that_is_full_in_mid_session(
    tmp_path: Path, tiny_disk: Path, undisturbed: Undisturbed
) -> None:
    """Somebody else takes all that is left while a session is in play."""
    file = write_league(tmp_path, SLOW, rounds=ROUNDS)
    ledger = tiny_disk / "league" / "sessions.jsonl"
    with Started(tmp_path, "run", file.name, "--jobs", "2") as run:
        run.wait_until(lambda: lines_in(ledger) >= 3, "three sessions")
        fill(tiny_disk / "ballast")
        full = run.end()
    safe = lines_in(ledger)
    assert_told(full, safe, r"( soon)? \(.+\)")
    assert_nothing_left(tmp_path)
    assert 3 <= safe < SESSIONS
    assert arena(tmp_path, "verify", "results/league").status == 0
    (tiny_disk / "ballast").unlink()
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert again.status == 0, again.err
    lines = sorted(ledger.read_bytes().splitlines(keepends=True))
    assert b"".join(lines) == undisturbed.files["sessions.jsonl"]


def test_a_disk_full_of_evidence(tmp_path: Path, tiny_disk: Path) -> None:
    """What was kept of a session that no longer fitted is gone when the league goes on."""
    bad = [picker(name, "seeded") for name in ("ann", "ben", "cem")]
    file = write_league(tmp_path, [*bad, misbehaving("dee", "illegal", at=5)], rounds=ROUNDS)
    league = tiny_disk / "league"
    with Started(tmp_path, "run", file.name, "--jobs", "1") as run:
        run.wait_until(lambda: lines_in(league / "sessions.jsonl") >= 2, "two sessions")
        fill(tiny_disk / "ballast")
        full = run.end()
    assert_told(full, lines_in(league / "sessions.jsonl"), r"( soon)? \(.+\)")
    (tiny_disk / "ballast").unlink()
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert again.status == 0, again.err
    assert_a_file_for_each_fault(league)


def test_results_that_may_not_be_written(tmp_path: Path, undisturbed: Undisturbed) -> None:
    with small_disk(tmp_path / "results", "8m") as disk:
        shutil.copytree(undisturbed.folder / "bots", tmp_path / "bots")
        shutil.copytree(undisturbed.results, disk / "league")
        file = write_league(tmp_path, rounds=ROUNDS)
        remount(disk, "ro")
        refused = arena(tmp_path, "run", file.name)
        assert (refused.status, refused.out) == (74, "")
        assert refused.err.splitlines()[-1] == (
            "results/league/lock: cannot be opened: Read-only file system; "
            "choose another place with --results"
        )
        # Reading needs no place to write.
        table = arena(tmp_path, "table", "results/league")
        assert (table.status, table.out) == (0, undisturbed.ended.out)
        assert arena(tmp_path, "verify", "results/league").status == 0
        assert arena(tmp_path, "show", "results/league", "--faults").status == 0
        remount(disk, "rw")
        (disk / "league" / "sessions.jsonl").unlink()
        remount(disk, "ro")
        assert arena(tmp_path, "run", file.name).status == 74


def test_a_file_that_may_not_grow(tmp_path: Path, undisturbed: Undisturbed) -> None:
    """The same without root: a limit on the size of files cuts a write short."""
    file = write_league(tmp_path, rounds=ROUNDS)
    limit = 20_000
    # What measures coverage writes files too.
    variables = {key: value for key, value in environment().items() if not key.startswith("COV")}
    full = subprocess.run(
        [*ARENA, "run", file.name, "--jobs", "1"],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    ledger = tmp_path / "results" / "league" / "sessions.jsonl"
    assert ledger.read_bytes().endswith(b"}\n")
    assert 0 < lines_in(ledger) < SESSIONS
    assert_told(Ended(full.returncode, full.stdout, full.stderr), lines_in(ledger), r" \(.+\)")
    assert_nothing_left(tmp_path)
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert again.status == 0, again.err
    assert comparable(ledger.parent) == undisturbed.files
