"""A time span in words."""

import pytest

from barbu_arena.report.duration import duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (0.49, "0 s"),
        (0.5, "1 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (61, "1 min 1 s"),
        (3599.4, "59 min 59 s"),
        (3599.6, "1 h 0 min"),
        (7265, "2 h 1 min"),
        (360_000, "100 h 0 min"),
    ],
)
def test_the_two_units_that_matter(seconds: float, words: str) -> None:
    assert duration(seconds) == words
