"""`barbu-arena plan`: what a tournament amounts to; the words are in the golden files."""

import json
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.small_leagues import misbehaving, picker, write_league


def planned(command: Command, *options: str) -> dict[str, object]:
    ended = command("plan", "league.yaml", "--format", "json", *options)
    assert (ended.status, ended.err) == (0, "")
    return {row["item"]: row["value"] for row in json.loads(ended.out)["rows"]}


@pytest.mark.parametrize(
    ("bots", "rounds", "seatings", "counts"),
    [(4, 3, 4, (3, 12, 12.0)), (9, 3, 4, (6, 24, 10.7)), (8, 5, 1, (10, 10, 5.0)),
     (5, 2, 24, (2, 48, 38.4))],
)  # fmt: skip
def test_tables_sessions_and_sessions_of_a_bot(
    in_tmp: Path, command: Command, *, bots: int, rounds: int, seatings: int, counts: object
) -> None:
    entrants = [picker(f"bot-{i}", "first") for i in range(bots)]
    write_league(in_tmp, entrants, schedule={"rounds": rounds, "seatings": seatings})
    found = planned(command)
    assert (found["bots"], found["rounds"]) == (bots, rounds)
    assert (found["tables"], found["sessions"], found["sessions_per_bot"]) == counts


def test_the_time_of_sessions_played_before(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, rounds=5)
    folder = in_tmp / "elsewhere" / "league"
    folder.mkdir(parents=True)
    (folder / "timings.jsonl").write_text('{"seconds":2.0}\n{"seconds":4.0}\n')
    options = ("--jobs", "4", "--results", "elsewhere")
    assert planned(command, *options)["expected_s"] == 20 * 3 / 4
    words = command("plan", "league.yaml", *options).out
    assert "15 s at 4 jobs; measured" in words
    assert "a guess" in command("plan", "league.yaml").out


def test_without_a_seed(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, seed=None)
    assert planned(command)["seed"] == "drawn"


def test_planning_makes_nothing(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp)
    before = sorted(path.name for path in in_tmp.iterdir())
    planned(command)
    assert sorted(path.name for path in in_tmp.iterdir()) == before


def test_the_longest_time_counts_whole_sessions(in_tmp: Path, command: Command) -> None:
    """Three sessions at two jobs take as long as two in a row."""
    write_league(in_tmp, schedule={"rounds": 3, "seatings": 1}, clock={"bank_s": 10})
    longest = 10 + 4 * (10 + 320 * 0.05) + 1
    assert planned(command, "--jobs", "2")["longest_s"] == 2 * longest
    words = command("plan", "league.yaml", "--jobs", "2").out
    assert "at most 3 min 50 s, if bots use all their time" in words


def test_a_pilot_measures_and_keeps_nothing(in_tmp: Path, command: Command) -> None:
    entrants = [picker(name, "seeded") for name in ("ann", "ben", "cem")]
    write_league(in_tmp, [*entrants, misbehaving("dee", "illegal", at=3)], rounds=50)
    ended = command("plan", "league.yaml", "--jobs", "2", "--pilot")
    assert ended.status == 0
    assert "at 2 jobs; a pilot of 2 sessions\n" in ended.out
    # What a bot did wrong is told, and does no harm.
    assert ended.err.startswith("pilot: dee: illegal: ")
    assert not (in_tmp / "results").exists()


def test_the_spread_of_the_leagues_own_results(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, rounds=8, schedule={"rounds": 8, "seatings": 1})
    assert command("run", "league.yaml", "--quiet").status == 0
    pairs = json.loads(command("table", "results/league", "--pairs", "--format", "json").out)
    squares = [row["half_width_95"] ** 2 for row in pairs["rows"]]
    expected = (sum(squares) / len(squares)) ** 0.5
    found = planned(command)["smallest_difference"]
    assert isinstance(found, float)
    assert found == pytest.approx(expected, abs=0.006)
    words = command("plan", "league.yaml").out
    assert "that it tells apart, about; by 8 board sets\n" in words
    # Four times as many rounds halve it, but for Student's t.
    write_league(in_tmp, schedule={"rounds": 32, "seatings": 1})
    later = planned(command)["smallest_difference"]
    assert isinstance(later, float)
    assert later == pytest.approx(found / 2 * 2.0395 / 2.3646, rel=0.01)


def test_results_of_other_bots_tell_nothing(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, schedule={"rounds": 8, "seatings": 1})
    assert command("run", "league.yaml", "--quiet").status == 0
    usual = planned(command, "--results", "none")["smallest_difference"]
    entrants = [picker(name, "seeded") for name in ("ann", "ben", "cem", "eve")]
    write_league(in_tmp, entrants, schedule={"rounds": 8, "seatings": 1})
    ended = command("plan", "league.yaml", "--format", "json")
    assert ended.err == "results/league: of other bots or rules, and passed over\n"
    assert f'"value": {usual},' in ended.out
    (in_tmp / "results" / "league" / "manifest.json").write_text("{}")
    ended = command("plan", "league.yaml")
    assert ended.status == 0
    assert ended.err.endswith("its results are passed over\n")


def test_how_long_a_test_takes(in_tmp: Path, command: Command) -> None:
    two = [picker(name, "seeded") for name in ("ann", "ben")]
    write_league(in_tmp, two, schedule={"kind": "head-to-head", "rounds": 99}, test={"h1": 1})
    assert planned(command)["test_sessions"] == 40
    write_league(in_tmp, two, schedule={"kind": "head-to-head", "rounds": 99}, test={})
    assert planned(command)["test_sessions"] == 143
    words = command("plan", "league.yaml").out
    assert "about, if the difference is 0.5; 143 if it is 0, 235 halfway" in words
