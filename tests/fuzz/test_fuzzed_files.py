"""Any tournament, rules file and `bot.yaml` is read or refused in printable lines.

Good files with pieces of YAML put in, cut out and doubled; see test_fuzzed_answers.py.
"""

from pathlib import Path
from random import Random

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import folder_digest, load_bot
from barbu_arena.files.rules_file import load_rules, rules_from_form
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.game.rules_form import rules_form
from tests.fuzz.damage import damaged_file
from tests.fuzz.printed import assert_printable
from tests.fuzz.samples import BOT, SHORT_RULES, TOURNAMENT

presets = [yaml.safe_dump(rules_form(load_rules(name))) for name in ("classic", "modern")]
randoms = st.randoms(use_true_random=False)
# The fixtures below only make folders, and every example writes its file anew.
often = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a bot in it."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").write_text("")
    (tmp_path / "bot" / "bot.yaml").write_text("name: a\ncommand: [python3, bot.py]\n")
    (tmp_path / "rules.yaml").write_text(SHORT_RULES)
    return tmp_path


def test_the_files_are_good(folder: Path) -> None:
    (folder / "t.yaml").write_text(TOURNAMENT)
    (folder / "bot" / "bot.yaml").write_text(BOT)
    found = load_tournament(folder / "t.yaml").plan
    assert [bot.name for bot in found.bots] == ["a", "b", "c", "d"]
    assert found.rules.deals == 4


@often
@given(random=randoms)
def test_a_damaged_tournament(folder: Path, random: Random) -> None:
    (folder / "t.yaml").write_bytes(damaged_file(TOURNAMENT, random))
    try:
        found = load_tournament(folder / "t.yaml").plan
    except ConfigError as error:
        assert_printable(str(error))
    else:
        assert 4 <= len(found.bots) <= 256
        assert found.name.isprintable()


@often
@given(random=randoms, text=st.sampled_from([SHORT_RULES, *presets]))
def test_a_damaged_rules_file(folder: Path, random: Random, text: str) -> None:
    (folder / "rules.yaml").write_bytes(damaged_file(text, random))
    try:
        found = load_rules("./rules.yaml", folder)
    except ConfigError as error:
        assert_printable(str(error))
    else:
        assert 4 <= found.deals <= 128
        assert rules_from_form(rules_form(found)) == found


@often
@given(random=randoms)
def test_a_damaged_bot(folder: Path, random: Random) -> None:
    (folder / "bot" / "bot.yaml").write_bytes(damaged_file(BOT, random))
    try:
        found = load_bot(folder / "bot")
        folder_digest(folder / "bot")
    except ConfigError as error:
        assert_printable(str(error))
    else:
        assert all(word.isprintable() for word in found.command)
