"""Rules files: presets against figures typed by hand, what is refused, and round trips."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules, preset_names, rules_from_form
from barbu_arena.game.cards import CARD_CODES, CARD_NAMES, RANKS
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.game.rules_form import rules_form

MODERN = "no_tricks no_queens no_last_two no_hearts no_king trumps domino"
CLASSIC = "no_tricks no_hearts no_queens no_king no_last_two trumps domino"
SIMPLE = "no_king no_hearts no_queens no_last_two no_tricks trumps domino"

# rules.md §1.5, with each contract's total; the last figure is that of the block.
TOTALS = {
    "modern": (MODERN, [-26, -24, -30, -30, -20, 65, 65], 0),
    "modern-fixed-order": (MODERN, [-26, -24, -30, -30, -20, 65, 65], 0),
    "modern-no-doubles": (MODERN, [-26, -24, -30, -30, -20, 65, 65], 0),
    "simple": (SIMPLE, [-20, -34, -24, -24, -26, 65, 65], 2),
    "simple-balanced": (SIMPLE, [-20, -36, -24, -24, -26, 65, 65], 0),
    "classic": (CLASSIC, [-26, -30, -24, -20, -30, 65, 65], 0),
    "classic-any-seven": (CLASSIC, [-26, -30, -24, -20, -30, 65, 65], 0),
    "classic-house-values": (CLASSIC, [-26, -28, -32, -30, -30, 65, 65], -16),
    "classic-no-domino": (CLASSIC[:-7], [-26, -30, -24, -20, -30, 65], -65),
    "classic-no-trumps": (
        CLASSIC.replace(" trumps", ""),
        [-26, -30, -24, -20, -30, 65],
        -65,
    ),
    "classic-overruff": (CLASSIC, [-26, -30, -24, -20, -30, 65, 65], 0),
    "classic-quota-3": (CLASSIC, [-26, -30, -24, -20, -30, 65, 65], 0),
    "classic-salade": (CLASSIC + " salade", [-26, -30, -24, -20, -30, 65, 65, -130], -130),
}


def contract(rules: RuleSet, name: str) -> Any:  # noqa: ANN401  of either kind
    return next(contract for contract in rules.contracts if contract.name == name)


def worth(rules: RuleSet, name: str) -> dict[str, int]:
    points = contract(rules, name).card_points
    return {card: points[CARD_CODES[card]] for card in CARD_NAMES if points[CARD_CODES[card]]}


def test_every_preset_has_its_figures() -> None:
    assert preset_names() == tuple(sorted(TOTALS))


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_a_presets_contracts_and_totals(name: str) -> None:
    rules = load_rules(name)
    names, totals, block = TOTALS[name]
    assert rules.name == name
    assert " ".join(contract.name for contract in rules.contracts) == names
    assert [contract.total for contract in rules.contracts] == totals
    assert rules.block_total == block


def test_modern_is_as_its_sources_say() -> None:
    rules = load_rules("modern")
    assert (rules.first_lead, rules.rotation, rules.choice) == ("declarer", "block", "free")
    assert rules.doubling == Doubling("anyone", "declarer", (0, 1, 2), 2, "forced", 0)
    assert contract(rules, "no_tricks") == TrickContract("no_tricks", (-2,) * 13, (0,) * 52)
    assert worth(rules, "no_queens") == {"QS": -6, "QH": -6, "QD": -6, "QC": -6}
    assert contract(rules, "no_last_two").trick_points == (0,) * 11 + (-10, -20)
    assert worth(rules, "no_hearts") == {f"{rank}H": -2 for rank in RANKS} | {"AH": -6}
    assert worth(rules, "no_king") == {"KH": -20}
    for name in ("no_hearts", "no_king"):
        assert contract(rules, name).duties == ("follow_suit", "lead_no_heart")
    stopping = [contract.name for contract in rules.contracts if _stops(contract)]
    assert stopping == ["no_queens", "no_hearts", "no_king"]
    trumps = contract(rules, "trumps")
    assert trumps.trick_points == (5,) * 13
    assert trumps.trumps == ("S", "H", "D", "C")
    assert trumps.duties == ("follow_suit", "win_with_trump")
    domino = DominoContract("domino", (45, 20, 5, -5), tuple(RANKS), "declarer")
    assert contract(rules, "domino") == domino


def _stops(contract: Contract) -> bool:
    return isinstance(contract, TrickContract) and contract.stops_when_captured


def test_simple_is_as_its_source_says() -> None:
    rules = load_rules("simple")
    assert rules.first_lead == "declarer"
    assert rules.doubling is None
    hearts = {f"{rank}H": -2 for rank in RANKS} | {f"{rank}H": -4 for rank in "TJKA"}
    assert worth(rules, "no_hearts") == hearts
    assert worth(load_rules("simple-balanced"), "no_hearts") == hearts | {"QH": -4}
    assert contract(rules, "no_last_two").trick_points == (0,) * 11 + (-12, -12)
    trumps = contract(rules, "trumps")
    assert trumps.trumps == ("S", "H", "D", "C", "-")
    assert trumps.duties == ("follow_suit", "ruff")
    assert contract(rules, "domino").places == (45, 20, 10, -10)


def test_classic_is_as_its_source_says() -> None:
    rules = load_rules("classic")
    assert rules.first_lead == "left"
    assert rules.doubling == Doubling("anyone", "anyone", (0, 1, 2), 2, "penalty", 10)
    for name in ("no_hearts", "no_king"):
        assert contract(rules, name).duties == ("follow_suit", "lead_no_unbroken_heart")
    stopping = [contract.name for contract in rules.contracts if _stops(contract)]
    assert stopping == ["no_queens", "no_king"]
    assert contract(rules, "trumps").duties == ("follow_suit", "beat_led_trump")
    assert contract(rules, "domino") == DominoContract("domino", (45, 20, 5, -5), ("7",), "7D")


def test_the_variations_change_what_they_say_and_nothing_else() -> None:
    classic, modern = load_rules("classic"), load_rules("modern")

    def changed(name: str, base: RuleSet, **changes: Any) -> None:  # noqa: ANN401
        assert load_rules(name) == replace(base, name=name, **changes)

    def with_contract(base: RuleSet, name: str, **changes: Any) -> tuple[Contract, ...]:  # noqa: ANN401
        return tuple(
            replace(contract, **changes) if contract.name == name else contract
            for contract in base.contracts
        )

    changed("modern-fixed-order", modern, choice="fixed")
    changed("modern-no-doubles", modern, doubling=None)
    assert classic.doubling is not None
    changed("classic-quota-3", classic, doubling=replace(classic.doubling, quota=3))
    overruff = ("follow_suit", "beat_led_trump", "overruff")
    changed(
        "classic-overruff", classic, contracts=with_contract(classic, "trumps", duties=overruff)
    )
    changed("classic-any-seven", classic, contracts=with_contract(classic, "domino", opens="left"))
    salade = contract(load_rules("classic-salade"), "salade")
    assert salade.trick_points == (-2,) * 11 + (-12, -22)
    assert salade.card_points[CARD_CODES["QH"]] == -8
    assert salade.card_points[CARD_CODES["KH"]] == -22
    assert not salade.stops_when_captured


# --- files ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(source: str, name: str = "r.yaml") -> RuleSet:
    Path(name).write_text(source)
    return load_rules(name)


def refused(source: str, name: str = "r.yaml") -> list[str]:
    with pytest.raises(ConfigError) as raised:
        load(source, name)
    return str(raised.value).splitlines()


HEAD = "name: r\nextends: modern\n"


def refused_contract(entry: str) -> list[str]:
    """The problems of one contract, without what stands before its own place."""
    lines = refused(f"{HEAD}contracts:\n  c: {entry}\n")
    assert all(line.startswith("r.yaml:4:") for line in lines)
    return [line.removeprefix("r.yaml:4:") for line in lines]


def test_a_file_may_extend_a_preset(folder: Path) -> None:
    rules = load(
        f"{HEAD}rotation: each_deal\ncontracts:\n  no_queens: {{cards: {{Q: -8}}}}\n"
        "  domino: none\n  last: {tricks: {'13': -20}}\ndoubling: {quota_mode: penalty, "
        "quota_penalty: 5}\n"
    )
    modern = load_rules("modern")
    names = [contract.name for contract in rules.contracts]
    assert names == [*MODERN.split()[:-1], "last"]
    assert contract(rules, "no_queens").total == -32
    assert contract(rules, "no_hearts") == contract(modern, "no_hearts")
    assert rules.rotation == "each_deal"
    assert rules.doubling == Doubling("anyone", "declarer", (0, 1, 2), 2, "penalty", 5)


def test_a_file_may_extend_another_by_a_path_relative_to_it(folder: Path) -> None:
    Path("deep").mkdir()
    Path("deep/base.yaml").write_text("name: base\nextends: classic\nfirst_lead: declarer\n")
    rules = load("name: r\nextends: deep/base.yaml\ndoubling: {quota_mode: forced}\n")
    assert rules.first_lead == "declarer"
    assert rules.doubling == Doubling("anyone", "anyone", (0, 1, 2), 2, "forced", 0)
    assert load_rules("base.yaml", folder / "deep").name == "base"


def test_a_circle_of_files_is_refused(folder: Path) -> None:
    Path("b.yaml").write_text("name: b\nextends: ./r.yaml\n")
    assert refused("name: r\nextends: b.yaml\n") == [
        "r.yaml:2:10: extends: b.yaml:2:10: extends: expected files without a circle, "
        "got one: r.yaml extends b.yaml extends r.yaml"
    ]


def test_a_name_that_is_no_preset(folder: Path) -> None:
    presets = ", ".join(preset_names())
    with pytest.raises(ConfigError) as raised:
        load_rules("clasic")
    assert str(raised.value) == (
        f"expected a preset ({presets}) or the path of a rules file, got 'clasic'; "
        "did you mean classic?"
    )
    with pytest.raises(ConfigError, match=r"^none\.yaml: expected a YAML file, got no such file$"):
        load_rules("none.yaml")
    with pytest.raises(ConfigError, match=r"got 'a/\\x00b'$"):
        load_rules("a/\0b")


def test_a_file_that_extends_nothing_has_every_key(folder: Path) -> None:
    assert refused("contracts: {a: {tricks: 1}}\ndoubling: {quota: 1}\n") == [
        "r.yaml:1:1: name: expected the name of the rule set, got nothing",
        "r.yaml:1:1: first_lead: expected declarer or left, got nothing",
        "r.yaml:1:1: rotation: expected block or each_deal, got nothing",
        "r.yaml:1:1: choice: expected free or fixed, got nothing",
        "r.yaml:2:11: doubling.negative: expected anyone or declarer, got nothing",
        "r.yaml:2:11: doubling.positive: expected anyone or declarer, got nothing",
        "r.yaml:2:11: doubling.stakes: expected a list of 3 numbers, got nothing",
        "r.yaml:2:11: doubling.quota_mode: expected forced or penalty, got nothing",
    ]


def test_all_problems_of_a_file_are_told_at_once_in_order(folder: Path) -> None:
    source = """\
name: no
extends: modrn
first_lead: dealer
rotaton: block
choice: Free
contracts:
  Tricks: {tricks: 1}
  a: {tricks: -2, dutys: []}
  b: {cards: {Q: -6, 10: -1}, duties: [follow_suit, lead_no_hart]}
  c: {places: [45, 20, 5], start: any, open: left}
doubling: {negative: all, stakes: [0, 1, 2.5], quota: -1, quota_mode: no}
"""
    presets = ", ".join(preset_names())
    duties = ", ".join(DUTIES)
    rank = "a rank (23456789TJQKA), a suit (SHDC) or a card such as KH"
    assert refused(source) == [
        "r.yaml:1:7: name: expected text, got the truth value no; put it in quotes",
        f"r.yaml:2:10: extends: expected a preset ({presets}) or the path of a rules file, "
        "got 'modrn'; did you mean modern?",
        "r.yaml:3:13: first_lead: expected one of declarer, left, got 'dealer'; "
        "did you mean declarer?",
        "r.yaml:4:1: rotaton: expected one of the keys name, extends, first_lead, rotation, "
        "choice, contracts, doubling, got an unknown one; did you mean rotation?",
        "r.yaml:5:9: choice: expected one of free, fixed, got 'Free'; did you mean free?",
        "r.yaml:7:3: contracts.Tricks: expected the id of a contract, a-z first, then a-z, 0-9 "
        "and '_', at most 32, got 'Tricks'",
        "r.yaml:8:19: contracts.a.dutys: expected one of the keys tricks, cards, duties, stop, "
        "trump, got an unknown one; did you mean duties?",
        f"r.yaml:9:22: contracts.b.cards.10: expected {rank}, got '10'",
        f"r.yaml:9:53: contracts.b.duties[1]: expected one of {duties}, got 'lead_no_hart'; "
        "did you mean lead_no_heart?",
        "r.yaml:10:6: contracts.c.opens: expected declarer, left or a card, got nothing",
        "r.yaml:10:15: contracts.c.places: expected a list of 4 numbers, got a list of 3",
        "r.yaml:10:40: contracts.c.open: expected one of the keys places, start, opens, "
        "got an unknown one; did you mean opens?",
        "r.yaml:11:22: doubling.negative: expected one of anyone, declarer, got 'all'",
        "r.yaml:11:42: doubling.stakes[2]: expected a whole number from 0 to 10, "
        "got the number 2.5",
        "r.yaml:11:55: doubling.quota: expected a whole number from 0 to 32, got the number -1",
        "r.yaml:11:71: doubling.quota_mode: expected one of forced, penalty, "
        "got the truth value no",
    ]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            "{}",
            ["6: contracts.c: expected tricks, cards or places that are worth points, got none"],
        ),
        (
            "{tricks: 0}",
            ["6: contracts.c: expected tricks, cards or places that are worth points, got none"],
        ),
        ("5", ["6: contracts.c: expected a mapping, got the number 5"]),
        ("", ["5: contracts.c: expected a mapping, got nothing"]),
        (
            "none",
            ["6: contracts.c: expected the contract that it extends, got none there"],
        ),
        (
            "{tricks: {0: 1, 14: 1, x: 1, 13: y}}",
            [
                "16: contracts.c.tricks.0: expected the number of a trick, 1 to 13, got '0'",
                "22: contracts.c.tricks.14: expected the number of a trick, 1 to 13, got '14'",
                "29: contracts.c.tricks.x: expected the number of a trick, 1 to 13, got 'x'",
                "39: contracts.c.tricks.13: expected a whole number from -1000 to 1000, got 'y'",
            ],
        ),
        (
            "{tricks: 1001}",
            [
                "15: contracts.c.tricks: expected a whole number from -1000 to 1000, "
                "got the number 1001"
            ],
        ),
        (
            "{cards: {Q: -6, H: -2, kh: -1}}",
            [
                "29: contracts.c.cards.kh: expected a rank (23456789TJQKA), a suit (SHDC) "
                "or a card such as KH, got 'kh'; did you mean KH?"
            ],
        ),
        (
            "{cards: {Q: -6, H: -2}}",
            [
                "14: contracts.c.cards.QH: expected an entry for the card, got none: "
                "Q says -6 and H says -2"
            ],
        ),
        (
            "{tricks: 1, duties: [lead_no_heart, follow_suit]}",
            [
                "26: contracts.c.duties: expected follow_suit as the first duty, "
                "got lead_no_heart there"
            ],
        ),
        (
            "{tricks: 1, duties: []}",
            ["26: contracts.c.duties: expected follow_suit as the first duty, got an empty list"],
        ),
        (
            "{tricks: 1, duties: [follow_suit, lead_no_heart, lead_no_unbroken_heart]}",
            [
                "55: contracts.c.duties[2]: expected one of lead_no_heart, "
                "lead_no_unbroken_heart, got both"
            ],
        ),
        (
            "{tricks: 1, duties: [follow_suit, ruff, follow_suit]}",
            [
                "40: contracts.c.duties[1]: expected ruff only with a trump, got no trump suit",
                "46: contracts.c.duties[2]: expected each entry once, got follow_suit again",
            ],
        ),
        (
            '{tricks: 1, trump: ["-"], duties: [follow_suit, overruff]}',
            ["54: contracts.c.duties[1]: expected overruff only with a trump, got no trump suit"],
        ),
        (
            "{tricks: 1, trump: []}",
            ['25: contracts.c.trump: expected at least one of S, H, D, C and "-", got a list of 0'],
        ),
        (
            "{tricks: 1, trump: [S, S, N]}",
            ["32: contracts.c.trump[2]: expected one of S, H, D, C, -, got 'N'"],
        ),
        (
            "{tricks: 1, trump: [S, S]}",
            ["29: contracts.c.trump[1]: expected each entry once, got S again"],
        ),
        (
            "{tricks: 1, stop: captured}",
            [
                "24: contracts.c.stop: expected only where nothing but cards scores, "
                "got captured where no card scores"
            ],
        ),
        (
            "{tricks: 1, cards: {Q: 1}, stop: captured}",
            [
                "39: contracts.c.stop: expected only where nothing but cards scores, "
                "got captured where tricks score to the end"
            ],
        ),
        (
            "{cards: {Q: 1}, stop: early}",
            ["28: contracts.c.stop: expected captured, got 'early'"],
        ),
        (
            "{places: [1, 2, 3, x], start: [7, 10, 1], opens: 7X}",
            [
                "25: contracts.c.places[3]: expected a whole number from -1000 to 1000, got 'x'",
                "37: contracts.c.start[0]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 7; put it in quotes",
                "40: contracts.c.start[1]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 10",
                "44: contracts.c.start[2]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 1",
                "55: contracts.c.opens: expected declarer, left or a card such as 7D, got '7X'",
            ],
        ),
        (
            "{places: [1, 2, 3, 4], start: [], opens: left}",
            ["36: contracts.c.start: expected any or at least one rank, got a list of 0"],
        ),
        (
            "{places: [1, 2, 3, 4], start: Any, opens: left}",
            [
                "36: contracts.c.start: expected any or a list of ranks, got 'Any'; "
                "did you mean any?"
            ],
        ),
        (
            '{places: [1, 2, 3, 4], start: ["8", "8"], opens: 7D}',
            [
                "42: contracts.c.start[1]: expected each entry once, got 8 again",
                '55: contracts.c.opens: expected start: ["7"] with this card, got another',
            ],
        ),
        (
            "{places: [1, 2, 3, 4], tricks: 1, start: any, opens: 7D}",
            [
                "29: contracts.c.tricks: expected one of the keys places, start, opens, "
                "got an unknown one"
            ],
        ),
    ],
)
def test_a_contract_that_cannot_be_played(folder: Path, entry: str, expected: list[str]) -> None:
    assert refused_contract(entry) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            HEAD + "doubling: {quota_mode: penalty}\n",
            "r.yaml:3:11: doubling.quota_penalty: expected the points of a missing double, "
            "for quota_mode: penalty, got nothing",
        ),
        (
            HEAD + "doubling: {quota_penalty: 10}\n",
            "r.yaml:3:27: doubling.quota_penalty: expected only with quota_mode: penalty, "
            "got it with forced",
        ),
        (
            HEAD + "doubling: {quota: 8}\n",
            "r.yaml:3:19: doubling.quota: expected at most 7, the deals of a block, got 8",
        ),
        (
            HEAD + "doubling: {stakes: [1, 2]}\n",
            "r.yaml:3:20: doubling.stakes: expected a list of 3 numbers, got a list of 2",
        ),
        (
            HEAD + "doubling: nothing\n",
            "r.yaml:3:11: doubling: expected none or a mapping, got 'nothing'",
        ),
        (HEAD + "doubling:\n", "r.yaml:3:10: doubling: expected none or a mapping, got nothing"),
        (
            HEAD + f"contracts: {{{', '.join(f'{name}: none' for name in MODERN.split())}}}\n",
            "r.yaml:3:12: contracts: expected at least one contract, got none",
        ),
        (
            HEAD + f"contracts: {{{', '.join(f'c{i}: {{tricks: 1}}' for i in range(26))}}}\n",
            "r.yaml:3:12: contracts: expected at most 32, got 33",
        ),
        (
            "name: r\nextends: modern\ncontracts: [a]\n",
            "r.yaml:3:12: contracts: expected a mapping, got a list of 1",
        ),
        (
            "name: r\nextends: modern-no-doubles\ndoubling: {negative: anyone, positive: anyone, "
            "stakes: [0, 1, 2], quota: 0}\n",
            "r.yaml:3:11: doubling.quota_mode: expected forced or penalty, got nothing",
        ),
    ],
)
def test_a_rule_set_that_does_not_hold_together(folder: Path, source: str, expected: str) -> None:
    assert refused(source) == [expected]


# --- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_the_form_of_a_preset_reads_back_equal(name: str) -> None:
    rules = load_rules(name)
    assert rules_from_form(json.loads(json.dumps(rules_form(rules)))) == rules


def test_the_form_is_that_of_the_file() -> None:
    assert rules_form(load_rules("modern")) == {
        "name": "modern",
        "first_lead": "declarer",
        "rotation": "block",
        "choice": "free",
        "contracts": {
            "no_tricks": {"tricks": -2, "duties": ["follow_suit"]},
            "no_queens": {"cards": {"Q": -6}, "duties": ["follow_suit"], "stop": "captured"},
            "no_last_two": {"tricks": {"12": -10, "13": -20}, "duties": ["follow_suit"]},
            "no_hearts": {
                "cards": {"H": -2, "AH": -6},
                "duties": ["follow_suit", "lead_no_heart"],
                "stop": "captured",
            },
            "no_king": {
                "cards": {"KH": -20},
                "duties": ["follow_suit", "lead_no_heart"],
                "stop": "captured",
            },
            "trumps": {
                "tricks": 5,
                "duties": ["follow_suit", "win_with_trump"],
                "trump": ["S", "H", "D", "C"],
            },
            "domino": {"places": [45, 20, 5, -5], "start": "any", "opens": "declarer"},
        },
        "doubling": {
            "negative": "anyone",
            "positive": "declarer",
            "stakes": [0, 1, 2],
            "quota": 2,
            "quota_mode": "forced",
        },
    }


def test_a_form_that_is_wrong_is_named() -> None:
    form = rules_form(load_rules("modern"))
    with pytest.raises(ConfigError) as raised:
        rules_from_form({**form, "choice": "none"}, "m.json")
    assert "m.json:1:" in str(raised.value)
    assert str(raised.value).endswith("choice: expected one of free, fixed, got 'none'")
    with pytest.raises(
        ConfigError, match=r"^m\.json: extends: expected no such key here, got one$"
    ):
        rules_from_form({**form, "extends": "modern"}, "m.json")


POINTS = st.integers(-1000, 1000)
FEW = st.sampled_from((0, 0, 0, -2, -6, 5))


@st.composite
def trick_contracts(draw: st.DrawFn, name: str) -> TrickContract:
    every = st.tuples(*[draw(st.sampled_from((FEW, POINTS)))] * 13)
    same = FEW.map(lambda points: (points,) * 13)
    tricks = draw(st.one_of(same, every))
    by_rank = draw(st.lists(FEW, min_size=13, max_size=13))
    by_suit = draw(st.lists(FEW, min_size=4, max_size=4))
    own = draw(st.dictionaries(st.integers(0, 51), POINTS, max_size=6))
    cards = tuple(own.get(code, by_rank[code % 13] or by_suit[code // 13]) for code in range(52))
    trumps = tuple(draw(st.lists(st.sampled_from("SHDC-"), unique=True, max_size=5)))
    duties = [duty for duty in DUTIES if duty.startswith("lead")][: draw(st.integers(0, 1))]
    if set(trumps) - {"-"}:
        duties += draw(
            st.lists(st.sampled_from(("ruff", "overruff", "beat_led_trump")), unique=True)
        )
    if not any(tricks) and not any(cards):
        tricks = (1,) * 13
    stops = any(cards) and not any(tricks) and draw(st.booleans())
    return TrickContract(name, tricks, cards, ("follow_suit", *duties), trumps, stops)


@st.composite
def domino_contracts(draw: st.DrawFn, name: str) -> DominoContract:
    places = draw(st.tuples(POINTS, POINTS, POINTS, POINTS))
    starts = tuple(draw(st.lists(st.sampled_from(RANKS), unique=True, min_size=1)))
    if draw(st.booleans()):
        starts = tuple(RANKS)
    if len(starts) == 1 and draw(st.booleans()):
        return DominoContract(name, places, starts, starts[0] + draw(st.sampled_from("SHDC")))
    return DominoContract(name, places, starts, draw(st.sampled_from(("declarer", "left"))))


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    names = [f"c{i}" for i in range(draw(st.integers(1, 4)))]
    kinds = [draw(st.sampled_from((trick_contracts, domino_contracts))) for _ in names]
    contracts: tuple[Any, ...] = tuple(
        draw(kind(name)) for kind, name in zip(kinds, names, strict=True)
    )
    scope: Any = st.sampled_from(("anyone", "declarer"))
    stakes = draw(st.tuples(*[st.integers(0, 10)] * 3))
    mode: Any = draw(st.sampled_from(("forced", "penalty")))
    doubling = Doubling(
        draw(scope),
        draw(scope),
        stakes,
        draw(st.integers(0, len(names))),
        mode,
        draw(st.integers(1, 1000)) if mode == "penalty" else 0,
    )
    return RuleSet(
        draw(st.from_regex(r"[a-z][a-z0-9]{3,31}", fullmatch=True)),
        draw(st.sampled_from(("declarer", "left"))),
        draw(st.sampled_from(("block", "each_deal"))),
        draw(st.sampled_from(("free", "fixed"))),
        contracts,
        draw(st.sampled_from((None, doubling))),
    )


@given(rule_sets())
def test_the_form_of_any_rule_set_reads_back_equal(rules: RuleSet) -> None:
    form = rules_form(rules)
    read = rules_from_form(json.loads(json.dumps(form)))
    assert read == rules
    assert json.dumps(rules_form(read)) == json.dumps(form)
