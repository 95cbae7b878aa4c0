"""The questions of a session as lines of JSON, put together from fragments that are made once.

A question holds all that its seat may know of the deal and nothing else: its own hand, the calls,
the cards played. The id and the time left are the player's to add. Source: design §7.
"""

import json
from typing import Any

from barbu_arena.game.cards import RANKS, SUITS
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_NAMES, Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.players.card_lists import QUOTED_CARDS, card_list, name_list

_call_list = name_list(CALL_NAMES)


def compact(value: Any) -> bytes:  # noqa: ANN401  JSON is any
    """Return a value as JSON without spaces, in UTF-8."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class Questions:
    """The questions of one session; `body` writes the present one of a deal."""

    __slots__ = (
        "_announcement_list",
        "_common",
        "_deal",
        "_owed",
        "_play_head",
        "_raw",
        "_rules",
        "_scores",
        "_session",
        "_tricks",
        "_tricks_seen",
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
        self._tricks = b""
        self._tricks_seen = 0
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
        if len(play.tricks) != self._tricks_seen:
            self._note_tricks(play)
        seat = play.seat
        return (
            b'%b,"hand":[%b],"trick":{"leader":%d,"cards":[%b]},"tricks":[%b],"raw":%b,"legal":[%b]'
            % (
                self._head_of_play(seat),
                card_list(play.hands[seat]),
                play.leader,
                b",".join([QUOTED_CARDS[card] for card in play.trick]),
                self._tricks,
                self._raw,
                card_list(play.legal),
            )
        )

    def _note_tricks(self, play: TrickPlay) -> None:
        for leader, cards in play.tricks[self._tricks_seen :]:
            trick = b"[%d,%b]" % (leader, b",".join([QUOTED_CARDS[card] for card in cards]))
            self._tricks = self._tricks + b"," + trick if self._tricks else trick
        self._tricks_seen = len(play.tricks)
        self._raw = b"[%d,%d,%d,%d]" % play.scores()

    def _domino_body(self, play: DominoPlay) -> bytes:
        # The turns are kept as text in the place of the tricks.
        for seat, card in play.plays[self._tricks_seen :]:
            turn = b"[%d,%b]" % (seat, QUOTED_CARDS[card])
            self._tricks = self._tricks + b"," + turn if self._tricks else turn
        self._tricks_seen = len(play.plays)
        layout = {
            SUITS[suit]: [RANKS[low], RANKS[high]]
            for suit, (low, high) in sorted(play.layout().items())
        }
        seat = play.seat
        return b'%b,"hand":[%b],"layout":%b,"played":[%b],"out":%b,"legal":[%b]' % (
            self._head_of_play(seat),
            card_list(play.hands[seat]),
            compact(layout),
            self._tricks,
            compact(play.out),
            card_list(play.legal),
        )
