"""What the league's tests share: rule sets, recorded sessions, tournaments, made-up summaries."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.game.cards import CARD_NAMES, RANKS
from barbu_arena.game.contracts import Contract, DominoContract, TrickContract
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.league import pool, session_job
from barbu_arena.league.summary import (
    NO_DOUBLES,
    SeatSummary,
    SessionSummary,
    summarise,
)
from barbu_arena.league.tournament import SchedulePlan, Seatings, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.record_reader import read_record

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play void sessions again at once."""
    for module in (pool, session_job):
        monkeypatch.setattr(module, "PAUSES_S", (0.0, 0.0))


def trick_contract(name: str, tricks: Sequence[int] = (0,) * 13, **cards: int) -> TrickContract:
    """Return a contract with points by trick, and by card, rank or suit, the exact one winning."""
    points = tuple(
        cards.get(card, cards.get(card[0], cards.get(card[1], 0))) for card in CARD_NAMES
    )
    return TrickContract(name, tuple(tricks), points)


def seven_contracts() -> tuple[Contract, ...]:
    return (
        trick_contract("no_tricks", [-2] * 13),
        trick_contract("no_queens", Q=-6),
        trick_contract("no_last_two", [0] * 11 + [-10, -20]),
        trick_contract("no_hearts", H=-2, AH=-6),
        trick_contract("no_king", KH=-20),
        trick_contract("trumps", [5] * 13),
        DominoContract("domino", (45, 20, 5, -5), tuple(RANKS), "declarer"),
    )


@pytest.fixture(scope="session")
def modern() -> RuleSet:
    return RuleSet(
        name="modern",
        first_lead="declarer",
        rotation="block",
        choice="free",
        contracts=seven_contracts(),
        doubling=Doubling("anyone", "declarer", (0, 1, 2), 2, "forced"),
    )


@pytest.fixture(scope="session")
def classic(modern: RuleSet) -> RuleSet:
    doubling = Doubling("anyone", "anyone", (0, 1, 2), 2, "penalty", 10)
    return replace(modern, name="classic", first_lead="left", doubling=doubling)


@pytest.fixture(scope="session")
def undoubled(modern: RuleSet) -> RuleSet:
    return replace(modern, name="undoubled", doubling=None)


def records(name: str) -> list[SessionRecord]:
    return [read_record(line) for line in (CASES / name).read_bytes().splitlines(keepends=True)]


@pytest.fixture(scope="session")
def league_records() -> list[SessionRecord]:
    return records("league/sessions.jsonl")


@pytest.fixture(scope="session")
def classic_records() -> list[SessionRecord]:
    return records("sessions/classic.jsonl")


@pytest.fixture(scope="session")
def faulty_records() -> list[SessionRecord]:
    return records("sessions/modern-with-faults.jsonl")


@pytest.fixture(scope="session")
def league(league_records: list[SessionRecord], modern: RuleSet) -> list[SessionSummary]:
    return [summarise(record, modern) for record in league_records]


TournamentOf = Callable[..., Tournament]


@pytest.fixture(scope="session")
def tournament_of(modern: RuleSet) -> TournamentOf:
    def build(
        bots: int,
        rounds: int = 1,
        seatings: Seatings = 4,
        seed: str = "schedule",
        house: bool = False,
        **plan: Any,  # noqa: ANN401  the fields of a schedule
    ) -> Tournament:
        entrants = tuple(Bot(f"bot-{i:03}", f"/bots/{i}", ("./bot",)) for i in range(bots))
        schedule = SchedulePlan(rounds=rounds, seatings=seatings, **plan)
        filler = Bot("house", "/house", ("./house",)) if house else None
        return Tournament("test", modern, seed, entrants, schedule, house=filler)

    return build


Played = Callable[..., SessionSummary]


@pytest.fixture(scope="session")
def played() -> Played:
    """A session that ended in these totals, as if nobody had doubled."""

    def build(
        place: tuple[int, int, int], board_set: int, totals: dict[str, int], penalty: int = 0
    ) -> SessionSummary:
        a, b, c, d = totals
        points = totals[a], totals[b], totals[c], totals[d]
        w, x, y, z = (
            SeatSummary(
                total=total,
                raw=total - penalty,
                voluntary=NO_DOUBLES,
                forced=NO_DOUBLES,
                redoubles=NO_DOUBLES,
                received=0,
                received_count=0,
                penalties=penalty,
                faults=(("illegal", 1),) if penalty else (),
                retired=penalty <= -100,
            )
            for total in points
        )
        return SessionSummary(place, board_set, (a, b, c, d), 28, points, (w, x, y, z))

    return build
