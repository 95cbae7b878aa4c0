"""What a crash may leave is healed with a note; any other damage is refused by its line number.

Source: design §9, trust.md §7.3 rule 2.
"""

import re
import shutil
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.end_to_end.conftest import SESSIONS, Undisturbed
from tests.league_folder import comparable


@pytest.fixture
def copy(tmp_path: Path, undisturbed: Undisturbed, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a copy of the undisturbed league, for a test to damage."""
    shutil.copytree(undisturbed.folder, tmp_path / "copy")
    monkeypatch.chdir(tmp_path / "copy")
    return tmp_path / "copy"


def ledger_of(copy: Path) -> Path:
    return copy / "results" / "league" / "sessions.jsonl"


@pytest.mark.parametrize(
    "tail", [b"", b"\0" * 4096, b'{"record":1,'], ids=["cut", "cut, then NULs", "line begun"]
)
def test_a_torn_last_line_is_healed(
    copy: Path, command: Command, undisturbed: Undisturbed, tail: bytes
) -> None:
    ledger = ledger_of(copy)
    whole = ledger.read_bytes()
    begin = whole[:-1].rfind(b"\n") + 1
    last = b"" if tail.startswith(b"{") else whole[begin : begin + 200]
    ledger.write_bytes(whole[:begin] + last + tail)
    seen = command("verify", "results/league")
    assert seen.status == 0, seen.err
    assert "the last line is unfinished and was passed over" in seen.err
    assert seen.out.startswith(f"verified: {SESSIONS - 1} sessions, ")
    again = command("run", "league.yaml")
    assert again.status == 0, again.err
    assert (
        f"results/league/sessions.jsonl: an unfinished last line ({len(last + tail)} bytes) was "
        "cut off; its session is played again"
    ) in again.err
    assert again.out == undisturbed.ended.out
    assert comparable(ledger.parent) == undisturbed.files


@pytest.mark.parametrize("kept", [0.0, 0.02, 0.4, 0.8, 1.0])
def test_a_league_goes_on_from_a_last_line_cut_anywhere(
    copy: Path, command: Command, undisturbed: Undisturbed, kept: float
) -> None:
    """That every cut is healed is shown in tests/files; here the league is played on."""
    ledger = ledger_of(copy)
    whole = ledger.read_bytes()
    begin = whole[:-1].rfind(b"\n") + 1
    # 1.0: all but the line feed.
    cut = begin + round(kept * (len(whole) - 1 - begin))
    ledger.write_bytes(whole[:cut])
    again = command("run", "league.yaml", "--jobs", "1")
    assert again.status == 0, again.err
    assert again.out == undisturbed.ended.out
    assert ledger.read_bytes() == whole
    assert comparable(ledger.parent) == undisturbed.files


@pytest.mark.parametrize("line", [1, 13, SESSIONS])
def test_a_flipped_byte_is_refused_with_its_line(copy: Path, command: Command, line: int) -> None:
    ledger = ledger_of(copy)
    lines = ledger.read_bytes().splitlines(keepends=True)
    at = lines[line - 1].index(b'"raw":[') + 8
    lines[line - 1] = lines[line - 1][:at] + b"7" + lines[line - 1][at + 1 :]
    ledger.write_bytes(b"".join(lines))
    damaged = ledger.read_bytes()
    for words in (["run", "league.yaml"], ["table", "results/league"], ["verify", str(ledger)]):
        refused = command(*words)
        assert refused.status == 4, words
        assert re.search(rf"sessions\.jsonl:{line}: .*digest", refused.err), refused.err
        assert refused.out == ""
    assert ledger.read_bytes() == damaged


def test_any_flipped_bit_is_found(copy: Path, command: Command) -> None:
    ledger = ledger_of(copy)
    whole = ledger.read_bytes()
    for place in range(5, len(whole), len(whole) // 6):
        ledger.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        refused = command("table", "results/league")
        line = whole[:place].count(b"\n") + 1
        assert (refused.status, refused.out) == (4, ""), place
        assert f"sessions.jsonl:{line}: " in refused.err


def test_a_line_twice_is_refused(copy: Path, command: Command) -> None:
    ledger = ledger_of(copy)
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join([*lines, lines[4]]))
    name = re.search(rb'"round":(\d+),"table":(\d+),"seating":(\d+)', lines[4])
    assert name is not None
    session = ".".join(part.decode() for part in name.groups())
    expected = (
        f"results/league/sessions.jsonl:{SESSIONS + 1}: session {session} is also in line 5\n"
    )
    advice = (
        "Nothing was played. Put back a copy of results/league/sessions.jsonl that holds, or "
        "delete all lines that `barbu-arena verify results/league` names: what is missing then is "
        "played again\n"
    )
    for words, more in ((["run", "league.yaml"], advice), (["table", "results/league"], "")):
        refused = command(*words)
        assert (refused.status, refused.out) == (4, "")
        assert refused.err == expected + more
    verified = command("verify", "results/league")
    assert (verified.status, verified.out) == (4, "")
    assert expected in verified.err


def test_a_session_of_another_league_is_refused(copy: Path, command: Command) -> None:
    cases = Path(__file__).parents[1] / "cases" / "sessions" / "modern.jsonl"
    with ledger_of(copy).open("ab") as file:
        file.write(cases.read_bytes().splitlines(keepends=True)[0])
    refused = command("table", "results/league")
    assert refused.status == 4
    assert f"sessions.jsonl:{SESSIONS + 1}: session 1.1.1 is also in line " in refused.err


def test_a_derived_file_that_was_lost_or_changed_is_made_again(
    copy: Path, command: Command, undisturbed: Undisturbed
) -> None:
    results = ledger_of(copy).parent
    (results / "table.txt").unlink()
    (results / "table.csv").write_text("nonsense\n")
    again = command("run", "league.yaml", "-q")
    assert (again.status, again.err) == (0, "")
    assert comparable(results) == undisturbed.files
