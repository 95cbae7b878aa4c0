"""One table: who is asked, what stands, what a fault costs, and who is told what."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import CARD_NAMES, hand_from_text, hand_text
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.dealing import deal_hands
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.fault import FAULT_KINDS, ArenaTrouble, Fault
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.referee.penalties import FaultPolicy, penalty
from barbu_arena.referee.record import FaultEntry, SessionRecord, deal_fields, record_line
from barbu_arena.referee.record_reader import read_record
from barbu_arena.referee.referee import Referee, deal_record
from barbu_arena.referee.replay import check_record, recorded_session
from tests.referee.scripted import (
    PLAN,
    POLICY,
    SEED,
    SEEDS,
    Fields,
    Game,
    ScriptedPlayer,
    first,
    last,
)

TIMEOUT = Fault("timeout", "no answer within 5.00 s", b"asked", b"")
CRASH = Fault("crash", "killed by SIGSEGV", b"asked", b"")


def answers_of(record: SessionRecord, rules: RuleSet) -> list[list[tuple[int, str]]]:
    """Who said what, asked or forced, deal by deal."""
    session = recorded_session(record, rules)
    found = []
    for entry in record.deals:
        deal = session.deal
        assert deal is not None
        calls = [",".join(map(str, targets)) or "-" for _, targets in entry.calls or ()]
        said = []
        for name in (announcement(entry), *calls, *entry.plays):
            said.append((deal.seat, name))
            deal.apply(deal.names.index(name))
        session.finish_deal()
        found.append(said)
    return found


def announcement(deal: Any) -> str:  # noqa: ANN401
    detail = deal.trump or deal.start
    return f"{deal.contract}:{detail}" if detail else str(deal.contract)


# A session without faults


@pytest.mark.parametrize("rules", ["modern", "simple", "classic", "modern-no-doubles"])
@pytest.mark.parametrize("habit", [first, last])
def test_a_session_is_played_and_its_record_holds(
    rules: str, habit: Callable[[Fields], str]
) -> None:
    game = Game(rules=rules, habit=habit)
    record = game.play()
    check_record(record, game.rules, SEED, POLICY)
    assert read_record(record_line(record)) == record
    assert (record.rules, record.board_set, record.bots) == (rules, 5, PLAN.bots)
    assert (record.session, record.place) == ("3.1.2", (3, 1, 2)) == (PLAN.session, PLAN.place)
    assert [deal.deal for deal in record.deals] == list(range(1, 29))
    assert record.faults == ()
    assert record.fault_penalties == (0, 0, 0, 0)
    assert not any(player.retired or player.verdicts for player in game.players)


def test_hands_are_those_of_the_seed() -> None:
    record = Game().play()
    hands = [tuple(map(hand_text, deal_hands(SEED, 5, b, i))) for b in range(4) for i in range(7)]
    assert [deal.hands for deal in record.deals] == hands


def test_all_are_started_before_any_is_waited_for() -> None:
    game = Game()
    game.play()
    assert game.log[:8] == [
        *(("begin", seat) for seat in range(4)),
        *(("ready", seat) for seat in range(4)),
    ]
    assert game.log[8][0] == "choose"


def test_the_session_message() -> None:
    game = Game()
    game.play()
    assert [player.told for player in game.players] == [
        [{"type": "session", "session": "3.1.2", "seat": seat, "seed": SEEDS[seat], "deals": 28}]
        for seat in range(4)
    ]
    assert game.players[2].bytes[0] == (
        b'{"type":"session","session":"3.1.2","seat":2,"seed":33,"deals":28}'
    )


@pytest.mark.parametrize("rules", ["modern", "classic", "modern-fixed-order"])
def test_whoever_has_a_choice_is_asked_and_nobody_else(rules: str) -> None:
    game = Game(rules=rules, habit=last)
    record = game.play()
    session = recorded_session(record, game.rules)
    expected = []
    for said in answers_of(record, game.rules):
        deal = session.deal
        assert deal is not None
        for seat, name in said:
            assert seat == deal.seat
            if deal.legal.bit_count() > 1:
                expected.append((deal.ask.value, seat))
            deal.apply(deal.names.index(name))
        session.finish_deal()
    assert game.log[8:] == expected
    assert any(len(said) > 1 for said in answers_of(record, game.rules))


def test_the_stand_ins_policy_is_the_first_legal_answer() -> None:
    rules = load_rules("modern")
    players = [FirstPlayer() for _ in range(4)]
    alone = Referee(rules, dealer(SEED, PLAN.board_set), players, POLICY).play(PLAN, SEEDS)
    assert alone == Game().play()


# Faults


def places(record: SessionRecord) -> list[tuple[Any, ...]]:
    return [
        (entry.deal, entry.seat, entry.ask, entry.n, entry.fault, entry.retired)
        for entry in record.faults
    ]


def test_a_timeout_is_replaced_by_the_first_legal_answer_and_costs_ten() -> None:
    slow = ScriptedPlayer({1: TIMEOUT}, habit=last)
    game = Game({0: slow}, habit=last)
    record = game.play()
    assert places(record) == [(1, 0, "choose", 0, "timeout", False)]
    assert record.deals[0].contract == "no_tricks"
    assert record.fault_penalties == (-10, 0, 0, 0)
    assert slow.verdicts == [TIMEOUT]
    assert not slow.retired
    assert len(slow.asked) > 100
    assert record.totals[0] == sum(deal.adjusted[0] for deal in record.deals) - 10
    check_record(record, game.rules, SEED, POLICY)


@pytest.mark.parametrize(
    ("number", "place"),
    [(2, (1, 1, "play", 1)), (1, (1, 1, "double", 0))],
    ids=["at the second card", "at the first call"],
)
def test_where_a_fault_stands_in_the_record(number: int, place: tuple[Any, ...]) -> None:
    game = Game({1: ScriptedPlayer({number: TIMEOUT})})
    record = game.play()
    assert places(record) == [(*place, "timeout", False)]
    check_record(record, game.rules, SEED, POLICY)


def test_the_position_of_a_call_and_of_a_play() -> None:
    game = Game({3: ScriptedPlayer({1: TIMEOUT, 2: TIMEOUT})})
    record = game.play()
    (_, _, ask, n, *_), (_, _, later, plays, *_) = places(record)
    assert (ask, n) == ("double", 2)
    question = game.players[3].asked[1]
    assert later == "play"
    assert plays == 4 * len(question["tricks"]) + len(question["trick"]["cards"])


@pytest.mark.parametrize(
    "kinds",
    [("timeout",) * 3, ("illegal",) * 3, ("timeout", "illegal", "timeout")],
    ids="+".join,
)
def test_the_third_replaced_answer_retires(kinds: tuple[str, ...]) -> None:
    replies: list[Any] = [TIMEOUT if kind == "timeout" else "11X" for kind in kinds]
    bad = ScriptedPlayer({5: replies[0], 50: replies[1], 90: replies[2]}, habit=last)
    game = Game({2: bad}, habit=last)
    record = game.play()
    assert [(entry.fault, entry.retired) for entry in record.faults] == [
        (kinds[0], False),
        (kinds[1], False),
        (kinds[2], True),
    ]
    assert record.fault_penalties == (0, 0, -130, 0)
    assert len(bad.asked) == 90
    assert bad.retired
    assert [fault.kind for fault in bad.verdicts] == list(kinds)
    check_record(record, game.rules, SEED, POLICY)


@pytest.mark.parametrize("kind", sorted(set(FAULT_KINDS) - {"timeout", "illegal"}))
def test_any_other_fault_retires_at_once(kind: str) -> None:
    bad = ScriptedPlayer({7: Fault(kind, "in some words")}, habit=last)
    game = Game({1: bad}, habit=last)
    record = game.play()
    assert [(entry.fault, entry.retired) for entry in record.faults] == [(kind, True)]
    assert record.fault_penalties == (0, -100, 0, 0)
    assert (len(bad.asked), bad.retired) == (7, True)
    assert bad.verdicts == [Fault(kind, "in some words")]
    check_record(record, game.rules, SEED, POLICY)


def test_a_crash_after_two_timeouts_costs_both() -> None:
    bad = ScriptedPlayer({3: TIMEOUT, 4: TIMEOUT, 9: CRASH})
    record = Game({0: bad}).play()
    assert record.fault_penalties == (-120, 0, 0, 0)


def test_after_retirement_a_stand_in_answers_first_legal() -> None:
    game = Game({2: ScriptedPlayer({1: CRASH}, habit=last)}, habit=last)
    record = game.play()
    entry = record.faults[0]
    session = recorded_session(record, game.rules)
    checked = 0
    for said in answers_of(record, game.rules):
        deal = session.deal
        assert deal is not None
        for seat, name in said:
            code = deal.names.index(name)
            past = (deal.number, deal.ask.value != "double") >= (entry.deal, True)
            if seat == 2 and past:
                assert deal.legal & ((1 << code) - 1) == 0
                checked += 1
            deal.apply(code)
        session.finish_deal()
    assert checked > 300


def test_limits_other_than_the_usual() -> None:
    policy = FaultPolicy(max_faults=1, fault_penalty=7, retire_penalty=40)
    game = Game({0: ScriptedPlayer({2: TIMEOUT})}, policy=policy)
    record = game.play()
    assert [entry.retired for entry in record.faults] == [True]
    assert record.fault_penalties == (-47, 0, 0, 0)
    check_record(record, game.rules, SEED, policy)


@pytest.mark.parametrize(
    ("replaced", "retired", "points"),
    [(0, False, 0), (2, False, -20), (3, True, -130), (0, True, -100)],
)
def test_what_faults_cost(replaced: int, retired: bool, points: int) -> None:
    assert penalty(FaultPolicy(), replaced, retired) == points


@pytest.mark.parametrize("kind", ["start", "handshake", "crash", "protocol"])
def test_a_fault_at_the_greeting(kind: str) -> None:
    absent = ScriptedPlayer(at_start=Fault(kind, "in some words"), wants=frozenset({"events"}))
    game = Game({2: absent}, habit=last)
    record = game.play()
    assert places(record) == [(0, 2, "hello", 0, kind, True)]
    assert record.fault_penalties == (0, 0, -100, 0)
    assert absent.retired
    assert (absent.told, absent.asked, absent.verdicts) == ([], [], [])
    assert [len(player.told) for player in game.players] == [1, 1, 0, 1]
    check_record(record, game.rules, SEED, POLICY)


PONDERED = Fault("resource", "used 9.5 s of processor time while others were on move")


def parting(fault: Fault | None = PONDERED, **options: Any) -> ScriptedPlayer:  # noqa: ANN401
    """A player of whom something is found out after the last deal."""
    player = ScriptedPlayer(**options)
    player.parting = fault
    return player


@pytest.mark.parametrize("rules", ["modern", "simple", "classic"])
def test_what_is_found_out_after_the_last_deal_retires_and_changes_no_deal(rules: str) -> None:
    ponderer = parting()
    game = Game({2: ponderer}, rules=rules)
    record = game.play()
    assert places(record) == [(game.rules.deals, 2, "bye", 0, "resource", True)]
    assert record.fault_penalties == (0, 0, -100, 0)
    assert ponderer.retired
    assert game.referee.evidence == [PONDERED]
    plain = Game(rules=rules).play()
    assert record.deals == plain.deals
    assert record.totals[2] == plain.totals[2] - 100
    check_record(record, game.rules, SEED, POLICY)
    check_record(record, game.rules)
    assert read_record(record_line(record)) == record


def test_all_four_may_have_pondered_and_are_booked_by_seat() -> None:
    game = Game({seat: parting() for seat in range(4)})
    record = game.play()
    assert places(record) == [(28, seat, "bye", 0, "resource", True) for seat in range(4)]
    assert record.fault_penalties == (-100,) * 4
    check_record(record, game.rules, SEED, POLICY)


def test_pondering_costs_on_top_of_what_answers_cost() -> None:
    game = Game({1: parting(script={2: TIMEOUT, 9: "11X"})})
    record = game.play()
    assert [(entry.ask, entry.retired) for entry in record.faults][-1] == ("bye", True)
    assert record.fault_penalties == (0, -120, 0, 0)
    check_record(record, game.rules, SEED, POLICY)


@pytest.mark.parametrize(
    "before", [{"at_start": CRASH}, {"script": {30: CRASH}}], ids=["absent", "retired"]
)
def test_of_who_was_retired_before_nothing_more_is_asked(before: dict[str, Any]) -> None:
    player = parting(**before)
    game = Game({1: player})
    record = game.play()
    assert len(record.faults) == 1
    assert record.fault_penalties == (0, -100, 0, 0)
    check_record(record, game.rules, SEED, POLICY)


def test_the_last_deal_is_told_before_anybody_is_found_to_have_pondered() -> None:
    player = parting(wants=frozenset({"deals"}))
    record = Game({0: player, 3: parting()}).play()
    assert len(player.told_of("deal_end")) == len(record.deals) == 28


def test_without_any_bot_the_session_is_played_by_stand_ins() -> None:
    game = Game({seat: ScriptedPlayer(at_start=CRASH) for seat in range(4)})
    record = game.play()
    assert [entry.seat for entry in record.faults] == [0, 1, 2, 3]
    assert record.fault_penalties == (-100,) * 4
    assert replace(record, faults=(), fault_penalties=(0,) * 4, totals=(), digest="") == replace(
        Game().play(), totals=(), digest=""
    )
    check_record(record, game.rules, SEED, POLICY)


def test_the_evidence_lies_beside_the_places() -> None:
    game = Game({0: ScriptedPlayer({1: "11X", 2: TIMEOUT}), 3: ScriptedPlayer(at_start=CRASH)})
    record = game.play()
    assert list(record.faults) == game.referee.faults
    assert game.referee.evidence == [
        CRASH,
        Fault("illegal", "no such announcement: '11X'", b"the question", b"the answer"),
        TIMEOUT,
    ]
    assert [entry.seat for entry in record.faults] == [3, 0, 0]


@pytest.mark.parametrize("when", ["ready", "ask"])
def test_the_arenas_own_trouble_passes_through(when: str) -> None:
    trouble = ArenaTrouble("the computer was busy or asleep")
    player = ScriptedPlayer(at_start=trouble) if when == "ready" else ScriptedPlayer({30: trouble})
    game = Game({1: player})
    with pytest.raises(ArenaTrouble, match="busy or asleep"):
        game.play()
    assert game.referee.faults == []


# What is illegal, in words


def table(rules: RuleSet, hands: tuple[str, ...], players: list[ScriptedPlayer]) -> Referee:
    a, b, c, d = (hand_from_text(text) for text in hands)
    for seat, player in enumerate(players):
        player.seat = seat
    return Referee(rules, lambda block, index: (a, b, c, d), players, POLICY)


HANDS = (
    "A94.AK42.974.J42",
    "QT2.85.J653.AK73",
    "J853.763.T82.Q98",
    "K76.QJT9.AKQ.T65",
)
"""As the first deal of one of the recorded sessions."""


def by_type(**replies: str) -> Callable[[Fields], str]:
    """Answer by the type of the question, once each and with the first legal answer later."""
    left = dict(replies)

    def habit(fields: Fields) -> str:
        return left.pop(fields["type"], first(fields))

    return habit


@pytest.mark.parametrize(
    ("announced", "seat", "ask", "action", "message"),
    [
        ("no_tricks", 0, "choose", "11X", "no such announcement: '11X'"),
        ("no_tricks", 0, "choose", "trumps", "no such announcement: 'trumps'"),
        ("no_tricks", 0, "choose", "", "no such announcement: ''"),
        ("no_tricks", 0, "choose", "♣\x1b", "no such announcement: '\\u2663\\x1b'"),
        ("no_tricks", 0, "choose", "x" * 50, f"no such announcement: '{'x' * 40}'…"),
        ("no_tricks", 1, "double", "x", "no such call: 'x'"),
        ("no_tricks", 1, "double", "2,0", "no such call: '2,0'"),
        (
            "no_tricks",
            1,
            "double",
            "1",
            "1 is not open: a seat does not double itself; "
            "legal are -, 0, 2, 3, 0,2, 0,3, 2,3, 0,2,3",
        ),
        (
            "trumps:S",
            1,
            "double",
            "0,2",
            "0,2 is not open: only the declarer may be doubled here; legal are -, 0",
        ),
        ("no_tricks", 0, "play", "11X", "no such card: '11X'"),
        ("no_tricks", 0, "play", "as", "no such card: 'as'"),
        ("no_tricks", 0, "play", "--", "no such card: '--'"),
        ("no_tricks", 0, "play", "2S", "2S is not in the hand"),
        ("no_tricks", 1, "play", "AC", "AC does not follow suit: S was led"),
        ("no_hearts", 0, "play", "AH", "AH does not meet a duty of the contract"),
        ("domino:9", 0, "play", "--", "a pass is legal only when no card fits"),
        ("domino:9", 0, "play", "QH", "QH is not in the hand"),
        ("domino:9", 0, "play", "2H", "2H does not fit on the table"),
    ],
)
def test_an_illegal_answer_and_the_words_for_it(
    announced: str, seat: int, ask: str, action: str, message: str
) -> None:
    declarer = {} if (seat, ask) == (0, "choose") else {"choose": announced}
    players = [ScriptedPlayer() for _ in range(4)]
    players[0].habit = by_type(**declarer)
    players[seat].habit = by_type(**(declarer if seat == 0 else {}), **{ask: action})
    referee = table(load_rules("modern"), HANDS, players)
    referee.play(PLAN, SEEDS)
    assert [fault.message for fault in referee.evidence] == [message]
    assert [fault.message for fault in players[seat].verdicts] == [message]
    entry = referee.faults[0]
    assert (entry.deal, entry.seat, entry.ask, entry.fault) == (1, seat, ask, "illegal")


def test_a_redouble_without_a_double_is_not_open() -> None:
    players = [ScriptedPlayer() for _ in range(4)]
    players[0].habit = by_type(choose="no_tricks", double="2")
    players[1].habit = by_type(double="0")
    referee = table(load_rules("modern"), HANDS, players)
    referee.play(PLAN, SEEDS)
    assert [fault.message for fault in referee.evidence] == [
        "2 is not open: the declarer answers those who doubled it, and no others; legal are -, 1"
    ]


def test_a_contract_that_was_played_is_not_open() -> None:
    players = [ScriptedPlayer() for _ in range(4)]
    said = iter(["no_king", "no_king"])
    players[0].habit = lambda fields: (
        next(said, first(fields)) if fields["type"] == "choose" else first(fields)
    )
    referee = table(load_rules("modern"), HANDS, players)
    referee.play(PLAN, SEEDS)
    message = referee.evidence[0].message
    assert message.startswith("no_king is not open; legal are no_tricks, no_queens, no_last_two,")
    assert message.endswith(", domino:K, domino:A")
    assert referee.faults == [FaultEntry(2, 0, "choose", 0, "illegal", False)]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_answer_is_more_than_a_fault(data: st.DataObject) -> None:
    names = st.sampled_from([*CARD_NAMES, "--", "-", "0", "0,1,2,3", "no_king", "domino:2"])
    replies = st.one_of(names, st.text(max_size=12))
    script = {n: data.draw(replies) for n in (1, 2, 3, 12)}
    game = Game({0: ScriptedPlayer(script)})
    record = game.play()
    check_record(record, game.rules, SEED, POLICY)
    assert all(fault.kind == "illegal" for fault in game.referee.evidence)
    assert all(fault.message.isprintable() for fault in game.referee.evidence)


# Who is told what

EVENTS = frozenset({"events"})
DEALS = frozenset({"deals"})


def test_events_tell_all_that_happens_forced_or_not() -> None:
    game = Game(
        {1: ScriptedPlayer(wants=EVENTS), 3: ScriptedPlayer(wants=EVENTS | DEALS)}, habit=last
    )
    record = game.play()
    happened = [
        {"type": "event", "deal": number, "seat": seat, "action": name}
        for number, said in enumerate(answers_of(record, game.rules), start=1)
        for seat, name in said
    ]
    for player in (game.players[1], game.players[3]):
        assert player.told_of("event") == happened
    assert game.players[1].bytes[1] == (b'{"type":"event","deal":1,"seat":0,"action":"domino:A"}')
    asked = sum(len(player.asked) for player in game.players)
    assert len(happened) > asked


def test_an_event_is_told_before_the_next_question() -> None:
    game = Game({1: ScriptedPlayer(wants=EVENTS)})
    game.play()
    player = game.players[1]
    second = player.bytes.index(next(data for data in player.bytes if b'"type":"double"' in data))
    assert b'"type":"event","deal":1,"seat":0,"action":"no_tricks"' in player.bytes[second - 1]


def test_deals_are_told_as_they_stand_in_the_record() -> None:
    game = Game({0: ScriptedPlayer(wants=DEALS)}, habit=last)
    record = game.play()
    told = game.players[0].told_of("deal_end")
    scores = [0, 0, 0, 0]
    for fields, deal in zip(told, record.deals, strict=True):
        scores = [before + points for before, points in zip(scores, deal.adjusted, strict=True)]
        assert fields == {
            "type": "deal_end",
            "deal": deal.deal,
            "record": json.loads(json.dumps(deal_fields(deal))),
            "scores": scores,
        }


def test_who_wants_nothing_is_told_nothing() -> None:
    game = Game({1: ScriptedPlayer(wants=EVENTS), 2: ScriptedPlayer(wants=DEALS)})
    game.play()
    kinds = [{fields["type"] for fields in player.told} for player in game.players]
    assert kinds == [{"session"}, {"session", "event"}, {"session", "deal_end"}, {"session"}]


@pytest.mark.parametrize("number", [1, 2, 30])
def test_who_is_retired_is_told_nothing_more_and_the_others_all(number: int) -> None:
    # A scripted player fails the test if it is told anything after it was retired.
    bad = ScriptedPlayer({number: CRASH}, wants=EVENTS | DEALS)
    game = Game({1: bad, 2: ScriptedPlayer(wants=EVENTS | DEALS)})
    record = game.play()
    happened = sum(len(said) for said in answers_of(record, game.rules))
    assert len(game.players[2].told_of("event")) == happened
    assert len(game.players[2].told_of("deal_end")) == 28
    assert bad.retired
    assert len(bad.told_of("event")) < happened


def test_nobody_hears_the_leagues_seed_or_a_name() -> None:
    wants = EVENTS | DEALS
    game = Game({seat: ScriptedPlayer({4: "11X"}, wants=wants) for seat in range(4)})
    game.play()
    everything = b"".join(data for player in game.players for data in player.bytes)
    for secret in (SEED, *PLAN.bots):
        assert secret.encode() not in everything
    for seat, player in enumerate(game.players):
        others = {str(seed) for seed in SEEDS} - {str(SEEDS[seat])}
        session = player.told_of("session")[0]
        assert not others & {str(value) for value in session.values()}


def test_nobody_hears_of_a_card_that_another_seat_still_holds() -> None:
    game = Game({seat: ScriptedPlayer(wants=EVENTS | DEALS) for seat in range(4)}, habit=last)
    record = game.play()
    for seat, player in enumerate(game.players):
        own = {
            deal.deal: {
                CARD_NAMES[c] for c in range(52) if hand_from_text(deal.hands[seat]) >> c & 1
            }
            for deal in record.deals
        }
        played: set[str] = set()
        number = 1
        for data in player.bytes:
            fields = json.loads(data if data.startswith(b"{") else b"{%b}" % data)
            if fields["type"] == "deal_end":
                played, number = set(), number + 1
                continue
            if fields["type"] == "event":
                played.add(fields["action"])
            named = {card for card in CARD_NAMES if f'"{card}"'.encode() in data}
            assert named <= own.get(number, set()) | played


# The record of a deal


def test_a_deal_whose_scores_do_not_sum_up_is_a_bug_and_not_recorded() -> None:
    # Such a rule set is refused by whoever reads one; the referee takes no chances.
    king = CARD_NAMES.index("KH")
    points = tuple(-20 if card == king else 0 for card in range(52))
    contract = TrickContract("odd", (-1,) * 13, points, stops_when_captured=True)
    rules = replace(load_rules("modern-no-doubles"), name="odd", contracts=(contract,))
    session = Session(rules, dealer("x", 0))
    deal = session.deal
    assert deal is not None
    while not deal.over:
        deal.apply((deal.legal & -deal.legal).bit_length() - 1)
    if len(deal.in_play.codes()) == 52:
        pytest.fail("the king was captured too late to test anything")
    with pytest.raises(AssertionError, match="do not sum up"):
        deal_record(deal)
