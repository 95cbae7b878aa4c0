"""The simplest player, without a process: always the first legal answer, as the stand-in."""

from barbu_arena.players.fault import Fault

_LEGAL = b'"legal":["'


class FirstPlayer:
    """Answers every question with the first answer of its list."""

    wants: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Nothing is to be started."""

    def ready(self) -> Fault | None:
        """Always."""
        return None

    def tell(self, message: bytes) -> None:
        """Hear and forget."""

    def ask(self, body: bytes) -> bytes | Fault:
        """Return the first legal answer: the list comes last in a question."""
        return body.rpartition(_LEGAL)[2].partition(b'"')[0]

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return nothing: it has no faults to show evidence of."""
        return b"", b""

    def judged(self, fault: Fault) -> None:
        """It is never at fault."""

    def parting_fault(self) -> Fault | None:
        """None, ever."""
        return None

    def retire(self) -> None:
        """Nothing is to be stopped."""
