"""All cases of the bot, played once in each mode, and shared by the tests."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

import pytest

from barbu_arena.players.orphans import children
from tests.command_line import command
from tests.hostile.league import Session, Setting, play_cases, settings
from tests.hostile.table import of_the_bot
from tests.open_folder import open_folder
from tests.sandbox.inside import sandbox_or_skip

__all__ = ["command"]


@dataclass(frozen=True, slots=True)
class Whole:
    """A mode's leagues as they were played; of the arena itself, before and after."""

    setting: Setting
    sessions: dict[str, list[Session]]
    descriptors: tuple[int, int]
    children: tuple[set[int], set[int]]


PlayedIn = Callable[[str], Whole]


@pytest.fixture(scope="session")
def played_in() -> Iterator[PlayedIn]:
    """Give what was played in a mode; it is played when it is asked for."""
    with ExitStack() as stack:

        @cache
        def played(mode: str) -> Whole:
            if mode == "sandbox":
                sandbox_or_skip()
            setting = stack.enter_context(settings(mode, stack.enter_context(open_folder())))
            before = len(os.listdir("/proc/self/fd")), set(children())
            sessions = play_cases(setting, of_the_bot(mode))
            after = len(os.listdir("/proc/self/fd")), set(children())
            return Whole(setting, sessions, (before[0], after[0]), (before[1], after[1]))

        yield played
