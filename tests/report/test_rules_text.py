"""Rule sets in words and as tables: made from the data, so a change of one shows in the other."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.contracts import DominoContract, TrickContract
from barbu_arena.game.duties import DUTIES
from barbu_arena.report.grid import render
from barbu_arena.report.rules_tables import differences_grid, presets_grid, rules_grid
from barbu_arena.report.rules_text import rules_text


@pytest.mark.parametrize("name", preset_names())
def test_every_contract_of_every_preset_is_told(name: str) -> None:
    rules = load_rules(name)
    text = rules_text(rules)
    assert text.startswith(f"Rule set {name}: four players, 52 cards, {rules.deals} deals.\n")
    for contract in rules.contracts:
        assert f"  {contract.name} ({contract.total:+}): " in text
        if isinstance(contract, TrickContract):
            assert all(DUTIES[duty].prose in text for duty in contract.duties)
    assert f"A block sums to {rules.block_total}, a session to {4 * rules.block_total}." in text
    assert ("There are no doubles." in text) == (rules.doubling is None)
    assert all(char.isprintable() or char == "\n" for char in text)


def told(name: str = "modern", **changes: object) -> str:
    return rules_text(replace(load_rules(name), **changes))  # type: ignore[arg-type]


def test_who_declares_and_leads() -> None:
    assert "declares 7 deals in a row, seat 0 first" in told()
    assert "the next deal is declared by the left" in told(rotation="each_deal")
    assert "names a contract not yet played in the block" in told()
    assert "in the order listed" in told(choice="fixed")
    assert "The declarer leads to the first trick" in told()
    assert "The player left of the declarer leads to the first trick" in told(first_lead="left")


def test_doubling() -> None:
    text = told()
    assert "in a negative contract a defender may double any other player," in text
    assert "in a positive one the declarer only;" in text
    assert "moved once when one of them doubled,\n  twice when both did" in text
    assert "owes each declarer 2 doubles in a block:" in text
    assert "the call must hold the declarer" in text
    doubling = load_rules("classic").doubling
    assert doubling is not None
    classic = told("classic")
    assert "each one missing costs 10 points at the end." in classic
    free = told(doubling=replace(doubling, quota=0, stakes=(0, 1, 3)))
    assert "owes" not in free
    assert "3 times when both did" in free
    assert "There are no doubles." in told(doubling=None)


def test_contracts_in_words() -> None:
    text = told()
    assert "no_tricks (-26): -2 a trick\n" in text
    assert "-10 for trick 12, -20 for trick 13" in text
    assert "-6 for a queen" in text
    assert "-2 for a heart, -6 for the ace of hearts" in text
    assert "-20 for the king of hearts" in text
    assert "+5 a trick" in text
    assert "the declarer names the trump: spades, hearts, diamonds or clubs" in text
    assert "ends with the trick that captures the last scoring card" in text
    assert "+45, +20, +5, the last one -5" in text
    assert "the declarer names the starting rank: any rank" in text
    assert "the declarer plays first" in text


def test_domino_in_words() -> None:
    contracts = load_rules("classic").contracts
    assert "the starting rank is the 7" in told(contracts=contracts)
    assert "the holder of 7D plays it first" in told(contracts=contracts)
    domino = DominoContract("domino", (9, 5, 1, -15), ("7", "8"), "left")
    text = told(contracts=(domino,))
    assert "the declarer names the starting rank: 7 or 8" in text
    assert "the player left of the declarer plays first" in text


def test_a_run_of_tricks_in_words() -> None:
    contract = TrickContract("late", (0,) * 9 + (-1, -1, -1, -5), (0,) * 52)
    assert "-1 for each of the tricks 10 to 12, -5 for trick 13" in told(contracts=(contract,))


def test_no_trump_in_words(tmp_path: Path) -> None:
    (tmp_path / "n.yaml").write_text(
        "name: n\nextends: modern\ncontracts: {trumps: {tricks: 5, trump: [S, '-']}}\n"
    )
    assert "the declarer names the trump: spades or no trump" in rules_text(
        load_rules("n.yaml", tmp_path)
    )


# Tables


def test_the_presets() -> None:
    sets = [load_rules(name) for name in preset_names()]
    found = list(csv.DictReader(io.StringIO(render(presets_grid(sets), "csv"))))
    assert [row["name"] for row in found] == list(preset_names())
    modern = next(row for row in found if row["name"] == "modern")
    assert (modern["deals"], modern["block_total"], modern["doubles"]) == ("28", "0", "2, forced")
    assert next(row for row in found if row["name"] == "simple")["doubles"] == "no doubles"


def test_the_values_of_a_rule_set() -> None:
    text = render(rules_grid(load_rules("modern")), "csv")
    assert text.startswith("key,value\nname,modern\n")
    assert "\ncontracts.trumps.tricks,5\n" in text
    assert "\ndoubling.stakes,0 1 2\n" in text


def test_the_differences_of_two() -> None:
    grid = differences_grid(load_rules("modern"), load_rules("modern-no-doubles"))
    assert [column.title for column in grid.columns] == ["key", "modern", "modern-no-doubles"]
    assert all(str(row[0]).startswith("doubling") for row in grid.rows)
    assert grid.rows
    assert differences_grid(load_rules("modern"), load_rules("modern")).rows == ()
