"""A session as a player would write it down."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import DealRecord, FaultEntry, SessionRecord, record_fields
from barbu_arena.referee.record_reader import read_record
from barbu_arena.report.grid import render
from barbu_arena.report.ink import Ink
from barbu_arena.report.session_fields import session_fields
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
        words = re.sub("[*>]", " ", one).split()
        assert all(words.count(card) >= deal.plays.count(card) for card in set(deal.plays))
    totals = text.splitlines()[-1]
    assert totals.split() == ["total", *(f"{total:+}" for total in record.totals)]


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_the_winner_of_a_trick_leads_the_next(record: SessionRecord, rules: RuleSet) -> None:
    for deal in record.deals:
        lines = trick_rows(session_text(record, rules, deal.deal))
        for before, after in pairwise(lines):
            assert winner(before) == leader(after)
        if lines:
            raw = [0, 0, 0, 0]
            for line in lines:
                raw[winner(line)] += int(line[70:] or 0)
            assert tuple(raw) == deal.raw


def trick_rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("trick ")]


def cells(line: str, width: int = 15) -> list[str]:
    """Return what stands below each of the four names."""
    return [line[10 + seat * width : 10 + (seat + 1) * width].rstrip() for seat in range(4)]


def winner(line: str) -> int:
    return next(seat for seat, cell in enumerate(cells(line)) if cell.endswith("*"))


def leader(line: str) -> int:
    return next(seat for seat, cell in enumerate(cells(line)) if cell.startswith(">"))


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_a_domino_row_by_row(record: SessionRecord, rules: RuleSet) -> None:
    """Read back: the rows hold all turns in their order, and the suits as far as they reach."""
    for deal in record.deals:
        if deal.start is None:
            continue
        text = session_text(record, rules, deal.deal)
        lines = [line for line in text.splitlines() if line.startswith("round ")]
        played = []
        first = leader_of_round(lines[0])
        for line in lines:
            row = cells(line, 11)
            for place in range(4):
                cell = row[(first + place) % 4].strip(" >")
                played += [cell[:2]] if cell else []
            for suit, shown in zip("SHDC", line[54:].split(), strict=True):
                ranks = sorted("23456789TJQKA".index(card[0]) for card in played if card[1] == suit)
                ends = ["23456789TJQKA"[rank] for rank in ranks[:1] + ranks[-1:]]
                assert shown == ("-".join(dict.fromkeys(ends)) or ".")
        assert tuple(played) == deal.plays
        out = [
            cell for line in lines for cell in cells(line, 11) if cell.endswith(("st", "nd", "rd"))
        ]
        assert len(out) == 3


def leader_of_round(line: str) -> int:
    return next(seat for seat, cell in enumerate(cells(line, 11)) if cell.startswith(">"))


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
    first, second = trick_rows(text)
    assert "3H*" in first
    assert "AD*" in second


def test_the_lines_below_a_deal() -> None:
    record, rules = records("modern")[0]
    deal = record.deals[5]
    lines = session_text(record, rules, deal.deal).splitlines()[-5:]
    before = [sum(d.adjusted[seat] for d in record.deals[:6]) for seat in range(4)]
    moved = [after - raw for raw, after in zip(deal.raw, deal.adjusted, strict=True)]
    assert [line.split() for line in lines] == [
        [word for seat, bot in enumerate(record.bots) for word in (str(seat), bot)],
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
    said = f"calls: {b} doubles {a}, {c} doubles {a} and {d}, {d} passes, {a} doubles {b} and {c}"
    assert said in " ".join(text.split())
    assert "doubles\n" not in text


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


def test_a_bot_on_two_seats_is_told_apart_by_them() -> None:
    record, rules = records("modern")[0]
    deal = replace(record.deals[0], calls=((1, (0,)), (2, ()), (3, ()), (0, (1,))))
    twice = replace(record, bots=("ann", "ann", "ben", "ben"), deals=(deal,))
    text = session_text(twice, rules)
    assert "deal 1: 0 ann declares" in text
    assert "calls: 1 ann doubles 0 ann, 2 ben passes, 3 ben passes, 0 ann doubles 1 ann\n" in text


def test_transfers_say_who_paid_whom_for_which_double() -> None:
    record, rules = records("modern")[0]
    a, b, c, d = record.bots
    deal = replace(
        deal_with(record, contract="no_tricks"),
        calls=((1, (0,)), (2, (3,)), (3, ()), (0, (1,))),
        declarer=0,
        raw=(-6, -10, -10, 0),
    )
    lines = session_text(replace(record, deals=(deal,)), rules).splitlines()
    start = lines.index("transfers:")
    assert [line.split() for line in lines[start + 1 : start + 4]] == [
        f"1 {b} pays 0 {a} 4 1 doubled 0, voluntary".split(),
        f"2 {c} pays 3 {d} 10 2 doubled 3, voluntary".split(),
        f"1 {b} pays 0 {a} 4 0 redoubled 1".split(),
    ]


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_transfers_make_the_adjusted_scores(record: SessionRecord, rules: RuleSet) -> None:
    for deal in record.deals:
        scores = list(deal.raw)
        for line in session_text(record, rules, deal.deal).splitlines():
            found = re.match(r"  (\d) \S+ +pays (\d) \S+ +(\d+)   ", line)
            if found:
                payer, taker, points = map(int, found.groups())
                scores[payer] -= points
                scores[taker] += points
        assert tuple(scores) == deal.adjusted


@pytest.mark.parametrize("rules", ["modern", "simple", "classic"])
def test_it_fits_a_terminal_whatever_the_names(rules: str) -> None:
    players = [FaultyPlayer({3: "illegal"})]
    record = played_session(rules=load_rules(rules), players=players)
    named = replace(record, bots=tuple(letter * 32 for letter in "abcd"))
    for line in session_text(named, load_rules(rules)).splitlines():
        assert len(line) <= 80
        for pair in ("ab", "bc", "cd", "dc", "ba"):
            assert pair not in line


def test_names_in_the_title_are_whole() -> None:
    record = replace(played_session(), bots=tuple(letter * 32 for letter in "abcd"))
    text = session_text(record, load_rules("modern"), 1)
    assert all(letter * 32 in text for letter in "abcd")


# Colours


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_colours_change_nothing_but_colours(record: SessionRecord, rules: RuleSet) -> None:
    plain = session_text(record, rules)
    painted = session_text(record, rules, ink=Ink(coloured=True))
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]+m", "", painted) == plain


def test_each_suit_has_its_colour() -> None:
    record, rules = records("modern")[0]
    painted = session_text(record, rules, ink=Ink(coloured=True))
    cards = re.findall(r"\x1b\[([0-9;]+)m([2-9TJQKA])([HDC])\*?\x1b\[0m", painted)
    colours = {suit: {codes.split(";")[0] for codes, _, s in cards if s == suit} for suit in "HDC"}
    assert colours == {"H": {"31"}, "D": {"33"}, "C": {"32"}}
    assert re.search(r"[ >][2-9TJQKA]S ", painted)


def test_a_name_like_a_card_is_no_card() -> None:
    record = replace(played_session(), bots=("KH", "QD", "2C", "AS"))
    painted = session_text(record, load_rules("modern"), 1, Ink(coloured=True))
    assert "calls: QD passes, 2C passes, AS passes, KH passes\n" in painted


# For machines


@pytest.mark.parametrize(("record", "rules"), EVERY, ids=IDS)
def test_json_holds_the_record_and_what_follows_from_it(
    record: SessionRecord, rules: RuleSet
) -> None:
    fields = session_fields(record, rules, None)
    expected = record_fields(record)
    for deal, right in zip(fields["deals"], expected["deals"], strict=True):
        assert {key: deal[key] for key in right} == right
        adjusted = list(deal["raw"])
        for transfer in deal["transfers"]:
            adjusted[transfer["seat"]] += transfer["points"]
            adjusted[transfer["target"]] -= transfer["points"]
        assert adjusted == deal["adjusted"]
        if "start" in deal:
            assert " ".join(card or "--" for _, card in deal["turns"]) == deal["plays"]
        else:
            cards = [card for trick in deal["tricks"] for card in trick["cards"]]
            assert " ".join(cards) == deal["plays"]
        assert session_fields(record, rules, deal["deal"]) == deal
    assert {key: fields[key] for key in expected if key != "deals"} == {
        key: value for key, value in expected.items() if key != "deals"
    }


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
