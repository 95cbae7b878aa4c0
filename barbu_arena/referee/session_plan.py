"""Which session is played: the smallest value that the schedule hands down."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """One session; round, table and seating count from 1, `bots` are names by seat."""

    round: int
    table: int
    seating: int
    board_set: int
    bots: tuple[str, str, str, str]

    @property
    def session(self) -> str:
        """The session's name, ``round.table.seating``."""
        return f"{self.round}.{self.table}.{self.seating}"

    @property
    def place(self) -> tuple[int, int, int]:
        """The place in the order of the schedule."""
        return self.round, self.table, self.seating
