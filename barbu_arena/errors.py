"""The arena's own errors: what a person can mend, each with the exit status it ends in.

    ArenaError
    ├── ConfigError        2   a file, a name or an option is wrong
    ├── VerificationFailed 4   a record or a ledger does not hold what it claims
    ├── NoSandbox         69   a sandbox is required and there is none
    ├── StorageError      74   the disk refused; all finished sessions are safe
    └── FolderLocked      75   another runner works in this results folder

Bots never cause one of these: their failures are values (`barbu_arena.players.fault`).
"""


class ArenaError(Exception):
    """One or more problems, one a line: where, what was expected, what came, what to do next."""

    exit_code = 1


class ConfigError(ArenaError):
    """A tournament, a rule set, a bot's folder or an option is not usable."""

    exit_code = 2


class VerificationFailed(ArenaError):
    """A record contradicts the rules, the seed, the schedule or its own sums."""

    exit_code = 4


class NoSandbox(ArenaError):
    """The tournament demands a sandbox that this machine or version cannot give."""

    exit_code = 69


class StorageError(ArenaError):
    """A write failed; nothing that was finished before it is lost."""

    exit_code = 74


class FolderLocked(ArenaError):
    """A second runner was started on a results folder in use."""

    exit_code = 75


LESS_AT_ONCE = (
    "all finished sessions are safe: end other programs or ask for fewer jobs, then run the same "
    "command again"
)
"""What to do where the machine has no more to give."""
NO_MEMORY = f"there is no memory left; {LESS_AT_ONCE}"
