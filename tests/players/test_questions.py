"""Questions: the exact lines, all that a stateless bot needs, and nothing that it must not know."""

import json
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.cards import CARD_NAMES, PASS, PASS_NAME, codes, hand_from_text
from barbu_arena.game.contracts import DominoContract, TrickContract
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.players.questions import Questions
from tests import oracle

HANDS = (
    "A94.AK42.974.J42",
    "QT2.85.J653.AK73",
    "J853.763.T82.Q98",
    "K76.QJT9.AKQ.T65",
)
FULL = [
    '"4S","9S","AS","2H","4H","KH","AH","4D","7D","9D","2C","4C","JC"',
    '"2S","TS","QS","5H","8H","3D","5D","6D","JD","3C","7C","KC","AC"',
    '"3S","5S","8S","JS","3H","6H","7H","2D","8D","TD","8C","9C","QC"',
    '"6S","7S","KS","9H","TH","JH","QH","QD","KD","AD","5C","6C","TC"',
]


class Table:
    """A session that always deals HANDS, with its questions."""

    def __init__(self, rules: RuleSet, *answers: str) -> None:
        a, b, c, d = (hand_from_text(text) for text in HANDS)
        self.session = Session(rules, lambda block, index: (a, b, c, d))
        self.questions = Questions(rules, "3.1.2")
        self.open()
        self.say(*answers)

    @property
    def deal(self) -> Deal:
        deal = self.session.deal
        assert deal is not None
        return deal

    def open(self) -> None:
        self.questions.open_deal(self.deal, self.session.scores)

    def say(self, *answers: str) -> None:
        """Give answers by name, asking for the question before each."""
        for answer in answers:
            deal = self.deal
            code = deal.names.index(answer)
            assert deal.legal >> code & 1, f"{answer} is not legal"
            self.questions.body()
            deal.apply(code)

    def finish(self) -> None:
        """Play the deal to its end by first legal answers and open the next."""
        while not self.deal.over:
            self.say(self.deal.names[next(codes(self.deal.legal))])
        self.session.finish_deal()
        self.open()

    def body(self) -> str:
        return self.questions.body().decode()

    def fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(f"{{{self.body()}}}")
        return fields


def preset(name: str) -> RuleSet:
    return load_rules(name)


# The exact lines


HEAD = '"session":"3.1.2","deal":1,"deals_left":7,"seat":{},"declarer":0,"unused":[{}]'
UNUSED = '"no_tricks","no_queens","no_last_two","no_hearts","no_king","trumps","domino"'
WAYS = (
    '"no_tricks","no_queens","no_last_two","no_hearts","no_king",'
    '"trumps:S","trumps:H","trumps:D","trumps:C",'
    '"domino:2","domino:3","domino:4","domino:5","domino:6","domino:7","domino:8",'
    '"domino:9","domino:T","domino:J","domino:Q","domino:K","domino:A"'
)


def head(kind: str, seat: int) -> str:
    return f'"type":"{kind}",{HEAD.format(seat, UNUSED)}'


def test_choose() -> None:
    assert Table(preset("modern")).body() == (
        f'{head("choose", 0)},"owed":[0,2,2,2],"scores":[0,0,0,0]'
        f',"hand":[{FULL[0]}],"legal":[{WAYS}]'
    )


def test_double_by_a_defender() -> None:
    table = Table(preset("modern"), "trumps:S")
    assert table.body() == (
        f'{head("double", 1)},"owed":[0,2,2,2],"scores":[0,0,0,0]'
        f',"contract":"trumps","trump":"S","doubles":[],"hand":[{FULL[1]}],"legal":["-","0"]'
    )


def test_double_in_a_negative_contract_offers_sets_of_seats() -> None:
    table = Table(preset("modern"), "no_queens", "0", "0,1")
    assert table.body() == (
        f'{head("double", 3)},"owed":[0,1,1,2],"scores":[0,0,0,0]'
        ',"contract":"no_queens","doubles":[[1,0],[2,0],[2,1]]'
        f',"hand":[{FULL[3]}],"legal":["-","0","1","2","0,1","0,2","1,2","0,1,2"]'
    )


def test_double_by_the_declarer_is_the_answer_to_doubles() -> None:
    table = Table(preset("modern"), "domino:8", "0", "-", "0")
    assert table.body() == (
        f'{head("double", 0)},"owed":[0,1,2,1],"scores":[0,0,0,0]'
        ',"contract":"domino","start":"8","doubles":[[1,0],[3,0]]'
        f',"hand":[{FULL[0]}],"legal":["-","1","3","1,3"]'
    )


def test_lead() -> None:
    table = Table(preset("modern"), "trumps:S", "0", "-", "-", "1")
    assert table.body() == (
        f'{head("play", 0)},"owed":[0,1,2,2],"scores":[0,0,0,0]'
        ',"contract":"trumps","trump":"S","doubles":[[1,0],[0,1]]'
        f',"hand":[{FULL[0]}],"trick":{{"leader":0,"cards":[]}},"tricks":[],"raw":[0,0,0,0]'
        f',"legal":[{FULL[0]}]'
    )


def test_follow_in_the_second_trick() -> None:
    table = Table(preset("modern"), "no_tricks", *"----", "4D", "JD", "TD", "QD", "AD", "7D")
    assert table.body() == (
        f'{head("play", 1)},"owed":[0,2,2,2],"scores":[0,0,0,0]'
        ',"contract":"no_tricks","doubles":[]'
        ',"hand":["2S","TS","QS","5H","8H","3D","5D","6D","3C","7C","KC","AC"]'
        ',"trick":{"leader":3,"cards":["AD","7D"]},"tricks":[[0,"4D","JD","TD","QD"]]'
        ',"raw":[0,0,0,-2],"legal":["3D","5D","6D"]'
    )


def test_first_card_of_domino() -> None:
    table = Table(preset("modern"), "domino:9", *"----")
    assert table.body() == (
        f'{head("play", 0)},"owed":[0,2,2,2],"scores":[0,0,0,0]'
        ',"contract":"domino","start":"9","doubles":[]'
        f',"hand":[{FULL[0]}],"layout":{{}},"played":[],"out":[],"legal":["9S","9D"]'
    )


def test_later_in_domino() -> None:
    table = Table(preset("modern"), "domino:9", *"----", "9D", "--", "8D", "9H", "9S")
    assert table.body() == (
        f'{head("play", 1)},"owed":[0,2,2,2],"scores":[0,0,0,0]'
        ',"contract":"domino","start":"9","doubles":[]'
        f',"hand":[{FULL[1]}],"layout":{{"S":["9","9"],"H":["9","9"],"D":["8","9"]}}'
        ',"played":[[0,"9D"],[1,"--"],[2,"8D"],[3,"9H"],[0,"9S"]],"out":[]'
        ',"legal":["TS","8H"]'
    )


def test_a_pass_in_domino_is_one_answer() -> None:
    table = Table(preset("modern"), "domino:9", *"----", "9D")
    assert table.fields()["legal"] == ["--"]


def test_who_is_out_in_domino() -> None:
    table = Table(preset("modern"), "domino:8", *"----")
    while len(out := table.fields()["out"]) < 2:
        table.say(table.fields()["legal"][-1])
    gone = [seat for seat, hand in enumerate(table.deal.in_play.hands) if not hand]
    assert sorted(out) == gone
    counts = [sum(card != "--" for by, card in table.fields()["played"] if by == s) for s in out]
    assert counts == [13, 13]


def test_what_carries_over_to_the_next_deal() -> None:
    table = Table(preset("modern"), "trumps:S", "0", "-", "0", "-")
    table.finish()
    scores = list(table.session.scores)
    assert any(scores)
    fields = table.fields()
    assert (fields["deal"], fields["deals_left"], fields["scores"]) == (2, 6, scores)
    assert fields["owed"] == [0, 1, 2, 1]
    assert fields["unused"] == [name for name in json.loads(f"[{UNUSED}]") if name != "trumps"]
    assert not any(way.startswith("trumps") for way in fields["legal"])
    table.say("no_tricks", "0", "0", "-", "-")
    assert (table.fields()["tricks"], table.fields()["raw"]) == ([], [0, 0, 0, 0])


# Fields present and absent

COMMON = {
    "type", "session", "deal", "deals_left", "seat", "declarer", "hand", "owed", "unused",
    "scores", "legal",
}  # fmt: skip
TRICKS = {"contract", "doubles", "trick", "tricks", "raw"}
DOMINO = {"contract", "start", "doubles", "layout", "played", "out"}


@pytest.mark.parametrize(
    ("answers", "more"),
    [
        ([], set()),
        (["no_king"], {"contract", "doubles"}),
        (["trumps:H"], {"contract", "trump", "doubles"}),
        (["domino:5"], {"contract", "start", "doubles"}),
        (["no_king", *"----"], TRICKS),
        (["trumps:H", *"----"], TRICKS | {"trump"}),
        (["domino:5", *"----"], DOMINO),
    ],
    ids=lambda value: " ".join(value) or "choose" if isinstance(value, list) else "",
)
def test_a_field_that_does_not_apply_is_absent(answers: list[str], more: set[str]) -> None:
    assert Table(preset("modern"), *answers).fields().keys() == COMMON | more


@pytest.mark.parametrize(
    ("answer", "more"),
    [("no_king", TRICKS), ("trumps:H", TRICKS | {"trump"}), ("domino:5", DOMINO)],
    ids=["tricks", "trumps", "domino"],
)
def test_without_doubling_there_are_no_doubles(answer: str, more: set[str]) -> None:
    fields = Table(preset("modern-no-doubles"), answer).fields()
    assert fields.keys() == COMMON | more - {"doubles"}
    assert fields["owed"] == [0, 0, 0, 0]


def test_no_trump_is_announced_last_and_leaves_the_field_out() -> None:
    rules = preset("modern")
    contracts = [
        replace(contract, trumps=("-", "C", "H"))
        if isinstance(contract, TrickContract) and contract.trumps
        else contract
        for contract in rules.contracts
    ]
    table = Table(replace(rules, contracts=tuple(contracts)))
    ways = [way for way in table.fields()["legal"] if way.startswith("trumps")]
    assert ways == ["trumps:H", "trumps:C", "trumps:-"]
    table.say("trumps:-", *"----")
    assert table.fields().keys() == COMMON | TRICKS


def test_a_fixed_choice_offers_one_contract() -> None:
    rules = preset("modern-fixed-order")
    table = Table(rules)
    assert (table.fields()["unused"], table.fields()["legal"]) == (["no_tricks"], ["no_tricks"])


def test_starts_of_domino_go_up() -> None:
    rules = preset("modern")
    contracts = [
        replace(contract, starts=("T", "2", "A", "9"))
        if isinstance(contract, DominoContract)
        else contract
        for contract in rules.contracts
    ]
    ways = Table(replace(rules, contracts=tuple(contracts))).fields()["legal"]
    assert ways[-4:] == ["domino:2", "domino:9", "domino:T", "domino:A"]


def test_a_session_name_is_written_as_json() -> None:
    rules = preset("modern")
    questions = Questions(rules, 'a"b\\é')
    session = Session(rules, dealer("x", 0))
    assert session.deal is not None
    questions.open_deal(session.deal, session.scores)
    assert json.loads(b"{%b}" % questions.body())["session"] == 'a"b\\é'


# Any position of any rule set


def first_deals(rules: RuleSet, rng: Random, count: int) -> Iterator[tuple[Session, Deal]]:
    """The first deals of a random session, each to be played to its end before the next."""
    session = Session(rules, dealer(str(rng.random()), 0))
    for _ in range(count):
        deal = session.deal
        assert deal is not None
        yield session, deal
        session.finish_deal()


def random_answer(deal: Deal, rng: Random) -> int:
    return rng.choice(list(codes(deal.legal)))


def body_of(deal: Deal, session: Session) -> bytes:
    """The question of a deal written by somebody who saw nothing of it before."""
    fresh = Questions(session.rules, "1.1.1")
    fresh.open_deal(deal, session.scores)
    return fresh.body()


rule_sets = st.sampled_from(preset_names()).map(load_rules)
randoms = st.integers(0, 1 << 32).map(Random)


@settings(max_examples=25, deadline=None)
@given(rule_sets, randoms)
def test_a_question_does_not_depend_on_the_questions_before(rules: RuleSet, rng: Random) -> None:
    questions = Questions(rules, "1.1.1")
    for session, deal in first_deals(rules, rng, 3):
        questions.open_deal(deal, session.scores)
        while not deal.over:
            if rng.random() < 0.5:
                assert questions.body() == body_of(deal, session)
            deal.apply(random_answer(deal, rng))


def in_order(cards: Sequence[str]) -> bool:
    places = [CARD_NAMES.index(card) for card in cards if card != "--"]
    return places == sorted(places)


@settings(max_examples=25, deadline=None)
@given(rule_sets, randoms)
def test_every_question_is_well_formed(rules: RuleSet, rng: Random) -> None:
    for session, deal in first_deals(rules, rng, 2):
        while not deal.over:
            body = body_of(deal, session)
            fields = json.loads(b"{%b}" % body)
            assert (
                body.rpartition(b',"legal":')[2]
                == json.dumps(fields["legal"], separators=(",", ":")).encode()
            )
            assert len(body) < 4096
            assert fields["type"] == deal.ask.value
            assert fields["legal"] == [deal.names[code] for code in codes(deal.legal)]
            assert in_order(fields["hand"])
            if deal.ask is Ask.PLAY:
                assert in_order(fields["legal"])
                assert {*fields["legal"]} <= {*fields["hand"], "--"}
            deal.apply(random_answer(deal, rng))


def legal_by_the_oracle(fields: dict[str, Any], rules: str) -> set[str]:
    """The legal answers of a play, worked out from the question alone."""
    if "layout" in fields:
        if not fields["played"] and rules == "classic":
            return {"7D"}
        fits = oracle.domino_legal(fields["start"], fields["layout"], fields["hand"])
        return set(fits) or {PASS_NAME}
    before = [card for _, *cards in fields["tricks"] for card in cards]
    return set(
        oracle.legal_plays(
            rules,
            fields["contract"],
            fields.get("trump"),
            fields["trick"]["cards"],
            fields["hand"],
            hearts_played_before=any(card[1] == "H" for card in before),
        )
    )


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["modern", "simple", "classic"]), randoms)
def test_a_question_holds_all_that_a_stateless_bot_needs(name: str, rng: Random) -> None:
    rules = load_rules(name)
    for session, deal in first_deals(rules, rng, 3):
        while not deal.over:
            if deal.ask is Ask.PLAY:
                fields = json.loads(b"{%b}" % body_of(deal, session))
                assert legal_by_the_oracle(fields, name) == set(fields["legal"])
                assert seen(fields) == set(everything(deal))
            deal.apply(random_answer(deal, rng))


def seen(fields: dict[str, Any]) -> set[tuple[int, str]]:
    """Who played what, as the question tells it."""
    if "layout" in fields:
        return {(seat, card) for seat, card in fields["played"]}
    tricks = [*fields["tricks"], [fields["trick"]["leader"], *fields["trick"]["cards"]]]
    return {
        ((leader + turn) % 4, card) for leader, *cards in tricks for turn, card in enumerate(cards)
    }


def everything(deal: Deal) -> Iterator[tuple[int, str]]:
    """Who played what, by the hands: what a seat was dealt and holds no more."""
    play = deal.in_play
    for seat, (dealt, held) in enumerate(zip(deal.hands, play.hands, strict=True)):
        for code in codes(dealt & ~held):
            yield seat, CARD_NAMES[code]
    if not isinstance(play, TrickPlay):
        yield from ((seat, PASS_NAME) for seat, code in play.plays if code == PASS)


# Nothing of what others hold


def exchanged(deal: Deal, rng: Random) -> Deal:
    """The same deal with the unplayed cards of the others dealt out among them anew."""
    seat = deal.seat
    held = list(deal.hands if deal.play is None else deal.play.hands)
    others = [other for other in range(4) if other != seat]
    pool = [code for other in others for code in codes(held[other])]
    rng.shuffle(pool)
    new = held.copy()
    for other in others:
        count = held[other].bit_count()
        new[other] = sum(1 << code for code in pool[:count])
        del pool[:count]
    twin = copy(deal)
    a, b, c, d = (
        dealt & ~before | after for dealt, before, after in zip(deal.hands, held, new, strict=True)
    )
    twin.hands = (a, b, c, d)
    if deal.play is not None:
        twin.play = deal.play.clone()
        twin.play.hands = new
    return twin


def hidden(deal: Deal) -> set[str]:
    held = deal.hands if deal.play is None else deal.play.hands
    return {
        CARD_NAMES[code]
        for seat, hand in enumerate(held)
        if seat != deal.seat
        for code in codes(hand)
    }


@settings(max_examples=40, deadline=None)
@given(rule_sets, randoms)
def test_the_others_unplayed_cards_do_not_matter(rules: RuleSet, rng: Random) -> None:
    for session, deal in first_deals(rules, rng, 2):
        while not deal.over:
            twin = exchanged(deal, rng)
            body = body_of(deal, session)
            assert body_of(twin, session) == body
            assert not any(f'"{card}"'.encode() in body for card in hidden(deal))
            deal.apply(random_answer(deal, rng))


def test_the_exchange_of_that_audit_is_one() -> None:
    table = Table(preset("modern"), "no_tricks", *"----", "4D", "JD")
    twin = exchanged(table.deal, Random(1))
    assert twin.hands != table.deal.hands
    assert twin.hands[2] == table.deal.hands[2]
    assert sum(twin.hands) == sum(table.deal.hands)
    assert [hand.bit_count() for hand in twin.hands] == [13, 13, 13, 13]
    assert twin.hands[0] >> CARD_NAMES.index("4D") & 1
