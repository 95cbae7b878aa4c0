"""Foreign records and manifests verify, or are refused in one printable line each.

Records are damaged in their structure and sealed again, or hardly one would come further than its
digest; see test_fuzzed_answers.py.
"""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barbu_arena.cli.derive import doubling_table, league_table
from barbu_arena.errors import ArenaError, VerificationFailed
from barbu_arena.files.results_folder import League, PlannedSessions, read_league, tally
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.tally import Tally
from barbu_arena.files.verification import Known, Verification, verify_ledger
from barbu_arena.league.summary import summarise
from barbu_arena.referee.record import record_fields
from barbu_arena.referee.record_reader import RecordError, read_record
from barbu_arena.report.grid import render
from tests.fuzz.damage import damaged, damaged_bytes
from tests.fuzz.printed import assert_printable
from tests.fuzz.samples import league_line, league_manifest, resealed, sample_lines

RULES = {name: load_rules(name) for name in ("modern", "simple", "classic")}
FREE = {"rules", "faults", "fault_penalties"}
"""What a league's seed, schedule and rules do not decide, and `rules`, which names them."""

randoms = st.randoms(use_true_random=False)
# The one fixture is a folder, and every example writes its files anew.
often = settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def rules_of(name: str) -> object:
    if name not in RULES:
        raise RecordError(f"rule set {name[:40]!a} is no preset")
    return RULES[name]


def all_tables(league: League, found: Tally) -> str:
    """Return what people see of a ledger, without empty lines."""
    doubling = doubling_table(league, found)
    texts = [league_table(league, found, form, True) for form in ("text", "markdown")]
    texts += [render(doubling, "text")] if doubling else []
    return "\n".join(line for text in texts for line in text.split("\n") if line)


BARE = Known(rules_of)  # type: ignore[arg-type]


def as_line(fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")


def verified(path: Path, line: bytes, known: Known) -> Verification:
    path.write_bytes(line + b"\n")
    found = verify_ledger(path, known)
    for problem in found.problems:
        assert problem.startswith(f"{path}:")
        assert "\n" not in problem
        assert_printable(problem)
    return found


def known_league(folder: Path) -> Known:
    (folder / "manifest.json").write_bytes(league_manifest())
    tournament = read_league(folder).tournament
    plans = PlannedSessions(tournament)
    return Known(lambda _: tournament.rules, tournament.seed, tournament.faults, plans)


@often
@given(random=randoms, line=st.sampled_from(sample_lines()))
def test_a_record_that_holds_says_no_more_than_is_read_from_it(
    tmp_path: Path, random: Random, line: bytes
) -> None:
    line = resealed(as_line(damaged(json.loads(line), random)))
    if verified(tmp_path / "s.jsonl", line, BARE).sessions:
        record = read_record(line)
        assert {**record_fields(record), "digest": record.digest} == json.loads(line)
        summary = summarise(record, RULES[record.rules])
        assert sum(summary.totals) == sum(map(sum, _scores(json.loads(line))))


def _scores(fields: dict[str, list[int]]) -> list[list[int]]:
    deals = [deal["adjusted"] for deal in fields["deals"]]  # type: ignore[call-overload]
    return [*deals, fields["quota_penalties"], fields["fault_penalties"]]


@often
@given(random=randoms)
def test_a_record_of_a_league_cannot_be_told_otherwise(tmp_path: Path, random: Random) -> None:
    """What follows from seed, schedule and rules is refused unless it is the same."""
    before = json.loads(league_line())
    after = damaged({key: before[key] for key in before if key not in FREE}, random)
    if not isinstance(after, dict):
        after = {}
    after |= {key: before[key] for key in FREE}
    line = resealed(as_line(after))
    if verified(tmp_path / "sessions.jsonl", line, known_league(tmp_path)).sessions:
        assert _decided(json.loads(line)) == _decided(before)


def _decided(fields: dict[str, object]) -> object:
    """Return a record's JSON without what is the players' own, and so may be otherwise."""
    deals = [
        {key: deal[key] for key in ("deal", "declarer", "hands")}
        for deal in fields["deals"]  # type: ignore[attr-defined]
    ]
    names = ("set", "round", "table", "seating", "bots", "quota_penalties")
    return json.dumps([deals, [fields[name] for name in names]])


@often
@given(random=randoms)
def test_the_tables_of_a_ledger_that_nobody_replayed(tmp_path: Path, random: Random) -> None:
    (tmp_path / "manifest.json").write_bytes(league_manifest())
    line = resealed(as_line(damaged(json.loads(league_line()), random)))
    (tmp_path / "sessions.jsonl").write_bytes(line + b"\n")
    league = read_league(tmp_path)
    try:
        assert_printable(all_tables(league, tally(league)))
    except VerificationFailed as error:
        assert_printable(str(error))


@often
@given(random=randoms, line=st.sampled_from(sample_lines()))
def test_a_torn_record(tmp_path: Path, random: Random, line: bytes) -> None:
    torn = damaged_bytes(line, random).replace(b"\n", b"")
    found = verified(tmp_path / "s.jsonl", torn, BARE)
    # A digest is of the values, so white space may change.
    assert found.sessions == 0 or json.loads(torn) == json.loads(line)


@often
@given(random=randoms)
def test_a_damaged_manifest(tmp_path: Path, random: Random) -> None:
    manifest = as_line(damaged(json.loads(league_manifest()), random))
    (tmp_path / "manifest.json").write_bytes(manifest)
    (tmp_path / "sessions.jsonl").write_bytes(league_line() + b"\n")
    try:
        league = read_league(tmp_path)
    except ArenaError as error:
        assert_printable(str(error))
        return
    tournament = league.tournament
    texts = (tournament.name, tournament.seed, league.sandbox, *league.digests)
    assert all(text.isprintable() and len(text) <= 100 for text in texts)
    plans = PlannedSessions(tournament)
    known = Known(lambda _: tournament.rules, tournament.seed, tournament.faults, plans)
    for problem in verify_ledger(league.ledger, known).problems:
        assert_printable(problem)


def test_the_samples_are_good(tmp_path: Path) -> None:
    known = known_league(tmp_path)
    assert verified(tmp_path / "sessions.jsonl", league_line(), known).sessions == 1
    for line in sample_lines():
        assert verified(tmp_path / "s.jsonl", resealed(line), BARE).sessions == 1


@pytest.mark.parametrize("good", sample_lines(), ids=range(4))
def test_the_damage_reaches_the_replay(tmp_path: Path, good: bytes) -> None:
    """Damage that every reader refuses at once would try little of `verify`."""
    reached = 0
    for seed in range(40):
        line = resealed(as_line(damaged(json.loads(good), Random(seed), most=1)))
        problems = verified(tmp_path / "s.jsonl", line, BARE).problems
        reached += not problems or ": deal " in problems[0]
    assert reached >= 10
