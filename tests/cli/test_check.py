"""`barbu-arena check`: a plain verdict on a bot."""

import re
import shutil
from pathlib import Path

import pytest

from tests.command_line import Command
from tests.small_leagues import BOTS

SHIPPED = Path(__file__).parents[2] / "bots"


def bot(folder: Path, how: str, at: int = 1) -> Path:
    """Make a bot that misbehaves in its own way, by its own bot.yaml."""
    shutil.copytree(BOTS / "misbehave", folder / "bot")
    words = f"[python3, -I, -S, bot.py, --how, {how}, --at, '{at}']"
    (folder / "bot" / "bot.yaml").write_text(f"name: bot\ncommand: {words}\n")
    return folder / "bot"


@pytest.mark.parametrize("name", ["random", "dodger", "steady", "dreamer"])
def test_the_bots_that_ship(name: str, command: Command) -> None:
    ended = command("check", SHIPPED / name)
    assert ended.status == 0, ended.out
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert [line[:4] for line in lines[:-1]] == ["ok  "] * 3
    assert lines[-1] == f"{name}: ready to play"


@pytest.mark.parametrize("how", ["crlf", "bom", "blank-lines", "unknown-fields", "well"])
def test_what_is_tolerated(how: str, in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, how))
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "bot: ready to play"), ended.out


@pytest.mark.parametrize(
    ("how", "at", "expected"),
    [
        ("illegal", 5, r"FAIL  deal 1, play \d+: illegal: "),
        ("exit-3", 5, r"FAIL  deal 1, play \d+: crash: exited with status 3"),
        ("garbage", 0, "FAIL  handshake: "),
        ("bad-name", 0, "FAIL  handshake: "),
        ("exit-at-once", 0, "FAIL  handshake: exited with status 1 before the handshake"),
        ("ignore-eof", 1, "FAIL  did not leave within 1 s of the end of its input, and was killed"),
    ],
)
def test_what_is_not(how: str, at: int, expected: str, in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, how, at))
    assert ended.status == 3
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert any(re.match(expected, line) for line in lines), ended.out
    assert lines[-1] == "bot: not ready"


def test_all_faults_are_told_with_what_was_sent(in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, "illegal", at=5))
    lines = ended.out.splitlines()
    assert sum(": illegal: " in line for line in lines) == 3
    assert sum(line.startswith('FAIL    sent:     {"id":"') for line in lines) == 3
    answers = [line for line in lines if line.startswith("FAIL    received: ")]
    assert len(answers) == 3
    assert all(line.endswith(',"action":"11X"}\\x0a') for line in answers)


def test_its_stderr_is_shown_and_harmless(in_tmp: Path, command: Command) -> None:
    folder = bot(in_tmp, "exit-at-once")
    tells = "import os\nos.write(2, b'\\x1b[2J<script>=1+1\\n')\n"
    (folder / "bot.py").write_text(tells + (folder / "bot.py").read_text())
    ended = command("check", folder)
    assert ended.status == 3
    shown = ended.out.partition("the end of its stderr:\n")[2].splitlines()
    assert shown[0] == "      \\x1b[2J<script>=1+1"
    assert "\x1b" not in ended.out


def test_other_rules_and_seeds(in_tmp: Path, command: Command) -> None:
    folder = bot(in_tmp, "well")
    plain = command("check", folder, "--rules", "modern-no-doubles", "--seed", "another")
    assert plain.status == 0
    assert command("check", folder, "--rules", "nonsense").status == 2
