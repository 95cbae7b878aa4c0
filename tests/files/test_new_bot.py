"""New bots: the files of each kit, under the bot's own name, and what is refused."""

import re
import shutil
from pathlib import Path

import pytest

from barbu_arena.cli.new_bot import command as new_bot_command
from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.bot_folder import build_outputs
from barbu_arena.files.document import Document
from barbu_arena.files.new_bot import KITS, make_bot
from barbu_arena.files.shipped_bots import shipped_names
from tests.command_line import Command, command

__all__ = ["command"]

ROOT = Path(__file__).parents[2]
FILES = {
    "python": {"bot.py", "barbu.py"},
    "javascript": {"bot.js", "barbu.js"},
    "c": {"bot.c", "barbu.h"},
    "rust": {"bot.rs", "barbu.rs"},
    "go": {"bot.go", "barbu.go"},
    "java": {"Bot.java", "Barbu.java"},
}
NAMES = "expected a name of 1 to 32 characters out of a-z, 0-9, '.', '_' and '-' that can be"


def is_library(path: Path) -> bool:
    return path.stem.lower() == "barbu"


def test_every_kit_is_a_language_of_the_command() -> None:
    folders = {path.name for path in KITS.iterdir() if path.is_dir()}
    language = next(option for option in new_bot_command.params if option.name == "language")
    assert set(getattr(language.type, "choices", ())) == set(FILES) == folders


@pytest.mark.parametrize("language", FILES)
def test_a_bot_in_each_language(language: str, tmp_path: Path) -> None:
    place = tmp_path / "my-bot.2"
    make_bot(place, language)
    assert {path.name for path in place.iterdir()} == FILES[language] | {"bot.yaml", "README.md"}
    document = Document(place / "bot.yaml")
    assert document.get(("name",)) == "my-bot.2"
    for path in place.iterdir():
        if is_library(path):
            assert path.read_bytes() == (KITS / language / path.name).read_bytes()
        else:
            text = path.read_text("utf-8")
            assert "my-bot.2" in text
            assert not re.search(r"\bNAME\b", text)
            assert path.suffix == ".md" or len(text.splitlines()) <= 63


@pytest.mark.parametrize("language", FILES)
def test_a_kit_names_what_its_building_makes(language: str, tmp_path: Path) -> None:
    make_bot(tmp_path / "it", language)
    compiled = language not in ("python", "javascript")
    assert bool(build_outputs(tmp_path / "it")) == compiled


@pytest.mark.parametrize("language", FILES)
def test_the_readme_fits_a_screen_and_names_what_there_is(language: str) -> None:
    text = (KITS / language / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 45
    named = set(re.findall(r"shipped:([a-z-]+)", text))
    assert named
    assert named <= set(shipped_names())


def test_what_a_build_left_in_a_kit_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(KITS / "c", tmp_path / "kit" / "c")
    (tmp_path / "kit" / "c" / "bot").write_bytes(b"\x7fELF")
    (tmp_path / "kit" / "c" / "__pycache__").mkdir()
    monkeypatch.setattr("barbu_arena.files.new_bot.KITS", tmp_path / "kit")
    make_bot(tmp_path / "it", "c")
    assert {path.name for path in (tmp_path / "it").iterdir()} == {
        "bot.c", "barbu.h", "bot.yaml", "README.md",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["My-Bot", "con", "a b", "x\x1b[2J", "é", "n" * 33, "bot."])
def test_names_that_a_bot_cannot_have(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        make_bot(tmp_path / name, "python")
    assert str(refused.value).startswith(f"the new bot: {NAMES}")
    assert str(refused.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text("precious")
    (tmp_path / "file").write_text("precious")
    for name in ("mine", "file"):
        with pytest.raises(ConfigError, match="expected no such file or folder yet, got one; "):
            make_bot(tmp_path / name, "python")
    assert (tmp_path / "mine" / "bot.py").read_text() == "precious"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["bot.py"]


def test_a_place_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="none: expected a folder to make it in, got none"):
        make_bot(tmp_path / "none" / "mine", "python")


def test_a_disk_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(StorageError, match="mine: cannot be made: No space left on device"):
        make_bot(tmp_path / "mine", "python")


def test_the_command_says_what_to_do_next(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BARBU_ARENA_PROGRAM", "./arena")
    ended = command("new-bot", "mine")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (
        "mine: a bot that ducks. What to do next:\n"
        "\n"
        "    # can it play?\n"
        "    ./arena check mine\n"
        "    # a first match\n"
        "    ./arena match mine shipped:random shipped:dodger-py shipped:steady\n"
        "    # is it better than a bot that ducks?\n"
        "    ./arena compare shipped:dodger-py mine\n"
        "\n"
        "mine/README.md says how to go on, and all about bots is in\n"
        f"{ROOT / 'docs' / 'authors.md'}\n"
    )
    again = command("new-bot", "mine")
    assert (again.status, again.out) == (2, "")
    assert again.err.startswith("mine: expected no such file or folder yet")


def test_the_command_says_what_must_be_installed(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    ended = command("new-bot", "mine", "--language", "javascript")
    cure = (
        "install Node.js 18 or newer (Debian, Ubuntu: apt install nodejs; else https://nodejs.org)"
    )
    assert ended.status == 0
    assert ended.err == f"it cannot start on this machine yet: node is not on PATH; {cure}\n"
    refused = command("check", "mine")
    assert refused.status == 2
    assert refused.err == (
        f"mine/bot.yaml:2:10: command: bot 'mine': node is not on PATH; {cure}\n"
    )
