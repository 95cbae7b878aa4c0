"""File systems of a few KiB, to be filled or made unwritable; mounting one needs root on Linux."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount an empty file system of a size such as ``1m`` at a place, and take it away at the end.

    Where that is not possible the test is skipped; under CI, which is root, it fails.
    """
    place.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "small", str(place)]
    able = sys.platform.startswith("linux") and os.geteuid() == 0
    if not able or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no file system may be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def remount(place: Path, options: str) -> None:
    """Change the size of a small disk, or whether it may be written to."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


def fill(path: Path) -> None:
    """Write a file until the disk takes no more."""
    with path.open("ab", buffering=0) as file:
        for size in (65_536, 4096, 1):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue
