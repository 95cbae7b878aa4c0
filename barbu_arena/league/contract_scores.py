"""What each bot made of each contract, as its declarer and as a defender.

Source: design §6; statistics.md §4, "per contract".
"""

from dataclasses import dataclass
from operator import add

from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import SessionRecord


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


class ContractSums:
    """The sums behind the scores of a league, kept while its sessions are gone through once."""

    def __init__(self) -> None:
        self.sums: dict[tuple[str, str], list[int]] = {}
        """Deals, raw and adjusted points as defender and then as declarer, by bot and contract."""

    def extend(self, other: "ContractSums") -> None:
        """Add the sums of other sessions."""
        for key, new in other.sums.items():
            old = self.sums.get(key)
            self.sums[key] = list(map(add, old, new)) if old else list(new)

    def enter(self, record: SessionRecord) -> None:
        """Add a session."""
        sums = self.sums
        for deal in record.deals:
            declarer = deal.declarer
            for seat, bot in enumerate(record.bots):
                entry = sums.get((bot, deal.contract))
                if entry is None:
                    entry = sums[bot, deal.contract] = [0] * 6
                role = 3 if seat == declarer else 0
                entry[role] += 1
                entry[role + 1] += deal.raw[seat]
                entry[role + 2] += deal.adjusted[seat]


def contract_scores(league: ContractSums, rules: RuleSet) -> tuple[ContractScores, ...]:
    """Return a row for each bot, by name, and each contract, in the order of the rule set."""
    return tuple(
        ContractScores(bot, contract.name, RoleScores(*entry[3:]), RoleScores(*entry[:3]))
        for bot in sorted({bot for bot, _ in league.sums})
        for contract in rules.contracts
        for entry in (league.sums.get((bot, contract.name), [0] * 6),)
    )
