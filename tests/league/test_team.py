"""The bots of a worker: when they start, live on, and end."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena import __version__
from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules_form import rules_form
from barbu_arena.league.team import Team, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.orphans import adopt_orphans, children
from barbu_arena.players.sandbox import launch_plainly
from tests.small_leagues import BOTS

NAMES = ("ann", "ben", "cem", "dee", "eve")


@pytest.fixture
def tournament() -> Tournament:
    bots = tuple(load_bot(BOTS / "picker", Grant(name)) for name in NAMES)
    return Tournament("t", load_rules("modern"), "seed", bots, clock=ClockLimits(1, 2, 3, 9_000))


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    adopt_orphans()
    before = set(children())
    yield
    assert set(children()) <= before


def started(players: list[BotPlayer]) -> dict[str, int]:
    """Start and greet the players; return their process ids by name."""
    for player in players:
        player.begin()
    assert [player.ready() for player in players] == [None] * len(players)
    return {player.bot.name: pid_of(player) for player in players}


def pid_of(player: BotPlayer) -> int:
    assert player.process is not None
    return player.process.pid


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_hello_says(tournament: Tournament) -> None:
    assert json.loads(b"{%b}" % hello_fields(tournament)) == {
        "type": "hello",
        "protocol": 1,
        "arena": f"barbu-arena {__version__}",
        "rules": rules_form(tournament.rules),
        "clock": {"free_ms": 1, "bank_ms": 2, "cap_ms": 3},
    }


def test_hello_tells_nothing_of_seed_or_opponents(tournament: Tournament) -> None:
    hello = hello_fields(replace(tournament, seed="sesame"))
    assert b"sesame" not in hello
    assert b"ann" not in hello


def test_players_come_by_seat_and_start_only_when_asked_to(tournament: Tournament) -> None:
    team = Team(tournament, launch_plainly)
    players = team.seat(("dee", "ann", "cem", "ben"))
    assert [player.bot.name for player in players] == ["dee", "ann", "cem", "ben"]
    assert [player.process for player in players] == [None] * 4
    team.close()


def test_a_bot_lives_for_one_session(tournament: Tournament) -> None:
    team = Team(tournament, launch_plainly)
    first = started(team.seat(NAMES[:4]))
    team.rest([])
    assert not any(map(is_running, first.values()))
    second = started(team.seat(NAMES[:4]))
    assert set(first.values()).isdisjoint(second.values())
    team.close()


def test_reused_bots_live_on_but_for_those_retired(tournament: Tournament) -> None:
    team = Team(replace(tournament, reuse=True), launch_plainly)
    first = started(team.seat(("ann", "ben", "cem", "dee")))
    team.rest([1])
    assert not is_running(first["ben"])
    second = started(team.seat(("dee", "cem", "ben", "ann")))
    assert {name: pid == first[name] for name, pid in second.items()} == {
        "ann": True, "ben": False, "cem": True, "dee": True,
    }  # fmt: skip
    team.close()
    assert not any(map(is_running, second.values()))


def test_a_bot_on_two_seats_is_two_processes(tournament: Tournament) -> None:
    team = Team(tournament, launch_plainly)
    players = team.seat(("ann", "ben", "ben", "ann"))
    started(players)
    assert [player.bot.name for player in players] == ["ann", "ben", "ben", "ann"]
    pids = [pid_of(player) for player in players]
    assert len(set(pids)) == 4
    team.rest([])
    assert not any(map(is_running, pids))


def test_only_the_retired_one_of_two_is_started_anew(tournament: Tournament) -> None:
    team = Team(replace(tournament, reuse=True), launch_plainly)
    players = team.seat(("ann", "ann", "ben", "ben"))
    started(players)
    first = [pid_of(player) for player in players]
    team.rest([3])
    assert [is_running(pid) for pid in first] == [True, True, True, False]
    again = team.seat(("ben", "ann", "ben", "ann"))
    started(again)
    second = [pid_of(player) for player in again]
    assert [second[0], second[1], second[3]] == [first[2], first[0], first[1]]
    assert second[2] not in first
    team.close()


def test_reused_bots_end_when_others_take_their_seats(tournament: Tournament) -> None:
    team = Team(replace(tournament, reuse=True), launch_plainly)
    first = started(team.seat(("ann", "ben", "cem", "dee")))
    team.rest([])
    second = started(team.seat(("ann", "ben", "cem", "eve")))
    assert not is_running(first["dee"])
    assert [second[name] == first[name] for name in ("ann", "ben", "cem")] == [True] * 3
    team.close()


def test_a_reused_bot_has_its_clock_wound_up(tournament: Tournament) -> None:
    limits = ClockLimits(0, 20_000, 5_000, 9_000)
    team = Team(replace(tournament, reuse=True, clock=limits), launch_plainly)
    players = team.seat(NAMES[:4])
    started(players)
    players[0].clock.charge(1234.0)
    team.rest([])
    assert team.seat(NAMES[:4])[0] is players[0]
    assert players[0].clock.bank_ms == 20_000
    team.close()


def test_what_a_bot_leaves_behind_ends_with_its_session(
    tournament: Tournament, tmp_path: Path
) -> None:
    """A grandchild that left the session and ignores signals."""
    if not Path("/proc/self").exists():
        pytest.skip("this system gives orphans to another process")
    daemon = load_bot(BOTS / "misbehave", Grant("ann", ("--how", "daemon", "--at", "0")))
    team = Team(replace(tournament, bots=(daemon, *tournament.bots[1:])), launch_plainly)
    started(team.seat(NAMES[:4]))
    assert len(children()) >= 5
    team.rest([])
    assert children() == []


def test_the_end_at_once(tournament: Tournament) -> None:
    stubborn = load_bot(BOTS / "misbehave", Grant("ann", ("--how", "ignore-signals")))
    team = Team(replace(tournament, bots=(stubborn, *tournament.bots[1:])), launch_plainly)
    pids = started(team.seat(NAMES[:4]))
    team.kill()
    assert not any(map(is_running, pids.values()))


def test_all_bots_have_one_second_together(tournament: Tournament) -> None:
    stubborn = tuple(
        load_bot(BOTS / "misbehave", Grant(name, ("--how", "ignore-eof"))) for name in NAMES
    )
    team = Team(replace(tournament, bots=stubborn), launch_plainly)
    players = team.seat(NAMES[:4])
    pids = started(players)
    team.rest([])
    assert not any(map(is_running, pids.values()))
    assert [player.process is not None and player.process.how_it_ended() for player in players] == [
        "killed by SIGKILL"
    ] * 4
