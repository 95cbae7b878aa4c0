"""What faults cost, and when a bot is retired. Source: design §8."""

from dataclasses import dataclass

REPLACED = frozenset({"timeout", "illegal"})
"""The kinds of fault after which a bot may go on: its answer is replaced. All others retire it."""


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """Points that faults cost; penalties stand apart and never change a game's score."""

    max_faults: int = 3
    """The replaced answer that retires the bot for the session."""
    fault_penalty: int = 10
    """For each answer that was replaced."""
    retire_penalty: int = 100
    """For being retired, on top."""


def penalty(policy: FaultPolicy, replaced: int, retired: bool) -> int:
    """Return the points, zero or less, of a seat with that many replaced answers."""
    return -(replaced * policy.fault_penalty + (policy.retire_penalty if retired else 0))
