"""Who won what by doubling whom, and who doubled whom more or less than its own habits foretell.

A bot is not told its opponents' names, so whom it doubles should not depend on them: how often it
doubles one of them is held against how often it doubles all, contract by contract and role by role.
Source: statistics.md §4, "target matrix", "collusion flags".
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Literal

from barbu_arena.errors import VerificationFailed
from barbu_arena.league.double_choices import ChoiceBooks, TargetSums
from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.student_t import t_quantile

_SUSPICIOUS = 0.01
"""The chance that any pair of a league is flagged for nothing."""
_LEAST_SPREAD = 1.0
"""Of the count of doubles: with less, too few chances were open to tell habits from chance."""


@dataclass(frozen=True, slots=True)
class Target:
    """One bot's doubles of another."""

    bot: str
    target: str
    sessions: int
    """In which they met."""
    points: int
    """Won from the target by the bot's doubles of it, over all sessions."""
    per_session: float
    simultaneous_95: float | None
    """Half the width of the interval of `per_session` that holds together with those of all pairs,
    sessions taken as independent; None with fewer than two.
    """
    chances: int
    """Free ones, of defenders."""
    made: int
    expected: float
    """Doubles that the bot would have made by its rates against everybody."""
    flag: Literal["", "seldom", "often"]
    """Whether the difference is beyond chance, for all pairs of the league together."""


def target_matrix(ledger: tuple[LedgerRow, ...], books: ChoiceBooks) -> tuple[Target, ...]:
    """Return all pairs that met, by name.

    Raises VerificationFailed if what a bot won of its targets is not what its ledger says.
    """
    counts: dict[tuple[str, str], list[tuple[int, int, float, float]]] = defaultdict(list)
    for (bot, _, _), row in sorted(books.targets.items()):
        for target, counted in _expected(row):
            counts[bot, target].append(counted)
    level = 0.05 / max(1, len(books.pairs))
    found = tuple(
        _target(pair, TargetSums(*sums), counts.get(pair, []), level, len(books.pairs))
        for pair, sums in sorted(books.pairs.items())
    )
    _check(ledger, found)
    return found


def _expected(
    row: Mapping[str, Sequence[int]],
) -> Iterator[tuple[str, tuple[int, int, float, float]]]:
    """Yield each target of one bot, contract and role: chances, doubles, and, had the bot doubled
    all targets alike, the doubles to be expected and their variance.
    """
    all_left, all_made = map(sum, zip(*row.values(), strict=True))
    all_chances = all_left + all_made
    rate = all_made / all_chances
    for target, (left, made) in row.items():
        chances = left + made
        spread = chances * rate * (1 - rate) * (1 - chances / all_chances)
        yield target, (chances, made, chances * rate, spread)


def _target(
    pair: tuple[str, str],
    sums: TargetSums,
    counts: list[tuple[int, int, float, float]],
    level: float,
    pairs: int,
) -> Target:
    chances, made, expected, spread = (
        [sum(column) for column in zip(*counts, strict=True)] if counts else [0, 0, 0.0, 0.0]
    )
    return Target(
        bot=pair[0],
        target=pair[1],
        sessions=sums.sessions,
        points=sums.points,
        per_session=sums.points / sums.sessions,
        simultaneous_95=_half_width(sums, level),
        chances=int(chances),
        made=int(made),
        expected=expected,
        flag=_flag(made - expected, spread, pairs),
    )


def _half_width(sums: TargetSums, level: float) -> float | None:
    n = sums.sessions
    if n < 2:
        return None
    error = sqrt(max(0.0, (sums.squares - sums.points**2 / n) / n / (n - 1)))
    return t_quantile(1 - level / 2, n - 1) * error


def _flag(difference: float, spread: float, pairs: int) -> Literal["", "seldom", "often"]:
    if spread < _LEAST_SPREAD**2:
        return ""
    by_chance = erfc(abs(difference) / sqrt(2 * spread))
    if by_chance * pairs > _SUSPICIOUS:
        return ""
    return "often" if difference > 0 else "seldom"


def _check(ledger: tuple[LedgerRow, ...], matrix: tuple[Target, ...]) -> None:
    """Hold the rows and columns of the matrix against the ledger."""
    won: dict[str, int] = defaultdict(int)
    lost: dict[str, int] = defaultdict(int)
    for cell in matrix:
        won[cell.bot] += cell.points
        lost[cell.target] += cell.points
    for row in ledger:
        # What a bot on two seats wins of itself, it loses as well.
        if row.doubles.points + row.received != won[row.bot] - lost[row.bot]:
            raise VerificationFailed(
                f"target matrix: {row.bot}: won {won[row.bot]} and lost {lost[row.bot]}, "
                f"the ledger says {row.doubles.points} and {-row.received}"
            )
