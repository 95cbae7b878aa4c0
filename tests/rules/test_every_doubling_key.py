"""Every key of `doubling` in a rules file, by calls and scores in which its value matters."""

import pytest

from barbu_arena.game.deal import Ask
from barbu_arena.game.doubling import Scores
from tests.game.positions import (
    announced,
    call_position,
    deal_of,
    finish_deal,
    legal_calls,
    owed_now,
    session_of,
)
from tests.rules.house_rules import Written, known_keys

COVERED = "negative positive stakes quota quota_mode quota_penalty"

# Two contracts a block, one of them negative: a session of eight deals.
SHORT = """\
first_lead: declarer
rotation: block
choice: fixed
contracts: {loss: {tricks: -2}, gain: {tricks: 5}}
"""
EVERY_KEY = {
    "negative": "anyone",
    "positive": "anyone",
    "stakes": "[0, 1, 2]",
    "quota": "1",
    "quota_mode": "penalty",
    "quota_penalty": "10",
}


def with_keys(**changes: str) -> str:
    """Return a rules file with these values of the doubling; an empty one leaves the key out."""
    values = {key: value for key, value in (EVERY_KEY | changes).items() if value}
    return f"{SHORT}doubling: {{{', '.join(f'{key}: {values[key]}' for key in values)}}}\n"


def test_there_are_no_other_keys(written: Written) -> None:
    assert known_keys(written, "doubling: {unknown: 1}") == COVERED


@pytest.mark.parametrize(
    ("lines", "ask"),
    [(f"{SHORT}doubling: none\n", Ask.PLAY), (with_keys(), Ask.DOUBLE)],
    ids=["none", "a-mapping"],
)
def test_doubling(lines: str, ask: Ask, written: Written) -> None:
    for contract in ("loss", "gain"):
        assert announced(deal_of(written(lines)), contract).ask is ask


ANYONE = "- 0 2 3 0,2 0,3 2,3 0,2,3"


@pytest.mark.parametrize(("scope", "calls"), [("anyone", ANYONE), ("declarer", "- 0")])
@pytest.mark.parametrize(("key", "contract"), [("negative", "loss"), ("positive", "gain")])
def test_negative_and_positive(
    key: str, contract: str, scope: str, calls: str, written: Written
) -> None:
    rules = written(with_keys(**{key: scope}))
    assert legal_calls(call_position(rules, contract, 0, 1)) == calls
    other = "gain" if contract == "loss" else "loss"
    assert legal_calls(call_position(rules, other, 0, 1)) == ANYONE


@pytest.mark.parametrize(
    ("stakes", "single", "mutual"),
    [
        # Every trick is taken by the declarer, at -2: each gap is 26.
        ("[0, 1, 2]", (-52, 26, 0, 0), (-78, 52, 0, 0)),
        ("[0, 2, 3]", (-78, 52, 0, 0), (-104, 78, 0, 0)),
        ("[0, 0, 1]", (-26, 0, 0, 0), (-52, 26, 0, 0)),
        ("[0, 1, 1]", (-52, 26, 0, 0), (-52, 26, 0, 0)),
    ],
)
def test_stakes(stakes: str, single: Scores, mutual: Scores, written: Written) -> None:
    rules = written(with_keys(stakes=stakes))
    for doubles, scores in (([(1, 0)], single), ([(1, 0), (0, 1)], mutual)):
        deal = call_position(rules, "loss", 0, 0, [pair for pair in doubles if pair[0]])
        deal.apply(deal.names.index("1" if (0, 1) in doubles else "-"))
        while not deal.over:
            deal.apply(deal.legal.bit_length() - 1)
        assert deal.raw() == (-26, 0, 0, 0)
        assert deal.adjusted() == scores


@pytest.mark.parametrize("quota", [0, 1, 2])
@pytest.mark.parametrize("mode", ["forced", "penalty"])
def test_quota(quota: int, mode: str, written: Written) -> None:
    penalty = "10" if mode == "penalty" else ""
    rules = written(with_keys(quota=str(quota), quota_mode=mode, quota_penalty=penalty))
    session = session_of(rules)
    assert owed_now(session) == (0, quota, quota, quota)
    if mode == "penalty":
        while session.deal is not None:
            finish_deal(session, {})
        assert session.quota_penalties() == (-30 * quota,) * 4
        return
    for deals_left in (1, 2):
        deal = call_position(rules, "loss", 0, 1, made=0, deals_left=deals_left)
        assert ("-" in legal_calls(deal).split()) == (quota < deals_left)


@pytest.mark.parametrize(("mode", "first"), [("forced", "0"), ("penalty", "-")])
def test_quota_mode(mode: str, first: str, written: Written) -> None:
    penalty = "10" if mode == "penalty" else ""
    rules = written(with_keys(quota_mode=mode, quota_penalty=penalty))
    deal = call_position(rules, "loss", 0, 1, made=0, deals_left=1)
    assert legal_calls(deal).split()[0] == first
    session = session_of(rules)
    while session.deal is not None:
        finish_deal(session, {})
    assert session.quota_penalties() == ((0,) * 4 if mode == "forced" else (-30,) * 4)


@pytest.mark.parametrize("points", [1, 10, 25])
def test_quota_penalty(points: int, written: Written) -> None:
    session = session_of(written(with_keys(quota_penalty=str(points))))
    while session.deal is not None:
        finish_deal(session, {3: (0,)} if session.deal.declarer == 0 else {})
    assert session.quota_penalties() == (-3 * points, -3 * points, -3 * points, -2 * points)
