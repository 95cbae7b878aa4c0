"""All that a report is made of: what the ledger, the manifest and the evidence say, frozen."""

from dataclasses import dataclass

from barbu_arena.league.contract_scores import ContractScores
from barbu_arena.league.doubling import Doubling
from barbu_arena.league.standings import Standings
from barbu_arena.league.strength_course import StrengthsAfter
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.record import SessionRecord
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.faults_table import ListedFault

MOST_FAULTS = 200
"""Faults that the page lists; all of them are counted."""


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """The league, what its ledger adds up to, and the sessions to be stepped through."""

    league: LeagueFacts
    tournament: Tournament
    digests: tuple[tuple[str, str], ...]
    """(bot, SHA-256 of its folder)."""
    versions: tuple[tuple[str, str], ...]
    """(what, which), as the manifest has them."""
    standings: Standings
    course: tuple[StrengthsAfter, ...]
    contracts: tuple[ContractScores, ...]
    doubling: Doubling | None
    """None under rules without doubles."""
    faults: tuple[ListedFault, ...]
    """The first `MOST_FAULTS` in the order of the schedule; their files of evidence are named from
    the results folder.
    """
    replays: tuple[SessionRecord, ...]
