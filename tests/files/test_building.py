"""What a bot's build makes: in a copy, carried back, and nothing else."""

import os
import re
import time
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files import building
from barbu_arena.files.bot_folder import folder_digest, load_bot
from barbu_arena.files.building import build_bot, is_unbuilt
from barbu_arena.players import build_run
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.launching import Launching
from barbu_arena.players.sandbox import launch_plainly

PLAINLY = Launching("none", launch_plainly)
BOT = "name: alice\ncommand: [./run, -x]\nbuild: [sh, make.sh]\nbuild_output: [run]\n"
MAKE = "printf '#!/bin/sh\\n' > run\nchmod +x run\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "alice"
    path.mkdir()
    (path / "bot.yaml").write_text(BOT)
    return path


def bot_with(folder: Path, make: str) -> Bot:
    (folder / "make.sh").write_text(make)
    return load_bot(folder)


def refused(bot: Bot, limit_s: float = 20) -> list[str]:
    with pytest.raises(ConfigError) as raised:
        build_bot(bot, PLAINLY, limit_s)
    return str(raised.value).splitlines()


def test_a_missing_program_is_built_and_its_folder_stays_what_it_is(folder: Path) -> None:
    bot = bot_with(folder, f"{MAKE}echo ruined > make.sh\necho more > more\n")
    before = folder_digest(folder)
    assert bot.command == (str(folder / "run"), "-x")
    assert is_unbuilt(bot)
    build_bot(bot, PLAINLY)
    assert not is_unbuilt(bot)
    assert (folder / "run").read_bytes() == b"#!/bin/sh\n"
    assert os.access(folder / "run", os.X_OK)
    assert sorted(os.listdir(folder)) == ["bot.yaml", "make.sh", "run"]
    assert folder_digest(folder) == before
    assert load_bot(folder).build is None


def test_a_script_of_an_interpreter_may_be_built_too(folder: Path) -> None:
    source = "name: alice\ncommand: [sh, out/run.sh]\nbuild: [sh, make.sh]\nbuild_output: [out/]\n"
    (folder / "bot.yaml").write_text(source)
    bot = bot_with(folder, "mkdir -p out/deep; echo exit > out/run.sh; echo > out/deep/more\n")
    build_bot(bot, PLAINLY)
    assert (folder / "out" / "run.sh").read_text() == "exit\n"
    assert (folder / "out" / "deep" / "more").exists()
    assert load_bot(folder).command[1] == "out/run.sh"


def test_what_is_older_than_a_source_is_built_again(folder: Path) -> None:
    build_bot(bot_with(folder, MAKE), PLAINLY)
    later = time.time() + 5
    os.utime(folder / "run", (later, later))
    assert load_bot(folder).build is None
    os.utime(folder / "make.sh", (later + 1, later + 1))
    assert is_unbuilt(load_bot(folder))


def test_a_failing_build_is_told_with_what_it_said(folder: Path) -> None:
    lines = refused(bot_with(folder, "echo one; printf 'run.c:3: \\033[31mwrong' >&2; exit 4\n"))
    assert lines == [
        "bot 'alice': its build exited with status 4: sh make.sh",
        "    one",
        "    run.c:3: \\x1b[31mwrong",
    ]


def test_of_a_long_story_the_end_is_told(folder: Path) -> None:
    lines = refused(bot_with(folder, "for i in $(seq 100); do echo $i; done; exit 1\n"))
    assert [lines[1], lines[-1], len(lines)] == ["    71", "    100", 31]


def test_a_build_has_a_limit_of_time(folder: Path) -> None:
    begin = time.monotonic()
    lines = refused(bot_with(folder, "sleep 60\n"), limit_s=0.3)
    assert lines == ["bot 'alice': its build was not done after 0.3 s: sh make.sh"]
    assert time.monotonic() - begin < 30


def test_a_build_that_makes_nothing(folder: Path) -> None:
    assert refused(bot_with(folder, "exit 0\n")) == [
        "bot 'alice': its build did not make run: sh make.sh"
    ]


def test_a_build_that_makes_no_program(folder: Path) -> None:
    assert refused(bot_with(folder, "echo 1 > run\n")) == [
        "bot 'alice': cannot be built: ./run is not executable (chmod +x)"
    ]


@pytest.mark.parametrize("tool", ["no-such-compiler", "./no-such-compiler"])
def test_a_compiler_that_is_not_there(folder: Path, tool: str) -> None:
    (folder / "bot.yaml").write_text(BOT.replace("[sh, make.sh]", f"[{tool}]"))
    (line,) = refused(load_bot(folder))
    assert line.startswith("bot 'alice': cannot be built: no such file: ")
    assert "no-such-compiler" in line


def test_a_known_compiler_that_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bot.yaml").write_text(BOT.replace("[sh, make.sh]", "[cc, -o, run, run.c]"))
    bot = load_bot(folder)
    monkeypatch.setenv("PATH", str(folder))
    assert refused(bot) == [
        "bot 'alice': cannot be built: cc is not on PATH; install a C compiler (Debian, Ubuntu: "
        "apt install gcc libc6-dev)"
    ]


def test_a_link_is_not_carried_back(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (line,) = refused(bot_with(folder, f"ln -s {secret} run\n"))
    assert line.endswith(
        "expected the build to make a file or a folder, got a link or a special file"
    )
    assert not (folder / "run").exists()


@pytest.mark.parametrize("planter", ["folder", "build"])
def test_no_link_on_the_way_leads_out_of_the_folder(
    folder: Path, tmp_path: Path, planter: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "run").write_text("kept")
    (folder / "bot.yaml").write_text(BOT.replace("[run]", "[out/run]").replace("./", "./out/"))
    make = "rm -f out; mkdir out; echo mine > out/run\n"
    if planter == "folder":
        (folder / "out").symlink_to(outside)
        os.utime(outside / "run", (0, 0))
    else:
        make = f"ln -s {outside} out\n"
    (line,) = refused(bot_with(folder, make))
    assert line == f"{folder}/out/run: leads out of the bot's folder"
    assert (outside / "run").read_text() == "kept"


def test_the_build_may_write_where_the_folder_is_read_only(folder: Path) -> None:
    (folder / "deep").mkdir()
    bot = bot_with(folder, "ls -ld . deep >&2\nexit 1\n")
    (folder / "deep").chmod(0o555)
    folder.chmod(0o555)
    _, *said = refused(bot)
    folder.chmod(0o755)
    assert [line.split()[0] for line in said] == ["drwxr-xr-x"] * 2


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    bot = bot_with(folder, f"rmdir run\n{MAKE}")
    (folder / "run").mkdir()  # not even root replaces a folder by a file
    os.utime(folder / "run", (0, 0))
    (line,) = refused(bot)
    assert line.startswith(f"bot 'alice': its build cannot be kept in {folder}: ")
    assert line.endswith("; copy the bot to a folder of your own")


def test_a_program_of_the_folder_may_build(folder: Path) -> None:
    (folder / "bot.yaml").write_text(BOT.replace("[sh, make.sh]", "[./make.sh]"))
    (folder / "make.sh").write_text("#!/bin/sh\n" + MAKE)
    (folder / "make.sh").chmod(0o755)
    build_bot(load_bot(folder), PLAINLY)
    assert (folder / "run").exists()


def test_a_build_has_a_limit_of_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "LIMITS", ResourceLimits(memory_mib=16, processes=64))
    hoard = "python3 -I -S -c 'import time; held = bytes(range(256)) * 400_000; time.sleep(60)'\n"
    (line,) = refused(bot_with(folder, hoard))
    assert re.fullmatch(
        r"bot 'alice': its build went over 16 MiB of memory: \d+ MiB: sh make.sh", line
    ), line


def test_a_build_has_a_limit_of_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([1000, *[501] * 3, *[499] * 100])
    monkeypatch.setattr(build_run, "_free_bytes", lambda place: next(free))
    assert refused(bot_with(folder, "sleep 60\n")) == [
        "bot 'alice': its build filled half of what was free of the disk: sh make.sh"
    ]
