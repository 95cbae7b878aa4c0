"""A session in which a person holds one seat and bots the others, in this very process.

There is one table and nobody to run it beside, and the person's terminal belongs to this process.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from barbu_arena.errors import ArenaError
from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import dealer
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.journal import Journal, JournalPlayer
from barbu_arena.league.schedule import sessions
from barbu_arena.league.session_job import Played, summed_up
from barbu_arena.league.team import BYE, GRACE_S, hello_fields
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.human_player import HumanPlayer
from barbu_arena.players.orphans import adopt_orphans, children, kill_orphans
from barbu_arena.players.player import Player
from barbu_arena.players.process import end_all
from barbu_arena.players.sandbox import Launch
from barbu_arena.players.upkeep import Table
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan

ONE_SESSION = SchedulePlan(rounds=1, seatings=1)
_TRIES = 3

Entrant = TypeVar("Entrant")


@dataclass(frozen=True, slots=True)
class HumanTable:
    """One table with a person at it; the person's name is that of a bot marked as one."""

    tournament: Tournament
    launch: Launch
    human: HumanPlayer
    journal: Journal
    adviser: Adviser

    def play(self, plan: SessionPlan) -> Played:
        """Play a session from where its journal ends.

        When the machine fails, the bots are started again and the journal is gone through. Raises
        Left when the person goes, ConfigError for a bot that does not start, and ArenaError when
        the machine fails three times without an answer in between.
        """
        adopt_orphans()
        voided: list[str] = []
        stuck = 0
        while True:
            reached = len(self.journal)
            try:
                return self._play(plan, tuple(voided))
            except ArenaTrouble as trouble:
                voided.append(str(trouble))
                stuck = stuck + 1 if len(self.journal) == reached else 1
                if stuck == _TRIES:
                    raise ArenaError(
                        f"the bots could not be asked {_TRIES} times, last: {trouble}"
                    ) from None

    def _play(self, plan: SessionPlan, voided: tuple[str, ...]) -> Played:
        start = perf_counter()
        strangers = children()
        self.journal.rewind()
        bots = self._bots(plan)
        players: list[Player] = [bots.get(seat, self.human) for seat in range(4)]
        noted = [
            JournalPlayer(player, seat, plan.bots[seat], self.journal)
            for seat, player in enumerate(players)
        ]
        tournament = self.tournament
        deals = dealer(tournament.seed, plan.board_set)
        referee = Referee(tournament.rules, deals, noted, tournament.faults)
        seeds = [bot_seed(tournament.seed, plan.session, seat) for seat in range(4)]
        try:
            record = referee.play(plan, seeds)
            return summed_up(record, referee, bots, perf_counter() - start, voided)
        finally:
            self.adviser.close()
            _end(list(bots.values()))
            kill_orphans(keep=strangers)

    def _bots(self, plan: SessionPlan) -> dict[int, BotPlayer]:
        """Return the bots by seat, not yet started."""
        tournament = self.tournament
        by_name = {bot.name: bot for bot in tournament.programs}
        hello = hello_fields(tournament)
        table = Table()
        bots = {
            seat: BotPlayer(by_name[name], tournament.clock, hello, self.launch)
            for seat, name in enumerate(plan.bots)
            if name in by_name
        }
        for player in bots.values():
            player.ponder = tournament.ponder
            player.sit_at(table)
        return bots


def _end(bots: Sequence[BotPlayer]) -> None:
    processes = []
    for player in bots:
        if player.process is not None:
            player.tell(BYE)
            processes.append(player.process)
    end_all(processes, GRACE_S)


def entrants_for(seated: Sequence[Entrant], seed: str, rules: RuleSet) -> list[Entrant]:
    """Return four entrants in that order in which a tournament of one session seats them so.

    `seated` are the four by seat. The schedule draws lots, which follow from the seed.
    """
    names = tuple(Bot(str(number), "", ()) for number in range(4))
    tournament = Tournament("play", rules, seed, names, ONE_SESSION)
    plan = next(sessions(tournament))
    return [seated[plan.bots.index(str(number))] for number in range(4)]
