"""Count how endings can be played, and write perft.tsv beside this file.

A row is one deal: its answers are drawn until no hand has more than three cards, in Domino five,
then every way to play on is counted (`ways`) and the raw scores of all of them are summed by seat
(`points`). Beside it stands the same deal with the first legal answer throughout: its raw score
(`first`) and how many legal answers there were in all (`options`).

Run ``python tests/golden/make_perft.py`` after a change of the rules that is meant, and read the
difference.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import codes
from barbu_arena.game.deal import Deal
from barbu_arena.game.dealing import Draws, deal_hands
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay

FILE = Path(__file__).with_name("perft.tsv")
HEAD = "rules\tcontract\tdeal\tways\tpoints\tfirst\toptions"
DEALS = 3  # of each contract
WAYS = {
    "modern": "no_tricks no_queens no_last_two no_hearts no_king trumps:H domino:7 domino:A",
    "simple": "no_king no_hearts no_queens no_last_two no_tricks trumps:D trumps:- domino:8",
    "simple-balanced": "no_hearts",
    "classic": "no_tricks no_hearts no_queens no_king no_last_two trumps:C domino:7",
    "classic-overruff": "trumps:S",
    "classic-salade": "salade",
    "classic-any-seven": "domino:7",
}


class Row(NamedTuple):
    """What a row of the file is about."""

    rules: str
    way: str
    deal: int


def rows() -> Iterator[Row]:
    """Yield the rows: of each contract, the first deals that last to such an ending."""
    for rules, ways in WAYS.items():
        for way in ways.split():
            every = (Row(rules, way, number) for number in count())
            yield from islice((row for row in every if ending(row)), DEALS)


def text(row: Row) -> str:
    """Return a row as it stands in the file."""
    play = ending(row)
    assert play is not None
    ways, points = counted(play)
    first, options = first_answers(row)
    columns = (*row, ways, " ".join(map(str, points)), " ".join(map(str, first)), options)
    return "\t".join(map(str, columns))


@cache
def _rules(name: str) -> RuleSet:
    return load_rules(name)


def opened(row: Row) -> Deal:
    """Return the deal of a row after the announcement."""
    rules = _rules(row.rules)
    deal = Deal(
        rules=rules,
        number=1,
        hands=deal_hands("perft", row.deal, 0, 0),
        declarer=row.deal % 4,
        choices=sum(rules.contract_masks),
        deals_left=rules.block_length,
        made=(0, 0, 0, 0),
    )
    deal.apply(rules.announcement_codes[row.way])
    return deal


def ending(row: Row) -> TrickPlay | DominoPlay | None:
    """Return the play when hands are down to three cards, or five; None if it is over by then."""
    deal, draws = opened(row), Draws(f"perft {row.way} {row.deal}")
    most = 5 if row.way.startswith("domino") else 3
    while deal.play is None or max(map(int.bit_count, deal.play.hands)) > most:
        legal = list(codes(deal.legal))
        deal.apply(legal[draws.draw(len(legal))])
        if deal.over:
            return None
    return deal.play


def counted(play: TrickPlay | DominoPlay) -> tuple[int, list[int]]:
    """Return how many ways there are to play on, and the sum of their raw scores by seat."""
    if play.over:
        return 1, list(play.scores())
    ways, points = 0, [0, 0, 0, 0]
    for card in codes(play.legal):
        after = play.clone()
        after.play(card)
        more, sums = counted(after)
        ways += more
        points = [a + b for a, b in zip(points, sums, strict=True)]
    return ways, points


def first_answers(row: Row) -> tuple[tuple[int, ...], int]:
    """Return the raw score of the first legal answers, and the number of all legal ones."""
    deal, options = opened(row), 0
    while not deal.over:
        options += deal.legal.bit_count()
        deal.apply(next(codes(deal.legal)))
    return deal.raw(), options


if __name__ == "__main__":
    FILE.write_text("\n".join([HEAD, *map(text, rows())]) + "\n", encoding="utf-8")
