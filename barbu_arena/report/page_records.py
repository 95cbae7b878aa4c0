"""The parts of the report page about records: doubling, faults, replays, how to make it again."""

from collections.abc import Iterator
from dataclasses import replace

from barbu_arena.league.doubling import Doubling
from barbu_arena.league.target_matrix import Target
from barbu_arena.referee.record import SessionRecord
from barbu_arena.report.charts.heat_map import Cell, HeatMap, heat_map, square
from barbu_arena.report.charts.svg import signed
from barbu_arena.report.doubling_details import PARTS, part_grids
from barbu_arena.report.doubling_table import doubling_grid
from barbu_arena.report.faults_table import faults_grid
from barbu_arena.report.html_table import Head, HtmlTable, html_table, plain_table
from barbu_arena.report.page_results import Chart, Section
from barbu_arena.report.report_facts import ReportFacts
from barbu_arena.report.session_text import said_names
from barbu_arena.report.sheets import session_grid

_DETAILS = (
    "How well each bot chose its doubles",
    "Counts of doubles, and points for each",
    "Chances taken and missed",
    "The ledger a session, with 95 % intervals",
)
"""Titles of the parts of the doubling table that follow the ledger."""


def record_sections(facts: ReportFacts) -> Iterator[Section]:
    """Yield the parts that have something to show."""
    if facts.doubling is not None:
        yield doubling_section(facts, facts.doubling)
    yield faults_section(facts)
    if facts.replays:
        yield Section("replays", "Replays", lead=_replays_lead(facts))
    yield Section("reproduce", "How to check this report")


def doubling_section(facts: ReportFacts, doubling: Doubling) -> Section:
    """Return the doubling ledger, who took what from whom, and how well each bot chose."""
    ledger = doubling_grid(doubling.ledger, facts.league, doubling.statistics)
    whole = doubling_grid(doubling.ledger, facts.league, doubling.statistics, whole=True)
    points, *details = whole.blocks
    numbers = [
        replace(html_table(whole, title, block), notes=())
        for title, block in zip(_DETAILS, details, strict=True)
    ]
    more = tuple(note for note in whole.notes if note not in ledger.notes)
    numbers[-1] = replace(numbers[-1], notes=more)
    for part in PARTS:
        numbers += [
            html_table(grid, grid.heading[0].rstrip(":;"), head="bot")
            for grid in part_grids(part, doubling)
        ]
    return Section(
        "doubling",
        "Doubling",
        lead="Where every point came from, exactly.",
        table=html_table(ledger, "Doubling ledger: points over all sessions", points),
        charts=(_flows(facts, doubling),) if doubling.targets else (),
        notes=ledger.notes,
        numbers=tuple(numbers),
    )


def _flows(facts: ReportFacts, doubling: Doubling) -> Chart:
    """Return who took what from whom by doubling."""
    bots = tuple(row.bot for row in facts.standings.rows)
    cells = {
        (one.bot, one.target): Cell(one.per_session, _told(one), _is_sure(one))
        for one in doubling.targets
    }
    text = "; ".join(cell.told for cell in cells.values()) + "."
    data = HeatMap("Points won by doubling, by doubler and target", text, bots, square(bots, cells))
    return Chart(
        heat_map("flows", data),
        "Points that the bot in the row won (+) or lost (−) by doubling the bot in the column, in "
        "each session with both; the column lost or won the same. Bold: surely more or less than "
        "nothing, all pairs' intervals taken together at 95 %.",
    )


def _told(one: Target) -> str:
    return (
        f"{one.bot} doubling {one.target}: {signed(one.per_session, 1)} a session, "
        f"{signed(one.points, 0)} in {one.sessions} sessions"
    )


def _is_sure(one: Target) -> bool:
    return one.simultaneous_95 is not None and abs(one.per_session) > one.simultaneous_95


def faults_section(facts: ReportFacts) -> Section:
    """Return the faults: counted for each bot, and the first of them one by one."""
    if not facts.faults:
        return Section("faults", "Faults", lead="No bot had a fault.")
    bots = sorted(facts.standings.rows, key=lambda row: row.bot)
    rows = [(row.bot, kind, f"{count}") for row in bots for kind, count in row.faults]
    retired = [f"{row.bot} {row.retirements}" for row in bots if row.retirements]
    grid = faults_grid(facts.faults, facts.league.name, for_people=True)
    more = sum(row.fault_count for row in bots) - len(facts.faults)
    notes = (
        "cause: from the files of evidence, which the ledger's digest does not cover; all other "
        "columns from the ledger.",
        *grid.notes,
        *((f"{more} more are listed by barbu-arena show DIR --faults.",) if more > 0 else ()),
    )
    listed = html_table(grid, "Each fault, with its cause")
    heads = [Head("bot"), Head("kind of fault"), Head("times", number=True)]
    return Section(
        "faults",
        "Faults",
        lead="Sessions in which a bot was retired: " + (", ".join(retired) or "none") + ".",
        table=plain_table("Faults by bot and kind", heads, rows),
        numbers=(HtmlTable(listed.title, listed.caption, listed.heads, listed.rows, 0, notes),),
    )


def _replays_lead(facts: ReportFacts) -> str:
    which = ", ".join(record.session for record in facts.replays)
    return (
        f"To be stepped through: {which}. Sessions are named round.table.seating; others are "
        "chosen when the report is made: barbu-arena report DIR --replay SESSION."
    )


def replay_title(record: SessionRecord) -> str:
    """Return a session's name and who played it."""
    return f"{record.session}: {', '.join(record.bots)}"


def score_sheet(record: SessionRecord) -> HtmlTable:
    """Return a session's score sheet headed by the bots' names, with its totals."""
    sheet = html_table(session_grid(record), "", caption=f"Score sheet of session {record.session}")
    names = [f"{kind} {bot}" for kind in ("raw", "adjusted") for bot in said_names(record.bots)]
    heads = (*sheet.heads[:4], *(Head(name, number=True) for name in names))
    rows = [
        (row[0], said_names(record.bots)[deal.declarer], *row[2:])
        for row, deal in zip(sheet.rows, record.deals, strict=True)
    ]
    for title, points in (
        ("quota", record.quota_penalties),
        ("faults", record.fault_penalties),
        ("total", record.totals),
    ):
        if title == "total" or any(points):
            rows.append((title, "", "", "", "", "", "", "", *(signed(n, 0) for n in points)))
    return HtmlTable("", sheet.caption, heads, tuple(rows))


def reproduction(facts: ReportFacts) -> tuple[tuple[str, str], ...]:
    """Return what somebody needs who plays or checks the league again: (what, which)."""
    tournament, league = facts.tournament, facts.league
    plan, clock, policy = tournament.schedule, tournament.clock, tournament.faults
    return (
        ("Seed", league.seed),
        ("Ledger digest (SHA-256)", league.digest),
        ("Rules", league.rules),
        ("Schedule", f"{plan.kind}, {plan.rounds} rounds, {plan.seatings} seatings"),
        ("Sessions", f"{league.sessions} of {league.planned}, {league.board_sets_text()}"),
        ("Sandbox", league.sandbox),
        (
            "Clock",
            f"{clock.free_ms} ms of every answer free, {clock.bank_ms} ms a session, "
            f"{clock.cap_ms} ms an answer, {clock.start_ms} ms to start",
        ),
        (
            "Faults",
            f"{policy.max_faults} retire a bot; {policy.fault_penalty} points each, "
            f"{policy.retire_penalty} for being retired",
        ),
        *facts.versions,
    )


def bots_table(facts: ReportFacts) -> HtmlTable:
    """Return the digests of the bots' folders."""
    heads = [Head("bot"), Head("SHA-256 of its folder")]
    return plain_table("Files of the bots", heads, facts.digests)
