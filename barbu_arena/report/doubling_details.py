"""What is behind the doubling ledger: yields, targets, and the league without doubles."""

import json
from collections.abc import Callable, Hashable, Iterable
from typing import Literal

from barbu_arena.league.double_choices import ChoiceSums, added
from barbu_arena.league.doubling import Doubling, Yield
from barbu_arena.report.doubling_table import doubling_grid
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Column, Format, Grid, as_object, render

Part = Literal["yields", "targets", "without"]
PARTS: tuple[Part, ...] = ("yields", "targets", "without")

_YIELD_COLUMNS = (
    Column("bot", "bot"),
    Column("contract", "contract"),
    Column("role", "role"),
    Column("index", "index"),
    Column("chances", "chances"),
    Column("made", "made"),
    Column("hits", "hits"),
    Column("ties", "ties"),
    Column("misses", "misses"),
    Column("points", "points", signed=True),
    Column("yield", "yield", 1, signed=True),
    Column("mean_made", "gap made", 1, signed=True),
    Column("mean_left", "gap left", 1, signed=True),
)
_TARGET_COLUMNS = (
    Column("bot", "bot"),
    Column("target", "target"),
    Column("sessions", "sessions"),
    Column("points", "points", signed=True),
    Column("points_per_session", "a session", 1, signed=True),
    Column("simultaneous_95", "± all", 1),
    Column("chances", "chances"),
    Column("made", "made"),
    Column("expected", "expected", 1),
    Column("flag", "flag"),
)
_WITHOUT_COLUMNS = (
    Column("rank", "#"),
    Column("bot", "bot"),
    Column("points_per_deal", "points/deal", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("rank_with", "# with doubles"),
    Column("points_with", "with doubles", 2, signed=True),
    Column("change", "change", 2, signed=True),
)


def render_doubling(doubling: Doubling, facts: LeagueFacts, form: Format, whole: bool) -> str:
    """Return the doubling ledger, `whole` with all columns and tables behind it as JSON always is.

    CSV has room for the ledger alone, with all its columns.
    """
    table = doubling_grid(doubling.ledger, facts, doubling.statistics, whole)
    if form == "json":
        details = {part: as_object(_GRIDS[part](doubling, facts))["rows"] for part in PARTS}
        return json.dumps({**as_object(table), **details}, indent=2, ensure_ascii=False) + "\n"
    if form == "csv" or not whole:
        return render(table, form)
    return "\n".join([render(table, form), *(_for_people(part, doubling, form) for part in PARTS)])


def render_part(part: Part, doubling: Doubling, facts: LeagueFacts, form: Format) -> str:
    """Return one of the tables behind the ledger alone."""
    if form in ("csv", "json"):
        return render(_GRIDS[part](doubling, facts), form)
    return _for_people(part, doubling, form)


def _for_people(part: Part, doubling: Doubling, form: Format) -> str:
    return "\n".join(render(grid, form) for grid in part_grids(part, doubling))


def part_grids(part: Part, doubling: Doubling) -> tuple[Grid, ...]:
    """Return one of the tables behind the ledger as people see it, in parts."""
    return tuple(_FOR_PEOPLE[part](doubling))


def _yields_grid(doubling: Doubling, facts: LeagueFacts) -> Grid:
    return Grid(
        schema="barbu-arena/doubling-yields/1",
        heading=(),
        columns=_YIELD_COLUMNS,
        rows=tuple(
            (
                *(row.bot, row.contract, row.role, row.index),
                *(row.sums.chances, row.sums.made, row.sums.hits, row.sums.ties, row.sums.misses),
                *(row.sums.points, row.sums.points_per_double),
                *(row.sums.mean_made, row.sums.mean_left),
            )
            for row in doubling.yields
        ),
        facts=facts.fields(),
    )


def _targets_grid(doubling: Doubling, facts: LeagueFacts | None = None) -> Grid:
    return Grid(
        schema="barbu-arena/doubling-targets/1",
        heading=("Points won by doubling each of the others, and how often by choice:",),
        columns=_TARGET_COLUMNS,
        rows=tuple(
            (
                *(row.bot, row.target, row.sessions, row.points, row.per_session),
                *(row.simultaneous_95, row.chances, row.made, row.expected, row.flag),
            )
            for row in doubling.targets
        ),
        notes=(
            "a session: of those with both; ± all: half of an interval, all together at 95 %.",
            "expected: doubles at the bot's rates against everybody, by contract and role; "
            "flag: seldom or often beyond chance (1 % for the league). A hint, no proof.",
        ),
        facts=facts.fields() if facts else (),
    )


def _without_grid(doubling: Doubling, facts: LeagueFacts | None = None) -> Grid:
    return Grid(
        schema="barbu-arena/doubling-without/1",
        heading=("The league table without doubles and penalties, the play held as it was:",),
        columns=_WITHOUT_COLUMNS,
        rows=tuple(
            (
                *(row.rank, row.bot, row.points_per_deal, row.half_width_95, row.rank_with),
                *(row.points_with, row.points_with - row.points_per_deal),
            )
            for row in doubling.without
        ),
        facts=facts.fields() if facts else (),
    )


def _yields_for_people(doubling: Doubling) -> Iterable[Grid]:
    yield _yields_by(
        doubling,
        "Points per double (how many) by contract and role:",
        lambda row: row.contract,
        tuple(dict.fromkeys(row.contract for row in doubling.yields)),
    )
    yield _yields_by(
        doubling,
        "The same by the deal's place in the block:",
        lambda row: row.index,
        tuple(sorted({row.index for row in doubling.yields})),
    )


def _yields_by(
    doubling: Doubling, title: str, key: Callable[[Yield], Hashable], keys: tuple[Hashable, ...]
) -> Grid:
    sums: dict[tuple[str, str, Hashable], ChoiceSums] = {}
    for row in doubling.yields:
        at = row.bot, row.role, key(row)
        sums[at] = added(sums[at], row.sums) if at in sums else row.sums
    kinds = dict.fromkeys((row.bot, row.role) for row in doubling.yields if row.sums.made)
    return Grid(
        schema="",
        heading=(title,),
        columns=(
            Column("bot", "bot"),
            Column("role", "of"),
            *(Column(str(name), str(name)) for name in keys),
        ),
        rows=tuple(
            (bot, role, *(_yield(sums.get((bot, role, name))) for name in keys))
            for bot, role in sorted(kinds, key=lambda kind: kind[0])
        ),
    )


def _yield(sums: ChoiceSums | None) -> str:
    if sums is None or sums.points_per_double is None:
        return ""
    return f"{round(sums.points_per_double, 1) + 0.0:+.1f} ({sums.made})"


_GRIDS: dict[Part, Callable[[Doubling, LeagueFacts], Grid]] = {
    "yields": _yields_grid,
    "targets": _targets_grid,
    "without": _without_grid,
}
_FOR_PEOPLE: dict[Part, Callable[[Doubling], Iterable[Grid]]] = {
    "yields": _yields_for_people,
    "targets": lambda doubling: [_targets_grid(doubling)],
    "without": lambda doubling: [_without_grid(doubling)],
}
