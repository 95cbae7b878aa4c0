"""What each bot made of each contract, as its declarer and as a defender.

Source: design §6; statistics.md §4, "per contract".
"""

from collections.abc import Iterable
from dataclasses import dataclass

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.summary import SessionSummary


@dataclass(frozen=True, slots=True)
class RoleScores:
    """The deals of one bot in one role at one contract; `raw` and `adjusted` are sums of points."""

    deals: int = 0
    raw: int = 0
    adjusted: int = 0

    @property
    def raw_mean(self) -> float | None:
        """Raw points of a deal; None without deals."""
        return self.raw / self.deals if self.deals else None

    @property
    def adjusted_mean(self) -> float | None:
        """Points of a deal after doubles; None without deals."""
        return self.adjusted / self.deals if self.deals else None


@dataclass(frozen=True, slots=True)
class ContractScores:
    """One bot at one contract."""

    bot: str
    contract: str
    declarer: RoleScores
    defender: RoleScores


def contract_scores(
    summaries: Iterable[SessionSummary], rules: RuleSet
) -> tuple[ContractScores, ...]:
    """Return a row for each bot, by name, and each contract, in the order of the rule set."""
    # sums[bot][contract][1 for the declarer]: deals, raw, adjusted.
    sums: dict[str, dict[str, list[list[int]]]] = {}
    names = [contract.name for contract in rules.contracts]
    for summary in summaries:
        books = [
            sums.setdefault(bot, {name: [[0, 0, 0], [0, 0, 0]] for name in names})
            for bot in summary.bots
        ]
        for deal in summary.deals:
            for seat, book in enumerate(books):
                role = book[deal.contract][seat == deal.declarer]
                role[0] += 1
                role[1] += deal.raw[seat]
                role[2] += deal.adjusted[seat]
    return tuple(
        ContractScores(bot, name, RoleScores(*book[name][True]), RoleScores(*book[name][False]))
        for bot, book in sorted(sums.items())
        for name in names
    )
