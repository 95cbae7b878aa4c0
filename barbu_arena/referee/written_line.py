"""A record's line in the very form in which the arena writes it, read by patterns.

A large ledger is millions of such deals. Their form allows no duplicate key, float, depth, escape
or number that could be read in two ways, so a match proves of every field what `record_reader`
checks of it one by one, and the text in which the digest is taken is the line's own pieces in
another order. Whatever does not match, right or wrong, is left to `record_reader`: it decides, and
knows what to say. The tests hold the two against each other.
"""

import re
from functools import lru_cache
from hashlib import sha256

from barbu_arena.game.doubling import Scores
from barbu_arena.referee.record import RECORD_VERSION, DealRecord, FaultEntry, SessionRecord

Calls = tuple[tuple[int, tuple[int, ...]], ...]

_NATURAL = "0|[1-9][0-9]{0,8}"
_WHOLE = "(?:0|-?[1-9][0-9]{0,8})"
_SCORES = rf"\[{_WHOLE},{_WHOLE},{_WHOLE},{_WHOLE}\]"
_TEXT = r'[^"\\\x00-\x1f\x7f]{0,2000}'
_FOUR_TEXTS = rf'\["({_TEXT})","({_TEXT})","({_TEXT})","({_TEXT})"\]'
_TARGETS = r"\[(?:[0-3](?:,[0-3]){0,3})?\]"

_HEAD = re.compile(
    rf'\{{"record":{RECORD_VERSION},"rules":"({_TEXT})","set":({_NATURAL}),"round":({_NATURAL}),'
    rf'"table":({_NATURAL}),"seating":({_NATURAL}),"bots":({_FOUR_TEXTS}),"deals":\['
)
_DEAL = re.compile(
    rf'\{{("deal":({_NATURAL}),"declarer":([0-3]),"hands":{_FOUR_TEXTS}),("contract":"({_TEXT})")'
    rf'(,"trump":"({_TEXT})")?(,"start":"({_TEXT})")?(?:,("calls":([\[\],0-3]{{2,60}})))?,'
    rf'("plays":"({_TEXT})"),("raw":({_SCORES})),("adjusted":({_SCORES}))\}}([,\]])'
)
_CALLS = re.compile(rf"\[(?:\[[0-3],{_TARGETS}\](?:,\[[0-3],{_TARGETS}\])*)?\]")
_CALL = re.compile(r"\[([0-3]),\[([0-3,]*)\]\]")
_BETWEEN = ',"faults":['
_FAULT = re.compile(
    rf'\{{"deal":({_NATURAL}),"seat":([0-3]),"ask":"({_TEXT})","n":({_NATURAL}),'
    rf'"fault":"({_TEXT})","retired":(true|false)\}}([,\]])'
)
_TAIL = re.compile(
    rf',"quota_penalties":({_SCORES}),"fault_penalties":({_SCORES}),"totals":({_SCORES}),'
    r'"digest":"([0-9a-f]{64})"\}'
)


class _OtherForm(Exception):
    """The line is not in the form."""


def read_written(line: bytes, with_plays: bool = True) -> SessionRecord | None:
    """Return the record in a line, its digest checked; None if it is in any other form.

    For sums the plays may be left out of the deals: they are half of all objects in a record.
    """
    try:
        text = line.decode()
        # The patterns leave the controls of ASCII out; what else no terminal should see is rare.
        if not text.isascii() and not text.isprintable():
            return None
        return _record(text, with_plays)
    except (UnicodeDecodeError, _OtherForm):
        return None


def _record(text: str, with_plays: bool) -> SessionRecord:
    head = _HEAD.match(text)
    if head is None:
        raise _OtherForm
    rules, board_set, number, table, seating, bots, a, b, c, d = head.groups()
    deals, deal_texts, end = _deals(text, head.end(), with_plays)
    faults, fault_texts, end = _faults(text, end)
    tail = _TAIL.fullmatch(text, end)
    if tail is None:
        raise _OtherForm
    quota_penalties, fault_penalties, totals, digest = tail.groups()
    sealed = (
        f'{{"bots":{bots},"deals":[{",".join(deal_texts)}],"fault_penalties":{fault_penalties},'
        f'"faults":[{",".join(fault_texts)}],"quota_penalties":{quota_penalties},'
        f'"record":{RECORD_VERSION},"round":{number},"rules":"{rules}","seating":{seating},'
        f'"set":{board_set},"table":{table},"totals":{totals}}}'
    )
    if sha256(sealed.encode()).hexdigest() != digest:
        raise _OtherForm
    return SessionRecord(
        rules=rules,
        board_set=int(board_set),
        round=int(number),
        table=int(table),
        seating=int(seating),
        bots=(a, b, c, d),
        deals=tuple(deals),
        faults=tuple(faults),
        quota_penalties=_scores(quota_penalties),
        fault_penalties=_scores(fault_penalties),
        totals=_scores(totals),
        digest=digest,
    )


def _deals(text: str, start: int, with_plays: bool) -> tuple[list[DealRecord], list[str], int]:
    """Return the deals, the texts of their digest, and where they end."""
    deals: list[DealRecord] = []
    texts: list[str] = []
    after = ","
    while after == ",":
        found = _DEAL.match(text, start)
        if found is None:
            raise _OtherForm
        (
            beginning, deal, declarer, a, b, c, d, named, contract, with_trump, trump, with_start,
            first, with_calls, calls, played, plays, with_raw, raw, with_adjusted, adjusted,
            after,
        ) = found.groups()  # fmt: skip
        start = found.end()
        deals.append(
            DealRecord(
                int(deal),
                int(declarer),
                (a, b, c, d),
                contract,
                tuple(plays.split(" ")) if with_plays else (),
                _scores(raw),
                _scores(adjusted),
                trump,
                first,
                None if calls is None else _calls(calls),
            )
        )
        texts.append(
            f"{{{with_adjusted},{with_calls + ',' if with_calls else ''}{named},{beginning},"
            f"{played},{with_raw}{with_start or ''}{with_trump or ''}}}"
        )
    return deals, texts, start


def _faults(text: str, start: int) -> tuple[list[FaultEntry], list[str], int]:
    """Return the faults, the texts of their digest, and where they end."""
    if not text.startswith(_BETWEEN, start):
        raise _OtherForm
    start += len(_BETWEEN)
    if text.startswith("]", start):
        return [], [], start + 1
    faults: list[FaultEntry] = []
    texts: list[str] = []
    after = ","
    while after == ",":
        found = _FAULT.match(text, start)
        if found is None:
            raise _OtherForm
        deal, seat, ask, n, fault, retired, after = found.groups()
        start = found.end()
        faults.append(FaultEntry(int(deal), int(seat), ask, int(n), fault, retired == "true"))
        texts.append(
            f'{{"ask":"{ask}","deal":{deal},"fault":"{fault}","n":{n},"retired":{retired},'
            f'"seat":{seat}}}'
        )
    return faults, texts, start


@lru_cache(maxsize=1 << 15)
def _scores(text: str) -> Scores:
    """Return four scores; the same object for the same text, since a ledger repeats few of them."""
    a, b, c, d = map(int, text[1:-1].split(","))
    return a, b, c, d


@lru_cache(maxsize=1 << 13)
def _calls(text: str) -> Calls:
    """Return the calls of a deal; the same object for the same text, as above."""
    if _CALLS.fullmatch(text) is None:
        raise _OtherForm
    return tuple(
        (int(call[1]), tuple(map(int, call[2].split(","))) if call[2] else ())
        for call in _CALL.finditer(text)
    )
