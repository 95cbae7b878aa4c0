"""The hash of a bot's folder: what counts, what does not, what cannot be hashed."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files import bot_folder
from barbu_arena.files.bot_folder import (
    build_outputs,
    folder_digest,
    folder_stamps,
    is_unchanged,
)

BOT = "name: alice\ncommand: [./run]\n"
SCRIPT = b"#!/bin/sh\nexit\n"


def write(path: Path, content: bytes, mode: int = 0o755) -> None:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(content)
    path.chmod(mode)


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "alice"
    write(folder / "bot.yaml", BOT.encode(), 0o644)
    write(folder / "run", SCRIPT)
    write(folder / "lib" / "table", b"1", 0o644)
    os.symlink("run", folder / "link")
    return folder


def test_the_digest_is_of_a_known_form(filled: Path) -> None:
    parts = (
        b"file\0bot.yaml\x0029\0" + BOT.encode(),
        b"file\0lib/table\x001\x001",
        b"link\0link\x003\0run",
        b"program\0run\x0015\0" + SCRIPT,
    )
    digest = hashlib.sha256(b"".join(parts)).hexdigest()
    assert folder_digest(filled) == digest


def test_where_a_folder_lies_does_not_count(filled: Path) -> None:
    shutil.copytree(filled, "copy", symlinks=True)
    assert folder_digest(Path("copy")) == folder_digest(filled)


def test_what_counts(filled: Path) -> None:
    seen = {folder_digest(filled)}

    def changed() -> bool:
        digest = folder_digest(filled)
        new = digest not in seen
        seen.add(digest)
        return new

    write(filled / "lib" / "table", b"2", 0o644)
    assert changed()
    (filled / "lib" / "table").chmod(0o755)
    assert changed()
    (filled / "lib" / "table").rename(filled / "lib" / "tables")
    assert changed()
    (filled / "link").unlink()
    os.symlink("lib", filled / "link")
    assert changed()
    (filled / "link").unlink()
    assert changed()
    os.utime(filled / "run", (0, 0))
    assert not changed()


def test_what_does_not_count(filled: Path) -> None:
    before = folder_digest(filled)
    write(filled / "__pycache__" / "bot.pyc", b"1")
    write(filled / "lib" / "__pycache__" / "x.pyc", b"1")
    write(filled / ".git" / "HEAD", b"1")
    assert folder_digest(filled) == before


def test_what_a_build_makes_does_not_count(filled: Path) -> None:
    source = BOT + "build: [cc, -O2, -o, ./run, run.c]\nbuild_output: [obj/, lib/made]\n"
    write(filled / "bot.yaml", source.encode(), 0o644)
    assert build_outputs(filled) == {"run", "obj", "lib/made"}
    before = folder_digest(filled)
    write(filled / "run", b"other")
    write(filled / "obj" / "deep", b"other")
    write(filled / "lib" / "made", b"other")
    assert folder_digest(filled) == before
    assert folder_digest(filled, ignore=()) != before
    write(filled / "run.c", b"other")
    assert folder_digest(filled) != before


def test_what_cannot_be_hashed(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(filled / "pipe")
    with pytest.raises(ConfigError) as raised:
        folder_digest(filled)
    assert str(raised.value) == "alice/pipe: expected a file or a link, got a special file"
    (filled / "pipe").unlink()
    monkeypatch.setattr(bot_folder, "MAX_BYTES", 1 << 20)
    write(filled / "large", b"x" * (1 << 20))
    with pytest.raises(ConfigError) as raised:
        folder_digest(filled)
    assert str(raised.value) == "alice: expected at most 10000 files and 1 MiB, got more"
    (filled / "large").unlink()
    monkeypatch.setattr(bot_folder, "MAX_FILES", 3)
    with pytest.raises(ConfigError, match=r"^alice: expected at most 3 files and 1 MiB, got more$"):
        folder_digest(filled)


def test_what_a_running_bot_removes_while_its_folder_is_looked_at(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot may write into its folder, and must not stop a league by good timing."""
    before, digest = folder_stamps(filled), folder_digest(filled)
    write(filled / "scratch", b"1")
    write(filled / "deep" / "scratch", b"1")
    scandir = os.scandir

    def slow(place: Path) -> list["os.DirEntry[str]"]:
        found = list(scandir(place))
        if (filled / "deep").exists():
            (filled / "scratch").unlink()
            (filled / "deep" / "scratch").unlink()
            (filled / "deep").rmdir()
        return found

    monkeypatch.setattr(bot_folder.os, "scandir", slow)
    assert is_unchanged(filled, before, digest)


def test_a_pipe_put_into_a_files_place_is_not_waited_for(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = bot_folder._size

    def exchanged(path: Path) -> int:
        found = size(path)
        if path.name == "run":
            path.unlink()
            os.mkfifo(path)
        return found

    status = (filled / "run").lstat()
    lstat = Path.lstat
    monkeypatch.setattr(bot_folder, "_size", exchanged)
    monkeypatch.setattr(Path, "lstat", lambda path: status if path.name == "run" else lstat(path))
    with pytest.raises(ConfigError, match="cannot be read: expected a file, got something else"):
        folder_digest(filled)


def test_a_folder_that_cannot_be_read_any_more_has_changed(filled: Path) -> None:
    before, digest = folder_stamps(filled), folder_digest(filled)
    shutil.rmtree(filled)
    assert not is_unchanged(filled, before, digest)
