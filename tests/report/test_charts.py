"""Charts: well-formed, everything within the picture, nothing from outside as markup."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.report.charts.contract_bars import RolePoints, contract_bars
from barbu_arena.report.charts.heat_map import Cell, HeatMap, heat_map, square
from barbu_arena.report.charts.interval_plot import Strength, interval_plot
from barbu_arena.report.charts.progress_lines import Course, progress_lines
from barbu_arena.report.charts.svg import CHARACTER, WIDTH, Scale, scale_for, signed, tick_text

HOSTILE = '<img src=x onerror="alert(1)">&amp;\x1b[2J\u202e'
Names = Sequence[str]


def intervals(names: Names, values: Sequence[float]) -> str:
    rows = [Strength(*row, 0.5 * abs(row[1])) for row in zip(names, values, strict=True)]
    return interval_plot("chart", [*rows, Strength("alone", 0.25, None)])


def matrix(names: Names, values: Sequence[float]) -> str:
    cells = {
        (a, b): Cell(value, f"{a} and {b}", value > 0)
        for a, value in zip(names, values, strict=True)
        for b in names
        if a != b
    }
    return heat_map("chart", HeatMap("title", "text", tuple(names), square(names, cells)))


def bars(names: Names, values: Sequence[float]) -> str:
    rows = [RolePoints(*row, -row[1]) for row in zip(names, values, strict=True)]
    reach = [*values, *(-value for value in values)]
    return contract_bars("chart", names[0], [*rows, RolePoints("never", None, None)], reach)


def lines(names: Names, values: Sequence[float]) -> str:
    courses = [
        Course(name, (None, value / 2, value)) for name, value in zip(names, values, strict=True)
    ]
    return progress_lines("chart", [1, 7, 12], courses)


CHARTS = {"intervals": intervals, "matrix": matrix, "bars": bars, "lines": lines}
LEAGUES = {
    "two": (["ann", "ben"], [1.25, -1.25]),
    "ten": ([f"bot-{i}" for i in range(10)], [45.5 - 10.1 * i for i in range(10)]),
    "fifty": ([f"a-bot-with-a-long-name-{i}" for i in range(50)], [float(i) for i in range(50)]),
    "level": (["ann", "ben", "cem", "dee"], [0.0] * 4),
    "far": (["ann", "ben"], [12345.678, -0.001]),
    "hostile": ([HOSTILE, HOSTILE + "2"], [3.0, -4.0]),
}


@pytest.fixture(params=CHARTS)
def draw(request: pytest.FixtureRequest) -> Callable[[Names, Sequence[float]], str]:
    return CHARTS[request.param]


@pytest.fixture(params=LEAGUES)
def league(request: pytest.FixtureRequest) -> tuple[list[str], list[float]]:
    return LEAGUES[request.param]


Draw = Callable[[Names, Sequence[float]], str]
League = tuple[list[str], list[float]]


def test_a_chart_is_well_formed_and_is_read_aloud(draw: Draw, league: League) -> None:
    root = ElementTree.fromstring(draw(*league))
    assert (root.tag, root.get("role")) == ("svg", "img")
    title, text = root[0], root[1]
    assert (title.tag, text.tag) == ("title", "desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {text.get('id')}"
    assert title.text
    assert text.text


def test_everything_lies_within_the_picture(draw: Draw, league: League) -> None:
    root = ElementTree.fromstring(draw(*league))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert width == WIDTH
    for element in root.iter():
        for x, y in corners(element):
            assert -0.1 <= x <= width + 0.1, ElementTree.tostring(element)
            assert -0.1 <= y <= height + 0.1, ElementTree.tostring(element)


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the extremes of what an element draws; texts by about how wide they are."""

    def at(key: str) -> float:
        return float(element.get(key, 0))

    if element.tag == "rect":
        return [(at("x"), at("y")), (at("x") + at("width"), at("y") + at("height"))]
    if element.tag == "line":
        return [(at("x1"), at("y1")), (at("x2"), at("y2"))]
    if element.tag == "circle":
        return [(at("cx") + side * at("r"), at("cy") + side * at("r")) for side in (-1, 1)]
    if element.tag == "polyline":
        return [
            (float(x), float(y))
            for x, y in (pair.split(",") for pair in element.get("points", "").split())
        ]
    if element.tag == "text":
        wide = 0.85 * CHARACTER * len(element.text or "")
        share = {"end": 1.0, "middle": 0.5}.get(element.get("text-anchor", ""), 0.0)
        left = at("x") - share * wide
        return [(left, at("y")), (left + wide, at("y") - 6)]
    return []


def test_a_hostile_name_stays_text(draw: Draw) -> None:
    drawn = draw(*LEAGUES["hostile"])
    root = ElementTree.fromstring(drawn)
    assert {element.tag for element in root.iter()} <= {
        "svg", "title", "desc", "g", "line", "text", "rect", "circle", "polyline",
    }  # fmt: skip
    keys = {key for element in root.iter() for key in element.attrib}
    assert not [key for key in keys if key.startswith("on") or key in ("href", "style")]
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    assert "<img" not in drawn


def test_names_are_cut_but_told_in_full() -> None:
    name = "a-name-of-thirty-two-letters-yes"
    root = ElementTree.fromstring(intervals([name, "ben"], [1.0, -1.0]))
    texts = [element.text for element in root.iter("text")]
    assert name not in texts
    assert "a-name-of-thirty-…" in texts
    assert [element.text for element in root.iter("title")][1] == f"{name}: +1.00 ± 0.50"


def test_the_numbers_of_a_heat_map_have_signs_and_colours_by_class() -> None:
    root = ElementTree.fromstring(matrix(["ann", "ben"], [2.5, -2.5]))
    cells = [element.get("class") for element in root.iter("rect")]
    assert cells == ["nothing", "cell positive", "cell negative", "nothing"]
    figures = [
        element for element in root.iter("text") if "in-cell" in (element.get("class") or "")
    ]
    assert [(element.text, element.get("class")) for element in figures] == [
        ("+2.5", "in-cell sure"),
        ("−2.5", "in-cell"),
    ]


@pytest.mark.parametrize(
    ("bots", "value", "text", "kind"),
    [
        (4, 123.4, "+123.4", "in-cell sure"),
        (10, -12.3, "−12", "in-cell"),
        (10, 123.4, "+123", "in-cell sure"),
        (12, 123.4, "+123", "in-cell tiny sure"),
    ],
)
def test_a_number_in_a_heat_map_is_as_exact_as_there_is_room(
    bots: int, value: float, text: str, kind: str
) -> None:
    names = [f"bot-number-{i}" for i in range(bots)]
    root = ElementTree.fromstring(matrix(names, [value] * bots))
    figures = [one for one in root.iter("text") if "in-cell" in (one.get("class") or "")]
    assert {(one.text, one.get("class")) for one in figures} == {(text, kind)}


def test_a_large_heat_map_has_no_figures_but_tells_them() -> None:
    root = ElementTree.fromstring(matrix(*LEAGUES["fifty"]))
    assert list(root.iter("text")) == []
    told = [element.text for element in root.iter("title")][1:]
    assert len(told) == 50 * 49
    assert len(list(root.iter("circle"))) == 49 * 49  # the sure ones; bot 0 is level with all


def test_bars_of_one_reach_have_one_scale() -> None:
    widths = []
    for value in (10.0, 20.0):
        drawn = contract_bars("chart", "trumps", [RolePoints("ann", value, None)], [-5.0, 20.0])
        rect = ElementTree.fromstring(drawn).find(".//rect")
        assert rect is not None
        widths.append(float(rect.get("width", "")))
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)


def test_names_at_the_ends_of_lines_keep_their_order_and_their_distance() -> None:
    names = [f"bot-{i}" for i in range(8)]
    root = ElementTree.fromstring(lines(names, [8.0, 0.3, 0.2, 0.1, 0.0, -0.1, -0.2, -8.0]))
    found = [
        (element.text, float(element.get("y", "")))
        for element in root.iter("text")
        if element.get("class") == "name"
    ]
    assert [name for name, _ in found] == names
    gaps = [below - above for (_, above), (_, below) in pairwise(found)]
    assert min(gaps) >= 12.9


def test_rounds_on_the_axis_are_evenly_apart() -> None:
    rounds = [1, 4, 9, 17, 30]
    drawn = progress_lines("chart", rounds, [Course("ann", (0.0,) * 5)])
    marks = [
        element.text
        for element in ElementTree.fromstring(drawn).iter("text")
        if element.get("class") == "tick" and element.get("text-anchor") == "middle"
    ]
    assert marks == ["1", "7", "13", "19", "25", "30"]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8))
def test_a_scale_holds_all_values_and_zero(values: list[float]) -> None:
    scale = scale_for(values, 10, 300)
    for value in [*values, 0.0]:
        assert scale.low <= value <= scale.high
        assert 10 <= scale.at(value) <= 300
    ticks = scale.ticks()
    assert 0.0 in ticks
    assert len(ticks) <= 9
    assert ticks == sorted(ticks)


def test_a_value_off_the_scale_stays_at_its_end() -> None:
    assert Scale(0, 1, 10, 20).at(5) == 20


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [(1.25, 1, "+1.2"), (-0.04, 1, "0.0"), (-3, 0, "−3"), (0, 0, "0"), (1234.5, 2, "+1234.50")],
)
def test_signed_numbers(value: float, places: int, text: str) -> None:
    assert signed(value, places) == text


@pytest.mark.parametrize(("value", "text"), [(0.5, "+0.5"), (-20.0, "−20"), (0.0, "0")])
def test_tick_texts(value: float, text: str) -> None:
    assert tick_text(value) == text
