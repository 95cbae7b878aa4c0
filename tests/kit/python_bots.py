"""Shipped bots of Python as objects in this process, which costs less than processes."""

import importlib
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.rules_form import rules_form
from barbu_arena.game.session import Session, dealer
from barbu_arena.players.questions import Questions

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"
KIT = ROOT / "barbu_arena" / "kit" / "python"

Answer = Callable[[dict[str, Any]], str]


@cache
def rules_of(name: str) -> RuleSet:
    """Return a preset."""
    return load_rules(name)


@cache
def form(name: str) -> dict[str, Any]:
    """Return a preset as bots are told it."""
    return rules_form(rules_of(name))


@cache
def module(folder: Path, name: str) -> ModuleType:
    """Import a module of a bot's folder, with those beside it, under no name that lasts."""
    beside = {path.stem for path in folder.glob("*.py")}
    before = {word: sys.modules.pop(word) for word in beside & sys.modules.keys()}
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        for word in beside:
            sys.modules.pop(word, None)
        sys.modules.update(before)


def answer_of(name: str, preset: str = "modern", **settings: int) -> Answer:
    """Return how a shipped bot answers; `settings` are attributes of a bot that uses the kit."""
    if name == "random":
        return lambda question: module(BOTS / name, "bot").answer(question, 7)
    if name in ("dodger-py", "steady"):
        return lambda question: module(BOTS / name, "bot").answer(question, form(preset))
    bot: Any = (
        module(BOTS / name, "careful").Careful()
        if name == "careful"
        else module(BOTS / name, "bot").MonteCarlo()
    )
    bot.rules, bot.seed = form(preset), 7
    for key, value in settings.items():
        setattr(bot, key, value)
    answer: Answer = bot.answer
    return answer


def played(preset: str, board_set: int, answers: list[Answer]) -> tuple[int, ...]:
    """Play a session of bots by seat and return its scores, missing doubles paid for."""
    rules = rules_of(preset)
    session, questions = Session(rules, dealer("python bots", board_set)), Questions(rules, "1.1.1")
    while (deal := session.deal) is not None:
        questions.open_deal(deal, session.scores)
        while not deal.over:
            code = deal.legal.bit_length() - 1
            if deal.legal.bit_count() > 1:
                question = json.loads(b'{%b,"bank_ms":20000}' % questions.body())
                code = deal.names.index(answers[deal.seat](question))
                assert deal.legal >> code & 1, question
            deal.apply(code)
        session.finish_deal()
    return tuple(map(sum, zip(session.scores, session.quota_penalties(), strict=True)))


SIDES = ((0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0), (1, 0, 0, 1))
"""All ways to seat two against two."""


def margins(bots: tuple[Answer, Answer], board_sets: int, ways: int = 6) -> list[float]:
    """Return, for each board set, by how much the first bot beats the second, a session and seat.

    Under `modern`, two seats against two, in so many ways of seating them.
    """
    found = []
    for board_set in range(board_sets):
        total = 0
        for sides in SIDES[:ways]:
            scores = played("modern", board_set, [bots[side] for side in sides])
            total += sum(score * (1 - 2 * side) for score, side in zip(scores, sides, strict=True))
        found.append(total / (2 * ways))
    return found
