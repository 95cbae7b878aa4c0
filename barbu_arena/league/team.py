"""The bots of one worker: started for a session, ended after it or kept for the next."""

from collections.abc import Sequence
from typing import Any

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


def hello_message(tournament: Tournament) -> dict[str, Any]:
    """Return ``hello`` but for its id."""
    clock = tournament.clock
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "arena": f"barbu-arena {__version__}",
        "rules": rules_form(tournament.rules),
        "clock": {"free_ms": clock.free_ms, "bank_ms": clock.bank_ms, "cap_ms": clock.cap_ms},
    }


def hello_fields(tournament: Tournament) -> bytes:
    """Return the same as text, without braces."""
    return compact(hello_message(tournament))[1:-1]


_Key = tuple[str, int]
"""A bot's name, and which of its processes: a bot on two seats is two, which share nothing."""


class Team:
    """The running bots of one worker; a bot lives for one session unless it is reused."""

    def __init__(self, tournament: Tournament, launch: Launch) -> None:
        self._launch = launch
        self._ponder = tournament.ponder
        self._bots = {bot.name: bot for bot in tournament.players}
        self._clock = tournament.clock
        self._reuse = tournament.reuse
        self._hello = hello_fields(tournament)
        self._players: dict[_Key, BotPlayer] = {}
        self._seated: list[_Key] = []

    def seat(self, names: Sequence[str]) -> list[BotPlayer]:
        """Return the players of a session by seat; those of others that still run are ended.

        A name that is there twice gets two processes.
        """
        keys = [(name, names[:seat].count(name)) for seat, name in enumerate(names)]
        self._end([key for key in self._players if key not in keys])
        for key in keys:
            player = self._players.get(key)
            if player is None:
                self._players[key] = self._player(self._bots[key[0]])
            else:
                player.new_session()
        self._seated = keys
        players = [self._players[key] for key in keys]
        table = Table()
        for player in players:
            player.sit_at(table)
        return players

    def _player(self, bot: Bot) -> BotPlayer:
        player = BotPlayer(bot, self._clock, self._hello, self._launch)
        player.ponder = self._ponder
        return player

    def rest(self, retired: Sequence[int]) -> None:
        """End a session: all bots, or, when they are reused, those in seats that were retired."""
        self._end([self._seated[seat] for seat in retired] if self._reuse else list(self._players))

    def close(self) -> None:
        """End all bots, with the usual grace."""
        self._end(list(self._players))

    def kill(self) -> None:
        """End everything at once, without grace."""
        self._players.clear()
        kill_orphans(keep=())

    def _end(self, keys: Sequence[_Key]) -> None:
        processes: list[BotProcess] = []
        for key in keys:
            player = self._players.pop(key)
            if player.process is not None:
                player.tell(BYE)
                processes.append(player.process)
        end_all(processes, GRACE_S)
        running = [player.process for player in self._players.values()]
        kill_orphans(keep=[process.pid for process in running if process is not None])
