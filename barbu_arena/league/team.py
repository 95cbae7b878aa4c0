"""The bots of one worker: started for a session, ended after it or kept for the next."""

from collections.abc import Sequence

from barbu_arena import __version__
from barbu_arena.game.rules_form import rules_form
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import PROTOCOL
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.compact_json import compact
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.process import BotProcess, end_all
from barbu_arena.players.sandbox import Launch
from barbu_arena.players.upkeep import Table

GRACE_S = 1.0
"""Between the end of a bot's input and SIGKILL."""
BYE = b'{"type":"bye"}'


def hello_fields(tournament: Tournament) -> bytes:
    """Return the fields of ``hello`` but for its id, without braces."""
    clock = tournament.clock
    fields = {
        "type": "hello",
        "protocol": PROTOCOL,
        "arena": f"barbu-arena {__version__}",
        "rules": rules_form(tournament.rules),
        "clock": {"free_ms": clock.free_ms, "bank_ms": clock.bank_ms, "cap_ms": clock.cap_ms},
    }
    return compact(fields)[1:-1]


class Team:
    """The running bots of one worker, by name; a bot lives for one session unless it is reused."""

    def __init__(self, tournament: Tournament, launch: Launch) -> None:
        self._launch = launch
        self._ponder = tournament.ponder
        self._bots = {bot.name: bot for bot in tournament.bots}
        self._clock = tournament.clock
        self._reuse = tournament.reuse
        self._hello = hello_fields(tournament)
        self._players: dict[str, BotPlayer] = {}

    def seat(self, names: Sequence[str]) -> list[BotPlayer]:
        """Return the players of a session by seat; those of others that still run are ended."""
        self._end([name for name in self._players if name not in names])
        for name in names:
            player = self._players.get(name)
            if player is None:
                self._players[name] = self._player(self._bots[name])
            else:
                player.new_session()
        players = [self._players[name] for name in names]
        table = Table()
        for player in players:
            player.sit_at(table)
        return players

    def _player(self, bot: Bot) -> BotPlayer:
        player = BotPlayer(bot, self._clock, self._hello, self._launch)
        player.ponder = self._ponder
        return player

    def rest(self, retired: Sequence[str]) -> None:
        """End a session: all bots, or, when they are reused, those that were retired."""
        self._end(retired if self._reuse else list(self._players))

    def close(self) -> None:
        """End all bots, with the usual grace."""
        self._end(list(self._players))

    def kill(self) -> None:
        """End everything at once, without grace."""
        self._players.clear()
        kill_orphans(keep=())

    def _end(self, names: Sequence[str]) -> None:
        processes: list[BotProcess] = []
        for name in names:
            player = self._players.pop(name)
            if player.process is not None:
                player.tell(BYE)
                processes.append(player.process)
        end_all(processes, GRACE_S)
        running = [player.process for player in self._players.values()]
        kill_orphans(keep=[process.pid for process in running if process is not None])
