"""How a bot used its time over one session."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answering:
    """How the bot used its time over one session, for the timings (milliseconds)."""

    answers: int
    total_ms: float
    longest_ms: float
    late_lines: int
    off_turn_ms: float
    """Processor time while others were on move."""
    peak_mib: int
    """The most memory that it was seen to hold."""
    has_pondered: bool
    """Whether it computed off turn more than may be."""
    gave_way: bool
    """Whether it crowded the core and was put behind all others."""
