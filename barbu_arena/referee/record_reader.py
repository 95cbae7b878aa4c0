"""A record from a line of JSON, every field checked by type before it is believed."""

from typing import Any

from barbu_arena.game.doubling import Scores
from barbu_arena.players.strict_json import NotStrictJson, parse_object, type_name
from barbu_arena.referee.record import (
    RECORD_VERSION,
    DealRecord,
    FaultEntry,
    SessionRecord,
    digest_of,
)
from barbu_arena.referee.written_line import read_written

MAX_LINE = 1 << 20
"""Bytes; a session takes about 12,000."""

_RECORD_KEYS = {
    "record", "rules", "set", "round", "table", "seating", "bots", "deals", "faults",
    "quota_penalties", "fault_penalties", "totals", "digest",
}  # fmt: skip
_DEAL_KEYS = {"deal", "declarer", "hands", "contract", "plays", "raw", "adjusted"}
_DEAL_OPTIONS = {"trump", "start", "calls"}
_FAULT_KEYS = {"deal", "seat", "ask", "n", "fault", "retired"}
_LIMIT = 1 << 31
_LONGEST_TEXT = 2_000
"""Characters; the longest are the plays of a Domino, about 600."""


class RecordError(ValueError):
    """A record does not hold; the message names the deal and what is wrong in it."""


def read_record(line: bytes, with_plays: bool = True) -> SessionRecord:
    """Return the record in a line, with its digest checked. Raises RecordError.

    Without plays they may be missing from its deals, which takes less time.
    """
    if len(line) > MAX_LINE:
        raise RecordError(f"a line of {len(line)} bytes; a record has at most {MAX_LINE}")
    return read_written(line, with_plays) or read_any_form(line)


def read_any_form(line: bytes) -> SessionRecord:
    """Return the record in a line, however its JSON is written. Raises RecordError."""
    try:
        fields = parse_object(line)
    except NotStrictJson as error:
        raise RecordError(str(error)) from None
    version = _integer(fields.get("record"), "record")
    if version != RECORD_VERSION:
        raise RecordError(f"record version {version}; this arena reads version {RECORD_VERSION}")
    _keys(fields, _RECORD_KEYS, set(), "the record")
    claimed = _text(fields.pop("digest"), "digest")
    if digest_of(fields) != claimed:
        raise RecordError("the digest is not that of the record")
    deals = _list(fields["deals"], "deals")
    faults = _list(fields["faults"], "faults")
    return SessionRecord(
        rules=_text(fields["rules"], "rules"),
        board_set=_natural(fields["set"], "set"),
        round=_natural(fields["round"], "round"),
        table=_natural(fields["table"], "table"),
        seating=_natural(fields["seating"], "seating"),
        bots=_four_texts(fields["bots"], "bots"),
        deals=tuple(read_deal(deal, f"deals[{i}]") for i, deal in enumerate(deals)),
        faults=tuple(_fault(entry, f"faults[{i}]") for i, entry in enumerate(faults)),
        quota_penalties=_scores(fields["quota_penalties"], "quota_penalties"),
        fault_penalties=_scores(fields["fault_penalties"], "fault_penalties"),
        totals=_scores(fields["totals"], "totals"),
        digest=claimed,
    )


def read_deal(value: object, where: str = "the deal") -> DealRecord:
    """Return the deal in its JSON object. Raises RecordError."""
    fields = _object(value, where)
    _keys(fields, _DEAL_KEYS, _DEAL_OPTIONS, where)
    return DealRecord(
        deal=_natural(fields["deal"], f"{where}.deal"),
        declarer=_seat(fields["declarer"], f"{where}.declarer"),
        hands=_four_texts(fields["hands"], f"{where}.hands"),
        contract=_text(fields["contract"], f"{where}.contract"),
        plays=tuple(_text(fields["plays"], f"{where}.plays").split(" ")),
        raw=_scores(fields["raw"], f"{where}.raw"),
        adjusted=_scores(fields["adjusted"], f"{where}.adjusted"),
        trump=_text(fields["trump"], f"{where}.trump") if "trump" in fields else None,
        start=_text(fields["start"], f"{where}.start") if "start" in fields else None,
        calls=_calls(fields["calls"], f"{where}.calls") if "calls" in fields else None,
    )


def _calls(value: object, where: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    calls = []
    for i, call in enumerate(_list(value, where)):
        pair = _list(call, f"{where}[{i}]")
        if len(pair) != 2:
            raise RecordError(f"{where}[{i}]: expected a seat and its targets")
        targets = _list(pair[1], f"{where}[{i}]")
        calls.append(
            (
                _seat(pair[0], f"{where}[{i}]"),
                tuple(_seat(target, f"{where}[{i}]") for target in targets),
            )
        )
    return tuple(calls)


def _fault(value: object, where: str) -> FaultEntry:
    fields = _object(value, where)
    _keys(fields, _FAULT_KEYS, set(), where)
    if not isinstance(fields["retired"], bool):
        raise RecordError(f"{where}.retired: expected true or false")
    return FaultEntry(
        deal=_natural(fields["deal"], f"{where}.deal"),
        seat=_seat(fields["seat"], f"{where}.seat"),
        ask=_text(fields["ask"], f"{where}.ask"),
        n=_natural(fields["n"], f"{where}.n"),
        fault=_text(fields["fault"], f"{where}.fault"),
        retired=fields["retired"],
    )


def _keys(fields: dict[str, Any], needed: set[str], allowed: set[str], where: str) -> None:
    missing = needed - fields.keys()
    if missing:
        raise RecordError(f"{where}: {', '.join(sorted(missing))} missing")
    unknown = fields.keys() - needed - allowed
    if unknown:
        names = ", ".join(ascii(key[:40]) for key in sorted(unknown)[:3])
        raise RecordError(f"{where}: unknown key {names}")


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{where}: expected an object, got {type_name(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{where}: expected a list, got {type_name(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: expected a string, got {type_name(value)}")
    if len(value) > _LONGEST_TEXT or not value.isprintable():
        # Some of it is shown by those who only read a ledger and do not replay it.
        raise RecordError(f"{where}: expected at most {_LONGEST_TEXT} printable characters")
    return value


def _integer(value: object, where: str) -> int:
    if type(value) is not int or not -_LIMIT <= value < _LIMIT:
        raise RecordError(f"{where}: expected a whole number below 2^31")
    return value


def _natural(value: object, where: str) -> int:
    number = _integer(value, where)
    if number < 0:
        raise RecordError(f"{where}: expected 0 or more, got {number}")
    return number


def _seat(value: object, where: str) -> int:
    seat = _integer(value, where)
    if not 0 <= seat < 4:
        raise RecordError(f"{where}: expected a seat from 0 to 3, got {seat}")
    return seat


def _scores(value: object, where: str) -> Scores:
    numbers = [_integer(number, where) for number in _list(value, where)]
    if len(numbers) != 4:
        raise RecordError(f"{where}: expected four numbers, got {len(numbers)}")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _four_texts(value: object, where: str) -> tuple[str, str, str, str]:
    texts = [_text(text, where) for text in _list(value, where)]
    if len(texts) != 4:
        raise RecordError(f"{where}: expected four strings, got {len(texts)}")
    return texts[0], texts[1], texts[2], texts[3]
