"""A rule set as plain data: the form of a rules file, with everything resolved.

`hello` tells it to the bots and the manifest keeps it; it is stable, holds JSON's types only, and
reading it as a rules file gives an equal rule set. Source: design §4 and §7.
"""

from collections.abc import Sequence
from dataclasses import asdict

from barbu_arena.game.cards import CARD_NAMES, RANKS, SUITS
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.rules import Doubling, RuleSet


def rules_form(rules: RuleSet) -> dict[str, object]:
    """Return a rule set in the form of a rules file that extends nothing."""
    return {
        "name": rules.name,
        "first_lead": rules.first_lead,
        "rotation": rules.rotation,
        "choice": rules.choice,
        "contracts": {contract.name: _contract_form(contract) for contract in rules.contracts},
        "doubling": "none" if rules.doubling is None else _doubling_form(rules.doubling),
    }


def _doubling_form(doubling: Doubling) -> dict[str, object]:
    form = asdict(doubling)
    form["stakes"] = list(doubling.stakes)
    if doubling.quota_mode == "forced":
        del form["quota_penalty"]
    return form


def _contract_form(contract: Contract) -> dict[str, object]:
    if isinstance(contract, DominoContract):
        every = contract.starts == tuple(RANKS)
        start = "any" if every else list(contract.starts)
        return {"places": list(contract.places), "start": start, "opens": contract.opens}
    form: dict[str, object] = {}
    tricks = contract.trick_points
    if any(tricks):
        by_trick = {str(number): points for number, points in enumerate(tricks, 1) if points}
        form["tricks"] = tricks[0] if len(set(tricks)) == 1 else by_trick
    if any(contract.card_points):
        form["cards"] = card_entries(contract)
    form["duties"] = list(contract.duties)
    if contract.stops_when_captured:
        form["stop"] = "captured"
    if contract.trumps:
        form["trump"] = list(contract.trumps)
    return form


def card_entries(contract: TrickContract) -> dict[str, int]:
    """Return the points by card in the shortest of the forms by rank, suit, both, and card alone.

    The keys are ranks, suits and cards; the most exact one counts.
    """
    points = contract.card_points
    ranks = {rank: _commonest(points[i::13]) for i, rank in enumerate(RANKS)}
    suits = {suit: _commonest(points[13 * i : 13 * i + 13]) for i, suit in enumerate(SUITS)}
    choices: tuple[dict[str, int], ...] = (ranks, suits, {**ranks, **suits}, {})
    return min((_completed(points, choice) for choice in choices), key=len)


def _commonest(values: Sequence[int]) -> int:
    return max(values, key=values.count)


def _completed(points: Sequence[int], general: dict[str, int]) -> dict[str, int]:
    """Return the general entries that say something, and each card that they do not give."""
    said = {key: value for key, value in general.items() if value}
    form = dict(said)
    for name, value in zip(CARD_NAMES, points, strict=True):
        given = [said[key] for key in name if key in said]
        if len(given) > 1 or value != sum(given):
            form[name] = value
    return form
