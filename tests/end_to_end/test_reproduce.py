"""A recorded session played again with its bots: equal, changed, or not reproducible."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.arena_process import arena, assert_nothing_left
from tests.end_to_end.conftest import Undisturbed
from tests.small_leagues import picker, write_league


@pytest.fixture
def copy(tmp_path: Path, undisturbed: Undisturbed) -> Path:
    shutil.copytree(undisturbed.folder, tmp_path / "copy")
    return tmp_path / "copy"


def test_equal(undisturbed: Undisturbed) -> None:
    again = arena(undisturbed.folder, "reproduce", "--sandbox", "none", "results/league", "3.1.2")
    assert (again.status, again.err) == (0, "")
    digest = next(
        record["digest"]
        for record in map(json.loads, (undisturbed.results / "sessions.jsonl").open())
        if (record["round"], record["seating"]) == (3, 2)
    )
    assert again.out == f"session 3.1.2: equal, 8 deals, {digest}\n"
    assert_nothing_left(undisturbed.folder)


def test_a_changed_bot_is_named_with_deal_seat_and_play(copy: Path) -> None:
    bot = copy / "bots" / "ben" / "bot.py"
    source = bot.read_text()
    # Ben took the first legal answer; now the last one from the second on.
    bot.write_text(source.replace("count - 1 if PICK ==", "count - 1 if PICK !="))
    again = arena(copy, "reproduce", "--sandbox", "none", "results/league", "3.1.2")
    assert again.status == 4
    assert again.out == ""
    first, second = again.err.splitlines()
    place = r"deal \d+, (announcement|call \d|play \d+), seat \d: \S+, now \S+"
    assert re.fullmatch(rf"session 3\.1\.2: ben: {place}", first), first
    assert second == "the files of ben have changed since the league was played"


def test_the_difference_is_where_the_records_part(copy: Path) -> None:
    lines = (copy / "results" / "league" / "sessions.jsonl").read_text().splitlines()
    before = next(r for r in map(json.loads, lines) if (r["round"], r["seating"]) == (1, 1))
    bot = copy / "bots" / "ben" / "bot.py"
    bot.write_text(bot.read_text().replace("count - 1 if PICK ==", "count - 1 if PICK !="))
    again = arena(copy, "reproduce", "--sandbox", "none", "results/league", "1.1.1")
    found = re.search(r"deal (\d+), (\w+) ?(\d*), seat (\d): (\S+), now (\S+)", again.err)
    assert found is not None, again.err
    number, ask, n, seat, was, now = found.groups()
    deal = before["deals"][int(number) - 1]
    assert before["bots"][int(seat)] == "ben"
    assert was != now
    if ask == "play":
        assert deal["plays"].split()[int(n) - 1] == was
    elif ask == "call":
        called, targets = deal["calls"][int(n) - 1]
        assert (called, ",".join(map(str, targets)) or "-") == (int(seat), was)
    else:
        detail = deal.get("trump") or deal.get("start")
        assert was == deal["contract"] + (f":{detail}" if detail else "")


def test_a_bot_that_ignores_its_seed_is_not_reproducible(tmp_path: Path) -> None:
    entrants = [picker("ann", "seeded"), picker("ben", "first"), picker("cem", "last")]
    file = write_league(tmp_path, [*entrants, picker("whim", "entropy")], rounds=1)
    assert arena(tmp_path, "run", file.name).status == 0
    again = arena(tmp_path, "reproduce", "--sandbox", "none", "results/league", "1.1.1")
    assert (again.status, again.out) == (4, "")
    first, second = again.err.splitlines()
    assert re.match(r"session 1\.1\.1: whim: deal \d+, ", first), first
    assert second == (
        "whim is not reproducible: same files, same seed, same questions, other answers"
    )


def test_a_moved_tournament_file_is_asked_for(copy: Path) -> None:
    (copy / "league.yaml").rename(copy / "moved.yaml")
    lost = arena(copy, "reproduce", "--sandbox", "none", "results/league", "1.1.1")
    assert lost.status == 2
    assert "league.yaml: no such file" in lost.err
    assert lost.err.endswith("name it with --tournament\n")
    found = arena(
        copy,
        "reproduce",
        "--sandbox",
        "none",
        "results/league",
        "1.1.1",
        "--tournament",
        "moved.yaml",
    )
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith("session 1.1.1: equal, 8 deals, ")
