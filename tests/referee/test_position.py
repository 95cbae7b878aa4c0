"""A question as a position: what is so is never ruled out, and what is drawn could have been."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import hand_text
from barbu_arena.game.deal import Deal
from barbu_arena.game.dealing import Draws
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.question_reader import Question, read_question
from barbu_arena.players.questions import Questions
from barbu_arena.referee.position import NoSuchPosition, Position

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "questions.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_every_world_of_a_golden_question_leads_to_it(case: dict[str, Any]) -> None:
    """So each play was legal in it: nothing too much is left open."""
    question = read_question(case["question"])
    position = Position(question, load_rules(case["rules"]))
    draws = Draws("golden")
    for _ in range(8):
        deal = position.deal(position.worlds.draw(draws))
        assert deal.seat == question.seat
        assert tuple(n for c, n in enumerate(deal.names) if deal.legal >> c & 1) == question.legal
        if case.get("voids") and question.kind == "play":
            for seat, suits in enumerate(case["voids"]):
                held = hand_text(deal.in_play.hands[seat]).split(".")
                if seat != question.seat:
                    assert not any(held["SHDC".index(suit)] for suit in suits)


def asked(rules: RuleSet, seed: str) -> Iterator[tuple[Question, Deal, tuple[int, ...]]]:
    """Yield every question of a session that is played by lot: its deal, and the hands as dealt."""
    session = Session(rules, dealer(seed, 0))
    draws = Draws(f"lots|{seed}")
    questions = Questions(rules, "1.1.1")
    while (deal := session.deal) is not None:
        questions.open_deal(deal, session.scores)
        while not deal.over:
            legal = [code for code in range(64) if deal.legal >> code & 1]
            if len(legal) > 1:
                fields = json.loads(b"{%b}" % questions.body())
                yield read_question(fields), deal, deal.hands
            deal.apply(legal[draws.draw(len(legal))])
        session.finish_deal()


@pytest.mark.parametrize("name", ["modern", "simple", "classic", "classic-overruff"])
def test_what_is_so_is_never_ruled_out(name: str) -> None:
    """The true hands are among those left open, and lead to the question as others do."""
    rules = load_rules(name)
    for number, (question, deal, hands) in enumerate(asked(rules, name)):
        if number % 23:
            continue
        position = Position(question, rules)
        hidden = [0, 0, 0, 0]
        for seat in range(4):
            if seat != question.seat:
                held = deal.in_play.hands if question.kind == "play" else hands
                hidden[seat] = held[seat]
                allowed = position.allowed[seat]
                assert not hidden[seat] & ~allowed, (question, seat)
        again = position.deal(tuple(hidden))
        assert again.hands == hands
        assert again.legal == deal.legal


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "contract": ({"contract": "no_jacks"}, "no such contract in these rules"),
    "hand": ({"hand": ["2S"]}, "the cards in hand and played do not make 13 for each seat"),
    "order": ({"tricks": "turned"}, "was not seat"),
    "legal": ({"legal": ["AS"]}, "by the rules seat"),
    "calls": ({"doubles": [[0, 3], [0, 2], [0, 1], [0, 1]]}, "double of seat 0: not legal"),
    "unused": ({"unused": []}, "choose of seat"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_have_been_asked(what: str) -> None:
    fields = next(
        case["question"]
        for case in CASES
        if case["rules"] == "modern" and len(case["question"].get("tricks", [])) > 1
    )
    change, problem = BROKEN[what]
    if what == "order":
        first, second, *rest = fields["tricks"]
        change = {"tricks": [[(first[0] + 1) % 4, *first[1:]], second, *rest]}
    with pytest.raises(NoSuchPosition, match=problem):
        some_deal(read_question({**fields, **change}))


def test_cards_that_nobody_can_hold() -> None:
    """All others are void in spades, and most spades are still out."""
    hand = ["3S", "3H", "4H", "5H", "3D", "4D", "5D", "6D", "3C", "4C", "5C", "6C"]
    fields = {
        "type": "play", "session": "1.1.1", "deal": 1, "deals_left": 7, "seat": 0, "declarer": 0,
        "unused": ["no_tricks"], "owed": [0, 2, 2, 2], "contract": "no_tricks", "doubles": [],
        "hand": hand, "legal": hand, "tricks": [[0, "2S", "2H", "2D", "2C"]],
        "trick": {"leader": 0, "cards": []},
    }  # fmt: skip
    with pytest.raises(NoSuchPosition, match="no way to deal the hidden cards fits what was"):
        some_deal(read_question(fields))


def some_deal(question: Question) -> Deal:
    position = Position(question, load_rules("modern"))
    return position.deal(position.worlds.draw(Draws("broken")))
