"""One table in four forms."""

import csv
import io
import json

import pytest

from barbu_arena.report.grid import FORMATS, Cell, Column, Format, Grid, as_object, render

GRID = Grid(
    schema="barbu-arena/test/1",
    heading=("A heading.", "A second one."),
    columns=(
        Column("bot", "bot"),
        Column("points", "points", 2, signed=True),
        Column("share", "share", 1),
        Column("count", "count", signed=True),
    ),
    rows=(("ann", 1.25, 0.5, 3), ("ben", -0.001, None, 0), ("cem", None, 12.0, -7)),
    notes=("A note.",),
    facts=(("seed", "grün"), ("sessions", 4)),
)


def one(cell: Cell, places: int = 0, signed: bool = False) -> Grid:
    return Grid("s", (), (Column("key", "title", places, signed),), ((cell,),))


def test_text() -> None:
    assert render(GRID, "text") == (
        "A heading.\n"
        "A second one.\n"
        "\n"
        "bot      points    share    count\n"
        "-----  --------  -------  -------\n"
        "ann       +1.25      0.5       +3\n"
        "ben       +0.00      n/a       +0\n"
        "cem         n/a     12.0       -7\n"
        "\n"
        "A note.\n"
    )


def test_markdown() -> None:
    assert render(GRID, "markdown") == (
        "A heading.\n"
        "\n"
        "A second one.\n"
        "\n"
        "| bot   |   points |   share |   count |\n"
        "|:------|---------:|--------:|--------:|\n"
        "| ann   |    +1.25 |     0.5 |      +3 |\n"
        "| ben   |    +0.00 |     n/a |      +0 |\n"
        "| cem   |      n/a |    12.0 |      -7 |\n"
        "\n"
        "A note.\n"
    )


def test_csv() -> None:
    assert render(GRID, "csv") == (
        "bot,points,share,count\nann,1.25,0.5,3\nben,-0.001,,0\ncem,,12.0,-7\n"
    )


def test_json() -> None:
    text = render(GRID, "json")
    assert text.endswith("}\n")
    assert "grün" in text
    assert json.loads(text) == {
        "schema": "barbu-arena/test/1",
        "seed": "grün",
        "sessions": 4,
        "rows": [
            {"bot": "ann", "points": 1.25, "share": 0.5, "count": 3},
            {"bot": "ben", "points": -0.001, "share": None, "count": 0},
            {"bot": "cem", "points": None, "share": 12.0, "count": -7},
        ],
    }
    assert json.loads(text) == as_object(GRID)


@pytest.mark.parametrize("form", FORMATS)
def test_no_rows(form: Format) -> None:
    empty = Grid("s", (), (Column("a", "A"), Column("b", "B")), ())
    expected = {
        "text": "A    B\n---  ---\n",
        "markdown": "| A   | B   |\n|-----|-----|\n",
        "csv": "a,b\n",
        "json": '{\n  "schema": "s",\n  "rows": []\n}\n',
    }
    assert render(empty, form) == expected[form]


@pytest.mark.parametrize(
    ("cell", "places", "signed", "text"),
    [
        (0.0, 1, True, "+0.0"),
        (-0.0, 1, True, "+0.0"),
        (-0.04, 1, True, "+0.0"),
        (-0.06, 1, True, "-0.1"),
        (-0.04, 1, False, "0.0"),
        (2.5, 0, False, "2"),
        (1e-9, 2, False, "0.00"),
        (12345, 2, False, "12345"),
        (12345, 0, True, "+12345"),
        (-12345, 0, True, "-12345"),
        (None, 0, True, "n/a"),
        ("-", 0, True, "-"),
        ("007", 0, False, "007"),
        ("1e5", 0, False, "1e5"),
        ("", 0, False, ""),
    ],
)
def test_how_a_cell_reads(cell: Cell, places: int, signed: bool, text: str) -> None:
    assert render(one(cell, places, signed), "text").splitlines()[2].strip() == text


@pytest.mark.parametrize(
    ("cell", "text"),
    [(1 / 3, "0.333333"), (-1e-9, "0.0"), (2.0, "2.0"), (7, "7"), (None, '""'), ("a,b", '"a,b"')],
)
def test_how_a_cell_is_written_for_programs(cell: Cell, text: str) -> None:
    assert render(one(cell), "csv") == f"key\n{text}\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])
def test_a_text_that_a_spreadsheet_would_run(text: str) -> None:
    assert list(csv.reader(io.StringIO(render(one(text), "csv"), newline="")))[1] == [f"'{text}"]


def test_numbers_are_left_alone_in_csv() -> None:
    assert render(one(-12), "csv") == "key\n-12\n"
    assert render(one(-1.5), "csv") == "key\n-1.5\n"


def test_blocks_are_tables_below_each_other() -> None:
    grid = Grid("s", (), GRID.columns, GRID.rows, blocks=(("bot", "points"), ("bot", "count")))
    first, second = render(grid, "text").split("\n\n")
    assert first.splitlines()[0].split() == ["bot", "points"]
    assert second.splitlines()[0].split() == ["bot", "count"]
    # Programs get all columns all the same.
    assert render(grid, "csv") == render(GRID, "csv")


def test_text_is_nothing_but_text_in_markdown() -> None:
    hostile = "<img src=x onerror=y> `x` [a](b) \\"
    escaped = "\\<img src=x onerror=y\\> \\`x\\` \\[a\\](b) \\\\"
    grid = Grid("s", (hostile,), (Column("key", hostile),), ((hostile,),), notes=(hostile,))
    found = render(grid, "markdown")
    assert found.count(escaped) == 4
    assert hostile not in found
    assert render(grid, "text").count(hostile) == 4


def test_a_cell_cannot_end_a_markdown_row() -> None:
    rows = render(one("a|b"), "markdown").splitlines()
    assert rows[2].replace("\\|", "").count("|") == 2
