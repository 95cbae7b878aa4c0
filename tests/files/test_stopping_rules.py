"""What a league was asked to end by, and what is known of it later."""

from pathlib import Path

import pytest

from barbu_arena.files.stopping_rules import STOPPING_NAME, record_rules, was_to_be_precise


@pytest.mark.parametrize(
    ("runs", "precise"),
    [
        ([], False),
        ([["07:00"]], False),
        ([["interval <= 0.5"]], True),
        ([["07:00"], ["08:00", "interval <= .5"]], True),
    ],
)
def test_whether_it_was_to_be_precise(tmp_path: Path, runs: list[list[str]], precise: bool) -> None:
    for rules in runs:
        record_rules(tmp_path, rules, 3)
    assert was_to_be_precise(tmp_path) is precise


def test_what_is_no_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / STOPPING_NAME).mkdir()
    assert not was_to_be_precise(tmp_path)
