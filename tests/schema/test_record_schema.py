"""Records fit their schema; what is no record by form does not, as for the arena's own reader."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.referee.record import digest_of, record_line
from barbu_arena.referee.record_reader import RecordError, read_any_form
from tests.schema.validators import is_valid
from tests.schema.wire import Ducky, Fields, wired_session

SAMPLES = Path(__file__).parents[1] / "cases" / "sessions"


def records(name: str) -> list[Fields]:
    lines = (SAMPLES / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "name", ["modern.jsonl", "modern-with-faults.jsonl", "simple.jsonl", "classic.jsonl"]
)
def test_good_samples(name: str) -> None:
    assert [is_valid("SessionRecord", record) for record in records(name)].count(False) == 0


@cache
def record_with_faults() -> Fields:
    """A record that this arena made, with a fault and a retirement."""
    slips = {2: Ducky(slips={5: "XX"}), 3: Ducky(slips={7: "", 8: "-", 9: "XX"})}
    record: Fields = json.loads(record_line(wired_session("modern", slips)[1]))
    return record


def test_a_record_with_faults_that_this_arena_made() -> None:
    record = record_with_faults()
    assert [fault["retired"] for fault in record["faults"]] == [False, False, False, True]
    assert is_valid("SessionRecord", record)


def test_bad_samples_that_break_off_within_a_trick() -> None:
    # All others have the form of a record, and only the play or the sums are wrong.
    whys = (SAMPLES / "bad.why.txt").read_text("utf-8").splitlines()
    broken = [number for number, why in enumerate(whys, 1) if "end after 51 cards" in why]
    wrong = [
        number
        for number, record in enumerate(records("bad.jsonl"), 1)
        if not is_valid("SessionRecord", record)
    ]
    assert wrong == broken == [7, 30]


# Damage: each value in turn is taken out, replaced, or joined by another


@cache
def small_text() -> str:
    record = record_with_faults()
    deals = record["deals"]
    with_trump = next(deal for deal in deals if "trump" in deal)
    domino = next(deal for deal in deals if "start" in deal)
    few = {"deals": [with_trump, domino, *deals[-2:]], "faults": record["faults"][:1]}
    return json.dumps(record | few)


def small() -> Fields:
    """A record of one contract with trumps, one Domino, two others and a fault, to be damaged.

    These are enough for the form; nobody looks at the play.
    """
    record: Fields = json.loads(small_text())
    return record


def places(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401
    """The places of all values in a record."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner:
        yield (*at, key)
        if isinstance(part, dict | list):
            yield from places(part, (*at, key))


def damaged(at: tuple[str | int, ...], how: str) -> Fields:
    record = small()
    value: Any = record
    for key in at[:-1]:
        value = value[key]
    if how == "missing":
        del value[at[-1]]
    elif how == "added":
        value[at[-1]]["colour"] = "blue"
    else:
        value[at[-1]] = {"null": None, "text": "é" * 3, "float": 1.5, "big": 1 << 31}[how]
    return record


def is_read(record: Fields) -> bool:
    """Whether the arena's reader takes a record, with the digest that it should have."""
    del record["digest"]
    record["digest"] = digest_of(record)
    try:
        read_any_form(json.dumps(record).encode())
    except RecordError:
        return False
    return True


def is_optional(at: tuple[str | int, ...]) -> bool:
    return at[-1] in ("trump", "start", "calls")


def test_what_is_missing_or_of_another_type() -> None:
    for at in places(small()):
        if at[0] == "digest":
            continue
        for how in ("null", "float", "big"):
            assert not is_valid("SessionRecord", damaged(at, how)), (at, how)
            assert not is_read(damaged(at, how)), (at, how)
        if isinstance(at[-1], str):
            assert is_read(damaged(at, "missing")) == is_optional(at), at
            if not is_optional(at):
                assert not is_valid("SessionRecord", damaged(at, "missing")), at


@pytest.mark.parametrize("at", [("deals",), ("faults",)])
def test_what_is_added(at: tuple[str]) -> None:
    damaged_record = damaged((*at, 0), "added")
    assert not is_valid("SessionRecord", damaged_record)
    assert not is_read(damaged_record)
    assert not is_valid("SessionRecord", small() | {"colour": "blue"})


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (("deals", 0, "hands", 0), "AKQJT98765432"),
        (("deals", 0, "hands", 0), "KA.QJT98765432.."),
        (("deals", 0, "start"), "7"),
        (("deals", 0, "trump"), "-"),
        (("deals", 0, "contract"), "No Trumps"),
        (("deals", 0, "plays"), "2S 3S 4S 5S "),
        (("deals", 0, "plays"), "2S 3S 4S --"),
        (("deals", 1, "plays"), ""),
        (("deals", 0, "calls", 0), [1, [0, 0]]),
        (("deals", 0, "calls", 0), [1, [4]]),
        (("deals", 0, "calls"), []),
        (("faults", 0, "ask"), "card"),
        (("faults", 0, "fault"), "arena"),
        (("fault_penalties", 0), 10),
        (("bots", 0), "Ann Smith"),
        (("round",), 0),
        (("record",), 2),
        (("digest",), "D98D"),
    ],
)
def test_a_value_that_cannot_be(at: tuple[str | int, ...], value: object) -> None:
    record = small()
    assert is_valid("SessionRecord", record)
    part: Any = record
    for key in at[:-1]:
        part = part[key]
    part[at[-1]] = value
    assert not is_valid("SessionRecord", record)
