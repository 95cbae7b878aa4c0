"""What the referee knows of a player, whether a process answers or a script."""

from typing import Protocol

from barbu_arena.players.fault import Fault


class Player(Protocol):
    """One seat's player for one session.

    The referee calls `begin` for all four, then `ready`; then it asks and tells. After a fault it
    says `judged`, and `retire` when the bot is to answer no more.
    """

    wants: frozenset[str]
    """Which messages it wants beyond the questions: ``events``, ``deals``."""

    def begin(self) -> None:
        """Start what is to be started; does not wait."""

    def ready(self) -> Fault | None:
        """Wait until the player can be asked; a fault if it will never be."""

    def tell(self, message: bytes) -> None:
        """Pass on a message that wants no answer (one line, without its line feed)."""

    def ask(self, body: bytes) -> bytes | Fault:
        """Return the answer to a question, as the name of an action that may not be legal.

        `body` holds the question's fields but those that the player itself knows: the id and
        what is left of its time.
        """

    def last_exchange(self) -> tuple[bytes, bytes]:
        """Return the last question and answer as they were sent, for the evidence."""

    def judged(self, fault: Fault) -> None:
        """Take note of the referee's verdict on the last answer."""

    def parting_fault(self) -> Fault | None:
        """Say, after the last deal, what the player did wrong beside its answers, if anything."""

    def retire(self) -> None:
        """Stop; no call but `begin` of a new session follows."""
