"""What bots say beside their answers: the points they expect, their own lists of legal answers.

Neither changes a result nor reaches a record; both help an author. A list that differs from the
arena's shows that a bot has understood a rule otherwise. Source: design §7.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from barbu_arena.players.answers import Answer
from barbu_arena.printable import printable

_MOST_DIFFERENCES = 10
"""Of one bot in one session; a bot that errs in a rule errs on every other question."""
_MOST_ANSWERS = 8
"""That are named of each side of a difference."""
_LONGEST_ANSWER = 40


@dataclass(frozen=True, slots=True)
class Remark:
    """What a bot said beside one answer, and where: the place as in the record's faults."""

    deal: int
    seat: int
    ask: str
    n: int
    margin: int | None = None
    """The adjusted points of this deal that it expects."""
    lacking: tuple[str, ...] = ()
    """Legal answers that its own list has not."""
    extra: tuple[str, ...] = ()
    """Answers of its own list that are not legal, escaped and cut."""

    @property
    def differs(self) -> bool:
        """Whether its own list of legal answers is not the arena's."""
        return bool(self.lacking or self.extra)


def remark_on(question: bytes, answer: Answer) -> Remark | None:
    """Return what a bot remarked when it answered a question, given as it was sent.

    None if that is nothing: no margin, and no list of its own or the right one, in any order.
    """
    if answer.margin is None and answer.legal is None:
        return None
    asked = json.loads(question)
    lacking, extra = _difference(asked["legal"], answer.legal)
    if answer.margin is None and not lacking and not extra:
        return None
    return Remark(
        deal=asked["deal"],
        seat=asked["seat"],
        ask=asked["type"],
        n=place_of(asked),
        margin=answer.margin,
        lacking=lacking,
        extra=extra,
    )


def place_of(question: dict[str, Any]) -> int:
    """Return a question's `n`: the plays before it in the deal, the place of the call, or 0."""
    if question["type"] == "double":
        return int(question["seat"] - question["declarer"] - 1) % 4
    if "trick" in question:
        return 4 * len(question.get("tricks", ())) + len(question["trick"]["cards"])
    return len(question.get("played", ()))


def _difference(
    legal: Collection[str], own: Collection[str] | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a bot's own list lacks, and what it has too much."""
    if own is None:
        return (), ()
    known = set(own)
    lacking = [answer for answer in legal if answer not in known]
    extra = [answer for answer in dict.fromkeys(own) if answer not in legal]
    return (
        tuple(lacking[:_MOST_ANSWERS]),
        tuple(printable(answer, _LONGEST_ANSWER) for answer in extra[:_MOST_ANSWERS]),
    )


class Remarks:
    """The remarks of one bot in one session, the first ten differences and all margins."""

    __slots__ = ("_differences", "kept")

    def __init__(self) -> None:
        self._differences = 0
        self.kept: list[Remark] = []

    def take(self, question: bytes, answer: Answer) -> None:
        """Keep what a bot remarked beside an answer."""
        remark = remark_on(question, answer)
        if remark is None:
            return
        self._differences += remark.differs
        if remark.differs and self._differences > _MOST_DIFFERENCES:
            if remark.margin is None:
                return
            remark = replace(remark, lacking=(), extra=())
        self.kept.append(remark)
