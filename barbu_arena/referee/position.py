"""A question as a deal in play: which hidden hands it leaves open, and the deal with one of them.

What a question shows is held against the rules: each play must have been legal in some hand.
"""

from collections.abc import Iterator

from barbu_arena.game.cards import CARD_CODES, DECK, PASS, PASS_NAME, left
from barbu_arena.game.contracts import Announcement, TrickContract
from barbu_arena.game.deal import PLAY_NAMES, Deal
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_CODES
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.game.worlds import Worlds
from barbu_arena.players.question_reader import DominoSoFar, Question, TricksSoFar


class NoSuchPosition(ValueError):
    """The question cannot have been asked under these rules; the message says why."""


class Position:
    """What a question leaves open. Raises NoSuchPosition for one that contradicts the rules."""

    def __init__(self, question: Question, rules: RuleSet) -> None:
        self.question = question
        self._rules = rules
        self._turns = list(_turns(question))
        self._named = _announced(question, rules)
        self._shown = [0, 0, 0, 0]
        for seat, code in self._turns:
            self._shown[seat] |= 1 << code if code != PASS else 0
        self._shown[question.seat] |= sum(1 << CARD_CODES[card] for card in question.hand)
        self._unseen = DECK
        for mask in self._shown:
            self._unseen &= ~mask
        self.worlds = self._worlds()

    def _worlds(self) -> Worlds:
        me = self.question.seat
        counts = [0 if seat == me else 13 - self._shown[seat].bit_count() for seat in range(4)]
        if min(counts) < 0 or sum(counts) != self._unseen.bit_count():
            raise NoSuchPosition("the cards in hand and played do not make 13 for each seat")
        ruled_out = self._ruled_out()
        allowed = [self._unseen & ~ruled_out[seat] if counts[seat] else 0 for seat in range(4)]
        self.allowed = tuple(allowed)
        """By seat, the cards not seen that it may hold, as masks; none of the seat asked."""
        try:
            return Worlds(counts, allowed)
        except ValueError as error:
            raise NoSuchPosition(str(error)) from None

    def _ruled_out(self) -> list[int]:
        """Return by seat what it cannot hold, since it played as it did."""
        found = [0, 0, 0, 0]
        if self._named is None or not self._turns:
            return found
        # Each seat holds all that it may hold, so that it does not run out of cards on the way.
        hands = [shown | self._unseen if shown.bit_count() < 13 else shown for shown in self._shown]
        play = _play(self._named, (hands[0], hands[1], hands[2], hands[3]), self._turns[0][0])
        for seat, code in self._turns:
            if play.over or play.seat != seat:
                raise NoSuchPosition(f"{PLAY_NAMES[code]} was not seat {seat}'s to play")
            found[seat] |= play.rules_out(code)
            play.play(code)
        return found

    def deal(self, hidden: tuple[int, ...]) -> Deal:
        """Return the deal at the question, the hidden cards being so (masks by seat)."""
        question, rules = self.question, self._rules
        hands = [shown | more for shown, more in zip(self._shown, hidden, strict=True)]
        deal = Deal(
            rules=rules,
            number=question.deal,
            hands=(hands[0], hands[1], hands[2], hands[3]),
            declarer=question.declarer,
            choices=_choices(question, rules),
            deals_left=question.deals_left,
            made=self._made(),
        )
        for seat, code in self._answers():
            if deal.over or deal.seat != seat or not deal.legal >> code & 1:
                raise NoSuchPosition(f"{deal.ask.value} of seat {seat}: not legal by the rules")
            deal.apply(code)
        legal = tuple(name for code, name in enumerate(deal.names) if deal.legal >> code & 1)
        if deal.seat != question.seat or legal != question.legal:
            raise NoSuchPosition(
                f"by the rules seat {deal.seat} is asked, and legal are {', '.join(legal)}"
            )
        return deal

    def _answers(self) -> Iterator[tuple[int, int]]:
        """Yield (seat, code) of all that was answered in this deal before the question."""
        question = self.question
        if self._named is None:
            return
        yield question.declarer, self._rules.announcement_codes[self._named.name]
        seat = left(question.declarer)
        while self._rules.doubling is not None:
            if question.kind == "double" and seat == question.seat:
                return
            targets = sorted(whom for who, whom in question.doubles or () if who == seat)
            yield seat, CALL_CODES.get(tuple(targets), PASS)
            if seat == question.declarer:
                break
            seat = left(seat)
        yield from self._turns

    def _made(self) -> tuple[int, int, int, int]:
        """Return how often each seat doubled this declarer in earlier deals, up to the quota."""
        question = self.question
        quota = self._rules.doubling.quota if self._rules.doubling is not None else 0
        doubled = {who for who, whom in question.doubles or () if whom == question.declarer}
        made = [
            max(0, quota - owed - (seat in doubled)) if seat != question.declarer else 0
            for seat, owed in enumerate(question.owed)
        ]
        return made[0], made[1], made[2], made[3]


def _turns(question: Question) -> Iterator[tuple[int, int]]:
    """Yield (seat, card or pass) in the order of play."""
    play = question.play
    if isinstance(play, TricksSoFar):
        for leader, cards in (*play.tricks, (play.leader, play.trick)):
            for place, card in enumerate(cards):
                yield left(leader, place), CARD_CODES[card]
    elif isinstance(play, DominoSoFar):
        for seat, card in play.played:
            yield seat, PASS if card == PASS_NAME else CARD_CODES[card]


def _announced(question: Question, rules: RuleSet) -> Announcement | None:
    if question.contract is None:
        return None
    for way in rules.announcements:
        if (way.contract.name, way.trump, way.start) == (
            question.contract,
            question.trump,
            question.start,
        ):
            return way
    raise NoSuchPosition("no such contract in these rules")


def _choices(question: Question, rules: RuleSet) -> int:
    """Return the mask of the announcements that the declarer could make."""
    return sum(
        mask
        for contract, mask in zip(rules.contracts, rules.contract_masks, strict=True)
        if contract.name in question.unused
    )


def _play(
    named: Announcement, hands: tuple[int, int, int, int], first: int
) -> TrickPlay | DominoPlay:
    contract = named.contract
    if isinstance(contract, TrickContract):
        return TrickPlay(contract, named.trump, hands, first)
    assert named.start is not None
    play = DominoPlay(contract, named.start, hands, first)
    play.seat = first
    return play
