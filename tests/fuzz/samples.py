"""Good files, records, and a league they belong to, for the fuzz tests here and bench/fuzz."""

import json
from functools import cache
from pathlib import Path

from barbu_arena.files.manifest import make_manifest
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.referee.record import digest_of, record_line
from tests.referee_alone import played_session

CASES = Path(__file__).parents[1] / "cases" / "sessions"
SAMPLES = ("modern", "modern-with-faults", "simple", "classic")
TOURNAMENT = """\
name: friday
rules: rules.yaml
seed: "any text"
bots: [bot, {folder: ./bot, name: b, args: [-x]}, {folder: bot, name: c}, {folder: bot, name: d}]
schedule: {kind: round-robin, rounds: 12, seatings: 4}
clock: {free_ms: 50, bank_s: 20, cap_s: 5.5, start_s: 10}
faults: {max_faults: 3, fault_penalty: 10, retire_penalty: 100}
limits: {memory_mib: 1024, processes: 64}
sandbox: auto
reuse: false
"""
BOT = """\
name: a
version: "1"
author: Zoë
description: A bot.
command: [python3, bot.py, --fast]
build: [cc, -O2, -o, bot, bot.c]
build_output: [bot]
read_only: [/usr/share/x]
"""
SHORT_RULES = """\
{name: mine, first_lead: left, rotation: block, choice: free, doubling: none,
 contracts: {no_tricks: {tricks: -2, duties: [follow_suit]}}}
"""
NAMES = ("ann", "ben", "cem", "dee", "eve")


@cache
def sample_lines() -> tuple[bytes, ...]:
    """Return the first record of each sample, without its line feed."""
    return tuple((CASES / f"{name}.jsonl").read_bytes().split(b"\n")[0] for name in SAMPLES)


@cache
def league() -> Tournament:
    """Return a small league as its manifest gives it."""
    bots = tuple(Bot(name, "", ()) for name in NAMES)
    return Tournament("league", load_rules("modern"), "séed", bots, SchedulePlan(rounds=2))


@cache
def league_line() -> bytes:
    """Return the record of its first session, without its line feed."""
    plan = next(sessions(league()))
    return record_line(played_session(plan, league().rules, league().seed))[:-1]


@cache
def league_manifest() -> bytes:
    """Return its manifest, as it stands in the folder."""
    digests = {name: f"{number}" * 64 for number, name in enumerate(NAMES)}
    manifest = make_manifest(league(), digests, "none", True, "../league.yaml")
    return json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n"


def resealed(line: bytes) -> bytes:
    """Return a record's line with the digest that it should have, as far as it has any."""
    try:
        fields = json.loads(line)
        del fields["digest"]
        fields["digest"] = digest_of(fields)
        return json.dumps(fields, ensure_ascii=False).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        return line
