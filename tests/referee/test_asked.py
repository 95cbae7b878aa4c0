"""The questions of a record are those that were asked, whatever became of the answers."""

import json
from collections.abc import Sequence

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.players.fault import Fault
from barbu_arena.referee.asked import asked_questions
from tests.referee_alone import FaultyPlayer, played_session


class Hearing(FaultyPlayer):
    """Keeps all that it is asked, and answers or fails as it is told."""

    def __init__(self, faults: dict[int, str] | None = None, start: str = "") -> None:
        super().__init__(faults or {})
        self._start = start
        self.heard: list[bytes] = []

    def ready(self) -> Fault | None:
        return Fault(self._start, "it does not start") if self._start else None

    def ask(self, body: bytes) -> bytes | Fault:
        self.heard.append(body)
        return super().ask(body)


@pytest.mark.parametrize("preset", ["modern", "classic", "simple", "modern-no-doubles"])
@pytest.mark.parametrize(
    "faults",
    [
        ({}, {}),
        ({3: "timeout", 40: "illegal"}, {17: "crash"}),
        ({5: "illegal", 6: "illegal", 7: "timeout"}, "handshake"),
    ],
    ids=["none", "replaced, and retired", "by the third, and at once"],
)
def test_they_are_those_that_were_asked(
    preset: str, faults: Sequence[dict[int, str] | str]
) -> None:
    rules = load_rules(preset)
    failing = [Hearing(start=of) if isinstance(of, str) else Hearing(of) for of in faults]
    table = [*failing, Hearing(), Hearing()]
    record = played_session(rules=rules, players=table)
    assert len(record.faults) == sum(map(len, faults)) or "handshake" in faults
    found = [asked_questions(record, rules, deal.deal) for deal in record.deals]
    for seat, player in enumerate(table):
        bodies = [asked.body for deal in found for asked in deal if asked.seat == seat]
        assert bodies == player.heard
    assert sum(map(len, found)) > 400
    for number, deal in enumerate(found, start=1):
        assert [asked.number for asked in deal] == list(range(1, len(deal) + 1))
        for asked in deal:
            fields = json.loads(b"{%b}" % asked.body)
            assert (fields["deal"], fields["seat"]) == (number, asked.seat)
            assert (fields["type"], asked.answer) == (asked.ask, fields["legal"][0])


def test_a_fault_is_found_at_its_place() -> None:
    rules = load_rules("modern")
    record = played_session(rules=rules, players=[Hearing({30: "illegal", 31: "timeout"})])
    assert len(record.faults) == 2
    for entry in record.faults:
        places = [(a.seat, a.ask, a.n) for a in asked_questions(record, rules, entry.deal)]
        assert (entry.seat, entry.ask, entry.n) in places
