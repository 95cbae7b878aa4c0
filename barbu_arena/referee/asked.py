"""The questions of a recorded deal, made again as they were asked: by replay, without bots.

A record holds neither their ids nor the time that was left; all else of a question follows from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from barbu_arena.game.rules import RuleSet
from barbu_arena.players.questions import Questions
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.replay import recorded_answers, recorded_session


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question of a deal: `number` counts those of all four seats, from 1, as they came."""

    number: int
    seat: int
    ask: str
    n: int
    """Its place, as in the record's faults: the plays before it, the place of the call, or 0."""
    body: bytes
    """Its fields but for the id and the time, without braces."""
    answer: str
    """What stands: the bot's answer, or what took the place of a fault."""


def asked_questions(record: SessionRecord, rules: RuleSet, deal: int) -> tuple[AskedQuestion, ...]:
    """Return the questions of a deal, by its number, in the order in which they were asked.

    Where one answer was legal nobody was asked, and a bot that was retired neither. The record is
    taken to hold (`replay.check_record`).
    """
    return tuple(
        AskedQuestion(number, *asked) for number, asked in enumerate(_asked(record, rules, deal), 1)
    )


def _asked(
    record: SessionRecord, rules: RuleSet, number: int
) -> Iterator[tuple[int, str, int, bytes, str]]:
    """Yield (seat, ask, n, body, answer) of each question of a deal."""
    session = recorded_session(record, rules)
    questions = Questions(rules, record.session)
    ends = {
        (entry.deal, entry.ask, entry.n, entry.seat) for entry in record.faults if entry.retired
    }
    retired = {seat for _, ask, _, seat in ends if ask == "hello"}
    for deal_record in record.deals[:number]:
        deal = session.deal
        assert deal is not None
        questions.open_deal(deal, session.scores)
        for code in recorded_answers(deal, deal_record):
            seat, ask, n = deal.seat, deal.ask.value, deal.position
            is_question = deal.legal.bit_count() > 1 and seat not in retired
            if is_question and deal.number == number:
                yield seat, ask, n, questions.body(), deal.names[code]
            if (deal.number, ask, n, seat) in ends:
                retired.add(seat)
            deal.apply(code)
        session.finish_deal()
