"""Nothing that a bot started outlives the arena."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from barbu_arena.players import orphans
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.orphans import adopt_orphans, children, die_with_parent, kill_orphans
from tests.players.conftest import MakePlayer
from tests.players.hostile import BODY, misbehaving

STAY_PARENT = 36


@pytest.fixture
def adopting() -> Iterator[set[int]]:
    """Adopt orphans for one test; gives the children that were there before."""
    before = set(children())
    adopt_orphans()
    yield before
    kill_orphans(keep=before)
    assert orphans._call is not None
    orphans._call(STAY_PARENT, 0)


def wait_for_children(expected: int, before: set[int]) -> set[int]:
    deadline = time.monotonic() + 5
    while len(new := set(children()) - before) != expected and time.monotonic() < deadline:
        time.sleep(0.01)
    return new


def answered(player: BotPlayer) -> bytes | object:
    assert player.ready() is None
    return player.ask(BODY)


@pytest.mark.parametrize("how", ["daemon", "grandchild"])
def test_what_left_the_bots_session_is_found_and_killed(
    how: str, player_of: MakePlayer, adopting: set[int]
) -> None:
    player = player_of(misbehaving(how, "--times", "1"))
    assert answered(player) == b"2S"
    player.retire()
    left = wait_for_children(1, adopting)
    assert len(left) == 1
    kill_orphans(keep=adopting)
    assert set(children()) <= adopting
    assert not any(Path(f"/proc/{pid}").exists() for pid in left)


def test_a_whole_brood_is_killed_and_bots_in_play_are_kept(
    player_of: MakePlayer, adopting: set[int]
) -> None:
    good = player_of(misbehaving("well"))
    bad = [player_of(misbehaving("daemon", "--times", "1")) for _ in range(3)]
    for player in bad:
        assert answered(player) == b"2S"
        player.retire()
    assert good.process is not None
    assert len(wait_for_children(4, adopting)) == 4
    kill_orphans(keep={*adopting, good.process.pid})
    assert set(children()) - adopting == {good.process.pid}
    assert answered(good) == b"2S"


def test_without_strangers_it_returns_at_once() -> None:
    start = time.monotonic()
    kill_orphans(keep=children())
    assert time.monotonic() - start < 0.1


def test_children_of_this_process() -> None:
    before = set(children())
    child = subprocess.Popen(["sleep", "60"])
    try:
        assert set(children()) - before == {child.pid}
    finally:
        child.kill()
        child.wait()
    assert set(children()) == before


def test_children_where_the_kernel_keeps_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    child = subprocess.Popen(["sleep", "60"])
    listed = children()
    real = Path.read_text

    def read_text(path: Path, *args: str) -> str:
        if path.name == "children":
            raise FileNotFoundError
        if path.parent.name == "1":
            raise ProcessLookupError  # One that ended meanwhile.
        return real(path, *args)

    monkeypatch.setattr(Path, "read_text", read_text)
    try:
        assert sorted(children()) == sorted(listed)
        assert child.pid in children()
    finally:
        child.kill()
        child.wait()


def test_one_that_cannot_be_killed_does_not_hold_the_arena(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A pid beyond the kernel's largest stands for a process that stays however often it is killed.
    monkeypatch.setattr(orphans, "children", lambda: [2**22 + 1])
    monkeypatch.setattr(orphans, "_SWEEPS", 20)
    start = time.monotonic()
    kill_orphans(keep=())
    assert 0.1 <= time.monotonic() - start < 1.0


def test_elsewhere_than_on_linux_nothing_is_asked_of_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert orphans._prctl() is None
    monkeypatch.setattr(orphans, "_call", None)
    adopt_orphans()
    die_with_parent(0, signal.SIGKILL)
    assert os.getppid() != 0


def test_who_was_orphaned_before_it_could_ask_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(orphans, "_call", lambda option, value: 0)
    monkeypatch.setattr(os, "kill", lambda pid, sign: sent.append((pid, sign)))
    die_with_parent(os.getppid(), signal.SIGKILL)
    assert sent == []
    die_with_parent(os.getppid() + 1, signal.SIGTERM)
    assert sent == [(os.getpid(), signal.SIGTERM)]


ARENA = """
import os, signal, sys, time
from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotProcess, monotonic
from barbu_arena.players.start import plain_start
deaf = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)];" \
       "print('!', flush=True); time.sleep(60)"
bot = BotProcess(plain_start(Bot("deaf", "/", (sys.executable, "-I", "-S", "-c", deaf))))
bot.receive(monotonic() + 20)
print(bot.pid, flush=True)
time.sleep(60)
"""


def test_when_the_arena_is_killed_its_bots_die_with_it() -> None:
    arena = subprocess.Popen([sys.executable, "-c", ARENA], stdout=subprocess.PIPE)
    assert arena.stdout is not None
    with arena.stdout:
        bot = int(arena.stdout.readline())
    arena.kill()
    arena.wait()
    start = time.monotonic()
    while is_running(bot) and time.monotonic() - start < 5:
        time.sleep(0.01)
    assert time.monotonic() - start < 1.0


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
