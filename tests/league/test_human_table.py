"""A table with a person: who sits where, and a machine that fails meanwhile."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.errors import ArenaError, ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.human_table import ONE_SESSION, HumanTable, entrants_for
from barbu_arena.league.journal import Journal, Said
from barbu_arena.league.schedule import sessions
from barbu_arena.league.session_job import Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import ArenaTrouble, Fault
from barbu_arena.players.human_player import HumanPlayer
from barbu_arena.players.question_reader import Question
from barbu_arena.players.sandbox import launch_plainly
from tests.small_leagues import SHORT_RULES, write_league

RULES = load_rules("modern")


@pytest.mark.parametrize("seed", ["1", "another seed", "7"])
def test_the_schedule_seats_them_as_wanted(seed: str) -> None:
    for seated in permutations(("ann", "ben", "cem", "dee")):
        bots = tuple(Bot(name, "", ()) for name in entrants_for(seated, seed, RULES))
        plans = list(sessions(Tournament("play", RULES, seed, bots, ONE_SESSION)))
        assert [plan.bots for plan in plans] == [seated]


class First:
    """A person who gives the first legal answer."""

    def __init__(self) -> None:
        self.answered = 0

    def hear(self, message: dict[str, Any]) -> None:
        pass

    def answer(self, question: Question, body: bytes) -> str:
        self.answered += 1
        return question.legal[0]


def small_table(folder: Path, person: First, said: list[Said]) -> HumanTable:
    """Return a table of eight deals: a person, and three real bots in their seats."""
    write_league(folder)
    (folder / "rules.yaml").write_text(SHORT_RULES)
    loaded = [load_bot(folder / "bots" / name) for name in ("ben", "cem", "dee")]
    bots = [
        Bot(name, bot.folder, bot.command)
        for name, bot in zip(("ben", "cem", "dee"), loaded, strict=True)
    ]
    everyone = (Bot("ann", "", (), is_person=True), *bots)
    tournament = Tournament("play", load_rules("short.yaml", folder), "seed", everyone, ONE_SESSION)
    adviser = Adviser(bots[0], tournament, launch_plainly)
    journal = Journal([], said.append)
    return HumanTable(tournament, launch_plainly, HumanPlayer(person), journal, adviser)


def played(table: HumanTable) -> Played:
    return table.play(next(sessions(table.tournament)))


def test_a_session(tmp_path: Path) -> None:
    person, said = First(), list[Said]()
    table = small_table(tmp_path, person, said)
    result = played(table)
    assert len(result.record.deals) == 8
    assert result.record.faults == ()
    assert sorted(timing.bot for timing in result.timings) == ["ben", "cem", "dee"]
    seat = result.record.bots.index("ann")
    assert person.answered == sum(one.seat == seat for one in said)
    assert sum(timing.answers for timing in result.timings) == len(said) - person.answered


def test_a_machine_that_fails_costs_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bots are started again, what was answered is answered again, and it goes on."""
    smooth = played(small_table(tmp_path, First(), [])).record
    ask = BotPlayer.ask
    asked = 0

    def busy_now_and_then(player: BotPlayer, body: bytes) -> bytes | Fault:
        nonlocal asked
        asked += 1
        if asked % 40 == 0:
            raise ArenaTrouble("the computer was busy or asleep")
        return ask(player, body)

    monkeypatch.setattr(BotPlayer, "ask", busy_now_and_then)
    person, said = First(), list[Said]()
    result = played(small_table(tmp_path, person, said))
    assert result.record == smooth
    assert len(result.voided) >= 2
    seat = smooth.bots.index("ann")
    assert person.answered == sum(one.seat == seat for one in said)


def test_a_machine_that_fails_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: BotPlayer, body: bytes) -> bytes | Fault:
        raise ArenaTrouble("the computer was busy or asleep")

    monkeypatch.setattr(BotPlayer, "ask", fail)
    with pytest.raises(ArenaError) as raised:
        played(small_table(tmp_path, First(), []))
    assert str(raised.value) == (
        "the bots could not be asked 3 times, last: the computer was busy or asleep"
    )


def test_a_bot_that_does_not_start(tmp_path: Path) -> None:
    table = small_table(tmp_path, First(), [])
    (tmp_path / "bots" / "cem" / "bot.py").write_text("raise SystemExit(1)\n")
    with pytest.raises(ConfigError, match="bot 'cem': crash: "):
        played(table)


def test_an_adviser_starts_when_asked_and_may_be_asked_again(tmp_path: Path) -> None:
    adviser = small_table(tmp_path, First(), []).adviser
    session = b'{"type":"session","session":"1.1.1","seat":0,"seed":1,"deals":8}'
    body = b'"type":"double","legal":["-","0"]'
    assert adviser.ask(session, body) == b"-"
    assert adviser.ask(session, body) == b"-"
    adviser.close()
    assert adviser.ask(session, body) == b"-"
    adviser.close()


def test_an_adviser_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adviser = small_table(tmp_path, First(), []).adviser
    (tmp_path / "bots" / "ben" / "bot.py").write_text("raise SystemExit(1)\n")
    failed = adviser.ask(b"{}", b'"legal":["-"]')
    assert isinstance(failed, Fault)
    assert failed.kind == "crash"

    def fail(player: BotPlayer) -> None:
        raise ArenaTrouble("no more processes")

    monkeypatch.setattr(BotPlayer, "begin", fail)
    assert adviser.ask(b"{}", b'"legal":["-"]') == Fault("arena", "no more processes")
