"""The plays of a recorded deal, each with what a reader wants to know of it.

Made by the engine, so that nobody else needs to know who wins a trick or who is out.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from barbu_arena.game.cards import CARD_NAMES, PASS, hand_from_text
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.referee.record import DealRecord
from barbu_arena.referee.replay import recorded_answers


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: its four cards in the order of play, `leader` and `winner` are seats."""

    leader: int
    cards: tuple[str, str, str, str]
    winner: int
    points: int
    """Raw points that the winner captured with it."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the order of play."""
        return tuple((self.leader + place) % 4 for place in range(4))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a Domino."""

    seat: int
    card: str | None
    """None for a pass."""
    place: int | None
    """0 for the first player to go out, with this card; 1, 2; None as long as cards are left."""


def deal_plays(record: DealRecord, rules: RuleSet) -> tuple[Trick, ...] | tuple[Turn, ...]:
    """Return the tricks of a deal, or its turns in a Domino, in the order of play.

    The record is taken to hold (`replay.check_record`).
    """
    a, b, c, d = (hand_from_text(hand) for hand in record.hands)
    deal = Deal(
        rules=rules,
        number=record.deal,
        hands=(a, b, c, d),
        declarer=record.declarer,
        choices=(1 << len(rules.announcements)) - 1,
        deals_left=rules.block_length,
        made=(0, 0, 0, 0),
    )
    answers = recorded_answers(deal, record)
    while deal.ask is not Ask.PLAY:
        deal.apply(next(answers))
    play = deal.in_play
    return _tricks(play, answers) if isinstance(play, TrickPlay) else _turns(play, answers)


def _tricks(play: TrickPlay, cards: Iterable[int]) -> tuple[Trick, ...]:
    found: list[Trick] = []
    before = sum(play.raw)
    for card in cards:
        play.play(card)
        if len(play.tricks) > len(found):
            leader, trick = play.tricks[-1]
            w, x, y, z = (CARD_NAMES[code] for code in trick)
            after = sum(play.raw)
            found.append(Trick(leader, (w, x, y, z), play.winner, after - before))
            before = after
    return tuple(found)


def _turns(play: DominoPlay, cards: Iterable[int]) -> tuple[Turn, ...]:
    found: list[Turn] = []
    for card in cards:
        seat, out = play.seat, len(play.out)
        play.play(card)
        place = out if len(play.out) > out else None
        found.append(Turn(seat, None if card == PASS else CARD_NAMES[card], place))
    return tuple(found)
