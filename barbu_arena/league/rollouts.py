"""Rollouts: a deal played on from a question by one bot in all four seats, for each legal answer.

The hidden cards are dealt in ways that fit what was played, the same ones for every answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from barbu_arena.game.cards import PASS
from barbu_arena.game.deal import Deal
from barbu_arena.game.dealing import Draws
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.pool import Stop, run_apart
from barbu_arena.players.answers import cut
from barbu_arena.players.fault import Fault
from barbu_arena.players.orphans import kill_orphans
from barbu_arena.players.question_reader import Question
from barbu_arena.players.questions import Questions
from barbu_arena.referee.position import Position


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What each legal answer led to: points of the deal, doubles settled, a number a world."""

    bot: str
    points: Mapping[str, tuple[int, ...]]

    def mean(self, answer: str) -> float:
        """Return the mean of an answer's points."""
        points = self.points[answer]
        return sum(points) / len(points)

    @property
    def best(self) -> str:
        """The answer with the highest mean; of equals the first."""
        return max(self.points, key=self.mean)

    def behind(self, answer: str) -> tuple[float, float]:
        """Return by how much an answer is behind the best, and twice the standard error of that.

        The worlds are the same, so their luck cancels out.
        """
        gaps = [
            one - other
            for one, other in zip(self.points[self.best], self.points[answer], strict=True)
        ]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps)
        return mean, 2 * sqrt(spread / (len(gaps) * max(1, len(gaps) - 1)))


def roll_out(
    adviser: Adviser, position: Position, session: bytes, worlds: int, stop: Stop
) -> Rollouts | Fault | None:
    """Play on from a position with a bot; None if stopped before.

    `session` is the line that the bot hears before its questions, `worlds` how often the hidden
    cards are dealt. Returns the fault of a bot that fails, and of a machine that does. Raises
    NoSuchPosition for a question that cannot have been asked. This runs in a worker process, so
    that nothing is left running however the arena ends.
    """
    question = position.question
    draws = Draws(f"barbu-arena/rollouts/1|{question.session}|{question.deal}|{question.seat}")
    hidden = [position.worlds.draw(draws) for _ in range(worlds)]
    position.deal(hidden[0])  # Whatever is wrong with the question is said before a bot starts.
    return run_apart(lambda: _roll_out(adviser, position, session, hidden), stop)


def _roll_out(
    adviser: Adviser, position: Position, session: bytes, hidden: Sequence[tuple[int, ...]]
) -> Rollouts | Fault:
    """Play on after each answer, from all hidden hands."""
    question = position.question
    points: dict[str, tuple[int, ...]] = {}
    try:
        for answer in question.legal:
            found = []
            for hands in hidden:
                deal = position.deal(hands)
                deal.apply(deal.names.index(answer))
                fault = _play_on(deal, question, lambda body: adviser.ask(session, body))
                if fault is not None:
                    return fault
                found.append(deal.adjusted()[question.seat])
            points[answer] = tuple(found)
    finally:
        adviser.close()
        kill_orphans(keep=())
    return Rollouts(adviser.bot.name, points)


def _play_on(deal: Deal, question: Question, ask: Callable[[bytes], bytes | Fault]) -> Fault | None:
    """Play a deal to its end, one bot answering for all four; return its fault if it fails."""
    questions = Questions(deal.rules, question.session)
    questions.open_deal(deal, question.scores)
    while not deal.over:
        legal = deal.legal
        code = (legal & -legal).bit_length() - 1
        if legal & (legal - 1):
            action = ask(questions.body())
            if isinstance(action, Fault):
                return action
            named = action.decode()
            code = deal.names.index(named) if named in deal.names else PASS + 1
            if not legal >> code & 1:
                return Fault("illegal", f"{cut(action, 40)} is not legal")
        deal.apply(code)
    return None
