"""The report's colours: text reads in light and dark, and marks can be told from the page."""

import re
from pathlib import Path

import pytest

STYLE = Path(__file__).parents[2] / "barbu_arena" / "report" / "html" / "style.css"
CSS = STYLE.read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
)
TEXT = ("ink", "soft", "link", "red-suit")
MARKS = ("positive", "negative", *(f"line-{number}" for number in range(1, 9)))
STRONGEST = 0.5
"""The opacity of a heat map's strongest cell."""


def luminance(colour: str) -> float:
    """Return the relative luminance. Source: WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def over(colour: str, page: str, opacity: float) -> str:
    """Return a colour as it looks on the page."""
    mixed = [
        round(opacity * int(colour[i : i + 2], 16) + (1 - opacity) * int(page[i : i + 2], 16))
        for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in mixed)


@pytest.fixture(params=["light", "dark"])
def palette(request: pytest.FixtureRequest) -> dict[str, str]:
    return LIGHT if request.param == "light" else DARK


def test_both_palettes_are_whole() -> None:
    assert set(LIGHT) == set(DARK)
    assert set(re.findall(r"var\(--([\w-]+)\)", CSS)) == set(LIGHT)


@pytest.mark.parametrize("name", TEXT)
@pytest.mark.parametrize("ground", ["page", "shade"])
def test_text_reads(name: str, ground: str, palette: dict[str, str]) -> None:
    assert contrast(palette[name], palette[ground]) >= 4.5


def test_a_warning_reads(palette: dict[str, str]) -> None:
    assert contrast(palette["ink"], palette["mark"]) >= 7


@pytest.mark.parametrize("name", MARKS)
def test_marks_can_be_told_from_the_page(name: str, palette: dict[str, str]) -> None:
    assert contrast(palette[name], palette["page"]) >= 3


@pytest.mark.parametrize("name", ["positive", "negative"])
def test_numbers_in_the_strongest_cells_read(name: str, palette: dict[str, str]) -> None:
    cell = over(palette[name], palette["page"], STRONGEST)
    assert contrast(palette["ink"], cell) >= 4.5


def test_nothing_is_said_by_the_page_alone() -> None:
    """No text is put into the page by its style: a reader aloud would miss it."""
    assert "content:" not in CSS
    assert "prefers-reduced-motion" in CSS
    assert ":focus-visible" in CSS
