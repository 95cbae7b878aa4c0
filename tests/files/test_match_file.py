"""The tournament file that `match` writes for itself."""

from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.match_file import write_match_file
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.league.tournament import SchedulePlan


def bots(folder: Path, *names: str) -> list[Path]:
    """Make folders of bots; a name may be used more than once."""
    places = []
    for number, name in enumerate(names):
        place = folder / f"bot {number}"
        place.mkdir(exist_ok=True)
        (place / "bot.yaml").write_text(f"name: {name}\ncommand: [python3, bot.py]\n")
        (place / "bot.py").write_text("")
        places.append(place)
    return places


def write(folder: Path, places: list[Path], **changes: object) -> Path:
    values = {"rules": "modern", "seed": "7", "rounds": 2, "seatings": 4, **changes}
    return write_match_file(folder / "results", bots=places, **values)  # type: ignore[arg-type]


def test_it_is_a_tournament_like_any_other(tmp_path: Path) -> None:
    places = bots(tmp_path, "ann", "ben", "cem", "dee")
    path = write(tmp_path, places, seed='a "seed": #1', rules="classic")
    found = load_tournament(path)
    assert found.seed == 'a "seed": #1'
    assert found.plan.rules.name == "classic"
    assert found.plan.schedule == SchedulePlan("round-robin", 2, 4)
    assert [bot.name for bot in found.plan.bots] == ["ann", "ben", "cem", "dee"]
    assert [Path(bot.folder) for bot in found.plan.bots] == [p.resolve() for p in places]
    # Its results lie beside it.
    assert path.parent == tmp_path / "results" / found.plan.name
    assert found.plan.name.startswith("match-")


def test_any_printable_seed_and_folder(tmp_path: Path) -> None:
    """Also of characters beyond 16 bits, whose escapes in JSON are none in YAML."""
    above = tmp_path / "🂡 ♣"
    above.mkdir()
    places = bots(above, "ann", "ben", "cem", "dee")
    found = load_tournament(write(tmp_path, places, seed="🎲"))
    assert found.seed == "🎲"
    assert [Path(bot.folder) for bot in found.plan.bots] == [p.resolve() for p in places]


def test_a_folder_that_no_file_can_name(tmp_path: Path) -> None:
    above = tmp_path / "a\nb\x1b\udcff"
    above.mkdir()
    places = bots(above, "ann", "ben", "cem", "dee")
    with pytest.raises(ConfigError) as refused:
        write(tmp_path, places)
    assert str(refused.value) == (
        "../../a\\x0ab\\x1b\\udcff/bot 0: expected a path of printable characters, since a "
        "tournament file names it; give the folder another name"
    )
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ann"] * 4, ["ann", "ann-2", "ann-3", "ann-4"]),
        (["ann", "ben", "ann", "ben"], ["ann", "ben", "ann-2", "ben-2"]),
        (["n" * 32] * 4, ["n" * 32, "n" * 29 + "-2", "n" * 29 + "-3", "n" * 29 + "-4"]),
        (["ann", "ann-2", "ann", "dee"], ["ann", "ann-2", "ann-3", "dee"]),
        (["ann", "ann", "ann-2", "dee"], ["ann", "ann-3", "ann-2", "dee"]),
    ],
    ids=["one", "two", "long", "a name taken before", "a name taken later"],
)
def test_a_bot_that_sits_twice_has_two_names(
    tmp_path: Path, names: list[str], expected: list[str]
) -> None:
    found = load_tournament(write(tmp_path, bots(tmp_path, *names)))
    assert len({bot.name for bot in found.plan.bots}) == 4
    assert [bot.name for bot in found.plan.bots] == expected


def test_the_same_match_has_the_same_file(tmp_path: Path) -> None:
    places = bots(tmp_path, "ann", "ben", "cem", "dee")
    first = write(tmp_path, places)
    text = first.read_bytes()
    assert write(tmp_path, places) == first
    assert first.read_bytes() == text


@pytest.mark.parametrize(
    "change", [{"seed": "8"}, {"rounds": 3}, {"seatings": 12}, {"rules": "classic"}]
)
def test_another_match_has_another_file(tmp_path: Path, change: dict[str, object]) -> None:
    places = bots(tmp_path, "ann", "ben", "cem", "dee")
    assert write(tmp_path, places, **change) != write(tmp_path, places)
    swapped = [places[1], places[0], *places[2:]]
    assert write(tmp_path, swapped) != write(tmp_path, places)


def test_other_bots_of_the_same_names_have_another_file(tmp_path: Path) -> None:
    """Or the file that finds the bots of the first match would be lost."""
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    names = ("ann", "ben", "cem", "dee")
    first = write(tmp_path, bots(tmp_path / "old", *names))
    assert write(tmp_path, bots(tmp_path / "new", *names)) != first


def test_a_rules_file_is_found_from_the_results_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("name: mine\nextends: classic\n")
    path = write(Path(), bots(Path(), "ann", "ben", "cem", "dee"), rules="mine.yaml")
    monkeypatch.chdir("/")
    assert load_tournament(tmp_path / path).plan.rules.name == "mine"


def test_nothing_is_made_for_a_match_that_cannot_be_played(tmp_path: Path) -> None:
    places = bots(tmp_path, "ann", "ben", "cem", "dee")
    with pytest.raises(ConfigError, match="did you mean modern"):
        write(tmp_path, places, rules="modem")
    with pytest.raises(ConfigError, match="expected the folder of a bot"):
        write(tmp_path, [*places[:3], tmp_path / "none"])
    assert not (tmp_path / "results").exists()


def test_results_that_cannot_be_made(tmp_path: Path) -> None:
    places = bots(tmp_path, "ann", "ben", "cem", "dee")
    (tmp_path / "results").write_text("a file")
    with pytest.raises(StorageError, match=r"cannot be made: .*choose another place"):
        write(tmp_path, places)
