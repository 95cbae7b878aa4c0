"""What a schedule balances: counts by bot and by pair, what should be even, and a verdict."""

import json
from dataclasses import dataclass
from typing import Any

from barbu_arena.league.audit import Audit, BotCounts, Check
from barbu_arena.printable import printable
from barbu_arena.report.grid import Cell, Column, Format, Grid, as_object, render

_BOTS = (
    Column("bot", "bot"),
    Column("role", "role"),
    Column("sessions", "sessions"),
    Column("board_sets", "board sets"),
    Column("deals", "deals"),
    *(Column(f"seat_{seat}", f"seat {seat}") for seat in range(4)),
    Column("declared", "declared"),
)
_WITHOUT_ROLES = tuple(column.key for column in _BOTS if column.key != "role")
_PAIRS = (
    Column("bot", "bot"),
    Column("other", "and"),
    Column("board_sets", "board sets"),
    Column("sessions", "sessions"),
    Column("left", "at its left"),
    Column("across", "across"),
    Column("right", "at its right"),
)
_CHECKS = (
    Column("check", "check"),
    Column("counted", "what is counted"),
    Column("least", "least"),
    Column("most", "most"),
    Column("difference", "difference"),
    Column("at", "where"),
)
_COUNTED = {
    "hands": "times that a bot held each hand of a set",
    "seats": "sessions of a bot by seat (declarer's turn)",
    "board_sets": "board sets of a bot",
    "meetings": "board sets of a pair",
    "neighbours": "sessions of a pair: left, across, right",
}


@dataclass(frozen=True, slots=True)
class AuditFacts:
    """What was audited: `what` says it for people, `fields` for programs."""

    what: str
    deals: int
    """Of a session."""
    planned: int | None = None
    """How many sessions there are to be, where those played are counted."""
    fields: tuple[tuple[str, Any], ...] = ()


def render_audit(audit: Audit, facts: AuditFacts, form: Format, *, pairs: bool = False) -> str:
    """Return counts by bot, or by pair, with checks and verdict; JSON holds all, CSV one table."""
    if form == "json":
        whole = {
            **as_object(_bots_grid(audit, facts)),
            "pairs": as_object(_pairs_grid(audit))["rows"],
            "checks": as_object(_checks_grid(audit))["rows"],
        }
        return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    counts = _pairs_grid(audit) if pairs else _bots_grid(audit, facts)
    if form == "csv":
        return render(counts, form)
    return render(counts, form) + "\n" + render(_checks_grid(audit), form)


def verdict(audit: Audit) -> str:
    """Return in a few words how even the schedule is."""
    worst = audit.worst
    if not audit.sessions:
        return "nothing was played"
    if worst.difference < 2:
        return "balanced within one" if worst.difference else "balanced exactly"
    return (
        f"worst difference {worst.difference}, in {_words(worst)}: {_where(worst)}, "
        f"{worst.least} to {worst.most}"
    )


def _words(check: Check) -> str:
    return check.name.replace("_", " ")


def _where(check: Check) -> str:
    return printable(check.at, 200)


def _bots_grid(audit: Audit, facts: AuditFacts) -> Grid:
    plain = all(bot.role == "entrant" for bot in audit.bots)
    count = f"{audit.sessions}" + ("" if facts.planned is None else f" of {facts.planned}")
    sets = "1 board set" if audit.board_sets == 1 else f"{audit.board_sets} board sets"
    return Grid(
        schema="barbu-arena/audit/1",
        heading=(f"{facts.what}: {count} sessions, {facts.deals} deals each, on {sets}",),
        columns=_BOTS,
        rows=tuple(_bot_row(bot, facts.deals) for bot in audit.bots),
        facts=(
            *facts.fields,
            ("sessions", audit.sessions),
            ("board_sets", audit.board_sets),
            ("deals_a_session", facts.deals),
            ("verdict", verdict(audit)),
            ("worst_difference", audit.worst.difference),
        ),
        blocks=(_WITHOUT_ROLES,) if plain else (),
    )


def _bot_row(bot: BotCounts, deals: int) -> tuple[Cell, ...]:
    seats = sum(bot.seats)
    return (
        printable(bot.bot, 40),
        bot.role,
        bot.sessions,
        bot.board_sets,
        bot.sessions * deals,
        *bot.seats,
        seats * deals // 4,
    )


def _pairs_grid(audit: Audit) -> Grid:
    return Grid(
        schema="",
        heading=(),
        columns=_PAIRS,
        rows=tuple(
            (
                printable(pair.bot, 40),
                printable(pair.other, 40),
                pair.board_sets,
                pair.sessions,
                pair.left,
                pair.across,
                pair.right,
            )
            for pair in audit.pairs
        ),
    )


def _checks_grid(audit: Audit) -> Grid:
    return Grid(
        schema="",
        heading=(),
        columns=_CHECKS,
        rows=tuple(
            (
                _words(check),
                _COUNTED[check.name],
                check.least,
                check.most,
                check.difference,
                _where(check),
            )
            for check in audit.checks
        ),
        notes=(f"verdict: {verdict(audit)}",),
    )
