"""What cannot start in the sandbox is refused beforehand, in words of the arena's own.

What the system says of it at the start is shown beside. Source: trust.md §3, at its end, and §4.3.
"""

from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.sandbox_checks import command_inside
from barbu_arena.players.bot import Bot
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.process import BotGone
from barbu_arena.players.sandbox import Sandbox
from tests.sandbox.inside import bot_in, needs_root, said_by

HOME = "/home/of-nobody"

GREETS = "#!/usr/bin/python3\nprint('hello')\n"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", HOME)


def write_bot(folder: Path, content: bytes | str, command: str = "[./run]") -> Path:
    """Write a bot whose program is the file `run`; others may read all of it."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.yaml").write_text(f"name: alice\ncommand: {command}\n")
    program = folder / "run"
    program.write_bytes(content.encode() if isinstance(content, str) else content)
    program.chmod(0o755)
    return folder


def hidden(folder: Path) -> str:
    return load_bot(folder).hidden


def started(sandbox: Sandbox, bot: Bot) -> str:
    """Return what comes of starting a bot: what it says, or what the system says."""
    try:
        return said_by(sandbox.start(bot), b"").decode()
    except (BotGone, ArenaTrouble) as end:
        return str(end)


def test_a_script_starts(sandbox: Sandbox, open_folder: Path) -> None:
    bot = load_bot(write_bot(open_folder / "alice", GREETS))
    assert bot.hidden == ""
    assert bot.inside == ("/bot/run",)
    assert started(sandbox, bot) == "hello\n"


S390 = b"\x7fELF\x02\x02\x01" + bytes(9) + b"\x00\x02\x00\x16" + bytes(44)


@pytest.mark.parametrize(
    ("content", "system_says", "words"),
    [
        ("#!/usr/bin/python3\r\nprint()\r\n", "No such file", "(Windows line end)"),
        ("#!/usr/bin/no-such-python\n", "No such file", "an interpreter that does not exist"),
        (S390, "exited with status", "./run is built for another processor"),
        ("", "exited with status 0", "./run is empty"),
    ],
)
def test_the_system_misleads_where_the_arena_does_not(
    sandbox: Sandbox, open_folder: Path, content: bytes | str, system_says: str, words: str
) -> None:
    folder = write_bot(open_folder / "alice", content)
    assert system_says in started(sandbox, bot_in(folder, "/bot/run"))
    with pytest.raises(ConfigError) as refused:
        load_bot(folder)
    assert words in str(refused.value)


def test_a_folder_below_a_closed_one(sandbox: Sandbox, open_folder: Path) -> None:
    needs_root()
    closed = open_folder / "closed"
    closed.mkdir(mode=0o700)
    folder = write_bot(closed / "alice", GREETS)
    assert "Can't find source path" in started(sandbox, bot_in(folder, "/bot/run"))
    assert hidden(folder) == (
        f"{closed} is closed to other users, and bots run as one when the arena runs as root. "
        "Open it (chmod o+x), move the bot, or run the arena as an ordinary user"
    )
    closed.chmod(0o701)
    assert hidden(folder) == ""
    assert started(sandbox, load_bot(folder)) == "hello\n"


CURE = "the arena runs as root. Mend it with chmod -R o+rX, or run it as an ordinary user"


def test_a_program_and_a_folder_that_others_may_not_read(
    sandbox: Sandbox, open_folder: Path
) -> None:
    needs_root()
    folder = write_bot(open_folder / "alice", GREETS)
    (folder / "run").chmod(0o711)
    assert "Permission denied" in started(sandbox, bot_in(folder, "/bot/run"))
    assert hidden(folder) == f"other users may not read run, and bots run as one: {CURE}"
    folder.chmod(0o711)
    assert hidden(folder) == (f"other users may not list its folder, and bots run as one: {CURE}")


def test_an_argument_of_the_command_that_others_may_not_read(open_folder: Path) -> None:
    needs_root()
    folder = write_bot(open_folder / "alice", GREETS, "[python3, bot.py]")
    script = folder / "bot.py"
    script.write_text(GREETS)
    script.chmod(0o600)
    assert hidden(folder) == f"other users may not read bot.py, and bots run as one: {CURE}"


SEEN = "which bots cannot see. Use a system interpreter, or add it under 'read_only' for this bot"


def test_an_interpreter_in_the_home_folder(
    sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = open_folder / "home"
    interpreter = write_bot(home, GREETS) / "run"
    folder = write_bot(open_folder / "alice", f"#!{interpreter}\n")
    assert "No such file" in started(sandbox, bot_in(folder, "/bot/run"))
    assert hidden(folder) == f"the interpreter {interpreter} is outside of /usr, {SEEN}"
    monkeypatch.setenv("HOME", str(home))
    assert hidden(folder) == f"the interpreter {interpreter} is in your home folder, {SEEN}"


def test_an_interpreter_that_is_shown(sandbox: Sandbox, open_folder: Path) -> None:
    interpreter = write_bot(open_folder / "tools", "#!/bin/sh\necho I run $1\n") / "run"
    folder = write_bot(open_folder / "alice", f"#!{interpreter}\n")
    shown = (str(open_folder / "tools"),)
    inside = command_inside("./run", (str(folder / "run"),), folder, shown)
    assert inside.command == ("/bot/run",)
    bot = Bot("alice", str(folder), (), inside=inside.command, read_only=shown)
    assert started(sandbox, bot) == "I run /bot/run\n"


def test_a_link_out_of_the_folder(sandbox: Sandbox, open_folder: Path) -> None:
    outside = write_bot(open_folder / "elsewhere", GREETS) / "run"
    folder = write_bot(open_folder / "alice", GREETS)
    (folder / "run").unlink()
    (folder / "run").symlink_to(outside)
    assert "No such file" in started(sandbox, bot_in(folder, "/bot/run"))
    assert hidden(folder) == f"the interpreter {outside} is outside of /usr, {SEEN}"
