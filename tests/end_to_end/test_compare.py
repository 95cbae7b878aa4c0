"""`barbu-arena compare`: the same verdict however it was played, and its exit status."""

import json
import os
import random
import re
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from barbu_arena.league.comparison import LEAST_SESSIONS
from tests.arena_process import Ended, Started, arena, assert_nothing_left, lines_in
from tests.command_line import Command
from tests.small_leagues import BOTS, SHORT_RULES

COMPARE = ("compare", "bots/low", "bots/high", "--rules", "./short.yaml", "--sandbox", "none")
SURE = ("--seed", "sure", "--h1", "8")
KILLS = 5


def write_bots(folder: Path) -> None:
    """Write two bots: one that always takes its first legal answer, and one that draws."""
    (folder / "short.yaml").write_text(SHORT_RULES)
    for name, pick in (("low", "first"), ("high", "seeded")):
        place = folder / "bots" / name
        shutil.copytree(BOTS / "picker", place)
        words = f"[python3, -I, -S, bot.py, --pick, {pick}]"
        (place / "bot.yaml").write_text(f"name: {name}\ncommand: {words}\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@dataclass(frozen=True, slots=True)
class Once:
    """A comparison that one worker played without trouble."""

    folder: Path
    ended: Ended


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    folder = tmp_path_factory.mktemp("once")
    write_bots(folder)
    ended = arena(folder, *COMPARE, *SURE, "--jobs", "1")
    assert ended.status == 5, ended.err
    return Once(folder, ended)


def results(folder: Path, name: str = "results") -> Path:
    (found,) = (folder / name).iterdir()
    return found


def decided_by(ended: Ended) -> str:
    """Return the sentence that is the verdict."""
    return ended.out.splitlines()[2]


def test_the_verdict_is_the_same_with_several_workers(once: Once, command: Command) -> None:
    assert decided_by(once.ended).startswith("high is no better than low, or by less than 8 points")
    again = arena(once.folder, *COMPARE, *SURE, "--jobs", "3", "--results", "three")
    assert (again.status, again.out) == (once.ended.status, once.ended.out)
    # Play ends where it is decided: with one worker one session beyond at most.
    used = re.search(r"^(\d+) sessions, at most ", once.ended.out, re.MULTILINE)
    assert used is not None
    least = int(used[1])
    assert least > LEAST_SESSIONS - 2
    assert least <= lines_in(results(once.folder) / "sessions.jsonl") <= least + 1
    three = results(once.folder, "three")
    assert least <= lines_in(three / "sessions.jsonl") < least + 6
    assert command("verify", three).status == 0
    assert_nothing_left(once.folder)


def test_killed_again_and_again_it_says_the_same(once: Once) -> None:
    draws = random.Random(5)
    killed = (*COMPARE, *SURE, "--jobs", "2", "--results", "killed")
    for number in range(KILLS):
        with Started(once.folder, *killed) as run:
            time.sleep(draws.uniform(0.5, 2))
            if run.process.poll() is None:
                (os.kill if number % 2 else os.killpg)(run.pid, signal.SIGKILL)
    ended = arena(once.folder, *killed)
    assert (ended.status, ended.out) == (once.ended.status, once.ended.out)
    assert_nothing_left(once.folder)


def test_the_same_again_plays_nothing(once: Once) -> None:
    ledger = (results(once.folder) / "sessions.jsonl").read_bytes()
    again = arena(once.folder, *COMPARE, *SURE)
    assert (again.status, again.out) == (once.ended.status, once.ended.out)
    # The rule lies in the folder, so `run` knows it as well.
    file = results(once.folder) / "tournament.yaml"
    assert "\ntest: {h0: 0.0, h1: 8.0, alpha: 0.05, beta: 0.05}\n" in file.read_text()
    run = arena(once.folder, "run", file, "--sandbox", "none")
    assert (run.status, run.out) == (once.ended.status, once.ended.out)
    assert (results(once.folder) / "sessions.jsonl").read_bytes() == ledger


def test_undecided_and_then_more_sessions(folder: Path, command: Command) -> None:
    """Too few sessions for so small a difference; the command it names goes on."""
    ended = command(*COMPARE, "--seed", "few", "--sessions", "50", "--h1", "0.5")
    assert ended.status == 6, ended.err
    assert re.match(r"Undecided after 21 board sets: [+-]\d+\.\d\d ± \d", decided_by(ended))
    assert "undecided; for more sessions\n  barbu-arena compare bots/low bots/high" in ended.err
    (more,) = re.findall(r"^  barbu-arena (compare .*)$", ended.err, re.MULTILINE)
    assert more.endswith(" --seed few --results results --sandbox none --sessions 100")
    fewer = command(*COMPARE, "--seed", "few", "--sessions", "50", "--h1", "0.5")
    assert (fewer.status, fewer.out) == (6, ended.out)


def test_better_is_status_0_and_json(folder: Path, command: Command) -> None:
    """OLD is retired in every session, which costs it a hundred points and more."""
    place = folder / "bots" / "quitter"
    shutil.copytree(BOTS / "misbehave", place)
    words = "[python3, -I, -S, bot.py, --how, exit-at-once, --at, '5']"
    (place / "bot.yaml").write_text(f"name: quitter\ncommand: {words}\n")
    options = (*COMPARE[3:], "--seed", "1", "--format", "json", "-q")
    ended = command("compare", "bots/quitter", "bots/low", *options)
    assert ended.status == 0, ended.err
    found = json.loads(ended.out)
    assert (found["decision"], found["old"], found["new"]) == ("H1", "quitter", "low")
    assert found["rows"][0]["difference"] > 10
    assert found["sessions"] == 2 * (found["rows"][0]["board_sets"] + 4) == 48
    # Exchanged, the difference has the other sign.
    turned = command("compare", "bots/low", "bots/quitter", *options, "--strict")
    found = json.loads(turned.out)
    assert found["rows"][0]["difference"] < -10
    assert found["decision"] == "H0"
    assert found["verdict"].startswith("quitter is worse than low: -")
    assert turned.status == 3


def test_a_bot_against_its_copy(folder: Path, command: Command) -> None:
    """Both sessions of a board set are the same but for the names: nothing between them."""
    ended = command("compare", "bots/low", "bots/low", *COMPARE[3:], "--seed", "1")
    assert ended.status == 5
    assert decided_by(ended) == (
        "low-2 is no better than low, or by less than 0.5 points per deal: +0.00 points per deal, "
        "at most +0.00."
    )
    assert "log-likelihood ratio −∞: " in ended.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--h0", "1", "--h1", "1"), "expected --h0 below --h1, got 1 and 1"),
        (("--sessions", "49"), "49 is not in the range 50<=x<=100000"),
        (("--alpha", "0.5"), "0.5 is not in the range 0.001<=x<=0.4"),
    ],
)
def test_nonsense(folder: Path, command: Command, options: tuple[str, ...], words: str) -> None:
    ended = command(*COMPARE, *options)
    assert (ended.status, ended.out) == (2, "")
    assert words in " ".join(ended.err.split())
    assert not (folder / "results").exists()
