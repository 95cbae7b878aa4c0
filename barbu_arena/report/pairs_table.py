"""Every two bots against each other: the difference, how sure it is, and what would make it so."""

from collections.abc import Callable, Iterator

from barbu_arena.league.pair_matrix import Pair
from barbu_arena.league.standings import Standings
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Column, Format, Grid, render

_COLUMNS = (
    Column("bot", "bot"),
    Column("other", "other"),
    Column("difference", "difference", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("simultaneous_95", "± all", 2),
    Column("superiority", "stronger", 3),
    Column("sets_needed", "sets needed"),
)
_SIDE_BY_SIDE = 6
"""So many bots a matrix has side by side, to fit a terminal."""


def pairs_grid(standings: Standings, facts: LeagueFacts) -> Grid:
    """Return all ordered pairs, a row each, points per deal from the first one's side."""
    return Grid(
        schema="barbu-arena/pairs/1",
        heading=(),
        columns=_COLUMNS,
        rows=tuple(
            (
                pair.bot,
                pair.other,
                pair.difference,
                pair.half_width_95,
                pair.simultaneous_95,
                pair.superiority,
                pair.sets_needed,
            )
            for pair in standings.pairs
        ),
        facts=facts.fields(),
    )


def render_pairs(standings: Standings, facts: LeagueFacts, form: Format) -> str:
    """Return the pairs: for people as matrices in the order of the league table."""
    if form in ("csv", "json"):
        return render(pairs_grid(standings, facts), form)
    return "\n".join(render(matrix, form) for matrix in _matrices(standings, facts))


def _matrices(standings: Standings, facts: LeagueFacts) -> Iterator[Grid]:
    titles = (
        (
            "Points per deal by which the bot in the row is the stronger.",
            "± half of an interval, all together at 95 %; * where one is surely the stronger.",
            *facts.length_notes(),
        ),
        ("Likelihood in % that the bot in the row is the stronger (LOS), each pair alone.",),
        (
            "Board sets that would tell a pair apart, about, if it goes on like that; "
            f"there are {standings.sets}.",
        ),
    )
    for title, cell in zip(titles, (_difference, _superiority, _sets), strict=True):
        bots = [row.bot for row in standings.rows if row.ranked]
        for start in range(0, len(bots), _SIDE_BY_SIDE):
            others = bots[start : start + _SIDE_BY_SIDE]
            yield _matrix(standings, bots, others, title if start == 0 else (), cell)


def _matrix(
    standings: Standings,
    bots: list[str],
    others: list[str],
    title: tuple[str, ...],
    cell: Callable[[Pair], str],
) -> Grid:
    pairs = {(pair.bot, pair.other): pair for pair in standings.pairs}
    return Grid(
        schema="",
        heading=title,
        columns=(Column("bot", "bot"), *(Column(other, other) for other in others)),
        rows=tuple((bot, *(_cell(pairs, bot, other, cell) for other in others)) for bot in bots),
    )


def _cell(
    pairs: dict[tuple[str, str], Pair], bot: str, other: str, cell: Callable[[Pair], str]
) -> str:
    if bot == other:
        return ""
    pair = pairs.get((bot, other))
    return "n/a" if pair is None else cell(pair)


def _difference(pair: Pair) -> str:
    wide = "n/a" if pair.simultaneous_95 is None else f"{pair.simultaneous_95:.2f}"
    return f"{round(pair.difference, 2) + 0.0:+.2f} ± {wide}{' *' if pair.surely else ''}"


def _superiority(pair: Pair) -> str:
    return "n/a" if pair.superiority is None else f"{100 * pair.superiority:.1f}"


def _sets(pair: Pair) -> str:
    return "n/a" if pair.sets_needed is None else f"{pair.sets_needed:,}"
