"""How many ways there are to play endings, and what first answers come to: tests/golden/perft.tsv.

The file is written by tests/golden/make_perft.py.
"""

import pytest

from barbu_arena.game.cards import CARD_NAMES, codes
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.trick_play import TrickPlay
from tests import oracle
from tests.game.variations import SHIPPED
from tests.golden.make_perft import FILE, HEAD, Row, ending, rows, text

LINES = FILE.read_text(encoding="utf-8").splitlines()[1:]


def row_of(line: str) -> Row:
    rules, way, deal, *_ = line.split("\t")
    return Row(rules, way, int(deal))


GOLDEN = [pytest.param(line, id="-".join(line.split("\t")[:3])) for line in LINES]


def test_the_file_has_the_rows_of_the_script() -> None:
    assert FILE.read_text(encoding="utf-8").startswith(HEAD + "\n")
    assert [row_of(line) for line in LINES] == list(rows())


@pytest.mark.parametrize("line", GOLDEN)
def test_an_ending_has_as_many_ways_as_ever(line: str) -> None:
    assert text(row_of(line)) == line


@pytest.mark.parametrize("line", GOLDEN)
def test_the_oracle_counts_as_many_ways(line: str) -> None:
    row = row_of(line)
    play = ending(row)
    assert play is not None
    hands = [{CARD_NAMES[card] for card in codes(held)} for held in play.hands]
    counted = (
        domino_ways(play, hands, play.seat)
        if isinstance(play, DominoPlay)
        else trick_ways(SHIPPED[row.rules], row.way, play, hands)
    )
    assert counted == int(line.split("\t")[3])


def trick_ways(switches: oracle.Rules, way: str, play: TrickPlay, hands: list[set[str]]) -> int:
    """The ways to play on, by the oracle, from between two tricks."""
    contract, _, detail = way.partition(":")
    trump = detail.replace("-", "") or None
    captured = [CARD_NAMES[card] for card in play.codes()]

    def ways(leader: int, number: int, trick: tuple[str, ...], before: list[str]) -> int:
        if len(trick) == 4:
            winner = (leader + oracle.trick_winner(trick, trump)) % 4
            after = [*before, *trick]
            if oracle.tricks_are_over(switches, contract, number, after):
                return 1
            return ways(winner, number + 1, (), after)
        hand = hands[(leader + len(trick)) % 4]
        broken = any(card[1] == "H" for card in before)
        total = 0
        for card in oracle.legal_plays(switches, contract, trump, trick, hand, broken):
            hand.remove(card)
            total += ways(leader, number, (*trick, card), before)
            hand.add(card)
        return total

    assert play.trick == []
    return ways(play.seat, len(play.tricks) + 1, (), captured)


def domino_ways(play: DominoPlay, hands: list[set[str]], first: int) -> int:
    """The ways to play on, by the oracle, with `first` on turn."""
    opened: dict[str, tuple[str, str]] = {}
    for card in (code for code in play.codes() if code < 52):
        oracle.put_on_table(opened, CARD_NAMES[card])

    def ways(seat: int, table: dict[str, tuple[str, str]]) -> int:
        if sum(not hand for hand in hands) == 3:
            return 1
        hand, total = hands[seat], 0
        fitting = oracle.domino_legal(play.start, table, hand)
        for card in fitting:
            hand.remove(card)
            after = dict(table)
            oracle.put_on_table(after, card)
            total += ways((seat + 1) % 4, after)
            hand.add(card)
        return total if fitting else ways((seat + 1) % 4, table)

    return ways(first, opened)
