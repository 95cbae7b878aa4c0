"""What is in the wheel and in the sdist: all that an installed arena needs, and nothing built."""

import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from barbu_arena.files.bot_folder import build_outputs, folder_digest
from barbu_arena.files.new_bot import KITS
from barbu_arena.files.shipped_bots import shipped_names

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package as pip would install it."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"]))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site-packages")
    return folder / "site-packages" / "barbu_arena"


def test_a_shipped_bot_is_the_checkouts_to_the_byte(installed: Path) -> None:
    names = {path.name for path in (installed / "bots").iterdir() if path.is_dir()}
    assert names == set(shipped_names())
    for name in names:
        assert folder_digest(installed / "bots" / name) == folder_digest(ROOT / "bots" / name)
        for output in build_outputs(installed / "bots" / name):
            assert not (installed / "bots" / name / output).exists()


def test_rules_schemas_kits_and_docs_are_there(installed: Path) -> None:
    for folder in ("files/rules", "files/house", "schema", "kit", "report/html"):
        here = ROOT / "barbu_arena" / folder
        theirs = {path.relative_to(installed / folder) for path in files(installed / folder)}
        assert theirs == {path.relative_to(here) for path in files(here)}
        assert theirs
    for folder in ("docs", "tournaments"):
        theirs = {path.name for path in (installed / folder).iterdir()}
        assert theirs == {path.name for path in (ROOT / folder).iterdir()}


@pytest.mark.parametrize("page", ["docs/authors.md", "docs/messages.md", "bots/README.md"])
def test_what_an_author_reads_leads_to_what_is_there(page: str, installed: Path) -> None:
    text = (installed / page).read_text("utf-8")
    links = re.findall(r"\]\((?!https?://)([^)#]+)[^)]*\)|`(\.\./[^`]+)`", text)
    place = (installed / page).parent
    assert links
    assert [link for link in map("".join, links) if not (place / link).exists()] == []


def files(folder: Path) -> list[Path]:
    """Return the files of a folder that are no trace of having been run."""
    built = {"bot", "classes", "__pycache__"}
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and built.isdisjoint(path.relative_to(folder).parts)
    ]


def test_the_sdist_makes_the_same_wheel(installed: Path, tmp_path: Path) -> None:
    sdist = next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = Path(sdist.removesuffix(".tar.gz"))
    wheel = next(WheelBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"]))
    with zipfile.ZipFile(wheel) as archive:
        package = {name for name in archive.namelist() if name.startswith("barbu_arena/")}
    here = {path.relative_to(installed.parent).as_posix() for path in files(installed)}
    assert package == here


def test_git_ignores_what_builds_make_and_so_does_the_wheel() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout, so it is not known what git ignores")
    folders = [path.parent for path in ROOT.glob("b*/*/bot.yaml")] + list(KITS.iterdir())
    made = [
        (folder / output).relative_to(ROOT).as_posix() + ("/x" if output == "classes" else "")
        for folder in folders
        for output in build_outputs(folder)
    ]
    assert "bots/strong/bot" in made
    assert len(made) >= 5
    command = ["git", "-C", str(ROOT), "check-ignore", *made]
    ignored = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert ignored.split() == made
