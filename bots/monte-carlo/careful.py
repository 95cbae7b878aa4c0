"""Careful: plays by rule, chooses with an eye to what is left, doubles by fitted tables."""

import barbu
from estimates import estimate, parts
from policy import Policy
from table import ANSWERED, NAMES, OTHERS, OWN, RELIEF, TO_DECLARER, VALUE

COUNTER = 1.0  # points that doubling back must promise beyond doubling
MARGIN = 0.0  # points that a double of one who has not declared must promise


class Careful(barbu.Bot):
    """Stateless: what it does follows from the question and the rules alone."""

    name, version = "careful", "1.0"

    def __init__(self):
        self.policies, self.known = {}, {}  # of each contract, made once

    def play(self, question, rng):
        deal = barbu.deal_of(question, self.rules)
        return barbu.NAME[self.policy(question)(deal, deal.legal())]

    def policy(self, question):
        """The policy for the contract in play."""
        named = question["contract"], question.get("start") or question.get("trump")
        if named not in self.policies:
            self.policies[named] = Policy(barbu.Contract(self.rules, *named))
        return self.policies[named]

    # --- choosing ---------------------------------------------------------------------------------

    def choose(self, question, rng):
        """What promises most now together with what is still to come."""
        hand, unused = barbu.mask(question["hand"]), question["unused"]

        def promise(way):
            name, _, detail = way.partition(":")
            now = estimate(OWN, hand, barbu.Contract(self.rules, name, detail))
            return now + self.option_value(other for other in unused if other != name)

        return max(question["legal"], key=promise)

    def option_value(self, unused):
        """What these contracts bring a declarer who plays each with the hand that suits it best."""
        plain = {self.plain(name) for name in unused}
        return VALUE[sum(1 << index for index, name in enumerate(NAMES) if name in plain)] / 10

    def plain(self, name):
        """The plain contract that a contract of the rules is like; None for a mixture."""
        if name not in self.known:
            contract = barbu.Contract(self.rules, name)
            found = parts(contract)
            if contract.total > 0:
                self.known[name] = "domino" if contract.places else "trumps"
            else:
                self.known[name] = found[0][0] if len(found) == 1 else None
        return self.known[name]

    # --- doubling ---------------------------------------------------------------------------------

    def double(self, question, rng):
        """The call whose targets promise most together; the first of equals, so rather a pass."""
        gains = self.gains(question)

        def promise(call):
            return sum(gains[int(seat)] for seat in call.split(",") if seat != "-")

        return max(question["legal"], key=promise)

    def gains(self, question):
        """By seat, the points that a double of it promises."""
        me, declarer, stakes = question["seat"], question["declarer"], self.stakes()
        contract, hand = barbu.contract_of(question, self.rules), barbu.mask(question["hand"])
        if me == declarer:
            return [stakes[1] * self.answered(question, seat, hand, contract) for seat in range(4)]
        other = estimate(OTHERS, hand, contract)
        gains = [other * stakes[0] - MARGIN] * 4
        for seat, target in question["doubles"]:
            if target == me:
                gains[seat] = stakes[1] * (other - COUNTER)
        # A declarer who gains by it doubles back where it names what brings points.
        stake = sum(stakes) if contract.total > 0 else stakes[0]
        gains[declarer] = stake * estimate(TO_DECLARER, hand, contract) + self.relief(question)
        return gains

    def stakes(self):
        """By how much a first double and its answer raise the stake of a pair."""
        none, one, both = self.rules["doubling"]["stakes"]
        return one - none, both - one

    def answered(self, question, seat, hand, contract):
        """How much better than one who doubled it the declarer expects to be."""
        kind = parts(contract)[0][0]
        forced = question["owed"][seat] + 1 >= question["deals_left"]
        gap = (4 * estimate(OWN, hand, contract) - contract.total) / 3
        return gap + ANSWERED[kind][forced] / 10

    def relief(self, question):
        """What it is worth to owe one double less for the rest of the block."""
        owed, left = question["owed"][question["seat"]], question["deals_left"]
        if not owed:
            return 0
        worth = RELIEF[min(left, len(RELIEF)) - 1][min(owed, len(RELIEF[0])) - 1] / 10
        penalty = self.rules["doubling"].get("quota_penalty")
        if penalty is None:
            return worth
        return penalty if owed >= left else min(worth, penalty)
