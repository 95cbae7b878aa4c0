"""`show --faults`: every fault a row, whatever became of its evidence."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.command_line import Command

LEDGER = "results/golden/sessions.jsonl"


@pytest.fixture
def copy(tmp_path: Path, golden_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work beside a copy of the golden league's results, for a test to damage."""
    shutil.copytree(golden_folder / "results", tmp_path / "results")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "results" / "golden"


def rows(command: Command, *words: str) -> list[dict[str, str | int]]:
    shown = command("show", "results/golden", *words, "--faults", "--format", "json")
    assert shown.status == 0, shown.err
    fields = json.loads(shown.out)
    assert fields["schema"] == "barbu-arena/faults/1"
    assert fields["faults"] == len(fields["rows"])
    found: list[dict[str, str | int]] = fields["rows"]
    return found


def test_all_faults_in_the_order_of_the_schedule(copy: Path, command: Command) -> None:
    lines = Path(LEDGER).read_text().splitlines()
    records = [json.loads(line) for line in lines]
    Path(LEDGER).write_text("".join(f"{line}\n" for line in reversed(lines)))
    records.sort(key=lambda record: [record[key] for key in ("round", "table", "seating")])
    expected = [
        {
            "session": "{round}.{table}.{seating}".format(**record),
            "deal": fault["deal"],
            "bot": record["bots"][fault["seat"]],
            "seat": fault["seat"],
            "ask": fault["ask"],
            "n": fault["n"],
            "fault": fault["fault"],
            "retired": "yes" if fault["retired"] else "no",
        }
        for record in records
        for fault in record["faults"]
    ]
    found = rows(command)
    assert len(found) == 24
    assert [{key: row[key] for key in expected[0]} for row in found] == expected
    for row in found:
        path = Path(str(row["evidence"]))
        assert path.parent == Path("results/golden/faults")
        assert f"cause: {row['cause']}\n" in path.read_text()


def test_those_of_one_session(copy: Path, command: Command) -> None:
    every = rows(command)
    for session in ("1.1.1", "2.1.4"):
        assert rows(command, session) == [row for row in every if row["session"] == session]


def test_a_missing_file_is_said_in_its_row(copy: Path, command: Command) -> None:
    (copy / "faults" / "1.1.1-2.txt").unlink()
    found = rows(command, "1.1.1")
    assert [row["cause"] == "the evidence is missing" for row in found] == [False, True, False]
    assert found[1]["evidence"] == "results/golden/faults/1.1.1-2.txt"
    shutil.rmtree(copy / "faults")
    assert {row["cause"] for row in rows(command)} == {"the evidence is missing"}


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_hostile_evidence_is_escaped_and_cut(copy: Path, command: Command, form: str) -> None:
    faults = copy / "faults"
    (faults / "1.1.1-1.txt").write_bytes(b"cause: =1+1|\x1b[2J\x07\xff" + b"y" * 3000)
    (faults / "1.1.1-2.txt").unlink()
    os.mkfifo(faults / "1.1.1-2.txt")
    shown = command("show", "results/golden", "1.1.1", "--faults", "--format", form)
    assert (shown.status, shown.err) == (0, "")
    assert all(char.isprintable() or char == "\n" for char in shown.out)
    cause = {
        "text": "=1+1|\\x1b[2J\\x07\\xff" + "y" * 39 + "…",
        "markdown": r"=1+1\|\\x1b\[2J\\x07\\xff",
        "csv": "'=1+1|\\x1b[2J\\x07\\xff" + "y" * 500,
    }[form]
    assert cause in shown.out
    assert "the evidence cannot be read: not a plain file" in shown.out


def test_without_faults_a_plain_sentence(copy: Path, command: Command) -> None:
    lines = Path(LEDGER).read_text().splitlines(keepends=True)
    Path(LEDGER).write_text("".join(line for line in lines if '"faults":[]' in line))
    for form in ("text", "markdown"):
        shown = command("show", "results/golden", "--faults", "--format", form)
        assert (shown.status, shown.out) == (0, "golden: no bot had a fault\n")
    assert rows(command) == []
    shown = command("show", "results/golden", "--faults", "--format", "csv")
    assert shown.out == "session,deal,bot,seat,ask,n,fault,retired,cause,evidence\n"


def test_an_unfinished_last_line_is_told_of(copy: Path, command: Command) -> None:
    with Path(LEDGER).open("a") as file:
        file.write('{"record":1,')
    shown = command("show", "results/golden", "--faults")
    assert shown.status == 0
    assert shown.err == f"{LEDGER}: the last line is unfinished and was passed over\n"


@pytest.mark.parametrize("session", ["9.9.9", "\x1b[2J", "1.1"])
def test_a_session_that_is_not_there(copy: Path, command: Command, session: str) -> None:
    shown = command("show", "results/golden", session, "--faults")
    assert (shown.status, shown.out) == (2, "")
    assert "expected a finished session, named round.table.seating such as 1.1.1" in shown.err
    assert "\x1b" not in shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "expected a SESSION such as 1.1.1, or --faults, got neither"),
        (("--deal", "3"), "expected a SESSION such as 1.1.1, or --faults, got neither"),
        (("1.1.1", "--deal", "3", "--faults"), "not to be had with --faults"),
    ],
)
def test_what_makes_no_sense(
    copy: Path, command: Command, words: tuple[str, ...], said: str
) -> None:
    shown = command("show", "results/golden", *words)
    assert (shown.status, shown.out) == (2, "")
    assert said in shown.err


def test_a_run_with_faults_names_the_command(golden_folder: Path, copy: Path) -> None:
    from tests.cli.golden_outputs import printed

    os.chdir(golden_folder)
    status, _, err = printed("run league.yaml")
    assert status == 0
    assert err.splitlines()[-1] == "  barbu-arena show results/golden --faults"
