"""What each legal answer to a question led to, as a table."""

from collections.abc import Iterator

from barbu_arena.league.rollouts import Rollouts
from barbu_arena.printable import printable

_ANSWER = 12


def rollouts_text(rollouts: Rollouts) -> str:
    """Return the table, the answers in their order; the best one is marked."""
    return "\n".join(_lines(rollouts)) + "\n"


def _lines(rollouts: Rollouts) -> Iterator[str]:
    worlds = len(rollouts.points[rollouts.best])
    bot = printable(rollouts.bot, 32)
    yield f"played on by {bot} in all four seats; worlds for each answer: {worlds}"
    yield f"  {'answer':<{_ANSWER}}  points  behind the best"
    for answer in rollouts.points:
        row = f"  {printable(answer, _ANSWER):<{_ANSWER}}  {rollouts.mean(answer):>+6.1f}"
        gap, error = rollouts.behind(answer)
        best = answer == rollouts.best
        yield f"{row}  {'best' if best else f'{gap:.1f} ± {error:.1f}'}"
    yield "points: of this deal, doubles settled, on average; ± twice the standard error."
    yield "The hidden cards were dealt evenly in ways that fit all plays, the same for each"
    yield "answer; what calls tell of hands, and later deals of the block, are not weighed."
