"""The table of the hostile suite is whole: all 75 rows of trust.md §5, each with its tests."""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from barbu_arena.players.fault import FAULT_KINDS
from barbu_arena.referee.penalties import FaultPolicy, penalty
from tests.hostile.league import BESIDE, CLOCKS
from tests.hostile.table import FILE, MODES, VERDICTS, Case, cases

HERE = Path(__file__).parent
BOT = HERE.parent / "bots" / "misbehave" / "bot.py"
PROBE = HERE.parent / "sandbox" / "probe"
DANGEROUS = range(52, 55)


def test_all_rows_are_there_once_in_order() -> None:
    rows = yaml.safe_load(FILE.read_text("utf-8"))["rows"]
    assert [row["row"] for row in rows] == list(range(1, 76))
    assert all(row["behaviour"] and row["cases"] for row in rows)


def test_every_case_has_a_name_of_its_own() -> None:
    assert [
        name for name, count in Counter(case.name for case in cases()).items() if count > 1
    ] == []
    assert len(cases()) > 130


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_case_is_whole(case: Case) -> None:
    assert case.modes
    assert set(case.modes) <= set(MODES)
    assert case.clock in CLOCKS
    assert case.beside in BESIDE
    for outcome in case.outcomes:
        assert outcome.verdict in VERDICTS
        charged = outcome.verdict in FAULT_KINDS
        assert bool(outcome.message) == (outcome.verdict != "none")
        assert (outcome.effect.penalty < 0) == charged
        assert outcome.effect.replaced <= 0 or outcome.verdict in ("timeout", "illegal")
    if case.row in DANGEROUS:
        assert case.modes == ("sandbox",)


def test_effects_are_those_of_the_design() -> None:
    effects = {outcome.effect for case in cases() for outcome in case.outcomes}
    for effect in effects:
        assert effect.penalty == penalty(FaultPolicy(), effect.replaced, effect.retired)
        assert effect.retired or effect.replaced < FaultPolicy().max_faults


def test_every_test_that_is_named_exists() -> None:
    code = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    named = {case.test for case in cases() if case.test}
    assert [test for test in named if f"\ndef {test}(" not in code] == []
    assert len(named) == 5


def test_every_behaviour_of_the_bot_and_every_act_is_known() -> None:
    code = "".join(path.read_text() for path in (BOT, *(HERE / "bot").glob("*.py")))
    known = set(re.findall(r'"([a-z0-9-]+)"', code))
    used = {case.args[case.args.index("--how") + 1] for case in cases() if case.args}
    assert used - known == set()
    acts = "".join(path.read_text() for path in PROBE.glob("*.py"))
    assert [act for case in cases() for act in case.acts if f'"{act}"' not in acts] == []
