"""Traps of threads, signals, pipes and zombies: each cure works; without it the bad thing happens.

Source: trust.md §3, traps 3 to 7.
"""

import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.players import bot_player, orphans, process
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import ArenaTrouble, Fault
from barbu_arena.players.orphans import adopt_orphans, kill_orphans
from barbu_arena.players.process import BotGone, BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox, launch_plainly
from barbu_arena.players.start import plain_start
from tests.arena_process import wait_until
from tests.players.hostile import BODY, HELLO
from tests.sandbox.inside import (
    PATIENCE_S,
    PYTHON,
    Found,
    apart,
    begin_apart,
    bot_in,
    result_of,
)

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
GET_CHILD_SUBREAPER = 37


def echo(folder: Path) -> Bot:
    return bot_in(folder, *PYTHON, "-c", ECHO)


def echoes(bot: BotProcess) -> bool:
    """Whether a bot that echoes still does."""
    try:
        bot.send(b"?\n")
        return bot.receive(monotonic() + PATIENCE_S) == b"?\n"
    except (BotGone, ArenaTrouble):
        return False


# 3: who dies with its parent dies with its thread


def from_a_thread(bot: Bot) -> tuple[list[BotProcess], list[str]]:
    """Start a bot in a thread that ends then."""
    started: list[BotProcess] = []
    refused: list[str] = []

    def start() -> None:
        try:
            started.append(launch_plainly(bot))
        except RuntimeError as error:
            refused.append(str(error))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    return started, refused


def test_no_thread_but_the_main_one_starts_bots(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = echo(open_folder)
    started, refused = from_a_thread(bot)
    assert (started, len(refused)) == ([], 1)
    assert "main thread" in refused[0]
    monkeypatch.setattr(process, "check_thread", lambda: None)
    (innocent,), refused = from_a_thread(bot)
    assert refused == []
    assert not echoes(innocent)
    assert innocent.how_it_ended() == "killed by SIGKILL"
    innocent.kill()


def test_elsewhere_than_on_linux_threads_are_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(orphans, "_call", None)
    monkeypatch.setattr(orphans._thread, "get_native_id", lambda: asked.append("id"))
    orphans.check_thread()
    assert asked == []


# 4: Ctrl-C goes to a whole group


@pytest.mark.parametrize("cured", [True, False])
def test_an_interrupt_does_not_reach_the_bots(
    sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch, cured: bool
) -> None:
    real = subprocess.Popen
    if not cured:
        monkeypatch.setattr(
            process.subprocess,
            "Popen",
            lambda command, **options: real(command, **{**options, "start_new_session": False}),
        )

    def interrupted() -> Found:
        os.setsid()  # or all who test would be interrupted
        signal.signal(signal.SIGINT, lambda *_: None)
        bot = BotProcess(sandbox.start(echo(open_folder)))
        before = echoes(bot)
        os.killpg(0, signal.SIGINT)
        if cured:
            time.sleep(0.3)
        else:
            wait_until(bot.has_exited, "the bot's end")
        after = echoes(bot)
        if cured:
            bot.kill()
        return {"before": str(before), "after": str(after)}

    assert apart(interrupted) == {"before": "True", "after": str(cured)}


# 5: the end of output is not the end of a bot, nor the other way round


LEAVES_A_CHILD = ("/bin/sh", "-c", "sleep 60 & exit 3")


def how_it_left(seconds: float) -> str:
    """Return how a bot ended whose child holds its output open; empty if that was not seen."""
    bot = BotProcess(plain_start(Bot("leaves", "/", LEAVES_A_CHILD)))
    try:
        return str(bot.receive(monotonic() + seconds))
    except BotGone as gone:
        return str(gone)
    finally:
        bot.kill()


def test_an_exit_is_seen_though_a_child_holds_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    assert how_it_left(PATIENCE_S) == "exited with status 3"
    monkeypatch.setattr(process, "_open_pidfd", lambda pid: -1)
    assert how_it_left(PATIENCE_S) == "exited with status 3"
    monkeypatch.setattr(BotProcess, "has_exited", lambda self: False)
    assert how_it_left(1.0) == "b''"


def test_in_the_sandbox_an_exit_ends_what_holds_the_output(
    sandbox: Sandbox, open_folder: Path
) -> None:
    bot = BotProcess(sandbox.start(bot_in(open_folder, *LEAVES_A_CHILD)))
    with pytest.raises(BotGone, match=r"^exited with status 3$"):
        bot.receive(monotonic() + PATIENCE_S)
    first = bot.root_pid
    bot.kill()
    wait_until(lambda: not is_running(first), "the end of the sandbox")


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# 6: zombies


@pytest.mark.parametrize("cured", [True, False])
def test_no_zombie_is_left_of_twenty_sandboxes(
    sandbox: Sandbox, open_folder: Path, cured: bool
) -> None:
    def play_twenty() -> Found:
        adopt_orphans()
        firsts = []
        for _ in range(20):
            bot = BotProcess(sandbox.start(echo(open_folder)))
            assert echoes(bot)
            firsts.append(bot.root_pid)
            bot.kill()
            if cured:
                kill_orphans(keep=())
        wait_until(lambda: not any(map(is_running, firsts)), "the end of all sandboxes")
        left = [pid for pid in firsts if Path(f"/proc/{pid}").exists()]
        return {"firsts": str(len(set(firsts) - {0})), "left": str(len(left))}

    assert apart(play_twenty) == {"firsts": "20", "left": "0" if cured else "20"}


def test_a_worker_adopts_orphans() -> None:
    def adopts() -> int:
        answer = ctypes.c_int(-1)
        assert ctypes.CDLL(None).prctl(GET_CHILD_SUBREAPER, ctypes.byref(answer), 0, 0, 0) == 0
        return answer.value

    # Apart, for whoever starts a worker adopts orphans too.
    assert apart(lambda: {"adopts": str(run_apart(adopts, Stop()))}) == {"adopts": "1"}


def test_the_inner_process_is_killed_with_the_outer(sandbox: Sandbox, open_folder: Path) -> None:
    bot = BotProcess(sandbox.start(echo(open_folder)))
    assert echoes(bot)
    first = bot.root_pid
    assert first not in (0, bot.pid)
    assert is_running(first)
    bot.kill()
    wait_until(lambda: not is_running(first), "the end of the inner process")


# 7: an arena that is stopped


SLOW = """
import sys, time
for line in sys.stdin:
    question = line.split('"id":"', 1)[1].split('"', 1)[0]
    said = '"protocol":1,"name":"slow"' if '"hello"' in line else '"action":"2S"'
    time.sleep(0 if '"hello"' in line else 0.5)
    print('{"id":"%s",%s}' % (question, said), flush=True)
"""
TIGHT = ClockLimits(free_ms=50, bank_ms=5_000, cap_ms=1_000, start_ms=30_000)


def ask_while_stopped(launch: Callable[[Bot], BotProcess], bot: Bot) -> Found:
    """Ask a bot, and be stopped while it thinks; whoever runs this must go on with it."""
    player = BotPlayer(bot, TIGHT, HELLO, launch)
    player.begin()
    assert player.ready() is None
    signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGSTOP))
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        answer = player.ask(BODY)
        return {"answer": answer.kind if isinstance(answer, Fault) else repr(answer)}
    except ArenaTrouble as trouble:
        return {"void": str(trouble)}
    finally:
        player.retire()


@pytest.mark.parametrize("cured", [True, False])
def test_a_stopped_arena_charges_nobody(
    sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch, cured: bool
) -> None:
    if not cured:
        monkeypatch.setattr(bot_player, "_LAG_S", 1e6)
    bot = bot_in(open_folder, *PYTHON, "-c", SLOW)
    child, reading = begin_apart(lambda: ask_while_stopped(sandbox.launch, bot))
    stat = Path(f"/proc/{child}/stat")
    wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", "the stop")
    time.sleep(1.5)
    os.kill(child, signal.SIGCONT)
    expected = {"void": bot_player.BUSY} if cured else {"answer": "timeout"}
    assert result_of(child, reading) == expected
