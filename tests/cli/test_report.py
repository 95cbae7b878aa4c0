"""`report`: one file, the same bytes again, the sessions asked for, no file of anybody else."""

import random
import re
import shutil
from pathlib import Path

import pytest

from barbu_arena.report.report_page import BEGINNING
from tests.command_line import Command


def sessions_in(path: Path) -> list[str]:
    """Return the sessions that a report steps through."""
    return re.findall(r'<script type="application/json" class="replay">\{"session":"([\d.]+)"',
                      path.read_text("utf-8"))  # fmt: skip


def test_a_report_is_written_into_the_results_folder(
    golden_folder: Path, tmp_path: Path, command: Command
) -> None:
    folder = shutil.copytree(golden_folder / "results" / "golden", tmp_path / "golden")
    before = {path.name for path in folder.iterdir()}
    ended = command("report", folder)
    assert (ended.status, ended.out) == (0, f"{folder}/report.html\n")
    assert re.fullmatch(r"\d+ kB; sessions to step through: \d\.1\.\d\n", ended.err)
    assert {path.name for path in folder.iterdir()} - before == {"report.html"}
    assert (folder / "report.html").read_text("utf-8").startswith(BEGINNING)


def test_the_order_of_the_ledger_and_the_place_of_the_folder_change_nothing(
    golden_folder: Path, tmp_path: Path, command: Command
) -> None:
    pages = []
    for name in ("first", "second"):
        folder = shutil.copytree(golden_folder / "results" / "golden", tmp_path / name / "golden")
        ledger = folder / "sessions.jsonl"
        lines = ledger.read_bytes().splitlines(keepends=True)
        random.Random(name).shuffle(lines)
        ledger.write_bytes(b"".join(lines))
        for _ in range(2):
            assert command("report", folder).status == 0
            pages.append((folder / "report.html").read_bytes())
    assert len(pages) == 4
    assert len(set(pages)) == 1


def test_without_a_wish_the_two_best_meet(
    in_golden: Path, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "report.html"
    assert command("report", "results/golden", "--output", path).status == 0
    assert sessions_in(path) == ["1.1.1"]


def test_the_sessions_asked_for_are_there_once_each(
    in_golden: Path, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "report.html"
    wishes = [word for session in ("2.1.3", "1.1.2", "2.1.3") for word in ("--replay", session)]
    ended = command("report", "results/golden", "--output", path, *wishes)
    assert (ended.status, ended.out) == (0, f"{path}\n")
    assert ended.err.endswith("sessions to step through: 2.1.3, 1.1.2\n")
    assert sessions_in(path) == ["2.1.3", "1.1.2"]


def test_no_session_at_all(in_golden: Path, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "report.html"
    ended = command("report", "results/golden", "--output", path, "--replay", "none")
    assert ended.err.endswith("sessions to step through: none\n")
    assert sessions_in(path) == []


def test_a_session_that_is_not_there(in_golden: Path, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "report.html"
    ended = command("report", "results/golden", "--output", path, "--replay", "9.1.1")
    assert (ended.status, ended.out) == (2, "")
    assert "session 9.1.1: expected a finished session" in ended.err
    assert not path.exists()


def test_faults_have_their_causes_and_no_path_of_this_machine(
    in_golden: Path, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "report.html"
    assert command("report", "results/golden", "--output", path).status == 0
    text = path.read_text("utf-8")
    assert "faults/1.1.1-1.txt" in text
    assert "is no legal answer" in text or "legal" in text
    assert str(in_golden) not in text
    assert str(tmp_path) not in text


def test_a_file_that_is_no_report_is_not_replaced(
    in_golden: Path, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "thesis.html"
    path.write_text("<!doctype html>\nyears of work")
    ended = command("report", "results/golden", "--output", path)
    assert (ended.status, ended.out) == (2, "")
    assert f"{path}: expected no file, or an earlier report, got another file" in ended.err
    assert path.read_text().endswith("years of work")


def test_a_place_that_cannot_be_written(in_golden: Path, tmp_path: Path, command: Command) -> None:
    ended = command("report", "results/golden", "--output", tmp_path / "no" / "report.html")
    assert (ended.status, ended.out) == (74, "")
    assert "cannot be written" in ended.err


def test_a_league_that_has_not_begun(golden_folder: Path, tmp_path: Path, command: Command) -> None:
    folder = shutil.copytree(golden_folder / "results" / "golden", tmp_path / "golden")
    (folder / "sessions.jsonl").write_bytes(b"")
    ended = command("report", folder)
    assert ended.status == 2
    assert "expected a finished session, got none" in ended.err


def test_an_unfinished_league(golden_folder: Path, tmp_path: Path, command: Command) -> None:
    folder = shutil.copytree(golden_folder / "results" / "golden", tmp_path / "golden")
    lines = (folder / "sessions.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "sessions.jsonl").write_bytes(lines[0])
    assert command("report", folder).status == 0
    text = (folder / "report.html").read_text("utf-8")
    assert "The league is not finished: 7 of 8 sessions are left." in text
    assert 'id="pairs"' not in text


@pytest.mark.parametrize("value", ["<b>3</b>", 7, True, None, [1]])
def test_what_a_stranger_writes_into_a_manifest_is_text_or_nothing(
    value: object, golden_folder: Path, tmp_path: Path, command: Command
) -> None:
    import json

    folder = shutil.copytree(golden_folder / "results" / "golden", tmp_path / "golden")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["python"] = value
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert command("report", folder).status == 0
    text = (folder / "report.html").read_text("utf-8")
    assert "<b>3</b>" not in text
    assert ("<dt>Python</dt>" in text) == isinstance(value, str | int)
