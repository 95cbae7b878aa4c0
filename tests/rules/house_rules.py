"""Rule sets written as files, the way an organiser writes them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules import RuleSet

Written = Callable[[str], RuleSet]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Return the rule set of a rules file with these lines below its name."""

    def read(lines: str) -> RuleSet:
        (tmp_path / "house.yaml").write_text(f"name: house\n{lines}", encoding="utf-8")
        return load_rules("house.yaml", tmp_path)

    return read


def known_keys(written: Written, entry: str) -> str:
    """Return the keys that a file may have where this entry has an unknown one."""
    with pytest.raises(ConfigError) as raised:
        written(f"extends: modern\n{entry}\n")
    said = re.search(r"unknown: expected one of the keys (.*), got an unknown", str(raised.value))
    assert said is not None
    return said[1].replace(",", "")


NO_DOUBLES = "doubling: none\n"

# All five negative contracts at once, with the values of the text that names it and with the house
# values that it names too. Source: rules.md C14, P9, P10 and 1.5.
_TRICKS = ", ".join(f"{number}: -2" for number in range(1, 12)) + ", 12: -12, 13: -22"
SALADE = f"tricks: {{{_TRICKS}}}, cards: {{H: -2, Q: -6, QH: -8, KH: -22, AH: -6}}"
DEAR_SALADE = f"tricks: {{{_TRICKS}}}, cards: {{H: -2, Q: -8, QH: -10, KH: -32, AH: -4}}"
