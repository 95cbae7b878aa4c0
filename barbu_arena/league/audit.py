"""What a schedule balances, counted: who sat where, beside whom, how often, on how many deals.

Everything is counted from the sessions themselves, planned or played, and from nothing that made
them. Source: design §6; statistics.md §2.1 and §2.4.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Protocol

Relation = tuple[int, int, int]
"""Sessions in which another sat at one's left, across, at one's right; seats on, clockwise."""


class Seated(Protocol):
    """A session, as far as it is counted: a plan, or a record."""

    @property
    def board_set(self) -> int:
        """The number of its board set."""

    @property
    def bots(self) -> tuple[str, str, str, str]:
        """Names by seat."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Who is compared with whom: challengers with each other, entrants but not the house bot."""

    entrants: tuple[str, ...]
    challengers: frozenset[str] = frozenset()
    house: str | None = None

    def of(self, bot: str) -> str:
        """Return the role of a bot: ``challenger``, ``house`` or ``entrant``."""
        if bot == self.house:
            return "house"
        return "challenger" if bot in self.challengers else "entrant"


@dataclass(frozen=True, slots=True)
class BotCounts:
    """One bot: `seats` are its sessions by seat, more than `sessions` where it holds several.

    Seat 0 declares first and seat 3 last, so they are also its turns as declarer.
    """

    bot: str
    role: str
    sessions: int
    board_sets: int
    seats: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PairCounts:
    """One bot and another, or its own second seat: what both played, and how they sat."""

    bot: str
    other: str
    board_sets: int
    sessions: int
    left: int
    """Times that the other sat at the bot's left."""
    across: int
    right: int


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that should be even: its least and most where they differ most."""

    name: str
    least: int
    most: int
    at: str
    """Where that is; empty where nothing differs."""

    @property
    def difference(self) -> int:
        """0 where it is even."""
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class Audit:
    """All counts, and what comes of them."""

    sessions: int
    board_sets: int
    bots: tuple[BotCounts, ...]
    pairs: tuple[PairCounts, ...]
    checks: tuple[Check, ...]

    @property
    def worst(self) -> Check:
        """The check with the largest difference, the first of equals."""
        return max(self.checks, key=lambda check: check.difference)


@dataclass(slots=True)
class _Books:
    """The running counts."""

    sessions: int = 0
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    together: Counter[tuple[str, str]] = field(default_factory=Counter)
    turned: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    hands: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    """By board set and bot: how often it held each hand."""

    def enter(self, session: Seated) -> None:
        """Count one session."""
        self.sessions += 1
        bots = sorted(set(session.bots))
        pairs = list(combinations(bots, 2))
        self.played.update(bots)
        self.together.update(pairs)
        held = self.hands.setdefault(session.board_set, {})
        for seat, bot in enumerate(session.bots):
            self.seats[bot, seat] += 1
            held.setdefault(bot, [0, 0, 0, 0])[seat] += 1
            for turn in (1, 2, 3):
                self.turned[bot, session.bots[(seat + turn) % 4], turn] += 1

    def board_sets(self) -> tuple[Counter[str], Counter[tuple[str, str]]]:
        """Return how many board sets each bot played, and how many both of a pair."""
        alone: Counter[str] = Counter()
        both: Counter[tuple[str, str]] = Counter()
        for held in self.hands.values():
            alone.update(held.keys())
            both.update(combinations(sorted(held), 2))
        return alone, both


def audit(sessions: Iterable[Seated], roles: Roles) -> Audit:
    """Return the counts of sessions, which are gone through once, in whatever order they come."""
    books = _Books()
    for session in sessions:
        books.enter(session)
    names = sorted({*roles.entrants, *books.played})
    alone, both = books.board_sets()
    bots = tuple(_bot(books, name, roles.of(name), alone[name]) for name in names)
    pairs = tuple(_pairs(books, names, alone, both))
    ranked = [bot for bot in bots if bot.role != "house"]
    among = [pair for pair in pairs if "house" not in (roles.of(pair.bot), roles.of(pair.other))]
    return Audit(
        sessions=books.sessions,
        board_sets=len(books.hands),
        bots=bots,
        pairs=pairs,
        checks=(
            _hands(books),
            _check("seats", ((bot.bot, bot.seats) for bot in ranked)),
            _board_sets(ranked),
            _meetings(among, roles),
            _neighbours(among),
        ),
    )


def _bot(books: _Books, name: str, role: str, board_sets: int) -> BotCounts:
    a, b, c, d = (books.seats[name, seat] for seat in range(4))
    return BotCounts(name, role, books.played[name], board_sets, (a, b, c, d))


def _pairs(
    books: _Books, names: Sequence[str], alone: Counter[str], both: Counter[tuple[str, str]]
) -> Iterator[PairCounts]:
    for bot in names:
        for other in names:
            left, across, right = (books.turned[bot, other, turn] for turn in (1, 2, 3))
            key = (min(bot, other), max(bot, other))
            if bot != other:
                sets, sessions = both[key], books.together[key]
                yield PairCounts(bot, other, sets, sessions, left, across, right)
            elif left + across + right:
                sets, sessions = alone[bot], books.played[bot]
                yield PairCounts(bot, other, sets, sessions, left, across, right)


def _check(name: str, scopes: Iterable[tuple[str, Sequence[int]]]) -> Check:
    """Return the check of what should be even within each scope."""
    worst = None
    for at, counts in scopes:
        found = Check(name, min(counts), max(counts), at)
        if worst is None or found.difference > worst.difference:
            worst = found
    if worst is None:
        return Check(name, 0, 0, "")
    return worst if worst.difference else Check(name, worst.least, worst.most, "")


def _hands(books: _Books) -> Check:
    """How often a bot held each of the four hands of a board set."""
    return _check(
        "hands",
        (
            (f"board set {board_set}, {bot}", counts)
            for board_set, held in sorted(books.hands.items())
            for bot, counts in sorted(held.items())
        ),
    )


def _board_sets(bots: Iterable[BotCounts]) -> Check:
    groups: dict[str, dict[str, int]] = {}
    for bot in bots:
        groups.setdefault(bot.role, {})[bot.bot] = bot.board_sets
    return _check("board_sets", map(_extremes, groups.values()))


def _meetings(pairs: Iterable[PairCounts], roles: Roles) -> Check:
    """Challengers never meet each other; how often they meet others is a matter of its own."""
    groups: dict[str, dict[str, int]] = {}
    for pair in pairs:
        kinds = " ".join(sorted((roles.of(pair.bot), roles.of(pair.other))))
        if pair.bot < pair.other and kinds != "challenger challenger":
            groups.setdefault(kinds, {})[f"{pair.bot} and {pair.other}"] = pair.board_sets
    return _check("meetings", map(_extremes, groups.values()))


def _extremes(counts: dict[str, int]) -> tuple[str, list[int]]:
    """Return the scope of those who should have as much as each other: who has least, and most."""
    ordered = sorted(counts, key=lambda name: (counts[name], name))
    least, most = ordered[0], ordered[-1]
    return f"{least}; {most}", [counts[least], counts[most]]


def _neighbours(pairs: Iterable[PairCounts]) -> Check:
    return _check(
        "neighbours",
        (
            (f"{pair.bot} and {pair.other}", (pair.left, pair.across, pair.right))
            for pair in pairs
            if pair.bot <= pair.other
        ),
    )
