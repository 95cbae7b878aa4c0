"""The questions of a session as lines of JSON, put together from fragments that are made once.

A question holds all that its seat may know of the deal and nothing else: its own hand, the calls,
the cards played. The id and the time left are the player's to add. Source: design §7.
"""

from typing import Any

from barbu_arena.game.cards import PASS, RANK_OF, RANKS, SUIT_OF, SUITS
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_NAMES, Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.players.card_lists import QUOTED_CARDS, card_list, name_list
from barbu_arena.players.compact_json import compact

_call_list = name_list(CALL_NAMES)


class Questions:
    """The questions of one session; `body` writes the present one of a deal."""

    __slots__ = (
        "_announcement_list",
        "_common",
        "_deal",
        "_ends",
        "_history",
        "_layout",
        "_play_head",
        "_raw",
        "_rules",
        "_scores",
        "_seen",
        "_session",
        "_unused",
    )

    def __init__(self, rules: RuleSet, session: str) -> None:
        self._rules = rules
        self._session = session
        self._announcement_list = name_list(tuple(way.name for way in rules.announcements))

    def open_deal(self, deal: Deal, scores: Scores) -> None:
        """Take up a new deal; `scores` are those of the session so far."""
        self._deal = deal
        offered = dict.fromkeys(
            way.contract.name
            for code, way in enumerate(self._rules.announcements)
            if deal.choices >> code & 1
        )
        self._unused = compact(list(offered))
        self._scores = compact(scores)
        self._common = tuple(
            b'"session":%b,"deal":%d,"deals_left":%d,"seat":%d,"declarer":%d'
            % (compact(self._session), deal.number, deal.deals_left, seat, deal.declarer)
            for seat in range(4)
        )
        self._play_head: tuple[bytes, ...] | None = None
        # What was played so far, as text: tricks, or the turns of a Domino.
        self._history = b""
        self._seen = 0
        self._ends: dict[int, tuple[int, int]] = {}
        self._layout: dict[int, bytes] = {}
        self._raw = b"[0,0,0,0]"

    def body(self) -> bytes:
        """Return the fields of the present question of the deal, without the braces."""
        deal = self._deal
        if deal.ask is Ask.PLAY:
            play = deal.in_play
            if isinstance(play, TrickPlay):
                return self._trick_body(play)
            return self._domino_body(play)
        seat = deal.seat
        hand = card_list(deal.hands[seat])
        if deal.ask is Ask.CHOOSE:
            legal = self._announcement_list(deal.legal)
            return b'"type":"choose",%b,"hand":[%b],"legal":[%b]' % (self._head(seat), hand, legal)
        return b'"type":"double",%b,%b,"hand":[%b],"legal":[%b]' % (
            self._head(seat),
            self._contract(),
            hand,
            _call_list(deal.legal),
        )

    def _head(self, seat: int) -> bytes:
        return b'%b,"unused":%b,"owed":%b,"scores":%b' % (
            self._common[seat],
            self._unused,
            compact(self._deal.owed()),
            self._scores,
        )

    def _contract(self) -> bytes:
        """Return what was announced and called so far."""
        named = self._deal.named
        fields: dict[str, Any] = {"contract": named.contract.name}
        if named.trump is not None:
            fields["trump"] = named.trump
        if named.start is not None:
            fields["start"] = named.start
        if self._rules.doubling is not None:
            fields["doubles"] = [
                [seat, target] for seat, targets in self._deal.calls for target in targets
            ]
        return compact(fields)[1:-1]

    def _head_of_play(self, seat: int) -> bytes:
        """Return what stays the same for a seat from the first card of a deal to the last."""
        heads = self._play_head
        if heads is None:
            contract = self._contract()
            heads = tuple(b'"type":"play",%b,%b' % (self._head(s), contract) for s in range(4))
            self._play_head = heads
        return heads[seat]

    def _trick_body(self, play: TrickPlay) -> bytes:
        if len(play.tricks) != self._seen:
            self._note_tricks(play)
        seat = play.seat
        return (
            b'%b,"hand":[%b],"trick":{"leader":%d,"cards":[%b]},"tricks":[%b],"raw":%b,"legal":[%b]'
            % (
                self._head_of_play(seat),
                card_list(play.hands[seat]),
                play.leader,
                b",".join([QUOTED_CARDS[card] for card in play.trick]),
                self._history,
                self._raw,
                card_list(play.legal),
            )
        )

    def _note_tricks(self, play: TrickPlay) -> None:
        for leader, cards in play.tricks[self._seen :]:
            trick = b"[%d,%b]" % (leader, b",".join([QUOTED_CARDS[card] for card in cards]))
            self._history = self._history + b"," + trick if self._history else trick
        self._seen = len(play.tricks)
        self._raw = b"[%d,%d,%d,%d]" % play.scores()

    def _domino_body(self, play: DominoPlay) -> bytes:
        if len(play.plays) != self._seen:
            self._note_turns(play)
        seat = play.seat
        return b'%b,"hand":[%b],"layout":{%b},"played":[%b],"out":%b,"legal":[%b]' % (
            self._head_of_play(seat),
            card_list(play.hands[seat]),
            b",".join([self._layout[suit] for suit in sorted(self._layout)]),
            self._history,
            compact(play.out),
            card_list(play.legal),
        )

    def _note_turns(self, play: DominoPlay) -> None:
        for seat, card in play.plays[self._seen :]:
            turn = b"[%d,%b]" % (seat, QUOTED_CARDS[card])
            self._history = self._history + b"," + turn if self._history else turn
            if card != PASS:
                self._lay(SUIT_OF[card], RANK_OF[card])
        self._seen = len(play.plays)

    def _lay(self, suit: int, rank: int) -> None:
        low, high = self._ends.get(suit, (rank, rank))
        self._ends[suit] = low, high = min(low, rank), max(high, rank)
        self._layout[suit] = f'"{SUITS[suit]}":["{RANKS[low]}","{RANKS[high]}"]'.encode()
