"""Bots for the players' tests, started as processes and surely ended."""

from collections.abc import Callable, Iterator

import pytest

from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.process import BotProcess
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.players.start import plain_start
from tests.players.hostile import HELLO, QUICK

MakePlayer = Callable[..., BotPlayer]
MakeProcess = Callable[..., BotProcess]


@pytest.fixture
def player_of() -> Iterator[MakePlayer]:
    """Start players; none of their bots outlives the test."""
    made: list[BotPlayer] = []

    def make(bot: Bot, limits: ClockLimits = QUICK) -> BotPlayer:
        player = BotPlayer(bot, limits, HELLO, launch_plainly)
        made.append(player)
        player.begin()
        return player

    yield make
    for player in made:
        player.retire()


@pytest.fixture
def process_of() -> Iterator[MakeProcess]:
    """Start processes by command; none of them outlives the test."""
    made: list[BotProcess] = []

    def make(*command: str, folder: str = "/") -> BotProcess:
        process = BotProcess(plain_start(Bot(command[0], folder, command)))
        made.append(process)
        return process

    yield make
    for process in made:
        process.kill()
