"""A person as a player: the same messages, handed on; nothing else."""

from typing import Any

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.players.fault import Fault
from barbu_arena.players.human_player import HumanPlayer, Left
from barbu_arena.players.question_reader import Question
from tests.referee.scripted import Game, ScriptedPlayer, last


class Script:
    """A person who gives the last legal answer, and leaves at question `leaves` (0: never)."""

    def __init__(self, leaves: int = 0) -> None:
        self.heard: list[dict[str, Any]] = []
        self.asked: list[tuple[Question, bytes]] = []
        self.leaves = leaves

    def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)

    def answer(self, question: Question, body: bytes) -> str:
        self.asked.append((question, body))
        if len(self.asked) == self.leaves:
            raise Left
        return question.legal[-1]


def play(person: Script) -> tuple[Game, Game]:
    """Play two sessions: with a person in seat 2, and with a script that does as the person."""
    wants = frozenset({"events", "deals"})
    games = [Game({2: ScriptedPlayer(habit=last, wants=wants)}) for _ in range(2)]
    games[0].referee._players = [
        HumanPlayer(person) if seat == 2 else player for seat, player in enumerate(games[0].players)
    ]
    return games[0], games[1]


def test_a_person_plays_as_a_bot_does_that_answers_so() -> None:
    person = Script()
    with_person, without = play(person)
    assert with_person.play() == without.play()
    assert person.heard == without.players[2].told
    assert [body for _, body in person.asked] == [
        message for message in without.players[2].bytes if b'"legal"' in message
    ]
    assert all(question.seat == 2 for question, _ in person.asked)


def test_one_who_leaves_ends_the_session() -> None:
    with_person, _ = play(Script(leaves=5))
    with pytest.raises(Left):
        with_person.play()


def test_an_answer_that_is_not_legal_was_not_given_by_a_person() -> None:
    player = HumanPlayer(Script())
    with pytest.raises(ConfigError, match="was not legal \\(no such card: 'XX'\\)"):
        player.judged(Fault("illegal", "no such card: 'XX'"))


def test_nothing_else_is_to_do() -> None:
    player = HumanPlayer(Script())
    player.begin()
    assert player.ready() is None
    assert player.last_exchange() == (b"", b"")
    assert player.parting_fault() is None
    player.retire()
