"""One deal: announce, call, play.

Every phase offers one seat and a finite set of legal answers, coded in the order in which a bot
sees them: an announcement by its place in the rule set, a call by `doubling.CALLS`, a card 0–51 and
Domino's pass 52. So whoever asks and judges needs to know no rule of Barbu.
"""

from enum import Enum

from barbu_arena.game.cards import CARD_NAMES, PASS_NAME, left
from barbu_arena.game.contracts import Announcement, TrickContract
from barbu_arena.game.dealing import Hands
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import (
    CALL_NAMES,
    CALLS,
    Scores,
    adjusted_scores,
    calls_within,
    defender_targets,
    is_forced,
)
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay

PLAY_NAMES = (*CARD_NAMES, PASS_NAME)


class Ask(Enum):
    """What a seat is asked for; the value is the type of the question on the wire."""

    CHOOSE = "choose"
    DOUBLE = "double"
    PLAY = "play"


class Deal:
    """One deal of a session, from the announcement to the adjusted score.

    While `over` is false, `seat` is asked for `ask` and `legal` is the mask of its legal answers.
    `made` counts, for each seat, the doubles of this declarer that it made in earlier deals.
    """

    __slots__ = (
        "announcement",
        "ask",
        "calls",
        "choices",
        "deals_left",
        "declarer",
        "doubles",
        "hands",
        "legal",
        "made",
        "number",
        "over",
        "play",
        "rules",
        "seat",
    )

    def __init__(  # noqa: PLR0913  one value for each fact that a deal starts from
        self,
        *,
        rules: RuleSet,
        number: int,
        hands: Hands,
        declarer: int,
        choices: int,
        deals_left: int,
        made: Scores,
    ) -> None:
        self.rules = rules
        self.number = number
        self.hands = hands
        self.declarer = declarer
        self.choices = choices
        self.deals_left = deals_left
        self.made = made
        self.announcement: Announcement | None = None
        self.calls: list[tuple[int, tuple[int, ...]]] = []
        self.doubles: set[tuple[int, int]] = set()
        self.play: TrickPlay | DominoPlay | None = None
        self.over = False
        self.ask = Ask.CHOOSE
        self.seat = declarer
        self.legal = choices

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all answers of the present phase, by code."""
        if self.ask is Ask.PLAY:
            return PLAY_NAMES
        if self.ask is Ask.DOUBLE:
            return CALL_NAMES
        return tuple(way.name for way in self.rules.announcements)

    @property
    def position(self) -> int:
        """The place of the present question in its phase: 0; of the call, 0–3; of the play."""
        if self.ask is Ask.PLAY:
            return self.in_play.played
        return len(self.calls)

    @property
    def in_play(self) -> TrickPlay | DominoPlay:
        """The play; only once the calls are made."""
        if self.play is None:
            raise ValueError("the calls are not made yet")
        return self.play

    @property
    def named(self) -> Announcement:
        """The announcement; only once it is made."""
        if self.announcement is None:
            raise ValueError("nothing is announced yet")
        return self.announcement

    def owed(self) -> Scores:
        """Return the doubles that each seat still owes this declarer; 0 for the declarer."""
        if self.rules.doubling is None:
            return 0, 0, 0, 0
        quota = self.rules.doubling.quota
        owed = [
            0
            if seat == self.declarer
            else max(0, quota - made - ((seat, self.declarer) in self.doubles))
            for seat, made in enumerate(self.made)
        ]
        return owed[0], owed[1], owed[2], owed[3]

    def apply(self, answer: int) -> None:
        """Take a legal answer of the seat on move."""
        play = self.play
        if play is not None:
            play.play(answer)
            self.legal = play.legal
            self.seat = play.seat
            self.over = play.over
        elif self.ask is Ask.DOUBLE:
            self._take_call(CALLS[answer])
        else:
            self.announcement = self.rules.announcements[answer]
            if self.rules.doubling is None:
                self._begin_play()
            else:
                self.ask = Ask.DOUBLE
                self.seat = left(self.declarer)
                self.legal = self._legal_calls()

    def _take_call(self, targets: tuple[int, ...]) -> None:
        seat = self.seat
        self.calls.append((seat, targets))
        self.doubles.update((seat, target) for target in targets)
        if seat == self.declarer:
            self._begin_play()
        else:
            self.seat = left(seat)
            self.legal = self._legal_calls()

    def _legal_calls(self) -> int:
        """Return the mask of the calls open to the seat on move."""
        seat, declarer, rules = self.seat, self.declarer, self.rules.doubling
        assert rules is not None
        if seat == declarer:
            doublers = frozenset(by for by, target in self.doubles if target == declarer)
            return calls_within(doublers, None)
        negative = self.named.contract.total < 0
        targets = defender_targets(rules, seat, declarer, negative)
        forced = is_forced(rules, self.owed()[seat], self.deals_left)
        return calls_within(targets, declarer if forced else None)

    def why_illegal_call(self, code: int) -> str:
        """Say in words why the seat on move may not make this call now."""
        seat, targets, rules = self.seat, CALLS[code], self.rules.doubling
        assert rules is not None
        if seat in targets:
            return "a seat does not double itself"
        if seat == self.declarer:
            return "the declarer answers those who doubled it, and no others"
        negative = self.named.contract.total < 0
        if not defender_targets(rules, seat, self.declarer, negative).issuperset(targets):
            return "only the declarer may be doubled here"
        return "the doubles owed to the declarer reach the deals left"

    def _begin_play(self) -> None:
        named = self.named
        contract = named.contract
        if isinstance(contract, TrickContract):
            first = self.declarer
            if self.rules.first_lead == "left":
                first = left(first)
            self.play = TrickPlay(contract, named.trump, self.hands, first)
        else:
            assert named.start is not None
            self.play = DominoPlay(contract, named.start, self.hands, self.declarer)
        self.ask = Ask.PLAY
        self.legal = self.play.legal
        self.seat = self.play.seat

    def raw(self) -> Scores:
        """Return the raw score so far, by seat."""
        return self.in_play.scores()

    def adjusted(self) -> Scores:
        """Return the score after doubles; final once the deal is over."""
        if self.rules.doubling is None:
            return self.raw()
        return adjusted_scores(self.raw(), frozenset(self.doubles), self.rules.doubling.stakes)
