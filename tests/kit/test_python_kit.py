"""barbu.py against the engine on the golden questions, and its loop."""

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from barbu_arena.game.cards import codes
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.questions import Questions
from tests.golden.make_questions import FILE
from tests.kit.python_bots import BOTS, KIT, form, module, rules_of
from tests.kit.worlds import finished, replayed

ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
PLAYS = [row for row in ROWS if row["question"]["type"] == "play"]
barbu: Any = module(KIT, "barbu")


def first(deal: object, legal: int) -> int:
    """Play the first legal card in the order of questions, as `finished` does."""
    card: int = barbu.BIT[barbu.names(legal)[0]]
    return card


def test_legal_cards_and_voids_are_the_arenas() -> None:
    for row in PLAYS:
        assert barbu.legal(row["question"], form(row["rules"])) == row["legal"], row["name"]
        if "trick" in row["question"]:
            assert barbu.voids(row["question"]) == row["voids"], row["name"]
    assert len(PLAYS) > 60


def test_the_points_so_far_are_the_arenas() -> None:
    tricks = [row for row in PLAYS if "trick" in row["question"]]
    for row in tricks:
        deal = barbu.deal_of(row["question"], form(row["rules"]))
        assert deal.raw == row["question"]["raw"], row["name"]
    assert any(any(row["question"]["raw"]) for row in tricks)


def test_worlds_could_have_been_played_so_and_end_as_the_engine_ends_them() -> None:
    different = 0
    for row in PLAYS:
        question, rules = row["question"], form(row["rules"])
        hidden, rng = barbu.Hidden(question, rules), random.Random(1)
        worlds = [hidden.world(rng) for _ in range(5)]
        different += len({tuple(world) for world in worlds}) > 1
        for hands in worlds:
            play = replayed(question, rules_of(row["rules"]), [barbu.names(hand) for hand in hands])
            assert play is not None, row["name"]
            deal = barbu.deal_of(question, rules)
            deal.hands = hands[:]
            assert barbu.playout(deal, first) == finished(play), row["name"]
    assert different > 50


def test_what_a_seat_has_shown_to_lack_it_lacks() -> None:
    """Sessions of drawn answers: the truth is among the worlds that are thought possible."""
    asked = 0
    chance = random.Random(2)
    for preset in ("modern", "classic-overruff", "simple"):
        for deal, question in drawn_questions(preset, chance):
            hidden = barbu.Hidden(question, form(preset))
            for seat in {0, 1, 2, 3} - {question["seat"]}:
                hand = barbu.mask(deal.names[code] for code in codes(deal.in_play.hands[seat]))
                assert not hand & hidden.lacks[seat]
                assert hand.bit_count() == hidden.room[seat]
                asked += bool(hidden.lacks[seat])
    assert asked > 1000


def drawn_questions(preset: str, chance: random.Random) -> Iterator[tuple[Deal, dict[str, Any]]]:
    """Yield (deal, question) of all choices between cards of one session."""
    session = Session(rules_of(preset), dealer("drawn", 3))
    questions = Questions(rules_of(preset), "1.1.1")
    while (deal := session.deal) is not None:
        questions.open_deal(deal, session.scores)
        while not deal.over:
            if deal.ask is Ask.PLAY and deal.legal.bit_count() > 1:
                yield deal, json.loads(b"{%b}" % questions.body())
            deal.apply(chance.choice(list(codes(deal.legal))))
        session.finish_deal()


def test_a_world_gives_way_when_nothing_fits() -> None:
    question = next(row["question"] for row in PLAYS if "trick" in row["question"])
    hidden = barbu.Hidden(question, form("classic"))
    hidden.fits = dict.fromkeys(hidden.cards, ())
    hands = hidden.world(random.Random(1))
    assert sum(hands) == hidden.unseen | hidden.hand


def test_what_a_raw_point_is_worth_with_doubles() -> None:
    question = {"seat": 1, "doubles": [[1, 0], [0, 1], [2, 1]]}
    assert barbu.worth(question, form("modern")) == [-2, 4, -1, 0]
    assert barbu.worth({"seat": 1}, form("simple")) == [0, 1, 0, 0]


@pytest.mark.parametrize("opens", ["declarer", "left", "7D"])
def test_who_opens_a_domino(opens: str) -> None:
    rules = {"contracts": {"domino": {"places": [45, 20, 5, -5], "start": "any", "opens": opens}}}
    deck = random.Random(3).sample(barbu.CARDS, 52)
    hands = [barbu.mask(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
    deal = barbu.Contract(rules, "domino", "7").deal(hands, 2)
    holder = next(seat for seat in range(4) if hands[seat] & barbu.BIT["7D"])
    assert deal.seat == {"declarer": 2, "left": 3, "7D": holder}[opens]
    if opens == "7D":
        assert deal.legal() == barbu.BIT["7D"]


# --- the loop -------------------------------------------------------------------------------------


def conversation(monkeypatch: pytest.MonkeyPatch, bot: object, lines: list[dict[str, Any]]) -> None:
    """Let a bot read lines on stdin until their end."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    barbu.run(bot)


Said = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_loop_greets_answers_and_passes_over_the_rest(
    monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    row = PLAYS[0]
    lines = [
        {"id": "h", "type": "hello", "protocol": 1, "rules": form(row["rules"]), "news": 1},
        {"type": "session", "seat": 0, "seed": 5},
        {"type": "weather", "legal": 3},
        {"type": "name", "id": "later", "legal": ["yes", "no"]},
        {**row["question"], "id": "q"},
        {"type": "bye"},
    ]
    conversation(monkeypatch, barbu.Bot(), lines)
    greeting, later, answer = said()
    assert later == {"id": "later", "action": "yes"}
    assert greeting == {"id": "h", "protocol": 1, "name": "nameless", "version": "1.0"}
    assert answer["id"] == "q"
    assert answer["action"] in row["legal"]


def test_the_same_question_gets_the_same_answer_and_another_seed_may_get_another() -> None:
    row = max(PLAYS, key=lambda row: len(row["legal"]))
    seen = set()
    for seed in range(20):
        bots = [barbu.Bot(), barbu.Bot()]
        for bot in bots:
            bot.rules, bot.seed = form(row["rules"]), seed
        answers = {bot.answer(row["question"]) for bot in bots}
        assert len(answers) == 1
        seen |= answers
    assert len(seen) > 3


def test_a_bot_may_override_one_method_alone() -> None:
    class Last(barbu.Bot):  # type: ignore[misc]
        def double(self, question: dict[str, Any], rng: random.Random) -> str:
            answer: str = question["legal"][-1]
            return answer

    bot = Last()
    for row in ROWS:
        question = row["question"]
        answer = bot.answer(question)
        assert answer in row["legal"]
        if question["type"] == "double":
            assert answer == row["legal"][-1]


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["careful", "monte-carlo"])
def test_a_shipped_bot_holds_the_kit_as_it_is(name: str) -> None:
    assert (BOTS / name / "barbu.py").read_bytes() == (KIT / "barbu.py").read_bytes()


@pytest.mark.parametrize("name", ["policy.py", "estimates.py", "table.py", "careful.py"])
def test_monte_carlo_holds_careful_as_it_is(name: str) -> None:
    assert (BOTS / "monte-carlo" / name).read_bytes() == (BOTS / "careful" / name).read_bytes()
