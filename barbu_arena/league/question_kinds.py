"""A question of every kind that a rule set can ask, the rare ones too.

They come from sessions that are played without bots, with drawn answers, until every kind was seen
or enough was played: so there are some for any rules, those of a stranger's file too.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from barbu_arena.game.cards import HEART_MASK, PASS, SUIT_MASKS, codes
from barbu_arena.game.contracts import DominoContract
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.dealing import Draws
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.players.questions import Questions

SESSION = "0.0.0"
_MOST_SESSIONS = 12
_ENDS = "2A"
_SEED = "kinds of questions"


@dataclass(frozen=True, slots=True)
class KindOfQuestion:
    """One question as an example of its kind, its fields as a bot gets them but for id and time."""

    name: str
    question: dict[str, Any]


def _tricks(holds: Callable[[TrickPlay], bool]) -> Callable[[Deal], bool]:
    return lambda deal: isinstance(deal.play, TrickPlay) and holds(deal.play)


def _domino(holds: Callable[[DominoPlay], bool]) -> Callable[[Deal], bool]:
    return lambda deal: isinstance(deal.play, DominoPlay) and holds(deal.play)


def _hand(play: TrickPlay) -> int:
    return play.hands[play.seat]


def _trumps(play: TrickPlay) -> int:
    """Return the trumps of the seat on move, who must not follow suit; 0 if it must."""
    hand = _hand(play)
    if play.trump < 0 or not play.trick or hand & SUIT_MASKS[play.led]:
        return 0
    return hand & SUIT_MASKS[play.trump]


def _leads_hearts_only(play: TrickPlay) -> bool:
    return not play.trick and not _hand(play) & ~HEART_MASK


def _must_beat_led_trump(play: TrickPlay) -> bool:
    """Whether trumps were led, and not all of the hand's are legal."""
    following = _hand(play) & SUIT_MASKS[play.led] if play.trick else 0
    return play.led == play.trump and following not in (0, play.legal)


def _must_overtrump(play: TrickPlay) -> bool:
    """Whether a trump beats the trick, and the hand's lower trumps are not legal."""
    trumps = _trumps(play)
    return play.best_suit == play.trump and trumps != 0 and play.legal & trumps != trumps


_KINDS: dict[str, Callable[[Deal], bool]] = {
    "a first contract": lambda deal: deal.ask is Ask.CHOOSE and deal.number == 1,
    "the last contract left": lambda deal: deal.ask is Ask.CHOOSE and deal.deals_left == 1,
    "a call": lambda deal: deal.ask is Ask.DOUBLE and deal.seat != deal.declarer,
    "a forced double": lambda deal: deal.ask is Ask.DOUBLE and not deal.legal & 1,
    "a redouble of three": lambda deal: (
        deal.ask is Ask.DOUBLE and deal.seat == deal.declarer and deal.legal.bit_count() == 8
    ),
    "a lead": _tricks(lambda play: not play.trick),
    "a lead without hearts": _tricks(lambda play: not play.trick and play.legal != _hand(play)),
    "a lead from hearts alone": _tricks(_leads_hearts_only),
    "following suit": _tricks(lambda play: bool(play.trick and _hand(play) & SUIT_MASKS[play.led])),
    "a discard": _tricks(
        lambda play: (
            bool(play.trick) and not _hand(play) & SUIT_MASKS[play.led] and not _trumps(play)
        )
    ),
    "a duty to beat a trump led": _tricks(_must_beat_led_trump),
    "a ruff": _tricks(lambda play: _trumps(play) != 0),
    "a duty to overtrump": _tricks(_must_overtrump),
    "the last choice of a deal": _tricks(lambda play: len(play.tricks) == 11),
    "Domino from within": _domino(lambda play: play.start not in _ENDS),
    "Domino from the 2": _domino(lambda play: play.start == "2"),
    "Domino from the ace": _domino(lambda play: play.start == "A"),
    "Domino after a pass": _domino(lambda play: any(card == PASS for _, card in play.plays)),
    "Domino with two out": _domino(lambda play: len(play.out) == 2),
}


def question_kinds(rules: RuleSet) -> tuple[KindOfQuestion, ...]:
    """Return an example of each kind that came up, in a fixed order; the same every time."""
    found: dict[str, dict[str, Any]] = {}
    for number in range(_MOST_SESSIONS):
        for deal, questions in _asked(rules, number):
            new = [name for name, holds in _KINDS.items() if name not in found and holds(deal)]
            if new:
                found.update(dict.fromkeys(new, json.loads(b"{%b}" % questions.body())))
        if len(found) == len(_KINDS):
            break
    return tuple(KindOfQuestion(name, found[name]) for name in _KINDS if name in found)


def _asked(rules: RuleSet, number: int) -> Iterator[tuple[Deal, Questions]]:
    """Yield the deal at each question of one session, and what writes the question."""
    session = Session(rules, dealer(_SEED, number))
    questions = Questions(rules, SESSION)
    draws = Draws(f"{_SEED}|{number}")
    while (deal := session.deal) is not None:
        questions.open_deal(deal, session.scores)
        while not deal.over:
            if deal.legal.bit_count() > 1:
                yield deal, questions
            deal.apply(_answer(deal, draws))
        session.finish_deal()


def _answer(deal: Deal, draws: Draws) -> int:
    """Return a drawn answer; all contracts are as likely, and so are three starts of a Domino."""
    legal = list(codes(deal.legal))
    if deal.ask is not Ask.CHOOSE:
        return legal[draws.draw(len(legal))]
    ways = deal.rules.announcements
    contracts = list(dict.fromkeys(ways[code].contract for code in legal))
    contract = contracts[draws.draw(len(contracts))]
    same = [code for code in legal if ways[code].contract is contract]
    if isinstance(contract, DominoContract):
        same = [same[0], same[-1], same[len(same) // 2]]
    return same[draws.draw(len(same))]
