"""The table of behaviours.yaml as values: all cases, each with what it inherits from its row."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from barbu_arena.players.fault import FAULT_KINDS

FILE = Path(__file__).with_name("behaviours.yaml")
MODES = ("sandbox", "none")
VERDICTS = (*FAULT_KINDS, "none", "refused", "arena")
_OF_A_ROW = {"row", "behaviour", "differs", "cases", "test"}
_KEYS = {
    "verdict", "message", "soon", "effect", "or", "modes", "differs", "args", "clock", "beside",
    "sessions", "acts", "stderr",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Effect:
    """What a behaviour costs in one session."""

    replaced: int
    """Answers that were replaced by the first legal one."""
    retired: bool
    penalty: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One allowed outcome of a session."""

    verdict: str
    effect: Effect
    message: str = ""
    """A regular expression for some part of the words; empty: there are none."""


@dataclass(frozen=True)
class Case:
    """One way to do what a row names."""

    name: str
    row: int
    behaviour: str
    outcomes: tuple[Outcome, ...]
    modes: tuple[str, ...]
    soon: float
    """Seconds from the act, or the limit, to the verdict, as promised."""
    test: str
    """The test that makes it happen; empty: the bot does, with these arguments."""
    args: tuple[str, ...]
    clock: str
    beside: str
    sessions: int
    acts: Mapping[str, str]
    """What the bot tries → what must come of it, a regular expression."""
    stderr: str

    @property
    def verdict(self) -> str:
        """The verdict that is named first."""
        return self.outcomes[0].verdict


@cache
def cases() -> tuple[Case, ...]:
    """Return all cases in the order of the table."""
    whole = yaml.safe_load(FILE.read_text("utf-8"))
    effects = {name: Effect(**fields) for name, fields in whole["effects"].items()}
    return tuple(
        _case(name, _merged(row, how), effects)
        for row in whole["rows"]
        for name, how in _named(row["cases"]).items()
    )


def of_the_bot(mode: str) -> list[Case]:
    """Return the cases that the bot plays in a mode."""
    return [case for case in cases() if not case.test and mode in case.modes]


def made_by(test: str) -> list[Case]:
    """Return the cases that a test makes happen itself."""
    return [case for case in cases() if case.test == test]


def _named(found: Any) -> dict[str, Any]:  # noqa: ANN401
    return found if isinstance(found, dict) else dict.fromkeys(found, "")


def _merged(row: dict[str, Any], how: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a case's keys over those of its row, refusing any that are not known."""
    own = {"args": how} if isinstance(how, str) else dict(how)
    unknown = (row.keys() - _KEYS - _OF_A_ROW) | (own.keys() - _KEYS)
    if unknown:
        raise ValueError(f"row {row['row']}: unknown keys {unknown}")
    if "verdict" in own:
        row = {key: value for key, value in row.items() if key not in ("message", "or")}
    return {"effect": "none", "soon": 0, **row, **own}


def _case(name: str, fields: dict[str, Any], effects: dict[str, Effect]) -> Case:
    first = {"verdict": fields["verdict"], "effect": fields["effect"]}
    first["message"] = fields.get("message", "")
    outcomes = [first, *([fields["or"]] if "or" in fields else [])]
    return Case(
        name=name,
        row=fields["row"],
        behaviour=fields["behaviour"],
        outcomes=tuple(
            Outcome(found["verdict"], effects[found["effect"]], found.get("message", ""))
            for found in outcomes
        ),
        modes=tuple(fields.get("modes", MODES)),
        soon=float(fields["soon"]),
        test=fields.get("test", ""),
        args=tuple(shlex.split(fields["args"])),
        clock=fields.get("clock", "short"),
        beside=fields.get("beside", "many"),
        sessions=fields.get("sessions", 1),
        acts=fields.get("acts", {}),
        stderr=fields.get("stderr", ""),
    )
