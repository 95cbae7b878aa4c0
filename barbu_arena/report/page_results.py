"""The parts of the report page about results: standings, their course, pairs, contracts."""

from collections.abc import Iterator
from dataclasses import dataclass

from barbu_arena.league.pair_matrix import Pair
from barbu_arena.report.charts.contract_bars import RolePoints, contract_bars
from barbu_arena.report.charts.heat_map import Cell, HeatMap, heat_map, square
from barbu_arena.report.charts.interval_plot import Strength, interval_plot
from barbu_arena.report.charts.progress_lines import Course, progress_lines
from barbu_arena.report.charts.svg import signed
from barbu_arena.report.contracts_table import contracts_grid
from barbu_arena.report.grid import Grid
from barbu_arena.report.html_table import Head, HtmlTable, html_table, plain_table
from barbu_arena.report.pairs_table import pairs_grid
from barbu_arena.report.report_facts import ReportFacts
from barbu_arena.report.standings_table import ratings_grid, standings_grid

_ORDER = (
    *("rank", "bot", "points_per_deal", "half_width_95", "ranks", "sessions"),
    *("points_per_session", "wins", "penalties", "faults"),
)
"""The columns of the league table as far as it has them; faults have a part of their own."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, what stands below it, and a heading where it is one of many."""

    svg: str
    caption: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: a table that is always open, charts, notes, and folded numbers."""

    id: str
    title: str
    lead: str = ""
    table: HtmlTable | None = None
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    numbers: tuple[HtmlTable, ...] = ()


def result_sections(facts: ReportFacts) -> Iterator[Section]:
    """Yield the parts that have something to show."""
    yield standings_section(facts)
    if facts.standings.pairs:
        yield pairs_section(facts)
    if facts.contracts:
        yield contracts_section(facts)


def standings_section(facts: ReportFacts) -> Section:
    """Return the league table, the strengths with their intervals, and how they came about."""
    strengths = [
        Strength(row.bot, row.points_per_deal, row.half_width_95)
        for row in facts.standings.rows
        if row.points_per_deal is not None
    ]
    grid = standings_grid(facts.standings, facts.league)
    caption = "Dot: points per deal against an average field. Line: 95 % interval of that alone."
    charts = [Chart(interval_plot("intervals", strengths), caption)] if strengths else []
    ratings = ratings_grid(facts.standings, facts.league)
    numbers = [
        html_table(ratings, "Second opinions: ratings and places", _kept(ratings), head="bot")
    ]
    if len(facts.course) > 1:
        chart, table = _course(facts)
        charts.append(chart)
        numbers.append(table)
    kept = _kept(grid)
    return Section(
        "standings",
        "Standings",
        table=html_table(grid, "League table", [key for key in _ORDER if key in kept], head="bot"),
        charts=tuple(charts),
        notes=tuple(note for note in grid.notes if not note.startswith("ledger ")),
        numbers=tuple(numbers),
    )


def _kept(grid: Grid) -> tuple[str, ...]:
    """Return the keys of the columns that people see."""
    return grid.blocks[0] if grid.blocks else tuple(column.key for column in grid.columns)


def _course(facts: ReportFacts) -> tuple[Chart, HtmlTable]:
    bots = [row.bot for row in facts.standings.rows if row.points_per_deal is not None]
    rounds = [after.round for after in facts.course]
    courses = [Course(bot, tuple(after.points.get(bot) for after in facts.course)) for bot in bots]
    rows = [
        (str(after.round), *(_points(after.points.get(bot)) for bot in bots))
        for after in facts.course
    ]
    heads = [Head("round", number=True), *(Head(bot, number=True) for bot in bots)]
    chart = Chart(
        progress_lines("course", rounds, courses),
        "The same after so many rounds, from all that was played until then; a line begins where "
        "the tables first compare all bots.",
    )
    return chart, plain_table("Course of the league: points per deal after each round", heads, rows)


def pairs_section(facts: ReportFacts) -> Section:
    """Return every two bots against each other."""
    bots = tuple(row.bot for row in facts.standings.rows if row.ranked)
    cells = {
        (pair.bot, pair.other): Cell(pair.difference, _told(pair), bool(pair.surely))
        for pair in facts.standings.pairs
    }
    sure = sum(pair.surely > 0 for pair in facts.standings.pairs)
    many = len(facts.standings.pairs) // 2
    text = f"{sure} of {many} pairs are surely apart."
    data = HeatMap("Difference of every two bots", text, bots, square(bots, cells))
    return Section(
        "pairs",
        "Pairs",
        lead=f"{sure} of {many} pairs of bots are surely apart, all intervals taken together.",
        charts=(
            Chart(
                heat_map("pairs", data),
                "Points per deal by which the bot in the row is the stronger (+) or the weaker "
                "(−). Bold: surely, all pairs' intervals taken together at 95 %. Columns are in "
                "the order of the rows.",
            ),
        ),
        numbers=(html_table(pairs_grid(facts.standings, facts.league), "The numbers: every pair"),),
    )


def contracts_section(facts: ReportFacts) -> Section:
    """Return points by contract and role, all charts to one scale."""
    bots = [row.bot for row in facts.standings.rows]
    of = {(row.bot, row.contract): row for row in facts.contracts}
    contracts = list(dict.fromkeys(row.contract for row in facts.contracts))
    panels = {
        contract: [
            RolePoints(
                bot,
                of[bot, contract].declarer.adjusted_mean,
                of[bot, contract].defender.adjusted_mean,
            )
            for bot in bots
        ]
        for contract in contracts
    }
    reach = [
        value
        for rows in panels.values()
        for row in rows
        for value in (row.declarer, row.defender)
        if value is not None
    ]
    after = ", after doubles" if facts.league.doubles else ""
    return Section(
        "contracts",
        "Points by contract",
        lead=f"Points per deal{after}: full bars as declarer, pale bars as defender. "
        "All charts have the same scale.",
        charts=tuple(
            Chart(contract_bars(f"contract-{number}", contract, rows, reach), title=contract)
            for number, (contract, rows) in enumerate(panels.items())
        ),
        numbers=(
            html_table(contracts_grid(facts.contracts, facts.league), "The numbers: by contract"),
        ),
    )


def _points(value: float | None) -> str:
    return "n/a" if value is None else signed(value, 2)


def _told(pair: Pair) -> str:
    wide = "" if pair.half_width_95 is None else f" ± {pair.half_width_95:.2f}"
    return f"{pair.bot} against {pair.other}: {signed(pair.difference, 2)}{wide}"
