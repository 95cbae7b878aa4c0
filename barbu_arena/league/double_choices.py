"""Every double that a seat could make, made or not, summed while sessions are gone through once.

A double that was left out has a known pay-off too: the raw gap at the end of the deal, with the
play held as it was. So it can be told how well a bot chooses, and not only what it won.
Source: statistics.md §4.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from operator import add
from typing import Any, NamedTuple, TypeVar

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import DEFENDER, ROLES, Choices
from barbu_arena.league.summary import PairSums, SessionSums
from barbu_arena.referee.record import DealRecord, SessionRecord

Key = TypeVar("Key")


class ChoiceSums(NamedTuple):
    """Choices of one kind; margins are raw gaps, points are stake times margin."""

    chances: int = 0
    made: int = 0
    margin_made: int = 0
    margin_left: int = 0
    missed: int = 0
    """Points that the doubles left out would have won, those that would have lost not counted."""
    points: int = 0
    staked: int = 0
    """Points won and lost, both counted up."""
    hits: int = 0
    ties: int = 0
    misses: int = 0
    early: int = 0
    """Made of the declarer while doubles were owed."""

    @property
    def left(self) -> int:
        """Chances that were not taken."""
        return self.chances - self.made

    @property
    def mean_made(self) -> float | None:
        """The mean margin of those made."""
        return self.margin_made / self.made if self.made else None

    @property
    def mean_left(self) -> float | None:
        """The mean margin of those left out."""
        return self.margin_left / self.left if self.left else None

    @property
    def points_per_double(self) -> float | None:
        """The yield of a double in points."""
        return self.points / self.made if self.made else None


NO_CHOICES = ChoiceSums()


def added(*sums: ChoiceSums) -> ChoiceSums:
    """Return the sums of several kinds together."""
    return ChoiceSums(*map(sum, zip(NO_CHOICES, *sums, strict=True)))


class TargetSums(NamedTuple):
    """One bot's doubles of another; `squares` is the sum over sessions of the points squared."""

    sessions: int
    points: int
    squares: int


def _no_sums() -> list[int]:
    return [0] * len(NO_CHOICES)


def _no_counts() -> list[int]:
    return [0, 0]


def _no_targets() -> dict[str, list[int]]:
    return defaultdict(_no_counts)


class ChoiceBooks:
    """The choices of a league."""

    def __init__(self) -> None:
        self.kinds: dict[tuple[str, str, int, int], list[int]] = defaultdict(_no_sums)
        """`ChoiceSums` by bot, contract, role and the deal's place in its block, from 0."""
        self.targets: dict[tuple[str, str, int], dict[str, list[int]]] = defaultdict(_no_targets)
        """By bot, contract and role, `DECLARER` or `DEFENDER`: by target, the doubles left out and
        those made.
        """
        self.pairs: dict[tuple[str, str], list[int]] = {}
        """`TargetSums` by bot and target."""
        self._unfree = _no_targets()
        """Answers and forced doubles by target, which nobody asks for."""

    def rows(self) -> list[list[list[Any]]]:
        """Return all sums as lists of texts and whole numbers, for `of` to take."""
        targets = {
            (*key, target): counts
            for key, row in self.targets.items()
            for target, counts in row.items()
        }
        return [
            [[*key, *sums] for key, sums in table.items()]
            for table in (self.kinds, targets, self.pairs)
        ]

    @classmethod
    def of(cls, rows: Any, bots: Sequence[str], rules: RuleSet) -> "ChoiceBooks":  # noqa: ANN401
        """Return the books that `rows` came from.

        Raises ValueError or TypeError for what no league of these bots and rules has.
        """
        books = cls()
        contracts = [contract.name for contract in rules.contracts]
        roles, places = range(len(ROLES)), range(rules.block_length)
        kinds, targets, pairs = rows
        books.kinds |= _table(kinds, (bots, contracts, roles, places), len(NO_CHOICES))
        for key, counts in _table(
            targets, (bots, contracts, roles[: DEFENDER + 1], bots), 2
        ).items():
            bot, contract, role, target = key
            books.targets[bot, contract, role][target] = counts
        books.pairs = _table(pairs, (bots, bots), 3)
        return books

    def extend(self, other: "ChoiceBooks") -> None:
        """Add the choices of other sessions."""
        _add_all(self.kinds, other.kinds)
        for key, row in other.targets.items():
            _add_all(self.targets[key], row)
        _add_all(self.pairs, other.pairs)

    def enter(self, record: SessionRecord, rules: RuleSet, sums: SessionSums) -> None:
        """Add a session and what its record was found to add up to."""
        if rules.doubling is None:
            return
        bots = record.bots
        for deal, (index, calls) in zip(record.deals, sums.calls, strict=True):
            for call in calls:
                for choices in call.choices:
                    self._enter(bots, deal, index, choices)
        self._enter_pairs(bots, sums.pairs)

    def _enter(self, bots: Sequence[str], deal: DealRecord, index: int, choices: Choices) -> None:
        """Add the choices of one seat in one role."""
        seat, role, made, left, early = choices
        contract, raw, bot = deal.contract, deal.raw, bots[seat]
        sums = self.kinds[bot, contract, role, index]
        counts = self.targets[bot, contract, role] if role <= DEFENDER else self._unfree
        sums[0] += len(made) + len(left)
        sums[1] += len(made)
        sums[10] += early
        own = raw[seat]
        for target, stake in made:
            counts[bots[target]][1] += 1
            margin = own - raw[target]
            if margin == 0:
                sums[8] += 1
                continue
            points = stake * margin
            sums[2] += margin
            sums[5] += points
            sums[6] += abs(points)
            sums[7 if margin > 0 else 9] += 1
        for target, stake in left:
            counts[bots[target]][0] += 1
            margin = own - raw[target]
            points = stake * margin
            sums[3] += margin
            if points > 0:
                sums[4] += points

    def _enter_pairs(
        self, bots: tuple[str, str, str, str], won: Sequence[Sequence[PairSums]]
    ) -> None:
        whole: dict[tuple[str, str], int] = {}
        for bot, row in zip(bots, won, strict=True):
            for target, doubles in zip(bots, row, strict=True):
                if bot != target:
                    whole[bot, target] = whole.get((bot, target), 0) + doubles.points
        for pair, points in whole.items():
            sums = self.pairs.setdefault(pair, [0, 0, 0])
            sums[0] += 1
            sums[1] += points
            sums[2] += points * points

    def of_bot(self, bot: str, *roles: int) -> ChoiceSums:
        """Return all choices of a bot in some roles."""
        return added(
            *(
                ChoiceSums(*sums)
                for (name, _, role, _), sums in self.kinds.items()
                if name == bot and role in roles
            )
        )


def _add_all(sums: dict[Key, list[int]], others: Mapping[Key, list[int]]) -> None:
    for key, new in others.items():
        old = sums.get(key)
        sums[key] = list(map(add, old, new)) if old else list(new)


def _table(
    rows: Any,  # noqa: ANN401
    known: Sequence[Collection[str | int]],
    width: int,
) -> dict[Any, list[int]]:
    """Return sums by keys of known parts."""
    table: dict[Any, list[int]] = {}
    for row in rows:
        key, sums = tuple(row[: len(known)]), row[len(known) :]
        parts = all(part in parts for part, parts in zip(key, known, strict=True))
        if not parts or len(sums) != width or not all(type(x) is int for x in sums):
            raise ValueError("sums of something else")
        table[key] = sums
    if len(table) != len(rows):
        raise ValueError("sums that are there twice")
    return table
