"""A results folder read back: the league of its manifest, the ledger held against the schedule."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError, VerificationFailed
from barbu_arena.files import results_folder
from barbu_arena.files.ledger import LedgerWriter
from barbu_arena.files.manifest import make_manifest, write_manifest
from barbu_arena.files.results_folder import (
    League,
    PlannedSessions,
    find_record,
    league_records,
    read_league,
    tally,
)
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import ClockLimits
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord, sealed
from barbu_arena.referee.session_plan import SessionPlan
from tests.referee_alone import played_session

NAMES = ("ann", "ben", "cem", "dee", "eve")
DIGESTS = {name: name * 8 for name in NAMES}


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    return Tournament(
        name="league",
        rules=load_rules("modern"),
        seed="séed",
        bots=tuple(Bot(name, "", ()) for name in NAMES),
        schedule=SchedulePlan(rounds=2),
        clock=ClockLimits(10, 200, 300, 400),
        faults=FaultPolicy(2, 7, 50),
    )


@pytest.fixture(scope="module")
def records(tournament: Tournament) -> list[SessionRecord]:
    return [
        played_session(plan, tournament.rules, tournament.seed) for plan in sessions(tournament)
    ]


@pytest.fixture
def folder(tmp_path: Path, tournament: Tournament) -> Path:
    write_manifest(tmp_path, make_manifest(tournament, DIGESTS, "none", True, "../league.yaml"))
    return tmp_path


def write(folder: Path, records: Iterable[SessionRecord]) -> League:
    with LedgerWriter(folder / "sessions.jsonl") as ledger:
        for record in records:
            ledger.append(record)
    return read_league(folder)


def test_a_league_survives_its_manifest(folder: Path, tournament: Tournament) -> None:
    league = read_league(folder)
    assert league.tournament == tournament
    assert league.digests == DIGESTS
    assert league.sandbox == "none"
    assert league.source == folder / ".." / "league.yaml"
    assert league.ledger == folder / "sessions.jsonl"


def test_no_ledger_yet(folder: Path) -> None:
    league = read_league(folder)
    assert list(league_records(league)) == []
    assert len(tally(league).summaries) == 0


def test_the_ledger_in_any_order(folder: Path, records: list[SessionRecord]) -> None:
    shuffled = records[:]
    random.Random(5).shuffle(shuffled)
    league = write(folder, shuffled)
    assert [record for _, record in league_records(league)] == shuffled
    found = tally(league)
    assert sorted(found.digests) == [(record.place, record.digest) for record in records]
    assert found.complete_sets(4) == 2


def test_a_board_set_counts_when_it_has_all_its_seatings(
    folder: Path, records: list[SessionRecord]
) -> None:
    league = write(folder, records[:7])
    assert tally(league).complete_sets(4) == 1


def test_a_record_is_found_by_name(folder: Path, records: list[SessionRecord]) -> None:
    league = write(folder, records[:6])
    assert find_record(league, "2.1.2") == records[5]
    for name in ("2.1.3", "2.1", "", "2.1.2 "):
        with pytest.raises(ConfigError, match="expected a finished session, named round"):
            find_record(league, name)


def test_a_session_twice(folder: Path, records: list[SessionRecord]) -> None:
    league = write(folder, [*records[:3], records[1]])
    with pytest.raises(VerificationFailed) as refused:
        tally(league)
    assert str(refused.value) == (
        f"{league.ledger}:4: session {records[1].session} is also in line 2"
    )


def test_a_session_that_the_schedule_does_not_have(
    folder: Path, records: list[SessionRecord]
) -> None:
    stranger = sealed(replace(records[0], round=3))
    league = write(folder, [records[0], stranger])
    with pytest.raises(VerificationFailed, match=r":2: session 3\.1\.1 is not in the schedule$"):
        tally(league)


def test_a_session_that_the_schedule_has_otherwise(
    folder: Path, records: list[SessionRecord]
) -> None:
    a, b, c, d = records[0].bots
    swapped = sealed(replace(records[0], bots=(b, a, c, d)))
    league = write(folder, [swapped])
    with pytest.raises(VerificationFailed) as refused:
        tally(league)
    assert str(refused.value) == (
        f"{league.ledger}:1: session 1.1.1: bots {b} {a} {c} {d} on set 0, "
        f"by the schedule {a} {b} {c} {d} on set 0"
    )
    (folder / "sessions.jsonl").unlink()
    league = write(folder, [sealed(replace(records[0], board_set=1))])
    with pytest.raises(VerificationFailed, match=r"on set 1, by the schedule .* on set 0"):
        tally(league)


def test_sums_that_disagree_are_refused_when_read(
    folder: Path, records: list[SessionRecord]
) -> None:
    deal = records[0].deals[0]
    raw = (deal.raw[0] + 1, *deal.raw[1:])
    deals = (replace(deal, raw=raw), *records[0].deals[1:])
    league = write(folder, [sealed(replace(records[0], deals=deals))])
    with pytest.raises(VerificationFailed):
        tally(league)


def test_no_more_of_the_schedule_is_made_than_was_played(
    tmp_path: Path,
    tournament: Tournament,
    records: list[SessionRecord],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A league of many rounds is read as fast as what was played of it."""
    endless = replace(tournament, schedule=SchedulePlan(rounds=100_000))
    write_manifest(tmp_path, make_manifest(endless, DIGESTS, "none", True, "../league.yaml"))
    made = 0

    def counted(tournament: Tournament) -> Iterator[SessionPlan]:
        nonlocal made
        for plan in sessions(tournament):
            made += 1
            assert made < 1000, "the schedule was made far beyond what was played"
            yield plan

    monkeypatch.setattr(results_folder, "sessions", counted)
    league = write(tmp_path, records)
    assert len(tally(league).summaries) == 8
    assert find_record(league, "2.1.4") == records[7]


def test_the_planned_sessions_by_name(folder: Path, tournament: Tournament) -> None:
    plans = PlannedSessions(read_league(folder).tournament)
    planned = list(sessions(tournament))
    assert [plans.get(plan.session) for plan in reversed(planned)] == planned[::-1]
    assert plans.get("9.9.9") is None
    assert plans.get("0.1.1") is None


def test_a_session_beyond_the_schedule_is_not_looked_for(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One record that claims a late round must not have the whole schedule made."""
    monkeypatch.setattr(results_folder, "sessions", lambda _: iter(()))
    plans = PlannedSessions(replace(tournament, schedule=SchedulePlan(rounds=3, seatings=4)))
    monkeypatch.setattr(plans, "_rest", None)
    for name in ("4.1.1", f"{2**31 - 1}.1.1", "1.2.1", "1.1.5"):
        assert plans.get(name) is None


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        read_league(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path}: expected a results folder, got no manifest.json in it; "
        "`barbu-arena run` makes one"
    )


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("record", 2, "record: expected 1, got 2: the folder is of another version"),
        ("schedule_version", None, "schedule_version: expected 1, got None: the folder is of"),
        ("record", "\x1b[2J", r"record: expected 1, got \\x1b\[2J: the folder is of another"),
        ("seed", ..., "not the manifest of a league: seed: expected a text of 1 to 100"),
        ("source", ..., "not the manifest of a league: source: expected a value, got nothing"),
        ("source", 7, "not the manifest of a league: source: expected text"),
        ("sandbox", "\x1b[m", "not the manifest of a league: sandbox: expected a text"),
        ("rules", [], "not the manifest of a league: rules: expected an object"),
        ("tournament", {}, r"not .* league: tournament\.name: expected a value, got nothing"),
        ("tournament", [], "not the manifest of a league: tournament: expected an object"),
        ("bots", 7, "not the manifest of a league: bots: expected an object"),
        ("bots", {}, "not the manifest of a league: bots: expected 1 to 256, got 0"),
        ("bots", {"\x1b[2J": "0"}, r"not .* league: bots\.\\x1b\[2J.*: expected a name of 1 to 32"),
        ("bots", {"ann": 7}, r"not the manifest of a league: bots\.ann: expected text"),
    ],
)
def test_a_manifest_that_says_something_else(
    folder: Path, key: str, value: object, message: str
) -> None:
    path = folder / "manifest.json"
    fields = json.loads(path.read_text())
    if value is ...:
        del fields[key]
    else:
        fields[key] = value
    path.write_text(json.dumps(fields))
    with pytest.raises(ConfigError, match=f"manifest.json: {message}"):
        read_league(folder)


@pytest.mark.parametrize(
    ("section", "key", "value", "expected"),
    [
        ("schedule", "rounds", 10**9, "a whole number from 1 to 100000"),
        ("schedule", "rounds", True, "a whole number from 1 to 100000"),
        ("schedule", "seatings", 0, "one of 1, 2, 4, 12, 24"),
        ("schedule", "kind", "\x1b", "one of round-robin, all-tables, gauntlet, head-to-head"),
        ("clock", "cap_ms", "5", "a whole number from 0 to 2147483648"),
        ("faults", "max_faults", None, "a whole number from 0 to 2147483648"),
    ],
)
def test_a_manifest_with_a_tournament_that_is_none(
    folder: Path, section: str, key: str, value: object, expected: str
) -> None:
    path = folder / "manifest.json"
    fields = json.loads(path.read_text())
    fields["tournament"][section][key] = value
    path.write_text(json.dumps(fields))
    with pytest.raises(ConfigError) as refused:
        read_league(folder)
    where = f"tournament.{section}.{key}"
    assert str(refused.value) == (
        f"{path}: not the manifest of a league: {where}: expected {expected}"
    )


def test_a_manifest_with_rules_that_are_none(folder: Path) -> None:
    path = folder / "manifest.json"
    fields = json.loads(path.read_text())
    fields["rules"]["contracts"]["trumps"]["duties"] = ["nonsense"]
    path.write_text(json.dumps(fields))
    with pytest.raises(ConfigError, match="nonsense"):
        read_league(folder)
