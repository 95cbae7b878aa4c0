"""Entries of contracts that cannot be played, or could mean two things."""

from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules


def refused_contract(entry: str) -> list[str]:
    """The problems of one contract, without what stands before its own place."""
    Path("r.yaml").write_text(f"name: r\nextends: modern\ncontracts:\n  c: {entry}\n")
    with pytest.raises(ConfigError) as raised:
        load_rules("r.yaml")
    lines = str(raised.value).splitlines()
    assert all(line.startswith("r.yaml:4:") for line in lines)
    return [line.removeprefix("r.yaml:4:") for line in lines]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            "{}",
            ["6: contracts.c: expected tricks, cards or places that are worth points, got none"],
        ),
        (
            "{tricks: 0}",
            ["6: contracts.c: expected tricks, cards or places that are worth points, got none"],
        ),
        ("5", ["6: contracts.c: expected a mapping, got the number 5"]),
        ("", ["5: contracts.c: expected a mapping, got nothing"]),
        (
            "none",
            ["6: contracts.c: expected the contract that it extends, got none there"],
        ),
        (
            "{tricks: {0: 1, 14: 1, x: 1, 13: y}}",
            [
                "16: contracts.c.tricks.0: expected the number of a trick, 1 to 13, got '0'",
                "22: contracts.c.tricks.14: expected the number of a trick, 1 to 13, got '14'",
                "29: contracts.c.tricks.x: expected the number of a trick, 1 to 13, got 'x'",
                "39: contracts.c.tricks.13: expected a whole number from -1000 to 1000, got 'y'",
            ],
        ),
        (
            '{tricks: {"[key]": {"[key]": 1}, 13: {"[key]": 1}}}',
            [
                "16: contracts.c.tricks.[key]: expected the number of a trick, 1 to 13, "
                "got '[key]'",
                "25: contracts.c.tricks.[key]: expected a whole number from -1000 to 1000, "
                "got a mapping",
                "43: contracts.c.tricks.13: expected a whole number from -1000 to 1000, "
                "got a mapping",
            ],
        ),
        (
            "{tricks: 1001}",
            [
                "15: contracts.c.tricks: expected a whole number from -1000 to 1000, "
                "got the number 1001"
            ],
        ),
        (
            "{cards: {Q: -6, H: -2, kh: -1}}",
            [
                "29: contracts.c.cards.kh: expected a rank (23456789TJQKA), a suit (SHDC) "
                "or a card such as KH, got 'kh'; did you mean KH?"
            ],
        ),
        (
            "{cards: {Q: -6, H: -2}}",
            [
                "14: contracts.c.cards.QH: expected an entry for the card, got none: "
                "Q says -6 and H says -2"
            ],
        ),
        (
            "{tricks: 1, duties: [lead_no_heart, follow_suit]}",
            [
                "26: contracts.c.duties: expected follow_suit as the first duty, "
                "got lead_no_heart there"
            ],
        ),
        (
            "{tricks: 1, duties: []}",
            ["26: contracts.c.duties: expected follow_suit as the first duty, got an empty list"],
        ),
        (
            "{tricks: 1, duties: [follow_suit, lead_no_heart, lead_no_unbroken_heart]}",
            [
                "55: contracts.c.duties[2]: expected one of lead_no_heart, "
                "lead_no_unbroken_heart, got both"
            ],
        ),
        (
            "{tricks: 1, duties: [follow_suit, ruff, follow_suit]}",
            [
                "40: contracts.c.duties[1]: expected ruff only with a trump, got no trump suit",
                "46: contracts.c.duties[2]: expected each entry once, got follow_suit again",
            ],
        ),
        (
            '{tricks: 1, trump: ["-"], duties: [follow_suit, overruff]}',
            ["54: contracts.c.duties[1]: expected overruff only with a trump, got no trump suit"],
        ),
        (
            "{tricks: 1, trump: []}",
            ['25: contracts.c.trump: expected at least one of S, H, D, C and "-", got a list of 0'],
        ),
        (
            "{tricks: 1, trump: [S, S, N]}",
            ["32: contracts.c.trump[2]: expected one of S, H, D, C, -, got 'N'"],
        ),
        (
            "{tricks: 1, trump: [S, S]}",
            ["29: contracts.c.trump[1]: expected each entry once, got S again"],
        ),
        (
            "{tricks: 1, stop: captured}",
            [
                "24: contracts.c.stop: expected only where nothing but cards scores, "
                "got captured where no card scores"
            ],
        ),
        (
            "{tricks: 1, cards: {Q: 1}, stop: captured}",
            [
                "39: contracts.c.stop: expected only where nothing but cards scores, "
                "got captured where tricks score to the end"
            ],
        ),
        (
            "{cards: {Q: 1}, stop: early}",
            ["28: contracts.c.stop: expected captured, got 'early'"],
        ),
        (
            "{places: [1, 2, 3, x], start: [7, 10, 1], opens: 7X}",
            [
                "25: contracts.c.places[3]: expected a whole number from -1000 to 1000, got 'x'",
                "37: contracts.c.start[0]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 7; put it in quotes",
                "40: contracts.c.start[1]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 10",
                "44: contracts.c.start[2]: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A, "
                "got the number 1",
                "55: contracts.c.opens: expected declarer, left or a card such as 7D, got '7X'",
            ],
        ),
        (
            "{places: [1, 2, 3, 4], start: [], opens: left}",
            ["36: contracts.c.start: expected any or at least one rank, got a list of 0"],
        ),
        (
            "{places: [1, 2, 3, 4], start: Any, opens: left}",
            [
                "36: contracts.c.start: expected any or a list of ranks, got 'Any'; "
                "did you mean any?"
            ],
        ),
        (
            '{places: [1, 2, 3, 4], start: ["8", "8"], opens: 7D}',
            [
                "42: contracts.c.start[1]: expected each entry once, got 8 again",
                '55: contracts.c.opens: expected start: ["7"] with this card, got another',
            ],
        ),
        (
            "{places: [1, 2, 3, 4], tricks: 1, start: any, opens: 7D}",
            [
                "29: contracts.c.tricks: expected one of the keys places, start, opens, "
                "got an unknown one"
            ],
        ),
    ],
)
def test_a_contract_that_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str, expected: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused_contract(entry) == expected
