"""What limits and looks do with bots that take memory, or are many processes."""

import statistics
from collections.abc import Callable
from pathlib import Path

from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import Fault
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.process import BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox
from barbu_arena.players.usage import Usage

PYTHON = ("/usr/bin/python3", "-I", "-S", "-c")
LINE = b'{"id":"01234567","legal":["2S","3S","4S"],"deadline_ms":5000}\n'
PATIENCE_S = 30.0
LIMIT_MIB = 256
CLOCK = ClockLimits(free_ms=50, bank_ms=60_000, cap_ms=20_000, start_ms=30_000)

MANY = """
import os, time
for _ in range(60):
    if os.fork() == 0: time.sleep(600)
print("!", flush=True)
time.sleep(600)
"""
GREEDY = """
import os, sys, time
held = []
def grow(most):
    try:
        while len(held) < most: held.append(b"1" * (1 << 20))
    except MemoryError: pass
    time.sleep(600)
def share():
    if not held: held.extend(b"1" * (1 << 20) for _ in range(200))
    elif os.fork() * os.fork() * os.fork() * os.fork() == 0: time.sleep(600)
    time.sleep(0.5)
for line in sys.stdin:
    question = line.split('"id":"', 1)[1].split('"', 1)[0]
    if '"hello"' not in line:
        BODY
    print('{"id":"%s",%s}' % (question, '"protocol":1,"name":"greedy"' if '"hello"' in line
          else '"action":"2S"'), flush=True)
"""
GROWTH = {
    "anonymous memory": "grow(10_000)",
    "memory of 8 forks": "[grow(100) for _ in range(8) if os.fork() == 0]; time.sleep(600)",
    "200 MiB shared by 16 forks": "share()",
}


def median_of(job: Callable[[], float], repeats: int) -> float:
    """Return the median of a job's figures."""
    return statistics.median(job() for _ in range(repeats))


def bot(folder: Path, *command: str, memory_mib: int = 1024) -> Bot:
    """Return a bot of a command that is the same in and out of the sandbox."""
    limits = ResourceLimits(memory_mib=memory_mib)
    return Bot("bench", str(folder), command, inside=command, limits=limits)


def first_line(process: BotProcess) -> bytes:
    """Wait for what a bot sends first."""
    return process.receive(monotonic() + PATIENCE_S)


def memory(sandbox: Sandbox, folder: Path, body: str) -> str:
    """Say what comes of a bot that takes memory as fast as it can."""
    code = GREEDY.replace("BODY", body)
    player = BotPlayer(
        bot(folder, *PYTHON, code, memory_mib=LIMIT_MIB), CLOCK, b'"type":"hello"', sandbox.launch
    )
    player.begin()
    trouble = player.ready()
    assert trouble is None, trouble
    begin = monotonic()
    for _ in range(2):
        answer = player.ask(b'"type":"play","legal":["2S"]')
        if isinstance(answer, Fault):
            break
    took = monotonic() - begin
    seen = player.answering().peak_mib
    player.retire()
    kill_orphans(keep=())
    if isinstance(answer, Fault):
        over = 100 * (seen - LIMIT_MIB) / LIMIT_MIB
        return f"{answer.kind} after {took:.2f} s at {seen} MiB: {over:+.0f} %"
    return f"left alone, {seen} MiB seen"


def look_ms(sandbox: Sandbox, folder: Path, code: str, repeats: int) -> float:
    """Return the time of one look at all that a bot uses."""
    process = sandbox.launch(bot(folder, *PYTHON, code))
    process.send(LINE)
    first_line(process)
    usage = Usage(process.root_pid)

    def look() -> float:
        begin = monotonic()
        usage.look(1 << 30)
        return (monotonic() - begin) * 1000

    took = median_of(look, 10 * repeats)
    process.kill()
    kill_orphans(keep=())
    return took
