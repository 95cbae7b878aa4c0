"""The rule sets that ship, against figures typed by hand from rules.md and the seeds."""

from dataclasses import replace
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.cards import CARD_CODES, CARD_NAMES, RANKS
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.rules import Doubling, RuleSet

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
    "classic-king-30": (CLASSIC, [-26, -30, -24, -30, -30, 65, 65], -10),
    "classic-queens-8": (CLASSIC, [-26, -30, -32, -20, -30, 65, 65], -8),
    "classic-ace-4": (CLASSIC, [-26, -28, -24, -20, -30, 65, 65], 2),
    "classic-forced": (CLASSIC, [-26, -30, -24, -20, -30, 65, 65], 0),
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
    forced = replace(classic.doubling, quota_mode="forced", quota_penalty=0)
    changed("classic-forced", classic, doubling=forced)
    for name, where, worth_now in (
        ("classic-king-30", "no_king", {"KH": -30}),
        ("classic-queens-8", "no_queens", dict.fromkeys(("QS", "QH", "QD", "QC"), -8)),
        ("classic-ace-4", "no_hearts", {f"{rank}H": -2 for rank in RANKS} | {"AH": -4}),
    ):
        points = tuple(worth_now.get(card, 0) for card in CARD_NAMES)
        changed(name, classic, contracts=with_contract(classic, where, card_points=points))
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
