"""A league's results folder as a reader finds it: the manifest, and the ledger held against it.

Source: design §9.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from barbu_arena.errors import ConfigError, VerificationFailed
from barbu_arena.files.ledger import LEDGER_NAME, ledger_lines, read_ledger, records_of
from barbu_arena.files.manifest import MANIFEST_NAME, read_manifest
from barbu_arena.files.manifest_fields import ManifestFields, manifest_fields
from barbu_arena.files.parallel_reading import read_in_parts
from barbu_arena.files.reading import Reading
from barbu_arena.files.record_digests import Place
from barbu_arena.files.rules_file import rules_from_form
from barbu_arena.files.summary_cache import keep_summary, read_summary
from barbu_arena.files.tally import Tally
from barbu_arena.league.schedule import SCHEDULE_VERSION, most_tables, sessions
from barbu_arena.league.summaries import SessionResult
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.clock import ClockLimits
from barbu_arena.printable import printable
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import RECORD_VERSION, SessionRecord
from barbu_arena.referee.record_reader import RecordError
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.session_plan import SessionPlan


@dataclass(frozen=True, slots=True)
class League:
    """A league in its folder. Read from a manifest, its bots have names but no commands."""

    folder: Path
    tournament: Tournament
    sandbox: str
    digests: dict[str, str]
    """SHA-256 of each bot's folder by name."""
    source: Path
    """The tournament file that the league was made from."""

    @property
    def ledger(self) -> Path:
        """The path of the ledger."""
        return self.folder / LEDGER_NAME


def read_league(folder: Path) -> League:
    """Return the league of a results folder. Raises ConfigError or StorageError."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise ConfigError(
            f"{folder}: expected a results folder, got no {MANIFEST_NAME} in it; "
            "`barbu-arena run` makes one"
        )
    path = folder / MANIFEST_NAME
    for key, right in (("record", RECORD_VERSION), ("schedule_version", SCHEDULE_VERSION)):
        if manifest.get(key) != right:
            raise ConfigError(
                f"{path}: {key}: expected {right}, got {_shown(manifest.get(key))}: "
                "the folder is of another version of the arena; read it with that version"
            )
    return _league(folder, manifest_fields(path, manifest))


def _league(folder: Path, fields: ManifestFields) -> League:
    played = fields.tournament
    tournament = Tournament(
        name=played.name,
        rules=rules_from_form(fields.rules, str(folder / MANIFEST_NAME)),
        seed=fields.seed,
        bots=tuple(Bot(name, "", ()) for name in fields.entrants),
        schedule=played.schedule.plan(),
        clock=ClockLimits(**played.clock.model_dump()),
        faults=FaultPolicy(**played.faults.model_dump()),
        ponder=played.ponder,
        house=Bot(played.house.name, "", ()) if played.house else None,
        test=played.test.hypotheses() if played.test else None,
    )
    source = folder.resolve() / fields.source
    return League(folder, tournament, fields.sandbox, fields.bots, source)


def _shown(value: object) -> str:
    return printable(str(value), 40)


class PlannedSessions:
    """The sessions of a schedule by name, made only as far as they are asked for.

    What was found is given back by `drop`: so a long schedule takes little memory.
    """

    def __init__(self, tournament: Tournament) -> None:
        plan = tournament.schedule
        self._ends = (plan.rounds, most_tables(plan, len(tournament.bots)), plan.seatings)
        self._rest = sessions(tournament)
        self._made: dict[str, SessionPlan] = {}
        self._last = (0, 0, 0)

    def get(self, session: str) -> SessionPlan | None:
        """Return the plan of ``round.table.seating``; None if the schedule has no such session."""
        place = tuple(map(int, session.split(".")))
        if any(number > end for number, end in zip(place, self._ends, strict=True)):
            return None
        while self._last < place:
            plan = next(self._rest, None)
            if plan is None:
                break
            self._made[plan.session] = plan
            self._last = plan.place
        return self._made.get(session)

    def drop(self, session: str) -> None:
        """Forget a session that will not be asked for again."""
        self._made.pop(session, None)


def league_records(league: League) -> Iterator[tuple[int, SessionRecord]]:
    """Yield (line, record) of the ledger, each held against the schedule.

    Raises VerificationFailed for a session that the schedule does not have, has otherwise, or
    that is there twice.
    """
    if league.ledger.exists():
        yield from held_to_schedule(league, read_ledger(league.ledger))


def held_to_schedule(
    league: League,
    records: Iterable[tuple[int, SessionRecord]],
    seen: dict[Place, int] | None = None,
) -> Iterator[tuple[int, SessionRecord]]:
    """Yield the (line, record) given, each held against the schedule as `league_records` does.

    `seen` are the lines of sessions that came before; those given are added to it.
    """
    plans = PlannedSessions(league.tournament)
    seen = {} if seen is None else seen
    for line, record in records:
        first = seen.setdefault(record.place, line)
        problem = (
            f" is also in line {first}"
            if first != line
            else _against(plans.get(record.session), record)
        )
        if problem:
            raise VerificationFailed(f"{league.ledger}:{line}: session {record.session}{problem}")
        plans.drop(record.session)
        yield line, record


def _against(plan: SessionPlan | None, record: SessionRecord | SessionResult) -> str:
    """Return in what a record is not as it was planned; empty if it is."""
    if plan is None:
        return " is not in the schedule"
    if (plan.bots, plan.board_set) != (record.bots, record.board_set):
        return (
            f": bots {_names(record.bots)} on set {record.board_set}, "
            f"by the schedule {_names(plan.bots)} on set {plan.board_set}"
        )
    return ""


def tally(league: League) -> Tally:
    """Return what the ledger adds up to."""
    return read_on(league).tally


def read_on(league: League) -> Reading:
    """Return the ledger as far as it goes, read from where the last reading that was kept ended."""
    reading = read_summary(league.folder, league.ledger, league.tournament) or Reading()
    if league.ledger.exists():
        _read_in_parts(league, reading)
        places = reading.tally.summaries.places()
        seen = {place: line for line, place in enumerate(places, start=1)}
        records = records_of(league.ledger, reading.lines(league.ledger))
        for _, record in held_to_schedule(league, records, seen):
            reading.tally.add(record, league.tournament.rules)
        keep_summary(league.folder, league.ledger, reading)
    return reading


def _read_in_parts(league: League, reading: Reading) -> None:
    """Read most of a large ledger quickly; where a session is not as planned, read nothing."""
    found = read_in_parts(league.ledger, reading, league.tournament.rules)
    if found is None:
        return
    new, end = found
    plans = PlannedSessions(league.tournament)
    seen = set(reading.tally.summaries.places())
    for result in new.summaries.results():
        session = ".".join(map(str, result.place))
        if result.place in seen or _against(plans.get(session), result):
            return
        seen.add(result.place)
        plans.drop(session)
    reading.extend(new, league.ledger, end)


def find_record(league: League, session: str, found: Tally | None = None) -> SessionRecord:
    """Return the record of a session by name, replayed and found to hold.

    `found` is the ledger's tally, where it has been read. Raises ConfigError if the session is not
    finished, VerificationFailed if the record is wrong.
    """
    tournament = league.tournament
    known = found or _kept_tally(league)
    kept = _record_in(league, known, session) if known else ()
    for line, record in kept or league_records(league):
        if record.session == session:
            try:
                check_record(record, tournament.rules, tournament.seed, tournament.faults)
            except RecordError as error:
                raise VerificationFailed(f"{league.ledger}:{line}: {error}") from None
            return record
    raise ConfigError(
        f"{league.ledger}: session {printable(session, 40)}: expected a finished session, "
        "named round.table.seating such as 1.1.1"
    )


def _kept_tally(league: League) -> Tally | None:
    reading = read_summary(league.folder, league.ledger, league.tournament)
    return None if reading is None else reading.tally


def _record_in(league: League, found: Tally, session: str) -> list[tuple[int, SessionRecord]]:
    """Return (line, record) of a session of a tally, without reading the others."""
    names = (f"{r}.{t}.{s}" for r, t, s in found.summaries.places())
    numbers = [number for number, name in enumerate(names) if name == session]
    return list(records_at(league, found, numbers))


def records_at(
    league: League, found: Tally, numbers: Iterable[int]
) -> Iterator[tuple[int, SessionRecord]]:
    """Yield (line, record) of sessions of a tally that was read, by their numbers from 0."""
    offsets = found.offsets
    for number in numbers:
        lines = islice(ledger_lines(league.ledger, offsets[number], number), 1)
        yield from records_of(league.ledger, lines)


def faulty_records(league: League, found: Tally) -> list[SessionRecord]:
    """Return the records with faults in the order of the ledger, without deals: they are long."""
    counts = found.summaries.fault_counts()
    return _without_deals(league, found, [n for n, count in enumerate(counts) if count])


def first_faulty_records(league: League, found: Tally, faults: int) -> list[SessionRecord]:
    """Return the first records in the order of the schedule that have so many faults together.

    They come without deals; where there are fewer faults all records that have any.
    """
    summaries = found.summaries
    each = zip(summaries.places(), range(len(summaries)), summaries.fault_counts(), strict=True)
    numbers = []
    for _, number, count in sorted(one for one in each if one[2]):
        if faults <= 0:
            break
        numbers.append(number)
        faults -= count
    return _without_deals(league, found, numbers)


def _without_deals(league: League, found: Tally, numbers: Iterable[int]) -> list[SessionRecord]:
    return [replace(record, deals=()) for _, record in records_at(league, found, numbers)]


def _names(bots: Iterable[str]) -> str:
    return " ".join(printable(bot, 40) for bot in bots)
