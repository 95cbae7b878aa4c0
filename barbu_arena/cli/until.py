"""What `--until` may say: a time of the day, or how narrow all intervals must be.

A time is turned into a span when the command starts, so a clock that is set meanwhile changes
nothing; the time that a computer sleeps counts.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import click

from barbu_arena.printable import printable

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_INTERVAL = re.compile(r"interval\s*(?:<=|≤)\s*(\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})")
_EXPECTED = (
    "expected a time of the day such as 07:00, or 'interval <= 0.5' (points per deal, half the "
    "widest 95 % interval)"
)


@dataclass(frozen=True, slots=True)
class UntilTime:
    """Play ends at a time of the day, on the steady clock at `end` (seconds)."""

    text: str
    end: float


@dataclass(frozen=True, slots=True)
class UntilPrecise:
    """Play ends when half of the widest interval is at most `half_width` (points per deal)."""

    text: str
    half_width: float


Until = UntilTime | UntilPrecise


def read_until(
    _context: click.Context, _option: click.Parameter, texts: Sequence[str]
) -> tuple[Until, ...]:
    """Return what the texts of ``--until`` say; one that says nothing is a usage error."""
    return tuple(_until(text.strip()) for text in texts)


def _until(text: str) -> Until:
    if found := _TIME.fullmatch(text):
        now = datetime.now()
        return UntilTime(text, steady() + seconds_until(int(found[1]), int(found[2]), now))
    found = _INTERVAL.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise click.BadParameter(f"{_EXPECTED}, got '{printable(text)}'")
    return UntilPrecise(f"interval <= {found[1]}", float(found[1]))


def until_words(rules: Sequence[Until]) -> list[str]:
    """Return the rules as arguments of a command."""
    return [word for rule in rules for word in ("--until", rule.text)]


def seconds_until(hour: int, minute: int, now: datetime) -> float:
    """Return how long it is from a local time to the next such time of the day."""
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if then <= now:
        then += timedelta(days=1)
    # As instants: the night in which clocks are changed is an hour longer or shorter.
    return then.timestamp() - now.timestamp()


def steady() -> float:
    """Return seconds that go on whatever is done to the clock, also while the computer sleeps."""
    kind = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if kind is None else time.clock_gettime(kind)
