"""Traps of folders, memory and disks: each cure works, and without it the bad thing happens.

Source: trust.md §3, traps 8 to 10. Traps 1 and 2, root and what /proc tells, are in test_layers.py.
"""

import os
import resource
import signal
from errno import ENOSPC
from pathlib import Path

import pytest

from barbu_arena.files.ledger import LedgerWriter
from barbu_arena.players.bot import Bot
from barbu_arena.players.sandbox import Sandbox
from tests.arena_process import arena
from tests.sandbox.bait import Bait
from tests.sandbox.expected import differences
from tests.sandbox.inside import (
    PYTHON,
    Found,
    apart,
    bot_in,
    probed,
    said_by,
    start_of,
    told,
    without,
)
from tests.small_leagues import write_league

# 8: /, /dev and /dev/shm are memory


def test_what_is_memory_is_bounded_or_closed(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    open_ones = (
        ("--remount-ro", "/"),
        ("--remount-ro", "/dev"),
        ("--size", f"{16 << 20}"),
    )
    assert differences(probed(sandbox.start(probe), bait)) == {}
    bad = differences(probed(start_of(sandbox, probe, without(told(probe), *open_ones)), bait))
    assert (bad["write into /"], bad["write into /dev"]) == ("written", "written")
    assert bad["room in /dev/shm"] == "32 MiB"


# 9: a bot's folder that is the results


def test_a_folder_that_leads_to_the_results_is_refused(sandbox: Sandbox, open_folder: Path) -> None:
    file = write_league(open_folder, sandbox="required")
    secret = open_folder / "results" / "league"
    secret.mkdir(parents=True)
    (secret / "tournament.yaml").write_text("seed: hidden\n")
    link = open_folder / "bots" / "ann"
    link.rename(secret / "was-ann")
    link.symlink_to(secret)
    for name in ("bot.py", "bot.yaml"):
        (secret / "was-ann" / name).rename(secret / name)
    ended = arena(open_folder, "run", file.name, "--results", "results")
    assert ended.status == 2
    assert ended.err.splitlines()[-1] == (
        f"bot 'ann': its folder {secret} and the results folder results/league overlap; "
        "choose another place with --results"
    )
    # What it would have seen:
    reads = ("-c", "print(open('/bot/tournament.yaml').read())")
    bot = bot_in(Path(os.path.realpath(link)), *PYTHON, *reads)
    assert said_by(sandbox.start(bot), b"").startswith(b"seed: hidden")


def test_a_folder_that_holds_another_bots_is_refused(sandbox: Sandbox, open_folder: Path) -> None:
    file = write_league(open_folder, sandbox="required")
    bots = open_folder / "bots"
    (bots / "ben").rename(bots / "ann" / "ben")
    (bots / "ben").symlink_to(bots / "ann" / "ben")
    ended = arena(open_folder, "run", file.name)
    assert ended.status == 2
    assert ended.err.splitlines()[-1] == (
        f"bot 'ann': the folder of 'ben' lies in its folder {bots}/ann; put them side by side"
    )
    # What it would have seen:
    reads = ("-c", "print(open('/bot/ben/bot.yaml').read())")
    assert said_by(sandbox.start(bot_in(bots / "ann", *PYTHON, *reads)), b"").startswith(b"name: ")
    apart_from_it = write_league(open_folder, sandbox="none")
    assert arena(open_folder, "run", apart_from_it.name).status == 0


# 10: a write that is cut short without an error


def test_a_short_write_is_an_error_of_the_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sessions.jsonl"
    line = b"x" * 3000 + b"\n"
    monkeypatch.setattr("barbu_arena.files.ledger.record_line", lambda record: record)

    def two_records() -> Found:
        with LedgerWriter(path) as ledger:
            ledger.append(line)  # type: ignore[arg-type]
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
            try:
                ledger.append(line)  # type: ignore[arg-type]
            except OSError as error:
                return {"errno": str(error.errno), "size": str(path.stat().st_size)}
            return {}

    def plain_write() -> Found:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        return {"written": str(os.write(fd, line)), "size": str(path.stat().st_size)}

    assert apart(two_records) == {"errno": str(ENOSPC), "size": "3001"}
    assert apart(plain_write) == {"written": "1999", "size": "5000"}
    assert path.read_bytes().count(b"\n") == 1
