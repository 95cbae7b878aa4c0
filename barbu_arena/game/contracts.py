"""Contracts as data.

A trick contract is two tables, points by trick number and points by card, and a list of duties;
Domino is points by place. What follows from the tables (total, negative or not, announcements) is
derived and never declared. Source: design §4.
"""

from dataclasses import dataclass
from functools import cached_property

from barbu_arena.game.cards import CARD_NAMES, RANKS, SUITS

NO_TRUMP = "-"


@dataclass(frozen=True)
class TrickContract:
    """A contract played in up to thirteen tricks."""

    name: str
    trick_points: tuple[int, ...]
    """Points of trick 1 to 13."""
    card_points: tuple[int, ...]
    """Points of the cards 0–51, to whoever captures them."""
    duties: tuple[str, ...] = ("follow_suit",)
    trumps: tuple[str, ...] = ()
    """What the declarer may name as trump: suits, and ``-`` for none; empty: there is no choice."""
    stops_when_captured: bool = False
    """Whether the deal ends after the trick that captures the last scoring card."""

    @cached_property
    def total(self) -> int:
        """All points of one deal."""
        return sum(self.trick_points) + sum(self.card_points)


@dataclass(frozen=True)
class DominoContract:
    """A contract in which cards are laid out in suits from a starting rank, both ways."""

    name: str
    places: tuple[int, int, int, int]
    """Points of the first player to go out, the second, the third, and the one left."""
    starts: tuple[str, ...]
    """The ranks that the declarer may name."""
    opens: str
    """Who plays first: ``declarer``, ``left`` (of the declarer), or the holder of a named card,
    who must play it.
    """

    @cached_property
    def total(self) -> int:
        """All points of one deal."""
        return sum(self.places)


Contract = TrickContract | DominoContract


@dataclass(frozen=True)
class Announcement:
    """What a declarer says: a contract, with the trump suit or the starting rank where it has one.

    `trump` is a suit letter, and None without a trump.
    """

    contract: Contract
    trump: str | None = None
    start: str | None = None
    detail: str | None = None

    @property
    def name(self) -> str:
        """The answer that makes it: ``no_king``, ``trumps:S``, ``trumps:-``, ``domino:8``."""
        return f"{self.contract.name}:{self.detail}" if self.detail else self.contract.name


def announcements(contract: Contract) -> tuple[Announcement, ...]:
    """Return all ways to announce a contract: suits in order S H D C, no trump last, ranks up."""
    if isinstance(contract, DominoContract):
        ranks = sorted(contract.starts, key=RANKS.index)
        return tuple(Announcement(contract, start=rank, detail=rank) for rank in ranks)
    if not contract.trumps:
        return (Announcement(contract),)
    suits = sorted(contract.trumps, key=(SUITS + NO_TRUMP).index)
    return tuple(
        Announcement(contract, trump=None if suit == NO_TRUMP else suit, detail=suit)
        for suit in suits
    )


def scoring_cards(contract: TrickContract) -> int:
    """Return the mask of the cards that are worth anything."""
    return sum(1 << code for code in range(len(CARD_NAMES)) if contract.card_points[code])
