"""A tournament as plain data, wholly checked before anything starts."""

from dataclasses import dataclass, field
from typing import Literal

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.launching import Wish
from barbu_arena.players.usage import Ponder
from barbu_arena.referee.penalties import FaultPolicy

Kind = Literal["round-robin", "all-tables", "gauntlet", "head-to-head"]
Seatings = Literal[1, 2, 4, 12, 24]


@dataclass(frozen=True, slots=True)
class SchedulePlan:
    """Which tables are played: `rounds` rounds, each board set replayed in `seatings` seatings."""

    kind: Kind = "round-robin"
    rounds: int = 1
    seatings: Seatings = 4
    """Two in a head-to-head, where a seating and its opposite share a board set, and only there."""
    challengers: tuple[str, ...] = ()
    """Of a gauntlet: the names of the bots that each hold one seat of their tables."""
    singles_every: int = 0
    """Of a head-to-head: after how many rounds there are tables of one against three; 0: never."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that decides what is played; nothing in it depends on the machine or on the past."""

    name: str
    rules: RuleSet
    seed: str
    bots: tuple[Bot, ...]
    """The entrants."""
    schedule: SchedulePlan = field(default_factory=SchedulePlan)
    clock: ClockLimits = field(default_factory=ClockLimits)
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    sandbox: Wish = "auto"
    ponder: Ponder = "fault"
    """What becomes of a bot that computes while others are on move."""
    reuse: bool = False
    """Whether a bot's process lives on from session to session."""
    house: Bot | None = None
    """The arena's own bot, outside the ranking, in the seats for which there are no entrants."""
    test: Hypotheses | None = None
    """Of a head-to-head: what decides which bot is better, and ends the play."""

    @property
    def players(self) -> tuple[Bot, ...]:
        """All bots that play: the entrants, and the house bot where there is one."""
        return self.bots if self.house is None else (*self.bots, self.house)

    @property
    def programs(self) -> tuple[Bot, ...]:
        """The players that are started as processes: all but a person."""
        return tuple(bot for bot in self.players if not bot.is_person)
