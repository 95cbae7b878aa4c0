"""The lock of a results folder: one runner at a time, none that is dead, no child."""

import os
import signal
from pathlib import Path

import pytest

from barbu_arena.errors import FolderLocked, StorageError
from barbu_arena.files.lock import FolderLock


def test_a_second_lock_is_refused_while_the_first_is_held(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        with pytest.raises(FolderLocked) as refused:
            FolderLock(tmp_path)
        assert str(refused.value) == (
            f"{tmp_path}: another runner works in this folder; wait for it, or stop it"
        )
        assert refused.value.exit_code == 75
    with FolderLock(tmp_path) as again:
        assert again is not None


def test_it_is_given_up_once(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    lock.release()
    with FolderLock(tmp_path):
        lock.release()
        with pytest.raises(FolderLocked):
            FolderLock(tmp_path)


def test_a_child_does_not_hold_it(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    there, here = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(here, b"x")
        signal.pause()
        os._exit(0)
    try:
        assert os.read(there, 1) == b"x"
        lock.release()
        with FolderLock(tmp_path):
            assert os.waitpid(child, os.WNOHANG) == (0, 0)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(there)
        os.close(here)


def test_a_child_that_ends_does_not_give_it_up(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        with pytest.raises(FolderLocked):
            FolderLock(tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        StorageError, match=r"none/lock: cannot be opened: No such file .*--results"
    ):
        FolderLock(tmp_path / "none")


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to("elsewhere")
    with pytest.raises(StorageError, match="cannot be opened"):
        FolderLock(tmp_path)
    assert not (tmp_path / "elsewhere").exists()
