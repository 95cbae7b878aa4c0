"""What a table rests on: the league's name, rules, seed, and how much of it was played."""

from dataclasses import dataclass
from typing import Any

from barbu_arena.printable import printable


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """The facts that head every table of a league."""

    name: str
    rules: str
    seed: str
    sandbox: str
    sessions: int
    planned: int
    board_sets: int
    """Board sets with all their seatings played."""
    seatings: int
    digest: str
    """Of the ledger."""
    doubles: bool = True
    """Whether the rules have doubles."""
    ends_by_results: bool = False
    """Whether the league ends early by what its results show."""

    def heading(self) -> tuple[str, ...]:
        """Return the lines above a table."""
        return (
            f"{self.name}: {self.sessions} of {self.planned} sessions, rules {self.rules}, "
            f"seed {printable(self.seed, 100)}, sandbox {self.sandbox}",
        )

    def board_sets_text(self) -> str:
        """Return how many independent board sets there are, in words."""
        replays = "" if self.seatings == 1 else f", each replayed in {self.seatings} seatings"
        plural = "" if self.board_sets == 1 else "s"
        return f"{self.board_sets} board set{plural}{replays}"

    def length_notes(self) -> tuple[str, ...]:
        """Return what is to be said of intervals that hold for a length fixed beforehand."""
        if not self.ends_by_results:
            return ()
        return (
            "Too narrow here, for the league ends by its results: "
            "what its run said last holds at every look.",
        )

    def fields(self) -> tuple[tuple[str, Any], ...]:
        """Return the facts for the JSON form of a table."""
        return (
            ("league", self.name),
            ("rules", self.rules),
            ("seed", self.seed),
            ("sandbox", self.sandbox),
            ("sessions", self.sessions),
            ("planned", self.planned),
            ("board_sets", self.board_sets),
            ("seatings", self.seatings),
            ("ledger_digest", self.digest),
            ("ends_by_results", self.ends_by_results),
        )
