"""Fuzzes what bots write: `parse_object`, and the answers to questions and to the greeting."""

import atheris

with atheris.instrument_imports(include=["barbu_arena"]):
    from barbu_arena.players.answers import BadAnswer, carries_id, read_answer, read_greeting
    from barbu_arena.players.strict_json import MAX_DEPTH, MAX_DIGITS, NotStrictJson, parse_object

from bench.fuzz.fuzzing import assert_one_line, damaged_json, fuzz

ID = "5f01c9ae"
SEEDS = (
    f'{{"id":"{ID}","action":"QD"}}',
    f'{{"id":"{ID}","action":"trumps:S","note":"\\u00e9\\ud83c\\udca1","margin":-3,"legal":["-"]}}',
    f'{{"id":"{ID}","protocol":1,"name":"dodger","version":"1","author":"Zoë","wants":["deals"]}}',
    f'{{"id":["{ID}"],"action":{{"a":[[[null,true,false,0,-0,1e5,NaN]]]}}}}',
)


def try_line(line: bytes) -> None:
    """Read a line in every way; anything but a refusal in one printable line is a finding."""
    try:
        check_value(parse_object(line), 1)
    except NotStrictJson as error:
        assert_one_line(str(error))
    for reader in (read_answer, read_greeting):
        try:
            reader(line, ID)
        except BadAnswer as error:
            assert_one_line(str(error))
    assert carries_id(line, {ID}) in (ID, None)


def check_value(value: object, depth: int) -> None:
    """Hold what was accepted against what `parse_object` promises."""
    if isinstance(value, dict | list):
        assert depth <= MAX_DEPTH
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            check_value(inner, depth + 1)
    elif isinstance(value, str):
        value.encode("utf-8")
    elif value is not None:
        assert type(value) in (bool, int), value
        assert abs(value) < 10**MAX_DIGITS


if __name__ == "__main__":
    fuzz(try_line, (seed.encode() for seed in SEEDS), damaged_json)
