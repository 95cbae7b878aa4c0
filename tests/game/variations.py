"""The variations that a text names: the oracle's switches, and the engine's data for them."""

from dataclasses import replace

from barbu_arena.game.cards import CARD_NAMES
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.rules import Doubling, RuleSet
from tests import oracle
from tests.game.positions import preset, trick_contracts

SHIPPED = {
    "modern": oracle.MODERN,
    "modern-fixed-order": replace(oracle.MODERN, fixed_order=True),
    "modern-no-doubles": replace(oracle.MODERN, no_doubles=True),
    "simple": oracle.SIMPLE,
    "simple-balanced": oracle.SIMPLE_BALANCED,
    "classic": oracle.CLASSIC,
    "classic-any-seven": replace(oracle.CLASSIC, any_seven=True),
    "classic-house-values": replace(
        oracle.CLASSIC, queen_value=-8, king_value=-30, ace_of_hearts_value=-4
    ),
    "classic-no-domino": replace(oracle.CLASSIC, without_domino=True),
    "classic-no-trumps": replace(oracle.CLASSIC, without_trumps=True),
    "classic-overruff": oracle.CLASSIC_OVERRUFF,
    "classic-quota-3": replace(oracle.CLASSIC, quota=3),
    "classic-salade": replace(oracle.CLASSIC, salade=True),
}
"""The rule sets that ship, as the oracle knows them."""


def engine_rules(switches: oracle.Rules) -> RuleSet:
    """Return the rule set of the engine for a branch of the oracle with switches."""
    base = preset(switches.preset)
    left_out = {"trumps"} if switches.without_trumps else set()
    left_out |= {"domino"} if switches.without_domino else set()
    contracts = [
        _switched(contract, switches)
        for contract in base.contracts
        if contract.name not in left_out
    ]
    if switches.salade:
        revalued = [_switched(contract, switches) for contract in trick_contracts(base)]
        contracts.append(_salade([c for c in revalued if isinstance(c, TrickContract)]))
    return replace(
        base,
        contracts=tuple(contracts),
        rotation="each_deal" if switches.each_deal else "block",
        choice="fixed" if switches.fixed_order else "free",
        doubling=None if switches.no_doubles else _doubling(switches),
    )


def _switched(contract: Contract, switches: oracle.Rules) -> Contract:
    if isinstance(contract, DominoContract):
        return replace(contract, opens="left") if switches.any_seven else contract
    if contract.name == "trumps" and switches.overruff:
        return replace(contract, duties=(*contract.duties, "overruff"))
    values = {
        "no_queens": dict.fromkeys(("QS", "QH", "QD", "QC"), switches.queen_value),
        "no_king": {"KH": switches.king_value},
        "no_hearts": {"AH": switches.ace_of_hearts_value},
    }.get(contract.name, {})
    points = zip(CARD_NAMES, contract.card_points, strict=True)
    return replace(contract, card_points=tuple(values.get(name, held) for name, held in points))


def _salade(contracts: list[TrickContract]) -> TrickContract:
    """Return the negative contracts together."""
    negative = [contract for contract in contracts if contract.total < 0]
    duties = next(contract.duties for contract in negative if contract.name == "no_hearts")
    return TrickContract(
        "salade",
        tuple(map(sum, zip(*(contract.trick_points for contract in negative), strict=True))),
        tuple(map(sum, zip(*(contract.card_points for contract in negative), strict=True))),
        duties,
    )


def _doubling(switches: oracle.Rules) -> Doubling:
    return Doubling(
        negative="anyone",
        positive="declarer" if switches.preset == "modern" else "anyone",
        stakes=(0, 1, 2),
        quota=switches.quota,
        quota_mode="forced" if switches.quota_mode == "forced" else "penalty",
        quota_penalty=switches.quota_penalty if switches.quota_mode == "penalty" else 0,
    )
