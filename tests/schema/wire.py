"""Sessions with both directions of every bot's wire kept, for the schema and its reference.

The bots are functions in this process, but all lines are real ones: the arena's own, written by its
players and its referee, and what it read of the answers.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any
from unittest.mock import patch

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import RANKS
from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.session import dealer
from barbu_arena.league.team import BYE, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players import bot_player
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.compact_json import compact
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan

Fields = dict[str, Any]
Answers = Callable[[Fields], Fields | None]
"""A bot: what it answers to a message, without the id; None: nothing."""

PLAN = SessionPlan(1, 1, 1, 0, ("ann", "ben", "cem", "dee"))
SEED = "wire"
GREETING = {"protocol": 1, "name": "ducky", "version": "1"}


@dataclass(frozen=True)
class Line:
    """One line of a wire, without its line feed."""

    seat: int
    to_bot: bool
    data: bytes

    @property
    def fields(self) -> Fields:
        """The line as its JSON object."""
        fields: Fields = json.loads(self.data)
        return fields


class Ducky:
    """A bot that ducks, and announces and doubles by lot; `says` goes into every answer.

    At its n-th question (from 1) it gives the action of `slips` instead, or none for None.
    """

    def __init__(
        self,
        greeting: Fields | None = None,
        says: Fields | None = None,
        slips: Mapping[int, str | None] | None = None,
    ) -> None:
        self.greeting = GREETING | (greeting or {})
        self.says = says or {}
        self.slips = slips or {}
        self.asked = 0
        self.rng = Random(0)

    def __call__(self, message: Fields) -> Fields | None:
        """Answer a message."""
        if message["type"] == "hello":
            return self.greeting
        if message["type"] == "session":
            self.rng = Random(message["seed"])
        if "legal" not in message:
            return None
        self.asked += 1
        action = self.slips.get(self.asked, self.action(message))
        return None if action is None else {"action": action} | self.says

    def action(self, question: Fields) -> str:
        """Return what it does when it does not slip."""
        legal, cards = question["legal"], question.get("trick", {}).get("cards", [])
        if not cards or question["contract"] == "trumps":
            lot: str = self.rng.choice(legal)
            return lot
        best = max(_rank(card) for card in cards if card[1] == cards[0][1])
        under = [card for card in legal if card[1] == cards[0][1] and _rank(card) < best]
        return max(under or legal, key=_rank)


def _rank(card: str) -> int:
    return RANKS.index(card[0])


class _Clock:
    """A clock that stands still but when somebody waits in vain."""

    now = 0.0

    def time(self) -> float:
        return self.now


class _Wire:
    """In the place of a bot's process: it is asked, it answers at once or never."""

    report = None
    root_pid = 0
    is_closed = False

    def __init__(self, bot: Answers, clock: _Clock, keep: Callable[[bool, bytes], None]) -> None:
        self._bot = bot
        self._clock = clock
        self._keep = keep
        self._answer = b""

    def send(self, data: bytes) -> None:
        if self.is_closed:
            return
        self._keep(True, data.rstrip(b"\n"))
        message = json.loads(data)
        said = self._bot(message)
        if said is not None:
            self._answer = compact({"id": message["id"]} | said) + b"\n"
            self._keep(False, self._answer.rstrip(b"\n"))

    def exchange(self, line: bytes, _wait_ms: int) -> bytes:
        self.send(line)
        answer, self._answer = self._answer, b""
        return answer

    def receive(self, deadline: float) -> bytes:
        answer, self._answer = self._answer, b""
        if not answer:
            self._clock.now = max(self._clock.now, deadline)
        return answer

    def keep_flowing(self) -> None:
        """Nothing ever lies in its pipes."""

    def kill(self) -> None:
        self.is_closed = True


def wired_session(
    rules: str, bots: Mapping[int, Answers], seed: str = SEED
) -> tuple[list[Line], SessionRecord]:
    """Play a session; seats that are not given duck. Return its lines as they went, its record."""
    tournament = Tournament("wire", load_rules(rules), seed, ())
    clock = _Clock()
    lines: list[Line] = []

    def seated(seat: int) -> BotPlayer:
        def keep(to_bot: bool, data: bytes) -> None:
            lines.append(Line(seat, to_bot, data))

        wire: Any = _Wire(bots.get(seat) or Ducky(), clock, keep)
        bot = Bot(PLAN.bots[seat], "/", ("./bot",))
        return BotPlayer(bot, tournament.clock, hello_fields(tournament), lambda _: wire)

    players = [seated(seat) for seat in range(4)]
    referee = Referee(tournament.rules, dealer(seed, 0), players, FaultPolicy())
    with patch.object(bot_player, "monotonic", clock.time):
        record = referee.play(PLAN, [bot_seed(seed, PLAN.session, seat) for seat in range(4)])
        for player in players:
            player.tell(BYE)
    return list(_settled(lines)), record


def _settled(lines: list[Line]) -> Iterator[Line]:
    """Yield the lines with ids that are always the same, in the place of those that were drawn."""
    ids: dict[bytes, bytes] = {}
    for line in lines:
        data = line.data
        for key in (b'"id":"', b'"question":"'):
            before, found, rest = data.partition(key)
            if found:
                settled = sha256(b"%d" % len(ids)).hexdigest()[:8].encode()
                data = before + found + ids.setdefault(rest[:8], settled) + rest[8:]
        yield Line(line.seat, line.to_bot, data)
