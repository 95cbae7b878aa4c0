"""Rollouts: every answer from the same worlds, by one bot in all seats; what fails is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.dealing import Draws
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.pool import Stop
from barbu_arena.league.rollouts import Rollouts, roll_out
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.fault import Fault
from barbu_arena.players.question_reader import read_question
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.referee.position import NoSuchPosition, Position
from barbu_arena.report.rollouts_text import rollouts_text
from tests.small_leagues import write_league

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "questions.jsonl").read_text().splitlines()
]
SESSION = b'{"type":"session","session":"1.1.1","seat":0,"seed":5,"deals":28}'
MODERN = load_rules("modern")


def fields(kind: str) -> dict[str, Any]:
    """Return a question of the modern rules, of a deal that is nearly over if it is of play."""
    modern = [case["question"] for case in CASES if case["rules"] == "modern"]
    found = [question for question in modern if question["type"] == kind]
    question: dict[str, Any] = max(found, key=lambda question: len(question.get("tricks", ())))
    return question


def rolled(folder: Path, kind: str, program: str | None = None) -> Rollouts | Fault | None:
    """Play on three times with a bot that gives the first answer, or with another program."""
    write_league(folder)
    if program is not None:
        (folder / "bots" / "ben" / "bot.py").write_text(program)
    bot = load_bot(folder / "bots" / "ben")
    adviser = Adviser(bot, Tournament("rollouts", MODERN, "s", (bot,)), launch_plainly)
    return roll_out(adviser, Position(read_question(fields(kind)), MODERN), SESSION, 3, Stop())


def by_first_answers(kind: str, answer: str, world: tuple[int, ...]) -> int:
    """Return what an answer leads to when all give the first answer from then on."""
    question = read_question(fields(kind))
    deal = Position(question, MODERN).deal(world)
    deal.apply(deal.names.index(answer))
    while not deal.over:
        deal.apply((deal.legal & -deal.legal).bit_length() - 1)
    return deal.adjusted()[question.seat]


@pytest.mark.parametrize("kind", ["double", "play"])
def test_what_every_answer_leads_to(kind: str, tmp_path: Path) -> None:
    question = read_question(fields(kind))
    found = rolled(tmp_path, kind)
    assert isinstance(found, Rollouts)
    assert tuple(found.points) == question.legal
    draws = Draws(f"barbu-arena/rollouts/1|{question.session}|{question.deal}|{question.seat}")
    worlds = Position(question, MODERN).worlds
    same = [worlds.draw(draws) for _ in range(3)]
    for answer, points in found.points.items():
        assert points == tuple(by_first_answers(kind, answer, world) for world in same)
    assert all(len(line) <= 80 for line in rollouts_text(found).splitlines())


CRASHES = "raise SystemExit(1)\n"
WRONG = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1, "name": "x"}), flush=True)
    elif "id" in message:
        print(json.dumps({"id": message["id"], "action": "XX"}), flush=True)
"""


@pytest.mark.parametrize(
    ("program", "kind", "message"),
    [(CRASHES, "crash", "before the handshake"), (WRONG, "illegal", "'XX' is not legal")],
    ids=["crashes", "wrong"],
)
def test_a_bot_that_fails(program: str, kind: str, message: str, tmp_path: Path) -> None:
    found = rolled(tmp_path, "play", program)
    assert isinstance(found, Fault)
    assert found.kind == kind
    assert message in found.message


def test_a_question_of_other_rules_starts_nobody(tmp_path: Path) -> None:
    write_league(tmp_path)
    bot = load_bot(tmp_path / "bots" / "ben")
    adviser = Adviser(bot, Tournament("rollouts", MODERN, "s", (bot,)), launch_plainly)
    question = {**fields("double"), "legal": ["-"]}
    position = Position(read_question(question), MODERN)
    with pytest.raises(NoSuchPosition, match="by the rules seat"):
        roll_out(adviser, position, SESSION, 3, Stop())


ROLLED = Rollouts("ann", {"KH": (-10, 0, 20, -2), "2S": (-4, 0, 16, 4), "3S": (-4, 0, 16, 4)})


def test_the_best_and_how_far_others_are_behind() -> None:
    assert ROLLED.best == "2S"
    assert ROLLED.mean("KH") == 2
    gap, error = ROLLED.behind("KH")  # gaps of 6, 0, -4 and 6
    assert gap == 2
    assert error == pytest.approx(2 * (72 / (4 * 3)) ** 0.5)
    assert ROLLED.behind("3S") == (0, 0)
    assert Rollouts("ann", {"2S": (5,)}).behind("2S") == (0, 0)


def test_the_table() -> None:
    assert (
        rollouts_text(ROLLED)
        == """\
played on by ann in all four seats; worlds for each answer: 4
  answer        points  behind the best
  KH              +2.0  2.0 ± 4.9
  2S              +4.0  best
  3S              +4.0  0.0 ± 0.0
points: of this deal, doubles settled, on average; ± twice the standard error.
The hidden cards were dealt evenly in ways that fit all plays, the same for each
answer; what calls tell of hands, and later deals of the block, are not weighed.
"""
    )
