"""The named duties of a player in a trick.

A duty is one line: of these cards, the ones that meet it. `TrickPlay` folds them in the order in
which a contract lists them: keep the cards that meet the duty, or all of them if none does, so no
duty need say "if possible". Source: design §4, rules.md 1.2 rows 18–30.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from barbu_arena.game.cards import HEART_MASK, SUIT_MASKS


class Trick(Protocol):
    """What a duty may look at: public facts of the trick in play."""

    led: int
    """The suit led (0–3); meaningless to the leader's duties."""
    best: int
    """The card that wins the trick so far."""
    best_suit: int
    trump: int
    """The trump suit, or −1."""
    hearts_broken: bool
    """Whether a heart was played to an earlier trick."""


Keep = Callable[[int, Trick], int]
"""(cards, trick) → those of the cards that meet the duty."""


@dataclass(frozen=True)
class Duty:
    """One named duty: whom it binds, and in which words."""

    name: str
    binds_leader: bool
    keep: Keep
    prose: str


def _follow_suit(cards: int, trick: Trick) -> int:
    return cards & SUIT_MASKS[trick.led]


def _lead_no_heart(cards: int, trick: Trick) -> int:
    return cards & ~HEART_MASK


def _lead_no_unbroken_heart(cards: int, trick: Trick) -> int:
    return cards if trick.hearts_broken else cards & ~HEART_MASK


def _winning_trumps(trick: Trick) -> int:
    """Return the trumps that would beat the trick so far; 0 without a trump."""
    if trick.trump < 0:
        return 0
    trumps = SUIT_MASKS[trick.trump]
    if trick.best_suit == trick.trump:
        return trumps & -2 << trick.best
    return trumps


def _win_with_trump(cards: int, trick: Trick) -> int:
    return cards & _winning_trumps(trick)


def _beat_led_trump(cards: int, trick: Trick) -> int:
    return cards & _winning_trumps(trick) if trick.led == trick.trump else cards


def _ruff(cards: int, trick: Trick) -> int:
    # A player who follows holds no trump here: follow_suit came first and kept one suit.
    return cards & SUIT_MASKS[trick.trump] if trick.trump >= 0 else 0


def _overruff(cards: int, trick: Trick) -> int:
    winning = cards & _winning_trumps(trick)
    return cards & ~(SUIT_MASKS[trick.trump] & ~winning) if winning else cards


DUTIES: dict[str, Duty] = {
    duty.name: duty
    for duty in (
        Duty("follow_suit", False, _follow_suit, "follow the suit led"),
        Duty("lead_no_heart", True, _lead_no_heart, "lead no heart"),
        Duty(
            "lead_no_unbroken_heart",
            True,
            _lead_no_unbroken_heart,
            "lead no heart before one was played to an earlier trick",
        ),
        Duty(
            "win_with_trump",
            False,
            _win_with_trump,
            "play a trump that beats the trick so far, when a trump was led or when void",
        ),
        Duty("beat_led_trump", False, _beat_led_trump, "beat the trick so far when a trump is led"),
        Duty("ruff", False, _ruff, "play a trump, any trump, when void in the suit led"),
        Duty(
            "overruff",
            False,
            _overruff,
            "when trumping, not play a losing trump while a winning one is held",
        ),
    )
}
