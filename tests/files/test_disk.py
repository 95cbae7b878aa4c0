"""The disk below a results folder: room, network file systems, and words for what went wrong.

Source: trust.md §7.3 rules 2 and 6.
"""

import os
from collections.abc import Callable
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EROFS
from pathlib import Path
from types import SimpleNamespace

import pytest

from barbu_arena.errors import StorageError
from barbu_arena.files import disk
from barbu_arena.files.disk import (
    RESERVE,
    free_bytes,
    full_soon,
    has_room,
    network_file_system,
    write_refused,
)

Room = Callable[[int], None]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    """Have the disk say that so many bytes are free."""

    def free(count: int, blocks: int = 1000) -> None:
        found = SimpleNamespace(f_bavail=count, f_frsize=1, f_blocks=blocks)
        monkeypatch.setattr(disk.os, "statvfs", lambda _: found)

    return free


def test_what_is_free_is_what_this_user_may_write(tmp_path: Path) -> None:
    found = os.statvfs(tmp_path)
    free = free_bytes(tmp_path)
    assert free is not None
    assert abs(free - found.f_bavail * found.f_frsize) < 1 << 30  # others write too


@pytest.mark.parametrize(
    ("free", "enough"), [(0, False), (RESERVE - 1, False), (RESERVE, True), (1 << 40, True)]
)
def test_room_for_a_session(tmp_path: Path, room: Room, free: int, enough: bool) -> None:
    room(free)
    assert has_room(tmp_path) is enough


def test_a_disk_that_does_not_tell_is_no_full_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert free_bytes(tmp_path / "none") is None
    assert has_room(tmp_path / "none")
    uncounted = SimpleNamespace(f_bavail=0, f_frsize=4096, f_blocks=0)
    monkeypatch.setattr(disk.os, "statvfs", lambda _: uncounted)
    assert has_room(tmp_path)


# Words


@pytest.mark.parametrize("number", [ENOSPC, EDQUOT, EFBIG])
def test_a_full_disk_in_words(tmp_path: Path, room: Room, number: int) -> None:
    room(100_000)
    (tmp_path / "sessions.jsonl").write_bytes(b"x" * 4096 * 412 * 2)  # two blocks a session
    error = OSError(number, os.strerror(number), str(tmp_path / "sessions.jsonl"))
    refused = write_refused(tmp_path, error, safe=412, left=1000)
    # 1000 sessions of 16 KiB at least, and the reserve, less what is free: 16.8 MB.
    assert str(refused) == (
        f"{tmp_path}/sessions.jsonl: disk full ({os.strerror(number)}): 412 sessions are safe; "
        "free 17 MB and run the same command again"
    )
    assert refused.exit_code == 74


def test_what_is_to_be_freed_follows_what_sessions_took(tmp_path: Path, room: Room) -> None:
    room(0)
    (tmp_path / "faults").mkdir()
    (tmp_path / "faults" / "1.1.1-1.txt").write_bytes(b"x" * 1_000_000)
    (tmp_path / "link").symlink_to("/proc/kcore")
    error = OSError(ENOSPC, "No space left on device")
    refused = write_refused(tmp_path, error, safe=1, left=200)
    assert str(refused) == (
        f"{tmp_path}: disk full (No space left on device): 1 session is safe; "
        "free 203 MB and run the same command again"
    )


@pytest.mark.parametrize("number", [EIO, EROFS])
def test_another_refusal_in_words(tmp_path: Path, number: int) -> None:
    error = OSError(number, os.strerror(number))
    refused = write_refused(tmp_path, error, safe=0, left=5)
    assert str(refused) == (
        f"{tmp_path}: cannot be written: {os.strerror(number)}: 0 sessions are safe; "
        "see to the disk, then run the same command again"
    )
    assert isinstance(refused, StorageError)


def test_a_disk_that_is_full_soon_in_words(tmp_path: Path, room: Room) -> None:
    room(300_000)
    assert str(full_soon(tmp_path, safe=0, left=4)) == (
        f"{tmp_path}: disk full soon (0.3 MB left, 0.5 MB needed for a session): "
        "0 sessions are safe; free 1 MB and run the same command again"
    )


# Network file systems

MOUNTS = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
23 22 0:21 / /proc rw - proc proc rw
40 22 0:50 / /mnt/share rw,relatime shared:7 master:3 - nfs4 server:/share rw,vers=4.2
41 40 254:2 / /mnt/share/local rw - xfs /dev/vdb rw
42 22 0:51 / /mnt/two\\040words rw - cifs //server/two rw
43 22 0:52 / /mnt/hidden rw - 9p host rw
44 22 0:53 / /mnt/hidden rw - tmpfs tmpfs rw
45 22 0:54 / /mnt/ssh rw - fuse.sshfs me@server: rw
46 22 0:55 / /mnt/smb rw - smb3 //server/x rw
47 22 0:56 / /mnt/fuse rw - fuse.portal portal rw
48 broken line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/mnt/elsewhere", None),
        ("/mnt/share", "nfs4"),
        ("/mnt/share/results/league", "nfs4"),
        ("/mnt/share/local/league", None),
        ("/mnt/shared", None),
        ("/mnt/two words/league", "cifs"),
        ("/mnt/hidden/league", None),
        ("/mnt/ssh", "fuse.sshfs"),
        ("/mnt/smb/a", "smb3"),
        ("/mnt/fuse/a", None),
        ("/", None),
    ],
)
def test_the_mount_nearest_to_a_folder_decides(
    tmp_path: Path, folder: str, kind: str | None
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert network_file_system(Path(folder), mounts) == kind


def test_a_root_on_the_network(tmp_path: Path) -> None:
    (tmp_path / "mountinfo").write_text("22 1 0:20 / / rw - nfs server:/root rw\n")
    assert network_file_system(Path("/mnt"), tmp_path / "mountinfo") == "nfs"


def test_where_the_system_does_not_tell(tmp_path: Path) -> None:
    assert network_file_system(tmp_path, tmp_path / "none") is None
