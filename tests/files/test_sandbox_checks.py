"""A bot's command as the sandbox shows it, and the words where it cannot start there."""

import os
import shutil
from pathlib import Path

import pytest

from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.files.sandbox_checks import Inside, command_inside
from barbu_arena.files.start_checks import interpreter_of
from barbu_arena.players.bot import Bot, ResourceLimits

CURE = "which bots cannot see. Use a system interpreter, or add it under 'read_only' for this bot"
SCRIPT = b"#!/bin/sh\nexit\n"
FOUND = shutil.which("sh", path="/usr/local/bin:/usr/bin:/bin")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's folder; the arena is not root, and home is beside it."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    place = tmp_path.resolve() / "bot"
    place.mkdir()
    return place


def write(path: Path, content: bytes = SCRIPT, mode: int = 0o755) -> str:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(content)
    path.chmod(mode)
    return str(path)


def inside(folder: Path, word: str, outside: str, *args: str, read_only: str = "") -> Inside:
    paths = [read_only] if read_only else []
    return command_inside(word, (outside, *args), folder, paths)


# Programs of the system, and others


def test_a_program_of_the_system_is_found_where_the_sandbox_looks(folder: Path) -> None:
    assert inside(folder, "sh", "/somewhere/sh", "bot.sh") == Inside((str(FOUND), "bot.sh"))


def test_a_program_of_the_system_by_its_path(folder: Path) -> None:
    assert inside(folder, "/usr/bin/env", "/usr/bin/env", "x") == Inside(("/usr/bin/env", "x"))


def test_a_program_of_the_home_folder_is_hidden(folder: Path, tmp_path: Path) -> None:
    program = write(tmp_path / "home" / ".versions" / "tool")
    for word in ("tool", "~/.versions/tool", program):
        assert inside(folder, word, program) == Inside(
            (), f"the interpreter {program} is in your home folder, {CURE}"
        )


def test_a_program_elsewhere_is_hidden(folder: Path, tmp_path: Path) -> None:
    program = write(tmp_path / "opt" / "to\x1bol")
    shown = program.replace("\x1b", "\\x1b")
    assert inside(folder, "to\x1bol", program) == Inside(
        (), f"the interpreter {shown} is outside of /usr, {CURE}"
    )


@pytest.mark.parametrize("granted", ["home", "home/.versions", "home/.versions/tool"])
def test_what_is_granted_is_seen(folder: Path, tmp_path: Path, granted: str) -> None:
    program = write(tmp_path / "home" / ".versions" / "tool")
    read_only = str(tmp_path / granted)
    assert inside(folder, "tool", program, "x", read_only=read_only) == Inside((program, "x"))


def test_what_is_granted_must_be_that(folder: Path, tmp_path: Path) -> None:
    program = write(tmp_path / "home" / ".versions" / "tool")
    for other in ("home/.version", "home/.versions/to", "homely"):
        assert inside(folder, "tool", program, read_only=str(tmp_path / other)).command == ()


def test_a_link_out_of_what_is_seen_is_followed(folder: Path, tmp_path: Path) -> None:
    program = write(tmp_path / "home" / "tool")
    granted = tmp_path / "granted"
    granted.mkdir()
    (granted / "tool").symlink_to(program)
    link = str(granted / "tool")
    assert inside(folder, link, link, read_only=str(granted)).command == ()
    both = command_inside(link, (link,), folder, [str(granted), str(tmp_path / "home")])
    assert both == Inside((link,))


# Programs of the bot's folder


@pytest.mark.parametrize("name", ["run", "build/out/run", "..run"])
def test_a_program_of_the_folder_is_below_bot(folder: Path, name: str) -> None:
    program = write(folder / name)
    assert inside(folder, f"./{name}", program, "-x") == Inside((f"/bot/{name}", "-x"))


def test_a_folder_beside_it_is_not_it(folder: Path) -> None:
    program = write(folder.with_name("bot2") / "run")
    assert inside(folder, "../bot2/run", program).hidden.startswith(f"the interpreter {program} is")


def test_a_link_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (folder / "run").symlink_to("/usr/bin/env")
    assert inside(folder, "./run", f"{folder}/run") == Inside(("/bot/run",))
    (folder / "run").unlink()
    program = write(tmp_path / "home" / "tool")
    (folder / "run").symlink_to(program)
    assert inside(folder, "./run", f"{folder}/run") == Inside(
        (), f"the interpreter {program} is in your home folder, {CURE}"
    )
    read_only = str(tmp_path / "home")
    assert inside(folder, "./run", f"{folder}/run", read_only=read_only).hidden == ""


def test_a_link_within_the_folder(folder: Path) -> None:
    write(folder / "versions" / "2")
    (folder / "run").symlink_to("versions/2")
    assert inside(folder, "./run", f"{folder}/run") == Inside(("/bot/run",))


# What runs a script


@pytest.mark.parametrize(
    "line",
    [
        b"#!/bin/sh",
        b"#! /usr/bin/env sh",
        b"#!/usr/bin/env -S sh -e",
        b"#!/usr/bin/env",
    ],
)
def test_a_script_that_the_systems_programs_run(folder: Path, line: bytes) -> None:
    program = write(folder / "run", line + b"\n")
    assert inside(folder, "./run", program) == Inside(("/bot/run",))


def test_a_script_that_a_hidden_program_runs(folder: Path, tmp_path: Path) -> None:
    interpreter = write(tmp_path / "home" / "bin" / "tool")
    program = write(folder / "run", f"#!{interpreter}\n".encode())
    hidden = f"the interpreter {interpreter} is in your home folder, {CURE}"
    assert inside(folder, "./run", program) == Inside((), hidden)
    read_only = str(tmp_path / "home" / "bin")
    assert inside(folder, "./run", program, read_only=read_only) == Inside(("/bot/run",))


def test_a_script_whose_program_env_finds_in_a_hidden_place(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = write(tmp_path / "elsewhere" / "no-tool-of-the-system")
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    program = write(folder / "run", b"#!/usr/bin/env no-tool-of-the-system\n")
    hidden = f"the interpreter {interpreter} is outside of /usr, {CURE}"
    assert inside(folder, "./run", program) == Inside((), hidden)


@pytest.mark.parametrize(
    ("content", "interpreter"),
    [
        (b"#!/bin/sh -e\n", "/bin/sh"),
        (b"#!  /bin/sh", "/bin/sh"),
        (b"#!/usr/bin/env python3\n", "python3"),
        (b"#!/usr/bin/env -S python3 -u\n", "python3"),
        (b"#!/usr/bin/env\n", "/usr/bin/env"),
        (b"#!\n", ""),
        (b"\x7fELF", ""),
        (b"", ""),
        (b"#!/b\xff\n", "/b\ufffd"),
    ],
)
def test_the_interpreter_of_a_script(tmp_path: Path, content: bytes, interpreter: str) -> None:
    (tmp_path / "run").write_bytes(content)
    assert interpreter_of(tmp_path / "run") == interpreter


# Rights, where the arena is root and bots are not


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bot's folder, open to all, and the arena root."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    stat = Path.stat

    def open_above(path: Path, **options: bool) -> os.stat_result:
        found = stat(path, **options)
        if path in folder.parents[1:]:  # how these are does not depend on the test
            return os.stat_result((found.st_mode | 0o055, *found[1:]))
        return found

    monkeypatch.setattr(Path, "stat", open_above)
    folder.parent.chmod(0o755)
    folder.chmod(0o755)
    return folder


CLOSED = (
    "is closed to other users, and bots run as one when the arena runs as root. Open it (chmod "
    "o+x), move the bot, or run the arena as an ordinary user"
)
UNREADABLE = (
    "and bots run as one: the arena runs as root. Mend it with chmod -R o+rX, or run it as an "
    "ordinary user"
)


def test_an_open_folder_is_fine(root: Path) -> None:
    program = write(root / "run")
    assert inside(root, "./run", program) == Inside(("/bot/run",))


def test_a_folder_that_is_closed_to_others(root: Path) -> None:
    program = write(root / "run")
    root.chmod(0o750)
    assert inside(root, "./run", program) == Inside((), f"{root} {CLOSED}")
    root.parent.chmod(0o700)
    assert inside(root, "./run", program) == Inside((), f"{root.parent} {CLOSED}")


def test_a_folder_that_others_may_not_list(root: Path) -> None:
    program = write(root / "run")
    root.chmod(0o751)
    assert inside(root, "./run", program) == Inside(
        (), f"other users may not list its folder, {UNREADABLE}"
    )


def test_a_program_that_others_may_not_read(root: Path) -> None:
    program = write(root / "ru\x1bn", mode=0o751)
    assert inside(root, "./ru\x1bn", program) == Inside(
        (), f"other users may not read ru\\x1bn, {UNREADABLE}"
    )


def test_a_script_that_others_may_not_read(root: Path) -> None:
    write(root / "bot.py", mode=0o640)
    assert inside(root, "sh", "/bin/sh", "-u", "bot.py") == Inside(
        (), f"other users may not read bot.py, {UNREADABLE}"
    )
    (root / "bot.py").chmod(0o644)
    assert inside(root, "sh", "/bin/sh", "-u", "bot.py").hidden == ""


def test_an_argument_that_is_no_file_is_none_of_this(root: Path, tmp_path: Path) -> None:
    words = ("--deep", "other.py", str(tmp_path / "other.py"), "")
    assert inside(root, "sh", "/bin/sh", *words) == Inside((str(FOUND), *words))


def test_an_ordinary_user_is_not_asked_for_the_rights_of_others(folder: Path) -> None:
    program = write(folder / "run", mode=0o700)
    folder.chmod(0o700)
    assert inside(folder, "./run", program) == Inside(("/bot/run",))


# With the bot's folder


def bot_of(folder: Path, extra: str = "", grant: Grant | None = None) -> Bot:
    (folder / "bot.yaml").write_text(f"name: ann\ncommand: [./run, -x]\n{extra}")
    write(folder / "run")
    return load_bot(folder, grant)


def test_a_bot_has_its_command_inside(folder: Path) -> None:
    bot = bot_of(folder, grant=Grant(args=("--fast",), limits=ResourceLimits(64, 2)))
    assert bot.command == (f"{folder}/run", "-x", "--fast")
    assert bot.inside == ("/bot/run", "-x", "--fast")
    assert (bot.hidden, bot.read_only, bot.limits) == ("", (), ResourceLimits(64, 2))


def test_what_a_bot_wants_to_see_must_be_granted(folder: Path, tmp_path: Path) -> None:
    wanted = "read_only: [/opt/a, /opt/b]\n"
    assert bot_of(folder, wanted).hidden == (
        "it wants to see /opt/a, /opt/b. If you agree, repeat that under 'read_only' for this "
        "bot in the tournament"
    )
    assert bot_of(folder, wanted, Grant(read_only=("/opt/b",))).hidden == (
        "it wants to see /opt/a. If you agree, repeat that under 'read_only' for this bot in the "
        "tournament"
    )
    for name in "ab":
        (tmp_path / name).mkdir()
    paths = (str(tmp_path / "a"), str(tmp_path / "b"))
    bot = bot_of(folder, f"read_only: [{paths[0]}]\n", Grant(read_only=paths))
    assert (bot.hidden, bot.read_only) == ("", paths)


def test_what_is_granted_must_be_there(folder: Path, tmp_path: Path) -> None:
    missing = f"{tmp_path}/no\x1bne"
    assert bot_of(folder, grant=Grant(read_only=(str(tmp_path), missing))).hidden == (
        f"read_only: no such path: {tmp_path}/no\\x1bne"
    )


def test_what_is_granted_may_be_below_home(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    bot = bot_of(folder, grant=Grant(read_only=("~",)))
    assert (bot.hidden, bot.read_only) == ("", (str(tmp_path / "home"),))


def test_a_bot_by_a_link_to_its_folder_has_the_same_command_inside(
    folder: Path, tmp_path: Path
) -> None:
    bot = bot_of(folder)
    (tmp_path / "link").symlink_to(folder)
    assert load_bot(tmp_path / "link") == load_bot(Path("link")) == load_bot(Path("bot")) == bot
    assert bot.inside == ("/bot/run", "-x")


def test_a_hidden_program_is_told_with_the_bot(folder: Path, tmp_path: Path) -> None:
    interpreter = write(tmp_path / "home" / "tool")
    (folder / "bot.yaml").write_text(f"name: ann\ncommand: [{interpreter}, bot.sh]\n")
    write(folder / "bot.sh")
    bot = load_bot(folder, Grant(args=("--fast",)))
    assert bot.hidden == f"the interpreter {interpreter} is in your home folder, {CURE}"
    assert bot.command == (interpreter, "bot.sh", "--fast")


# What the command names beside its program


def test_a_script_out_of_the_folder_is_hidden(folder: Path, tmp_path: Path) -> None:
    script = Path(write(tmp_path / "shared" / "bot.py"))
    (folder / "link.py").symlink_to(script)
    for word, path in (
        (str(script), script),
        ("../shared/bot.py", folder / "../shared/bot.py"),
        ("link.py", folder / "link.py"),
    ):
        found = inside(folder, "sh", "/bin/sh", "-u", word)
        assert found.command == ()
        assert found.hidden.startswith(f"{path} is neither in its folder nor in /usr, and bots see")
    assert inside(folder, "sh", "/bin/sh", str(script), read_only=str(script.parent)).command


def test_other_arguments_are_as_they_are(folder: Path) -> None:
    write(folder / "bot.py")
    for word in ("bot.py", "./bot.py", "no-such-file", "/usr/bin/env", "..", "-"):
        assert inside(folder, "sh", "/bin/sh", word) == Inside((str(FOUND), word))
