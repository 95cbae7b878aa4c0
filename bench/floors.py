"""The floors: what any referee in Python must pay for a question and an answer over a pipe."""

import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.questions import Questions

HERE = Path(__file__).parent
TRIPS = 5000
C_LINE = b"x" * 59 + b"\n"
PYTHON_BOT = (sys.executable, str(HERE / "first.py"))


def compile_bots(folder: Path) -> None:
    """Compile the trivial bot and the floor's other end."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("speed.py needs a C compiler: no cc on the PATH")
    for name in ("first", "echo"):
        source, target = HERE / f"{name}.c", folder / name
        subprocess.run([compiler, "-O2", "-o", target, source], check=True)


def floor(command: Sequence[str | Path], line: bytes) -> float:
    """Return seconds per trip: os.write, poll, os.read of lines, going round four children."""
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in range(4)
    ]
    ends = []
    for child in children:
        assert child.stdin is not None
        assert child.stdout is not None
        poll = select.poll()
        poll.register(child.stdout.fileno(), select.POLLIN)
        ends.append((child.stdin.fileno(), child.stdout.fileno(), poll))
    _trips(ends, line, 40)  # they have started
    start = time.perf_counter()
    _trips(ends, line, TRIPS)
    spent = time.perf_counter() - start
    for child in children:
        child.communicate()
    return spent / TRIPS


def _trips(ends: Sequence[tuple[int, int, select.poll]], line: bytes, count: int) -> None:
    for i in range(count):
        to_child, from_child, poll = ends[i & 3]
        os.write(to_child, line)
        poll.poll(10_000)
        os.read(from_child, 4096)


def typical_question() -> bytes:
    """Return the question, of those of a session of first answers, of the most usual length."""
    rules = load_rules("modern")
    session = Session(rules, dealer("bench", 0))
    questions = Questions(rules, "1.1.1")
    bodies: list[bytes] = []
    while (deal := session.deal) is not None:
        questions.open_deal(deal, session.scores)
        while not deal.over:
            legal = deal.legal
            if legal & (legal - 1):
                bodies.append(questions.body())
            deal.apply((legal & -legal).bit_length() - 1)
        session.finish_deal()
    mean = sum(map(len, bodies)) / len(bodies)
    body = min(bodies, key=lambda body: abs(len(body) - mean))
    return b'{"id":"0123abcd",%b,"deadline_ms":5050,"bank_ms":20000}\n' % body
