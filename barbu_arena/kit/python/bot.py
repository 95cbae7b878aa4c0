"""NAME: a Barbu bot. It ducks: change duck, choose and double to make it yours."""

import barbu


def duck(deal, legal):
    """The highest card that loses the trick, else the lowest; good tricks are to be won."""
    contract, best = deal.contract, getattr(deal, "best", 0)
    if contract.places:  # Domino: what lies farthest from the start is hardest to get rid of
        middle = contract.start.bit_length()
        return max(barbu.bits(legal), key=lambda card: abs(card.bit_length() - middle))
    if contract.total > 0:
        return barbu.top(legal)
    suit = barbu.SUIT_OF.get(best, 0)
    above = legal & suit & -best | legal & ~suit & contract.trump
    return barbu.top(legal ^ above) if best and legal ^ above else barbu.low(legal)


class MyBot(barbu.Bot):
    """Each method returns one of question["legal"]."""

    name, version = "NAME", "1"

    def choose(self, question, rng):
        """The contract that promises most when eight deals that fit are played out by ducking."""
        me, hidden = question["seat"], barbu.Hidden(question, self.rules)
        worlds = [hidden.world(rng) for _ in range(8)]

        def promise(answer):
            name, _, detail = answer.partition(":")
            contract = barbu.Contract(self.rules, name, detail)
            raws = [barbu.playout(contract.deal(world, me), duck) for world in worlds]
            # Less what it is worth with any hand: the good contracts can wait for a better one.
            usual = contract.total * (0.6 if contract.total > 0 else 0.25)
            return sum(raw[me] for raw in raws) / len(raws) - usual

        return max(question["legal"], key=promise)

    def double(self, question, rng):
        """The first call: a pass, or what is owed."""
        return question["legal"][0]

    def play(self, question, rng):
        """The card that ducks."""
        card = duck(barbu.deal_of(question, self.rules), barbu.mask(question["legal"]))
        return barbu.names(card)[0]


barbu.run(MyBot())
