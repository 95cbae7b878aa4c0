"""Tournament files: YAML to a tournament, wholly checked before anything starts.

Source: design §9; names by trust.md §8.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, RootModel

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import Extras, Grant, Word, load_bot
from barbu_arena.files.comparison_section import (
    ComparisonSection,
    comparison_fields,
    read_test,
)
from barbu_arena.files.document import (
    Document,
    Name,
    Section,
    one_of,
    seconds,
    text,
    truth,
    whole,
)
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.schedule_section import ScheduleSection, read_schedule, schedule_fields
from barbu_arena.files.shipped_bots import bot_place
from barbu_arena.files.yaml_reader import Place
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.schedule import MOST_BOTS
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.launching import Wish
from barbu_arena.players.usage import Ponder
from barbu_arena.printable import printable
from barbu_arena.referee.penalties import FaultPolicy

LEAST_BOTS = 1

SEED_IN_WORDS = "a text of 1 to 100 printable characters"


def is_seed(seed: str) -> bool:
    """Whether a text may be the seed of a league."""
    return 1 <= len(seed) <= 100 and seed.isprintable()


Seed = Annotated[str, text(SEED_IN_WORDS, fits=is_seed)]
Memory = Annotated[int, whole(16, 1 << 20)]
Processes = Annotated[int, whole(1, 4096)]


# Defaults are those of the dataclasses that the sections become: only keys given are handed on.
class _Clock(Section):
    free_ms: Annotated[int, whole(0, 60_000)] = 0
    bank_s: Annotated[float, seconds(0, 86_400)] = 0
    cap_s: Annotated[float, seconds(0.01, 3_600)] = 0
    start_s: Annotated[float, seconds(0.1, 3_600)] = 0


class _Faults(Section):
    max_faults: Annotated[int, whole(1, 1_000)] = 0
    fault_penalty: Annotated[int, whole(0, 1_000)] = 0
    retire_penalty: Annotated[int, whole(0, 10_000)] = 0


class _Limits(Section):
    memory_mib: Memory = 0
    processes: Processes = 0


class _TournamentFile(Section):
    name: Name = Field(description="the name of the tournament")
    rules: Annotated[str, text("a preset or the path of a rules file")] = "modern"
    seed: Seed | None = None
    bots: list[Any] = Field(description="a list of bots")
    schedule: ScheduleSection = Field(default_factory=ScheduleSection)
    test: ComparisonSection = Field(default_factory=ComparisonSection)
    clock: _Clock = Field(default_factory=_Clock)
    faults: _Faults = Field(default_factory=_Faults)
    limits: _Limits = Field(default_factory=_Limits)
    sandbox: Annotated[Wish, one_of(Wish)] = "auto"
    ponder: Annotated[Ponder, one_of(Ponder)] = "fault"
    reuse: Annotated[bool, truth()] = False


class _BotEntry(Section):
    folder: Word = Field(description="the folder of a bot")
    name: Name | None = None
    args: list[Word] = Field(default_factory=list)
    read_only: Extras = Field(default_factory=list)
    memory_mib: Memory = 0
    processes: Processes = 0


class _BotFolder(RootModel[Word]):
    """A bot by its folder alone."""


class _PersonEntry(Section):
    person: Name = Field(description="the name of the person who holds a seat")


@dataclass(frozen=True)
class TournamentFile:
    """A tournament as its file gives it; without a seed it is for the caller to draw one."""

    plan: Tournament
    """The tournament, its seed empty."""
    seed: str | None
    source: str
    """The text of the file."""

    def tournament(self, seed: str) -> Tournament:
        """Return the tournament played with a seed."""
        return replace(self.plan, seed=seed)


def load_tournament(
    path: Path, *, seed: str | None = None, with_person: bool = False
) -> TournamentFile:
    """Read a tournament with its rules and bots; `seed` takes the place of the file's.

    Relative paths in it are relative to the file. Raises ConfigError with all problems of all
    files, one a line, and for a table with a person unless that may be.
    """
    if seed is not None:
        require_seed(seed)
    document = Document(path)
    file = document.check(_TournamentFile)
    rules = _rules(document, path.parent)
    limits = ResourceLimits(**_given(file.limits)) if file else ResourceLimits()
    bots = _bots(document, path.parent, limits)
    schedule, house = SchedulePlan(), None
    if file:
        schedule, house = read_schedule(document, file.schedule, bots, limits)
    test = read_test(document, file.test, schedule) if document.has(("test",)) and file else None
    clock = _clock(file.clock) if file else ClockLimits()
    if clock.free_ms + clock.bank_ms == 0:
        document.complain(("clock",), "expected free_ms or bank_s above 0, got no time to answer")
    document.finish()
    assert file is not None  # or finish would have raised
    assert rules is not None
    if not with_person and any(bot.is_person for bot in bots):
        raise ConfigError(
            f"{path}: a person holds a seat of this table; `barbu-arena play --resume` goes on "
            "with it, and no other command can"
        )
    plan = Tournament(
        name=file.name,
        rules=rules,
        seed="",
        bots=tuple(bots),
        schedule=schedule,
        clock=clock,
        faults=FaultPolicy(**_given(file.faults)),
        limits=limits,
        sandbox=file.sandbox,
        ponder=file.ponder,
        reuse=file.reuse,
        house=house,
        test=test,
    )
    return TournamentFile(plan, file.seed if seed is None else seed, document.source)


def require_seed(seed: str) -> None:
    """Raise ConfigError for a text that is no seed."""
    if not is_seed(seed):
        raise ConfigError(f"seed: expected {SEED_IN_WORDS}, got '{printable(seed)}'")


def _given(section: Section) -> dict[str, Any]:
    return section.model_dump(exclude_unset=True)


def _clock(section: _Clock) -> ClockLimits:
    given = _given(section)
    for key in ("bank", "cap", "start"):
        if f"{key}_s" in given:
            given[f"{key}_ms"] = round(1000 * given.pop(f"{key}_s"))
    return ClockLimits(**given)


def _rules(document: Document, folder: Path) -> RuleSet | None:
    name = document.get(("rules",)) if document.has(("rules",)) else "modern"
    if not isinstance(name, str):
        return None
    try:
        return load_rules(name, folder)
    except ConfigError as error:
        document.complain_of_file(("rules",), error)
        return None


def _bots(document: Document, folder: Path, limits: ResourceLimits) -> list[Bot]:
    """Return the bots that can be had; what is wrong with others, and with all, is noted."""
    at = ("bots",)
    bots: list[Bot] = []
    names: dict[str, int] = {}
    count = document.size(at)
    for i in range(min(count, MOST_BOTS)):
        bot = _bot(document, (*at, i), folder, limits)
        if bot is None:
            continue
        bots.append(bot)
        first = names.setdefault(bot.name, i)
        if first != i:
            what = f"expected each name once, got '{bot.name}' used twice, by bots[{first}] too"
            document.complain((*at, i), f"{what}; give one of them another with name: …")
    if isinstance(document.get(at), list) and not LEAST_BOTS <= count <= MOST_BOTS:
        bound = "at least 1 bot" if count < LEAST_BOTS else f"at most {MOST_BOTS} bots"
        document.complain(at, f"expected {bound}, got {count}")
    return bots


def _bot(document: Document, at: Place, folder: Path, limits: ResourceLimits) -> Bot | None:
    entry: _BotEntry | None
    if document.has((*at, "person")):
        seat = document.check(_PersonEntry, at)
        return None if seat is None else Bot(seat.person, "", (), limits=limits, is_person=True)
    if isinstance(document.get(at), str):
        short = document.check(_BotFolder, at)
        entry = None if short is None else _BotEntry(folder=short.root)
    elif isinstance(document.get(at), dict):
        entry = document.check(_BotEntry, at)
    else:
        document.expected(at, "a bot's folder, or a mapping of folder, name and args")
        return None
    if entry is None:
        return None
    try:
        return load_bot(bot_place(entry.folder, folder), _grant(entry, limits))
    except ConfigError as error:
        document.complain_of_file(at, error)
        return None


def _grant(entry: _BotEntry, limits: ResourceLimits) -> Grant:
    return Grant(
        name=entry.name,
        args=tuple(entry.args),
        read_only=tuple(entry.read_only),
        limits=ResourceLimits(
            entry.memory_mib or limits.memory_mib, entry.processes or limits.processes
        ),
    )


def tournament_fields(tournament: Tournament) -> dict[str, Any]:
    """Return what makes a tournament itself beside seed and rules, for the manifest.

    JSON's types; times in milliseconds. No path of this machine is in it: of a bot's command, only
    what follows the program.
    """
    return {
        "name": tournament.name,
        "bots": [_bot_fields(bot, tournament.limits) for bot in tournament.bots],
        **_house_field(tournament),
        "schedule": schedule_fields(tournament.schedule),
        **comparison_fields(tournament.test),
        "clock": asdict(tournament.clock),
        "faults": asdict(tournament.faults),
        "limits": asdict(tournament.limits),
        "sandbox": tournament.sandbox,
        "ponder": tournament.ponder,
        "reuse": tournament.reuse,
    }


def _bot_fields(bot: Bot, limits: ResourceLimits) -> dict[str, Any]:
    return {
        "name": bot.name,
        "version": bot.version,
        "arguments": list(bot.command[1:]),
        **({} if bot.limits == limits else {"limits": asdict(bot.limits)}),
    }


def _house_field(tournament: Tournament) -> dict[str, Any]:
    house = tournament.house
    return {} if house is None else {"house": _bot_fields(house, tournament.limits)}
