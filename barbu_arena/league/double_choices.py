"""Every double that a seat could make, made or not, summed while sessions are gone through once.

A double that was left out has a known pay-off too: the raw gap at the end of the deal, with the
play held as it was. So it can be told how well a bot chooses, and not only what it won.
Source: statistics.md §4.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from operator import add
from typing import Any, NamedTuple, TypeVar

from barbu_arena.game.doubling import Scores, defender_targets, is_forced
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.referee.record import SessionRecord

Key = TypeVar("Key")

ROLES = ("declarer", "defender", "answer", "forced")
"""Of a choice: a defender's, to double the declarer or another defender; the declarer's, to answer;
and no choice, where the quota asked for a double of the declarer.
"""
DECLARER, DEFENDER, ANSWER, FORCED = range(4)


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


_Calls = tuple[tuple[int, tuple[int, ...]], ...]


class _Choices(NamedTuple):
    """The choices of one seat in one role at one deal, as far as its calls decide about them."""

    seat: int
    role: int
    made: int
    early: int
    each: tuple[tuple[int, bool, int], ...]
    """Target, whether the double was made, stake."""


class ChoiceBooks:
    """The choices of a league."""

    def __init__(self) -> None:
        self.kinds: dict[tuple[str, str, int, int], list[int]] = {}
        """`ChoiceSums` by bot, contract, role and the deal's place in its block, from 0."""
        self.targets: dict[tuple[str, str, str, int], list[int]] = {}
        """Chances and doubles by bot, target, contract and role, `DECLARER` or `DEFENDER`."""
        self.pairs: dict[tuple[str, str], list[int]] = {}
        """`TargetSums` by bot and target."""

    def rows(self) -> list[list[list[Any]]]:
        """Return all sums as lists of texts and whole numbers, for `of` to take."""
        return [
            [[*key, *sums] for key, sums in table.items()]
            for table in (self.kinds, self.targets, self.pairs)
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
        books.kinds = _table(kinds, (bots, contracts, roles, places), len(NO_CHOICES))
        books.targets = _table(targets, (bots, bots, contracts, roles[: DEFENDER + 1]), 2)
        books.pairs = _table(pairs, (bots, bots), 3)
        return books

    def extend(self, other: "ChoiceBooks") -> None:
        """Add the choices of other sessions."""
        _add_all(self.kinds, other.kinds)
        _add_all(self.targets, other.targets)
        _add_all(self.pairs, other.pairs)

    def enter(self, record: SessionRecord, rules: RuleSet) -> None:
        """Add a session, whose sums were found to agree."""
        if rules.doubling is None:
            return
        bots = record.bots
        choices_of = _choices_of(rules.doubling)
        # owed[seat][declarer]: the doubles of a declarer that a seat still owes.
        owed = [[rules.doubling.quota] * 4 for _ in range(4)]
        won = [[0] * 4 for _ in range(4)]
        negative = {contract.name: contract.total < 0 for contract in rules.contracts}
        for deal in record.deals:
            raw, declarer = deal.raw, deal.declarer
            index = rules.place(deal.deal)[1]
            owing = tuple([max(0, row[declarer]) for row in owed])
            state = _State(declarer, owing, rules.block_length - index, negative[deal.contract])
            for choices in choices_of(deal.calls or (), state):
                kind = bots[choices.seat], deal.contract, choices.role, index
                self._enter(kind, choices, raw, won[choices.seat])
                if choices.role <= DEFENDER:
                    self._count_targets(bots, deal.contract, choices)
            for seat, targets in deal.calls or ():
                owed[seat][declarer] -= declarer in targets
        self._enter_pairs(bots, won)

    def _enter(
        self, kind: tuple[str, str, int, int], choices: _Choices, raw: Scores, won: list[int]
    ) -> None:
        """Add choices of one kind, and what those that were made won to the sums by target."""
        seat, _, made, early, each = choices
        sums = self.kinds.get(kind)
        if sums is None:
            sums = self.kinds[kind] = [0] * len(NO_CHOICES)
        sums[0] += len(each)
        sums[1] += made
        sums[10] += early
        own = raw[seat]
        for target, is_made, stake in each:
            margin = own - raw[target]
            points = stake * margin
            if is_made:
                sums[2] += margin
                sums[5] += points
                sums[6] += abs(points)
                sums[7 if margin > 0 else 8 if margin == 0 else 9] += 1
                won[target] += points
            else:
                sums[3] += margin
                sums[4] += points if points > 0 else 0

    def _count_targets(self, bots: Sequence[str], contract: str, choices: _Choices) -> None:
        for target, is_made, _ in choices.each:
            key = bots[choices.seat], bots[target], contract, choices.role
            counts = self.targets.get(key)
            if counts is None:
                counts = self.targets[key] = [0, 0]
            counts[0] += 1
            counts[1] += is_made

    def _enter_pairs(self, bots: tuple[str, str, str, str], won: list[list[int]]) -> None:
        whole: dict[tuple[str, str], int] = {}
        for seat, row in enumerate(won):
            for target, points in enumerate(row):
                if bots[seat] != bots[target]:
                    pair = bots[seat], bots[target]
                    whole[pair] = whole.get(pair, 0) + points
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


def _add_all(sums: dict[Key, list[int]], others: dict[Key, list[int]]) -> None:
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


class _State(NamedTuple):
    """What decides about doubles before a deal's first call."""

    declarer: int
    owing: tuple[int, ...]
    """The doubles of the declarer that each seat owes."""
    deals_left: int
    negative: bool


@lru_cache(maxsize=8)
def _choices_of(doubling: Doubling) -> Callable[[_Calls, _State], tuple[_Choices, ...]]:
    """Return a function for the possible doubles of a deal in turn order, by seat and role.

    They do not depend on the scores, and a ledger has the same calls again and again.
    """

    @lru_cache(maxsize=1 << 13)
    def choices(calls: _Calls, state: _State) -> tuple[_Choices, ...]:
        return tuple(_choices(calls, doubling, state))

    return choices


def _choices(calls: _Calls, doubling: Doubling, state: _State) -> Iterator[_Choices]:
    declarer = state.declarer
    first, answer = doubling.stakes[1], doubling.stakes[2] - doubling.stakes[1]
    doubled: set[tuple[int, int]] = set()
    owing = list(state.owing)
    for seat, targets in calls:
        roles: dict[int, list[tuple[int, bool, int]]] = {}
        for target in sorted(_open_to(seat, doubling, state, doubled)):
            role = _role(seat, target, declarer)
            if role == DECLARER and is_forced(doubling, owing[seat], state.deals_left):
                role = FORCED
            stake = answer if (target, seat) in doubled else first
            roles.setdefault(role, []).append((target, target in targets, stake))
        for role, each in roles.items():
            made = sum(is_made for _, is_made, _ in each)
            owed = role in (DECLARER, FORCED) and owing[seat] > 0
            yield _Choices(seat, role, made, made if owed else 0, tuple(each))
        doubled.update((seat, target) for target in targets)
        owing[seat] -= declarer in targets


def _open_to(
    seat: int, doubling: Doubling, state: _State, doubled: Collection[tuple[int, int]]
) -> frozenset[int]:
    """Return whom a seat may double: the declarer those that doubled it."""
    if seat == state.declarer:
        return frozenset(by for by, target in doubled if target == seat)
    return defender_targets(doubling, seat, state.declarer, state.negative)


def _role(seat: int, target: int, declarer: int) -> int:
    if seat == declarer:
        return ANSWER
    return DECLARER if target == declarer else DEFENDER
