"""strong on the golden questions: legal, the arena's own legal cards, the same from any build."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules_form import rules_form
from tests.golden.make_questions import FILE
from tests.kit.c_programs import SANITIZERS, compiled, needs_compiler, talk

ROOT = Path(__file__).parents[2]
STRONG = ROOT / "bots" / "strong"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]

pytestmark = needs_compiler


@cache
def form(name: str) -> dict[str, Any]:
    return rules_form(load_rules(name))


def conversation(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return questions with a greeting before each other rule set, which takes time to learn."""
    lines: list[dict[str, Any]] = []
    rules = None
    for row in rows:
        if row["rules"] != rules:
            rules = row["rules"]
            lines.append({"id": "h", "type": "hello", "protocol": 1, "rules": form(rules)})
            lines.append({"type": "session", "session": "1.1.1", "seat": 0, "seed": 7, "deals": 28})
        lines.append(row["question"])
    return lines


def acted(program: Path, lines: list[dict[str, Any]], *words: str) -> list[dict[str, Any]]:
    return [line for line in talk([program, *words], lines) if "action" in line]


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(STRONG / "strong.c", tmp_path_factory.mktemp("c") / "bot", "-O2")


def test_every_golden_question(fast: Path) -> None:
    said = acted(fast, conversation(ROWS), "--legal")
    own = 0
    for row, line in zip(ROWS, said, strict=True):
        assert line["id"] == row["question"]["id"]
        assert line["action"] in row["legal"], row["name"]
        if "legal" in line:
            own += 1
            assert line["legal"] == row["legal"], row["name"]
    assert own == sum(row["question"]["type"] == "play" for row in ROWS)


def test_another_build_gives_the_same_answers(
    fast: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    careful = tmp_path_factory.mktemp("c") / "bot"
    compiled(STRONG / "strong.c", careful, "-O1", *SANITIZERS)
    rows = [row for row in ROWS if row["rules"] in ("modern", "classic-salade")]
    assert len(rows) > 12
    lines = conversation(rows)
    assert acted(careful, lines) == acted(fast, lines)


def test_more_contracts_than_it_keeps_sets_of(fast: Path) -> None:
    rules = form("classic-salade")
    contracts = {f"{name}_{n}": one for n in (1, 2) for name, one in rules["contracts"].items()}
    many = {**rules, "contracts": contracts}
    names = list(contracts)
    legal = [name for name in names if not name.startswith(("trumps", "domino"))]
    question = {
        **next(row["question"] for row in ROWS if row["question"]["type"] == "choose"),
        "unused": names,
        "legal": [*legal, "trumps_2:S", "domino_2:7"],
    }
    double = {
        **next(row["question"] for row in ROWS if row["question"]["type"] == "double"),
        "unused": names,
        "contract": "no_queens_2",
    }
    double.pop("trump", None)
    lines = [{"id": "h", "type": "hello", "protocol": 1, "rules": many}, question, double]
    chosen, called = acted(fast, lines)
    assert chosen["action"] in question["legal"]
    assert called["action"] in double["legal"]


def test_it_holds_the_kit_as_it_is() -> None:
    kit = ROOT / "barbu_arena" / "kit" / "c" / "barbu.h"
    assert (STRONG / "barbu.h").read_bytes() == kit.read_bytes()
