"""Worlds and playouts of a kit against the engine: what a bot thinks up must be possible."""

from typing import Any

from barbu_arena.game.cards import CARD_CODES, PASS, PASS_NAME, codes
from barbu_arena.game.contracts import Announcement, DominoContract
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay

Question = dict[str, Any]
Play = TrickPlay | DominoPlay


def replayed(question: Question, rules: RuleSet, world: list[list[str]]) -> Play | None:
    """Return the play of a question as it would stand with these hands now.

    None if something that was played would not have been legal with them, or the cards are wrong.
    """
    turns = played(question)
    hands = [sum(1 << CARD_CODES[card] for card in hand) for hand in world]
    for seat, card in turns:
        hands[seat] += 0 if card == PASS_NAME else 1 << CARD_CODES[card]
    if any(hand.bit_count() != 13 for hand in hands) or sum(hands) != (1 << 52) - 1:
        return None
    play = opened(question, rules, hands)
    for seat, card in turns:
        code = PASS if card == PASS_NAME else CARD_CODES[card]
        if play.seat != seat or not play.legal >> code & 1:
            return None
        play.play(code)
    return play


def played(question: Question) -> list[tuple[int, str]]:
    """Return (seat, card) of all turns before a question."""
    if "trick" not in question:
        return [(seat, card) for seat, card in question.get("played", [])]
    trick = question["trick"]
    tricks = [*question["tricks"], [trick["leader"], *trick["cards"]]]
    return [((leader + n) % 4, card) for leader, *cards in tricks for n, card in enumerate(cards)]


def opened(question: Question, rules: RuleSet, hands: list[int]) -> Play:
    """Return a deal before its first card."""
    way = announced(question, rules)
    four = (hands[0], hands[1], hands[2], hands[3])
    declarer: int = question["declarer"]
    if isinstance(way.contract, DominoContract):
        assert way.start is not None
        return DominoPlay(way.contract, way.start, four, declarer)
    leader = declarer if rules.first_lead == "declarer" else (declarer + 1) % 4
    return TrickPlay(way.contract, way.trump, four, leader)


def announced(question: Question, rules: RuleSet) -> Announcement:
    """Return the announcement of a question's deal."""
    return next(
        way
        for way in rules.announcements
        if way.contract.name == question["contract"]
        and way.trump == question.get("trump")
        and way.start == question.get("start")
    )


def finished(play: Play) -> list[int]:
    """Play on by first legal answers; return the raw scores."""
    while not play.over:
        play.play(next(codes(play.legal)))
    return list(play.scores())
