"""`barbu-arena audit`: what a schedule balances, planned or played."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.league.audit import Audit, Roles
    from barbu_arena.league.tournament import Tournament
    from barbu_arena.report.audit_table import AuditFacts

_LEDGER = ".jsonl"


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--planned", is_flag=True, help="Of a folder: its whole schedule, played or not.")
@click.option("--seed", help="Of a tournament: the seed, in place of the file's.")
@click.option("--pairs", is_flag=True, help="The counts by pair instead of those by bot.")
@format_option()
def command(path: Path, planned: bool, seed: str | None, pairs: bool, form: Format) -> None:
    """Count who sat where, beside whom, how often.

    PATH is a results folder or a ledger (.jsonl), whose finished sessions are counted, or a
    tournament file, whose schedule is. The verdict says whether all that should be even is so
    exactly, within one, or where it differs most.

    \b
    Example:
      barbu-arena audit tournaments/overnight.yaml
      barbu-arena audit results/overnight --pairs --format csv
    """
    from barbu_arena.report.audit_table import render_audit

    if planned and not path.is_dir():
        raise click.UsageError("--planned is for results folders; a tournament file has no other")
    if seed is not None and (path.is_dir() or path.suffix == _LEDGER):
        raise click.UsageError(f"--seed is for tournament files; {path} was played with its own")
    if path.is_dir():
        found, facts = _of_folder(path, planned)
    elif path.suffix == _LEDGER:
        found, facts = _of_ledger(path)
    else:
        found, facts = _of_file(path, seed)
    write(render_audit(found, facts, form, pairs=pairs))


def _of_folder(folder: Path, planned: bool) -> "tuple[Audit, AuditFacts]":
    from barbu_arena.cli.derive import tell_of_unfinished
    from barbu_arena.files.results_folder import league_records, read_league
    from barbu_arena.league.audit import audit
    from barbu_arena.league.schedule import session_count

    league = read_league(folder)
    if planned:
        return _planned(league.tournament, "")
    tell_of_unfinished(league)
    found = audit((record for _, record in league_records(league)), _roles(league.tournament))
    facts = _facts(league.tournament, "played", "played")
    return found, replace(facts, planned=session_count(league.tournament))


def _of_file(path: Path, seed: str | None) -> "tuple[Audit, AuditFacts]":
    from barbu_arena.files.tournament_file import load_tournament

    file = load_tournament(path, seed=seed)
    note = "" if file.seed is not None else " (no seed in the file: 'audit' stands in)"
    return _planned(file.tournament(file.seed or "audit"), note)


def _planned(tournament: "Tournament", note: str) -> "tuple[Audit, AuditFacts]":
    from barbu_arena.league.audit import audit
    from barbu_arena.league.schedule import sessions

    found = audit(sessions(tournament), _roles(tournament))
    return found, _facts(tournament, f"planned{note}", "planned")


def _of_ledger(path: Path) -> "tuple[Audit, AuditFacts]":
    from barbu_arena.files.ledger import read_ledger
    from barbu_arena.league.audit import Roles, audit
    from barbu_arena.printable import printable
    from barbu_arena.referee.record import SessionRecord
    from barbu_arena.report.audit_table import AuditFacts

    deals: list[int] = []

    def records() -> Iterable[SessionRecord]:
        for _, record in read_ledger(path):
            deals[:] = [max([len(record.deals), *deals])]
            yield record

    found = audit(records(), Roles(()))
    return found, AuditFacts(f"{printable(str(path), 200)}, played", (deals or [0])[0])


def _roles(tournament: "Tournament") -> "Roles":
    from barbu_arena.league.audit import Roles

    return Roles(
        entrants=tuple(bot.name for bot in tournament.bots),
        challengers=frozenset(tournament.schedule.challengers),
        house=tournament.house.name if tournament.house else None,
    )


def _facts(tournament: "Tournament", what: str, counted: str) -> "AuditFacts":
    from barbu_arena.report.audit_table import AuditFacts

    plan = tournament.schedule
    return AuditFacts(
        f"{tournament.name}: {plan.kind}, {what}",
        tournament.rules.deals,
        fields=(("league", tournament.name), ("kind", plan.kind), ("counted", counted)),
    )
