"""Every edge case of rules.md §2 by its id, and the tests that hold it.

A row names entries of tests/cases/rules.yaml by their ids, and test functions.
"""

import ast
from collections import Counter
from pathlib import Path

import pytest
import yaml

from barbu_arena.errors import ConfigError
from tests.rules.house_rules import Written

TESTS = Path(__file__).parents[1]
IN_ALL = {"modern", "simple", "classic"}

COVERED = {
    "A1": "lead-1",
    "A2": "lead-2",
    "A3": "lead-3",
    "A4": "lead-4",
    "A5": "lead-5",
    "A6": "lead-6",
    "A7": "lead-7 test_a7_after_a_heart_led_from_hearts_alone",
    "A8": "lead-8",
    "A9": "test_a9_outside_the_heart_contracts_a_heart_may_be_led",
    "A10": "test_a10_the_declarer_leads_and_in_classic_the_left",
    "A11": "test_a11_the_winner_of_a_trick_leads_the_next",
    "A12": "test_a12_in_a_salade_no_heart_is_led_before_it_is_broken "
    "test_a12_s5_a_salade_may_be_added_to_any_preset",
    "B1": "follow-1",
    "B2": "follow-2",
    "B3": "follow-3",
    "B4": "follow-4",
    "B5": "win-3 test_b5_cards_of_other_suits_never_win",
    "B6": "win-4 test_b6_a_leader_whom_nobody_follows_wins",
    "B9": "test_b9_the_thirteenth_card_is_always_legal",
    **{f"T{number}": f"trump-{number}" for number in (*range(1, 12), 13, 14, 15)},
    "T12": "trump-12 test_t12_only_simple_lets_a_declarer_name_no_trump "
    "test_t12_without_a_trump_suits_are_followed_and_nothing_is_ruffed",
    "T16": "win-1 test_t16_t17_who_wins_a_trick_of_trumps",
    "T17": "win-2 test_t16_t17_who_wins_a_trick_of_trumps",
    "T18": "trump-16",
    "T19": "trump-7 test_t19_the_house_rule_drops_a_losing_trump_and_keeps_the_discards",
    "T20": "trump-1 test_t20_not_only_the_next_player_must_beat_a_trump_that_is_led",
    "S1": "test_s1_no_queens_stops_after_the_trick_of_the_fourth_queen",
    "S2": "test_s2_the_trick_of_the_king_is_played_to_its_end",
    "S3": "test_s3_no_hearts_stops_after_the_last_heart_but_not_in_classic",
    "S4": "test_s4_play_goes_on_while_the_last_queens_are_in_the_hand_on_lead",
    "S5": "test_s5_only_captured_cards_end_a_deal_early "
    "test_a12_s5_a_salade_may_be_added_to_any_preset",
    "P1": "test_p1_p2_captured_hearts_cost_what_they_say",
    "P2": "test_p1_p2_captured_hearts_cost_what_they_say",
    "P3": "test_p3_both_last_tricks_cost_their_sum",
    "P4": "test_p4_the_last_trick_costs_its_own_winner",
    "P5": "test_p5_all_thirteen_tricks_cost_26",
    "P6": "test_p6_eight_three_two_tricks_in_trumps",
    "P7": "test_p7_two_one_one_queens",
    "P8": "test_p8_high_hearts_to_one_and_low_ones_to_another",
    "P9": "test_p9_a_salade_adds_all_five",
    "P10": "test_p9_p10_a_salade_takes_the_values_of_its_file",
    "D1": "domino-1 test_d1_with_any_seven_only_a_seven_begins",
    "D2": "domino-2 test_d2_a_declarer_without_the_rank_named_passes",
    **{
        f"D{number}": f"domino-{number} test_d3_d7_to_d10_what_fits_on_a_table_of_sevens"
        for number in (3, 7, 8, 9, 10)
    },
    **{f"D{number}": f"domino-{number}" for number in (4, 5, 6, 11)},
    "D12": "test_d12_who_holds_the_rank_named_may_not_pass",
    "D13": "test_d13_three_pass_when_the_right_holds_the_whole_starting_rank",
    "D14": "test_d14_d20_in_domino_somebody_can_always_play test_d14_d20_somebody_can_always_play",
    "D15": "test_d15_a_player_who_is_out_has_no_turn_and_no_pass",
    "D16": "test_d16_the_third_to_go_out_ends_it "
    "test_d16_in_classic_too_the_third_to_go_out_ends_it",
    "D17": "test_d17_an_ace_gives_no_second_turn",
    "D18": "test_d18_in_classic_the_seven_of_diamonds_opens",
    "D19": "test_d19_with_any_seven_the_left_begins_or_passes",
    "D20": "test_d14_d20_in_domino_somebody_can_always_play test_d14_d20_somebody_can_always_play",
    "X1": "call-1 call-2 test_x1_to_x25_simple_has_no_phase_of_calls",
    "X2": "call-3 call-4 test_x1_x2_a_positive_contract_lets_modern_double_the_declarer_alone",
    "X3": "call-5 test_x3_in_a_negative_contract_any_of_eight_calls",
    "X4": "call-6 test_x4_a_declarer_whom_nobody_doubled_must_pass",
    "X5": "call-7 test_x5_redoubles_are_individual",
    "X6": "call-8 test_x6_x7_x9_each_seat_calls_once_and_a_later_one_may_answer",
    "X7": "test_x6_x7_x9_each_seat_calls_once_and_a_later_one_may_answer",
    "X8": "call-9 test_x8_nobody_doubles_the_own_seat_nor_another_twice",
    "X9": "test_x6_x7_x9_each_seat_calls_once_and_a_later_one_may_answer",
    "X10": "test_x10_family_is_the_two_other_defenders "
    "test_x10_in_classic_a_family_double_goes_with_any_contract",
    "X11": "test_x11_the_declarers_maximum_is_all_who_doubled",
    "X12": "call-10 call-11 call-12 test_x12_x13_two_owed_in_two_deals",
    "X13": "call-13 test_x12_x13_two_owed_in_two_deals",
    "X14": "call-14 call-15 test_x14_to_x18_when_a_double_is_forced",
    "X15": "call-16 call-17 test_x14_to_x18_when_a_double_is_forced",
    "X16": "test_x14_to_x18_when_a_double_is_forced",
    "X17": "test_x14_to_x18_when_a_double_is_forced",
    "X18": "test_x14_to_x18_when_a_double_is_forced",
    "X19": "test_x19_to_x21_what_pays_a_debt",
    "X20": "test_x19_to_x21_what_pays_a_debt",
    "X21": "call-18 test_x19_to_x21_what_pays_a_debt test_x21_answers_of_a_declarer_save_no_points",
    "X22": "test_x22_a_negative_deal_without_doubles_is_played",
    "X23": "test_x23_with_turns_by_deal_the_deals_left_are_those_of_the_declarer "
    "test_x23_a_double_is_forced_in_the_last_deals_of_a_declarer",
    "X24": "test_x24_each_missing_double_costs_ten_at_the_end_and_nobody_gets_it "
    "test_x24_penalties_wait_for_the_end_of_the_session",
    "X25": "test_x25_a_double_on_a_tie_moves_nothing_and_pays "
    "test_x25_in_classic_a_double_on_a_tie_moves_nothing_and_pays",
    **{f"R{number}": f"settle-{number}" for number in range(1, 15)},
    "R15": "call-1 call-2 test_r15_to_r18_other_stakes",
    "R16": "settle-15",
    "R17": "settle-16",
    "R18": "test_r15_to_r18_other_stakes",
    "R19": "settle-1 test_r19_a_stake_of_half_a_gap_is_no_rule_set",
    "R20": "test_r10_r20_all_pairs_single_and_all_pairs_mutual",
    "F1": "test_a_shared_victory_is_split",
    "F2": "test_a_shared_victory_is_split",
    "F3": "test_f3_f4_a_session_has_its_deals_and_its_total",
    "F4": "test_f3_f4_a_session_has_its_deals_and_its_total",
    "F5": "test_f5_three_missing_doubles_take_thirty_points_from_the_session",
    "F6": "test_f6_every_block_has_the_same_total",
    "F7": "test_f7_the_last_deal_of_a_block_leaves_a_suit_or_a_rank "
    "test_f7_the_last_deal_of_a_block_leaves_at_most_a_suit_or_a_rank",
    "F8": "test_f8_a_fixed_order_leaves_a_suit_or_a_rank test_f8_any_preset_may_fix_the_order",
    "F9": "test_f9_whose_deal_the_nth_is",
}

LEFT_OUT = {
    "B7": "contracts: {no_king: {cards: {KH: -20}, force_kh_discard: true}}",
    "B8": "contracts: {no_king: {cards: {KH: -20}, force_kh_discard: true}}",
    "P11": "doubling: {skip_undoubled_negative: true}",
}
"""Rows about customs that no source text of a preset has, and no key of a rules file names."""

ROWS = {"A": 12, "B": 9, "T": 20, "S": 5, "P": 11, "D": 20, "X": 25, "R": 20, "F": 9}
"""How many rows each table of rules.md §2 has."""


def yaml_rules() -> dict[str, set[str]]:
    """Return the rule sets of each entry of rules.yaml."""
    found: dict[str, set[str]] = {}
    for entries in yaml.safe_load((TESTS / "cases" / "rules.yaml").read_text("utf-8")).values():
        for entry in entries:
            found.setdefault(entry["id"], set()).add(entry.get("rules", ""))
    return found


def functions() -> Counter[str]:
    """Return how many test functions there are of each name."""
    return Counter(
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    )


def words(prefix: str) -> set[str]:
    return {word for row in COVERED.values() for word in row.split() if word.startswith(prefix)}


def test_all_131_ids_are_there() -> None:
    ids = [f"{letter}{number}" for letter, rows in ROWS.items() for number in range(1, rows + 1)]
    assert len(ids) == 131
    assert sorted([*COVERED, *LEFT_OUT]) == sorted(ids)


def test_every_function_that_is_named_exists() -> None:
    assert words("test_") - set(functions()) == set()


def test_every_entry_that_is_named_exists_and_none_is_left_over() -> None:
    entries = yaml_rules()
    named = {word for row in COVERED.values() for word in row.split()} - words("test_")
    assert named == set(entries) - {"club-deal"}


def test_the_plays_are_told_of_all_three_texts() -> None:
    rules = yaml_rules()
    alone = {name: rules[name] for name in words("lead-") | words("follow-") | words("trump-")}
    assert {name for name, sets in alone.items() if not sets >= IN_ALL} == {"trump-12"}


@pytest.mark.parametrize("row", LEFT_OUT)
def test_what_is_left_out_has_no_key(row: str, written: Written) -> None:
    key = "skip_undoubled_negative" if row == "P11" else "force_kh_discard"
    with pytest.raises(ConfigError, match=f"{key}: expected one of the keys .*, got an unknown"):
        written(f"extends: modern\n{LEFT_OUT[row]}\n")
