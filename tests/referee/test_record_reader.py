"""A record from a line: every field is checked by type before it is believed."""

import json
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barbu_arena.referee.record import (
    DealRecord,
    FaultEntry,
    SessionRecord,
    deal_fields,
    digest_of,
    record_fields,
    record_line,
    sealed,
)
from barbu_arena.referee.record_reader import MAX_LINE, RecordError, read_record
from tests.referee.scripted import Game, ScriptedPlayer, last

TRICKS = DealRecord(
    deal=1,
    declarer=0,
    hands=("AKQJT98765432...", "..", "", "x"),
    contract="trumps",
    plays=("QD", "8D"),
    raw=(0, 5, -5, 65),
    adjusted=(1, 2, 3, 4),
    trump="S",
    calls=((1, (0,)), (2, ()), (3, (0, 1)), (0, (1,))),
)
DOMINO = DealRecord(
    deal=2,
    declarer=3,
    hands=("a", "b", "c", "d"),
    contract="domino",
    plays=("7D", "--"),
    raw=(45, 20, 5, -5),
    adjusted=(45, 20, 5, -5),
    start="7",
)
RECORD = sealed(
    SessionRecord(
        rules="modern",
        board_set=0,
        round=1,
        table=2,
        seating=3,
        bots=("a", "b", "Zoë", "a"),
        deals=(TRICKS, DOMINO),
        faults=(FaultEntry(1, 2, "play", 17, "timeout", False),),
        quota_penalties=(0, 0, -10, 0),
        fault_penalties=(0, 0, -10, 0),
        totals=(46, 22, -12, 0),
    )
)


def sealed_line(fields: dict[str, Any]) -> bytes:
    fields = {key: value for key, value in fields.items() if key != "digest"}
    return json.dumps({**fields, "digest": digest_of(fields)}).encode()


# Writing


def test_the_line_of_a_record() -> None:
    assert record_line(RECORD).decode() == (
        '{"record":1,"rules":"modern","set":0,"round":1,"table":2,"seating":3,'
        '"bots":["a","b","Zoë","a"],"deals":['
        '{"deal":1,"declarer":0,"hands":["AKQJT98765432...","..","","x"],"contract":"trumps",'
        '"trump":"S","calls":[[1,[0]],[2,[]],[3,[0,1]],[0,[1]]],"plays":"QD 8D",'
        '"raw":[0,5,-5,65],"adjusted":[1,2,3,4]},'
        '{"deal":2,"declarer":3,"hands":["a","b","c","d"],"contract":"domino","start":"7",'
        '"plays":"7D --","raw":[45,20,5,-5],"adjusted":[45,20,5,-5]}],'
        '"faults":[{"deal":1,"seat":2,"ask":"play","n":17,"fault":"timeout","retired":false}],'
        '"quota_penalties":[0,0,-10,0],"fault_penalties":[0,0,-10,0],"totals":[46,22,-12,0],'
        f'"digest":"{RECORD.digest}"}}\n'
    )


def test_the_digest_is_that_of_the_sorted_object() -> None:
    from hashlib import sha256

    text = json.dumps(
        record_fields(RECORD), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert RECORD.digest == sha256(text.encode()).hexdigest()
    assert "digest" not in record_fields(RECORD)


def test_a_key_that_does_not_apply_is_absent() -> None:
    assert deal_fields(TRICKS).keys() - deal_fields(DOMINO).keys() == {"trump", "calls"}
    assert deal_fields(DOMINO).keys() - deal_fields(TRICKS).keys() == {"start"}


def test_a_record_reads_back() -> None:
    assert read_record(record_line(RECORD)) == RECORD
    assert (RECORD.session, RECORD.place) == ("1.2.3", (1, 2, 3))


# One field wrong

WRONG = [
    ("record", 2, "record version 2; this arena reads version 1"),
    ("record", "1", "record: expected a whole number below 2^31"),
    ("record", True, "record: expected a whole number below 2^31"),
    ("rules", 1, "rules: expected a string, got a number"),
    ("rules", "\x1b[2J", "rules: expected at most 2000 printable characters"),
    ("bots", ["a", "b", "c", "\u202ed"], "bots: expected at most 2000 printable characters"),
    ("faults.0.fault", "\x9b", "faults[0].fault: expected at most 2000 printable characters"),
    ("deals.0.plays", "QD " * 700, "deals[0].plays: expected at most 2000 printable characters"),
    ("set", -1, "set: expected 0 or more, got -1"),
    ("round", 2**31, "round: expected a whole number below 2^31"),
    ("table", None, "table: expected a whole number below 2^31"),
    ("seating", [1], "seating: expected a whole number below 2^31"),
    ("bots", "abcd", "bots: expected a list, got a string"),
    ("bots", ["a", "b", "c"], "bots: expected four strings, got 3"),
    ("bots", ["a", "b", "c", 4], "bots: expected a string, got a number"),
    ("deals", {}, "deals: expected a list, got an object"),
    ("deals.0", [], "deals[0]: expected an object, got a list"),
    ("deals.1.deal", -1, "deals[1].deal: expected 0 or more, got -1"),
    ("deals.1.declarer", 4, "deals[1].declarer: expected a seat from 0 to 3, got 4"),
    ("deals.1.hands", ["a"] * 5, "deals[1].hands: expected four strings, got 5"),
    ("deals.1.contract", None, "deals[1].contract: expected a string, got null"),
    ("deals.1.plays", ["7D"], "deals[1].plays: expected a string, got a list"),
    ("deals.1.raw", [1, 2, 3], "deals[1].raw: expected four numbers, got 3"),
    ("deals.1.raw", [1, 2, 3, "4"], "deals[1].raw: expected a whole number below 2^31"),
    ("deals.1.adjusted", 7, "deals[1].adjusted: expected a list, got a number"),
    ("deals.0.trump", 1, "deals[0].trump: expected a string, got a number"),
    ("deals.0.trump", None, "deals[0].trump: expected a string, got null"),
    ("deals.1.start", 7, "deals[1].start: expected a string, got a number"),
    ("deals.0.calls", None, "deals[0].calls: expected a list, got null"),
    ("deals.0.calls.0", 1, "deals[0].calls[0]: expected a list, got a number"),
    ("deals.0.calls.0", [1], "deals[0].calls[0]: expected a seat and its targets"),
    ("deals.0.calls.0", [4, []], "deals[0].calls[0]: expected a seat from 0 to 3, got 4"),
    ("deals.0.calls.0", [1, 0], "deals[0].calls[0]: expected a list, got a number"),
    ("deals.0.calls.0", [1, [-1]], "deals[0].calls[0]: expected a seat from 0 to 3, got -1"),
    ("faults", None, "faults: expected a list, got null"),
    ("faults.0", 1, "faults[0]: expected an object, got a number"),
    ("faults.0.deal", -1, "faults[0].deal: expected 0 or more, got -1"),
    ("faults.0.seat", 9, "faults[0].seat: expected a seat from 0 to 3, got 9"),
    ("faults.0.ask", 1, "faults[0].ask: expected a string, got a number"),
    ("faults.0.n", None, "faults[0].n: expected a whole number below 2^31"),
    ("faults.0.fault", [], "faults[0].fault: expected a string, got a list"),
    ("faults.0.retired", 0, "faults[0].retired: expected true or false"),
    ("quota_penalties", [], "quota_penalties: expected four numbers, got 0"),
    ("fault_penalties", [0, 0, 0, None], "fault_penalties: expected a whole number below 2^31"),
    ("totals", [2**31, 0, 0, 0], "totals: expected a whole number below 2^31"),
    ("more", 1, "the record: unknown key 'more'"),
    ("\x1b" * 50, 1, "the record: unknown key '" + r"\x1b" * 40 + "'"),
    ("deals.0.more", 1, "deals[0]: unknown key 'more'"),
    ("faults.0.more", 1, "faults[0]: unknown key 'more'"),
]


def changed(path: str, value: Any) -> dict[str, Any]:  # noqa: ANN401
    fields = deepcopy(json.loads(record_line(RECORD)))
    inner: Any = fields
    *way, key = path.split(".")
    for step in way:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    inner[int(key) if key.isdigit() else key] = value
    return fields


@pytest.mark.parametrize(
    ("path", "value", "why"),
    WRONG,
    ids=[f"{ascii(path)[1:20]}={json.dumps(value)}" for path, value, _ in WRONG],
)
def test_a_field_of_the_wrong_kind(path: str, value: Any, why: str) -> None:  # noqa: ANN401
    with pytest.raises(RecordError) as refused:
        read_record(sealed_line(changed(path, value)))
    assert str(refused.value) == why


@pytest.mark.parametrize("key", sorted(set(record_fields(RECORD)) - {"record"}))
def test_a_field_missing(key: str) -> None:
    fields = json.loads(record_line(RECORD))
    del fields[key]
    with pytest.raises(RecordError, match=f"^the record: {key} missing$"):
        read_record(sealed_line(fields))


@pytest.mark.parametrize("key", ["hands", "plays"])
def test_a_field_of_a_deal_missing(key: str) -> None:
    fields = json.loads(record_line(RECORD))
    del fields["deals"][1][key]
    with pytest.raises(RecordError, match=rf"^deals\[1\]: {key} missing$"):
        read_record(sealed_line(fields))


def test_no_version_at_all() -> None:
    with pytest.raises(RecordError, match="record: expected a whole number"):
        read_record(b"{}")


def test_many_unknown_keys_are_named_by_three() -> None:
    fields = {**json.loads(record_line(RECORD)), **dict.fromkeys("zyxw", 1)}
    with pytest.raises(RecordError) as refused:
        read_record(sealed_line(fields))
    assert str(refused.value) == "the record: unknown key 'w', 'x', 'y'"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[]", "must be a JSON object, got a list"),
        (b"\xff", "not UTF-8 at byte 0"),
        (b'{"record":1,"record":1}', "duplicate key 'record'"),
        (b" " * MAX_LINE + b"{}", f"a line of {MAX_LINE + 2} bytes; a record has at most 1048576"),
        (record_line(RECORD)[:-3], "not valid JSON: Unterminated string starting at: line 1 *"),
        (
            record_line(RECORD).replace(b'"round":1', b'"round":2'),
            "the digest is not that of the *",
        ),
        (
            record_line(RECORD).replace(RECORD.digest.encode(), RECORD.digest.upper().encode()),
            "the digest is not that of the record",
        ),
    ],
    ids=["a list", "not UTF-8", "a key twice", "too long", "cut", "not sealed anew", "capitals"],
)
def test_no_record_at_all(line: bytes, why: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(line)
    head, star, _ = why.partition("*")
    assert str(refused.value).startswith(head) if star else str(refused.value) == why


def test_a_digest_that_is_no_text() -> None:
    fields = {**record_fields(RECORD), "digest": 7}
    with pytest.raises(RecordError, match="digest: expected a string, got a number"):
        read_record(json.dumps(fields).encode())


# Anything

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.integers(-1, 4)
    | st.sampled_from(["", "7D --", "play", "timeout", "S"])
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(sorted(deal_fields(TRICKS))) | st.text(max_size=3), inner)
    ),
    max_leaves=10,
)


def outcome(line: bytes) -> SessionRecord | None:
    with suppress(RecordError):
        return read_record(line)
    return None


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(st.dictionaries(st.sampled_from(sorted(record_fields(RECORD))) | st.text(), values))
def test_any_object_is_a_record_or_refused(fields: dict[str, Any]) -> None:
    assert isinstance(outcome(sealed_line({**fields, "record": 1})), SessionRecord | None)


@given(st.data(), values)
def test_a_record_with_anything_inside_is_read_back_or_refused(
    data: st.DataObject,
    value: Any,  # noqa: ANN401
) -> None:
    fields = json.loads(record_line(RECORD))
    inner: Any = fields
    while isinstance(inner, dict | list) and inner:
        outer = inner
        spots = list(inner) if isinstance(inner, dict) else range(len(inner))
        key = data.draw(st.sampled_from(spots))
        inner = inner[key]
        if data.draw(st.integers(0, 2)) == 0:
            break
    outer[key] = value
    if "digest" not in fields:
        fields["digest"] = ""
    line = sealed_line(fields)
    record = outcome(line)
    if record is not None:
        assert json.loads(record_line(record)) == json.loads(line)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(line: bytes) -> None:
    assert outcome(line) is None


@cache
def played(rules: str) -> SessionRecord:
    return Game({1: ScriptedPlayer({5: "11X"}, habit=last)}, rules=rules).play()


@pytest.mark.parametrize("rules", ["modern", "simple", "classic-salade", "modern-no-doubles"])
def test_a_played_session_reads_back(rules: str) -> None:
    record = played(rules)
    assert read_record(record_line(record)) == record
    assert len(record_line(record)) < 20_000
