"""The report page: whole in itself, readable by all, and text from strangers stays text."""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from barbu_arena.printable import printable
from barbu_arena.referee.record import FaultEntry, SessionRecord
from barbu_arena.report.faults_table import ListedFault
from barbu_arena.report.report_facts import MOST_FAULTS, ReportFacts
from barbu_arena.report.report_page import BEGINNING, json_in_script, report_page
from tests.report_pages import (
    ENDS,
    EVIL,
    LEAGUE,
    STEERS,
    WITH_FAULTS,
    hostile_facts,
    records_of,
    renamed,
    report_facts,
)

RECORDS = records_of(LEAGUE)
FAULTY = records_of(WITH_FAULTS)[0]
VOID = ("meta", "link", "br", "img", "input", "hr")
DRAWN = ("line", "rect", "circle", "polyline")


class Page(HTMLParser):
    """A page's elements in their order, each with its attributes and the text within it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[list[str]] = []
        self.open: list[int] = []
        self.problems: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(dict(attrs)) != len(attrs):
            self.problems.append(f"an attribute twice in {tag}")
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        self.texts.append([])
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.elements[self.open[-1]][0] != tag:
            self.problems.append(f"</{tag}> closes nothing")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for number in self.open:
            self.texts[number].append(data)

    def all(self, tag: str) -> Iterator[tuple[dict[str, str], str]]:
        """Yield (attributes, text) of each element of a name."""
        for (name, attributes), text in zip(self.elements, self.texts, strict=True):
            if name == tag:
                yield attributes, "".join(text)


@pytest.fixture(scope="module")
def facts() -> ReportFacts:
    return report_facts([*RECORDS, FAULTY], [RECORDS[0], FAULTY])


@pytest.fixture(scope="module")
def html(facts: ReportFacts) -> str:
    return report_page(facts)


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_the_page_is_well_formed(html: str, page: Page) -> None:
    assert html.startswith(BEGINNING)
    assert (page.problems, page.open) == ([], [])
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert sorted(ids) == sorted(set(ids))


def test_the_page_needs_nothing_else(page: Page) -> None:
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert not {"src", "srcset", "style", "action", "data"} & set(attributes)
        assert not [key for key in attributes if key.startswith("on")]
        assert attributes.get("href", "#").startswith("#")
    (style, css), *more = page.all("style")
    assert (style, more) == ({}, [])
    assert "url(" not in css
    assert "@import" not in css


def test_links_lead_to_parts_of_the_page(page: Page) -> None:
    ids = {attributes.get("id") for _, attributes in page.elements}
    links = [attributes["href"].removeprefix("#") for attributes, _ in page.all("a")]
    assert len(links) == 8
    assert set(links) <= ids


def test_the_policy_allows_its_own_style_and_script_alone(page: Page) -> None:
    (policy,) = [
        attributes["content"]
        for attributes, _ in page.all("meta")
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts == {
        "default-src": "'none'",
        "style-src": hashed(*(text for _, text in page.all("style"))),
        "script-src": hashed(*(text for attributes, text in page.all("script") if not attributes)),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_headings_go_down_one_level_at_a_time(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if tag in ("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    for above, below in zip([0, *levels], levels, strict=False):
        assert below <= above + 1
    assert [text for _, text in page.all("h2")] == [
        "Standings",
        "Pairs",
        "Points by contract",
        "Doubling",
        "Faults",
        "Replays",
        "How to check this report",
    ]


def test_every_table_has_a_caption_and_scopes(page: Page) -> None:
    tables = [attributes for attributes, _ in page.all("table")]
    captions = [text for _, text in page.all("caption")]
    assert len(captions) == len(tables) - 1 >= 10  # the viewer's own is filled in by its script
    assert all(captions)
    assert {attributes.get("scope") for attributes, _ in page.all("th")} == {"row", "col"}


def test_every_chart_is_named_and_has_its_numbers(page: Page) -> None:
    charts = [attributes for attributes, _ in page.all("svg")]
    assert len(charts) == 2 + 1 + 7 + 1
    ids = {attributes.get("id") for _, attributes in page.elements}
    for attributes in charts:
        assert attributes["role"] == "img"
        assert all(name in ids for name in attributes["aria-labelledby"].split())
    folded = [text for _, text in page.all("summary")]
    for start in ("Course of the league", "The numbers: every pair", "The numbers: by contract",
                  "Points won by doubling each of the others"):  # fmt: skip
        assert any(text.startswith(start) for text in folded), start


def test_the_league_table_is_that_of_the_standings(facts: ReportFacts, html: str) -> None:
    for row in facts.standings.rows:
        assert (
            row.points_per_deal is None or f"{row.points_per_deal:+.2f}".replace("-", "−") in html
        )


def test_what_the_doubles_moved_is_told_with_every_cell(facts: ReportFacts, page: Page) -> None:
    assert facts.doubling is not None
    told = [text for _, text in page.all("title")]
    for one in facts.doubling.targets:
        points = f"{one.points:+}".replace("-", "−") if one.points else "0"
        assert any(
            text.startswith(f"{one.bot} doubling {one.target}: ")
            and text.endswith(f"a session, {points} in {one.sessions} sessions")
            for text in told
        )


def test_the_facts_to_make_it_again_are_there(html: str) -> None:
    for text in ("sesame", "d" * 64, "e" * 64, "3.11.2", "round-robin, 6 rounds, 4 seatings",
                 "barbu-arena verify results/night", "Rule set modern"):  # fmt: skip
        assert text in html


def test_a_reader_is_told_what_is_missing(html: str) -> None:
    assert "Played without a sandbox" in html
    assert "not finished" not in html


def test_an_unfinished_league_says_so(facts: ReportFacts) -> None:
    league = replace(facts.league, sessions=20, planned=24, sandbox="bwrap")
    html = report_page(replace(facts, league=league))
    assert "The league is not finished: 4 of 24 sessions are left." in html
    assert "without a sandbox" not in html


def test_a_league_without_doubles_has_no_part_about_them(facts: ReportFacts) -> None:
    html = report_page(replace(facts, doubling=None))
    assert 'id="doubling"' not in html
    assert 'id="contracts"' in html


def test_a_report_without_replays_or_faults_has_no_viewer(facts: ReportFacts) -> None:
    html = report_page(replace(facts, replays=(), faults=()))
    assert 'id="viewer"' not in html
    assert "No bot had a fault." in html


def test_the_evidence_is_marked_as_no_part_of_the_ledger(html: str) -> None:
    assert "cause: from the files of evidence, which the ledger&#39;s digest does not cover" in html


def test_many_faults_are_counted_and_the_first_are_listed(facts: ReportFacts) -> None:
    many = [
        ListedFault("1.1.1", "ada", FaultEntry(1, 0, "play", 4, "timeout", False), f"late {i}", "f")
        for i in range(MOST_FAULTS)
    ]
    rows = tuple(
        replace(row, faults=(("timeout", MOST_FAULTS + 50),) if row.bot == "ada" else ())
        for row in facts.standings.rows
    )
    standings = replace(facts.standings, rows=rows)
    html = report_page(replace(facts, faults=tuple(many), standings=standings))
    assert ">250<" in html
    assert f"late {MOST_FAULTS - 1}<" in html
    assert "50 more are listed by barbu-arena show DIR --faults." in html


def test_the_page_is_a_function_of_what_was_played(html: str) -> None:
    again = report_facts([FAULTY, *reversed(RECORDS)], [RECORDS[0], FAULTY])
    assert report_page(again) == html


def test_a_league_of_ten_bots_stays_small() -> None:
    records = [record for number in range(10) for record in moved(number)]
    facts = report_facts(records, [RECORDS[0], FAULTY])
    assert len({row.bot for row in facts.standings.rows}) == 10
    assert len(report_page(facts).encode()) < 400_000


def moved(number: int) -> Iterator[SessionRecord]:
    """Yield the league's records for other bots, in later rounds."""
    bots = sorted({bot for record in RECORDS for bot in record.bots})
    names = {bot: f"bot-{(i * (1 + number % 3) + number) % 10}" for i, bot in enumerate(bots)}
    for record in RECORDS:
        place = record.round + 10 * number
        yield renamed(replace(record, round=place, board_set=record.board_set + 10 * number), names)


# --- strangers -----------------------------------------------------------------------------------


def shape(page: Page) -> Counter[tuple[str, tuple[str, ...]]]:
    """Return how often each element has which attributes."""
    return Counter((tag, tuple(attributes)) for tag, attributes in page.elements)


def test_hostile_text_makes_no_element_and_no_attribute(facts: ReportFacts) -> None:
    # The sandbox of both is one that is told nothing about.
    league = replace(facts.league, sandbox="bwrap")
    plain = shape(Page(report_page(replace(facts, league=league))))
    html = report_page(hostile_facts())
    page = Page(html)
    assert (page.problems, page.open) == ([], [])
    # Names of another length and order leave other room for numbers in cells; no more than that.
    found = shape(page)
    assert set(found) <= set(plain)
    assert {tag for tag, _ in (found - plain) + (plain - found)} <= {"rect", "text", "circle"}
    assert "<img" not in html
    assert "<script>alert" not in html
    assert "{{ 7 * 7 }}" in html
    for char in ("\u202e", "\x1b", "\u2028"):
        assert char not in html


def test_hostile_text_is_there_as_text() -> None:
    page = Page(report_page(hostile_facts()))
    heads = [text for attributes, text in page.all("th") if attributes.get("scope") == "row"]
    assert EVIL in heads
    assert ENDS in heads
    assert "a\\u202eb\\x1b[2J\\u2028{{ 7 * 7 }}'&amp;" in heads
    assert [text for _, text in page.all("h1")] == [EVIL]


def test_the_data_of_a_hostile_session_is_the_session() -> None:
    hostile = hostile_facts()
    page = Page(report_page(hostile))
    blocks = [text for attributes, text in page.all("script") if attributes]
    assert len(blocks) == 2
    assert not set("<>&") & set("".join(blocks))
    assert json.loads(blocks[0])["bots"] == [printable(bot) for bot in hostile.replays[0].bots]


@pytest.mark.parametrize("text", [EVIL, ENDS, STEERS, "\u2028\u2029", "<!--<script>", "é♣"])
def test_json_in_a_script_says_the_same_without_markup(text: str) -> None:
    found = json_in_script({text: [text]})
    assert json.loads(found) == {text: [text]}
    assert not set("<>&\u2028\u2029") & set(found)
    assert found.isascii()
