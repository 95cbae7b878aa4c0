"""barbu.js against the engine on the golden questions, and dodger against its Python twin."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.new_bot import make_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import CARD_CODES
from barbu_arena.game.doubling import adjusted_scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.rules_form import rules_form
from tests.golden.make_questions import FILE
from tests.kit.worlds import Question, finished, replayed

ROOT = Path(__file__).parents[2]
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
CASES = [
    pytest.param(number, id=f"{number} {row['rules']}: {row['name']}")
    for number, row in enumerate(ROWS)
]
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(
    NODE is None and "CI" not in os.environ, reason="Node is not installed"
)


@cache
def rules_of(name: str) -> RuleSet:
    return load_rules(name)


def form(name: str) -> dict[str, Any]:
    return rules_form(rules_of(name))


def talk(command: list[str], folder: Path, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run a program on lines of JSON; return the lines it answers."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def answers() -> list[dict[str, Any]]:
    lines = [{"rules": form(row["rules"]), "question": row["question"]} for row in ROWS]
    return talk(["node", "answers.js"], Path(__file__).parent, lines)


@pytest.mark.parametrize("number", CASES)
def test_the_kit_on_a_golden_question(number: int) -> None:
    row, answer = ROWS[number], answers()[number]
    assert answer["legal"] == row["legal"]
    assert answer.get("voids") == row.get("voids")
    question, world = row["question"], answer["world"]
    assert world[question["seat"]] == question["hand"]
    if question["type"] == "choose":
        rules = rules_of(row["rules"])
        plays = [replayed(announced(question, way, rules), rules, world) for way in row["legal"]]
        assert answer["raws"] == [finished(play) for play in plays if play is not None]
        return
    play = replayed(question, rules_of(row["rules"]), world)
    assert play is not None
    assert answer["raw"] == finished(play)


def announced(question: Question, way: str, rules: RuleSet) -> Question:
    """Return a question of the deal that an announcement begins."""
    named = rules.announcements[rules.announcement_codes[way]]
    named_fields = {"trump": named.trump, "start": named.start}
    return {**question, "contract": named.contract.name, **named_fields}


def test_means_are_what_playing_on_gives() -> None:
    asked = [
        (row, answer) for row, answer in zip(ROWS, answers(), strict=True) if "means" in answer
    ]
    assert len(asked) > 60
    for row, answer in asked:
        question, rules = row["question"], rules_of(row["rules"])
        expected = [
            adjusted(question, rules, answer["world"], action) for action in question["legal"]
        ]
        assert answer["means"] == expected, row["name"]


def adjusted(question: Question, rules: RuleSet, world: list[list[str]], action: str) -> int:
    """Return the seat's points where it answers this, and all play first legal answers then."""
    play = replayed(question, rules, world)
    assert play is not None
    play.play(CARD_CODES[action])
    raw = finished(play)
    if rules.doubling is not None:
        doubles = frozenset((who, whom) for who, whom in question["doubles"])
        raw = list(
            adjusted_scores((raw[0], raw[1], raw[2], raw[3]), doubles, rules.doubling.stakes)
        )
    return raw[question["seat"]]


def test_dodger_answers_like_its_twin_in_python() -> None:
    lines: list[dict[str, Any]] = []
    for row in ROWS:
        lines.append({"id": "hello", "type": "hello", "rules": form(row["rules"]), "clock": {}})
        lines.append(row["question"])
    twins = [
        talk(command, ROOT / "bots" / name, lines)
        for command, name in (
            (["node", "bot.js"], "dodger"),
            ([sys.executable, "bot.py"], "dodger-py"),
        )
    ]
    javascript, python = (
        [answer["action"] for answer in twin if "action" in answer] for twin in twins
    )
    assert javascript == python
    assert all(action in row["legal"] for action, row in zip(javascript, ROWS, strict=True))
    assert any(action != row["legal"][0] for action, row in zip(javascript, ROWS, strict=True))


def test_dodger_holds_the_kit_as_it_is() -> None:
    kit = ROOT / "barbu_arena" / "kit" / "javascript" / "barbu.js"
    assert (ROOT / "bots" / "dodger" / "barbu.js").read_bytes() == kit.read_bytes()


def test_the_next_step_in_the_readme_plays(tmp_path: Path) -> None:
    """The README's own `play`, put into the new bot in place of its first one."""
    bot = tmp_path / "bot"
    make_bot(bot, "javascript")
    found = re.search(
        r"\n\n(    function play\(.*?\n    \})\n\n", (bot / "README.md").read_text(), re.S
    )
    assert found is not None
    source, play = (bot / "bot.js").read_text(), textwrap.dedent(found[1])
    changed = re.sub(r"function play\(.*?\n\}", lambda _: play, source, flags=re.S)
    assert changed != source
    (bot / "bot.js").write_text(changed)
    late = [row for row in ROWS if row["question"]["type"] == "play"]
    late = [row for row in late if row["rules"] == "modern" and len(row["question"]["hand"]) < 6]
    assert len(late) > 8
    hello = {"id": "hello", "type": "hello", "rules": form("modern"), "clock": {}}
    _, *replies = talk(["node", "bot.js"], bot, [hello, *(row["question"] for row in late)])
    assert all(reply["action"] in row["legal"] for reply, row in zip(replies, late, strict=True))
