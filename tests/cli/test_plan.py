"""`barbu-arena plan`: what a tournament amounts to; the words are in the golden files."""

import json
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.small_leagues import picker, write_league


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
