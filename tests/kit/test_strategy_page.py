"""docs/strategy.md and bots/README.md show the numbers careful plays by, and the ladder's bands."""

import re
from typing import Any

from bench.ladder import PAIRS
from tests.kit.python_bots import BOTS, ROOT, module

PAGE = (ROOT / "docs" / "strategy.md").read_text("utf-8")
BOTS_PAGE = (ROOT / "bots" / "README.md").read_text("utf-8")
TABLE: Any = module(BOTS / "careful", "table")


def row(title: str) -> list[str]:
    """Return the cells of the one row of a table with that title."""
    (line,) = re.findall(rf"^\| {re.escape(title)} \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip().replace("−", "-") for cell in line.split("|")]


def tenths(values: list[int]) -> list[float]:
    return [value / 10 for value in values]


def test_the_option_values_are_the_table_s() -> None:
    value, every = TABLE.VALUE, len(TABLE.VALUE) - 1
    alone = [value[1 << i] for i in range(len(TABLE.NAMES))]
    beside = [value[every] - value[every ^ 1 << i] for i in range(len(TABLE.NAMES))]
    assert list(map(float, row("of it alone"))) == tenths(alone)
    assert list(map(float, row("of all seven - of the six others".replace("-", "−")))) == tenths(
        beside
    )


def test_the_price_of_debts_is_the_table_s() -> None:
    assert list(map(float, row("one is owed"))) == tenths([one for one, _ in TABLE.RELIEF[1:]])
    forced, *two = row("two are owed")
    assert forced == "forced"
    assert list(map(float, two)) == tenths([two for _, two in TABLE.RELIEF[2:]])


def test_the_bands_are_those_that_are_measured() -> None:
    bands = {pair.name: f"{pair.least} to {pair.most}" for pair in PAIRS}
    assert len(bands) == len(PAIRS)
    for pair in PAIRS:
        assert bands[pair.name].replace("-", "−") in BOTS_PAGE, pair.name
