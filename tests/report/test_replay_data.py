"""What the replay viewer reads: the record, and what the engine makes of it."""

from dataclasses import replace
from itertools import chain

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import FaultEntry, SessionRecord
from barbu_arena.report.replay_data import fault_text, replay_data
from tests.report_pages import CASES, records_of

EVERY = [
    (record, load_rules(record.rules))
    for name in ("modern", "simple", "classic", "modern-with-faults")
    for record in records_of(CASES / "sessions" / f"{name}.jsonl")
]
pairs = pytest.mark.parametrize(
    ("record", "rules"), EVERY, ids=[f"{record.rules} {record.session}" for record, _ in EVERY]
)


@pairs
def test_running_scores_end_in_the_totals(record: SessionRecord, rules: RuleSet) -> None:
    data = replay_data(record, rules)
    scores = [0, 0, 0, 0]
    for deal in data["deals"]:
        scores = [a + b for a, b in zip(scores, deal["adjusted"], strict=True)]
        assert list(deal["scores"]) == scores
    ends = zip(scores, data["quota"], data["penalties"], strict=True)
    assert [sum(parts) for parts in ends] == list(record.totals)


@pairs
def test_tricks_hold_the_cards_and_the_points(record: SessionRecord, rules: RuleSet) -> None:
    for deal, data in zip(record.deals, replay_data(record, rules)["deals"], strict=True):
        if "turns" in data:
            turns = list(chain.from_iterable(data["turns"]))
            assert [card or "--" for _, card, _ in turns] == list(deal.plays)
            assert [place for _, _, place in turns if place is not None] == [0, 1, 2]
            assert all(1 <= len(turn) <= 4 for turn in data["turns"])
        else:
            assert [card for _, cards, _, _ in data["tricks"] for card in cards] == list(deal.plays)
            raw = [0, 0, 0, 0]
            for _, _, winner, points in data["tricks"]:
                raw[winner] += points
            assert tuple(raw) == deal.raw


@pairs
def test_a_round_of_a_domino_is_once_around_the_table(
    record: SessionRecord, rules: RuleSet
) -> None:
    for data in replay_data(record, rules)["deals"]:
        for turns in data.get("turns", ()):
            places = [(seat - data["declarer"]) % 4 for seat, _, _ in turns]
            assert places == sorted(set(places))


@pairs
def test_doubles_move_what_they_are_worth(record: SessionRecord, rules: RuleSet) -> None:
    for deal, data in zip(record.deals, replay_data(record, rules)["deals"], strict=True):
        settled = list(deal.raw)
        for seat, target, _, margin, stake, points in data.get("doubles", ()):
            assert points == margin * stake
            settled[seat] += points
            settled[target] -= points
        assert tuple(settled) == deal.adjusted
        made = sum(len(targets) for _, targets in deal.calls or ())
        assert len(data.get("doubles", ())) == made


def test_faults_stand_at_their_deals() -> None:
    record, rules = EVERY[-1]
    data = replay_data(record, rules)
    found = {deal["deal"]: deal["faults"] for deal in data["deals"] if deal["faults"]}
    assert found == {
        2: ["seat 3: timeout at play 4"],
        5: ["seat 1: crash at double 1; retired for the session"],
    }
    assert data["faults"] == []


def test_a_bot_with_several_seats_is_told_by_them() -> None:
    record, rules = EVERY[-1]
    twice = replace(record, bots=("ann", "ben", "ben", "ann"))
    names = replay_data(twice, rules)["bots"]
    assert len(set(names)) == 4
    assert [name[-3:] for name in names] == ["ann", "ben", "ben", "ann"]


def test_faults_outside_the_deals() -> None:
    first = FaultEntry(0, 2, "hello", 0, "start", True)
    last = FaultEntry(28, 1, "bye", 0, "resource", True)
    assert fault_text(first) == "seat 2: start before the first deal; retired for the session"
    assert fault_text(last) == "seat 1: resource after the last deal; retired for the session"
