"""All that is told of the doubling of a league."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import ROLES
from barbu_arena.league.double_choices import ChoiceBooks, ChoiceSums
from barbu_arena.league.doubling_ledger import LedgerRow, doubling_ledger
from barbu_arena.league.doubling_statistics import DoublingStatistics, doubling_statistics
from barbu_arena.league.standings import Standing
from barbu_arena.league.summaries import Summaries
from barbu_arena.league.target_matrix import Target, target_matrix
from barbu_arena.league.without_doubles import WithoutDoubles, without_doubles


@dataclass(frozen=True, slots=True)
class Yield:
    """One bot's choices of one kind."""

    bot: str
    contract: str
    role: str
    """One of `ROLES`."""
    index: int
    """The deal's place in its block, from 1."""
    sums: ChoiceSums


@dataclass(frozen=True, slots=True)
class Doubling:
    """The tables of a league's doubling, by name of the bot; the last one best first."""

    ledger: tuple[LedgerRow, ...]
    statistics: tuple[DoublingStatistics, ...]
    yields: tuple[Yield, ...]
    """Kinds of choices that came up, by contract in the order of the rules, role and index."""
    targets: tuple[Target, ...]
    without: tuple[WithoutDoubles, ...]


def doubling(
    standings: Sequence[Standing],
    summaries: Summaries,
    books: ChoiceBooks,
    rules: RuleSet,
    seatings: int,
) -> Doubling:
    """Return all of it. Raises VerificationFailed where two of the tables contradict each other."""
    seats = summaries.seats()
    ledger = doubling_ledger(seats)
    return Doubling(
        ledger=ledger,
        statistics=doubling_statistics(ledger, seats, books),
        yields=tuple(_yields(books, rules)),
        targets=target_matrix(ledger, books),
        without=without_doubles(standings, summaries, seatings, rules.deals),
    )


def _yields(books: ChoiceBooks, rules: RuleSet) -> Iterator[Yield]:
    for bot in sorted({bot for bot, _, _, _ in books.kinds}):
        for contract in rules.contracts:
            for role, name in enumerate(ROLES):
                for index in range(rules.block_length):
                    sums = books.kinds.get((bot, contract.name, role, index))
                    if sums is not None:
                        yield Yield(bot, contract.name, name, index + 1, ChoiceSums(*sums))
