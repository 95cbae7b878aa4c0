"""The league table: who is better, by how much, how surely."""

from dataclasses import asdict, replace

from barbu_arena.league.design_gain import DesignGain
from barbu_arena.league.intervals import Estimate
from barbu_arena.league.standings import Standing, Standings
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Cell, Column, Grid

_COLUMNS = (
    Column("rank", "#"),
    Column("ranks", "ranks"),
    Column("best_rank", "best"),
    Column("worst_rank", "worst"),
    Column("bot", "bot"),
    Column("points_per_deal", "points/deal", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("sessions", "sessions"),
    Column("points_per_session", "points/session", 1, signed=True),
    Column("wins", "wins", 1),
    Column("penalties", "penalties"),
    Column("faults", "faults"),
    Column("retired", "retired"),
    Column("fault_kinds", "kinds of fault"),
    Column("robust", "robust", 2, signed=True),
    Column("robust_half_width_95", "± 95 %", 2),
    Column("rating", "rating", signed=True),
    Column("rating_half_width_95", "± 95 %"),
    Column("mean_place", "mean place", 2),
    Column("first", "1st", 1),
    Column("second", "2nd", 1),
    Column("third", "3rd", 1),
    Column("fourth", "4th", 1),
)
_ALWAYS = (
    "rank",
    "ranks",
    "bot",
    "points_per_deal",
    "half_width_95",
    "sessions",
    "points_per_session",
)
_WITH_PENALTIES = (*_ALWAYS, "wins", "penalties")
_WITH_FAULTS = (*_WITH_PENALTIES, "faults", "retired", "fault_kinds")
_RATINGS = (
    *("rank", "bot", "points_per_deal", "half_width_95", "robust", "robust_half_width_95"),
    *("rating", "rating_half_width_95", "mean_place", "first", "second", "third", "fourth"),
)


def standings_grid(standings: Standings, facts: LeagueFacts) -> Grid:
    """Return the league table, best first; people see faults and penalties where there are any."""
    shown: tuple[str, ...] = (*_ALWAYS, "wins")
    if any(standing.faults for standing in standings.rows):
        shown = _WITH_FAULTS
    elif any(standing.penalties for standing in standings.rows):
        shown = _WITH_PENALTIES
    return Grid(
        schema="barbu-arena/standings/1",
        heading=facts.heading(),
        columns=_COLUMNS,
        rows=tuple(_row(rank, standing) for rank, standing in enumerate(standings.rows, start=1)),
        notes=(
            "ranks: the places that a bot may really have, at 95 % for all bots together.",
            "points/deal: strength against an average field, penalties included.",
            f"± 95 %: half of its interval, resting on {facts.board_sets_text()}.",
            *facts.length_notes(),
            *_gain_note(standings.gain),
            "wins: sessions won, a shared victory in parts." + _faults_note(shown),
            *_outside_note(standings),
            f"ledger {facts.digest}",
        ),
        facts=(*facts.fields(), ("design", _design(standings.gain))),
        blocks=(shown,),
    )


def ratings_grid(standings: Standings, facts: LeagueFacts) -> Grid:
    """Return the same table with the second opinions for people to see: robust score and rating."""
    return replace(
        standings_grid(standings, facts),
        heading=("Second opinions; the league is ranked by points.",),
        notes=(
            "robust: points compressed as |x|^0.6, against those who held the same cards.",
            "rating: from places alone, Plackett–Luce; 400 are odds of ten to one.",
            "1st to 4th: sessions, ties in parts.",
        ),
        blocks=(_RATINGS,),
    )


def _design(gain: DesignGain | None) -> dict[str, float | None] | None:
    if gain is None:
        return None
    return {key: None if value is None else round(value, 6) for key, value in asdict(gain).items()}


def _gain_note(gain: DesignGain | None) -> tuple[str, ...]:
    if gain is None or gain.gain is None or gain.low is None:
        return ()
    return (
        f"Replaying: a session was worth {gain.gain:.1f} sessions of independent deals "
        f"({gain.low:.1f} to {gain.high:.1f} at 95 %).",
    )


def _outside_note(standings: Standings) -> tuple[str, ...]:
    outside = ", ".join(row.bot for row in standings.rows if not row.ranked)
    return (f"{outside}: the arena's own bot, in seats left empty; not ranked.",) if outside else ()


def _faults_note(shown: tuple[str, ...]) -> str:
    return "" if shown is _WITH_FAULTS else " No bot had a fault."


def _row(rank: int, standing: Standing) -> tuple[Cell, ...]:
    best, worst = standing.ranks or (None, None)
    places = [place * count for place, count in enumerate(standing.places, start=1)]
    seats = sum(standing.places)
    return (
        rank if standing.ranked else None,
        _ranks(best, worst),
        best,
        worst,
        standing.bot,
        standing.points_per_deal,
        standing.half_width_95,
        standing.sessions,
        standing.mean_total,
        standing.wins,
        standing.penalties,
        standing.fault_count,
        standing.retirements,
        ", ".join(f"{kind} {count}" for kind, count in standing.faults),
        *_estimate(standing.robust),
        *_estimate(standing.rating),
        sum(places) / seats if seats else None,
        *standing.places,
    )


def _ranks(best: int | None, worst: int | None) -> str | None:
    if best is None or worst is None:
        return None
    return str(best) if best == worst else f"{best}–{worst}"


def _estimate(estimate: Estimate | None) -> tuple[float | None, float | None]:
    return (estimate.points, estimate.half_width()) if estimate else (None, None)
