"""What plays a recorded session again, and which bots are not what they were."""

from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.league_run import bot_digests
from barbu_arena.files.rematch import rematch
from barbu_arena.files.results_folder import League
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.league.schedule import sessions
from barbu_arena.referee.record import SessionRecord
from tests.referee_alone import played_session
from tests.small_leagues import write_league


@pytest.fixture
def league(tmp_path: Path) -> League:
    """Return a league whose manifest, as always, knows the bots' names alone."""
    file = write_league(tmp_path, reuse=True)
    tournament = load_tournament(file).tournament("small")
    digests = bot_digests(tournament)
    unknown = tuple(replace(bot, folder="", command=()) for bot in tournament.bots)
    return League(tmp_path, replace(tournament, bots=unknown), "none", digests, file)


@pytest.fixture
def record(league: League) -> SessionRecord:
    plan = list(sessions(league.tournament))[5]
    return played_session(plan, league.tournament.rules, "small")


def test_what_is_played_again(league: League, record: SessionRecord, tmp_path: Path) -> None:
    again = rematch(league, record, None)
    assert again.changed == ()
    assert (again.plan.session, again.plan.board_set) == (record.session, record.board_set)
    assert again.plan.bots == record.bots
    players = again.tournament.bots
    assert [bot.name for bot in players] == list(record.bots)
    assert [Path(bot.folder) for bot in players] == [
        (tmp_path / "bots" / name).resolve() for name in record.bots
    ]
    # Everything else is the league's, but that processes are not reused, and the sandbox.
    theirs = replace(league.tournament, bots=(), sandbox="auto")
    assert replace(again.tournament, bots=(), reuse=True) == theirs


def test_the_rules_and_seed_of_the_league_count_not_those_of_the_file(
    league: League, record: SessionRecord, tmp_path: Path
) -> None:
    write_league(tmp_path, rules="modern", seed="other", clock={"cap_s": 1})
    again = rematch(league, record, None)
    assert again.tournament.rules.name == "short"
    assert again.tournament.seed == "small"
    assert again.tournament.clock == league.tournament.clock


@pytest.mark.parametrize("wish", ["none", "auto", "required"])
def test_a_file_that_the_person_named_says_whether_there_is_a_sandbox(
    wish: str, league: League, record: SessionRecord, tmp_path: Path
) -> None:
    """The manifest does not tell: it keeps what there was."""
    file = write_league(tmp_path, sandbox=wish)
    unknown = replace(league, tournament=replace(league.tournament, sandbox="auto"))
    assert rematch(unknown, record, file).tournament.sandbox == wish


@pytest.mark.parametrize(("wish", "heard"), [("none", "auto"), ("required", "required")])
def test_one_that_a_manifest_names_cannot_switch_the_sandbox_off(
    wish: str, heard: str, league: League, record: SessionRecord, tmp_path: Path
) -> None:
    write_league(tmp_path, sandbox=wish)
    assert rematch(league, record, None).tournament.sandbox == heard


def test_changed_bots_are_named(league: League, record: SessionRecord, tmp_path: Path) -> None:
    for name in ("dee", "ann"):
        with (tmp_path / "bots" / name / "bot.py").open("a") as file:
            file.write("# changed\n")
    assert rematch(league, record, None).changed == ("ann", "dee")


def test_a_source_that_names_no_file(league: League, record: SessionRecord) -> None:
    """The manifest is a stranger's."""
    for source in (Path("x" * 300), Path("x\0")):
        with pytest.raises(ConfigError, match="no such file"):
            rematch(replace(league, source=source), record, None)


def test_a_file_that_has_moved(league: League, record: SessionRecord, tmp_path: Path) -> None:
    moved = tmp_path / "moved.yaml"
    (tmp_path / "league.yaml").rename(moved)
    with pytest.raises(ConfigError) as refused:
        rematch(league, record, None)
    assert str(refused.value) == (
        f"{tmp_path}/league.yaml: no such file: the bots are found through the tournament file; "
        "name it with --tournament"
    )
    assert rematch(league, record, moved).changed == ()


def test_a_bot_that_is_not_in_the_file(
    league: League, record: SessionRecord, tmp_path: Path
) -> None:
    file = tmp_path / "league.yaml"
    file.write_text(file.read_text().replace('"name": "cem"', '"name": "kim"'))
    with pytest.raises(ConfigError, match=r"expected the bots .*; cem is not there"):
        rematch(league, record, None)
