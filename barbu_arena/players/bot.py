"""What the arena knows of a bot before it runs: its name and how to start it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as an entrant: `command` runs in `folder` (an absolute path), without a shell."""

    name: str
    folder: str
    command: tuple[str, ...]
    version: str = ""
    author: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """What one bot may use."""

    memory_mib: int = 1024
    processes: int = 64
