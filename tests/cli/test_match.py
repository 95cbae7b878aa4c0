"""`barbu-arena match`: four bots without a tournament file."""

import re
from pathlib import Path

import pytest
import yaml

from tests.arena_process import Ended
from tests.command_line import Command
from tests.small_leagues import write_league

PLAINLY = ("--sandbox", "none")
"""So that it does not matter whether this machine has a sandbox."""
BOTS = ("bots/ann", "bots/ben", "bots/cem", "bots/dee")


@pytest.fixture
def bots(in_tmp: Path) -> tuple[str, ...]:
    """Return four folders whose bots are all called `picker`; beside them lies `short.yaml`."""
    write_league(in_tmp)
    return BOTS


def match(command: Command, bots: tuple[str, ...], *options: str) -> Ended:
    return command("match", *bots, "--rules", "./short.yaml", "--seatings", "1", *PLAINLY, *options)


def test_a_match(bots: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    ended = match(command, bots, "--seed", "7")
    assert ended.status == 0, ended.err
    told = re.match(r"seed 7, kept in (results/(match-[0-9a-f]{12}))\n", ended.err)
    assert told is not None, ended.err
    assert ended.out.startswith(f"{told[2]}: 1 of 1 sessions, rules short, seed 7, sandbox none\n")
    # One bot four times has four names.
    assert re.findall(r"^ +\d +\S+ +(picker\S*) ", ended.out, re.MULTILINE) == sorted(
        ["picker", "picker-2", "picker-3", "picker-4"],
        key=lambda name: ended.out.index(f"  {name} "),
    )
    file = yaml.safe_load((in_tmp / told[1] / "tournament.yaml").read_text())
    assert file["schedule"] == {"kind": "round-robin", "rounds": 1, "seatings": 1}
    verified = command("verify", told[1])
    assert (verified.status, verified.err) == (0, "")


def test_the_same_again_prints_what_was_played(bots: tuple[str, ...], command: Command) -> None:
    first = match(command, bots, "--seed", "7")
    again = match(command, bots, "--seed", "7")
    assert (again.status, again.out) == (0, first.out)
    assert "going on: 1 of 1 sessions are finished" in again.err


def test_without_a_seed_one_is_drawn_and_told(bots: tuple[str, ...], command: Command) -> None:
    seeds = set()
    for _ in range(2):
        ended = match(command, bots)
        told = re.match(r"seed ([0-9a-f]{32}), kept in ", ended.err)
        assert told is not None, ended.err
        assert f"seed {told[1]}," in ended.out
        seeds.add(told[1])
    assert len(seeds) == 2


def test_quiet(bots: tuple[str, ...], command: Command) -> None:
    ended = match(command, bots, "--seed", "7", "-q")
    assert (ended.status, ended.err) == (0, "")


def test_results_elsewhere(bots: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    ended = match(command, bots, "--seed", "7", "--results", "else where")
    assert ended.status == 0, ended.err
    assert not (in_tmp / "results").exists()
    folder = next((in_tmp / "else where").iterdir())
    assert command("reproduce", folder, "1.1.1", *PLAINLY).status == 0


def test_other_matches_have_other_folders(
    bots: tuple[str, ...], in_tmp: Path, command: Command
) -> None:
    for options in (["--seed", "7"], ["--seed", "8"], ["--seed", "7", "--rounds", "2"]):
        assert match(command, bots, *options).status == 0
    assert len(list((in_tmp / "results").iterdir())) == 3


def test_a_bot_that_cannot_be_used(bots: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    (in_tmp / "bots" / "dee" / "bot.yaml").write_text("name: Dee\ncommand: [python3, bot.py]\n")
    ended = match(command, bots)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("bots/dee/bot.yaml:1:7: name: expected a name ")
    assert not (in_tmp / "results").exists()


def test_a_seed_that_is_none(bots: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    ended = match(command, bots, "--seed", "")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "seed: expected a text of 1 to 100 printable characters, got ''\n"
    assert not (in_tmp / "results").exists()


def test_results_below_a_file(bots: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    ended = match(command, bots, "--seed", "7", "--results", "league.yaml/results")
    assert (ended.status, ended.out) == (74, "")
    assert ended.err.endswith(
        "cannot be made: Not a directory; choose another place with --results\n"
    )
    assert (in_tmp / "league.yaml").is_file()


def test_a_rule_set_that_is_not_there(bots: tuple[str, ...], command: Command) -> None:
    ended = command("match", *bots, "--rules", "modem")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.endswith("got 'modem'; did you mean modern?\n")
