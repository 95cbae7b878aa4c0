"""The tables behind the doubling ledger."""

import csv
import io
import json

import pytest

from barbu_arena.league.double_choices import ChoiceSums
from barbu_arena.league.doubling import Doubling, Yield
from barbu_arena.league.doubling_ledger import LedgerRow
from barbu_arena.league.doubling_statistics import PARTS as TOTAL_PARTS
from barbu_arena.league.doubling_statistics import DoublingStatistics
from barbu_arena.league.intervals import Estimate
from barbu_arena.league.target_matrix import Target
from barbu_arena.league.without_doubles import WithoutDoubles
from barbu_arena.report.doubling_details import PARTS, Part, render_doubling, render_part
from barbu_arena.report.facts import LeagueFacts

FACTS = LeagueFacts("night", "modern", "sesame", "none", 4, 4, 1, 4, "d" * 64)
ANN = DoublingStatistics(
    bot="ann",
    parts=dict.fromkeys(TOTAL_PARTS, Estimate(3.5, 2.0, 1)),
    take_rate=0.25,
    selectivity=4.5,
    missed=120.0,
    regret=8.25,
    hindsight=-0.5,
    early=3,
    price=None,
    exposure=40.0,
    variance_share=0.75,
)
DOUBLING = Doubling(
    ledger=(LedgerRow("ann", 4, 60, 60),),
    statistics=(ANN,),
    yields=(
        Yield("ann", "trumps", "declarer", 1, ChoiceSums(5, 2, 12, 18, 20, 12, 28, 1, 0, 1, 1)),
        Yield("ann", "trumps", "declarer", 3, ChoiceSums(1, 1, 6, 0, 0, 6, 6, 1, 0, 0, 0)),
        Yield("ann", "domino", "defender", 3, ChoiceSums(2, 0, 0, 18, 20, 0, 0, 0, 0, 0, 0)),
    ),
    targets=(Target("ann", "ben", 4, 18, 4.5, 9.25, 6, 3, 1.75, "often"),),
    without=(WithoutDoubles("ann", 1, 0.5, 0.25, 2, 1.25),),
)


def test_yields_for_people() -> None:
    assert render_part("yields", DOUBLING, FACTS, "text") == (
        "Points per double (how many) by contract and role:\n"
        "\n"
        "bot    of        trumps    domino\n"
        "-----  --------  --------  --------\n"
        "ann    declarer  +6.0 (3)\n"
        "\n"
        "The same by the deal's place in the block:\n"
        "\n"
        "bot    of        1         3\n"
        "-----  --------  --------  --------\n"
        "ann    declarer  +6.0 (2)  +6.0 (1)\n"
    )


def test_targets_for_people() -> None:
    text = render_part("targets", DOUBLING, FACTS, "text")
    header, row = (line.split() for line in text.splitlines()[2:5:2])
    assert header == [
        "bot", "target", "sessions", "points", "a", "session", "±", "all", "chances", "made",
        "expected", "flag",
    ]  # fmt: skip
    assert row == ["ann", "ben", "4", "+18", "+4.5", "9.2", "6", "3", "1.8", "often"]


def test_the_league_without_doubles_for_people() -> None:
    text = render_part("without", DOUBLING, FACTS, "text")
    assert text.splitlines()[-1].split() == ["1", "ann", "+0.50", "0.25", "2", "+1.25", "+0.75"]


def test_yields_for_programs() -> None:
    found = list(csv.DictReader(io.StringIO(render_part("yields", DOUBLING, FACTS, "csv"))))
    assert found[0] == {
        "bot": "ann", "contract": "trumps", "role": "declarer", "index": "1", "chances": "5",
        "made": "2", "hits": "1", "ties": "0", "misses": "1", "points": "12", "yield": "6.0",
        "mean_made": "6.0", "mean_left": "6.0",
    }  # fmt: skip
    assert found[2]["yield"] == ""


@pytest.mark.parametrize("part", PARTS)
def test_each_part_has_a_schema_and_is_in_the_whole(part: Part) -> None:
    alone = json.loads(render_part(part, DOUBLING, FACTS, "json"))
    assert alone["schema"] == f"barbu-arena/doubling-{part}/1"
    assert alone["ledger_digest"] == "d" * 64
    for whole in (True, False):
        document = json.loads(render_doubling(DOUBLING, FACTS, "json", whole))
        assert document[part] == alone["rows"]
        assert document["rows"][0]["selectivity"] == 4.5
    for form in ("text", "markdown"):
        assert render_part(part, DOUBLING, FACTS, form) in render_doubling(
            DOUBLING, FACTS, form, whole=True
        )


def test_csv_has_all_columns_of_the_ledger() -> None:
    (row,) = csv.DictReader(io.StringIO(render_doubling(DOUBLING, FACTS, "csv", whole=False)))
    assert (row["take_rate"], row["hindsight"], row["price"], row["variance_share"]) == (
        "25.0", "-0.5", "", "75.0",
    )  # fmt: skip
    assert float(row["raw_half_width_95"]) == pytest.approx(25.41241, abs=1e-4)
    assert len(row) == 41
