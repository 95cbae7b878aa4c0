"""What no bot may be shown: the results, the seed, another bot."""

from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files import overlap
from barbu_arena.files.overlap import refuse_overlap
from barbu_arena.files.results_folder import League
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("bots/ann", "bots/ben", "results", "system/lib"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr(overlap, "VISIBLE", (str(tmp_path / "system"), "/no/such/folder"))
    return tmp_path


def league(
    place: Path,
    *,
    results: str = "results/night",
    source: str = "league.yaml",
    ann: str = "bots/ann",
    read_only: tuple[str, ...] = (),
    sandbox: str = "bwrap",
) -> League:
    bots = (
        Bot("ann", str(place / ann), ("x",), read_only=read_only),
        Bot("ben", str(place / "bots" / "ben"), ("x",)),
    )
    tournament = Tournament("night", load_rules("modern"), "seed", bots)
    return League(place / results, tournament, sandbox, {}, place / source)


def problems(league: League) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        refuse_overlap(league)
    return str(refused.value).splitlines()


@pytest.mark.parametrize("sandbox", ["none", "bwrap"])
def test_separate_places_are_fine(place: Path, sandbox: str) -> None:
    fine = league(place, read_only=("/opt/data", str(place / "system")), sandbox=sandbox)
    assert refuse_overlap(fine) is None


@pytest.mark.parametrize("sandbox", ["none", "bwrap"])
@pytest.mark.parametrize(
    "results", ["bots/ann", "bots/ann/results/night", "bots"], ids=["same", "below", "above"]
)
def test_results_and_a_bot_apart(place: Path, results: str, sandbox: str) -> None:
    found = problems(league(place, results=results, sandbox=sandbox))
    assert found[0] == (
        f"bot 'ann': its folder {place}/bots/ann and the results folder {place}/{results} "
        "overlap; choose another place with --results"
    )
    assert len(found) == (2 if results == "bots" else 1)


def test_a_link_is_no_way_around(place: Path) -> None:
    (place / "link").symlink_to(place / "bots")
    (found,) = problems(league(place, results="link/ann/results"))
    assert found.startswith(f"bot 'ann': its folder {place}/bots/ann and the results folder ")
    (found,) = problems(league(place, results="bots/ann/night", ann="link/ann"))
    assert found.startswith(f"bot 'ann': its folder {place}/link/ann and the results folder ")


@pytest.mark.parametrize("sandbox", ["none", "bwrap"])
@pytest.mark.parametrize("source", ["bots/ann/league.yaml", "bots/ann/deep/league.yaml"])
def test_no_bot_has_the_seed_in_its_folder(place: Path, source: str, sandbox: str) -> None:
    assert problems(league(place, source=source, sandbox=sandbox)) == [
        f"bot 'ann': the tournament file, with the seed, lies in its folder {place}/bots/ann; "
        "move one of them"
    ]


def test_results_are_in_no_folder_that_every_bot_sees(place: Path) -> None:
    inside = league(place, results="system/lib/night")
    assert problems(inside) == [
        f"{place}/system/lib/night: the results would lie in {place}/system, which every bot "
        "sees; choose another place with --results"
    ]
    assert refuse_overlap(league(place, results="system/lib/night", sandbox="none")) is None


def test_the_seed_is_in_no_folder_that_every_bot_sees(place: Path) -> None:
    inside = league(place, source="system/league.yaml")
    assert problems(inside) == [
        f"{place}/system/league.yaml: the tournament file, with the seed, lies in "
        f"{place}/system, which every bot sees; move it"
    ]
    assert refuse_overlap(league(place, source="system/league.yaml", sandbox="none")) is None


@pytest.mark.parametrize(
    ("granted", "what"),
    [
        ("results/night", "the results"),
        ("results", "the results"),
        ("results/night/logs", "the results"),
        ("league.yaml", "the tournament file"),
        ("bots/ben", "the folder of 'ben'"),
        ("bots/ben/data", "the folder of 'ben'"),
    ],
)
def test_what_is_granted_shows_no_secret(place: Path, granted: str, what: str) -> None:
    path = str(place / granted)
    assert problems(league(place, read_only=("/opt/data", path))) == [
        f"bot 'ann': read_only: {path} would show it {what}"
    ]
    assert refuse_overlap(league(place, read_only=(path,), sandbox="none")) is None


def test_a_bot_may_be_granted_its_own_folder(place: Path) -> None:
    assert refuse_overlap(league(place, read_only=(str(place / "bots" / "ann"),))) is None


def test_bots_of_one_folder_may_be_granted_it(place: Path) -> None:
    own = league(place, ann="bots/ben", read_only=(str(place / "bots" / "ben"),))
    assert refuse_overlap(own) is None


def test_a_bot_does_not_lie_in_the_folder_of_another(place: Path) -> None:
    assert problems(league(place, ann="bots")) == [
        f"bot 'ann': the folder of 'ben' lies in its folder {place}/bots; put them side by side"
    ]
    assert refuse_overlap(league(place, ann="bots", sandbox="none")) is None
    assert refuse_overlap(league(place, ann="bots/ben")) is None


def test_all_problems_are_told_at_once(place: Path) -> None:
    (place / "link\x1b").symlink_to(place)
    found = problems(league(place, read_only=(f"{place}/link\x1b",)))
    shown = f"{place}/link\\x1b"
    assert found == [
        f"bot 'ann': read_only: {shown} would show it the results",
        f"bot 'ann': read_only: {shown} would show it the tournament file",
        f"bot 'ann': read_only: {shown} would show it the folder of 'ben'",
    ]
