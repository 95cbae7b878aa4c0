"""Without a seed one is drawn, told, kept, and used again."""

import json
import re
from pathlib import Path

from tests.arena_process import arena, lines_in
from tests.small_leagues import FOUR, write_league


def test_a_drawn_seed_is_kept(tmp_path: Path) -> None:
    file = write_league(tmp_path, rounds=1, seed=None)
    first = arena(tmp_path, "run", file.name)
    assert first.status == 0, first.err
    told = re.search(r"^seed ([0-9a-f]{32})$", first.err, re.MULTILINE)
    assert told is not None, first.err
    seed = told[1]
    folder = tmp_path / "results" / "league"
    assert json.loads((folder / "manifest.json").read_text())["seed"] == seed
    assert f"seed {seed}" in first.out
    ledger = folder / "sessions.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:2]))
    again = arena(tmp_path, "run", file.name)
    assert (again.status, again.out) == (0, first.out)
    assert f"seed {seed}" in again.err
    assert sorted(ledger.read_bytes().splitlines(keepends=True)) == sorted(lines)
    assert arena(tmp_path, "verify", "results/league").status == 0


def test_two_leagues_draw_two_seeds(tmp_path: Path) -> None:
    seeds = set()
    for place in ("one", "two"):
        file = write_league(tmp_path, FOUR, rounds=1, seed=None, name=place)
        # Refused before play, once the manifest is written: the seed is drawn all the same.
        (tmp_path / "results" / place / "sessions.jsonl").mkdir(parents=True)
        assert arena(tmp_path, "run", file.name).status == 74
        manifest = tmp_path / "results" / place / "manifest.json"
        seeds.add(json.loads(manifest.read_text())["seed"])
    assert len(seeds) == 2


def test_a_seed_of_the_command_line_replaces_the_files(tmp_path: Path) -> None:
    write_league(tmp_path, rounds=1, seed="file's")
    played = arena(tmp_path, "run", "league.yaml", "--seed", "mine")
    assert played.status == 0, played.err
    assert "seed mine," in played.out.splitlines()[0]
    folder = tmp_path / "results" / "league"
    assert lines_in(folder / "sessions.jsonl") == 4
    other = arena(tmp_path, "run", "league.yaml")
    assert other.status == 2
    assert other.err.startswith('results/league: seed: was "mine", now "file\'s"\n')
