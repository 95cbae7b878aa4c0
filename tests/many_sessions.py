"""Large ledgers without the time to play them: a few played sessions, over and over.

Each record is of another place of the schedule, with its bots and a digest of its own, so its sums
hold and its deals are those of another board set: good for tables, and not for the seed's check.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from barbu_arena.files.ledger import LEDGER_NAME
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.referee.record import SessionRecord, record_line, sealed
from tests.ledger_alone import GuessingPlayer
from tests.referee_alone import played_session


def played_sessions(tournament: Tournament, count: int, faulty: int = 100) -> list[SessionRecord]:
    """Return the first sessions of a schedule of four seatings, played by players that guess.

    One player in so many is `faulty`: it has two faults.
    """
    records = []
    for number, plan in enumerate(islice(sessions(tournament), count)):
        players = [
            GuessingPlayer(f"{plan.session} {bot}", (4 * number + seat) % faulty == faulty - 1)
            for seat, bot in enumerate(plan.bots)
        ]
        records.append(played_session(plan, tournament.rules, tournament.seed, players))
    return records


def many_records(
    tournament: Tournament, played: Sequence[SessionRecord], first: int, last: int
) -> Iterator[SessionRecord]:
    """Yield records from the first session of the schedule, counted from 0, to before the last."""
    for number, plan in enumerate(islice(sessions(tournament), first, last), first):
        yield sealed(
            replace(
                played[number % len(played)],
                round=plan.round,
                table=plan.table,
                seating=plan.seating,
                board_set=plan.board_set,
                bots=plan.bots,
            )
        )


def add_to_ledger(folder: Path, records: Iterable[SessionRecord]) -> None:
    """Add records to the ledger of a results folder, which is made if it is not there."""
    with (folder / LEDGER_NAME).open("ab") as ledger:
        ledger.writelines(map(record_line, records))


def with_rounds(tournament: Tournament, rounds: int) -> Tournament:
    """Return the tournament with so many rounds."""
    return replace(tournament, schedule=SchedulePlan(rounds=rounds, seatings=4))
