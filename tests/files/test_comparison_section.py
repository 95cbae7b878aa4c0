"""The key `test` of a tournament file, and the file that `compare` writes."""

import json
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.manifest import make_manifest
from barbu_arena.files.manifest_fields import manifest_fields
from barbu_arena.files.match_file import write_comparison_file
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.league.tournament import SchedulePlan
from tests.small_leagues import picker, write_league

TWO = [picker("ann", "first"), picker("ben", "last")]
HEAD_TO_HEAD = {"kind": "head-to-head", "rounds": 9}


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ({}, Hypotheses()),
        ({"h1": 1}, Hypotheses(h1=1.0)),
        ({"h0": -0.5, "h1": 0, "alpha": 0.01, "beta": 0.2}, Hypotheses(-0.5, 0, 0.01, 0.2)),
    ],
)
def test_what_is_tested(tmp_path: Path, test: object, expected: Hypotheses) -> None:
    path = write_league(tmp_path, TWO, schedule=HEAD_TO_HEAD, test=test)
    assert load_tournament(path).plan.test == expected


def test_no_test_by_itself(tmp_path: Path) -> None:
    path = write_league(tmp_path, TWO, schedule=HEAD_TO_HEAD)
    assert load_tournament(path).plan.test is None


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ({"h0": 1, "h1": 0.5}, "test: expected h0 below h1, got h0: 1.0, h1: 0.5"),
        ({"h1": 0}, "test: expected h0 below h1, got h0: 0.0, h1: 0.0"),
        ({"h1": "0.5"}, "test.h1: expected points per deal from -100 to 100, up to three decimals, "
         "got '0.5'; take it out of the quotes"),
        ({"alpha": 0.5}, "test.alpha: expected a probability from 0.001 to 0.4, up to three "
         "decimals, got the number 0.5"),
        ({"alpha": 0.0125}, "test.alpha: expected a probability from 0.001 to 0.4, up to three "
         "decimals, got the number 0.0125"),
        ({"beta": True}, "test.beta: expected a probability from 0.001 to 0.4, up to three "
         "decimals, got the truth value true"),
        ({"h2": 1}, "test.h2: expected one of the keys h0, h1, alpha, beta, got an unknown one"),
    ],
)  # fmt: skip
def test_what_is_no_test(tmp_path: Path, test: object, expected: str) -> None:
    path = write_league(tmp_path, TWO, schedule=HEAD_TO_HEAD, test=test)
    with pytest.raises(ConfigError) as refused:
        load_tournament(path)
    assert str(refused.value).split(" ", 1)[1] == expected


def test_other_schedules_have_no_test(tmp_path: Path) -> None:
    path = write_league(tmp_path, TWO, test={})
    with pytest.raises(ConfigError) as refused:
        load_tournament(path)
    assert str(refused.value).split(" ", 1)[1] == (
        "test: expected only with schedule: {kind: head-to-head}, got kind: round-robin"
    )


def manifest(tmp_path: Path, **test: object) -> dict[str, object]:
    plan = load_tournament(
        write_league(tmp_path, TWO, schedule=HEAD_TO_HEAD, test={"h1": 0.25}), seed="x"
    ).tournament("x")
    found = make_manifest(plan, {"ann": "0" * 64, "ben": "1" * 64}, "none", True, "league.yaml")
    found["tournament"]["test"].update(test)
    found = json.loads(json.dumps(found))
    assert isinstance(found, dict)
    return found


def test_the_manifest_keeps_it(tmp_path: Path) -> None:
    fields = manifest_fields(tmp_path / "manifest.json", manifest(tmp_path))
    assert fields.tournament.test is not None
    assert fields.tournament.test.hypotheses() == Hypotheses(h1=0.25)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"h1_milli": -1}, "tournament.test: expected h0_milli below h1_milli, and a head-to-head"),
        (
            {"h1_milli": 0.5},
            "tournament.test.h1_milli: expected a whole number from -100000 to 100000",
        ),
        (
            {"alpha_milli": 500},
            "tournament.test.alpha_milli: expected a whole number from 1 to 400",
        ),
    ],
)
def test_a_strangers_manifest(tmp_path: Path, change: dict[str, object], expected: str) -> None:
    with pytest.raises(ConfigError) as refused:
        manifest_fields(Path("m.json"), manifest(tmp_path, **change))
    assert str(refused.value) == f"m.json: not the manifest of a league: {expected}"


# The file that `compare` writes.


def bots(folder: Path) -> list[Path]:
    write_league(folder, TWO)
    return [folder / "bots" / "ann", folder / "bots" / "ben"]


def write(folder: Path, places: list[Path], **changes: object) -> Path:
    values = {"rules": "modern", "seed": "7", "sessions": 1000, "test": Hypotheses(), **changes}
    return write_comparison_file(folder / "results", bots=places, **values)  # type: ignore[arg-type]


def test_it_is_a_tournament_with_the_rule_in_it(tmp_path: Path) -> None:
    path = write(tmp_path, bots(tmp_path), test=Hypotheses(-0.125, 2.5, 0.01, 0.1))
    found = load_tournament(path)
    assert found.plan.name == path.parent.name
    assert found.plan.name.startswith("compare-")
    assert path.read_text().startswith("# Made by `barbu-arena compare`.\n")
    assert found.plan.test == Hypotheses(-0.125, 2.5, 0.01, 0.1)
    assert found.plan.schedule == SchedulePlan("head-to-head", 132, 2, singles_every=5)
    # Old and new, in this order; both are test bots of one name.
    assert [bot.name for bot in found.plan.bots] == ["picker", "picker-2"]
    assert [Path(bot.folder).name for bot in found.plan.bots] == ["ann", "ben"]


def test_what_decides_the_result_names_the_folder(tmp_path: Path) -> None:
    places = bots(tmp_path)
    first = write(tmp_path, places)
    assert write(tmp_path, places, sessions=2000) == first
    others = [
        write(tmp_path, places, seed="8"),
        write(tmp_path, places, rules="classic"),
        write(tmp_path, places, test=Hypotheses(h1=1)),
        write(tmp_path, places[::-1]),
    ]
    with (places[1] / "bot.py").open("a") as file:
        file.write("# a new version\n")
    others.append(write(tmp_path, places))
    assert len({first, *others}) == 6
