"""The ladder of Python bots: their order, every rule set, and what each rung is made of.

The margins, and the rungs in other languages, are measured by bench/ladder.py.
"""

import json
import random
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest

from barbu_arena.files.rules_file import preset_names
from bench.careful_table import table_text
from tests.golden.make_questions import FILE
from tests.kit.python_bots import BOTS, answer_of, form, margins, module, played

ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
PLAYS = [row for row in ROWS if row["question"]["type"] == "play"]
BOT: Any = module(BOTS / "monte-carlo", "bot")
BARBU: Any = BOT.barbu
CAREFUL: Any = module(BOTS / "careful", "careful")
PARTS: Any = module(BOTS / "careful", "estimates").parts


def test_each_rung_beats_the_one_below() -> None:
    ladder = ("random", "dodger-py", "steady", "careful")
    means = [
        fmean(margins((answer_of(higher), answer_of(lower)), 2, 4))
        for lower, higher in pairwise(ladder)
    ]
    assert min(means) > 0, means


def test_careful_and_its_copy_are_worth_the_same() -> None:
    assert margins((answer_of("careful"), answer_of("careful")), 1, 4) == [0]


@pytest.mark.parametrize("preset", preset_names())
def test_careful_plays_every_rule_set_legally(preset: str) -> None:
    scores = played(preset, 1, [answer_of("careful", preset)] * 4)
    assert len(set(scores)) > 1


@pytest.mark.parametrize("preset", ["modern", "simple", "classic-salade"])
def test_monte_carlo_plays_legally(preset: str) -> None:
    bot = answer_of("monte-carlo", preset, worlds=2)
    scores = played(preset, 2, [bot, *[answer_of("random", preset)] * 3])
    assert scores[0] > max(scores[1:])


@pytest.mark.parametrize("name", ["careful", "monte-carlo"])
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    for row in ROWS[::4]:
        question = {**row["question"], "bank_ms": 20000}
        answers = {answer_of(name, row["rules"])(question) for _ in range(2)}
        assert len(answers) == 1
        assert answers <= {*row["legal"]}


# --- careful --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "name", "detail", "expected"),
    [
        ("modern", "no_hearts", None, {"no_hearts": 1}),
        ("modern", "no_king", None, {"no_king": 1}),
        ("modern", "domino", "8", {"domino": 1}),
        ("classic-king-30", "no_king", None, {"no_king": 1.5}),
        ("simple", "no_last_two", None, {"no_last_two": 0.8}),
        ("simple", "trumps", "-", {"no_trump": 1}),
        (
            "classic-salade",
            "salade",
            None,
            {"no_tricks": 1, "no_queens": 1, "no_last_two": 1, "no_hearts": 1, "no_king": 1},
        ),
    ],
)
def test_a_contract_is_a_sum_of_plain_ones(
    preset: str, name: str, detail: str | None, expected: dict[str, float]
) -> None:
    contract = CAREFUL.barbu.Contract(form(preset), name, detail)
    assert dict(PARTS(contract)) == pytest.approx(expected)


class Told(CAREFUL.Careful):  # type: ignore[misc]
    """A careful bot that has been told its rules."""

    def __init__(self, preset: str = "modern") -> None:
        super().__init__()
        self.rules = form(preset)


def test_the_option_value_grows_with_what_is_left() -> None:
    names = list(form("modern")["contracts"])
    assert Told().option_value([]) == 0
    assert Told().option_value(names[5:]) > Told().option_value(names[5:6]) > 0
    assert Told().option_value(names[:5]) < Told().option_value(names[:4]) < 0
    assert Told("classic-salade").option_value([*names, "salade"]) == Told().option_value(names)


def question(kind: str, **fields: object) -> dict[str, Any]:
    """Return a question of a deal that seat 0 declared."""
    common = {"type": kind, "deal": 1, "seat": 1, "declarer": 0, "doubles": []}
    return {**common, "owed": [0, 2, 2, 2], "deals_left": 5, **fields}


LOW = ["2S", "3S", "4S", "2H", "3H", "4H", "5H", "2D", "3D", "4D", "2C", "3C", "4C"]
HIGH = ["AS", "KS", "QS", "AH", "KH", "QH", "JH", "AD", "KD", "QD", "AC", "KC", "QC"]


@pytest.mark.parametrize("contract", ["no_tricks", "no_queens", "no_hearts", "no_last_two"])
def test_low_cards_double_in_negatives_and_high_ones_pass(contract: str) -> None:
    legal = ["-", "0", "2", "3", "0,2", "0,3", "2,3", "0,2,3"]
    calls = [
        Told().answer(question("double", contract=contract, hand=hand, legal=legal))
        for hand in (LOW, HIGH)
    ]
    assert calls == ["0,2,3", "-"]


def test_a_declarer_who_must_win_trumps_doubles_back() -> None:
    asked = question(
        "double", seat=0, contract="trumps", trump="S", hand=HIGH, doubles=[[1, 0], [3, 0]],
        legal=["-", "1", "3", "1,3"], owed=[0, 1, 2, 1],
    )  # fmt: skip
    assert Told().answer(asked) == "1,3"
    assert Told().answer({**asked, "hand": LOW}) == "-"


def test_debts_are_worth_more_the_fewer_deals_are_left() -> None:
    reliefs = [
        Told().relief(question("double", deals_left=left, owed=[0, 1, 0, 0])) for left in (7, 4, 2)
    ]
    assert reliefs == sorted(reliefs)
    assert reliefs[0] > 0
    assert Told().relief(question("double", owed=[0, 0, 1, 1])) == 0


def test_a_debt_that_ends_as_a_penalty_is_worth_no_more_than_it() -> None:
    asked = question("double", deals_left=3, owed=[0, 2, 0, 0])
    assert Told("classic").relief(asked) == 10
    assert Told("modern").relief(asked) > 10
    assert Told("classic").relief({**asked, "deals_left": 1, "owed": [0, 1, 0, 0]}) == 10


# --- monte-carlo ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gains", "passes"),
    [([0, 0], False), ([5, 5], True), ([-5, -5], False), ([10, 0], False),
     ([6, 4, 6, 4], True), ([9, -6, 9, -6], False)],
)  # fmt: skip
def test_the_gate(gains: list[int], passes: bool) -> None:
    """In standard errors, the mean of 10, 0 is 1; of 6, 4, 6, 4 it is 8.7; of the last 0.3."""
    assert BOT.surely_gains(gains) == passes


def test_cards_that_are_alike_are_tried_once() -> None:
    deal = BARBU.Contract(form("modern"), "no_queens").deal([0, 0, 0, 0], 0)
    deal.hands[0] = BARBU.mask(["3S", "4S", "5S", "7S", "JS", "QS", "KS", "2H"])
    usual = BARBU.BIT["4S"]
    others = BARBU.names(sum(BOT.distinct(deal, usual)))
    # 3, 4 and 5 are one, 7 has the 6 below it, the queen has points, jack and king are one.
    assert others in (["7S", "JS", "QS", "2H"], ["7S", "QS", "KS", "2H"])


def test_cards_between_that_are_played_do_not_part() -> None:
    deal = BARBU.Contract(form("modern"), "no_tricks").deal([0, 0, 0, 0], 0)
    deal.hands[0] = BARBU.mask(["3S", "5S"])
    assert len(BOT.distinct(deal, BARBU.BIT["3S"])) == 1
    deal.unplayed ^= BARBU.BIT["4S"]
    assert BOT.distinct(deal, BARBU.BIT["3S"]) == []
    deal.trick = [BARBU.BIT["4S"]]  # in the present trick it is to be beaten, or not
    assert len(BOT.distinct(deal, BARBU.BIT["3S"])) == 1


def test_in_a_hurry_it_is_careful() -> None:
    hurried = [
        (answer_of("monte-carlo", row["rules"]), answer_of("careful", row["rules"]), row)
        for row in PLAYS
    ]
    for fast, careful, row in hurried:
        assert fast({**row["question"], "bank_ms": 100}) == careful(row["question"])


def test_its_worlds_change_some_of_careful_s_cards() -> None:
    changed = 0
    for row in PLAYS:
        asked = {**row["question"], "bank_ms": 20000}
        thought = answer_of("monte-carlo", row["rules"])(asked)
        assert thought in row["legal"]
        changed += thought != answer_of("careful", row["rules"])(asked)
    assert 0 < changed < len(PLAYS) / 2


def test_the_chance_of_a_question_is_its_own() -> None:
    """Asked alone or after others, with the same seed: the same worlds, hence the same answer."""
    row = max(PLAYS, key=lambda row: len(row["question"]["hand"]))
    asked = {**row["question"], "bank_ms": 20000}
    alone, after = answer_of("monte-carlo", row["rules"]), answer_of("monte-carlo", row["rules"])
    random.random()
    for other in PLAYS[:5]:
        after({**other["question"], "bank_ms": 100})
    assert alone(asked) == after(asked)


def test_the_table_is_as_the_fitting_script_writes_it() -> None:
    """Nobody has touched up a number's surroundings by hand, and a refit changes numbers alone."""
    table = module(BOTS / "careful", "table")
    assert table.__doc__ is not None
    found = table.__doc__.splitlines()[-1]
    assert found.startswith("From ")
    assert table_text(table, found) == (BOTS / "careful" / "table.py").read_text("utf-8")


def test_the_table_has_a_weight_for_each_thing_that_a_hand_is_like() -> None:
    table, estimates = module(BOTS / "careful", "table"), module(BOTS / "careful", "estimates")
    hand = CAREFUL.barbu.mask(HIGH)
    details = {"trumps": "S", "domino": "7"}
    for rows in (table.OWN, table.TO_DECLARER, table.OTHERS):
        for kind in table.NAMES:
            contract = CAREFUL.barbu.Contract(form("modern"), kind, details.get(kind))
            assert len(rows[kind]) == len(estimates.features(hand, kind, contract))
    assert len(table.VALUE) == 2 ** len(table.NAMES)
    assert set(table.ANSWERED) == set(table.NAMES)


def test_a_fit_finds_what_was_put_in() -> None:
    """Tenths of a point out of numbers that are a sum of 2.5 and -1 for each of two things."""
    from bench.fit_careful import fitted

    samples = [([1, x, y], 2.5 * x - y) for x in range(12) for y in range(12)]
    weights, explained = fitted(samples)
    assert weights[1:] == [25, -10]
    assert explained == pytest.approx(1, abs=0.01)
