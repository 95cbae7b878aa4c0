"""Bot folders: what is refused before play and in which words."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files import start_checks
from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.players.bot import Build

BOT = "name: alice\ncommand: [./run]\n"
SCRIPT = b"#!/bin/sh\nexit\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "alice"
    path.mkdir()
    return path


def write(path: Path, content: bytes, mode: int = 0o755) -> None:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(content)
    path.chmod(mode)


def refused(folder: Path, source: str = BOT, name: str | None = None) -> list[str]:
    (folder / "bot.yaml").write_text(source)
    with pytest.raises(ConfigError) as raised:
        load_bot(folder, Grant(name=name))
    return str(raised.value).splitlines()


def test_a_good_bot(folder: Path) -> None:
    (folder / "bot.yaml").write_text(
        'name: alice\ncommand: [./run, -x]\nversion: "1.0"\nauthor: é\ndescription: "d: ♣"\n'
        "build: [cc, -o, run, run.c]\nbuild_output: [obj/]\nread_only: [/opt/data]\n"
    )
    write(folder / "run", SCRIPT)
    bot = load_bot(Path("alice"))
    assert bot.name == "alice"
    assert bot.folder == str(folder)
    assert bot.command == (str(folder / "run"), "-x")
    assert (bot.version, bot.author, bot.description) == ("1.0", "é", "d: ♣")
    other = load_bot(folder, Grant(name="bob", args=("--fast", "2")))
    assert other.name == "bob"
    assert other.command == (str(folder / "run"), "-x", "--fast", "2")


def test_a_folder_by_a_link_is_the_folder_itself(folder: Path) -> None:
    (folder / "bot.yaml").write_text(BOT)
    write(folder / "run", SCRIPT)
    os.symlink(folder, "link")
    assert load_bot(Path("link")).folder == str(folder)


def test_no_folder_and_no_file(folder: Path) -> None:
    for path, expected in (
        ("none", "none: expected the folder of a bot, got no such folder"),
        ("file", "file: expected the folder of a bot, got a file"),
        ("alice", "alice/bot.yaml: expected a YAML file, got no such file"),
    ):
        Path("file").touch()
        with pytest.raises(ConfigError) as raised:
            load_bot(Path(path))
        assert str(raised.value) == expected


WHERE = "alice/bot.yaml:2:10: command: bot 'alice': "


@pytest.mark.parametrize(
    ("content", "mode", "problem"),
    [
        (None, 0, "no such file: ./run"),
        (SCRIPT, 0o644, "./run is not executable (chmod +x)"),
        (b"#!/usr/bin/pyton3\n", 0o755, "interpreter that does not exist: /usr/bin/pyton3"),
        (b"#!/usr/bin/env no-such\n", 0o755, "an interpreter that does not exist: no-such"),
        (
            b"#!/usr/bin/env -S no-such -u\n",
            0o755,
            "./run names an interpreter that does not exist: no-such",
        ),
        (b"#!/bin/x\x1b[2J\n", 0o755, "an interpreter that does not exist: /bin/x\\x1b[2J"),
        (b"#!\n", 0o755, "./run starts with '#!' but names no interpreter"),
        (
            b"#!/usr/bin/python3\r\nprint()\r\n",
            0o755,
            "./run starts with '#!/usr/bin/python3\\r' (Windows line end)",
        ),
        (b"", 0o755, "./run is empty"),
        (
            b"print()\n",
            0o755,
            "./run is neither a program nor a script with a '#!' line; "
            "put its interpreter first in the command",
        ),
    ],
)
def test_a_program_that_cannot_start(
    folder: Path, content: bytes | None, mode: int, problem: str
) -> None:
    if content is not None:
        write(folder / "run", content, mode)
    (line,) = refused(folder)
    assert line.startswith(WHERE)
    assert line.endswith(problem)


def test_a_directory_and_a_pipe_are_no_programs(folder: Path) -> None:
    (folder / "run").mkdir()
    assert refused(folder) == [f"{WHERE}./run is a directory, not a program"]
    (folder / "run").rmdir()
    os.mkfifo(folder / "run")
    assert refused(folder) == [f"{WHERE}./run is not a plain file"]


@pytest.mark.skipif(sys.platform != "linux", reason="ELF is the form of programs on Linux")
@pytest.mark.parametrize("command", ["[./{}]", "[{}]", "[python3, {}.py]"])
def test_a_name_longer_than_any_file_has_is_refused(folder: Path, command: str) -> None:
    name = "x" * 300
    (folder / "bot.yaml").write_text(f"name: alice\ncommand: {command.format(name)}\n")
    with pytest.raises(ConfigError, match=r"cannot be looked at: File name too long$"):
        load_bot(folder)
    with pytest.raises(ConfigError, match=r"got one that cannot be read: File name too long$"):
        load_bot(Path(name))


def test_a_word_too_long_for_a_message_is_not_in_one(folder: Path) -> None:
    (folder / "bot.yaml").write_text(f"name: alice\ncommand: [x{'9' * 5_000}]\n")
    with pytest.raises(ConfigError) as refused:
        load_bot(folder)
    assert str(refused.value) == (
        "alice/bot.yaml:2:11: command[0]: expected a printable text of at most 1000 characters, "
        f"got 'x{'9' * 58}…'"
    )


def test_a_program_for_another_processor(folder: Path) -> None:
    here = Path(sys.executable).read_bytes()[:64]
    s390 = here[:5] + b"\x02" + here[6:18] + b"\x00\x16" + here[20:]
    write(folder / "run", s390)
    assert refused(folder) == [f"{WHERE}./run is built for another processor"]
    write(folder / "run", here)
    assert load_bot(folder).command == (str(folder / "run"),)


def test_what_is_to_be_built_need_not_be_there(folder: Path) -> None:
    (folder / "bot.yaml").write_text(f"{BOT}build: [cc, '-DX=a b', -o, run, run.c]\n")
    bot = load_bot(folder)
    assert bot.build == Build(("cc", "-DX=a b", "-o", "run", "run.c"), ("run",))
    assert bot.command == (str(folder / "run"),)
    write(folder / "run", SCRIPT)
    assert load_bot(folder).build is None


def test_what_no_build_is_known_to_make_has_to_be_there(folder: Path) -> None:
    problem = "no such file: ./run; if the build makes it, name it under build_output"
    source = f"{BOT}build: [make]\n"
    assert refused(folder, source, "bob") == [WHERE.replace("alice':", "bob':") + problem]


def test_a_name_without_a_slash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = folder.parent / "bin"
    write(elsewhere / "tool", SCRIPT)
    monkeypatch.setenv("PATH", str(elsewhere))
    source = "name: alice\ncommand: [tool]\n"
    (folder / "bot.yaml").write_text(source)
    assert load_bot(folder).command == (str(elsewhere / "tool"),)
    # What is no program in the folder does not hide the one on PATH; a program does.
    write(folder / "tool", b"data", 0o644)
    assert load_bot(folder).command == (str(elsewhere / "tool"),)
    write(folder / "tool", SCRIPT)
    assert load_bot(folder).command == (str(folder / "tool"),)
    write(folder / "other", SCRIPT, 0o644)
    assert refused(folder, "name: alice\ncommand: [other]\n") == [
        f"{WHERE}other is not executable (chmod +x)"
    ]
    assert refused(folder, "name: alice\ncommand: [nothing]\n") == [
        f"{WHERE}no such file: nothing is neither in the bot's folder nor on PATH"
    ]


def test_a_shim_of_python_is_the_running_python(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shims = folder.parent / "shims"
    write(shims / "python3", SCRIPT)
    write(shims / "perl", SCRIPT)
    monkeypatch.setenv("PATH", str(shims))
    (folder / "bot.yaml").write_text("name: alice\ncommand: [python3, bot.py]\n")
    write(folder / "bot.py", b"", 0o644)
    assert load_bot(folder).command == (sys.executable, "bot.py")
    (folder / "bot.yaml").write_text("name: alice\ncommand: [perl, bot.py]\n")
    assert load_bot(folder).command == (str(shims / "perl"), "bot.py")
    shutil.copyfile("/bin/sh", shims / "python3")
    (folder / "bot.yaml").write_text("name: alice\ncommand: [python3, bot.py]\n")
    assert load_bot(folder).command == (str(shims / "python3"), "bot.py")


def test_an_interpreters_script_has_to_be_there(folder: Path) -> None:
    for command in ("[sh, bot.sh]", "[sh, -e, ./bot.sh]"):
        (line,) = refused(folder, f"name: alice\ncommand: {command}\n")
        assert line.startswith(f"{WHERE}no such file: ")
    (folder / "bot.yaml").write_text("name: alice\ncommand: [sh, -c, 'exit 0']\n")
    assert load_bot(folder).command[1:] == ("-c", "exit 0")


def test_all_problems_of_a_file_at_once(folder: Path) -> None:
    source = """\
name: Alice
command: [./run, 7]
version: 1.0
author: "a\\eb"
description: ~
build: []
build_output: [ok, ../out, /out, .]
read_only: [data, /, ~/data]
binary: run
"""
    inside, extra = "a path inside the bot's folder", "an absolute path, and not all of '/'"
    assert refused(folder, source) == [
        "alice/bot.yaml:1:7: name: expected a name of 1 to 32 characters out of "
        "a-z, 0-9, '.', '_' and '-' that can be a folder's, got 'Alice'",
        "alice/bot.yaml:2:18: command[1]: expected text, got the number 7; put it in quotes",
        "alice/bot.yaml:3:10: version: expected text, got the number 1.0; put it in quotes",
        "alice/bot.yaml:4:9: author: expected a text of at most 80 characters, got 'a\\x1bb'",
        "alice/bot.yaml:5:14: description: expected text, got nothing",
        "alice/bot.yaml:6:8: build: expected a list of at least 1 word, got a list of 0",
        f"alice/bot.yaml:7:20: build_output[1]: expected {inside}, got '../out'",
        f"alice/bot.yaml:7:28: build_output[2]: expected {inside}, got '/out'",
        f"alice/bot.yaml:7:34: build_output[3]: expected {inside}, got '.'",
        f"alice/bot.yaml:8:13: read_only[0]: expected {extra}, got 'data'",
        f"alice/bot.yaml:8:19: read_only[1]: expected {extra}, got '/'",
        "alice/bot.yaml:9:1: binary: expected one of the keys name, command, version, author, "
        "description, build, build_output, read_only, got an unknown one",
    ]
    assert refused(folder, "name: alice\n") == [
        "alice/bot.yaml:1:1: command: expected the command that starts the bot, "
        "as a list of words, got nothing"
    ]


def test_the_command_of_every_bot_that_ships_is_found_or_built() -> None:
    shipped = Path(__file__).parents[2] / "bots"
    folders = sorted(path.parent for path in shipped.glob("*/bot.yaml"))
    assert folders
    for folder in folders:
        bot = load_bot(folder)
        assert bot.name == folder.name
        if bot.build is None:
            assert os.path.isabs(start_checks.resolve_command(bot.command, folder)[0])
        else:
            assert Path(bot.command[0]).name in bot.build.outputs
