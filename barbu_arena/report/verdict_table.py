"""What a comparison of two bots came to: the verdict in words, and the figures behind it."""

from dataclasses import replace
from math import isfinite

from barbu_arena.league.comparison import Measured, Verdict
from barbu_arena.league.sequential import LEAST_UNITS, Hypotheses
from barbu_arena.printable import printable
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Cell, Column, Grid

_COLUMNS = (
    Column("design", "new − old"),
    Column("difference", "points/deal", 2, signed=True),
    Column("half_width_95", "± 95 %", 2),
    Column("board_sets", "board sets"),
)
_WORDS: dict[Cell, str] = {
    "pairs": "two against two",
    "singles": "one against three",
    "gap": "gap of the two",
}


def verdict_grid(verdict: Verdict, facts: LeagueFacts) -> Grid:
    """Return the verdict; `facts` are of the sessions that it rests on alone."""
    rule, difference = verdict.rule, verdict.difference
    rows = (
        _row("pairs", difference),
        _row("singles", verdict.singles),
        _gap_row(verdict.gap),
    )
    ratio = verdict.log_likelihood_ratio
    return Grid(
        schema="barbu-arena/comparison/1",
        heading=(
            f"{facts.name}: {verdict.new} against {verdict.old}, rules {facts.rules}, "
            f"seed {printable(facts.seed, 100)}, sandbox {facts.sandbox}",
            "",
            verdict_text(verdict),
        ),
        columns=_COLUMNS,
        rows=rows,
        notes=(
            f"points/deal: a seat of {verdict.new} − a seat of {verdict.old}, penalties included.",
            "± 95 %: half the interval; that of two against two holds at every look.",
            ratio_text(ratio, rule) + "; the first look beyond ends it.",
            gap_text(verdict),
            _sessions_text(verdict, facts),
            f"digest of these sessions {facts.digest}",
        ),
        facts=(
            *facts.fields(),
            ("old", verdict.old),
            ("new", verdict.new),
            ("verdict", verdict_text(verdict)),
            ("decision", verdict.decision),
            ("h0", rule.h0),
            ("h1", rule.h1),
            ("alpha", rule.alpha),
            ("beta", rule.beta),
            ("log_likelihood_ratio", round(ratio, 6) if isfinite(ratio) else None),
            ("accepts_h0_at", round(rule.lower, 6)),
            ("accepts_h1_at", round(rule.upper, 6)),
            ("worth", None if verdict.worth is None else round(verdict.worth, 6)),
        ),
    )


def verdict_for_people(grid: Grid) -> Grid:
    """Return the verdict with words in the place of keys."""
    rows = tuple((_WORDS.get(design, design), *more) for design, *more in grid.rows)
    return replace(grid, rows=rows)


def verdict_text(verdict: Verdict) -> str:
    """Return the verdict in one sentence."""
    difference = verdict.difference
    half = difference.half_width_95
    if verdict.decision is None:
        sure = "" if half is None else f" ± {half:.2f}"
        found = f"{difference.points:+.2f}{sure} points per deal" if difference.count else "nothing"
        return f"Undecided after {difference.count} board sets: {found} so far."
    low, high = difference.points - (half or 0), difference.points + (half or 0)
    by = f"{difference.points:+.2f} points per deal"
    if verdict.decision == "H1":
        sure = f", at least {low:+.2f}" if low > verdict.rule.h0 else ""
        return f"{_h1_in_words(verdict)}: {by}{sure}."
    sure = f", at most {high:+.2f}" if high < verdict.rule.h1 else ""
    worse = f"{verdict.new} is worse than {verdict.old}"
    words = worse if high < 0 < verdict.rule.h1 else _h0_in_words(verdict)
    return f"{words}: {by}{sure}."


def _h1_in_words(verdict: Verdict) -> str:
    new, old, bound = verdict.new, verdict.old, verdict.rule.h0
    if bound < 0:
        return f"{new} is not worse than {old}, or by less than {-bound:g} points per deal"
    return f"{new} is better than {old}" + (f" by more than {bound:g}" if bound else "")


def _h0_in_words(verdict: Verdict) -> str:
    new, old, bound = verdict.new, verdict.old, verdict.rule.h1
    if bound > 0:
        return f"{new} is no better than {old}, or by less than {bound:g} points per deal"
    return f"{new} is worse than {old}" + (f" by more than {-bound:g}" if bound else "")


def ratio_text(ratio: float, rule: Hypotheses) -> str:
    """Return the log-likelihood ratio between its bounds."""
    return (
        f"log-likelihood ratio {_signed(ratio)}: H0 ({rule.h0:g}) at {rule.lower:+.2f}, "
        f"H1 ({rule.h1:g}) at {rule.upper:+.2f}"
    )


def _signed(ratio: float) -> str:
    return f"{ratio:+.2f}" if isfinite(ratio) else ("+∞" if ratio > 0 else "−∞")


def status_text(verdict: Verdict) -> str:
    """Return how a comparison stands, in one line while it goes on."""
    difference = verdict.difference
    if not difference.count:
        return f"{verdict.new} − {verdict.old}: nothing yet"
    half = difference.half_width_95
    so_far = f"{verdict.new} − {verdict.old} {difference.points:+.2f}"
    if half is None:
        return f"{so_far} points/deal, {difference.count} of at least {LEAST_UNITS} board sets"
    return (
        f"{so_far} ± {half:.2f} points/deal (safe to peek), {difference.count} board sets, "
        f"LLR {_signed(verdict.log_likelihood_ratio)} between "
        f"{verdict.rule.lower:+.2f} and {verdict.rule.upper:+.2f}"
    )


def gap_text(verdict: Verdict) -> str:
    """Return what the gap between the designs means."""
    gap = verdict.gap
    what = "gap: two against two − one against three"
    if gap is None or gap.half_width_95 is None:
        return f"{what}; too few board sets to tell."
    if abs(gap.points) <= gap.half_width_95:
        return f"{what}; 0 is within: no sign of seats that help each other."
    helped = verdict.new if gap.points > 0 else verdict.old
    return (
        f"{what}; 0 is outside: two seats of {helped} may help each other, "
        "or it is the one chance in twenty."
    )


def _sessions_text(verdict: Verdict, facts: LeagueFacts) -> str:
    used = f"{facts.sessions} sessions, at most {facts.planned}"
    if verdict.worth is None:
        return used + "."
    pairs = 2 * verdict.difference.count
    return (
        f"{used}; the {pairs} of two against two told as much as "
        f"{pairs * verdict.worth:.0f} of independent deals."
    )


def _row(design: str, measured: Measured | None) -> tuple[Cell, ...]:
    if measured is None:
        return design, None, None, 0
    return design, measured.points, measured.half_width_95, measured.count


def _gap_row(gap: Measured | None) -> tuple[Cell, ...]:
    return ("gap", gap.points, gap.half_width_95, None) if gap else ("gap", None, None, None)
