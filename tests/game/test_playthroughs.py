"""Whole deals as text, tests/golden/deals, written by tests/golden/make_deals.py."""

from itertools import pairwise

import pytest

from tests import oracle
from tests.game.variations import SHIPPED
from tests.golden.make_deals import FOLDER, texts

TEXTS = dict(texts())
GOLDEN = [pytest.param(name, text, id=name[:-4]) for name, text in TEXTS.items()]


def test_the_folder_has_the_files_of_the_script() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(TEXTS)


@pytest.mark.parametrize(("name", "text"), GOLDEN)
def test_a_deal_plays_as_ever(name: str, text: str) -> None:
    assert text.splitlines() == (FOLDER / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("name", "text"), GOLDEN)
def test_a_deal_is_one_of_the_oracle(name: str, text: str) -> None:
    lines = [line.split() for line in text.splitlines()]
    rules = lines[0][1].rstrip(",")
    declarer, _, way = lines[5]
    contract, _, detail = way.partition(":")
    named = {"trump": detail} if contract == "trumps" else {"start": detail}
    calls = [
        [int(seat), [int(target) for target in targets.split(",") if target != "-"]]
        for seat, verb, targets, *_ in lines
        if verb == "calls"
    ]
    deal = {
        "declarer": int(declarer),
        "hands": [line[2] for line in lines[1:5]],
        "contract": contract,
        "plays": " ".join(line[2] for line in lines if line[1] == "plays"),
        **(named if detail.strip("-") else {}),
        **({"calls": calls} if calls else {}),
    }
    raw, adjusted = oracle.play_out(SHIPPED[rules], deal, made=(0, 1, 2, 0), deals_left=2)
    assert lines[-2:] == [["raw", *map(str, raw)], ["adjusted", *map(str, adjusted)]]


@pytest.mark.parametrize(("name", "text"), GOLDEN)
def test_every_answer_is_one_of_those_offered(name: str, text: str) -> None:
    answers = [line.split() for line in text.splitlines() if line.startswith("  ")]
    assert answers
    assert all(answer[2] in answer[4:] for answer in answers if len(answer) > 3)
    seats = [int(seat) for seat, verb, *_ in answers if verb == "calls"]
    assert all(after == (before + 1) % 4 for before, after in pairwise(seats))
