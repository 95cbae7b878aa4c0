"""Every line of real sessions, in both directions, fits the schema and has no field beside it."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.game.session import dealer
from barbu_arena.league.team import BYE, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.answers import BadAnswer, read_answer, read_greeting
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.players.process import BotProcess, end_all
from barbu_arena.players.start import plain_start
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.referee import Referee
from tests.players.hostile import again_if_busy
from tests.schema.definitions import MESSAGES
from tests.schema.validators import is_valid, kind_of, strict_faults
from tests.schema.wire import PLAN, Ducky, Fields, Line, wired_session

TESTS = Path(__file__).parents[1]
IN_FULL = ("modern", "simple", "classic")
KINDS = {
    "Hello", "Greeting", "Session", "ChooseQuestion", "DoubleQuestion", "TrickQuestion",
    "DominoQuestion", "Answer", "Event", "DealEnd", "Fault", "Bye",
}  # fmt: skip


@cache
def session(rules: str) -> list[Line]:
    """The lines of a session: one bot wants all, one says all, one fails twice and one for good."""
    bots = {
        0: Ducky({"wants": ["events", "deals"], "author": "me"}, slips={9: "XX"}),
        1: Ducky(says={"note": "to myself", "margin": -3, "legal": ["2S"]}),
        2: Ducky(slips={20: None, 30: "-"}),
        3: Ducky(slips={200: None, 201: "", 202: "-"}),
    }
    return wired_session(rules, bots)[0]


def faults(lines: list[Line]) -> list[str]:
    return [
        f"{line.data.decode()}: {fault}"
        for line in lines
        for fault in strict_faults(kind_of(line.fields, line.to_bot), line.fields)
    ]


@pytest.mark.parametrize("rules", IN_FULL)
def test_every_line_of_a_session(rules: str) -> None:
    lines = session(rules)
    kinds = {kind_of(line.fields, line.to_bot) for line in lines}
    assert kinds == KINDS - ({"DoubleQuestion"} if rules == "simple" else set())
    assert faults(lines) == []


@pytest.mark.parametrize("rules", sorted({*preset_names()} - {*IN_FULL}))
def test_every_line_of_a_seat_under_other_rules(rules: str) -> None:
    lines = [line for line in session(rules) if line.seat == 2]
    assert {"Hello", "Fault", "TrickQuestion", "Bye"} <= {
        kind_of(line.fields, line.to_bot) for line in lines
    }
    assert faults(lines) == []


def golden_questions() -> Iterator[Fields]:
    with (TESTS / "cases" / "questions.jsonl").open() as file:
        for line in file:
            yield json.loads(line)["question"]


def test_the_golden_questions() -> None:
    questions = list(golden_questions())
    assert len(questions) > 100
    assert [strict_faults(kind_of(question, True), question) for question in questions] == [
        [] for _ in questions
    ]


class Tapped(BotProcess):
    """A bot's process that keeps what goes in and what comes out."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(plain_start(bot))
        self.went_in: list[bytes] = []
        self.came_out = b""

    def send(self, data: bytes) -> None:
        self.went_in.append(data)
        super().send(data)

    def exchange(self, line: bytes, wait_ms: int) -> bytes:
        self.went_in.append(line)
        data = super().exchange(line, wait_ms)
        self.came_out += data
        return data

    def receive(self, deadline: float) -> bytes:
        data = super().receive(deadline)
        self.came_out += data
        return data


def tapped_session() -> Tapped:
    """The process of a bot that has played a session among players without one."""
    tournament = Tournament("tapped", load_rules("modern"), "tapped", ())
    command = (sys.executable, "-I", "-S", "bot.py", "--pick", "seeded")
    made: list[Tapped] = []

    def launch(bot: Bot) -> BotProcess:
        made.append(Tapped(bot))
        return made[0]

    bot = Bot("picker", str(TESTS / "bots" / "picker"), command)
    player = BotPlayer(bot, tournament.clock, hello_fields(tournament), launch)
    players = [FirstPlayer(), player, FirstPlayer(), FirstPlayer()]
    try:
        referee = Referee(tournament.rules, dealer("tapped", 0), players, FaultPolicy())
        record = referee.play(PLAN, (1, 2, 3, 4))
        player.tell(BYE)
    finally:
        end_all(list(made), 1.0)
    assert record.faults == ()
    return made[0]


def test_every_line_of_a_real_process() -> None:
    process = again_if_busy(tapped_session)
    into = [Line(1, True, line) for line in process.went_in]
    out = [Line(1, False, line) for line in process.came_out.splitlines()]
    # All but `session` and `bye` want an answer.
    assert len(out) == len(into) - 2 > 200
    assert faults(into + out) == []


# What the schema refuses


OPTIONAL = {
    "Greeting": {"version", "author", "wants"},
    "Answer": {"note", "margin", "legal"},
    "DoubleQuestion": {"trump"},
    "TrickQuestion": {"trump", "doubles"},
    "DominoQuestion": {"doubles"},
}
"""The fields of the lines below that may be absent."""


@cache
def one_of_each_kind() -> dict[str, Fields]:
    """A line of each kind, the first of those with most fields."""
    lines = [(kind_of(line.fields, line.to_bot), line.fields) for line in session("modern")]
    return {
        kind: max((fields for name, fields in lines if name == kind), key=len) for kind in KINDS
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_unknown_field_is_open_to_the_future_and_seen_by_these_tests(kind: str) -> None:
    fields = one_of_each_kind()[kind] | {"colour": "blue"}
    assert is_valid(kind, fields)
    assert any("colour" in fault for fault in strict_faults(kind, fields))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_field_that_is_missing_or_of_another_type(kind: str) -> None:
    fields = one_of_each_kind()[kind]
    optional = OPTIONAL.get(kind, set())
    assert optional <= fields.keys()
    for key in fields:
        rest = {name: value for name, value in fields.items() if name != key}
        assert is_valid(kind, rest) == (key in optional), key
        assert not is_valid(kind, rest | {key: None}), key
        assert not is_valid(kind, rest | {key: {"of": ["another", "type"]}}), key


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_whole_schema_knows_each_kind(kind: str) -> None:
    fields = one_of_each_kind()[kind]
    assert Draft202012Validator(MESSAGES).is_valid(fields)
    fitting = [name for name in sorted(KINDS) if is_valid(name, fields)]
    assert fitting == [kind]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("ChooseQuestion", {"seat": 4}),
        ("ChooseQuestion", {"seat": True}),
        ("ChooseQuestion", {"legal": ["no_tricks"]}),
        ("ChooseQuestion", {"legal": ["no_tricks", "trumps:X"]}),
        ("ChooseQuestion", {"scores": [0, 0, 0]}),
        ("ChooseQuestion", {"scores": [0, 0, 0, 1 << 31]}),
        ("ChooseQuestion", {"hand": ["10S"]}),
        ("ChooseQuestion", {"deadline_ms": 12.5}),
        ("ChooseQuestion", {"id": "9C1F04AE"}),
        ("DoubleQuestion", {"legal": ["-", "0,1,2,3"]}),
        ("DoubleQuestion", {"doubles": [[1]]}),
        ("DoubleQuestion", {"doubles": [[1, 0, 2]]}),
        ("TrickQuestion", {"tricks": [[0, "2C", "9C", "KC"]]}),
        ("TrickQuestion", {"tricks": [[0, "2C", "9C", "KC", "3C", "4C"]]}),
        ("TrickQuestion", {"trick": {"leader": 3}}),
        ("TrickQuestion", {"trick": {"leader": 0, "cards": ["2C", "3C", "4C", "5C"]}}),
        ("DominoQuestion", {"layout": {"S": ["6", "10"]}}),
        ("DominoQuestion", {"layout": {"X": ["6", "9"]}}),
        ("DominoQuestion", {"played": [[0, "-"]]}),
        ("DominoQuestion", {"legal": ["--"]}),
        ("Session", {"session": "3.1"}),
        ("Session", {"seed": 1 << 31}),
        ("Hello", {"protocol": 2}),
        ("Hello", {"clock": {"free_ms": 50, "bank_ms": 20_000}}),
        ("Fault", {"kind": "late"}),
        ("Answer", {"note": "x" * 201}),
        ("Greeting", {"wants": ["event"]}),
    ],
)
def test_a_value_that_cannot_be(kind: str, changes: Fields) -> None:
    fields = one_of_each_kind()[kind]
    assert is_valid(kind, fields)
    assert not is_valid(kind, fields | changes)


@pytest.mark.parametrize(
    ("changes", "good"),
    [
        ({"contracts": {}}, False),
        ({"contracts": {"No": {"tricks": -2, "duties": ["follow_suit"]}}}, False),
        ({"contracts": {"no": {"tricks": -2, "duties": ["follow_suit"]}}}, True),
        ({"contracts": {"no": {"tricks": {"13": -2}, "duties": ["follow_suit"]}}}, True),
        ({"contracts": {"no": {"tricks": {"14": -2}, "duties": ["follow_suit"]}}}, False),
        ({"contracts": {"no": {"cards": {"KH": -2}, "duties": ["follow_me"]}}}, False),
        ({"contracts": {"no": {"cards": {"HK": -2}, "duties": ["follow_suit"]}}}, False),
        ({"contracts": {"no": {"duties": ["follow_suit"]}}}, False),
        ({"contracts": {"lay": {"places": [1, 0, 0, -1], "start": ["7"], "opens": "7D"}}}, True),
        ({"contracts": {"lay": {"places": [1, 0, 0, -1], "start": ["7"], "opens": "me"}}}, False),
        ({"contracts": {"lay": {"places": [1, 0, -1], "start": "any", "opens": "left"}}}, False),
        ({"doubling": "none"}, True),
        ({"doubling": None}, False),
    ],
)  # fmt: skip
def test_rules(changes: Fields, good: bool) -> None:
    hello = one_of_each_kind()["Hello"]
    assert is_valid("Hello", hello | {"rules": hello["rules"] | changes}) == good


# Answers: what is right by the schema is right for the arena, and the other way round


@pytest.mark.parametrize(
    "changes",
    [
        {}, {"action": "no_such"}, {"action": 7}, {"action": None}, {"action": ["2S"]},
        {"id": 7}, {"id": None}, {"mood": {"any": ["thing"]}},
    ],
)  # fmt: skip
def test_answers_are_judged_as_the_arena_does(changes: Fields) -> None:
    fields = {"id": "5f01c9ae", "action": "2S"} | changes
    assert is_valid("Answer", fields) == _is_read(read_answer, fields)


@pytest.mark.parametrize(
    "changes",
    [
        {}, {"version": ""}, {"name": ""}, {"name": "x" * 40}, {"name": "x" * 41}, {"name": 1},
        {"protocol": 2}, {"protocol": "1"}, {"protocol": True}, {"author": None},
        {"version": 1.5}, {"wants": []}, {"wants": ["deals"]}, {"wants": "deals"},
        {"wants": [1]}, {"mood": 1},
    ],
)  # fmt: skip
def test_greetings_are_judged_as_the_arena_does(changes: Fields) -> None:
    fields = {"id": "5f01c9ae", "protocol": 1, "name": "ducky", "version": "1"} | changes
    assert is_valid("Greeting", fields) == _is_read(read_greeting, fields)


def _is_read(read: Any, fields: Fields) -> bool:  # noqa: ANN401  either of two readers
    try:
        read(json.dumps(fields).encode(), "5f01c9ae")
    except BadAnswer:
        return False
    return True
