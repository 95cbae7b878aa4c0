"""A results folder made in this process: by players that guess, without bots."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.files.ledger import LEDGER_NAME
from barbu_arena.files.manifest import make_manifest, write_manifest
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.fault import Fault
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import record_line
from tests.referee_alone import FaultyPlayer, played_session

NAMES = ("ann", "ben", "cem", "dee")


class GuessingPlayer(FaultyPlayer):
    """Answers at random, always the same with one seed; a rare answer is a fault."""

    def __init__(self, seed: str, faults: bool) -> None:
        self._random = random.Random(seed)
        super().__init__({30: "timeout", 70: "illegal"} if faults else {})

    def ask(self, body: bytes) -> bytes | Fault:
        answer = super().ask(body)
        if isinstance(answer, Fault):
            return answer
        # The body lacks the opening brace and the id, and what follows the list of legal answers.
        legal: list[str] = json.loads(
            b"[" + body.rpartition(b'"legal":[')[2].partition(b"]")[0] + b"]"
        )
        return self._random.choice(legal).encode()


def write_results(
    folder: Path,
    rounds: int = 3,
    *,
    rules: str = "modern",
    names: Sequence[str] = NAMES,
    backwards: bool = False,
) -> Path:
    """Write a finished league of guessing players into a folder, and return it.

    The last bot has two faults in every third session. `backwards`: the sessions ended in the
    other order.
    """
    tournament = Tournament(
        name="alone",
        rules=load_rules(rules),
        seed="alone",
        bots=tuple(Bot(name, "", ()) for name in names),
        schedule=SchedulePlan(rounds=rounds, seatings=4),
        faults=FaultPolicy(),
    )
    folder.mkdir()
    digests = dict.fromkeys(names, "0" * 64)
    write_manifest(folder, make_manifest(tournament, digests, "none", False, "league.yaml"))
    plans = list(sessions(tournament))
    with (folder / LEDGER_NAME).open("wb") as file:
        for plan in reversed(plans) if backwards else plans:
            players = [
                GuessingPlayer(f"{plan.session} {bot}", bot == names[-1] and plan.seating % 3 == 0)
                for bot in plan.bots
            ]
            record = played_session(plan, tournament.rules, tournament.seed, players)
            file.write(record_line(record))
    return folder
