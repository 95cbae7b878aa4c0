"""A disk that fills up in mid-league costs nothing that was finished. Source: trust.md §7.3."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena_process import ARENA, arena, assert_nothing_left, environment, lines_in
from tests.end_to_end.conftest import ROUNDS, SESSIONS, Undisturbed
from tests.league_folder import comparable
from tests.small_leagues import write_league

SAFE = "free some space and run the same command again"


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of 88 KiB; needs root on Linux."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        pytest.skip("mounting a file system needs root on Linux")
    place = tmp_path / "results"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=88k", "tiny", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this root may not mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk(tmp_path: Path, tiny_disk: Path, undisturbed: Undisturbed) -> None:
    file = write_league(tmp_path, rounds=ROUNDS)
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(b"\0" * (20 << 10))
    full = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert full.status == 74, full.err
    assert full.out == ""
    assert "No space left on device" in full.err
    assert full.err.endswith(SAFE + "\n")
    assert "Traceback" not in full.err
    assert_nothing_left(tmp_path)
    safe = lines_in(tiny_disk / "league" / "sessions.jsonl")
    assert 0 < safe < SESSIONS
    assert arena(tmp_path, "verify", "results/league").status == 0
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=1m", str(tiny_disk)], check=True)
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert again.status == 0, again.err
    assert f"going on: {safe} of {SESSIONS} sessions are finished" in again.err
    assert again.out == undisturbed.ended.out
    assert comparable(tiny_disk / "league") == undisturbed.files


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
    assert full.returncode == 74, full.stderr
    assert full.stdout == ""
    assert full.stderr.endswith(SAFE + "\n")
    ledger = tmp_path / "results" / "league" / "sessions.jsonl"
    assert ledger.read_bytes().endswith(b"}\n")
    assert 0 < lines_in(ledger) < SESSIONS
    assert_nothing_left(tmp_path)
    again = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert again.status == 0, again.err
    assert comparable(ledger.parent) == undisturbed.files
