"""Records replayed: the good ones hold, bad ones are refused in words, no change goes unseen."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.files.rules_file import load_rules
from barbu_arena.players.fault import Fault
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import (
    DealRecord,
    FaultEntry,
    SessionRecord,
    digest_of,
    record_line,
    sealed,
)
from barbu_arena.referee.record_reader import RecordError, read_record
from barbu_arena.referee.replay import check_record, recorded_answers, recorded_session
from tests.referee.scripted import POLICY, SEED, Game, ScriptedPlayer, last

CASES = Path(__file__).parents[1] / "cases"
SEEDS = {"sessions": "samples", "league": "league"}


def lines(name: str) -> list[bytes]:
    return (CASES / name).read_bytes().splitlines(keepends=True)


def labelled(name: str) -> list[Any]:
    return [
        pytest.param(name, line, id=f"{Path(name).stem}-{number}")
        for number, line in enumerate(lines(name), start=1)
    ]


GOOD = [
    *labelled("sessions/modern.jsonl"),
    *labelled("sessions/simple.jsonl"),
    *labelled("sessions/classic.jsonl"),
    *labelled("league/sessions.jsonl"),
]
FAULTY = lines("sessions/modern-with-faults.jsonl")[0]


def refusal(record: SessionRecord, **known: Any) -> str:  # noqa: ANN401
    """Why a record does not hold."""
    with pytest.raises(RecordError) as refused:
        check_record(record, load_rules(record.rules), **known)
    return str(refused.value)


# Recorded sessions


@pytest.mark.parametrize(("name", "line"), GOOD)
def test_a_good_session_holds_and_is_written_back_byte_by_byte(name: str, line: bytes) -> None:
    record = read_record(line)
    check_record(record, load_rules(record.rules), SEEDS[name.partition("/")[0]], POLICY)
    assert record_line(record) == line
    assert sealed(record) == record


def test_on_a_bare_ledger_the_places_of_faults_are_not_held_against_the_play() -> None:
    record = read_record(FAULTY)
    check_record(record, load_rules("modern"))
    assert [(entry.fault, entry.retired) for entry in record.faults] == [
        ("timeout", False),
        ("crash", True),
    ]


def test_with_a_policy_they_are() -> None:
    assert refusal(read_record(FAULTY), policy=POLICY) == (
        "deal 2: a fault of seat 3 at play 4: not asked there"
    )


def read_and_check(line: bytes) -> None:
    record = read_record(line)
    check_record(record, load_rules(record.rules))


BAD = list(
    zip(
        lines("sessions/bad.jsonl"),
        (CASES / "sessions/bad.why.txt").read_text().splitlines(),
        strict=True,
    )
)


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"-?\w+", text))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param(line, why.split(": ", 2)[2], id=why.partition(":")[0].replace(" ", "-"))
        for line, why in BAD
    ],
)
def test_a_bad_session_is_refused_with_its_reason(line: bytes, why: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_and_check(line)
    missing = words(why) - words(str(refused.value))
    assert not set(missing) - {"cards", "turns"}


# One thing wrong


@cache
def modern() -> SessionRecord:
    return read_record(lines("sessions/modern.jsonl")[0])


@cache
def classic() -> SessionRecord:
    return read_record(lines("sessions/classic.jsonl")[0])


def with_deal(record: SessionRecord, number: int, **changes: Any) -> SessionRecord:  # noqa: ANN401
    deals = list(record.deals)
    deals[number - 1] = replace(deals[number - 1], **changes)
    return replace(record, deals=tuple(deals))


def with_calls(record: SessionRecord, number: int, *targets: tuple[int, ...]) -> SessionRecord:
    declarer = record.deals[number - 1].declarer
    calls = tuple(((declarer + 1 + turn) % 4, who) for turn, who in enumerate(targets))
    return with_deal(record, number, calls=calls)


def plays(record: SessionRecord, number: int) -> list[str]:
    return list(record.deals[number - 1].plays)


def trump_deal(record: SessionRecord) -> DealRecord:
    return next(deal for deal in record.deals if deal.trump is not None)


def domino_deal(record: SessionRecord) -> DealRecord:
    return next(deal for deal in record.deals if deal.start is not None)


def wrong_records() -> Iterator[Any]:
    record = modern()
    two = record.deals[1]
    hands = two.hands
    yield pytest.param(replace(record, rules="classic"), "", id="another rule set")
    yield pytest.param(
        replace(record, deals=record.deals[:-1]), "27 deals; a session has 28", id="a deal missing"
    )
    yield pytest.param(
        replace(record, deals=(*record.deals, record.deals[0])),
        "29 deals; a session has 28",
        id="a deal too many",
    )
    yield pytest.param(with_deal(record, 2, deal=3), "deal 2: numbered 3", id="a wrong number")
    yield pytest.param(
        with_deal(record, 2, declarer=1), "deal 2: declarer 1, right 0", id="a wrong declarer"
    )
    yield pytest.param(
        with_deal(record, 2, hands=(hands[0], hands[0], hands[2], hands[3])),
        "deal 2: hands: a card is held twice, and one is missing",
        id="a hand twice",
    )
    yield pytest.param(
        with_deal(record, 2, hands=("AKQ", *hands[1:])),
        "deal 2: hands: expected thirteen cards in four suits between dots, got 'AKQ'",
        id="a short hand",
    )
    yield pytest.param(
        with_deal(record, 2, hands=("X" * 10 + "...AKQ", *hands[1:])),
        "deal 2: hands: expected ranks out of 23456789TJQKA, high to low, got 'XXXXXXXXXX' in "
        "'XXXXXXXXXX...AKQ'",
        id="a strange rank",
    )
    yield pytest.param(
        with_deal(record, 2, contract="salade", trump=None, start=None),
        "deal 2: contract 'salade' is not open to the declarer",
        id="an unknown contract",
    )
    yield pytest.param(
        with_deal(record, 2, contract="no_king", trump="S", start="7"),
        "deal 2: contract 'no_king', trump 'S', start '7' is not open to the declarer",
        id="details of other contracts",
    )
    yield pytest.param(
        with_deal(record, trump_deal(record).deal, trump="X"),
        f"deal {trump_deal(record).deal}: contract 'trumps', trump 'X' is not open to the declarer",
        id="an unknown suit",
    )
    yield pytest.param(with_deal(record, 2, calls=None), "deal 2: 0 calls, right 4", id="no calls")
    yield pytest.param(
        with_calls(record, 2, (), (), ()), "deal 2: 3 calls, right 4", id="three calls"
    )
    yield pytest.param(
        with_deal(record, 2, calls=((1, ()), (3, ()), (2, ()), (0, ()))),
        "deal 2: a call of seat 3, right 2",
        id="calls in another order",
    )
    yield pytest.param(
        with_calls(record, 2, (1,), (), (), ()),
        "deal 2: the call [1] of seat 1 is not legal",
        id="a double of oneself",
    )
    yield pytest.param(
        with_calls(record, 2, (0, 0), (), (), ()),
        "deal 2: the call [0, 0] of seat 1 is not legal",
        id="a target twice",
    )
    yield pytest.param(
        with_calls(record, 2, (), (), (), (1,)),
        "deal 2: the call [1] of seat 0 is not legal",
        id="an answer without a double",
    )
    yield pytest.param(
        with_deal(record, 2, plays=(*two.plays, "2S")),
        f"deal 2: plays after the deal ended, at {len(two.plays)}",
        id="a play too many",
    )
    yield pytest.param(
        with_deal(record, 2, plays=two.plays[:-1]),
        f"deal 2: the plays end after {len(two.plays) - 1}, before the deal does",
        id="a play missing",
    )
    yield pytest.param(
        with_deal(record, 2, plays=()),
        "deal 2: the plays end after 0, before the deal does",
        id="no plays",
    )
    yield pytest.param(
        with_deal(record, 2, plays=("--", *two.plays[1:])), "deal 2: '--' by", id="a pass in tricks"
    )
    yield pytest.param(
        with_deal(record, 2, plays=("\x1b[2J" * 9, *two.plays[1:])),
        "deal 2: '\\x1b[2J\\x1b[2J' by seat",
        id="no card at all",
    )
    raw = two.raw
    yield pytest.param(
        with_deal(record, 2, raw=(raw[0] + 1, raw[1] - 1, *raw[2:])),
        f"deal 2: raw {[raw[0] + 1, raw[1] - 1, *raw[2:]]}, right {list(raw)}",
        id="a point moved",
    )
    yield pytest.param(
        replace(record, quota_penalties=(-10, 0, 0, 0)),
        "quota penalties [-10, 0, 0, 0], right [0, 0, 0, 0]",
        id="a quota penalty",
    )
    yield pytest.param(
        replace(classic(), quota_penalties=(0, 0, 0, 0)),
        f"quota penalties [0, 0, 0, 0], right {list(classic().quota_penalties)}",
        id="no quota penalty",
    )
    yield pytest.param(
        replace(record, fault_penalties=(0, 0, -10, 0)),
        "fault penalties without faults: -10 for seat 2",
        id="a fault penalty",
    )
    totals = record.totals
    yield pytest.param(
        replace(record, totals=(totals[0] + 1, *totals[1:])),
        f"totals {[totals[0] + 1, *totals[1:]]}, right {list(totals)}",
        id="a total",
    )


@pytest.mark.parametrize(("record", "why"), list(wrong_records()))
def test_one_thing_wrong(record: SessionRecord, why: str) -> None:
    assert refusal(record).startswith(why)


def test_another_rule_set_is_named() -> None:
    with pytest.raises(RecordError, match="played by rule set 'modern', not classic"):
        check_record(modern(), load_rules("classic"))


def test_one_legal_card_is_named_as_one() -> None:
    record = modern()
    deal = domino_deal(record)
    place = deal.plays.index("--")
    cards = [*deal.plays[:place], "2S", *deal.plays[place + 1 :]]
    assert re.fullmatch(
        rf"deal {deal.deal}: '2S' by seat \d is not legal, -- is",
        refusal(with_deal(record, deal.deal, plays=tuple(cards))),
    )


def test_calls_under_rules_without_doubles() -> None:
    record = Game(rules="modern-no-doubles").play()
    check_record(record, load_rules("modern-no-doubles"), SEED, POLICY)
    passes = tuple((seat, ()) for seat in (1, 2, 3, 0))
    assert refusal(with_deal(record, 1, calls=passes)) == (
        "deal 1: calls under rules without doubles"
    )


@pytest.mark.parametrize(
    "changes", [{"seed": "another"}, {"board_set": 1}], ids=["another seed", "another board set"]
)
def test_hands_of_another_seed(changes: dict[str, Any]) -> None:
    seed = changes.get("seed", "samples")
    record = replace(modern(), board_set=changes.get("board_set", modern().board_set))
    assert refusal(record, seed=seed) == "deal 1: the hands are not those of the seed"


def test_the_answers_of_a_record_in_order() -> None:
    record = modern()
    rules = load_rules("modern")
    session = recorded_session(record, rules)
    names = []
    for entry in record.deals[:2]:
        deal = session.deal
        assert deal is not None
        for code in recorded_answers(deal, entry):
            names.append(deal.names[code])
            deal.apply(code)
        session.finish_deal()
    one, two = record.deals[:2]
    assert names[0] == f"{one.contract}:{one.start}"
    assert names[5 : 5 + len(one.plays)] == list(one.plays)
    assert names[-len(two.plays) :] == list(two.plays)


# No change goes unseen


@cache
def with_faults() -> SessionRecord:
    """A session under a policy: a bot absent, one retired by its third fault, one slow once."""
    late = Fault("timeout", "late")
    players = {
        0: ScriptedPlayer({3: "11X"}, habit=last),
        1: ScriptedPlayer({9: late, 30: "11X", 31: late}, habit=last),
        3: ScriptedPlayer(at_start=Fault("start", "absent")),
    }
    return Game(players, habit=last).play()


def test_a_session_with_faults_holds() -> None:
    record = with_faults()
    check_record(record, load_rules("modern"), SEED, POLICY)
    check_record(record, load_rules("modern"))
    assert record.fault_penalties == (-10, -130, 0, -100)


Path_ = tuple[Any, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:  # noqa: ANN401
    """Every single value of a record's object, with the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path, value


def put(fields: dict[str, Any], path: Path_, value: Any) -> None:  # noqa: ANN401
    inner: Any = fields
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value


def drop(fields: dict[str, Any], path: Path_) -> None:
    inner: Any = fields
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]


def resealed(fields: dict[str, Any]) -> bytes:
    fields = {key: value for key, value in fields.items() if key != "digest"}
    return json.dumps({**fields, "digest": digest_of(fields)}).encode()


def changed_text(text: str, data: st.DataObject) -> Any:  # noqa: ANN401
    parts = re.split("([ .])", text)
    place = data.draw(st.integers(0, len(parts) - 1))
    other = data.draw(st.integers(0, len(parts) - 1))
    swapped = parts.copy()
    swapped[place], swapped[other] = swapped[other], swapped[place]
    shorter = parts[:place] + parts[place + 1 :]
    new = data.draw(st.text(max_size=3))
    replaced = [*parts[:place], new, *parts[place + 1 :]]
    choices = [
        "".join(swapped),
        "".join(shorter),
        "".join(replaced),
        text + " ",
        text[:-1],
        None,
        0,
    ]
    return data.draw(st.sampled_from(choices))


def changed(value: Any, data: st.DataObject) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return changed_text(value, data)
    if isinstance(value, bool):
        return data.draw(st.sampled_from([not value, int(value), None]))
    if isinstance(value, int):
        near = st.integers(value - 3, value + 3)
        return data.draw(near | st.integers(-(2**31), 2**31) | st.sampled_from([None, str(value)]))
    return data.draw(st.sampled_from([[0], [1], [-1], [[]], {}, None, 0]))


def meaning(record: SessionRecord) -> SessionRecord:
    """What a record alone can vouch for: deals, contracts, every point, and how many faults.

    Which session and which bots, the schedule knows. One course of a deal may be told for another
    that is as legal and ends in the same points: a call between two seats of equal score, or
    a fault of another kind or place that costs the same and where the bot answered just so.
    """
    deals = tuple(replace(deal, calls=None, plays=()) for deal in record.deals)
    faults = (FaultEntry(0, 0, "", 0, "", False),) * len(record.faults)
    nobody = ("", "", "", "")
    return replace(
        record, round=0, table=0, seating=0, bots=nobody, deals=deals, faults=faults, digest=""
    )


SOURCES = {
    "modern": (modern, "samples"),
    "classic": (classic, "samples"),
    "with faults": (with_faults, SEED),
}


@pytest.mark.parametrize("source", SOURCES)
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_one_value_changed_and_sealed_anew_is_refused_or_says_the_same(
    source: str, data: st.DataObject
) -> None:
    make, seed = SOURCES[source]
    good = make()
    fields = json.loads(record_line(good))
    del fields["digest"]
    group = data.draw(st.sampled_from(sorted(fields)))
    spots = [(path, value) for path, value in leaves(fields) if path[0] == group]
    path, value = data.draw(st.sampled_from(spots))
    if data.draw(st.integers(0, 9)) == 0:
        drop(fields, path)
    else:
        put(fields, path, changed(value, data))
    try:
        record = read_record(resealed(fields))
        check_record(record, load_rules(good.rules), seed, POLICY)
    except RecordError as error:
        why = str(error)
    else:
        why = "none"
        assert meaning(record) == meaning(good)
    # It may quote a text of the record, but never one that a terminal would obey.
    assert why.isprintable()


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_change_that_is_not_sealed_anew_is_always_refused(data: st.DataObject) -> None:
    fields = json.loads(record_line(modern()))
    path, value = data.draw(st.sampled_from(list(leaves(fields))))
    new = changed(value, data)
    put(fields, path, new)
    try:
        read = read_record(json.dumps(fields).encode())
    except RecordError:
        return
    assert type(new) is type(value)
    assert read == modern()


@pytest.mark.parametrize("policy", [None, POLICY, FaultPolicy(3, 10, 90)], ids=str)
def test_a_policy_that_was_not_the_tournaments(policy: FaultPolicy | None) -> None:
    record = with_faults()
    if policy == FaultPolicy(3, 10, 90):
        assert refusal(record, policy=policy) == "fault penalty -130 for seat 1, right -120"
    else:
        check_record(record, load_rules("modern"), SEED, policy)
        assert sum(record.fault_penalties) == -240
