"""A person at the terminal: what is shown, what is typed, and what comes of it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from barbu_arena.cli.person import Advice, Terminal, TerminalPerson
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet
from barbu_arena.players.fault import Fault
from barbu_arena.players.human_player import HumanPlayer, Left
from barbu_arena.players.question_reader import read_question
from barbu_arena.referee.record import SessionRecord
from barbu_arena.report.ink import PLAIN
from barbu_arena.report.question_text import question_text
from barbu_arena.report.rules_text import rules_text
from barbu_arena.report.session_text import session_text
from tests.referee.scripted import Game, ScriptedPlayer, last

MODERN = load_rules("modern")
NAMES = ("ann", "bob", "human", "dan")
QUESTION: dict[str, Any] = {
    "type": "play", "session": "1.1.1", "deal": 2, "deals_left": 6, "seat": 2, "declarer": 0,
    "unused": ["no_tricks", "no_king"], "owed": [0, 2, 2, 2], "scores": [0, 0, 0, 0],
    "contract": "no_tricks", "doubles": [], "hand": ["2S", "TH", "KH"],
    "trick": {"leader": 1, "cards": ["4H"]},
    "tricks": [[0, "AC", "3C", "4C", "5C"], [0, "KC", "6C", "7C", "9C"]], "raw": [-4, 0, 0, 0],
    "legal": ["TH", "KH"],
}  # fmt: skip
DRAWN = question_text(read_question(QUESTION), NAMES, PLAIN, 28)


class Script:
    """A terminal on which lines are typed in turn, and then no more."""

    def __init__(self, typed: Iterable[str] = (), advice: bytes | Fault = b"KH") -> None:
        self.typed = list(typed)
        self.shown = ""
        self.advice = advice
        self.advised: list[bytes] = []

    def write(self, text: str) -> None:
        self.shown += text

    def ask(self, prompt: str) -> str | None:
        self.shown += prompt
        if not self.typed:
            return None
        self.shown += self.typed[0] + "\n"
        return self.typed.pop(0)

    def advise(self, body: bytes) -> bytes | Fault:
        self.advised.append(body)
        return self.advice

    def person(self, rules: RuleSet = MODERN, is_live: bool = True) -> TerminalPerson:
        return TerminalPerson(
            rules,
            NAMES,
            Terminal(self.write, self.ask, PLAIN),
            Advice("steady", self.advise),
            lambda: is_live,
        )


def answered(script: Script) -> str:
    return script.person().answer(read_question(QUESTION), b"the body")


def test_the_table_is_shown_and_an_answer_taken() -> None:
    script = Script(["kh"])
    assert answered(script) == "KH"
    assert script.shown == f"\n{DRAWN}card (or help): kh\n"


CARD = "; expected a card such as KH, or its number in the list\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2s", f"2S is not open now{CARD}"),
        ("aS", f"not an answer: 'aS'{CARD}"),
        ("\x1b[2J", f"not an answer: '\\x1b[2J'{CARD}"),
        ("", f"not an answer: ''{CARD}"),
        ("x" * 99, f"not an answer: '{'x' * 39}…'{CARD}"),
        ("table", DRAWN),
        ("last", "This is the first deal.\n"),
        ("rules", rules_text(MODERN)),
        ("Hint", "steady would answer KH\n"),
        ("tricks", "trick 3 is in play\n"),
    ],
    ids=["held", "not held", "escape", "empty", "long", "table", "last", "rules", "hint", "tricks"],
)
def test_what_is_no_answer_is_answered_and_asked_again(typed: str, said: str) -> None:
    script = Script([typed, "1"])
    assert answered(script) == "TH"
    before, _, after = script.shown.partition(f"card (or help): {typed}\n")
    assert before == f"\n{DRAWN}"
    assert after == f"{said}card (or help): 1\n"


@pytest.mark.parametrize("word", ["help", "?", " HELP "])
def test_help(word: str) -> None:
    script = Script([word, "1"])
    assert answered(script) == "TH"
    assert "  hint    what steady would answer\n" in script.shown
    assert "You are 2 human.\n" in script.shown
    assert max(map(len, script.shown.splitlines())) <= 80


@pytest.mark.parametrize("typed", [["quit"], [" Quit"], []], ids=["quit", "Quit", "end of input"])
def test_one_may_leave(typed: list[str]) -> None:
    with pytest.raises(Left):
        answered(Script(typed))


def test_a_hint_is_asked_as_a_bot_is_and_may_fail() -> None:
    script = Script(["hint", "1"], Fault("timeout", "no answer within 5.00 s\x1b"))
    assert answered(script) == "TH"
    assert script.advised == [b"the body"]
    assert "steady gives no hint: no answer within 5.00 s\\x1b\n" in script.shown


@pytest.mark.parametrize(
    ("kind", "legal", "typed", "expected"),
    [
        (
            "choose",
            ["no_king", "trumps:S"],
            "contract (or help): x\n",
            "its name, or its number in",
        ),
        ("double", ["-", "0"], "doubles (or help): x\n", "- for none, or the seats to double"),
    ],
)
def test_other_questions(kind: str, legal: list[str], typed: str, expected: str) -> None:
    script = Script(["x", legal[1]])
    question = read_question({**QUESTION, "type": kind, "legal": legal})
    assert script.person().answer(question, b"") == legal[1]
    assert typed in script.shown
    assert f"not an answer: 'x'; expected {expected}" in script.shown


EVERYTHING = frozenset({"events", "deals"})


def game(rules: str) -> Game:
    """Return a session in which seat 2 hears everything and gives the last answer of each list."""
    return Game({2: ScriptedPlayer(habit=last, wants=EVERYTHING)}, rules=rules)


def whole_session(rules: str, is_live: bool = True) -> tuple[Script, SessionRecord]:
    """Play a session with a person who types the last answer of each list; return its record."""
    other, with_person = game(rules), game(rules)
    record = other.play()
    script = Script(last(fields) for fields in other.players[2].asked)
    with_person.referee._players = [
        HumanPlayer(script.person(load_rules(rules), is_live)) if seat == 2 else player
        for seat, player in enumerate(with_person.players)
    ]
    assert with_person.play() == record
    assert script.typed == []
    return script, replace(record, bots=NAMES)


@pytest.mark.parametrize("rules", ["modern", "simple", "classic"])
def test_a_whole_session_tells_all_that_happens_once(rules: str) -> None:
    script, record = whole_session(rules)
    assert max(map(len, script.shown.splitlines())) <= 80
    rest = script.shown
    assert len(re.findall(r"^deal \d+ of \d+ is over$", script.shown, re.MULTILINE)) == 28
    for deal in record.deals:
        over = f"deal {deal.deal} of 28 is over\n"
        shown, _, rest = rest.partition(over)
        assert f"{NAMES[deal.declarer]} declares {deal.contract}" in shown
        lines = session_text(record, load_rules(rules), deal.deal).splitlines()[3:]
        tricks = [line[:70].rstrip() for line in lines if line.startswith("trick ")]
        assert re.findall(r"^trick +\d+  .+$", shown, re.MULTILINE) == tricks
        heading = max(at for at, line in enumerate(lines) if line.startswith(" " * 11 + "0 ann"))
        scores = lines.index("transfers:") if "transfers:" in lines else heading
        assert rest.startswith("\n".join(lines[scores:]) + "\n\n")


def test_what_is_gone_through_again_is_not_told_again() -> None:
    script, _ = whole_session("modern", is_live=False)
    assert "is over" not in script.shown
    assert script.shown.startswith("ann declares ")


def test_the_last_deal_and_all_that_was_played_in_this_one() -> None:
    other = game("modern")
    record = replace(other.play(), bots=NAMES)
    script = Script()
    person = script.person()
    asked = [
        fields
        for fields in other.players[2].asked
        if fields["deal"] == 4 and fields.get("trick", {}).get("cards")
    ][-1]
    seen = 0
    for message in other.players[2].told:
        seen += message["type"] == "event" and message["deal"] == 4
        if seen > 1 + 4 + 4 * len(asked["tricks"]) + len(asked["trick"]["cards"]):
            break
        person.hear(message)
    script.shown = ""
    script.typed = ["last", "tricks", asked["legal"][0]]
    person.answer(read_question(asked), b"")
    _, last_deal, tricks, _ = script.shown.split("card (or help): ")
    assert last_deal == "last\n" + session_text(record, MODERN, 3).split("\n\n", 1)[1]
    fourth = session_text(record, MODERN, 4).split("\n\n", 1)[1].splitlines()
    rows = [line[:70].rstrip() for line in fourth if line.startswith("trick ")]
    assert [line for line in tricks.splitlines() if line.startswith("trick ")] == [
        *rows[: len(asked["tricks"])],
        f"trick {len(asked['tricks']) + 1} is in play",
    ]
    assert tricks.splitlines()[1] == fourth[0].replace("deal 4: ", "")
