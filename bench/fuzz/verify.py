"""Fuzzes records and manifests of others: `verify` of a bare ledger, and of a results folder.

The digest of a record is made right again, or hardly one would come further than that.
"""

import atexit
import json
import shutil
import tempfile
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["barbu_arena"]):
    from barbu_arena.cli.derive import doubling_table, league_table
    from barbu_arena.errors import ArenaError
    from barbu_arena.files.results_folder import PlannedSessions, read_league, tally
    from barbu_arena.files.rules_file import load_rules, preset_names
    from barbu_arena.files.verification import Known, verify_ledger
    from barbu_arena.game.rules import RuleSet
    from barbu_arena.league.summary import summarise
    from barbu_arena.referee.record import record_fields
    from barbu_arena.referee.record_reader import RecordError, read_record
    from barbu_arena.report.grid import render

from bench.fuzz.fuzzing import assert_one_line, damaged_json, fuzz
from tests.fuzz.samples import league_line, league_manifest, resealed, sample_lines

PRESETS = {name: load_rules(name) for name in preset_names()}
FOLDER = Path(tempfile.mkdtemp())
LEDGER = FOLDER / "sessions.jsonl"
MANIFEST = FOLDER / "manifest.json"


def rules_of(name: str) -> RuleSet:
    """Return a preset, as `verify` does for a bare ledger."""
    if name not in PRESETS:
        raise RecordError(f"rule set {name[:40]!a} is no preset")
    return PRESETS[name]


def try_input(data: bytes) -> None:
    """Verify a bare ledger, a folder's ledger, or a folder; the first byte says which.

    Anything but success or a refusal in printable lines is a finding.
    """
    kind, rest = data[:1], data[1:]
    try:
        if kind in (b"L", b"F"):
            LEDGER.write_bytes(resealed(rest) + b"\n")
        if kind == b"L":
            check(Known(rules_of))
        elif kind == b"F":
            MANIFEST.write_bytes(league_manifest())
            check_folder()
        elif kind == b"M":
            MANIFEST.write_bytes(rest)
            LEDGER.write_bytes(league_line() + b"\n")
            check_folder()
    except ArenaError as error:
        for line in str(error).split("\n"):
            assert_one_line(line)


def check_folder() -> None:
    """Verify the ledger against the manifest, and show what its tables would show."""
    league = read_league(FOLDER)
    tournament = league.tournament
    plans = PlannedSessions(tournament)
    check(Known(lambda _: tournament.rules, tournament.seed, tournament.faults, plans))
    found = tally(league)
    doubling = doubling_table(league, found)
    shown = league_table(league, found, "text", True)
    for line in (shown + (render(doubling, "markdown") if doubling else "")).split("\n"):
        assert line.isprintable(), ascii(line)


def check(known: Known) -> None:
    """Verify the ledger; a record that holds must say no more than is read from it."""
    found = verify_ledger(LEDGER, known)
    for problem in found.problems:
        assert_one_line(problem)
    if found.sessions == 1:
        line = LEDGER.read_bytes()[:-1]
        record = read_record(line)
        assert {**record_fields(record), "digest": record.digest} == json.loads(line)
        summarise(record, known.rules_of(record.rules))


def damaged_input(data: bytes, random: Random) -> bytes | None:
    """Return the JSON behind the first byte with damage in its structure."""
    changed = damaged_json(data[1:], random)
    return None if changed is None else data[:1] + changed


def seeds() -> list[bytes]:
    """Return good records of three rule sets, one of a league, and the league's manifest."""
    records = [b"L" + line for line in sample_lines()]
    return [*records, b"F" + league_line(), b"M" + league_manifest()]


if __name__ == "__main__":
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    fuzz(try_input, seeds(), damaged_input)
