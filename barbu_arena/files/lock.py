"""One runner at a time in a results folder."""

import os
from pathlib import Path

from barbu_arena.errors import FolderLocked, StorageError


class FolderLock:
    """A lock that ends with the process, however it ends; a context manager."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises FolderLocked or StorageError."""
        path = folder / "lock"
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise StorageError(
                f"{path}: cannot be opened: {error.strerror}; choose another place with --results"
            ) from None
        import fcntl  # noqa: PLC0415  Windows has none; there, only reading works

        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._fd)
            raise FolderLocked(
                f"{folder}: another runner works in this folder; wait for it, or stop it"
            ) from None
        # A copy in a worker would hold the lock for a moment after the arena is killed.
        os.register_at_fork(after_in_child=self.release)

    def release(self) -> None:
        """Give the lock up; a second call does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
