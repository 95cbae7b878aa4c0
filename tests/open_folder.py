"""A folder that everyone may enter: pytest's own lie below one that is closed to others.

Bots in the sandbox are other users when the tests run as root.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def open_folder() -> Iterator[Path]:
    """Make a folder that everyone may enter, and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="barbu-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
