"""A session as a player would write it down."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import DealRecord, FaultEntry, SessionRecord
from barbu_arena.referee.record_reader import read_record
from barbu_arena.report.grid import render
from barbu_arena.report.session_text import hands_lines, session_text
from barbu_arena.report.sheets import hands_grid, problems_grid, session_grid
from tests.referee_alone import FaultyPlayer, played_session

SESSIONS = Path(__file__).parents[1] / "cases" / "sessions"
HANDS = ("AK.QJ.T987.65432", "QJT9876.AKT9.A.A", "5432..KQJ65.KQJT", ".8765432.432.987")


def records(name: str) -> list[tuple[SessionRecord, RuleSet]]:
    lines = (SESSIONS / f"{name}.jsonl").read_bytes().splitlines()
    return [(read_record(line), load_rules(name)) for line in lines]


EVERY = [pair for name in ("modern", "simple", "classic") for pair in records(name)]
IDS = [f"{record.rules} {record.session}" for record, _ in EVERY]


def test_four_hands_around_the_table() -> None:
    assert hands_lines(HANDS, ("ann", "ben", "cem", "dee")) == [
        "                 2 cem",
        "                 S 5432",
        "                 H –",
        "                 D KQJ65",
        "                 C KQJT",
        "1 ben                             3 dee",
        "S QJT9876                         S –",
        "H AKT9                            H 8765432",
        "D A                               D 432",
        "C A                               C 987",
        "                 0 ann",
        "                 S AK",
        "                 H QJ",
        "                 D T987",
        "                 C 65432",
    ]


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_every_deal_with_all_its_cards(record: SessionRecord, rules: RuleSet) -> None:
    text = session_text(record, rules)
    assert text.endswith("\n")
    for deal in record.deals:
        one = session_text(record, rules, deal.deal)
        assert f"deal {deal.deal}: {record.bots[deal.declarer]} declares {deal.contract}" in one
        body = one.split("\n\n", 1)[1].rstrip("\n")
        assert body in text
        words = one.replace("*", " ").split()
        assert all(words.count(card) >= deal.plays.count(card) for card in set(deal.plays))
    totals = text.splitlines()[-1]
    assert totals.split() == ["total", *(f"{total:+}" for total in record.totals)]


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_the_winner_of_a_trick_leads_the_next(record: SessionRecord, rules: RuleSet) -> None:
    for deal in record.deals:
        lines = [
            line.split()
            for line in session_text(record, rules, deal.deal).splitlines()
            if line.startswith("trick ")
        ]
        for before, after in pairwise(lines):
            starred = next(i for i, word in enumerate(before) if word.endswith("*"))
            assert before[starred - 1] == after[2]
            assert record.bots[int(after[2])] == before[-1]


def deal_with(record: SessionRecord, **wanted: object) -> DealRecord:
    return next(
        deal
        for deal in record.deals
        if all(getattr(deal, key) == value for key, value in wanted.items())
    )


def test_a_trump_beats_the_suit_led() -> None:
    record, rules = records("modern")[0]
    deal = replace(
        deal_with(record, contract="trumps"), trump="H", plays=("AS", "2H", "KS", "3H", "AD", "KD",
        "AC", "QD"),
    )  # fmt: skip
    text = session_text(replace(record, deals=(deal,)), rules)
    first, second = (line for line in text.splitlines() if line.startswith("trick "))
    assert "3H*" in first
    assert "AD*" in second


def test_the_lines_below_a_deal() -> None:
    record, rules = records("modern")[0]
    deal = record.deals[5]
    lines = session_text(record, rules, deal.deal).splitlines()[-5:]
    before = [sum(d.adjusted[seat] for d in record.deals[:6]) for seat in range(4)]
    moved = [after - raw for raw, after in zip(deal.raw, deal.adjusted, strict=True)]
    assert [line.split() for line in lines] == [
        list(record.bots),
        ["raw", *(f"{points:+}" for points in deal.raw)],
        ["doubles", *(f"{points:+}" for points in moved)],
        ["adjusted", *(f"{points:+}" for points in deal.adjusted)],
        ["session", *(f"{points:+}" for points in before)],
    ]


def test_without_doubles_nothing_is_said_of_them() -> None:
    record, rules = records("simple")[0]
    text = session_text(record, rules)
    assert "calls:" not in text
    assert "doubles" not in text
    assert "adjusted" not in text


def test_calls() -> None:
    record, rules = records("modern")[0]
    deal = replace(record.deals[0], calls=((1, (0,)), (2, (0, 3)), (3, ()), (0, (1, 2))))
    a, b, c, d = record.bots
    text = session_text(replace(record, deals=(deal,)), rules)
    assert (
        f"calls: {b} doubles {a}, {c} doubles {a} and {d}, {d} passes, {a} doubles {b} and {c}\n"
    ) in text


def test_faults_and_penalties() -> None:
    players = [
        FaultyPlayer({1: "timeout", 2: "illegal", 9: "timeout"}),
        FaultyPlayer({30: "crash"}),
    ]
    record = played_session(players=players)
    text = session_text(record, load_rules("modern"))
    faults = [line for line in text.splitlines() if line.startswith("fault: ")]
    assert faults == [
        f"fault: {record.bots[entry.seat]}, {entry.fault} at {entry.ask} {entry.n}"
        + (", retired" if entry.retired else "")
        for entry in record.faults
    ]
    assert ["faults", "-130", "-100", "+0", "+0"] in [line.split() for line in text.splitlines()]


def test_a_fault_before_the_first_deal() -> None:
    record = played_session()
    absent = replace(record, faults=(FaultEntry(0, 2, "hello", 0, "start", True),))
    text = session_text(absent, load_rules("modern"))
    assert text.endswith("fault: cem, start before the first deal, retired\n")


def test_a_fault_after_the_last_deal() -> None:
    record = played_session()
    pondered = replace(record, faults=(FaultEntry(28, 2, "bye", 0, "resource", True),))
    text = session_text(pondered, load_rules("modern"))
    assert text.endswith("fault: cem, resource after the last deal, retired\n")
    assert text.count("fault: ") == 1
    assert "fault: " not in session_text(pondered, load_rules("modern"), only=28)


def test_long_names_stay_apart() -> None:
    record = replace(played_session(), bots=tuple(letter * 32 for letter in "abcd"))
    for line in session_text(record, load_rules("modern")).splitlines():
        assert "ab" not in line
        assert "bc" not in line


# Sheets


def test_a_score_sheet() -> None:
    record, _ = records("modern")[0]
    lines = render(session_grid(record), "csv").splitlines()
    assert len(lines) == 29
    assert lines[0] == (
        "deal,declarer,contract,detail,raw_0,raw_1,raw_2,raw_3,"
        "adjusted_0,adjusted_1,adjusted_2,adjusted_3"
    )
    deal = record.deals[8]
    scores = map(str, (*deal.raw, *deal.adjusted))
    detail = deal.trump or deal.start or ""
    assert lines[9].split(",") == ["9", str(deal.declarer), deal.contract, detail, *scores]
    assert render(session_grid(record, 9), "csv").splitlines() == [lines[0], lines[9]]


def test_hands_as_a_table() -> None:
    assert render(hands_grid(HANDS), "csv") == (
        "seat,spades,hearts,diamonds,clubs\n0,AK,QJ,T987,65432\n1,QJT9876,AKT9,A,A\n"
        "2,5432,,KQJ65,KQJT\n3,,8765432,432,987\n"
    )


def test_problems_as_a_table() -> None:
    assert render(problems_grid(["s.jsonl:1: wrong"]), "csv") == "problem\ns.jsonl:1: wrong\n"
