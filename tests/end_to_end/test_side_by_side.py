"""What one bot does to those beside it, and what is done to bots while a league runs."""

import json
import signal
from pathlib import Path

import pytest

from tests.arena_process import Started, arena, assert_nothing_left, lines_in
from tests.small_leagues import Entrant, misbehaving, picker, write_league


def test_a_bot_that_is_loud_at_its_start_is_not_held_up_by_one_that_hangs(tmp_path: Path) -> None:
    """Its stderr, more than a pipe holds, is read while another's greeting is awaited."""
    entrants: list[Entrant] = [
        picker("ann", "first"),
        picker("ben", "first"),
        misbehaving("hangs", "silent", at=0),
        misbehaving("loud", "stderr-flood", at=0),
    ]
    clock = {"free_ms": 50, "bank_s": 5, "cap_s": 2, "start_s": 2}
    file = write_league(
        tmp_path, entrants, clock=clock, schedule={"rounds": 1, "seatings": 1}, seed="s"
    )
    ended = arena(tmp_path, "run", file.name, "-q")
    assert ended.status == 0
    rows = json.loads(arena(tmp_path, "table", "results/league", "--format", "json").out)["rows"]
    assert {row["bot"]: row["fault_kinds"] for row in rows} == {
        "ann": "", "ben": "", "hangs": "handshake 1", "loud": "",
    }  # fmt: skip


def test_a_bot_that_is_changed_while_the_league_runs_stops_it(tmp_path: Path) -> None:
    entrants = [picker(name, "first", 2) for name in ("ann", "ben", "cem", "dee")]
    file = write_league(tmp_path, entrants, rounds=30)
    ledger = tmp_path / "results" / "league" / "sessions.jsonl"
    program = tmp_path / "bots" / "cem" / "bot.py"
    before = program.read_text()
    with Started(tmp_path, "run", file.name, "-q") as run:
        run.wait_until(lambda: lines_in(ledger) >= 1, "the first session")
        program.write_text(before + "# changed\n")
        ended = run.end()
    assert ended.status == 2
    assert "the files of bot 'cem' changed since the start" in ended.err
    played = lines_in(ledger)
    assert 1 <= played < 120
    program.write_text(before)
    assert arena(tmp_path, "verify", "results/league").status == 0
    assert_nothing_left(tmp_path)


def test_a_bot_may_write_into_its_folder_while_the_league_runs(tmp_path: Path) -> None:
    file = write_league(tmp_path, rounds=1)
    program = tmp_path / "bots" / "cem" / "bot.py"
    log = "import os\nopen(f'log-{os.getpid()}', 'w').close()\n"
    program.write_text(program.read_text().replace("import os\n", log, 1))
    assert arena(tmp_path, "run", file.name, "-q").status == 0
    assert list((tmp_path / "bots" / "cem").glob("log-*"))
    again = arena(tmp_path, "run", file.name, "-q")
    assert again.status == 2
    assert "bots.cem: was" in again.err
    assert "remove what the bot wrote into its folder itself" in again.err


RUNAWAY = """\
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1, "name": "r"}), flush=True)
    elif message["type"] == "session" and os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        open("ran", "w").close()
        time.sleep(3600)
    elif "legal" in message:
        time.sleep(3600)
"""
"""Leaves a process behind that is no child of its any more, and then hangs."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_check_that_is_killed_leaves_nothing_running(tmp_path: Path, number: int) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.py").write_text(RUNAWAY)
    (bot / "bot.yaml").write_text("name: runaway\ncommand: [python3, -I, -S, bot.py]\n")
    with Started(tmp_path, "check", "--sandbox", "none", "bot") as run:
        run.wait_until((bot / "ran").exists, "the process left behind")
        run.process.send_signal(number)
        run.end()
    assert run.process.returncode in (130, -signal.SIGKILL)
    assert_nothing_left(tmp_path)


def test_results_behind_a_link(tmp_path: Path) -> None:
    real = tmp_path / "far" / "away"
    real.mkdir(parents=True)
    (tmp_path / "link").symlink_to(real)
    file = write_league(tmp_path, rounds=1)
    assert arena(tmp_path, "run", file.name, "--results", "link", "-q").status == 0
    again = arena(tmp_path, "reproduce", "--sandbox", "none", "link/league", "1.1.1")
    assert (again.status, again.err) == (0, "")
    bots = [f"bots/{name}" for name in ("ann", "ben", "cem", "dee")]
    short = ["--rules", "short.yaml", "--seed", "1", "--seatings", "1", "-q"]
    match = arena(tmp_path, "match", "--sandbox", "none", *bots, "--results", "link", *short)
    assert match.status == 0
