"""The faults of a record held against the penalties, and under a policy against the play."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.players.fault import Fault
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import FaultEntry, SessionRecord
from barbu_arena.referee.record_reader import RecordError
from barbu_arena.referee.replay import check_record, recorded_answers, recorded_session
from tests.referee.scripted import POLICY, SEED, Game, ScriptedPlayer, first, last

LATE = Fault("timeout", "late")
CRASH = Fault("crash", "gone")


@cache
def played(*script: tuple[int, int, Any]) -> SessionRecord:
    """A session in which seats fail at their n-th question, 0 being the greeting."""
    players = {}
    for seat in range(4):
        mine = {n: reply for by, n, reply in script if by == seat}
        at_start = mine.pop(0, None)
        players[seat] = ScriptedPlayer(mine, habit=last, at_start=at_start)
    return Game(players).play()


def refusal(record: SessionRecord, policy: FaultPolicy | None = None) -> str:
    with pytest.raises(RecordError) as refused:
        check_record(record, load_rules(record.rules), SEED, policy)
    return str(refused.value)


def settled(record: SessionRecord, *entries: FaultEntry) -> SessionRecord:
    """The record with other faults, and what these cost under the usual policy."""
    penalties = []
    for seat in range(4):
        mine = [entry for entry in entries if entry.seat == seat]
        replaced = sum(entry.fault in ("timeout", "illegal") and entry.deal > 0 for entry in mine)
        penalties.append(-10 * replaced - 100 * any(entry.retired for entry in mine))
    totals = [
        total - before + after
        for total, before, after in zip(
            record.totals, record.fault_penalties, penalties, strict=True
        )
    ]
    a, b, c, d = penalties
    e, f, g, h = totals
    return replace(record, faults=entries, fault_penalties=(a, b, c, d), totals=(e, f, g, h))


@pytest.mark.parametrize(
    "record",
    [
        played(),
        played((0, 1, LATE)),
        played((1, 1, LATE), (1, 2, "11X"), (1, 60, LATE)),
        played((2, 40, CRASH), (3, 41, LATE)),
        played((0, 0, CRASH), (3, 0, CRASH), (1, 2, "11X")),
        played(*((seat, 0, CRASH) for seat in range(4))),
    ],
    ids=["none", "one", "three of one seat", "two seats", "absent ones", "all absent"],
)
def test_faults_as_the_referee_books_them_hold(record: SessionRecord) -> None:
    check_record(record, load_rules("modern"), SEED, POLICY)
    check_record(record, load_rules("modern"))
    assert settled(record, *record.faults) == record


@pytest.mark.parametrize("seats", [(0,), (1, 3), (0, 1, 2, 3)])
def test_faults_after_the_last_deal_change_no_answer(seats: tuple[int, ...]) -> None:
    # All answered last legal: none of the answers may be taken for a stand-in's.
    record = played()
    entries = [FaultEntry(28, seat, "bye", 0, "resource", True) for seat in seats]
    changed = settled(record, *entries)
    for policy in (None, POLICY):
        check_record(changed, load_rules("modern"), SEED, policy)
    unpaid = replace(changed, fault_penalties=(0,) * 4, totals=record.totals)
    assert refusal(unpaid, POLICY) == f"fault penalty 0 for seat {seats[0]}, right -100"


def test_the_order_of_faults_is_that_of_play_and_seats_after_the_last_deal() -> None:
    record = played((2, 1, LATE))
    entries = (*record.faults, *(FaultEntry(28, s, "bye", 0, "resource", True) for s in (0, 2)))
    changed = settled(record, *entries)
    check_record(changed, load_rules("modern"), SEED, POLICY)
    assert changed.fault_penalties == (-100, 0, -110, 0)


# Form, with and without a policy

FORMS = [
    (
        [FaultEntry(2, 3, "play", 4, "lazy", True)],
        "deal 2: fault of seat 3: unknown kind 'lazy'",
        "unknown kind",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "\x1b" * 50, True)],
        "deal 2: fault of seat 3: unknown kind '" + r"\x1b" * 40 + "'",
        "unprintable kind",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "arena", True)],
        "deal 2: fault of seat 3: unknown kind 'arena'",
        "the arena's own",
    ),
    (
        [FaultEntry(0, 3, "play", 0, "crash", True)],
        "deal 0: fault of seat 3: before the first deal only hello is asked",
        "a play before the first deal",
    ),
    (
        [FaultEntry(0, 3, "hello", 1, "crash", True)],
        "deal 0: fault of seat 3: before the first deal only hello is asked",
        "a second hello",
    ),
    (
        [FaultEntry(2, 3, "hello", 0, "crash", True)],
        "deal 2: fault of seat 3: asked for 'hello'",
        "hello in a deal",
    ),
    (
        [FaultEntry(2, 3, "think", 0, "crash", True)],
        "deal 2: fault of seat 3: asked for 'think'",
        "an unknown question",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "crash", False)],
        "deal 2: fault of seat 3: crash always retires",
        "a crash that goes on",
    ),
    (
        [FaultEntry(0, 3, "hello", 0, "timeout", False)],
        "deal 0: fault of seat 3: timeout always retires",
        "a greeting that goes on",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "timeout", False)] * 2,
        "deal 2: fault of seat 3: listed twice, or not in the order of play",
        "listed twice",
    ),
    (
        [FaultEntry(3, 1, "play", 4, "timeout", False), FaultEntry(2, 3, "play", 4, "crash", True)],
        "deal 2: fault of seat 3: listed twice, or not in the order of play",
        "deals in disorder",
    ),
    (
        [
            FaultEntry(2, 1, "play", 0, "timeout", False),
            FaultEntry(2, 3, "double", 2, "crash", True),
        ],
        "deal 2: fault of seat 3: listed twice, or not in the order of play",
        "a call after a play",
    ),
    (
        [FaultEntry(2, 1, "play", 9, "timeout", False), FaultEntry(2, 3, "play", 8, "crash", True)],
        "deal 2: fault of seat 3: listed twice, or not in the order of play",
        "plays in disorder",
    ),
    (
        [FaultEntry(0, 2, "hello", 0, "crash", True), FaultEntry(0, 1, "hello", 0, "crash", True)],
        "deal 0: fault of seat 1: listed twice, or not in the order of play",
        "greetings in disorder",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "crash", True), FaultEntry(2, 3, "play", 8, "crash", True)],
        "deal 2: fault of seat 3: the bot was retired before",
        "retired twice",
    ),
    (
        [FaultEntry(0, 3, "hello", 0, "crash", True), FaultEntry(2, 3, "play", 8, "crash", True)],
        "deal 2: fault of seat 3: the bot was retired before",
        "absent and retired",
    ),
    *(
        (
            [entry],
            f"deal {entry.deal}: fault of seat 3: after the last deal there is only resource, "
            "with n 0",
            name,
        )
        for name, entry in {
            "bye before the last deal": FaultEntry(27, 3, "bye", 0, "resource", True),
            "bye after no deal at all": FaultEntry(29, 3, "bye", 0, "resource", True),
            "bye with a number": FaultEntry(28, 3, "bye", 1, "resource", True),
            "a crash at bye": FaultEntry(28, 3, "bye", 0, "crash", True),
            "a timeout at bye": FaultEntry(28, 3, "bye", 0, "timeout", False),
        }.items()
    ),
    (
        [FaultEntry(0, 3, "bye", 0, "resource", True)],
        "deal 0: fault of seat 3: before the first deal only hello is asked",
        "bye before the first deal",
    ),
    (
        [FaultEntry(28, 3, "bye", 0, "resource", False)],
        "deal 28: fault of seat 3: resource always retires",
        "bye that goes on",
    ),
    (
        [FaultEntry(28, 3, "bye", 0, "resource", True)] * 2,
        "deal 28: fault of seat 3: listed twice, or not in the order of play",
        "bye twice",
    ),
    (
        [
            FaultEntry(28, 3, "bye", 0, "resource", True),
            FaultEntry(28, 1, "bye", 0, "resource", True),
        ],
        "deal 28: fault of seat 1: listed twice, or not in the order of play",
        "byes in disorder",
    ),
    (
        [
            FaultEntry(28, 3, "bye", 0, "resource", True),
            FaultEntry(28, 1, "play", 50, "timeout", False),
        ],
        "deal 28: fault of seat 1: listed twice, or not in the order of play",
        "a play after bye",
    ),
    (
        [FaultEntry(2, 3, "play", 4, "crash", True), FaultEntry(28, 3, "bye", 0, "resource", True)],
        "deal 28: fault of seat 3: the bot was retired before",
        "bye of one who was gone",
    ),
]


@pytest.mark.parametrize("policy", [None, POLICY], ids=["bare", "policy"])
@pytest.mark.parametrize(
    ("entries", "why"), [pytest.param(entries, why, id=name) for entries, why, name in FORMS]
)
def test_faults_that_could_stand_in_no_record(
    entries: list[FaultEntry], why: str, policy: FaultPolicy | None
) -> None:
    assert refusal(settled(played(), *entries), policy) == why


# Signs and sums of the penalties


def penalised(record: SessionRecord, seat: int, points: int) -> SessionRecord:
    penalties, totals = list(record.fault_penalties), list(record.totals)
    totals[seat] += points - penalties[seat]
    penalties[seat] = points
    a, b, c, d = penalties
    e, f, g, h = totals
    return replace(record, fault_penalties=(a, b, c, d), totals=(e, f, g, h))


@pytest.mark.parametrize("policy", [None, POLICY], ids=["bare", "policy"])
def test_a_penalty_without_a_fault(policy: FaultPolicy | None) -> None:
    record = penalised(played((0, 1, LATE)), 2, -10)
    assert refusal(record, policy) == "fault penalties without faults: -10 for seat 2"


@pytest.mark.parametrize("policy", [None, POLICY], ids=["bare", "policy"])
def test_a_penalty_that_gives(policy: FaultPolicy | None) -> None:
    record = penalised(played((0, 1, LATE)), 0, 10)
    assert refusal(record, policy) == "a fault penalty of 10 for seat 0: above zero"


@pytest.mark.parametrize("points", [0, -5, -20])
def test_what_a_fault_costs_is_known_only_under_a_policy(points: int) -> None:
    record = penalised(played((0, 1, LATE)), 0, points)
    check_record(record, load_rules("modern"))
    assert refusal(record, POLICY) == f"fault penalty {points} for seat 0, right -10"


# Places, under a policy


def moved(entry: FaultEntry, **changes: Any) -> Callable[[SessionRecord], SessionRecord]:  # noqa: ANN401
    def change(record: SessionRecord) -> SessionRecord:
        entries = [replace(e, **changes) if e == entry else e for e in record.faults]
        return settled(record, *entries)

    return change


def test_a_fault_where_the_seat_was_not_on_move() -> None:
    record = played((0, 1, LATE))
    wrong = settled(record, FaultEntry(1, 0, "play", 2, "timeout", False))
    check_record(wrong, load_rules("modern"))
    assert refusal(wrong, POLICY) == "deal 1: a fault of seat 0 at play 2: not asked there"


def test_a_fault_in_a_deal_that_was_not_played() -> None:
    wrong = settled(played(), FaultEntry(29, 0, "play", 2, "timeout", False))
    assert refusal(wrong, POLICY) == "deal 29: a fault of seat 0 at play 2: not asked there"


def forced_place(record: SessionRecord) -> FaultEntry:
    """The first play that was forced."""
    session = recorded_session(record, load_rules("modern"))
    deal = session.deal
    assert deal is not None
    for code in recorded_answers(deal, record.deals[0]):
        if deal.legal.bit_count() == 1:
            break
        deal.apply(code)
    return FaultEntry(1, deal.seat, deal.ask.value, deal.position, "timeout", False)


def test_a_fault_where_there_was_nothing_to_ask() -> None:
    record = played()
    entry = forced_place(record)
    assert refusal(settled(record, entry), POLICY) == (
        f"deal 1: {entry.ask} of seat {entry.seat}: a fault where there was nothing to ask"
    )


@pytest.mark.parametrize("ask", ["choose", "double", "play"])
def test_a_replaced_answer_that_is_not_the_first_legal_one(ask: str) -> None:
    # In this session the seats give their last answer, seldom the first.
    record = played((2, 100, LATE))
    session = recorded_session(record, load_rules("modern"))
    deal = session.deal
    assert deal is not None
    for code in recorded_answers(deal, record.deals[0]):
        if deal.ask.value == ask and deal.legal & ((1 << code) - 1):
            break
        deal.apply(code)
    else:
        pytest.fail("every answer was the first")
    entry = FaultEntry(1, deal.seat, ask, deal.position, "illegal", False)
    assert refusal(settled(record, entry, *record.faults), POLICY) == (
        f"deal 1: {ask} of seat {entry.seat}: not the first legal answer, which stands in for a bot"
    )


def test_a_stand_in_that_did_not_answer_first_legal() -> None:
    record = played((3, 0, CRASH))
    wrong = settled(record, FaultEntry(0, 1, "hello", 0, "crash", True))
    assert refusal(wrong, POLICY).endswith("not the first legal answer, which stands in for a bot")
    check_record(wrong, load_rules("modern"))


def test_a_bot_that_answers_on_after_its_retirement() -> None:
    # Seat 2 gave its last answer always, but once, in the middle of its session, the first.
    record = Game({2: ScriptedPlayer({60: first}, habit=last)}, habit=last).play()
    entry = next(entry for entry in first_answers(record, 2) if entry.deal > 1)
    wrong = settled(record, entry)
    check_record(wrong, load_rules("modern"))
    assert re.fullmatch(
        rf"deal ({entry.deal}|{entry.deal + 1}): \w+ of seat 2: "
        "not the first legal answer, which stands in for a bot",
        refusal(wrong, POLICY),
    )


def first_answers(record: SessionRecord, seat: int) -> Iterator[FaultEntry]:
    """Where a seat had a choice and took the first, told as crashes there."""
    session = recorded_session(record, load_rules("modern"))
    for entry in record.deals:
        deal = session.deal
        assert deal is not None
        for code in recorded_answers(deal, entry):
            choice = deal.seat == seat and deal.legal.bit_count() > 1
            if choice and not deal.legal & ((1 << code) - 1):
                yield FaultEntry(deal.number, seat, deal.ask.value, deal.position, "crash", True)
            deal.apply(code)
        session.finish_deal()


@pytest.mark.parametrize(
    ("faults", "changed", "why"),
    [
        (3, {"retired": False}, "retired is False, right True"),
        (2, {"retired": True}, "retired is True, right False"),
        (1, {"retired": True}, "retired is True, right False"),
    ],
    ids=["the third does not retire", "the second retires", "the first retires"],
)
def test_which_fault_retires(faults: int, changed: dict[str, bool], why: str) -> None:
    record = played(*((1, 10 * n, LATE) for n in range(1, faults + 1)))
    wrong = moved(record.faults[-1], **changed)(record)
    assert refusal(wrong, POLICY).endswith(why)
    check_record(wrong, load_rules("modern"))


def test_a_policy_of_one_fault() -> None:
    strict = FaultPolicy(max_faults=1, fault_penalty=0, retire_penalty=5)
    record = Game({1: ScriptedPlayer({2: LATE})}, policy=strict).play()
    check_record(record, load_rules("modern"), SEED, strict)
    assert record.fault_penalties == (0, -5, 0, 0)
    assert "retired is True, right False" in refusal(record, POLICY)
