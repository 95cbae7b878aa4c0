"""docs/analysis.md: its tables are those of the code, and its queries give what Python computes."""

import json
import math
import re
import sqlite3
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import pytest

from barbu_arena.files.export import export_league
from barbu_arena.files.results_folder import read_league
from barbu_arena.league.tidy_tables import TABLES
from tests.ledger_alone import write_results

TEXT = (Path(__file__).parents[1] / "docs" / "analysis.md").read_text("utf-8")
QUESTIONS = re.findall(r"^### (\d+)\. .*?```sql\n(.*?)```", TEXT, re.MULTILINE | re.DOTALL)
ABOUT_PLAYS = re.findall(r"^## The plays.*?```sql\n(.*?)```", TEXT, re.MULTILINE | re.DOTALL)[0]
Row = tuple[Any, ...]
NAMES = ("ann", "ben", "cem", "dee", "eve")
"""Five, so that one sits out and not all pairs have the same board sets."""


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_results(tmp_path_factory.mktemp("analysis") / "alone", 6, names=NAMES)


@pytest.fixture(scope="module")
def records(league: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (league / "sessions.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="module")
def answers(league: Path) -> dict[str, list[Row]]:
    export_league(read_league(league), "sqlite", None)
    connection = sqlite3.connect(league / "export" / "league.sqlite")
    try:
        connection.execute("SELECT sqrt(4)")
    except sqlite3.OperationalError:  # A build without the mathematical functions.
        connection.create_function("sqrt", 1, math.sqrt)
    found = {number: connection.execute(query).fetchall() for number, query in QUESTIONS}
    found["plays"] = connection.execute(ABOUT_PLAYS).fetchall()
    connection.close()
    return found


def seats(records: list[dict[str, Any]]) -> list[tuple[dict[str, Any], int, str]]:
    return [(record, seat, record["bots"][seat]) for record in records for seat in range(4)]


def name(record: dict[str, Any]) -> str:
    return "{round}.{table}.{seating}".format(**record)


def doubles(record: dict[str, Any]) -> list[tuple[str, str, str, str, int, int]]:
    """(doubler, target, its role, kind, margin, points) by the words of docs/statistics.md."""
    found = []
    made: Counter[tuple[int, int]] = Counter()
    for deal in record["deals"]:
        declarer, bots = deal["declarer"], record["bots"]
        left = 7 - (deal["deal"] - 1) % 7
        for seat, targets in deal["calls"]:
            owed = 2 - made[seat, declarer]
            for target in targets:
                margin = deal["raw"][seat] - deal["raw"][target]
                role = "declarer" if target == declarer else "defender"
                forced = role == "declarer" and owed > 0 and left <= owed
                kind = "redouble" if seat == declarer else "forced" if forced else "voluntary"
                found.append((bots[seat], bots[target], role, kind, margin, margin))
                made[seat, declarer] += target == declarer
    return found


def close(found: list[Row], expected: list[Row]) -> None:
    """Hold rows against others of the same order, numbers but for rounding."""
    assert len(found) == len(expected)
    for row, right in zip(found, expected, strict=True):
        assert row == tuple(pytest.approx(cell) if isinstance(cell, float) else cell
                            for cell in right)  # fmt: skip


def test_the_tables_are_those_of_the_code() -> None:
    headings = re.findall(r"^### `(\w+)`\n\nOne row is (.*)\.\n", TEXT, re.MULTILINE)
    assert headings == [(table.name, table.row) for table in TABLES]
    for table in TABLES:
        section = TEXT.partition(f"### `{table.name}`\n")[2].partition("\n#")[0]
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", section, re.MULTILINE)
        assert rows == [(column.name, column.unit, column.meaning) for column in table.columns]


def test_there_are_ten_questions() -> None:
    assert [number for number, _ in QUESTIONS] == [str(number) for number in range(1, 11)]
    assert all(query.count(";") == 1 for _, query in QUESTIONS)


def test_who_is_better(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    totals = defaultdict(list)
    for record, seat, bot in seats(records):
        totals[record["set"], bot].append(record["totals"][seat] / 28)
    expected = []
    for a, b in combinations(NAMES, 2):
        apart = [
            fmean(totals[board_set, a]) - fmean(totals[board_set, b])
            for board_set in range(6)
            if (board_set, a) in totals and (board_set, b) in totals
        ]
        better, other = (a, b) if fmean(apart) > 0 else (b, a)
        error = stdev(apart) / math.sqrt(len(apart))
        expected.append((better, other, len(apart), abs(fmean(apart)), error))
    close(answers["1"], sorted(expected, key=lambda row: -row[3]))
    assert {row[2] for row in answers["1"]} != {6}


def test_contracts(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    found = defaultdict(list)
    for record, seat, bot in seats(records):
        for deal in record["deals"]:
            role = "declarer" if seat == deal["declarer"] else "defender"
            found[bot, deal["contract"], role].append((deal["raw"][seat], deal["adjusted"][seat]))
    expected = [
        (*key, len(rows), fmean(raw for raw, _ in rows), fmean(after for _, after in rows))
        for key, rows in sorted(found.items())
    ]
    close(answers["2"], expected)


def test_who_took_what(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    made: Counter[tuple[str, str]] = Counter()
    points: Counter[tuple[str, str]] = Counter()
    for record in records:
        for bot, target, *_, won in doubles(record):
            made[bot, target] += 1
            points[bot, target] += won
    expected = [
        (a, b, made[a, b], points[a, b], points[a, b] - points[b, a]) for a, b in sorted(made)
    ]
    assert answers["3"] == sorted(expected, key=lambda row: -row[4])
    assert sum(row[4] for row in answers["3"]) == 0


def test_hit_rates(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    margins = defaultdict(list)
    for record in records:
        for bot, _, role, kind, margin, _ in doubles(record):
            if (kind, role) == ("voluntary", "declarer"):
                margins[bot].append(margin)
    expected = []
    for bot, found in sorted(margins.items()):
        hits, ties = sum(margin > 0 for margin in found), found.count(0)
        misses = len(found) - hits - ties
        rate = hits / (hits + misses)
        expected.append((bot, len(found), hits, misses, ties, rate, fmean(found)))
    close(answers["4"], expected)


def test_the_table_without_doubles(
    records: list[dict[str, Any]], answers: dict[str, list[Row]]
) -> None:
    after, before = defaultdict(list), defaultdict(list)
    for record, seat, bot in seats(records):
        after[bot].append(record["totals"][seat])
        raw = sum(deal["raw"][seat] for deal in record["deals"])
        before[bot].append(raw + record["fault_penalties"][seat])
    with_them = sorted(NAMES, key=lambda bot: -fmean(after[bot]))
    without = sorted(NAMES, key=lambda bot: -fmean(before[bot]))
    expected = [
        (bot, len(after[bot]), fmean(after[bot]), fmean(before[bot]), place, without.index(bot) + 1)
        for place, bot in enumerate(with_them, start=1)
    ]
    close(answers["5"], expected)


def test_announcements(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    found = defaultdict(list)
    for record in records:
        for deal in record["deals"]:
            declarer = deal["declarer"]
            key = (record["bots"][declarer], (deal["deal"] - 1) % 7, deal["contract"])
            found[key].append(deal["adjusted"][declarer])
    expected = [(*key, len(points), fmean(points)) for key, points in sorted(found.items())]
    close(answers["6"], sorted(expected, key=lambda row: (row[0], row[1], -row[3], row[2])))


def test_seats(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    expected = [
        (
            seat,
            len(records),
            fmean(sum(deal["raw"][seat] for deal in record["deals"]) for record in records),
            fmean(record["totals"][seat] for record in records),
        )
        for seat in range(4)
    ]
    close(answers["7"], expected)


def test_swings(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    total, raw = defaultdict(list), defaultdict(list)
    for record in records:
        total[record["set"]].append(max(record["totals"]) - min(record["totals"]))
        played = [sum(deal["raw"][seat] for deal in record["deals"]) for seat in range(4)]
        raw[record["set"]].append(max(played) - min(played))
    expected = [(key, len(total[key]), fmean(total[key]), fmean(raw[key])) for key in sorted(total)]
    close(answers["8"], sorted(expected, key=lambda row: -row[2]))


def test_faults(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    found = defaultdict(list)
    for record in records:
        for entry in record["faults"]:
            found[record["bots"][entry["seat"]], entry["fault"]].append((name(record), entry))
    sat = Counter(bot for record in records for bot in record["bots"])
    expected = [
        (
            *key,
            len(rows),
            len({session for session, _ in rows}),
            sum(entry["retired"] for _, entry in rows),
            100 * len(rows) / sat[key[0]],
        )
        for key, rows in sorted(found.items())
    ]
    close(answers["9"], sorted(expected, key=lambda row: -row[2]))
    assert answers["9"]


def test_the_gain_of_replays(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    values = defaultdict(lambda: defaultdict(list))
    for record, seat, bot in seats(records):
        values[bot][record["set"]].append(record["totals"][seat] - fmean(record["totals"]))
    expected = []
    for bot, sets in sorted(values.items()):
        every = [value for found in sets.values() for value in found]
        gain = variance(every) / (4 * variance([fmean(found) for found in sets.values()]))
        expected.append((bot, len(sets), gain))
    close(answers["10"], expected)


def test_captures(records: list[dict[str, Any]], answers: dict[str, list[Row]]) -> None:
    """The king of hearts, whose capture the raw score shows."""
    kings = Counter()
    for record, seat, bot in seats(records):
        for deal in record["deals"]:
            if deal["contract"] == "no_king":
                kings[bot] += deal["raw"][seat]
    shown: Counter[str] = Counter()
    for bot, contract, _, tricks, points in answers["plays"]:
        assert tricks > 0
        if contract == "no_king":
            shown[bot] += points
    assert len(answers["plays"]) == 20
    assert shown
    assert all(kings[bot] <= points < 0 for bot, points in shown.items())
