"""Reports of the leagues in `cases/`, made without a results folder."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.tally import Tally
from barbu_arena.league.contract_scores import contract_scores
from barbu_arena.league.doubling import doubling
from barbu_arena.league.standings import league_standings
from barbu_arena.league.strength_course import strength_course
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.record_reader import read_record
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.faults_table import ListedFault
from barbu_arena.report.report_facts import ReportFacts

CASES = Path(__file__).parent / "cases"
LEAGUE = CASES / "league" / "sessions.jsonl"
WITH_FAULTS = CASES / "sessions" / "modern-with-faults.jsonl"

EVIL = '<img src=x onerror="alert(1)">'
ENDS = "</script><script>alert(1)</script>"
STEERS = "a\u202eb\x1b[2J\u2028{{ 7 * 7 }}'&amp;"


def records_of(path: Path) -> list[SessionRecord]:
    """Return the records of a ledger."""
    return [read_record(line) for line in path.read_bytes().splitlines()]


def renamed(record: SessionRecord, names: Mapping[str, str]) -> SessionRecord:
    """Return a record with other names of bots; its digest is not made anew."""
    a, b, c, d = (names.get(bot, bot) for bot in record.bots)
    return replace(record, bots=(a, b, c, d))


def report_facts(records: Sequence[SessionRecord], replays: Sequence[SessionRecord]) -> ReportFacts:
    """Return the facts of a league that consists of these records, played by `modern`."""
    rules = load_rules("modern")
    bots = sorted({bot for record in records for bot in record.bots})
    found = Tally()
    for record in records:
        found.add(record, rules)
    standings = league_standings(found.summaries, 4, "d" * 64)
    faults = [
        ListedFault(record.session, record.bots[entry.seat], entry, "the cause", "faults/x.txt")
        for record in records
        for entry in record.faults
    ]
    return ReportFacts(
        league=LeagueFacts("night", "modern", "sesame", "none", len(records), 24, 6, 4, "d" * 64),
        tournament=Tournament(
            "night",
            rules,
            "sesame",
            tuple(Bot(bot, "", ()) for bot in bots),
            SchedulePlan("round-robin", 6, 4),
        ),
        digests=tuple((bot, "e" * 64) for bot in bots),
        versions=(("Arena", "1.0.0"), ("Python", "3.11.2")),
        standings=standings,
        course=strength_course(found.summaries, 4, rules.deals),
        contracts=contract_scores(found.contracts, rules),
        doubling=doubling(standings.rows, found.summaries, found.choices, rules, 4),
        faults=tuple(faults),
        replays=tuple(replays),
    )


def hostile_facts() -> ReportFacts:
    """Return facts of the same form in which every text of a stranger is hostile."""
    names = {"ada": EVIL, "ben": ENDS, "clara": STEERS}
    records = [renamed(record, names) for record in records_of(LEAGUE)]
    faulty = records_of(WITH_FAULTS)[0]
    facts = report_facts([*records, faulty], [records[0], faulty])
    return replace(
        facts,
        league=replace(facts.league, name=EVIL, rules=ENDS, seed=STEERS, sandbox=EVIL, digest=ENDS),
        digests=tuple((name, ENDS) for name, _ in facts.digests),
        versions=(("Arena", EVIL), ("Python", ENDS)),
        faults=tuple(
            replace(fault, cause=ENDS, evidence=EVIL, entry=replace(fault.entry, fault=EVIL))
            for fault in facts.faults
        ),
    )
