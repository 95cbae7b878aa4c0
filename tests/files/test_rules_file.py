"""Rules files: what extends what, and what is refused, with all problems at once."""

from pathlib import Path
from typing import Any

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.duties import DUTIES
from barbu_arena.game.rules import Doubling, RuleSet

MODERN = "no_tricks no_queens no_last_two no_hearts no_king trumps domino"


def contract(rules: RuleSet, name: str) -> Any:  # noqa: ANN401  of either kind
    return next(contract for contract in rules.contracts if contract.name == name)


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


def test_files_that_extend_each_other_without_end_are_refused(folder: Path) -> None:
    for number in range(400):
        Path(f"{number}.yaml").write_text(f"name: r\nextends: {number + 1}.yaml\n")
    (problem,) = refused("name: r\nextends: 0.yaml\n")
    assert problem.endswith("expected at most 16 files that extend the next, got more")
    Path("14.yaml").write_text("name: r\nextends: modern\n")
    assert load("name: r\nextends: 0.yaml\n").deals == 28


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
        "r.yaml:2:11: doubling.stakes: expected a list of 3 numbers, the first 0, got nothing",
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
            "r.yaml:3:20: doubling.stakes: expected a list of 3 numbers, the first 0, "
            "got a list of 2",
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
