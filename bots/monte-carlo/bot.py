"""Plays every legal card out in imagined worlds, and leaves careful's card where that surely pays.

Each world deals the unseen cards to the others so that it fits all they have shown. Careful's
policy then plays all four hands to the end, once for each card. Two means of few worlds differ by
chance alone, so careful's card stays unless the best other one gains more than 1.5 standard errors
over it, world by world: without this gate few worlds gain little. The number of worlds is
fixed, never driven by the clock: a question and a seed give the same answer on any machine.
Contracts and doubles are careful's. `--worlds N` plays out N worlds instead of 16.
"""

import sys

import barbu
from careful import Careful

GATE = 1.5  # standard errors
HURRY = 1500  # milliseconds: with less in the bank every answer is careful's, to be in time


class MonteCarlo(Careful):
    """Careful with second thoughts about its cards."""

    name, worlds = "monte-carlo", 16

    def play(self, question, rng):
        deal = barbu.deal_of(question, self.rules)
        policy = self.policy(question)
        usual = policy(deal, deal.legal())
        others = distinct(deal, usual)
        if question["bank_ms"] < HURRY or not others:
            return barbu.NAME[usual]
        weights, hidden = barbu.worth(question, self.rules), barbu.Hidden(question, self.rules)
        gains = {card: [] for card in others}
        for played in range(self.worlds):
            if 2 * played >= self.worlds:  # what has gained nothing by now has little hope
                others = [card for card in others if sum(gains[card]) > 0]
            if not others:
                return barbu.NAME[usual]
            hands = hidden.world(rng)
            plain = value(deal, hands, usual, policy, weights)
            for card in others:
                gains[card].append(value(deal, hands, card, policy, weights) - plain)
        best = max(others, key=lambda card: sum(gains[card]))
        return barbu.NAME[best if surely_gains(gains[best]) else usual]


def distinct(deal, usual):
    """The legal cards beside the usual one that may fare differently from it and each other.

    Of one suit, cards with the same points and no other player's card between them are alike.
    """
    hand, legal = deal.hands[deal.seat], deal.legal()
    if deal.contract.places:
        return list(barbu.bits(legal ^ usual))
    between = deal.unplayed & ~hand | sum(deal.trick)
    points, found = deal.contract.card_points, {}
    for card in barbu.bits(legal):
        suit = barbu.SUIT_OF[card]
        key = suit, (between & suit & card - 1).bit_count(), points.get(card)
        found[key] = usual if usual in (card, found.get(key)) else card
    return [card for card in found.values() if card != usual]


def value(deal, hands, card, policy, weights):
    """What this seat's share of the deal is worth when it plays a card in a world."""
    world = deal.copy()
    world.hands = hands[:]
    world.play(card)
    raw = barbu.playout(world, policy)
    return sum(weight * points for weight, points in zip(weights, raw, strict=True))


def surely_gains(gains):
    """Whether the mean is more than GATE standard errors above nothing."""
    count, total = len(gains), sum(gains)
    spread = sum(gain * gain for gain in gains) - total * total / count
    return total > 0 and total * total * (count - 1) > GATE * GATE * count * spread


if __name__ == "__main__":
    bot = MonteCarlo()
    if "--worlds" in sys.argv:
        bot.worlds = int(sys.argv[sys.argv.index("--worlds") + 1])
    barbu.run(bot)
