"""Two plays of one session side by side: where they part first."""

from collections.abc import Iterator
from dataclasses import dataclass

from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.replay import recorded_answers, recorded_session


@dataclass(frozen=True, slots=True)
class _Answer:
    """One answer of a session, asked or forced: where it stands, whose it is, what it was."""

    deal: int
    ask: str
    n: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The first answer in which two plays of a session differ."""

    deal: int
    ask: str
    n: int
    seat: int
    before: str
    after: str

    def __str__(self) -> str:
        places = {"choose": "announcement", "double": f"call {self.n + 1}"}
        place = places.get(self.ask, f"play {self.n + 1}")
        return f"deal {self.deal}, {place}, seat {self.seat}: {self.before}, now {self.after}"


def first_difference(
    before: SessionRecord, after: SessionRecord, rules: RuleSet
) -> Difference | None:
    """Return the first answer in which two records of a session differ; None if none does.

    Both records are taken to hold.
    """
    for a, b in zip(_answers(before, rules), _answers(after, rules), strict=False):
        if a.name != b.name:
            return Difference(a.deal, a.ask, a.n, a.seat, a.name, b.name)
    return None


def _answers(record: SessionRecord, rules: RuleSet) -> Iterator[_Answer]:
    session = recorded_session(record, rules)
    for deal_record in record.deals:
        deal = session.deal
        assert deal is not None
        for code in recorded_answers(deal, deal_record):
            yield _Answer(deal.number, deal.ask.value, deal.position, deal.seat, deal.names[code])
            deal.apply(code)
        session.finish_deal()
