"""Collect questions of every kind, the rare ones too, and write tests/cases/questions.jsonl.

Sessions of all presets are played with drawn answers, and a question is kept that shows something
of which the file has too little yet. A line holds

    {"rules": preset, "name": what is special, "question": a whole question, "legal": [...],
     "voids": [...]}

`legal` repeats the question's own list, for bots that make theirs; `voids`, of questions to a trick
only, are by seat the suits in order S H D C that the seat did not follow though they were led, the
one that is asked included.

Run ``python -m tests.golden.make_questions`` after a change of rules or questions that is meant,
and read the difference.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.cards import SUITS, codes
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.deal import Ask
from barbu_arena.game.dealing import Draws
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.questions import Questions

FILE = Path(__file__).parents[1] / "cases" / "questions.jsonl"
SESSIONS = {"modern": 4, "simple": 4, "classic": 4, "classic-overruff": 16}  # of others one

Question = dict[str, Any]
Feature = Callable[[Question], bool]


# What a question shows


def _suit(question: Question, suit: str) -> list[str]:
    return [card for card in question["hand"] if card[1] == suit]


def _cards(question: Question) -> list[str]:
    """Return the trick so far; nothing outside tricks."""
    cards: list[str] = question["trick"]["cards"] if "trick" in question else []
    return cards


def _leads(question: Question) -> bool:
    return "trick" in question and not _cards(question)


def _is_void(question: Question) -> bool:
    return bool(_cards(question)) and not _suit(question, _cards(question)[0][1])


def _follows_trump(question: Question) -> bool:
    led = _cards(question)[0][1] if _cards(question) else ""
    return led == question.get("trump") and bool(_suit(question, led))


def _ruffs(question: Question) -> bool:
    """Whether the seat is void in a plain suit and holds a trump."""
    return _is_void(question) and bool(_suit(question, question.get("trump", "")))


def _trumped(question: Question) -> bool:
    """Whether a plain suit was led and a trump is in the trick."""
    cards, trump = _cards(question), question.get("trump")
    return bool(cards) and cards[0][1] != trump and trump in [card[1] for card in cards]


def _narrows(question: Question) -> bool:
    """Whether a duty beyond following suit leaves less than there was."""
    cards = _cards(question)
    follow = cards and _suit(question, cards[0][1])
    return "trick" in question and len(question["legal"]) < len(follow or question["hand"])


def _only_trumps(question: Question) -> bool:
    return {card[1] for card in question["legal"]} == {question.get("trump")}


def _heart_out(question: Question) -> bool:
    return any(card[1] == "H" for _, *trick in question.get("tricks", []) for card in trick)


def _voids(question: Question, seat: int) -> int:
    return len(voids(question)[seat]) if "trick" in question else 0


def _others_voids(question: Question) -> int:
    return sum(_voids(question, seat) for seat in range(4) if seat != question["seat"])


def _passes(question: Question) -> int:
    return sum(card == "--" for _, card in question.get("played", []))


def _start(question: Question) -> str:
    start: str = question.get("start", "")
    return start


def _targets(question: Question) -> int:
    return max(len(call.split(",")) for call in question["legal"])


def _is(kind: str, feature: Feature) -> Feature:
    return lambda question: question["type"] == kind and feature(question)


CHOICES: dict[str, Feature] = {
    "a block's first choice": lambda q: len(q["unused"]) == q["deals_left"] > 5,
    "few contracts left": lambda q: q["deals_left"] == 3,
    "one contract left with trumps": lambda q: q["legal"][0] == "trumps:S" and len(q["legal"]) < 6,
    "one contract left with starts": lambda q: q["legal"][0] == "domino:2",
    "the order fixed": lambda q: len(q["unused"]) < q["deals_left"],
    "trumps or none": lambda q: "trumps:-" in q["legal"],
    "no trump alone or a suit": lambda q: q["legal"][-1] == "trumps:-",
    "salade": lambda q: "salade" in q["legal"],
}
CALLS: dict[str, Feature] = {
    "the declarer's left calls first": lambda q: not q["doubles"] and _targets(q) == 3,
    "a call after doubles": lambda q: len(q["doubles"]) > 1 and q["legal"][0] == "-",
    "only the declarer may be doubled": lambda q: q["legal"] == ["-", str(q["declarer"])],
    "a double owed is forced": lambda q: "-" not in q["legal"],
    "the last debt": lambda q: q["owed"][q["seat"]] == q["deals_left"] == 1,
    "forced, any with it": lambda q: "-" not in q["legal"] and _targets(q) > 1,
    "nothing owed": lambda q: q["owed"] == [0, 0, 0, 0],
    "one doubler to answer": lambda q: q["seat"] == q["declarer"] and _targets(q) == 1,
    "two doublers to answer": lambda q: q["seat"] == q["declarer"] and _targets(q) == 2,
    "three doublers to answer": lambda q: q["seat"] == q["declarer"] and _targets(q) == 3,
    "a call in Domino": lambda q: "start" in q,
    "a call in trumps": lambda q: "trump" in q,
}
TRICKS: dict[str, Feature] = {
    "any lead": lambda q: _leads(q) and q["legal"] == q["hand"],
    "hearts may not be led": lambda q: _leads(q) and _narrows(q),
    "hearts may not be led after one is out": lambda q: _leads(q) and _narrows(q) and _heart_out(q),
    "nothing but hearts to lead": lambda q: (
        _leads(q) and _narrows({**q, "legal": []}) and _suit(q, "H") == q["hand"]
    ),
    "follows with a choice": lambda q: _cards(q) != [] and not _is_void(q) and not _narrows(q),
    "void without a duty": lambda q: _is_void(q) and not _narrows(q),
    "void on a heart": lambda q: _is_void(q) and _cards(q)[0][1] == "H",
    "must beat a trump led": lambda q: _follows_trump(q) and _narrows(q),
    "cannot beat a trump led": lambda q: (
        _follows_trump(q) and not _narrows(q) and len(_cards(q)) == 3
    ),
    "must trump": lambda q: _ruffs(q) and _only_trumps(q) and not _trumped(q),
    "must overtrump": lambda q: _ruffs(q) and _only_trumps(q) and _trumped(q) and _narrows(q),
    "must not undertrump": lambda q: _ruffs(q) and _narrows(q) and not _only_trumps(q),
    "need not trump": lambda q: _ruffs(q) and not _narrows(q) and not _trumped(q),
    "cannot overtrump": lambda q: _ruffs(q) and not _narrows(q) and _trumped(q),
    "follows a suit that was trumped": lambda q: _trumped(q) and not _is_void(q),
    "trumps without a trump": lambda q: q["contract"] == "trumps" and "trump" not in q,
    "void without a trump": lambda q: (
        q["contract"] == "trumps" and "trump" not in q and _is_void(q)
    ),
    "the last trick but one": lambda q: "trick" in q and len(q["tricks"]) == 11,
    "salade in play": lambda q: q["contract"] == "salade",
    "two voids of one other": lambda q: max(_voids(q, (q["seat"] + n) % 4) for n in (1, 2, 3)) > 1,
    "three voids of one other": lambda q: (
        max(_voids(q, (q["seat"] + n) % 4) for n in (1, 2, 3)) > 2
    ),
    "voids of all": lambda q: all(_voids(q, seat) for seat in range(4)),
    "many voids": lambda q: _others_voids(q) > 4,
    "no doubles in the rules": lambda q: "trick" in q and "doubles" not in q,
    "three doubles and more": lambda q: "trick" in q and len(q.get("doubles", [])) > 2,
}
LAYOUTS: dict[str, Feature] = {
    "Domino from the 2": lambda q: _start(q) == "2",
    "Domino from the ace": lambda q: _start(q) == "A",
    "Domino from the ace, a suit begun": lambda q: _start(q) == "A" and len(q["layout"]) > 1,
    "Domino from the 7": lambda q: _start(q) == "7",
    "Domino, the first card": lambda q: _start(q) != "" and q["played"] == [],
    "Domino, after passes": lambda q: _passes(q) > 2,
    "Domino, both ends of a suit": lambda q: (
        _start(q) != "" and max(Counter(card[1] for card in q["legal"]).values()) == 2
    ),
    "Domino, one out": lambda q: len(q.get("out", [])) == 1,
    "Domino, two out": lambda q: len(q.get("out", [])) == 2,
    "Domino, four suits open": lambda q: len(q.get("layout", [])) == 4,
}
FEATURES: dict[str, Feature] = {
    **{name: _is("choose", feature) for name, feature in CHOICES.items()},
    **{name: _is("double", feature) for name, feature in CALLS.items()},
    **{name: _is("play", feature) for name, feature in (TRICKS | LAYOUTS).items()},
}


# The file


def lines() -> Iterator[str]:
    """Yield the lines of the file."""
    for rules, name, question in _kept():
        line: dict[str, Any] = {"rules": rules, "name": name, "question": question}
        line["legal"] = question["legal"]
        if "trick" in question:
            line["voids"] = voids(question)
        yield json.dumps(line, separators=(",", ":"))


def voids(question: Question) -> list[list[str]]:
    """Return by seat the suits that it did not follow, in order S H D C."""
    shown: list[set[str]] = [set(), set(), set(), set()]
    trick = question["trick"]
    for leader, *cards in [*question["tricks"], [trick["leader"], *trick["cards"]]]:
        for place, card in enumerate(cards):
            if card[1] != cards[0][1]:
                shown[(leader + place) % 4].add(cards[0][1])
    return [sorted(suits, key=SUITS.index) for suits in shown]


def _kept() -> Iterator[tuple[str, str, Question]]:
    """Yield (rules, name, question): every kind from every preset, every feature of every duty."""
    seen: set[tuple[str, str]] = set()
    for name in sorted(preset_names(), key=_rank):
        rules, kinds = load_rules(name), set[str]()
        for question in _asked(rules):
            duties = _duties(rules, question)
            lacking = [
                feature
                for feature, holds in FEATURES.items()
                if (feature, duties) not in seen and holds(question)
            ]
            kind = f"the first to {question['type']}" + " in tricks" * ("trick" in question)
            if lacking or kind not in kinds:
                seen.update((feature, duties) for feature in lacking)
                kinds.add(kind)
                yield name, "; ".join(lacking) or kind, question


def _rank(name: str) -> tuple[bool, str]:
    """Return a key that puts the three families before their variants."""
    return "-" in name, name


def _duties(rules: RuleSet, question: Question) -> str:
    """Return what binds the player in a trick; of other questions, which family they are of."""
    if "trick" not in question:
        return rules.name.partition("-")[0]
    found = (contract for contract in rules.contracts if contract.name == question.get("contract"))
    contract = next(found, None)
    return " ".join(contract.duties) if isinstance(contract, TrickContract) else ""


def _asked(rules: RuleSet) -> Iterator[Question]:
    """Yield all questions of some sessions with drawn answers."""
    number = 0
    for board_set in range(SESSIONS.get(rules.name, 1)):
        session = Session(rules, dealer("questions", board_set))
        questions = Questions(rules, f"{board_set + 1}.1.1")
        draws = Draws(f"questions {rules.name} {board_set}")
        while session.deal is not None:
            deal = session.deal
            questions.open_deal(deal, session.scores)
            while not deal.over:
                legal = list(codes(deal.legal))
                if len(legal) > 1:
                    number += 1
                    body = questions.body().decode()
                    time = '"deadline_ms":5000,"bank_ms":20000'
                    yield json.loads(f'{{"id":"{number:08x}",{body},{time}}}')
                # The pass is the likeliest call, as among bots, and any other comes up too.
                passes = deal.ask is Ask.DOUBLE and draws.draw(3) == 0
                deal.apply(legal[0] if passes else legal[draws.draw(len(legal))])
            session.finish_deal()


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
