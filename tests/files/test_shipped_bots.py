"""Shipped bots by name: found wherever the arena is, and told apart from others."""

import re
import shutil
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files import shipped_bots
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.match_file import write_match_file
from barbu_arena.files.shipped_bots import bot_place, shipped_folder, shipped_names, shipped_word
from barbu_arena.files.tournament_file import load_tournament
from tests.command_line import Command, command

__all__ = ["command"]

ROOT = Path(__file__).parents[2]


def test_they_are_those_of_the_checkout() -> None:
    assert shipped_folder().resolve() == ROOT / "bots"
    assert set(shipped_names()) >= {"random", "dodger", "dodger-py", "steady", "monte-carlo"}
    assert bot_place("shipped:steady") == shipped_folder() / "steady"


def test_an_installed_arena_has_them_in_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "barbu_arena"
    shutil.copytree(ROOT / "bots" / "random", package / "bots" / "random")
    (tmp_path / "site-packages" / "bots").mkdir()
    monkeypatch.setattr(shipped_bots, "_PACKAGE", package)
    assert shipped_names() == ("random",)
    assert shipped_word(package / "bots" / "random") == "shipped:random"
    assert shipped_word(ROOT / "bots" / "random") is None


def test_other_words_are_paths(tmp_path: Path) -> None:
    assert bot_place("bots/mine", tmp_path) == tmp_path / "bots" / "mine"
    assert bot_place("mine") == Path("mine")
    assert bot_place("~/mine") == Path.home() / "mine"
    assert bot_place(str(tmp_path)) == tmp_path


def test_one_that_there_is_not() -> None:
    with pytest.raises(ConfigError) as refused:
        bot_place("shipped:stedy\x1b")
    names = ", ".join(shipped_names())
    assert str(refused.value) == (
        f"expected a bot that comes with the arena ({names}) behind 'shipped:', "
        "got 'stedy\\x1b'; did you mean steady?"
    )


def test_a_folder_that_is_not_there_but_ships(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load_bot(tmp_path / "steady")
    assert str(refused.value).endswith(
        "expected the folder of a bot, got no such folder; "
        "the steady that comes with the arena is shipped:steady"
    )


def test_a_tournament_names_them_in_every_form(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_text(
        "name: t\nbots: [shipped:random, {folder: shipped:random, name: two}, "
        "{folder: 'shipped:dodger-py'}, shipped:none]\n"
    )
    with pytest.raises(ConfigError) as refused:
        load_tournament(file)
    assert re.search(
        r"t\.yaml:2:\d+: bots\[3\]: expected a bot that comes with the arena \(",
        str(refused.value),
    )
    file.write_text(file.read_text().replace("shipped:none", "shipped:steady"))
    found = load_tournament(file).plan.bots
    assert [bot.name for bot in found] == ["random", "two", "dodger-py", "steady"]
    assert {Path(bot.folder).parent for bot in found} == {ROOT / "bots"}


def test_a_match_file_names_them_without_a_path(tmp_path: Path) -> None:
    bots = [bot_place(f"shipped:{name}") for name in ("random", "steady", "random", "dodger-py")]
    file = write_match_file(
        tmp_path / "results", bots=bots, rules="modern", seed="1", rounds=1, seatings=4
    )
    assert file.read_text().count('{folder: "shipped:') == 4
    assert [bot.name for bot in load_tournament(file).plan.bots] == [
        "random", "steady", "random-2", "dodger-py",
    ]  # fmt: skip


def test_a_command_takes_them_by_name_and_tells_what_there_is(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = command("check", "shipped:random", "--sandbox", "none")
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "random: ready to play")
    ended = command("check", "bots/steady")
    assert ended.status == 2
    assert "'bots/steady' does not exist. The arena comes with shipped:" in ended.err
    ended = command("check", "a" * 5000)
    assert (ended.status, ended.out) == (2, "")
    assert "aa' does not exist. The arena comes with shipped:" in ended.err
    ended = command("check", "shipped:stedy")
    assert ended.status == 2
    assert "did you mean steady?" in ended.err
    (tmp_path / "file").write_text("")
    ended = command("check", "file")
    assert ended.status == 2
    assert "is a file" in ended.err
