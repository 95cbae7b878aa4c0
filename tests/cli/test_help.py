"""Every command says what it does, with an example, and `--help` answers at once."""

import re
import subprocess
import sys
from importlib import import_module

import click
import pytest

from barbu_arena import __version__
from barbu_arena.cli.main import COMMANDS
from tests.arena_process import environment
from tests.command_line import Command

HEAVY = (
    "yaml", "pydantic", "rich", "tabulate", "multiprocess", "dill", "jinja2", "orjson", "numpy",
    "subprocess", "barbu_arena.game.rules", "barbu_arena.league.pool",
)  # fmt: skip
STATUSES = ("0", "1", "2", "3", "4", "5", "6", "69", "74", "75", "130")


def click_command(name: str) -> click.Command:
    found: click.Command = import_module(f"barbu_arena.cli.{COMMANDS[name][0]}").command
    return found


def test_the_help_lists_every_command_and_exit_status(command: Command) -> None:
    ended = command("--help")
    assert (ended.status, ended.err) == (0, "")
    for name, (_, line) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", ended.out, re.MULTILINE)
    statuses = ended.out.partition("Exit status:\n")[2]
    assert re.findall(r"^ +(\d+) ", statuses, re.MULTILINE) == list(STATUSES)


def test_no_command_prints_the_help(command: Command) -> None:
    assert command().out == command("--help").out


def test_the_version(command: Command) -> None:
    ended = command("--version")
    assert (ended.status, ended.out) == (0, f"barbu-arena, version {__version__}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_with_an_example(name: str, command: Command) -> None:
    ended = command(name, "--help")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(f"Usage: barbu-arena {name} ")
    _, _, examples = ended.out.partition("\n  Example:\n")
    first = examples.splitlines()[0]
    assert first.startswith(f"    barbu-arena {name}"), ended.out
    assert "\b" not in ended.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_its_own_line_of_help(name: str) -> None:
    bare = [
        option.name
        for option in click_command(name).params
        if isinstance(option, click.Option)
        and not option.help
        and not isinstance(option.type, click.IntRange)
    ]
    assert bare == []


def test_the_lines_in_the_list_are_the_commands_first_sentences() -> None:
    first = {name: _first_sentence(click_command(name).help or "") for name in COMMANDS}
    assert {name: line.rstrip(".") for name, (_, line) in COMMANDS.items()} == first


def _first_sentence(text: str) -> str:
    return re.split(r"[.:;]\s", " ".join(text.split()) + " ", maxsplit=1)[0]


def test_a_command_that_is_not_there(command: Command) -> None:
    ended = command("plau")
    assert (ended.status, ended.out) == (2, "")
    assert "No such command 'plau'" in ended.err


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"]], ids=" ".join)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys\n"
        "from barbu_arena.cli.main import run_cli\n"
        f"run_cli({arguments!r})\n"
        f"sys.stderr.write(' '.join(name for name in {HEAVY!r} if name in sys.modules))\n"
    )
    told = subprocess.run(
        # Isolated, so that nothing but the arena imports: not even what measures coverage.
        [sys.executable, "-I", "-c", script],
        env={key: value for key, value in environment().items() if not key.startswith("COV")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout
    assert told.stderr == ""
