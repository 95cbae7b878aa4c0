"""`barbu-arena rules`: the list, one set in words and as values, two side by side, files."""

import csv
import io
import json
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules, preset_names, rules_from_form
from tests.cli.golden_outputs import GOLDEN
from tests.command_line import Command

TEXTS = Path(__file__).parent / "rules_texts"

FRIDAY = """\
name: friday
extends: classic
contracts:
  no_king: {cards: {KH: -30}, stop: captured}
  domino: none
doubling: {quota: 1, quota_penalty: 25}
"""


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# The list


def test_without_a_name_the_presets_are_listed(command: Command) -> None:
    ended = command("rules")
    assert (ended.status, ended.err) == (0, "")
    head, rule, *lines = ended.out.splitlines()
    assert head.split("  ")[0] == "rule set"
    assert set(rule) == {"-", " "}
    assert [line.split()[0] for line in lines] == list(preset_names())
    told = {line.split()[0]: " ".join(line.split()[1:]) for line in lines}
    contracts = "no_tricks no_hearts no_queens no_king no_last_two"
    assert told["classic-no-trumps"] == f"24 -65 2, penalty {contracts} domino"
    assert told["classic-salade"] == f"32 -130 2, penalty {contracts} trumps domino salade"
    assert told["simple"].startswith("28 +2 no doubles no_king no_hearts")


def test_the_list_as_csv_json_and_markdown(command: Command) -> None:
    listed = rows(command("rules", "--format", "csv").out)
    assert [row["name"] for row in listed] == list(preset_names())
    house = next(row for row in listed if row["name"] == "classic-house-values")
    assert (house["deals"], house["block_total"], house["doubles"]) == ("28", "-16", "2, penalty")
    told = json.loads(command("rules", "--format", "json").out)
    assert told["schema"] == "barbu-arena/presets/1"
    assert [{key: str(value) for key, value in row.items()} for row in told["rows"]] == listed
    head = command("rules", "--format", "markdown").out.splitlines()[0]
    assert head.replace(" ", "") == "|ruleset|deals|blocktotal|doublesowed|contracts|"


# One rule set


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("modern", GOLDEN / "rules-modern.txt"),
        ("simple", TEXTS / "simple.txt"),
        ("classic-salade", TEXTS / "classic-salade.txt"),
    ],
)
def test_a_rule_set_in_words(name: str, text: Path, command: Command) -> None:
    ended = command("rules", name)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == text.read_text("utf-8")


@pytest.mark.parametrize("name", preset_names())
def test_json_is_the_rule_set_and_reads_back_equal(name: str, command: Command) -> None:
    form = json.loads(command("rules", name, "--format", "json").out)
    assert rules_from_form(form) == load_rules(name)


def test_one_set_as_csv_holds_its_numbers_as_numbers(command: Command) -> None:
    values = {
        row["key"]: row["value"] for row in rows(command("rules", "simple", "--format", "csv").out)
    }
    assert values["name"] == "simple"
    assert values["contracts.no_king.cards.KH"] == "-20"
    assert values["contracts.no_tricks.tricks"] == "-2"
    assert values["contracts.no_last_two.tricks.12"] == "-12"
    assert values["contracts.trumps.trump"] == "S H D C -"
    assert values["contracts.domino.places"] == "45 20 10 -10"
    assert values["doubling"] == "none"


def test_one_set_as_markdown(command: Command) -> None:
    lines = command("rules", "modern", "--format", "markdown").out.splitlines()
    assert lines[0].split() == ["|", "key", "|", "value", "|"]
    assert "|contracts.no_hearts.duties|follow_suitlead_no_heart|" in [
        line.replace(" ", "") for line in lines
    ]


# Two rule sets


def test_two_sets_side_by_side(command: Command) -> None:
    ended = command("rules", "modern", "classic")
    assert (ended.status, ended.err) == (0, "")
    assert [line.split("  ")[0] for line in ended.out.splitlines()[2:]] == [
        "first_lead",
        "contracts.no_hearts.duties",
        "contracts.no_hearts.stop",
        "contracts.no_king.duties",
        "contracts.trumps.duties",
        "contracts.domino.start",
        "contracts.domino.opens",
        "doubling.positive",
        "doubling.quota_mode",
        "doubling.quota_penalty",
    ]
    assert ended.out.splitlines()[0].split() == ["key", "modern", "classic"]
    assert ended.out.splitlines()[2].split() == ["first_lead", "declarer", "left"]
    assert ended.out.splitlines()[-1].split() == ["doubling.quota_penalty", "n/a", "10"]


def test_a_preset_and_a_file_side_by_side(in_tmp: Path, command: Command) -> None:
    (in_tmp / "friday.yaml").write_text(FRIDAY)
    found = rows(command("rules", "classic", "friday.yaml", "--format", "csv").out)
    assert {row["key"]: (row["first"], row["second"]) for row in found} == {
        "contracts.no_king.cards.KH": ("-20", "-30"),
        "contracts.no_king.duties": ("follow_suit lead_no_unbroken_heart", "follow_suit"),
        "contracts.domino.places": ("45 20 5 -5", ""),
        "contracts.domino.start": ("7", ""),
        "contracts.domino.opens": ("7D", ""),
        "doubling.quota": ("2", "1"),
        "doubling.quota_penalty": ("10", "25"),
    }
    told = json.loads(command("rules", "classic", "friday.yaml", "--format", "json").out)
    assert told["schema"] == "barbu-arena/rules-differences/1"
    quota = next(row for row in told["rows"] if row["key"] == "doubling.quota")
    assert quota == {"key": "doubling.quota", "first": 2, "second": 1}


def test_a_set_does_not_differ_from_itself(command: Command) -> None:
    assert rows(command("rules", "modern", "modern", "--format", "csv").out) == []
    assert command("rules", "modern", "modern").out.endswith("\n\nno differences\n")


# Files


def test_a_file_is_told_like_a_preset(in_tmp: Path, command: Command) -> None:
    (in_tmp / "friday.yaml").write_text(FRIDAY)
    out = command("rules", "friday.yaml").out
    assert out.startswith("Rule set friday: four players, 52 cards, 24 deals.\n")
    assert "  no_king (-30): -30 for the king of hearts\n" in out
    assert "  each one missing costs 25 points at the end.\n" in out
    assert "domino" not in out


def test_a_good_file_is_checked(in_tmp: Path, command: Command) -> None:
    (in_tmp / "friday.yaml").write_text(FRIDAY)
    ended = command("rules", "friday.yaml", "--check")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == "friday.yaml: rule set friday is good: 24 deals a session\n"


@pytest.mark.parametrize("check", [[], ["--check"]])
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "quota: 1",
            "quotta: 1",
            "friday.yaml:6:12: doubling.quotta: expected one of the keys negative, positive, "
            "stakes, quota, quota_mode, quota_penalty, got an unknown one; did you mean quota?",
        ),
        (
            "stop: captured",
            "duties: [follow_suit, lead_no_hart]",
            "friday.yaml:4:53: contracts.no_king.duties[1]: expected one of follow_suit, "
            "lead_no_heart, lead_no_unbroken_heart, win_with_trump, beat_led_trump, ruff, "
            "overruff, got 'lead_no_hart'; did you mean lead_no_heart?",
        ),
        (
            "stop: captured",
            "duties: [follow_suit, lead_no_heart, lead_no_unbroken_heart]",
            "friday.yaml:4:68: contracts.no_king.duties[2]: expected one of lead_no_heart, "
            "lead_no_unbroken_heart, got both",
        ),
        (
            "quota: 1",
            "quota: 7",
            "friday.yaml:6:19: doubling.quota: expected at most 6, the deals of a block, got 7",
        ),
        (
            "domino: none",
            "salade: none",
            "friday.yaml:5:11: contracts.salade: expected the contract that it extends, "
            "got none there",
        ),
    ],
    ids=["unknown-key", "unknown-duty", "duties-against-each-other", "quota", "no-contract"],
)
def test_a_bad_file_is_refused_with_its_place(
    old: str, new: str, message: str, check: list[str], in_tmp: Path, command: Command
) -> None:
    (in_tmp / "friday.yaml").write_text(FRIDAY.replace(old, new))
    ended = command("rules", "friday.yaml", *check)
    assert (ended.status, ended.out, ended.err) == (2, "", f"{message}\n")


def test_all_problems_of_a_file_are_told_at_once(in_tmp: Path, command: Command) -> None:
    bad = FRIDAY.replace("classic", "clasic").replace("KH: -30", "KH: -3.5")
    (in_tmp / "friday.yaml").write_text(bad)
    lines = command("rules", "friday.yaml", "--check").err.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["friday.yaml:2:10", "friday.yaml:4:25"]
    assert lines[0].endswith("got 'clasic'; did you mean classic?")


# What cannot be asked


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["modern", "simple", "classic"], "expected at most two rule sets, got 3"),
        (["--check"], "--check needs the path of a rules file"),
    ],
)
def test_a_wrong_number_of_names(arguments: list[str], message: str, command: Command) -> None:
    ended = command("rules", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines()[-1] == f"Error: {message}"


def test_a_preset_that_is_not_there(command: Command) -> None:
    ended = command("rules", "classic-salad")
    presets = ", ".join(preset_names())
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == (
        f"expected a preset ({presets}) or the path of a rules file, got 'classic-salad'; "
        "did you mean classic-salade?\n"
    )


def test_a_file_that_is_not_there(in_tmp: Path, command: Command) -> None:
    ended = command("rules", "friday.yaml", "--check")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "friday.yaml: expected a YAML file, got no such file\n"
