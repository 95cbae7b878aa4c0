"""Positions for the tests of the game floor, set up from cards by name.

What a position needs is reached by play wherever it can be: the cards of a trick are played, a
layout is laid out card by card, hearts are broken by an earlier trick. The seats that do not matter
hold only what they play.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import (
    CARD_CODES,
    CARD_NAMES,
    DECK,
    PASS,
    RANKS,
    SUIT_MASKS,
    codes,
    left,
)
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.deal import PLAY_NAMES, Ask, Deal
from barbu_arena.game.dealing import Hands
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_CODES, CALL_NAMES, Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.game.trick_play import TrickPlay
from tests import oracle

SUIT_HANDS: Hands = (SUIT_MASKS[0], SUIT_MASKS[1], SUIT_MASKS[2], SUIT_MASKS[3])
"""Seat 0 holds all spades, seat 1 all hearts, seat 2 all diamonds, seat 3 all clubs."""

NO_DEBTS: Scores = (9, 9, 9, 9)
"""So many doubles made that nobody owes one."""


# Rules


@cache
def preset(name: str) -> RuleSet:
    """Return a preset; ``classic+overruff`` is the name of a house rule in the cases."""
    if name != "classic+overruff":
        return load_rules(name)
    rules = load_rules("classic")
    duties = ("follow_suit", "beat_led_trump", "overruff")
    return with_contract(rules, replace(trick_contract(rules, "trumps"), duties=duties))


def with_contract(rules: RuleSet, changed: Contract) -> RuleSet:
    """Return the rules with the contract of that name exchanged."""
    contracts = [changed if held.name == changed.name else held for held in rules.contracts]
    return replace(rules, contracts=tuple(contracts))


def trick_contract(rules: RuleSet, name: str) -> TrickContract:
    found = next(contract for contract in rules.contracts if contract.name == name)
    assert isinstance(found, TrickContract)
    return found


def trick_contracts(rules: RuleSet) -> list[TrickContract]:
    return [contract for contract in rules.contracts if isinstance(contract, TrickContract)]


def domino_contract(rules: RuleSet) -> DominoContract:
    found = next(contract for contract in rules.contracts if contract.name == "domino")
    assert isinstance(found, DominoContract)
    return found


# Cards


def mask(cards: Iterable[str]) -> int:
    return sum(1 << CARD_CODES[card] for card in cards)


def hand(text: str) -> int:
    return mask(text.split())


def legal(state: TrickPlay | DominoPlay) -> set[str]:
    """Return the names of the legal cards, or of the pass."""
    return {PLAY_NAMES[code] for code in codes(state.legal)}


def answers(deal: Deal) -> list[str]:
    """Return the names of the legal answers, in the order in which a bot sees them."""
    return [deal.names[code] for code in codes(deal.legal)]


def give(state: Deal, answer: str) -> None:
    """Give the answer of that name, which must be legal."""
    assert answer in answers(state)
    state.apply(state.names.index(answer))


# Tricks


def hands_of(tricks: Iterable[str], leader: int = 0, trump: str | None = None) -> Hands:
    """Return the hands that play these tricks and hold nothing else."""
    hands = [0, 0, 0, 0]
    for trick in tricks:
        cards = trick.split()
        for turn, card in enumerate(cards):
            hands[left(leader, turn)] |= mask([card])
        leader = left(leader, oracle.trick_winner(cards, trump))
    return hands[0], hands[1], hands[2], hands[3]


def play_cards(play: TrickPlay | DominoPlay, cards: str) -> None:
    """Play the cards (or passes), each of which must be legal."""
    for card in cards.split():
        assert card in legal(play)
        play.play(PLAY_NAMES.index(card))


def played(
    contract: TrickContract, tricks: Sequence[str], leader: int = 0, trump: str | None = None
) -> TrickPlay:
    """Return the play after these tricks."""
    play = TrickPlay(contract, trump, hands_of(tricks, leader, trump), leader)
    play_cards(play, " ".join(tricks))
    return play


def trick_position(
    contract: TrickContract,
    trump: str | None,
    trick: Sequence[str],
    held: Sequence[str],
    hearts_played_before: bool,
) -> TrickPlay:
    """Return the play in which a seat holds `held` and is on move after the cards of `trick`.

    The leader is seat 0; where a heart was played before, in one trick of hearts alone.
    """
    hands = [mask([card]) for card in trick] + [mask(held)] + [0] * (3 - len(trick))
    before = _hearts_apart_from({*trick, *held}) if hearts_played_before else []
    for seat, card in enumerate(before):
        hands[seat] |= mask([card])
    play = TrickPlay(contract, trump, (hands[0], hands[1], hands[2], hands[3]), 0)
    for card in (*before, *trick):
        play.play(CARD_CODES[card])
    assert play.seat == len(trick)
    assert play.hearts_broken == hearts_played_before
    return play


def _hearts_apart_from(cards: set[str]) -> list[str]:
    """Return four hearts, the highest first, whose capture ends no deal."""
    free = [card for card in CARD_NAMES if card[1] == "H" and card not in {*cards, "KH"}]
    return free[:-5:-1]


# Domino


def domino_position(
    contract: DominoContract,
    start: str,
    table: Mapping[str, Sequence[str]],
    held: Sequence[str],
) -> DominoPlay:
    """Return the play in which a seat holds `held` and is on move before that table.

    `table` tells the lowest and the highest rank of each open suit. Seat 0 has laid all of it while
    the others passed, and seat 1 is on move.
    """
    cards = [
        rank + suit
        for suit, (low, high) in table.items()
        for rank in (*_ranks(start, high), *_ranks(start, low)[1:])
    ]
    spare = list(codes(DECK & ~mask(cards) & ~mask(held)))
    hands = (mask(cards) | 1 << spare[0], mask(held), 1 << spare[1], 1 << spare[2])
    play = DominoPlay(contract, start, hands, 0 if cards else 1)
    for card in cards:
        while play.seat != 0:
            play.play(PASS)
        play.play(CARD_CODES[card])
    assert play.seat == 1
    return play


def _ranks(start: str, end: str) -> str:
    """Return the ranks from `start` to `end`, both among them, up or down."""
    first, last = RANKS.index(start), RANKS.index(end)
    return RANKS[first : last + 1] if first <= last else RANKS[last : first + 1][::-1]


# Deals


def deal_of(
    rules: RuleSet,
    *,
    declarer: int = 0,
    deals_left: int | None = None,
    made: Scores = NO_DEBTS,
    hands: Hands = SUIT_HANDS,
    number: int = 1,
) -> Deal:
    """Return a deal before the announcement, in which any contract of the rules can be chosen."""
    return Deal(
        rules=rules,
        number=number,
        hands=hands,
        declarer=declarer,
        choices=sum(rules.contract_masks),
        deals_left=rules.block_length if deals_left is None else deals_left,
        made=made,
    )


def announced(deal: Deal, name: str) -> Deal:
    """Announce the first way of a contract, or the way of that name."""
    give(deal, next(way for way in answers(deal) if name in (way, way.partition(":")[0])))
    return deal


def call(deal: Deal, *targets: int) -> None:
    """Make a call, legal or not, for the seat on move."""
    assert deal.ask is Ask.DOUBLE
    deal.apply(CALL_CODES[targets])


def call_position(
    rules: RuleSet,
    contract: str,
    declarer: int,
    seat: int,
    doubles_before: Iterable[Sequence[int]] = (),
    *,
    made: int = 9,
    deals_left: int = 7,
) -> Deal:
    """Return the deal in which `seat` is to call after the others of `doubles_before`.

    `made` says how often the seat has doubled this declarer in earlier deals.
    """
    counts = [made if other == seat else 9 for other in range(4)]
    deal = deal_of(
        rules,
        declarer=declarer,
        deals_left=deals_left,
        made=(counts[0], counts[1], counts[2], counts[3]),
    )
    announced(deal, contract)
    earlier = [tuple(double) for double in doubles_before]
    while deal.seat != seat:
        call(deal, *sorted(target for by, target in earlier if by == deal.seat))
    assert deal.doubles == set(earlier)
    return deal


def legal_calls(deal: Deal) -> str:
    """Return the legal calls in their order, on one line."""
    assert deal.ask is Ask.DOUBLE
    return " ".join(CALL_NAMES[code] for code in codes(deal.legal))


# Sessions


def session_of(rules: RuleSet, seed: str = "edges") -> Session:
    return Session(rules, dealer(seed, 0))


def finish_deal(session: Session, calls: Mapping[int, tuple[int, ...]], contract: str = "") -> None:
    """Play the present deal: that contract or the first, these calls, else the first answers."""
    deal = session.deal
    assert deal is not None
    announced(deal, contract or answers(deal)[0])
    while deal.ask is Ask.DOUBLE:
        if deal.seat in calls:
            call(deal, *calls[deal.seat])
        else:
            give(deal, answers(deal)[0])
    while not deal.over:
        deal.apply(next(codes(deal.legal)))
    session.finish_deal()


def owed_now(session: Session) -> Scores:
    assert session.deal is not None
    return session.deal.owed()


# Hands


def every_legal_way(play: TrickPlay) -> Iterator[TrickPlay]:
    """Yield the end of every way to play on."""
    if play.over:
        yield play
    for card in codes(play.legal):
        other = play.clone()
        other.play(card)
        yield from every_legal_way(other)


def read_hands(texts: Sequence[str]) -> Hands:
    """Return hands written spades.hearts.diamonds.clubs."""
    hands = [mask(held) for held in oracle.read_hands(texts)]
    return hands[0], hands[1], hands[2], hands[3]
