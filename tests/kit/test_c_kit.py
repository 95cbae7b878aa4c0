"""barbu.h against the engine on the golden questions, under the sanitizers of the compiler."""

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.rules_form import rules_form
from tests.golden.make_questions import FILE
from tests.kit.c_programs import SANITIZERS, compiled, needs_compiler, talk
from tests.kit.worlds import finished, replayed

ROOT = Path(__file__).parents[2]
KIT = ROOT / "barbu_arena" / "kit" / "c"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]

pytestmark = needs_compiler


@cache
def rules_of(name: str) -> RuleSet:
    return load_rules(name)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    program = tmp_path_factory.mktemp("c") / "answers"
    compiled(Path(__file__).with_name("answers.c"), program, *SANITIZERS)
    lines = [
        {"rules": rules_form(rules_of(row["rules"])), "question": row["question"]} for row in ROWS
    ]
    return talk([program], lines)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(KIT / "bot.c", tmp_path_factory.mktemp("c") / "bot", *SANITIZERS)


def test_legal_cards_voids_and_scores_are_the_arenas(answers: list[dict[str, Any]]) -> None:
    plays = 0
    for row, answer in zip(ROWS, answers, strict=True):
        question = row["question"]
        assert answer["id"] == question["id"]
        if question["type"] != "play":
            continue
        plays += 1
        assert answer["legal"] == row["legal"], row["name"]
        if "trick" in question:
            assert answer["voids"] == row["voids"], row["name"]
            assert answer["raw"] == question["raw"], row["name"]
    assert plays > 60


def test_worlds_could_have_been_played_so(answers: list[dict[str, Any]]) -> None:
    different = 0
    for row, answer in zip(ROWS, answers, strict=True):
        question, rules = row["question"], rules_of(row["rules"])
        seen = {json.dumps(world["hands"]) for world in answer["worlds"]}
        different += len(seen) > 1
        for world in answer["worlds"]:
            assert world["hands"][question["seat"]] == question["hand"]
            if question["type"] == "choose":
                assert sum(map(len, world["hands"])) == 52
                assert len({card for hand in world["hands"] for card in hand}) == 52
                continue
            play = replayed(question, rules, world["hands"])
            assert play is not None, row["name"]
            assert world["raw"] == finished(play), row["name"]
    assert different > 100


def conversation(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for row in rows:
        form = rules_form(rules_of(row["rules"]))
        lines.append({"id": "h", "type": "hello", "protocol": 1, "rules": form, "clock": {}})
        lines.append({"type": "session", "session": "1.1.1", "seat": 0, "seed": 7, "deals": 28})
        lines.append(row["question"])
    return lines


def test_the_template_answers_every_question(template: Path) -> None:
    said = talk([template], conversation(ROWS))
    assert said[0] == {"id": "h", "protocol": 1, "name": "NAME", "version": "1"}
    acted = [line for line in said if "action" in line]
    assert [line["id"] for line in acted] == [row["question"]["id"] for row in ROWS]
    for row, line in zip(ROWS, acted, strict=True):
        assert line["action"] in row["legal"]
    assert any(line["action"] != row["legal"][0] for row, line in zip(ROWS, acted, strict=True))


def test_the_template_passes_over_what_it_does_not_know(template: Path) -> None:
    greeting, session, question = conversation(ROWS[:1])
    strange: dict[str, Any] = {"deep": [[[{"a": None}]]], "é♠": '"\\/\b\n\ud83c\udca1', "no": -1}
    lines = [
        {"type": "news", "legal": 3},
        {"type": "event", "id": "x"},
        {**greeting, "more": strange},
        session,
        {**question, **strange, "id": 'a"b\\c'},
    ]
    greeted, answered = talk([template], lines)
    assert greeted["id"] == "h"
    assert answered["id"] == 'a"b\\c'
    assert answered["action"] in ROWS[0]["legal"]


@pytest.mark.parametrize(
    "text",
    [
        "\n\r\n   \n",
        'not JSON\n{\n[1,2\n"\\u12\n{"a":}\n{} {}\n[' + "[" * 1000 + "\n",
        '{"type":"play","id":"1"}\n{"type":"play","legal":["2S"]}\n[]\n3\n',
        '{"type":"hello","id":5,"rules":[]}\n' + "x" * 200_000 + "\n",
    ],
    ids=["blank", "broken", "incomplete", "too long"],
)
def test_the_template_is_silent_where_nothing_can_be_answered(template: Path, text: str) -> None:
    done = subprocess.run(
        [template], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_question_of_a_later_version_gets_the_first_legal_answer(template: Path) -> None:
    greeting, session, question = conversation(ROWS[:1])
    asked = {**question, "type": "swap", "legal": ["3H", "2S"]}
    strange = {**question, "type": "double", "contract": "no_such_contract"}
    answered = talk([template], [greeting, session, asked, strange])[1:]
    assert [line["action"] for line in answered] == ["3H", question["legal"][0]]


def test_a_mark_and_windows_line_ends_are_read(template: Path) -> None:
    rules = json.dumps(rules_form(rules_of("modern")))
    text = f'\ufeff{{"id":"1","type":"hello","rules":{rules}}}\r\n'
    done = subprocess.run(
        [template], input=text.encode(), capture_output=True, timeout=60, check=True
    )
    assert json.loads(done.stdout)["name"] == "NAME"
