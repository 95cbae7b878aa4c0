"""What a manifest must hold to be read, whoever wrote it: every field that is used, by type.

Source: design §9, trust.md §8. Fields that nobody reads may be anything.
"""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from barbu_arena.errors import ConfigError
from barbu_arena.files.document import Name, one_of, text, whole
from barbu_arena.files.schedule_section import Names, Rounds
from barbu_arena.files.tournament_file import Seed
from barbu_arena.files.yaml_reader import shown_place
from barbu_arena.league.schedule import MOST_BOTS, house_seats, unfit
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.league.tournament import Kind, SchedulePlan, Seatings
from barbu_arena.players.usage import Ponder

_Count = Annotated[int, whole(0, 1 << 31)]
_Thousandths = Annotated[int, whole(-100_000, 100_000)]
_Risk = Annotated[int, whole(1, 400)]
_Digest = Annotated[str, text("a SHA-256 or another text of at most 64 characters", 64)]


class _Fields(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class _Schedule(_Fields):
    kind: Annotated[Kind, one_of(Kind)]
    rounds: Rounds
    seatings: Annotated[Seatings, one_of(Seatings)]
    challengers: Names = ()
    singles_every: _Count = 0

    def plan(self) -> SchedulePlan:
        """Return the schedule."""
        return SchedulePlan(**self.model_dump())


class _Test(_Fields):
    h0_milli: _Thousandths
    h1_milli: _Thousandths
    alpha_milli: _Risk
    beta_milli: _Risk

    def hypotheses(self) -> Hypotheses:
        """Return what is tested."""
        thousandths = (self.h0_milli, self.h1_milli, self.alpha_milli, self.beta_milli)
        return Hypotheses(*(number / 1000 for number in thousandths))


class _House(_Fields):
    name: Name


class _Clock(_Fields):
    free_ms: _Count
    bank_ms: _Count
    cap_ms: _Count
    start_ms: _Count


class _Faults(_Fields):
    max_faults: _Count
    fault_penalty: _Count
    retire_penalty: _Count


class _Tournament(_Fields):
    name: Name
    schedule: _Schedule
    clock: _Clock
    faults: _Faults
    ponder: Annotated[Ponder, one_of(Ponder)] = "fault"
    house: _House | None = None
    test: _Test | None = None


class ManifestFields(_Fields):
    """The fields that a reader uses."""

    seed: Seed
    rules: dict[str, Any]
    tournament: _Tournament
    bots: dict[Name, _Digest]
    """SHA-256 of each bot's folder by name."""
    sandbox: Annotated[str, text("a text of at most 40 characters", 40)]
    source: str

    @property
    def entrants(self) -> list[str]:
        """The names of the bots but for the house bot's."""
        house = self.tournament.house
        return [name for name in self.bots if house is None or name != house.name]


def manifest_fields(path: Path, manifest: dict[str, Any]) -> ManifestFields:
    """Return the fields of the manifest at a path. Raises ConfigError naming the first bad one."""
    try:
        fields = ManifestFields.model_validate(manifest)
    except ValidationError as failed:
        error = failed.errors(include_url=False, include_input=False)[0]
        kinds = {"missing": "a value, got nothing", "string_type": "text"}
        what = error.get("ctx", {}).get("what") or kinds.get(error["type"], "an object")
        problem = f"{shown_place(error['loc'])}: expected {what}"
    else:
        problem = _unfit(fields)
        if not problem:
            return fields
    raise ConfigError(f"{path}: not the manifest of a league: {problem}")


def _unfit(fields: ManifestFields) -> str:
    """Return why the bots and the schedule do not go together; empty if they do."""
    names, plan = fields.entrants, fields.tournament.schedule.plan()
    if not 1 <= len(names) <= MOST_BOTS:
        return f"bots: expected 1 to {MOST_BOTS}, got {len(names)}"
    if problem := unfit(plan, len(names)):
        return f"tournament.schedule: {problem}"
    test = fields.tournament.test
    if test is not None and (plan.kind != "head-to-head" or test.h0_milli >= test.h1_milli):
        return "tournament.test: expected h0_milli below h1_milli, and a head-to-head"
    if not set(plan.challengers) <= set(names):
        return "tournament.schedule.challengers: expected names out of bots"
    if house_seats(plan, len(names)) and fields.tournament.house is None:
        return "tournament.house: expected a value, got nothing"
    return ""
