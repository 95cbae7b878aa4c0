"""What README and docs show is what the commands print."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from barbu_arena.cli.main import COMMANDS, run_cli
from tests.open_folder import open_folder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(text: str, language: str) -> str:
    """Return the first fenced block of a language."""
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_table_in_the_readme_is_what_quickstart_prints(tmp_path: Path) -> None:
    command = ["run", "tournaments/quickstart.yaml", "--results", str(tmp_path), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "barbu_arena", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert block(README, "text") == done.stdout


def test_the_bot_in_the_readme_is_ready_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    with open_folder() as folder:
        (folder / "bot.py").write_text(block(README, "python"), "utf-8")
        (folder / "bot.yaml").write_text(block(README, "yaml"), "utf-8")
        assert run_cli(["check", str(folder)]) == 0
    assert "ducky: ready to play" in capsys.readouterr().out


def test_the_bot_in_the_readme_has_about_twenty_lines() -> None:
    lines = [line for line in block(README, "python").splitlines() if line.strip()]
    assert len(lines) <= 24


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert re.search(rf"^\| `{command}[` ]", README, re.MULTILINE)


def test_every_link_in_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https://)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_contracts_in_the_rules_are_those_of_the_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_cli(["rules", "modern"]) == 0
    printed = capsys.readouterr().out
    shown = block((ROOT / "docs" / "rules.md").read_text("utf-8"), "text")
    assert shown in printed
    assert shown.startswith("Contracts, with")
    assert "A block sums to 0" in shown


def test_the_deal_in_the_docs_is_what_the_seed_gives(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "deals.md").read_text("utf-8")
    found = re.search(r"\$ barbu-arena (deal .*)\n    (.*)\n", text)
    assert found is not None
    assert run_cli(found[1].split()) == 0
    assert capsys.readouterr().out.strip() == found[2]
