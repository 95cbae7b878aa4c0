"""The quick way to read a record accepts nothing that the thorough one refuses."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from barbu_arena.players.compact_json import compact
from barbu_arena.referee import written_line
from barbu_arena.referee.record import SessionRecord, digest_of, record_line, sealed
from barbu_arena.referee.record_reader import RecordError, read_any_form
from barbu_arena.referee.written_line import read_written
from tests.fuzz.damage import damaged, damaged_bytes, damaged_text
from tests.fuzz.samples import sample_lines
from tests.referee.test_record_reader import RECORD

CASES = Path(__file__).parents[1] / "cases" / "sessions"
randoms = st.randoms(use_true_random=False)
often = settings(max_examples=300, deadline=None)


def thorough(line: bytes) -> SessionRecord | None:
    try:
        return read_any_form(line)
    except RecordError:
        return None


def written(fields: dict[str, Any]) -> bytes:
    """Return a record's line, sealed anew, in the form in which the arena writes lines."""
    fields = {key: value for key, value in fields.items() if key != "digest"}
    return compact({**fields, "digest": digest_of(fields)})


def assert_no_wider(line: bytes) -> None:
    quick = read_written(line)
    assert quick is None or quick == thorough(line)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_samples_are_read_the_quick_way(path: Path) -> None:
    """The bad ones as well, as far as they are wrong in what a replay shows."""
    lines = path.read_bytes().splitlines()
    assert [read_written(line) for line in lines] == [thorough(line) for line in lines]


def test_the_record_of_the_readers_tests_with_a_fault_and_a_name_beyond_ascii() -> None:
    assert read_written(record_line(RECORD)[:-1]) == RECORD


def test_without_plays_all_else_is_the_same() -> None:
    deals = tuple(replace(deal, plays=()) for deal in RECORD.deals)
    assert any(deal.plays for deal in RECORD.deals)
    found = read_written(record_line(RECORD)[:-1], with_plays=False)
    assert found == replace(RECORD, deals=deals)


def test_no_deals_are_left_to_the_thorough_way() -> None:
    line = written({**json.loads(record_line(RECORD)), "deals": []})
    assert read_written(line) is None
    assert thorough(line) is not None


Change = Callable[[str], str]
OTHER_FORMS: dict[str, Change] = {
    "a space": lambda text: text.replace('"set":0', '"set": 0'),
    "keys in another order": lambda text: text.replace(
        '"round":1,"table":2', '"table":2,"round":1'
    ),
    "an escape": lambda text: text.replace('"trumps"', '"\\u0074rumps"'),
    "minus nought": lambda text: text.replace('"raw":[0,', '"raw":[-0,'),
    "a key twice": lambda text: text.replace('"trump":"S"', '"trump":"S","trump":"S"'),
    "a float": lambda text: text.replace('"set":0', '"set":0.0'),
    "nought first": lambda text: text.replace('"seating":3', '"seating":03'),
    "digits of another script": lambda text: text.replace('"seating":3', '"seating":٣'),
    "a seat too many": lambda text: text.replace("[1,[0]]", "[4,[0]]"),
    "a byte behind": lambda text: text + " ",
    "a line feed behind": lambda text: text + "\n",
    "no calls": lambda text: text.replace("[[1,[0]],[2,[]],[3,[0,1]],[0,[1]]]", "[]"),
    "calls half open": lambda text: text.replace("[3,[0,1]]", "[3,[0,1]"),
    "calls with a comma": lambda text: text.replace("[3,[0,1]]", "[3,[0,1,]]"),
    "calls joined": lambda text: text.replace("[[1,[0]],[2,[]]", "[[1,[0]][2,[]]"),
    "a number too large": lambda text: text.replace('"n":17', '"n":9999999999'),
    "a text too long": lambda text: text.replace('"play"', f'"{"p" * 2001}"'),
    "a control": lambda text: text.replace('"play"', '"pl\x7fay"'),
    "a control beyond ASCII": lambda text: text.replace('"play"', '"pl\x9bay"'),
    "cut": lambda text: text[:-1],
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_another_form_is_read_no_other_way(name: str) -> None:
    text = record_line(RECORD)[:-1].decode()
    changed = OTHER_FORMS[name](text)
    assert changed != text
    assert_no_wider(changed.encode())
    # Once more with the digest that the changed record should have, where it has any.
    try:
        fields = json.loads(changed)
    except ValueError:
        return
    resealed = digest_of({key: value for key, value in fields.items() if key != "digest"})
    assert_no_wider(changed.replace(RECORD.digest, resealed).encode())


@often
@given(random=randoms, line=st.sampled_from((*sample_lines(), record_line(RECORD)[:-1])))
def test_damaged_records(random: Random, line: bytes) -> None:
    """Damaged in their structure and sealed again, or in their text."""
    fields = damaged(json.loads(line), random)
    if isinstance(fields, dict):
        try:
            line = written(fields)
        except (UnicodeEncodeError, ValueError, TypeError):
            line = json.dumps(fields, separators=(",", ":")).encode()
    assert_no_wider(line)
    assert_no_wider(damaged_text(line.decode(), random).encode("utf-8", "surrogatepass"))
    assert_no_wider(damaged_bytes(line, random))


texts = st.text(max_size=5) | st.sampled_from(["7D --", "Zoë", "a b", '"', "\\", "\x7f", "\u2028"])


@often
@given(texts, texts, texts)
@example("Zoë", "7D --", "")
def test_any_texts(name: str, plays: str, start: str) -> None:
    fields = json.loads(record_line(RECORD))
    fields["bots"][1] = name
    fields["deals"][1] |= {"plays": plays, "start": start}
    fields["faults"][0]["fault"] = name
    try:
        assert_no_wider(written(fields))
    except (UnicodeEncodeError, TypeError):
        assert not name.isprintable() or not plays.isprintable() or not start.isprintable()


@often
@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=4, max_size=4), st.integers(0, 2**31))
def test_any_numbers(scores: list[int], number: int) -> None:
    fields = json.loads(record_line(RECORD))
    fields["totals"] = fields["deals"][0]["raw"] = scores
    fields["round"] = fields["deals"][0]["deal"] = number
    line = written(fields)
    assert_no_wider(line)
    if max(number, *map(abs, scores)) < 10**9:
        assert read_written(line) is not None


def test_a_sealed_record_of_no_known_rules_is_read_all_the_same() -> None:
    """Sums and rules are not the reader's to judge."""
    record = sealed(RECORD)
    assert read_written(record_line(record)[:-1]) == record


def test_what_follows_the_deals_must_be_the_faults() -> None:
    with pytest.raises(written_line._OtherForm):
        written_line._faults("]}", 0)
