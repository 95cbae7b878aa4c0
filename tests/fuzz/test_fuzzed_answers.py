"""Any line of a bot is read or refused in one printable line: random bytes, and good lines damaged.

`damage.py` does the damage, here and in bench/fuzz, which goes on where these tests stop. What it
found is among the explicit cases of tests/players.
"""

import json
from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.players.answers import BadAnswer, carries_id, read_answer, read_greeting
from barbu_arena.players.strict_json import MAX_DEPTH, MAX_DIGITS, NotStrictJson, parse_object
from tests.fuzz.damage import damaged, damaged_bytes
from tests.fuzz.printed import assert_printable

ID = "5f01c9ae"
GOOD = (
    {"id": ID, "action": "QD"},
    {"id": ID, "action": "0,2", "note": "é🂡", "margin": -3, "legal": ["-", "0"]},
    {"id": ID, "protocol": 1, "name": "dodger", "version": "1", "author": "Zoë", "wants": []},
    {"id": ID, "action": {"a": [[[None, True, False, 0, 10**14]]]}},
)

randoms = st.randoms(use_true_random=False)
damaged_lines = st.builds(
    lambda good, random, ascii_only: json.dumps(
        damaged(good, random), ensure_ascii=ascii_only
    ).encode("utf-8", "surrogatepass"),
    st.sampled_from(GOOD),
    randoms,
    st.booleans(),
)
torn_lines = st.builds(
    lambda good, random: damaged_bytes(json.dumps(good).encode(), random),
    st.sampled_from(GOOD),
    randoms,
)
lines = st.binary(max_size=200) | damaged_lines | torn_lines


def depth(value: object) -> int:
    if not isinstance(value, list | dict):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0)


def numbers(value: object) -> list[object]:
    if not isinstance(value, list | dict):
        return [value] if isinstance(value, int | float) else []
    inner = value.values() if isinstance(value, dict) else value
    return [number for item in inner for number in numbers(item)]


@settings(max_examples=500, deadline=None)
@given(lines)
def test_what_is_accepted_is_bounded_and_can_be_written_again(line: bytes) -> None:
    try:
        fields = parse_object(line)
    except NotStrictJson as error:
        assert_printable(str(error), 200)
        return
    assert depth(fields) <= MAX_DEPTH
    assert all(type(n) in (int, bool) and abs(n) < 10**MAX_DIGITS for n in numbers(fields))
    again = json.dumps(fields, ensure_ascii=False).encode("utf-8")
    assert parse_object(again) == fields


@settings(max_examples=500, deadline=None)
@given(lines)
def test_an_answer_is_read_or_bad(line: bytes) -> None:
    said = 0
    for reader in (read_answer, read_greeting):
        try:
            reader(line, ID)
        except BadAnswer as error:
            assert_printable(str(error), 600)
        else:
            said += 1
            assert carries_id(line, {ID}) == ID
    assert said < 2 or {"action", "name"} <= parse_object(line).keys()


def test_the_damage_reaches_both_sides() -> None:
    """Damage that is always refused, or never, would try nothing."""
    accepted = 0
    for seed in range(400):
        random = Random(seed)
        line = json.dumps(damaged(random.choice(GOOD), random)).encode()
        with suppress(NotStrictJson):
            accepted += bool(parse_object(line))
    assert 40 < accepted < 360
