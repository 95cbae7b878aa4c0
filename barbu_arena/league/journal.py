"""What was answered at a table so far, by all four: enough to go on with the session elsewhere.

Deals follow from the seed and everything else from the answers, so a session that ended before its
end is taken up by giving the same answers again. Only the questions that were asked count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from barbu_arena.errors import ConfigError
from barbu_arena.players.fault import Fault
from barbu_arena.players.player import Player


@dataclass(frozen=True, slots=True)
class Said:
    """One answer, as the player gave it, legal or not; or its fault."""

    seat: int
    action: str = ""
    fault: str = ""
    """The kind of fault; empty for an answer."""
    message: str = ""

    @property
    def outcome(self) -> bytes | Fault:
        """The answer as the referee takes it."""
        return Fault(self.fault, self.message) if self.fault else self.action.encode()


class Journal:
    """The answers of one session; `keep` is called with each new one, before it counts."""

    def __init__(self, said: Sequence[Said], keep: Callable[[Said], None]) -> None:
        self._said = list(said)
        self._keep = keep
        self._next = 0

    def __len__(self) -> int:
        return len(self._said)

    @property
    def is_live(self) -> bool:
        """Whether all that was answered before has been answered again."""
        return self._next == len(self._said)

    def rewind(self) -> None:
        """Begin again with the first answer."""
        self._next = 0

    def take(self, seat: int) -> bytes | Fault:
        """Return the next answer given before, while there is one.

        Raises ConfigError if it was not this seat's: the journal is of another session.
        """
        said = self._said[self._next]
        if said.seat != seat:
            raise ConfigError(
                f"answer {self._next + 1} of the unfinished session was given by seat {said.seat}, "
                f"and now seat {seat} is asked: it was written by another version, or changed"
            )
        self._next += 1
        return said.outcome

    def add(self, seat: int, outcome: bytes | Fault) -> None:
        """Note a new answer, and keep it."""
        if isinstance(outcome, Fault):
            said = Said(seat, fault=outcome.kind, message=outcome.message)
        else:
            said = Said(seat, outcome.decode())
        self._keep(said)
        self._said.append(said)
        self._next += 1


class JournalPlayer:
    """A player who answers again what was answered before, then goes on; all is noted."""

    def __init__(self, player: Player, seat: int, name: str, journal: Journal) -> None:
        self._player = player
        self._seat = seat
        self._name = name
        self._journal = journal
        self.wants: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Start what is to be started."""
        self._player.begin()

    def ready(self) -> Fault | None:
        """Wait until the player can be asked.

        Raises ConfigError for one that will never be: that is no opponent.
        """
        fault = self._player.ready()
        if fault is not None:
            raise ConfigError(
                f"bot '{self._name}': {fault.kind}: {fault.message}; `barbu-arena check` tells more"
            )
        self.wants = self._player.wants
        return None

    def tell(self, message: bytes) -> None:
        """Pass on a message; while answers are given again, too: a bot may go by them."""
        self._player.tell(message)

    def ask(self, body: bytes) -> bytes | Fault:
        """Return the answer of before, or ask."""
        if not self._journal.is_live:
            return self._journal.take(self._seat)
        outcome = self._player.ask(body)
        self._journal.add(self._seat, outcome)
        return outcome

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return the last question and answer as they were sent."""
        return self._player.last_exchange()

    def judged(self, fault: Fault) -> None:
        """Pass on the verdict on an answer."""
        self._player.judged(fault)

    def parting_fault(self) -> Fault | None:
        """Say what the player did wrong beside its answers."""
        return self._player.parting_fault()

    def retire(self) -> None:
        """Stop the player."""
        self._player.retire()
