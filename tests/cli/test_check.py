"""`barbu-arena check`: a plain verdict on a bot."""

import os
import re
import shutil
from pathlib import Path

import pytest

from barbu_arena.files import rules_file
from barbu_arena.players import launching
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import Fault
from barbu_arena.players.sandbox import Sandbox, launch_plainly
from barbu_arena.players.sandbox_probe import Obstacle
from tests.command_line import Command
from tests.small_leagues import BOTS

SHIPPED = Path(__file__).parents[2] / "bots"


def bot(folder: Path, how: str, at: int = 1) -> Path:
    """Make a bot that misbehaves in its own way, by its own bot.yaml."""
    shutil.copytree(BOTS / "misbehave", folder / "bot")
    words = f"[python3, -I, -S, bot.py, --how, {how}, --at, '{at}']"
    (folder / "bot" / "bot.yaml").write_text(f"name: bot\ncommand: {words}\n")
    return folder / "bot"


PLAINLY = ("--sandbox", "none", "--sessions", "1")
"""So that it does not matter whether this machine has a sandbox; and quickly."""


@pytest.mark.parametrize("name", ["random", "dodger-py", "steady", "monte-carlo"])
def test_the_bots_that_ship(name: str, command: Command) -> None:
    ended = command("check", SHIPPED / name, *PLAINLY)
    assert ended.status == 0, ended.out
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert not [line for line in lines if line.startswith(("FAIL", "note"))]
    assert sum(line.startswith("ok  ") for line in lines) == 7
    assert lines[-1] == f"{name}: ready to play"


@pytest.mark.parametrize("how", ["crlf", "bom", "blank-lines", "unknown-fields", "well"])
def test_what_is_tolerated(how: str, in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, how), *PLAINLY)
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "bot: ready to play"), ended.out


@pytest.mark.parametrize(
    ("how", "at", "expected"),
    [
        ("illegal", 5, r"FAIL  session 1, deal 1, play \d+: illegal: "),
        ("exit-3", 5, r"FAIL  session 1, deal 1, play \d+: crash: exited with status 3"),
        ("garbage", 0, "FAIL  hello, without a sandbox: protocol: not valid JSON: "),
        ("bad-name", 0, "FAIL  hello, without a sandbox: protocol: name must be "),
        (
            "exit-at-once",
            0,
            "FAIL  hello, without a sandbox: crash: exited with status 1 before the handshake",
        ),
        ("ignore-eof", 1, "FAIL  did not leave within 1 s of the end of its input, and was killed"),
    ],
)
def test_what_is_not(how: str, at: int, expected: str, in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, how, at), *PLAINLY)
    assert ended.status == 3
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert any(re.match(expected, line) for line in lines), ended.out
    assert lines[-1] == "bot: not ready"


@pytest.mark.parametrize(
    ("mark", "where"),
    [
        ('"type":"hello"', "hello"),
        ('{"type":"omen"', "a first contract"),
        ('"type":"choose"', "the last contract left"),
    ],
)
def test_what_it_does_not_know_is_named(
    mark: str, where: str, in_tmp: Path, command: Command
) -> None:
    folder = bot(in_tmp, "well")
    stops = f"        if '{mark}' in line and 'omen' in line: os._exit(7)\n"
    text = (folder / "bot.py").read_text()
    start = "    for line in sys.stdin:\n"
    (folder / "bot.py").write_text(text.replace(start, start + stops))
    ended = command("check", folder, *PLAINLY)
    assert (ended.status, ended.err) == (3, "")
    failed = [line for line in ended.out.splitlines() if line.startswith("FAIL  ")]
    when = "beside fields and messages that it does not know"
    assert failed[0].startswith(f"FAIL  {where}, {when}: crash: exited with status 7")
    assert re.match(r'FAIL    sent:     {"id":"[0-9a-f]{8}",', failed[2])
    assert failed[3] == "FAIL    received: nothing"


def test_a_question_out_of_the_blue(in_tmp: Path, command: Command) -> None:
    folder = bot(in_tmp, "well")
    text = (folder / "bot.py").read_text()
    asked = """'"session":"0.0.0"' in line and '"type":"double"' in line"""
    trap = f"""        if {asked} and '"legal":["-"' not in line: raise SystemExit("a bug")\n"""
    start = "    for line in sys.stdin:\n"
    (folder / "bot.py").write_text(text.replace(start, start + trap))
    ended = command("check", folder, *PLAINLY)
    assert ended.status == 3
    assert "\nFAIL  a forced double, out of the blue: crash: exited with status 1" in ended.out
    assert "\nthe end of its stderr:\n      a bug\n" in ended.out


def test_all_faults_are_told_with_what_was_sent(in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, "illegal", at=5), *PLAINLY)
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
    ended = command("check", folder, *PLAINLY)
    assert ended.status == 3
    shown = ended.out.partition("the end of its stderr:\n")[2].splitlines()
    assert shown[0] == "      \\x1b[2J<script>=1+1"
    assert "\x1b" not in ended.out


def test_other_rules_and_seeds(in_tmp: Path, command: Command) -> None:
    folder = bot(in_tmp, "well")
    plain = command("check", folder, *PLAINLY, "--rules", "modern-no-doubles", "--seed", "another")
    assert plain.status == 0
    assert command("check", folder, *PLAINLY, "--rules", "nonsense").status == 2


def test_all_rules(in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    presets = ("simple", "classic", "classic-salade", "modern")
    monkeypatch.setattr(rules_file, "preset_names", lambda: presets)
    folder = bot(in_tmp, "well")
    ended = command("check", folder, *PLAINLY, "--all-rules")
    assert ended.status == 0
    assert ended.out.splitlines()[-4:] == [
        "ok    simple: a session, and every kind of question",
        "ok    classic: a session, and every kind of question",
        "ok    classic-salade: a session, and every kind of question",
        "bot: ready to play",
    ]
    fails = """        if '"contract":"salade"' in line: os._exit(7)\n"""
    start = "    for line in sys.stdin:\n"
    text = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(text.replace(start, start + fails))
    ended = command("check", folder, *PLAINLY, "--all-rules")
    assert ended.status == 3
    lines = ended.out.splitlines()
    assert "ok    simple: a session, and every kind of question" in lines
    place = r"classic-salade: session 1, deal \d+, (double|play) \d+: crash: exited with status 7"
    assert any(re.fullmatch(f"FAIL  {place}", line) for line in lines)
    assert lines[-1] == "bot: not ready"


# The sandbox


NOWHERE = Obstacle("there is none in this test", "Leave the test.")


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "find_sandbox", lambda: NOWHERE)


@pytest.fixture
def a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a sandbox work that launches plainly."""
    monkeypatch.setattr(Sandbox, "launch", lambda _, bot: launch_plainly(bot))
    found = Sandbox("/usr/bin/bwrap", "/usr/bin/prlimit", b"8 bytes.", False)
    monkeypatch.setattr(launching, "find_sandbox", lambda: found)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_it_is_told_so_and_checked_all_the_same(
    in_tmp: Path, command: Command
) -> None:
    ended = command("check", bot(in_tmp, "well"))
    assert ended.status == 0
    assert ended.err == (
        "NO SANDBOX: bots run with your own rights, for there is none in this test. Leave the "
        "test. `sandbox: required` refuses instead.\n"
    )
    assert re.match(r"ok    handshake in \d+ ms, without a sandbox: misbehave 1\n", ended.out)


@pytest.mark.usefixtures("no_sandbox")
def test_a_sandbox_that_is_required_and_not_there(in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, "well"), "--sandbox", "required")
    assert (ended.status, ended.out) == (69, "")
    assert ended.err == "no sandbox: there is none in this test. Leave the test.\n"


@pytest.mark.usefixtures("a_sandbox")
@pytest.mark.parametrize("wish", [(), ("--sandbox", "required"), ("--sandbox", "auto")])
def test_in_a_sandbox(wish: tuple[str, ...], in_tmp: Path, command: Command) -> None:
    ended = command("check", bot(in_tmp, "well"), *wish)
    assert (ended.status, ended.err) == (0, ""), ended.out
    assert re.match(r"ok    handshake in \d+ ms, in the sandbox: misbehave 1\n", ended.out)


@pytest.mark.usefixtures("a_sandbox")
def test_a_bot_that_cannot_start_in_the_sandbox(in_tmp: Path, command: Command) -> None:
    folder = bot(in_tmp, "well")
    with (folder / "bot.yaml").open("a") as file:
        file.write(f"read_only: [{in_tmp}]\n")
    ended = command("check", folder)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == (
        f"bot 'bot': it wants to see {in_tmp}. If you agree, repeat that under 'read_only' for "
        "this bot in the tournament.\n"
        "Or play without a sandbox, if you trust every bot: --sandbox none.\n"
    )
    assert command("check", folder, *PLAINLY).status == 0
    assert command("check", folder, "--read-only", in_tmp).status == 0


def test_who_ponders_is_told_at_the_end(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Fault("resource", "used 9.5 s of processor time while others were on move")
    monkeypatch.setattr(BotPlayer, "parting_fault", lambda _: fault)
    ended = command("check", bot(in_tmp, "well"), *PLAINLY)
    assert ended.status == 3
    assert f"FAIL  session 1, at the end: resource: {fault.message}" in ended.out.splitlines()
