"""What a bot's processes use: all of them, shared memory once, and whose turn it was."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from barbu_arena.players import usage as usage_module
from barbu_arena.players.process import BotGone, BotProcess, monotonic
from barbu_arena.players.usage import Usage, hidden_bytes, memory_of, tree
from tests.players.conftest import MakeProcess
from tests.players.hostile import python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of use")

AT_REST = 1 << 40
"""Bytes held before: nothing has grown."""
MIB = 1 << 20
PATIENCE_S = 20.0


def wait_until(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold before long."""
    deadline = monotonic() + PATIENCE_S
    while not holds():
        if monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def words(process: BotProcess) -> list[int]:
    """Return the numbers of the line that a process says when it is ready."""
    line = b""
    while not line.endswith(b"\n"):
        data = process.receive(monotonic() + PATIENCE_S)
        assert data, "it said nothing"
        line += data
    return [int(word) for word in line.split()]


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


# The tree


def test_a_process_alone_is_a_tree(process_of: MakeProcess) -> None:
    process = process_of("cat")
    assert tree(process.pid) == [process.pid]


def test_children_and_their_children_belong_to_it(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "sh -c 'sleep 60 & echo $$ $!; wait' & sleep 60 & wait")
    child, grandchild = words(process)
    assert wait_until(lambda: len(tree(process.pid)) == 4)
    assert {process.pid, child, grandchild} < set(tree(process.pid))


def test_what_a_thread_started_belongs_to_it(process_of: MakeProcess) -> None:
    code = """
import os, subprocess, sys, threading, time
def start():
    child = subprocess.Popen(["sleep", "60"])
    os.write(1, b"%d\\n" % child.pid)
    time.sleep(60)
threading.Thread(target=start).start()
time.sleep(60)
"""
    process = process_of(*python(code))
    (child,) = words(process)
    assert sorted(tree(process.pid)) == sorted([process.pid, child])


def test_a_process_that_is_gone_has_no_children() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert tree(process.pid) == [process.pid]
    assert memory_of(tree(process.pid), 0, AT_REST).held == 0


def test_other_systems_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage_module.sys, "platform", "darwin")
    assert tree(os.getpid()) == []


# Memory


HOLDING = """
import mmap, os, time
block = mmap.mmap(-1, {mib} << 20, flags=mmap.MAP_{kind} | mmap.MAP_ANONYMOUS)
for place in range(0, {mib} << 20, 4096):
    block[place] = 1
children = 0
for _ in range({children}):
    if os.fork() == 0:
        sum(block[place] for place in range(0, {mib} << 20, 4096))
        os.write(1, b"1 ")
        time.sleep(60)
        os._exit(0)
os.write(1, b"1 ")
time.sleep(60)
"""


@pytest.fixture
def held() -> Iterator[Callable[..., list[int]]]:
    """Processes that hold some memory, together with their children; their pids."""
    started: list[subprocess.Popen[bytes]] = []

    def hold(mib: int, children: int = 0, kind: str = "PRIVATE") -> list[int]:
        code = HOLDING.format(mib=mib, children=children, kind=kind)
        process = subprocess.Popen(python(code), stdout=subprocess.PIPE, start_new_session=True)
        started.append(process)
        assert process.stdout is not None
        for _ in range(children + 1):
            assert process.stdout.read(2) == b"1 "
        return tree(process.pid)

    yield hold
    for process in started:
        os.killpg(process.pid, 9)
        process.communicate()


def test_the_memory_of_a_process(held: Callable[..., list[int]]) -> None:
    pids = held(64)
    for limit in (0, 1 << 40):
        assert 64 * MIB <= memory_of(pids, limit, AT_REST).held < 64 * MIB + 48 * MIB


@pytest.mark.parametrize("kind", ["SHARED", "PRIVATE"])
def test_what_processes_share_counts_once(held: Callable[..., list[int]], kind: str) -> None:
    pids = held(64, children=3, kind=kind)
    assert len(pids) == 4
    # The plain sum is enough where it is below the limit; above, it would be unjust.
    assert memory_of(pids, 1 << 40, AT_REST).held >= 4 * 64 * MIB
    assert 64 * MIB <= memory_of(pids, 128 * MIB, AT_REST).held < 2 * 64 * MIB


def test_what_each_holds_for_itself_counts_for_each(held: Callable[..., list[int]]) -> None:
    pids = [*held(64), *held(64)]
    assert memory_of(pids, 1, AT_REST).held >= 2 * 64 * MIB


def test_where_shares_are_not_told_the_plain_sum_counts(
    held: Callable[..., list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = held(32, children=1, kind="SHARED")
    read = usage_module._read
    monkeypatch.setattr(
        usage_module, "_read", lambda pid, name: b"" if "smaps" in name else read(pid, name)
    )
    assert memory_of(pids, 1, AT_REST).held >= 2 * 32 * MIB


def is_still(pid: int) -> bool:
    """Whether a process was stopped; it takes a moment until it is."""
    for _ in range(1000):
        if Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("T"):
            return True
        time.sleep(0.001)
    return False


def test_what_grows_fast_is_held_still_while_shares_are_counted(
    held: Callable[..., list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = held(32, children=1, kind="SHARED")
    read, still = usage_module._read, list[int]()

    def watch(pid: int, name: str) -> bytes:
        if "smaps" in name and is_still(pid):
            still.append(pid)
        return read(pid, name)

    monkeypatch.setattr(usage_module, "_read", watch)
    found = memory_of(pids, 48 * MIB, before=0)
    assert found.held < 2 * 32 * MIB <= found.plain
    assert still == pids
    monkeypatch.setattr(usage_module, "_read", read)
    signals: list[int] = []
    monkeypatch.setattr(usage_module.os, "kill", lambda _, number: signals.append(number))
    assert memory_of(pids, 48 * MIB, found.plain).held < 2 * 32 * MIB
    assert signals == []


@pytest.mark.parametrize("reading", ["answers", "fails"])
def test_what_was_held_still_goes_on(held: Callable[..., list[int]], reading: str) -> None:
    pids = held(1)
    with suppress(ZeroDivisionError), usage_module._stopped(pids):
        assert is_still(pids[0])
        if reading == "fails":
            raise ZeroDivisionError
    deadline = time.monotonic() + 20
    while "(stopped)" in Path(f"/proc/{pids[0]}/status").read_text():
        assert time.monotonic() < deadline


def test_the_tables_of_pages_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mapping that is read only, page by page, is resident nowhere, but its tables are."""
    told = {"status": b"VmRSS:\t    100 kB\nVmPTE:\t    7000 kB\n", "smaps_rollup": b"Pss: 60 kB\n"}
    monkeypatch.setattr(usage_module, "_read", lambda _, name: told[name])
    assert memory_of([1, 2], 1 << 30, AT_REST).held == 2 * 7100 << 10
    assert memory_of([1, 2], 1 << 20, AT_REST).held == 2 * 7060 << 10


def test_the_peak_is_the_most_that_was_seen(process_of: MakeProcess) -> None:
    code = """
import os
block = b"x" * (64 << 20)
os.write(1, b"1\\n")
os.read(0, 1)
del block
os.write(1, b"2\\n")
os.read(0, 1)
"""
    process = process_of(*python(code))
    usage = Usage(process.pid)
    assert (usage.memory, usage.peak) == (0, 0)
    assert words(process) == [1]
    usage.look(1 << 40)
    assert usage.memory == usage.peak >= 64 * MIB
    process.send(b"!")
    assert words(process) == [2]
    usage.look(1 << 40)
    assert usage.memory < 64 * MIB <= usage.peak
    assert usage.growth == 0.0


@pytest.mark.parametrize(
    ("memory", "growth", "next_ms"),
    [
        (100, 0, 50),
        (100, 1560, 50),
        (100, 2000, 39),
        (128, 0, 50),
        (129, 0, 10),
        (206, 1000, 10),
        (206, 5000, 5),
        (250, 5000, 2),
        (256, 1, 2),
        (300, 1, 2),
        (300, 0, 10),
    ],
)
def test_the_next_look_comes_before_the_limit_would_be_reached(
    memory: int, growth: int, next_ms: int
) -> None:
    usage = Usage(os.getpid())
    usage.memory, usage.growth = memory * MIB, float(growth * MIB)
    assert usage.next_s(256 * MIB) == pytest.approx(next_ms / 1000)


def test_growth_is_by_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = Usage(os.getpid())
    for moment, whole, growth in ((10.0, 1000, 100.0), (10.5, 3000, 4000.0), (11.0, 2000, 0.0)):
        monkeypatch.setattr(usage_module.time, "monotonic", lambda moment=moment: moment)
        usage._grew_to(whole)
        assert usage.growth == growth


# Processor time, by turns


def watched() -> Usage:
    """The use of this process, whose session begins now; its clock is that of the tests."""
    usage = Usage(os.getpid())
    usage.look(1 << 40)
    usage.start_session(100.0)
    return usage


def test_time_used_on_the_own_move_is_not_counted() -> None:
    usage = watched()
    usage.on_move(101.0)
    burn(0.3)
    usage.off_move(101.0, 101.5)
    usage.on_move(102.0)
    assert usage.off_turn_s < 0.2


def test_time_used_while_others_are_on_move_is_counted() -> None:
    usage = watched()
    usage.on_move(101.0)
    usage.off_move(101.0, 101.1)
    before = usage.off_turn_s
    burn(0.3)
    usage.on_move(102.0)
    assert usage.off_turn_s - before >= 0.3
    usage.off_move(102.0, 102.1)
    burn(0.2)
    usage.on_move(103.0)
    assert usage.off_turn_s - before >= 0.5


def test_a_session_begins_at_nothing() -> None:
    usage = watched()
    burn(0.3)
    usage.on_move(101.0)
    assert usage.off_turn_s >= 0.3
    usage.off_move(101.0, 101.1)
    burn(0.2)
    usage.start_session(102.0)
    assert usage.off_turn_s == 0.0
    usage.on_move(102.5)
    assert usage.off_turn_s < 0.2


def test_between_quick_questions_it_may_use_no_more_than_its_answers_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usage_module, "_cores", lambda: 1)
    usage = watched()
    now = 100.0
    for _ in range(100):
        usage.on_move(now + 0.0005)
        burn(0.004)  # of which only half a millisecond is that of the answer
        now += 0.001
        usage.off_move(now - 0.0005, now)
    usage.on_move(now + 1.0)
    assert usage.off_turn_s >= 0.3


def test_quick_answers_are_its_own_for_as_long_as_they_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usage_module, "_cores", lambda: 1)
    usage = watched()
    usage.on_move(100.0001)
    usage.off_move(100.0001, 100.0002)
    usage.on_move(100.0003)
    burn(0.3)
    usage.off_move(100.0003, 100.6)
    usage.on_move(100.6001)
    assert usage.off_turn_s < 0.2


def test_the_time_of_children_is_that_of_the_bot(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "while :; do :; done & sleep 60")
    assert wait_until(lambda: len(tree(process.pid)) == 3)
    usage = Usage(process.pid)
    usage.look(1 << 40)
    usage.start_session(100.0)

    now = count(101.0)

    def has_used() -> bool:
        asked = next(now)
        usage.on_move(asked)
        usage.off_move(asked, asked)
        return usage.off_turn_s >= 0.2

    assert wait_until(has_used)


def test_the_time_of_a_child_counts_though_it_ended(process_of: MakeProcess) -> None:
    spin = "import time\nwhile time.process_time() < 0.5: pass"
    code = f"""
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", {spin!r}])
os.write(1, b"%d\\n" % child.pid)
child.wait()
os.write(1, b"0\\n")
os.read(0, 1)
"""
    process = process_of(*python(code))
    usage = Usage(process.pid)
    words(process)
    usage.look(1 << 40)
    usage.start_session(100.0)
    asked = 100.0
    deadline = monotonic() + PATIENCE_S
    while not process.exchange(b"", 1) and monotonic() < deadline:
        asked += 1.0
        usage.look(1 << 40)
        usage.on_move(asked)
        usage.off_move(asked, asked)
    seen = usage.off_turn_s
    assert seen >= 0.2
    usage.look(1 << 40)
    usage.on_move(asked + 1.0)
    assert usage.off_turn_s >= seen


HELPED = """
import os, time
while True:
    os.read(0, 1)
    if os.fork() == 0:
        end = time.process_time() + 0.4
        while time.process_time() < end:
            pass
        os.write(1, b"1\\n")
        time.sleep(60)
        os._exit(0)
"""
"""A bot that starts a helper whenever it is told to, which says so when it is done, and stays."""


def test_what_a_helper_used_on_the_bots_move_is_not_counted(process_of: MakeProcess) -> None:
    process = process_of(*python(HELPED))
    usage = Usage(process.pid)
    usage.look(1 << 40)
    usage.start_session(100.0)
    usage.on_move(101.0)
    process.send(b"!")
    words(process)
    usage.off_move(101.0, 102.0)
    usage.look(1 << 40)  # the helper is found only now
    usage.on_move(103.0)
    assert usage.off_turn_s < 0.2


def test_what_a_helper_used_while_others_were_on_move_is_counted(process_of: MakeProcess) -> None:
    process = process_of(*python(HELPED))
    usage = Usage(process.pid)
    usage.look(1 << 40)
    usage.start_session(100.0)
    usage.on_move(101.0)
    usage.off_move(101.0, 101.1)
    usage.look(1 << 40)
    process.send(b"!")
    words(process)
    usage.look(1 << 40)
    usage.on_move(103.0)
    assert usage.off_turn_s >= 0.3


def test_a_bot_that_is_gone_uses_nothing_more(process_of: MakeProcess) -> None:
    process = process_of("true")
    with pytest.raises(BotGone):
        process.receive(monotonic() + PATIENCE_S)
    usage = Usage(process.pid)
    for now in (100.0, 200.0):
        usage.look(1 << 40)
        usage.start_session(now)
        usage.on_move(now + 1)
        usage.off_move(now + 1, now + 2)
    assert (usage.memory, usage.peak, usage.off_turn_s) == (0, 0, 0.0)


@pytest.mark.parametrize(
    ("off_turn_s", "session_s", "pondered"),
    [
        (0.0, 0.0, False),
        (1.0, 0.0, False),
        (1.01, 0.0, True),
        (1.01, 10.0, True),
        (1.01, 11.0, False),
        (1.1, 11.0, False),
        (1.2, 11.0, True),
        (9.9, 100.0, False),
        (10.1, 100.0, True),
        (100.0, 100.0, True),
    ],
)
def test_pondering_is_above_a_second_and_above_a_tenth(
    off_turn_s: float, session_s: float, pondered: bool
) -> None:
    usage = Usage(1)
    usage.off_turn_s = off_turn_s
    assert usage.has_pondered(session_s) is pondered


def test_a_sandbox_that_does_not_stand_yet_is_not_held_to_hold_the_machines_files() -> None:
    """Until then its first process sees what the arena sees, as this process does."""
    assert hidden_bytes(os.getpid(), []) == 0
