"""A table of real bots: whatever one of them does, the other three get their result."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.session import dealer
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.process import end_all
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.replay import check_record
from tests.players.hostile import HELLO, again_if_busy, misbehaving
from tests.referee.scripted import PLAN, POLICY, SEED, SEEDS, Game

LIMITS = ClockLimits(free_ms=50, bank_ms=1_000, cap_ms=300, start_ms=10_000)


class Table:
    """A session of real bots; `players` are those of the last try."""

    def __init__(self, *hows: str) -> None:
        self.hows = hows
        self.players: list[BotPlayer] = []

    def play(self) -> SessionRecord:
        self.end()
        self.players = [
            BotPlayer(misbehaving(*how.split()), LIMITS, HELLO, launch_plainly) for how in self.hows
        ]
        referee = Referee(load_rules("modern"), dealer(SEED, PLAN.board_set), self.players, POLICY)
        return referee.play(PLAN, SEEDS)

    def end(self) -> None:
        for player in self.players:
            player.retire()


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    made: list[Table] = []
    yield made
    for table in made:
        table.end()


AMONG_GOOD_ONES = [
    ("well", [], 0),
    ("wants --at 0", [], 0),
    ("illegal", [("illegal", False), ("illegal", False), ("illegal", True)], -130),
    ("illegal --times 2", [("illegal", False)] * 2, -20),
    ("pass --at 2 --times 1", [("illegal", False)], -10),
    ("late --at 9 --times 1 --seconds 0.45", [("timeout", False)], -10),
    ("late --at 9 --times 1 --seconds 0.75", [("timeout", False)] * 2, -20),
    ("silent --at 20", [("timeout", False), ("timeout", False), ("timeout", True)], -130),
    ("exit-3 --at 20", [("crash", True)], -100),
    ("garbage --at 20", [("protocol", True)], -100),
    ("exit-at-once", [("crash", True)], -100),
    ("protocol-2 --at 0", [("handshake", True)], -100),
    ("flood --at 20", [("protocol", True)], -100),
]


@pytest.mark.parametrize(
    ("how", "faults", "penalty"), [pytest.param(*row, id=row[0]) for row in AMONG_GOOD_ONES]
)
def test_one_bot_among_three_good_ones(
    how: str,
    faults: list[tuple[str, bool]],
    penalty: int,
    tables: list[Table],
) -> None:
    table = Table("well", how, "well", "well")
    tables.append(table)
    record = again_if_busy(table.play)
    assert [(entry.fault, entry.retired) for entry in record.faults] == faults
    assert {entry.seat for entry in record.faults} <= {1}
    assert record.fault_penalties == (0, penalty, 0, 0)
    check_record(record, load_rules("modern"), SEED, POLICY)
    # All play first legal cards, the stand-in too, so the cards are always the same.
    assert record.deals == Game().play().deals


def test_four_good_bots_end_by_themselves_and_leave_nothing(tables: list[Table]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    table = Table("well", "well", "well", "well")
    tables.append(table)
    record = again_if_busy(table.play)
    assert record == Game().play()
    processes = [player.process for player in table.players if player.process is not None]
    for player in table.players:
        player.tell(b'{"type":"bye"}')
    assert end_all(processes, grace_s=5.0) == []
    assert [process.how_it_ended() for process in processes] == ["exited with status 0"] * 4
    assert len(os.listdir("/proc/self/fd")) == before
    assert not any(Path(f"/proc/{process.pid}").exists() for process in processes)
