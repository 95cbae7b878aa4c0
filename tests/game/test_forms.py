"""Rules as data: totals, names of announcements, the plain form of a rule set."""

import json
from dataclasses import replace

import pytest

from barbu_arena.game.cards import CARD_CODES
from barbu_arena.game.contracts import TrickContract, announcements, scoring_cards
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.rules_form import rules_form
from tests.game.positions import domino_contract, hand, preset, trick_contract
from tests.game.variations import SHIPPED

NOTHING = (0,) * 13
NO_CARDS = (0,) * 52


def form_of(contract: TrickContract) -> object:
    rules = replace(preset("modern"), contracts=(contract,))
    contracts = rules_form(rules)["contracts"]
    assert isinstance(contracts, dict)
    return contracts[contract.name]


def worth(points: dict[str, int]) -> tuple[int, ...]:
    """Return the points of the cards by name, the others being worth nothing."""
    return tuple(points.get(card, 0) for card in CARD_CODES)


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_form_is_made_of_what_json_knows(name: str) -> None:
    form = rules_form(preset(name))
    assert json.loads(json.dumps(form)) == form
    assert list(form) == ["name", "first_lead", "rotation", "choice", "contracts", "doubling"]
    assert form["name"] == name


def test_the_form_of_classic_is_that_of_its_file() -> None:
    assert rules_form(preset("classic")) == {
        "name": "classic",
        "first_lead": "left",
        "rotation": "block",
        "choice": "free",
        "contracts": {
            "no_tricks": {"tricks": -2, "duties": ["follow_suit"]},
            "no_hearts": {
                "cards": {"H": -2, "AH": -6},
                "duties": ["follow_suit", "lead_no_unbroken_heart"],
            },
            "no_queens": {"cards": {"Q": -6}, "duties": ["follow_suit"], "stop": "captured"},
            "no_king": {
                "cards": {"KH": -20},
                "duties": ["follow_suit", "lead_no_unbroken_heart"],
                "stop": "captured",
            },
            "no_last_two": {"tricks": {"12": -10, "13": -20}, "duties": ["follow_suit"]},
            "trumps": {
                "tricks": 5,
                "duties": ["follow_suit", "beat_led_trump"],
                "trump": ["S", "H", "D", "C"],
            },
            "domino": {"places": [45, 20, 5, -5], "start": ["7"], "opens": "7D"},
        },
        "doubling": {
            "negative": "anyone",
            "positive": "anyone",
            "stakes": [0, 1, 2],
            "quota": 2,
            "quota_mode": "penalty",
            "quota_penalty": 10,
        },
    }


def test_the_form_of_simple_says_that_there_are_no_doubles_and_any_start() -> None:
    form = rules_form(preset("simple"))
    assert form["doubling"] == "none"
    contracts = form["contracts"]
    assert isinstance(contracts, dict)
    assert contracts["domino"] == {
        "places": [45, 20, 10, -10],
        "start": "any",
        "opens": "declarer",
    }
    assert contracts["no_last_two"]["tricks"] == {"12": -12, "13": -12}
    assert contracts["trumps"]["trump"] == ["S", "H", "D", "C", "-"]


def test_a_forced_quota_has_no_penalty_in_its_form() -> None:
    doubling = rules_form(preset("modern"))["doubling"]
    assert isinstance(doubling, dict)
    assert "quota_penalty" not in doubling


@pytest.mark.parametrize(
    ("points", "form"),
    [
        pytest.param({"KH": -20}, {"KH": -20}, id="one-card"),
        pytest.param({"QS": -6, "QH": -6, "QD": -6, "QC": -6}, {"Q": -6}, id="the-four-of-a-rank"),
        pytest.param({f"{rank}H": -2 for rank in "23456789TJQKA"}, {"H": -2}, id="a-suit"),
        pytest.param(
            {f"{rank}H": -2 for rank in "23456789TJQK"}, {"H": -2, "AH": 0}, id="all-but-one"
        ),
        pytest.param(
            {f"{rank}H": -2 for rank in "23456789TJQKA"} | dict.fromkeys(("QS", "QD", "QC"), -6),
            {"Q": -6, "H": -2, "QH": -2},
            id="a-rank-and-a-suit-meet",
        ),
        pytest.param(
            {f"{rank}H": -2 for rank in "23456789TJKA"} | {"QS": -6, "QD": -6, "QC": -6, "QH": -8},
            {"Q": -6, "H": -2, "QH": -8},
            id="and-add-up",
        ),
    ],
)
def test_the_form_of_card_points_is_the_shortest(
    points: dict[str, int], form: dict[str, int]
) -> None:
    contract = TrickContract("c", NOTHING, worth(points))
    assert form_of(contract) == {"cards": form, "duties": ["follow_suit"]}


def test_the_form_tells_points_by_trick_once_or_by_number() -> None:
    assert form_of(TrickContract("c", (-2,) * 13, NO_CARDS)) == {
        "tricks": -2,
        "duties": ["follow_suit"],
    }
    assert form_of(TrickContract("c", (3, *NOTHING[1:]), NO_CARDS)) == {
        "tricks": {"1": 3},
        "duties": ["follow_suit"],
    }


# Contracts


def test_the_scoring_cards_are_those_worth_anything() -> None:
    assert scoring_cards(trick_contract(preset("modern"), "no_queens")) == hand("QS QH QD QC")
    assert scoring_cards(trick_contract(preset("modern"), "no_king")) == hand("KH")
    assert scoring_cards(trick_contract(preset("modern"), "trumps")) == 0


@pytest.mark.parametrize(
    ("name", "totals", "block"),
    [
        ("modern", (-26, -24, -30, -30, -20, 65, 65), 0),
        ("simple", (-20, -34, -24, -24, -26, 65, 65), 2),
        ("simple-balanced", (-20, -36, -24, -24, -26, 65, 65), 0),
        ("classic", (-26, -30, -24, -20, -30, 65, 65), 0),
        ("classic-salade", (-26, -30, -24, -20, -30, 65, 65, -130), -130),
    ],
)
def test_totals_follow_from_the_tables(name: str, totals: tuple[int, ...], block: int) -> None:
    rules = preset(name)
    assert tuple(contract.total for contract in rules.contracts) == totals
    assert rules.block_total == block
    assert rules.deals == 4 * rules.block_length == 4 * len(totals)


def ways(rules: RuleSet) -> list[str]:
    return [way.name for way in rules.announcements]


def test_announcements_come_in_the_order_of_the_rules_suits_and_ranks() -> None:
    simple = preset("simple")
    assert ways(simple) == [
        *("no_king", "no_hearts", "no_queens", "no_last_two", "no_tricks"),
        *("trumps:S", "trumps:H", "trumps:D", "trumps:C", "trumps:-"),
        *(f"domino:{rank}" for rank in "23456789TJQKA"),
    ]
    assert simple.announcement_codes == {name: code for code, name in enumerate(ways(simple))}
    assert [way.trump for way in simple.announcements[5:10]] == ["S", "H", "D", "C", None]
    assert [way.start for way in simple.announcements[10:]] == list("23456789TJQKA")
    assert simple.contract_masks == (1, 2, 4, 8, 16, 0b11111 << 5, 0b1111111111111 << 10)


def test_the_order_of_a_file_does_not_change_that_of_suits_and_ranks() -> None:
    trumps = replace(trick_contract(preset("simple"), "trumps"), trumps=("-", "C", "S"))
    assert [way.name for way in announcements(trumps)] == ["trumps:S", "trumps:C", "trumps:-"]
    domino = replace(domino_contract(preset("simple")), starts=("A", "2", "T"))
    assert [way.name for way in announcements(domino)] == ["domino:2", "domino:T", "domino:A"]


def test_every_duty_has_its_name_and_its_words() -> None:
    assert {name: duty.binds_leader for name, duty in DUTIES.items()} == {
        "follow_suit": False,
        "lead_no_heart": True,
        "lead_no_unbroken_heart": True,
        "win_with_trump": False,
        "beat_led_trump": False,
        "ruff": False,
        "overruff": False,
    }
    assert all(duty.name == name and duty.prose for name, duty in DUTIES.items())
