"""Players without processes: each follows a script and complains of a referee that errs."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.session import dealer
from barbu_arena.players.fault import Fault
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan

Fields = dict[str, Any]
Reply = str | Fault | Exception | Callable[[Fields], str | Fault]

SEED = "0123456789abcdef-of-the-league"
PLAN = SessionPlan(round=3, table=1, seating=2, board_set=5, bots=("ann", "bob", "cyd", "dan"))
SEEDS = (11, 22, 33, 44)
POLICY = FaultPolicy()


def first(fields: Fields) -> str:
    """Give the first legal answer."""
    answer: str = fields["legal"][0]
    return answer


def last(fields: Fields) -> str:
    """Give the last legal answer."""
    answer: str = fields["legal"][-1]
    return answer


class ScriptedPlayer:
    """A player that answers its n-th question (from 1) as the script says, and else by habit.

    `log` is shared by a table: who did what, in order.
    """

    def __init__(
        self,
        script: Mapping[int, Reply] | None = None,
        *,
        habit: Callable[[Fields], str | Fault] = first,
        at_begin: Exception | None = None,
        at_start: Fault | Exception | None = None,
        wants: frozenset[str] = frozenset(),
    ) -> None:
        self.script = dict(script or {})
        self.habit = habit
        self.at_begin = at_begin
        self.at_start = at_start
        self.wants = wants
        self.began = False
        self.greeted = False
        self.retired = False
        self.asked: list[Fields] = []
        self.told: list[Fields] = []
        self.verdicts: list[Fault] = []
        self.bytes: list[bytes] = []
        self.parting: Fault | None = None
        self.log: list[tuple[str, int]] = []
        self.seat = -1

    def begin(self) -> None:
        assert not self.began, "begun twice"
        self.began = True
        self.log.append(("begin", self.seat))
        if self.at_begin is not None:
            raise self.at_begin

    def ready(self) -> Fault | None:
        assert self.began, "not begun"
        assert not self.greeted, "greeted twice"
        self.greeted = True
        self.log.append(("ready", self.seat))
        if isinstance(self.at_start, Exception):
            raise self.at_start
        return self.at_start

    def tell(self, message: bytes) -> None:
        assert self.greeted, "told before it was ready"
        assert not self.retired, "told after it was retired"
        assert b"\n" not in message, "a message is one line"
        self.bytes.append(message)
        self.told.append(json.loads(message))

    def ask(self, body: bytes) -> bytes | Fault:
        assert self.greeted, "asked before it was ready"
        assert not self.retired, "asked after it was retired"
        self.bytes.append(body)
        fields = json.loads(b"{%b}" % body)
        assert fields["seat"] == self.seat, "asked for another seat"
        assert len(fields["legal"]) > 1, "asked where there was nothing to choose"
        self.asked.append(fields)
        self.log.append((fields["type"], self.seat))
        reply: Reply = self.script.get(len(self.asked), self.habit)
        if callable(reply):
            reply = reply(fields)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, Fault) else reply.encode()

    def last_exchange(self) -> tuple[bytes, bytes]:
        return b"the question", b"the answer"

    def judged(self, fault: Fault) -> None:
        assert not self.retired, "judged after it was retired"
        self.verdicts.append(fault)

    def parting_fault(self) -> Fault | None:
        return self.parting

    def retire(self) -> None:
        assert not self.retired, "retired twice"
        self.retired = True
        self.log.append(("retire", self.seat))

    def told_of(self, kind: str) -> list[Fields]:
        """Return the messages of one type."""
        return [fields for fields in self.told if fields["type"] == kind]


class Game:
    """A session of four scripted players; `record` is None until it is played."""

    def __init__(
        self,
        players: Mapping[int, ScriptedPlayer] | None = None,
        *,
        rules: str = "modern",
        policy: FaultPolicy = POLICY,
        habit: Callable[[Fields], str | Fault] = first,
    ) -> None:
        given = players or {}
        self.players = [given.get(seat) or ScriptedPlayer(habit=habit) for seat in range(4)]
        self.log: list[tuple[str, int]] = []
        for seat, player in enumerate(self.players):
            player.seat, player.log = seat, self.log
        self.rules = load_rules(rules)
        self.policy = policy
        self.referee = Referee(self.rules, dealer(SEED, PLAN.board_set), self.players, policy)

    def play(self) -> SessionRecord:
        """Play the session."""
        return self.referee.play(PLAN, SEEDS)
