"""Sessions played in this process, without bots: by players that take the first legal answer."""

from collections.abc import Mapping, Sequence

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.dealing import bot_seed
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import dealer
from barbu_arena.players.fault import Fault
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import Referee
from barbu_arena.referee.session_plan import SessionPlan

PLAN = SessionPlan(1, 1, 1, 0, ("ann", "ben", "cem", "dee"))


class FaultyPlayer(FirstPlayer):
    """Answers well but for some questions, counted from 1, at which it has a fault."""

    def __init__(self, faults: Mapping[int, str]) -> None:
        self._faults = faults
        self._asked = 0

    def ask(self, body: bytes) -> bytes | Fault:
        self._asked += 1
        kind = self._faults.get(self._asked)
        return super().ask(body) if kind is None else Fault(kind, f"a {kind} that was asked for")


def played_session(
    plan: SessionPlan = PLAN,
    rules: RuleSet | None = None,
    seed: str = "alone",
    players: Sequence[FirstPlayer] = (),
) -> SessionRecord:
    """Return the record of a session; by default one of the rules `modern`, without faults."""
    seated = [*players, *(FirstPlayer() for _ in range(4 - len(players)))]
    deals = dealer(seed, plan.board_set)
    referee = Referee(rules or load_rules("modern"), deals, seated, FaultPolicy())
    return referee.play(plan, [bot_seed(seed, plan.session, seat) for seat in range(4)])
