"""Files of any size, replaced all together once they are whole; a reader sees old ones or new."""

import contextlib
import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.ledger import open_to_read, sync_folder


@contextlib.contextmanager
def replaced(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Give an empty file aside for each path, all of one folder, and put them there at the end.

    If the block fails, or one cannot be written, what was there stays and nothing is left behind.
    Raises StorageError.
    """
    folder = paths[0].parent
    asides = [path.with_name(f".{path.name}.{os.getpid()}.new") for path in paths]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, aside in zip(paths, asides, strict=True):
            _sweep(path)
            aside.open("xb").close()
        yield asides
        for aside in asides:
            _sync(aside)
        for path, aside in zip(paths, asides, strict=True):
            aside.replace(path)
        sync_folder(folder)
    except OSError as error:
        name = str(error.filename or folder)
        raise StorageError(
            f"{name}: cannot be written: {error.strerror}; what was there before is whole: "
            "see to the disk, or choose another place"
        ) from None
    finally:
        for aside in asides:
            with contextlib.suppress(OSError):
                aside.unlink()


def refuse_foreign(path: Path, beginning: bytes) -> None:
    """Raise ConfigError if there is a file that does not begin as ours do: it is not replaced."""
    try:
        with open_to_read(path) as file:
            found = file.read(len(beginning))
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"{path}: cannot be replaced: {error.strerror}") from None
    if found != beginning:
        raise ConfigError(
            f"{path}: expected no file, or one of an earlier export, got another file; "
            "move it away, or choose another place with --out"
        )


def _sweep(path: Path) -> None:
    """Remove what killed exports left aside for a path."""
    for old in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        pid = old.name.removesuffix(".new").rpartition(".")[2]
        if pid.isdigit() and not _lives(int(pid)):
            old.unlink(missing_ok=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return pid != os.getpid()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
