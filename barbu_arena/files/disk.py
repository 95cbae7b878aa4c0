"""The disk below a results folder: how much is free, whether it is near, and what a refusal means.

Source: trust.md §7.3 rules 2 and 6.
"""

import contextlib
import os
import re
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from barbu_arena.errors import StorageError

RESERVE = 512 << 10
"""Bytes that must be free before a session begins: what four hostile bots can leave of one.

A record takes at most 64 KiB, stderr 64 KiB a bot, and the evidence of a fault rarely 10 KiB.
"""
_GUESS = 16 << 10
"""Bytes that a session takes, as long as none was played."""
_BLOCK = 4096
_FULL = frozenset({ENOSPC, EDQUOT, EFBIG})
_NETWORK = re.compile(r"nfs\d?|cifs|smb3|smbfs|9p|ceph|fuse\.(sshfs|rclone|s3fs|glusterfs)")
_MOUNTS = Path("/proc/self/mountinfo")


def free_bytes(folder: Path) -> int | None:
    """Return how many bytes this user may still write below a folder; None where nobody knows."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    # Some file systems count no blocks at all; theirs is not a full disk.
    return found.f_bavail * found.f_frsize if found.f_blocks else None


def network_file_system(folder: Path, mounts: Path = _MOUNTS) -> str | None:
    """Return the kind of the network file system that a folder lies on, such as ``nfs4``.

    None for a local one, and where the system does not tell.
    """
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    place = str(folder.resolve())
    best, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) > 4 and after:
            point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
            # Of two mounts on one point the later hides the earlier.
            if len(point) >= len(best) and f"{place}/".startswith(f"{point.rstrip('/')}/"):
                best, kind = point, after.split(" ")[0]
    return kind if _NETWORK.fullmatch(kind) else None


def has_room(folder: Path) -> bool:
    """Whether the results of one more session fit below a folder, as far as is known."""
    free = free_bytes(folder)
    return free is None or free >= RESERVE


def full_soon(folder: Path, safe: int, left: int) -> StorageError:
    """Return the error of a league that stops before the disk refuses a session.

    `safe` sessions are finished, `left` are not.
    """
    free = (free_bytes(folder) or 0) / 1e6
    return StorageError(
        f"{folder}: disk full soon ({free:.1f} MB left, {RESERVE / 1e6:.1f} MB needed for a "
        f"session): {_advice(folder, safe, left)}"
    )


def write_refused(folder: Path, error: OSError, safe: int, left: int) -> StorageError:
    """Return the error of a league whose write the system refused; `safe` and `left` as above."""
    name = error.filename or folder
    if error.errno in _FULL:
        return StorageError(f"{name}: disk full ({error.strerror}): {_advice(folder, safe, left)}")
    return StorageError(
        f"{name}: cannot be written: {error.strerror}: {_sessions(safe)} safe; "
        "see to the disk, then run the same command again"
    )


def _advice(folder: Path, safe: int, left: int) -> str:
    each = max(_GUESS, _bytes_below(folder) // safe) if safe else _GUESS
    wanted = RESERVE + left * each - (free_bytes(folder) or 0)
    megabytes = max(1, -(-wanted // 10**6))
    return f"{_sessions(safe)} safe; free {megabytes} MB and run the same command again"


def _sessions(count: int) -> str:
    return "1 session is" if count == 1 else f"{count} sessions are"


def _bytes_below(folder: Path) -> int:
    """Return the bytes of a folder's files, in whole blocks."""
    blocks = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # a file that goes meanwhile takes no room
                blocks += -(-os.lstat(os.path.join(place, name)).st_size // _BLOCK)
    return blocks * _BLOCK
