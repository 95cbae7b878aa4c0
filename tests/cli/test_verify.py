"""`barbu-arena verify` on ledger files: what the records show, and what is known beside them."""

from pathlib import Path

import pytest

from tests.command_line import Command

SESSIONS = Path(__file__).parents[1] / "cases" / "sessions"
LEAGUE = Path(__file__).parents[1] / "cases" / "league" / "sessions.jsonl"


@pytest.mark.parametrize(
    ("name", "count"), [("modern", 3), ("simple", 3), ("classic", 3), ("modern-with-faults", 1)]
)
def test_good_ledgers(name: str, count: int, command: Command) -> None:
    ended = command("verify", SESSIONS / f"{name}.jsonl")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(f"verified: {count} sessions, ledger ")


def test_the_seed_of_a_league(command: Command) -> None:
    assert command("verify", LEAGUE, "--seed", "league").status == 0
    ended = command("verify", LEAGUE, "--seed", "ligue")
    assert (ended.status, ended.out) == (4, "")
    lines = ended.err.splitlines()
    assert len(lines) == 1 + 24
    assert lines[1] == f"{LEAGUE}:1: deal 1: the hands are not those of the seed"


def test_rules_of_a_file(in_tmp: Path, command: Command) -> None:
    record = (SESSIONS / "modern.jsonl").read_bytes().splitlines(keepends=True)[0]
    (in_tmp / "s.jsonl").write_bytes(record)
    (in_tmp / "mine.yaml").write_text("name: mine\nextends: modern\n")
    assert command("verify", "s.jsonl", "--rules", "modern").status == 0
    other = command("verify", "s.jsonl", "--rules", "./mine.yaml")
    assert (other.status, other.out) == (4, "")
    assert "s.jsonl:1: played by rule set 'modern', not mine" in other.err


def test_a_rule_set_that_is_no_preset(in_tmp: Path, command: Command, golden_folder: Path) -> None:
    line = (golden_folder / "results" / "golden" / "sessions.jsonl").read_bytes()
    (in_tmp / "s.jsonl").write_bytes(line.replace(b'"rules":"modern"', b'"rules":"strange"'))
    ended = command("verify", "s.jsonl")
    assert (ended.status, ended.out) == (4, "")
    assert "digest" in ended.err  # it was changed, after all


def test_what_is_no_ledger(in_tmp: Path, command: Command) -> None:
    (in_tmp / "text").write_text("hello\nworld\n")
    ended = command("verify", "text")
    assert (ended.status, ended.out) == (4, "")
    lines = ended.err.splitlines()
    assert lines[0] == "2 wrong, 0 verified"
    assert lines[1].startswith("text:1: not valid JSON")
    assert lines[2].startswith("text:2: not valid JSON")


def test_an_empty_ledger(in_tmp: Path, command: Command) -> None:
    (in_tmp / "empty.jsonl").write_bytes(b"")
    ended = command("verify", "empty.jsonl")
    assert ended.status == 0
    assert ended.out.startswith("verified: 0 sessions, ledger e3b0c442")


def test_hostile_text_reaches_no_terminal(in_tmp: Path, command: Command) -> None:
    (in_tmp / "bad.jsonl").write_bytes(b'{"record":1,"\\u001b[2J":1,"x":"\x1b]0;x\x07"}\n')
    ended = command("verify", "bad.jsonl")
    assert ended.status == 4
    assert all(char.isprintable() or char == "\n" for char in ended.err)


def test_a_missing_path(in_tmp: Path, command: Command) -> None:
    ended = command("verify", "none.jsonl")
    assert (ended.status, ended.out) == (2, "")
    assert "'none.jsonl' does not exist." in ended.err
