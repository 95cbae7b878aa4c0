"""What a report is made of, read from a results folder."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from barbu_arena.cli.derive import doubling_of, facts_of, read_tally, standings_of
from barbu_arena.errors import ConfigError
from barbu_arena.files.evidence import evidence_path, read_cause
from barbu_arena.files.manifest import read_manifest
from barbu_arena.files.results_folder import League, find_record, first_faulty_records
from barbu_arena.files.tally import Tally
from barbu_arena.league.contract_scores import contract_scores
from barbu_arena.league.standings import Standings
from barbu_arena.league.strength_course import strength_course
from barbu_arena.printable import printable
from barbu_arena.report.faults_table import ListedFault
from barbu_arena.report.report_facts import MOST_FAULTS, ReportFacts

NO_REPLAY = "none"
_VERSIONS = (
    ("arena", "Arena, when the league was begun or gone on with"),
    ("python", "Python"),
    ("protocol", "Protocol"),
    ("record", "Record"),
    ("schedule_version", "Schedule version"),
    ("pinned", "Tables bound to cores"),
)
"""Keys of the manifest, and their names on the page."""


def read_report_facts(folder: Path, replays: Sequence[str]) -> ReportFacts:
    """Return the facts of a results folder, with the sessions named, or those chosen for none.

    Raises ConfigError for a session that is not finished, and what `read_league` raises.
    """
    league, found = read_tally(folder)
    tournament = league.tournament
    if not found.summaries:
        raise ConfigError(f"{league.ledger}: expected a finished session, got none")
    standings = standings_of(league, found)
    return ReportFacts(
        league=facts_of(league, found),
        tournament=tournament,
        digests=tuple(league.digests.items()),
        versions=tuple(_versions(folder)),
        standings=standings,
        course=strength_course(
            found.summaries, tournament.schedule.seatings, tournament.rules.deals
        ),
        contracts=contract_scores(found.contracts, tournament.rules),
        doubling=doubling_of(league, found),
        faults=tuple(islice(_faults(league, found), MOST_FAULTS)),
        replays=tuple(
            find_record(league, session, found) for session in _chosen(replays, found, standings)
        ),
    )


def _faults(league: League, found: Tally) -> Iterator[ListedFault]:
    """Yield the first faults in the order of the schedule, the same wherever the folder lies."""
    for record in first_faulty_records(league, found, MOST_FAULTS):
        for number, entry in enumerate(record.faults, start=1):
            cause = read_cause(evidence_path(league.folder, record.session, number))
            named = evidence_path(Path(), record.session, number)
            yield ListedFault(record.session, record.bots[entry.seat], entry, cause, str(named))


def _chosen(replays: Sequence[str], found: Tally, standings: Standings) -> Sequence[str]:
    """Return the sessions to be stepped through: those asked for, each once."""
    if replays:
        return [session for session in dict.fromkeys(replays) if session != NO_REPLAY]
    best = [row.bot for row in standings.rows][:2]
    first = min(
        found.summaries.results(),
        key=lambda result: (-sum(bot in result.bots for bot in best), result.place),
    )
    return [".".join(map(str, first.place))]


def _versions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (what, which) of the manifest; whatever a stranger wrote there is text of one line."""
    manifest = read_manifest(folder) or {}
    for key, title in _VERSIONS:
        value = manifest.get(key)
        if isinstance(value, bool):
            yield title, "yes" if value else "no"
        elif isinstance(value, str | int):
            yield title, printable(str(value), 40)
