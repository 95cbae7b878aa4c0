"""The oracle against every case at hand: what it refuses or allows must be what the cases say."""

import json
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import oracle
from tests.oracle import CLASSIC, MODERN, SIMPLE, SIMPLE_BALANCED, OracleError, Rules

CASES = Path(__file__).parents[1] / "cases"
RULES = yaml.safe_load((CASES / "rules.yaml").read_text("utf-8"))
DEALS = yaml.safe_load((CASES / "deals.yaml").read_text("utf-8"))
GOOD = ("modern", "simple", "classic", "modern-with-faults")
SEED = "samples"


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def labelled(entries: list[Any]) -> list[Any]:
    return [pytest.param(entry, id=f"{entry['rules']}-{entry['id']}") for entry in entries]


def sessions(name: str, label: str) -> list[Any]:
    return [
        pytest.param(record, id=f"{label}-{record['round']}.{record['table']}.{record['seating']}")
        for record in lines(name)
    ]


def bad_sessions() -> list[Any]:
    reasons = (CASES / "sessions/bad.why.txt").read_text("utf-8").splitlines()
    pairs = zip(lines("sessions/bad.jsonl"), reasons, strict=True)
    return [
        pytest.param(record, reason.split(": ", 2)[2], id=f"line-{number}")
        for number, (record, reason) in enumerate(pairs, start=1)
    ]


def modern_session() -> dict[str, Any]:
    record: dict[str, Any] = lines("sessions/modern.jsonl")[0]
    return record


def signed(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "digest": oracle.digest(record)}


# Single cases


@pytest.mark.parametrize("case", labelled(RULES["plays"]))
def test_legal_plays(case: dict[str, Any]) -> None:
    legal = oracle.legal_plays(
        *(case["rules"], case["contract"], case["trump"], case["trick"], case["hand"]),
        hearts_played_before=case["hearts_played_before"],
    )
    assert legal == set(case["legal"])


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in RULES["trick_winners"]])
def test_trick_winner(case: dict[str, Any]) -> None:
    assert oracle.trick_winner(case["trick"], case["trump"]) == case["winner"]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in RULES["domino"]])
def test_domino_legal(case: dict[str, Any]) -> None:
    assert oracle.domino_legal(case["start"], case["table"], case["hand"]) == set(case["legal"])


@pytest.mark.parametrize("case", labelled(RULES["calls"]))
def test_legal_call(case: dict[str, Any]) -> None:
    legal = oracle.legal_call(
        *(case["rules"], case["contract"], case["declarer"], case["seat"]),
        doubles_before=case["doubles_before"],
        targets=case["call"],
        doubles_of_declarer_made=case["doubles_of_declarer_made"],
        deals_left=case["deals_left_in_block"],
    )
    assert legal is case["legal"]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in RULES["settlements"]])
def test_settle(case: dict[str, Any]) -> None:
    assert oracle.settle(case["raw"], case["doubles"]) == case["adjusted"]


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=f"{c['seed'] or 'empty'}-{c['set']}") for c in DEALS]
)
def test_deal_hands(case: dict[str, Any]) -> None:
    hands = oracle.deal_hands(case["seed"], case["set"], case["block"], case["index"])
    assert [oracle.write_hand(hand) for hand in hands] == case["hands"]


# The published deal, complete to trick 11


def completed(case: dict[str, Any]) -> list[str]:
    """Every way to play the two tricks that are left, South leading both."""
    unplayed = oracle.read_hands(case["hands"])
    for trick in case["tricks"]:
        for hand in unplayed:
            hand -= set(trick.split())
    order = [unplayed[seat] for seat in (2, 3, 0, 1)]
    return [
        " ".join([*case["tricks"], *(" ".join(t) for t in zip(*choice, strict=True))])
        for choice in product(*(permutations(hand) for hand in order))
    ]


@pytest.mark.parametrize("rules", [MODERN, SIMPLE, CLASSIC], ids=lambda r: r.name)
@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in RULES["deals"]])
def test_every_card_of_the_published_deal_is_legal(case: dict[str, Any], rules: Rules) -> None:
    hands = oracle.read_hands(case["hands"])
    leaders = [*case["leaders"], 2]
    for number, trick in enumerate(case["tricks"]):
        cards = trick.split()
        for turn, card in enumerate(cards):
            hand = hands[(leaders[number] + turn) % 4]
            assert card in oracle.legal_plays(rules, "trumps", "D", cards[:turn], hand, False)
            hand.remove(card)
        assert (leaders[number] + oracle.trick_winner(cards, "D")) % 4 == leaders[number + 1]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in RULES["deals"]])
def test_the_published_deal_scores_as_published(case: dict[str, Any]) -> None:
    deal = {name: case[name] for name in ("contract", "trump", "declarer", "hands", "calls")}
    endings = completed(case)
    assert len(endings) == 16
    for plays in endings:
        raw, adjusted = oracle.play_out("modern", {**deal, "plays": plays})
        assert (raw, adjusted) == (case["raw"], case["adjusted"])


# Whole sessions


@pytest.mark.parametrize(
    "record", [record for name in GOOD for record in sessions(f"sessions/{name}.jsonl", name)]
)
def test_a_good_session_is_accepted(record: dict[str, Any]) -> None:
    oracle.check_session(record["rules"], record)
    oracle.check_session(record["rules"], record, SEED)


@pytest.mark.parametrize("record", sessions("league/sessions.jsonl", "league"))
def test_a_league_session_is_accepted(record: dict[str, Any]) -> None:
    oracle.check_session(record["rules"], record, "league")


@pytest.mark.parametrize("seed", [None, SEED], ids=["without-seed", "with-seed"])
@pytest.mark.parametrize(("record", "reason"), bad_sessions())
def test_a_bad_session_is_refused(record: dict[str, Any], reason: str, seed: str | None) -> None:
    with pytest.raises(OracleError) as refusal:
        oracle.check_session(record["rules"], record, seed)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("name", GOOD)
def test_hands_of_another_seed_are_refused(name: str) -> None:
    record = lines(f"sessions/{name}.jsonl")[0]
    with pytest.raises(OracleError, match="deal 1: hands are not of the seed"):
        oracle.check_session(name.removesuffix("-with-faults"), record, "another")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"record": 2}, "another version", id="version"),
        pytest.param({"rules": "classic"}, "rules 'classic'", id="rules"),
        pytest.param({"deals": []}, "deals", id="no-deals"),
        pytest.param({"quota_penalties": [0, -10, 0, 0]}, "quota penalties", id="quota"),
        pytest.param({"totals": [-5.0, 362, -71, -286]}, "totals", id="not-integers"),
        pytest.param({"note": ""}, "fields", id="unknown-field"),
    ],
)
def test_a_damaged_session_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(OracleError, match=reason):
        oracle.check_session("modern", signed({**modern_session(), **changes}), SEED)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"plays": ""}, "not legal", id="no-plays"),
        pytest.param({"contract": "salade"}, "not open", id="contract-of-no-menu"),
        pytest.param({"trump": "-"}, "not open", id="no-trump-in-modern"),
        pytest.param({"start": "7"}, "not open", id="start-beside-trump"),
        pytest.param({"calls": [[1, []], [3, []], [2, []], [0, []]]}, "out of turn", id="turns"),
        pytest.param({"calls": [[1, [0, 0]], [2, []], [3, []], [0, []]]}, "not legal", id="twice"),
        pytest.param({"hands": ["AKQ..."] * 4}, "whole pack", id="hands"),
    ],
)
def test_a_damaged_deal_is_refused(changes: dict[str, Any], reason: str) -> None:
    deal = modern_session()["deals"][1]
    assert oracle.play_out("modern", deal) == (deal["raw"], deal["adjusted"])
    with pytest.raises(OracleError, match=reason):
        oracle.play_out("modern", {**deal, **changes})


def test_plays_after_the_end_are_refused() -> None:
    deal = lines("sessions/simple.jsonl")[0]["deals"][0]
    assert deal["plays"] == "2C KH AC TC"
    with pytest.raises(OracleError, match="the deal ends after 4 cards"):
        oracle.play_out("simple", {**deal, "plays": deal["plays"] + " QC"})


# Variations


PACK = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]


def totals(rules: Rules) -> list[int]:
    """The points of each contract of the menu, all 13 tricks or four places together."""
    places = sum(oracle.domino_place_value(rules, place) for place in (1, 2, 3, 4))
    return [
        places
        if contract == "domino"
        else sum(
            oracle.trick_points(rules, contract, n + 1, PACK[4 * n : 4 * n + 4]) for n in range(13)
        )
        for contract in rules.contracts()
    ]


DEAR_CLASSIC = replace(CLASSIC, king_value=-30, queen_value=-8, ace_of_hearts_value=-4)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(MODERN, [-26, -24, -30, -30, -20, 65, 65], id="modern"),
        pytest.param(SIMPLE, [-20, -34, -24, -24, -26, 65, 65], id="simple"),
        pytest.param(SIMPLE_BALANCED, [-20, -36, -24, -24, -26, 65, 65], id="simple-balanced"),
        pytest.param(CLASSIC, [-26, -30, -24, -20, -30, 65, 65], id="classic"),
        pytest.param(
            replace(CLASSIC, without_trumps=True), [-26, -30, -24, -20, -30, 65], id="no-trumps"
        ),
        pytest.param(
            replace(CLASSIC, without_domino=True, salade=True),
            [-26, -30, -24, -20, -30, 65, -130],
            id="no-domino-salade",
        ),
        pytest.param(
            replace(DEAR_CLASSIC, salade=True),
            [-26, -28, -32, -30, -30, 65, 65, -146],
            id="all-three-values-salade",
        ),
    ],
)
def test_contract_totals(rules: Rules, expected: list[int]) -> None:
    assert totals(rules) == expected


@pytest.mark.parametrize(
    ("rules", "number", "trick", "points"),
    [
        pytest.param(CLASSIC, 5, ["KH", "QH", "2C", "3C"], -32, id="king-and-queen"),
        pytest.param(CLASSIC, 12, ["AH", "2C", "3C", "4C"], -18, id="ace-in-trick-12"),
        pytest.param(CLASSIC, 13, ["QS", "2C", "3C", "4C"], -28, id="queen-in-trick-13"),
        pytest.param(CLASSIC, 1, ["5S", "2C", "3C", "4C"], -2, id="plain"),
        pytest.param(DEAR_CLASSIC, 5, ["KH", "QH", "2C", "3C"], -44, id="dear-king-and-queen"),
    ],
)
def test_salade_adds_all_five(rules: Rules, number: int, trick: list[str], points: int) -> None:
    assert oracle.trick_points(replace(rules, salade=True), "salade", number, trick) == points


@pytest.mark.parametrize(
    ("rules", "made", "deals_left", "legal"),
    [
        pytest.param(replace(MODERN, quota=3), 0, 3, False, id="0-of-3-with-3-left"),
        pytest.param(replace(MODERN, quota=3), 1, 2, False, id="1-of-3-with-2-left"),
        pytest.param(replace(MODERN, quota=3), 2, 1, False, id="2-of-3-with-1-left"),
        pytest.param(replace(MODERN, quota=3), 0, 4, True, id="0-of-3-with-4-left"),
        pytest.param(replace(MODERN, quota=3), 1, 3, True, id="1-of-3-with-3-left"),
        pytest.param(replace(CLASSIC, quota_mode="forced"), 0, 2, False, id="classic-forced"),
        pytest.param(replace(MODERN, quota_mode="penalty"), 0, 1, True, id="modern-penalty"),
        pytest.param(replace(MODERN, no_doubles=True), 2, 7, False, id="no-calls-at-all"),
    ],
)
def test_when_a_pass_is_legal(rules: Rules, made: int, deals_left: int, legal: bool) -> None:
    verdict = oracle.legal_call(
        *(rules, "no_queens", 0, 1, [], []), doubles_of_declarer_made=made, deals_left=deals_left
    )
    assert verdict is legal


def test_who_opens_domino() -> None:
    hands = [{"2S"}, {"3S"}, {"7D"}, {"7C"}]
    assert oracle.domino_opener(MODERN, 1, hands) == 1
    assert oracle.domino_opener(SIMPLE, 1, hands) == 1
    assert oracle.domino_opener(CLASSIC, 1, hands) == 2
    assert oracle.domino_opener(replace(CLASSIC, any_seven=True), 0, hands) == 1


def test_a_session_whose_declarer_changes_every_deal() -> None:
    record = modern_session()
    turned = [record["deals"][7 * declarer + turn] for turn in range(7) for declarer in range(4)]
    deals = [{**deal, "deal": number} for number, deal in enumerate(turned, start=1)]
    each_deal = replace(MODERN, each_deal=True)
    oracle.check_session(each_deal, signed({**record, "deals": deals}), SEED)
    with pytest.raises(OracleError, match="deal 2: declarer"):
        oracle.check_session(each_deal, record, SEED)


def test_a_session_without_doubles() -> None:
    record = modern_session()
    deals = [
        {name: value for name, value in deal.items() if name != "calls"} | {"adjusted": deal["raw"]}
        for deal in record["deals"]
    ]
    sums = [sum(deal["raw"][seat] for deal in deals) for seat in range(4)]
    plain = signed({**record, "deals": deals, "totals": sums})
    oracle.check_session(replace(MODERN, no_doubles=True), plain, SEED)
    with pytest.raises(OracleError, match="deal 1: calls"):
        oracle.check_session(MODERN, plain, SEED)


def test_a_fixed_order_leaves_no_choice() -> None:
    record = modern_session()
    assert record["deals"][0]["contract"] == "domino"
    with pytest.raises(OracleError, match=r"deal 1: .*'domino'.* not open"):
        oracle.check_session(replace(MODERN, fixed_order=True), record, SEED)
