"""`barbu-arena reproduce`: play a session again with its bots and compare."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FILE, FOLDER, sandbox_option
from barbu_arena.cli.streams import write

if TYPE_CHECKING:
    from barbu_arena.files.rematch import Rematch
    from barbu_arena.players.launching import Wish
    from barbu_arena.players.sandbox import Launch
    from barbu_arena.referee.difference import Difference
    from barbu_arena.referee.record import SessionRecord


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("session")
@click.option("--tournament", type=FILE, help="The tournament file, if it has moved.")
@sandbox_option
def command(folder: Path, session: str, tournament: Path | None, sandbox: "Wish | None") -> None:
    """Play a session again with its bots and compare.

    SESSION is round.table.seating. Ends with 4 and names the first difference if the
    bots do not answer as they did.

    \b
    Example:
      barbu-arena reproduce results/quickstart 1.1.2
    """
    from barbu_arena.cli.launch import choose_launching
    from barbu_arena.errors import VerificationFailed
    from barbu_arena.files.rematch import rematch
    from barbu_arena.files.results_folder import find_record, read_league
    from barbu_arena.referee.difference import first_difference

    league = read_league(folder)
    record = find_record(league, session)
    again = rematch(league, record, tournament)
    launching = choose_launching(again.tournament, sandbox)
    played = _play(again, launching.launch)
    if played is None:
        raise click.Abort
    if played == record:
        write(f"session {record.session}: equal, {len(record.deals)} deals, {record.digest}" + "\n")
        return
    rules = league.tournament.rules
    difference = first_difference(record, played, rules)
    if difference is None:
        raise VerificationFailed(_other_faults(record, played))
    culprit = record.bots[difference.seat]
    reason = f"session {record.session}: {culprit}: {difference}"
    raise VerificationFailed(f"{reason}\n{_explain(again, record, difference)}")


def _play(again: "Rematch", launch: "Launch") -> "SessionRecord | None":
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.league.pool import Playing, play_all

    with StopSignals() as signals:
        plans = iter([again.plan])
        for played in play_all(again.tournament, plans, Playing(launch, 1), signals.stop):
            if played is not None:
                return played.record
    return None


def _explain(again: "Rematch", record: "SessionRecord", difference: "Difference") -> str:
    """Say why a bot answers otherwise: changed, faulty, or not reproducible."""
    culprit = record.bots[difference.seat]
    faults = [entry for entry in record.faults if entry.seat == difference.seat]
    if culprit in again.changed:
        return f"the files of {culprit} have changed since the league was played"
    if faults and faults[0].deal <= difference.deal:
        return f"{culprit} had a fault in the record ({faults[0].fault}, deal {faults[0].deal})"
    if again.changed:
        return f"changed since: {', '.join(again.changed)}; the files of {culprit} are the same"
    return f"{culprit} is not reproducible: same files, same seed, same questions, other answers"


def _other_faults(record: "SessionRecord", played: "SessionRecord") -> str:
    before = ", ".join(f"{record.bots[e.seat]} {e.fault}" for e in record.faults) or "none"
    after = ", ".join(f"{played.bots[e.seat]} {e.fault}" for e in played.faults) or "none"
    return (
        f"session {record.session}: the same answers, but other faults: {before}, now {after}; "
        "faults depend on the machine's speed"
    )
