"""A bot looked after while others are asked: its pipes flow, its memory is bounded."""

import os
import re
import sys

import pytest

from barbu_arena.players import usage
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.process import BotGone, BotProcess, monotonic
from barbu_arena.players.upkeep import Table, Upkeep
from barbu_arena.players.usage import LOOK_S, SOON_S
from tests.players.conftest import MakeProcess
from tests.players.hostile import python

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of use")

HEAVY = python("import os; block = b'x' * (64 << 20); os.write(1, b'!'); os.read(0, 1)")


def with_memory(mib: int) -> Bot:
    return Bot("heavy", "/", HEAVY, limits=ResourceLimits(mib))


def ready(process: BotProcess) -> BotProcess:
    assert process.receive(monotonic() + 20) == b"!"
    return process


@ON_LINUX
def test_a_bot_over_its_memory_is_ended(process_of: MakeProcess) -> None:
    process = ready(process_of(*HEAVY))
    upkeep = Upkeep(with_memory(32), process, may_ponder=False)
    assert upkeep.over == ""
    upkeep.look()
    found = re.fullmatch(r"over 32 MiB of memory: (\d+) MiB", upkeep.over)
    assert found
    assert 64 <= int(found[1]) < 128
    assert process.is_closed
    assert process.how_it_ended() == "killed by SIGKILL"


@ON_LINUX
def test_a_bot_within_its_memory_plays_on(process_of: MakeProcess) -> None:
    process = ready(process_of(*HEAVY))
    upkeep = Upkeep(with_memory(256), process, may_ponder=False)
    for _ in range(3):
        upkeep.look()
    assert upkeep.over == ""
    assert not process.has_exited()
    assert upkeep.usage is not None
    assert upkeep.usage.peak >= 64 << 20


@ON_LINUX
@pytest.mark.parametrize(("mib", "next_s"), [(120, SOON_S), (1024, LOOK_S)])
def test_a_bot_above_half_of_its_memory_is_looked_at_sooner(
    process_of: MakeProcess, mib: int, next_s: float
) -> None:
    process = ready(process_of(*HEAVY))
    table = Table()
    table.bots.append(Upkeep(with_memory(mib), process, may_ponder=False))
    table.look(lambda: 10.0)
    assert table.due == 10.0 + next_s
    assert table.bots[0].over == ""


def test_how_long_the_others_looks_took() -> None:
    table = Table()
    table.bots = [Upkeep(with_memory(1), Sandboxed(), may_ponder=False) for _ in range(3)]  # type: ignore[arg-type]
    times = iter([1.0, 1.5, 2.0, 2.25, 3.0, 3.125, 4.0])
    table.look(lambda: next(times))
    assert [table.took_s(bot) for bot in table.bots] == [0.375, 0.625, 0.75]
    assert table.due == 4.0 + LOOK_S


@ON_LINUX
def test_what_it_broke_stays_known(process_of: MakeProcess) -> None:
    process = ready(process_of(*HEAVY))
    upkeep = Upkeep(with_memory(16), process, may_ponder=False)
    upkeep.look()
    over = upkeep.over
    upkeep.look()
    assert over == upkeep.over != ""


def test_a_bot_that_was_ended_is_not_looked_at(process_of: MakeProcess) -> None:
    process = ready(process_of(*HEAVY))
    process.kill()
    upkeep = Upkeep(with_memory(1), process, may_ponder=False)
    upkeep.look()
    assert (upkeep.over, upkeep.usage) == ("", None)


def test_a_bot_that_left_by_itself_is_no_trouble(process_of: MakeProcess) -> None:
    process = process_of("true")
    with pytest.raises(BotGone):
        process.receive(monotonic() + 20)
    upkeep = Upkeep(with_memory(1), process, may_ponder=False)
    upkeep.look()
    assert upkeep.over == ""


class Sandboxed:
    """A process whose root is not known at first, as in the sandbox."""

    is_closed = False
    report = None

    def __init__(self) -> None:
        self.root_pid = 0
        self.kept_flowing = 0

    def keep_flowing(self) -> None:
        self.kept_flowing += 1

    def kill(self) -> None:
        self.is_closed = True


@ON_LINUX
def test_its_pipes_flow_before_its_processes_can_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "_signal", lambda *_: None)  # its root will be this very process
    process = Sandboxed()
    upkeep = Upkeep(with_memory(1), process, may_ponder=False)  # type: ignore[arg-type]
    upkeep.look()
    assert (process.kept_flowing, upkeep.usage, upkeep.over) == (1, None, "")
    process.root_pid = os.getpid()
    upkeep.look()
    assert process.kept_flowing == 2
    assert upkeep.over.startswith("over 1 MiB of memory: ")
    assert process.is_closed


def test_a_table_looks_after_all_its_bots_and_says_when_again() -> None:
    processes = [Sandboxed() for _ in range(4)]
    table = Table()
    assert table.due == 0.0
    table.bots = [Upkeep(with_memory(1), process, may_ponder=False) for process in processes]  # type: ignore[arg-type]
    table.look(lambda: 500.0)
    assert [process.kept_flowing for process in processes] == [1] * 4
    assert table.due == 500.0 + LOOK_S
    table.look(lambda: 600.0)
    assert [process.kept_flowing for process in processes] == [2] * 4


def test_a_bot_is_kept_flowing_while_nobody_listens(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "head -c 300000 /dev/zero >&2; echo done; read line")
    upkeep = Upkeep(Bot("chatty", "/", ("sh",)), process, may_ponder=False)
    deadline = monotonic() + 20
    while not (said := process.exchange(b"", 1)) and monotonic() < deadline:
        upkeep.look()
    assert said == b"done\n"
