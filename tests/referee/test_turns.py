"""Who won each trick, and who played each card of a Domino."""

from itertools import pairwise
from pathlib import Path

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.contracts import DominoContract
from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import DealRecord
from barbu_arena.referee.record_reader import read_record
from barbu_arena.referee.turns import Trick, Turn, deal_plays

SESSIONS = Path(__file__).parents[1] / "cases" / "sessions"


def _deals() -> list[tuple[DealRecord, RuleSet]]:
    return [
        (deal, rules)
        for name in ("modern", "simple", "classic")
        for rules in [load_rules(name)]
        for line in (SESSIONS / f"{name}.jsonl").read_bytes().splitlines()
        for deal in read_record(line).deals
    ]


TRICKS = [pair for pair in _deals() if pair[0].start is None]
DOMINOES = [pair for pair in _deals() if pair[0].start is not None]
RANKS = "23456789TJQKA"


def tricks_of(deal: DealRecord, rules: RuleSet) -> list[Trick]:
    plays = deal_plays(deal, rules)
    assert all(isinstance(trick, Trick) for trick in plays)
    return [trick for trick in plays if isinstance(trick, Trick)]


def turns_of(deal: DealRecord, rules: RuleSet) -> list[Turn]:
    return [turn for turn in deal_plays(deal, rules) if isinstance(turn, Turn)]


def winning_card(cards: tuple[str, ...], trump: str | None) -> str:
    """As a player says it: the highest trump, or else the highest of the suit led."""
    trumps = [card for card in cards if card[1] == trump]
    suit = trumps or [card for card in cards if card[1] == cards[0][1]]
    return max(suit, key=lambda card: RANKS.index(card[0]))


def test_there_are_deals_of_both_kinds() -> None:
    assert len(TRICKS) > 60
    assert len(DOMINOES) > 10
    assert any(deal.trump for deal, _ in TRICKS)


def test_tricks_hold_all_plays_and_their_holders() -> None:
    for deal, rules in TRICKS:
        tricks = tricks_of(deal, rules)
        assert tuple(card for trick in tricks for card in trick.cards) == deal.plays
        for trick in tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                spades, hearts, diamonds, clubs = deal.hands[seat].split(".")
                held = {"S": spades, "H": hearts, "D": diamonds, "C": clubs}
                assert card[0] in held[card[1]]


def test_the_winner_is_the_rules_and_leads_the_next() -> None:
    for deal, rules in TRICKS:
        tricks = tricks_of(deal, rules)
        first = deal.declarer if rules.first_lead == "declarer" else (deal.declarer + 1) % 4
        assert tricks[0].leader == first
        for trick in tricks:
            place = trick.cards.index(winning_card(trick.cards, deal.trump))
            assert trick.winner == trick.seats[place]
        assert all(after.leader == before.winner for before, after in pairwise(tricks))


def test_points_of_tricks_make_the_raw_score() -> None:
    for deal, rules in TRICKS:
        raw = [0, 0, 0, 0]
        for trick in tricks_of(deal, rules):
            raw[trick.winner] += trick.points
        assert tuple(raw) == deal.raw


def test_turns_of_a_domino_hold_all_plays_and_their_holders() -> None:
    for deal, rules in DOMINOES:
        turns = turns_of(deal, rules)
        assert tuple(turn.card or "--" for turn in turns) == deal.plays
        left = [{(rank, suit) for suit, ranks in zip("SHDC", hand.split("."), strict=True)
                 for rank in ranks} for hand in deal.hands]  # fmt: skip
        for turn in turns:
            assert left[turn.seat], "a player who is out has no turn"
            if turn.card is not None:
                left[turn.seat].remove((turn.card[0], turn.card[1]))
            assert (turn.place is not None) == (not left[turn.seat])


def test_places_of_a_domino_make_the_raw_score() -> None:
    for deal, rules in DOMINOES:
        out = [turn.seat for turn in turns_of(deal, rules) if turn.place is not None]
        assert [turn.place for turn in turns_of(deal, rules) if turn.place is not None] == [0, 1, 2]
        order = [*out, *({0, 1, 2, 3} - set(out))]
        contract = next(way for way in rules.contracts if way.name == deal.contract)
        assert isinstance(contract, DominoContract)
        assert tuple(deal.raw[seat] for seat in order) == contract.places


@pytest.mark.parametrize(("deal", "rules"), DOMINOES[:1])
def test_a_passed_turn_has_no_card(deal: DealRecord, rules: RuleSet) -> None:
    passed = [turn for turn in turns_of(deal, rules) if turn.card is None]
    assert len(passed) == deal.plays.count("--")
