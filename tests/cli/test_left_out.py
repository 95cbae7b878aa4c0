"""A session that the machine cannot play is told of and left out; a night goes on without it."""

from pathlib import Path

import pytest

from barbu_arena.league import worker
from barbu_arena.league.session_job import LeftOut, Played, play_session
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan
from tests.arena_process import lines_in
from tests.command_line import Command
from tests.small_leagues import picker, write_league

ILL = "session 1.1.2: void 3 times, last: the computer was busy"


@pytest.fixture
def ill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the machine fail at one session."""

    def play(tournament: Tournament, plan: SessionPlan, team: Team) -> Played | LeftOut:
        if plan.session == "1.1.2":
            return LeftOut(plan.session, ILL)
        return play_session(tournament, plan, team)

    monkeypatch.setattr(worker, "play_session", play)


def test_the_night_goes_on(
    in_tmp: Path, command: Command, ill: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_league(in_tmp, rounds=2)
    ended = command("run", "league.yaml", "--jobs", "1")
    assert ended.status == 1
    said = ended.err.splitlines()
    assert ILL in said
    assert said[-2:] == [
        "1 of 8 sessions could not be played; when the machine is well",
        "barbu-arena run league.yaml",
    ]
    assert "7 of 8 sessions" in ended.out
    ledger = Path("results/league/sessions.jsonl")
    assert lines_in(ledger) == 7
    monkeypatch.undo()
    monkeypatch.chdir(in_tmp)
    ended = command("run", "league.yaml", "--jobs", "1", "--quiet")
    assert (ended.status, ended.err) == (0, "")
    assert lines_in(ledger) == 8
    assert command("verify", "results/league").status == 0


def test_not_where_results_say_when_it_ends(in_tmp: Path, command: Command, ill: None) -> None:
    """They are read in order: all that came after would wait for the one."""
    write_league(in_tmp, [picker("ann", "first"), picker("ben", "seeded")], rounds=2)
    ended = command("run", "league.yaml", "--jobs", "1", "--until", "interval <= 0.5")
    assert ended.status == 1
    assert ended.err.splitlines()[-1] == ILL
    assert lines_in(Path("results/league/sessions.jsonl")) == 1
