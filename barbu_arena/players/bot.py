"""What the arena knows of a bot before it runs: its name, how to start it, what it may use."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """What one bot may use: memory in MiB, processes and threads together."""

    memory_mib: int = 1024
    processes: int = 64


@dataclass(frozen=True, slots=True)
class Build:
    """What makes the files of a bot that are not written by hand: a command, without a shell."""

    command: tuple[str, ...]
    outputs: tuple[str, ...]
    """The files and folders that it makes, by their paths in the bot's folder."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as an entrant: `command` runs in `folder` (an absolute path), without a shell."""

    name: str
    folder: str
    command: tuple[str, ...]
    args: tuple[str, ...] = ()
    """The words of the command that the organiser added to the bot's own."""
    version: str = ""
    author: str = ""
    description: str = ""
    inside: tuple[str, ...] = ()
    """The command as the sandbox shows it; empty where it cannot start there."""
    hidden: str = ""
    """Why it cannot start in the sandbox, and what to do; empty where it can."""
    read_only: tuple[str, ...] = ()
    """Further absolute paths that the sandbox shows to this bot."""
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    build: Build | None = None
    """What has to run before its next start; None where nothing has."""
    is_person: bool = False
    """Whether a person holds this seat: then there is no folder and no command."""
