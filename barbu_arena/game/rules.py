"""A rule set: the contracts of a block, who leads and chooses, and how doubles count.

Source: design §4; the presets are YAML files in `barbu_arena/files/rules`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from barbu_arena.game.contracts import Announcement, Contract, announcements

Stakes = tuple[int, int, int]
"""By how many of a pair doubled the other (0, 1, 2): how often the pair's raw gap changes hands."""


@dataclass(frozen=True)
class Doubling:
    """How doubles are made and counted."""

    negative: Literal["anyone", "declarer"]
    """Whom a defender may double in a negative contract."""
    positive: Literal["anyone", "declarer"]
    stakes: Stakes
    quota: int
    """Doubles that each defender owes each declarer in a block."""
    quota_mode: Literal["forced", "penalty"]
    """Whether a double owed becomes the only legal call, or costs points at the end."""
    quota_penalty: int = 0
    """Points for each missing double under ``penalty``, credited to nobody."""


@dataclass(frozen=True)
class RuleSet:
    """Everything in which one game of Barbu differs from another."""

    name: str
    first_lead: Literal["declarer", "left"]
    rotation: Literal["block", "each_deal"]
    choice: Literal["free", "fixed"]
    contracts: tuple[Contract, ...]
    doubling: Doubling | None

    @property
    def block_length(self) -> int:
        """Deals of one declarer."""
        return len(self.contracts)

    @property
    def deals(self) -> int:
        """Deals of a session."""
        return 4 * len(self.contracts)

    @property
    def block_total(self) -> int:
        """Points of one declarer's deals, all seats together; doubles do not change it."""
        return sum(contract.total for contract in self.contracts)

    @cached_property
    def announcements(self) -> tuple[Announcement, ...]:
        """Every announcement, in the order of `legal`: its index is its code."""
        return tuple(way for contract in self.contracts for way in announcements(contract))

    @cached_property
    def announcement_codes(self) -> dict[str, int]:
        """The codes of the announcements by name."""
        return {way.name: code for code, way in enumerate(self.announcements)}

    @cached_property
    def contract_masks(self) -> tuple[int, ...]:
        """For each contract in order, the mask of its announcements' codes."""
        masks = [0] * len(self.contracts)
        for code, way in enumerate(self.announcements):
            masks[self.contracts.index(way.contract)] |= 1 << code
        return tuple(masks)

    def place(self, deal: int) -> tuple[int, int]:
        """Return (declarer's turn 0–3, index in that declarer's block) of deal 1, 2, 3 …"""
        if self.rotation == "block":
            return divmod(deal - 1, self.block_length)
        index, block = divmod(deal - 1, 4)
        return block, index
