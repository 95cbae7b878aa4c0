"""Every key of a rules file, by a play in which its value matters.

Each test writes rules files that differ in one value, and plays. The keys of a contract are in
`test_every_contract_key.py`, those of `doubling` in `test_every_doubling_key.py`.
"""

from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.deal import Deal
from barbu_arena.game.rules_form import rules_form
from tests.game.positions import (
    announced,
    answers,
    deal_of,
    finish_deal,
    give,
    session_of,
)
from tests.rules.house_rules import NO_DOUBLES, Written, known_keys

COVERED = "name extends first_lead rotation choice contracts doubling"
"""The last two have tests of their own files, besides those here of contracts added or gone."""


def test_there_are_no_other_keys(written: Written) -> None:
    assert known_keys(written, "unknown: 1") == COVERED


@pytest.mark.parametrize("name", ["friday", "sunday"])
def test_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(f"name: {name}\nextends: modern\n", encoding="utf-8")
    # A bot is told this form.
    assert rules_form(load_rules("r.yaml", tmp_path))["name"] == name


@pytest.mark.parametrize(
    ("base", "first", "calls"), [("modern", 2, True), ("simple", 2, False), ("classic", 3, True)]
)
def test_extends(base: str, first: int, calls: bool, written: Written) -> None:
    deal = announced(deal_of(written(f"extends: {base}\n"), declarer=2), "no_tricks")
    assert (len(answers(deal)) == 8 and "-" in answers(deal)) == calls
    assert _to_the_play(deal).seat == first


def _to_the_play(deal: Deal) -> Deal:
    while deal.play is None:
        give(deal, "-")
    return deal


@pytest.mark.parametrize(("first_lead", "first"), [("declarer", 2), ("left", 3)])
def test_first_lead(first_lead: str, first: int, written: Written) -> None:
    rules = written(f"extends: modern\nfirst_lead: {first_lead}\n")
    for contract in ("no_tricks", "trumps"):
        assert _to_the_play(announced(deal_of(rules, declarer=2), contract)).seat == first
    # In Domino `opens` says who begins.
    assert _to_the_play(announced(deal_of(rules, declarer=2), "domino:7")).seat == 2


@pytest.mark.parametrize(
    ("rotation", "declarers"), [("block", "0011 2233"), ("each_deal", "0123 0123")]
)
def test_rotation(rotation: str, declarers: str, written: Written) -> None:
    rules = written(f"{SHORT}rotation: {rotation}\nchoice: free\n")
    session = session_of(rules)
    seen = []
    while session.deal is not None:
        seen.append(session.deal.declarer)
        finish_deal(session, {})
    assert "".join(map(str, seen)) == declarers.replace(" ", "")


SHORT = """\
first_lead: declarer
contracts: {two: {tricks: -2}, one: {tricks: -1}}
doubling: none
"""


@pytest.mark.parametrize(("choice", "offered"), [("free", ["two", "one"]), ("fixed", ["two"])])
def test_choice(choice: str, offered: list[str], written: Written) -> None:
    session = session_of(written(f"{SHORT}rotation: block\nchoice: {choice}\n"))
    assert session.deal is not None
    assert answers(session.deal) == offered
    finish_deal(session, {}, offered[-1])
    assert session.deal is not None
    assert answers(session.deal) == (["two"] if choice == "free" else ["one"])


@pytest.mark.parametrize(
    ("entry", "deals", "total"),
    [("{}", 28, 0), ("{domino: none}", 24, -260), ("{domino: none, no_king: none}", 20, -180)],
)
def test_contracts_none(entry: str, deals: int, total: int, written: Written) -> None:
    session = session_of(written(f"extends: modern\n{NO_DOUBLES}contracts: {entry}\n"))
    assert session.deal is not None
    assert ("domino:7" in answers(session.deal)) == ("domino" not in entry)
    number = 0
    while session.deal is not None:
        finish_deal(session, {})
        number += 1
    assert (number, sum(session.scores)) == (deals, total)


@pytest.mark.parametrize(("added", "deals"), [("", 28), ("more: {tricks: 1}", 32)])
def test_contracts_added(added: str, deals: int, written: Written) -> None:
    session = session_of(written(f"extends: modern\n{NO_DOUBLES}contracts: {{{added}}}\n"))
    assert session.deal is not None
    assert ("more" in answers(session.deal)) == bool(added)
    assert session.rules.deals == deals
