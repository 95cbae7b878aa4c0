"""One session: all deals of one seating, with what carries over from deal to deal."""

from collections.abc import Callable

from barbu_arena.game.deal import Deal
from barbu_arena.game.dealing import Hands, deal_hands
from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet

Dealer = Callable[[int, int], Hands]
"""(block, index) → the four hands of that deal."""


def dealer(seed: str, board_set: int) -> Dealer:
    """Return the dealer of one board set."""
    return lambda block, index: deal_hands(seed, board_set, block, index)


class Session:
    """A session in play: `deal` is the present one, and `finish_deal` moves on to the next.

    `scores` holds the adjusted points so far, by seat.
    """

    def __init__(self, rules: RuleSet, deals: Dealer) -> None:
        self.rules = rules
        self._deals = deals
        self.scores: Scores = (0, 0, 0, 0)
        self._unused = [list(range(rules.block_length)) for _ in range(4)]
        # _made[seat][declarer]: the doubles of a declarer that a seat made so far.
        self._made = [[0] * 4 for _ in range(4)]
        self.deal: Deal | None = self._next_deal(1)

    def _next_deal(self, number: int) -> Deal:
        rules = self.rules
        block, index = rules.place(number)
        unused = self._unused[block]
        offered = unused if rules.choice == "free" else unused[:1]
        made = [self._made[seat][block] for seat in range(4)]
        return Deal(
            rules=rules,
            number=number,
            hands=self._deals(block, index),
            # Seat 0 always declares first: the draw of lots is the seating.
            declarer=block,
            choices=sum(rules.contract_masks[contract] for contract in offered),
            deals_left=rules.block_length - index,
            made=(made[0], made[1], made[2], made[3]),
        )

    def finish_deal(self) -> None:
        """Score the present deal, which is over, and open the next; none follows the last."""
        deal = self.deal
        if deal is None or not deal.over:
            raise ValueError("the deal is not over")
        self.scores = _add(self.scores, deal.adjusted())
        contract = self.rules.contracts.index(deal.named.contract)
        self._unused[deal.declarer].remove(contract)
        for seat, target in deal.doubles:
            if target == deal.declarer:
                self._made[seat][target] += 1
        self.deal = self._next_deal(deal.number + 1) if deal.number < self.rules.deals else None

    def quota_penalties(self) -> Scores:
        """Return what missing doubles cost each seat at the end: zero or less."""
        rules = self.rules.doubling
        if rules is None or rules.quota_mode == "forced":
            return 0, 0, 0, 0
        missing = [
            sum(max(0, rules.quota - made) for declarer, made in enumerate(row) if declarer != seat)
            for seat, row in enumerate(self._made)
        ]
        cost = -rules.quota_penalty
        return missing[0] * cost, missing[1] * cost, missing[2] * cost, missing[3] * cost


def _add(a: Scores, b: Scores) -> Scores:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]
