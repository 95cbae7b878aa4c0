"""The report: one page with everything in it, which opens without a network and runs no stranger.

The one door to `jinja2`. Every text goes through `printable` and is escaped; the page's policy
allows its own style and script by their hashes and nothing else. Source: trust.md §8.
"""

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from barbu_arena.printable import printable
from barbu_arena.report.html_table import HtmlTable
from barbu_arena.report.page_records import (
    bots_table,
    record_sections,
    replay_title,
    reproduction,
    score_sheet,
)
from barbu_arena.report.page_results import result_sections
from barbu_arena.report.replay_data import replay_data
from barbu_arena.report.report_facts import ReportFacts
from barbu_arena.report.rules_text import rules_text

BEGINNING = '<!doctype html>\n<html lang="en">\n<!-- barbu-arena report -->\n'
"""How every report begins, so that it is known again."""
_IN_SCRIPT = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}


@dataclass(frozen=True, slots=True)
class _Replay:
    title: str
    data: str
    """JSON that is safe in a script element."""
    sheet: HtmlTable


def report_page(facts: ReportFacts) -> str:
    """Return the page: a pure function of the facts, without a time in it."""
    pages = Environment(
        loader=PackageLoader("barbu_arena.report", "html"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = (_source(pages, name) for name in ("style.css", "viewer.js"))
    rules = facts.tournament.rules
    return pages.get_template("page.html.j2").render(
        policy=_policy(style, script),
        style=style,
        script=script,
        facts=facts.league,
        summary=_summary(facts),
        warnings=tuple(_warnings(facts)),
        sections=(*result_sections(facts), *record_sections(facts)),
        replays=[
            _Replay(
                replay_title(record),
                json_in_script(replay_data(record, rules)),
                score_sheet(record),
            )
            for record in facts.replays
        ],
        reproduction=reproduction(facts),
        bots=bots_table(facts),
        commands=tuple(_commands(facts)),
        rules=rules_text(rules).splitlines(),
    )


def json_in_script(value: Any) -> str:  # noqa: ANN401  JSON is any
    """Return JSON in ASCII without a character that could end a script element or a line of it."""
    return json.dumps(value, separators=(",", ":")).translate(_IN_SCRIPT)


def _shown(value: Any) -> Any:  # noqa: ANN401  what a template shows is any
    """Return what a template shows, text made printable; markup, which we made, as it is."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return printable(value, len(value))
    return value


def _source(pages: Environment, name: str) -> str:
    assert pages.loader is not None
    return pages.loader.get_source(pages, name)[0]


def _policy(style: str, script: str) -> str:
    """Return the page's Content-Security-Policy: nothing but its own style and script."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _summary(facts: ReportFacts) -> str:
    league = facts.league
    bots = len(facts.tournament.bots)
    return (
        f"A league of {bots} Barbu bots: {league.sessions} of {league.planned} sessions, "
        f"{league.board_sets_text()}, rules {league.rules}."
    )


def _warnings(facts: ReportFacts) -> Iterator[str]:
    """Yield what a reader has to know before the tables."""
    league = facts.league
    if league.sessions < league.planned:
        left = league.planned - league.sessions
        yield f"The league is not finished: {left} of {league.planned} sessions are left."
    if league.sandbox == "none":
        yield "Played without a sandbox: bots ran with all rights of the person who played them."


def _commands(facts: ReportFacts) -> Iterator[str]:
    name = facts.league.name
    yield f"barbu-arena verify results/{name}"
    for record in facts.replays[:1]:
        yield f"barbu-arena show results/{name} {record.session}"
        yield f"barbu-arena reproduce results/{name} {record.session}"
