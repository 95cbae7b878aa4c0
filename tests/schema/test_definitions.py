"""The schemas are good schemas, are well described, and say what the code says."""

import re
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from barbu_arena.files.document import is_name
from barbu_arena.game.cards import CARD_NAMES, RANKS, SUITS
from barbu_arena.game.contracts import NO_TRUMP
from barbu_arena.game.doubling import CALL_NAMES
from barbu_arena.game.duties import DUTIES
from barbu_arena.players.answers import NOTE_LENGTH, PROTOCOL, WANTS
from barbu_arena.players.fault import FAULT_KINDS
from barbu_arena.referee.record import RECORD_VERSION
from tests.schema.definitions import (
    DEFINITIONS,
    MESSAGES,
    RECORD,
    Schema,
    description,
    inherited,
    with_references_first,
)
from tests.schema.validators import strict


@pytest.mark.parametrize("schema", [MESSAGES, RECORD], ids=["messages", "record"])
def test_it_is_a_schema_of_its_dialect(schema: Schema) -> None:
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema)


def test_what_both_schemas_define_is_the_same() -> None:
    shared = MESSAGES["$defs"].keys() & RECORD["$defs"].keys()
    assert shared >= {"DealRecord", "Scores", "Seat", "FaultKind"}
    assert [name for name in shared if strict(RECORD["$defs"][name]) != RECORD["$defs"][name]] == []
    assert [
        name for name in shared if strict(MESSAGES["$defs"][name]) != RECORD["$defs"][name]
    ] == []


def test_no_definition_is_left_over() -> None:
    text = f"{MESSAGES}{RECORD}"
    used = set(re.findall(r"#/\$defs/(\w+)", text))
    assert used == DEFINITIONS.keys()


def fields() -> Iterator[tuple[str, str, Schema]]:
    """All fields: the definition, the key, the schema."""
    for name, definition in DEFINITIONS.items():
        for key, field in definition.get("properties", {}).items():
            yield name, key, field


def test_every_definition_and_every_field_is_described() -> None:
    described = [definition["description"] for definition in DEFINITIONS.values()]
    described += [description(field) for _, _, field in fields()]
    assert [text for text in described if not text[0].isupper() or not text.endswith(".")] == []


def test_descriptions_name_the_units() -> None:
    times = [description(field) for _, key, field in fields() if key.endswith("_ms")]
    assert len(times) == 5
    assert all("illiseconds" in text for text in times)
    points = ("scores", "raw", "adjusted", "totals", "margin", "places", "quota_penalty")
    texts = [description(field) for _, key, field in fields() if key in points]
    assert len(texts) > 8
    assert all("oints" in text for text in texts)


def test_every_object_says_whether_other_fields_may_come() -> None:
    silent = [
        name
        for name, definition in DEFINITIONS.items()
        if "properties" in definition
        and not {"additionalProperties", "unevaluatedProperties"} & definition.keys()
    ]
    # The fields that all questions have are part of each of them.
    assert silent == ["Question"]
    assert {inherited(definition) for definition in DEFINITIONS.values()} == {None, "Question"}


def test_what_a_definition_refers_to_is_written_before_it() -> None:
    names = with_references_first()
    assert sorted(names) == sorted(DEFINITIONS)
    assert names.index("Card") < names.index("Trick") < names.index("TrickQuestion")
    assert names.index("TrickQuestion") < names.index("Message")


# What the code says


def listed(name: str) -> list[object]:
    values: list[object] = DEFINITIONS[name]["enum"]
    return values


def field(name: str, key: str) -> Schema:
    found: Schema = DEFINITIONS[name]["properties"][key]
    return found


def fits(name: str, text: str) -> bool:
    return re.search(DEFINITIONS[name]["pattern"], text) is not None


def test_lists() -> None:
    assert listed("Suit") == list(SUITS)
    assert listed("Rank") == list(RANKS)
    assert listed("FaultKind") == list(FAULT_KINDS)
    assert listed("Duty") == list(DUTIES)
    assert set(field("Greeting", "wants")["items"]["enum"]) == WANTS


def test_versions_and_lengths() -> None:
    assert field("Hello", "protocol")["const"] == PROTOCOL
    assert field("Greeting", "protocol")["const"] == PROTOCOL
    assert field("SessionRecord", "record")["const"] == RECORD_VERSION
    assert field("Answer", "note")["maxLength"] == NOTE_LENGTH


def test_the_words_of_each_duty_are_those_of_the_rules() -> None:
    text = DEFINITIONS["Duty"]["description"]
    assert [name for name, duty in DUTIES.items() if f"`{name}`: {duty.prose}." not in text] == []


def test_patterns_of_answers() -> None:
    assert all(fits("Card", card) for card in CARD_NAMES)
    assert not any(fits("Card", text) for text in ("--", "10S", "SK", "KSx", "xKS", ""))
    # Nobody doubles all four: a seat never doubles itself.
    assert all(fits("Call", call) == (call != "0,1,2,3") for call in CALL_NAMES)
    assert not any(fits("Call", text) for text in ("4", "0,", "0,1,2,3", "--", ""))
    details = [*SUITS, *RANKS, NO_TRUMP]
    assert all(fits("Announcement", f"trumps:{detail}") for detail in details)
    assert fits("Announcement", "no_king")
    assert not any(fits("Announcement", text) for text in ("No", "trumps:", "trumps:X", ""))


@pytest.mark.parametrize(
    "name", ["a", "steady-2", "9.a_b", "x" * 32, "x" * 33, "", ".a", "a.", "A", "a b", "-a", "é"]
)
def test_names_are_those_that_a_tournament_takes(name: str) -> None:
    assert fits("Name", name) == is_name(name)
