"""The arguments of bubblewrap: what exists for a bot. Each has a probe that fails without it.

bubblewrap is no ready-made sandbox: its protection is exactly what these arguments say.
Source: trust.md §3 and §4.1.
"""

import glob
import os
from collections.abc import Iterable

BOT_FOLDER = "/bot"
"""Where a bot finds its folder."""
SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin"
"""The PATH of a bot in the sandbox."""
VISIBLE = ("/usr", "/bin", "/lib", "/lib64", "/sbin")
"""The folders of the system that bots see, with all that is in them."""

_ETC = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/ssl")
_TMP = "/tmp/"
_NOBODY = "65534"
_TMP_BYTES = 64 << 20
_SHM_BYTES = 16 << 20
# bubblewrap's own limit is the kernel's default for a tmpfs: half of the machine's memory.

Arguments = tuple[tuple[str, ...], ...]
"""One inner tuple an argument, with its operands."""


def arguments(
    folder: str, read_only: Iterable[str], environment: Iterable[str], *, writable: bool = False
) -> Arguments:
    """Return the arguments that show a bot its folder, the system's programs and nothing else.

    `folder` and `read_only` are absolute paths, `environment` holds ``KEY=value``. A build may
    write into its folder, which is a copy; a bot never may.
    """
    extras = tuple(read_only)
    return (
        *_NAMESPACES,
        *_system_folders(),
        *(("--ro-bind-try", path, path) for path in (*_ETC, *_java())),
        *_shown(path for path in extras if not path.startswith(_TMP)),
        ("--proc", "/proc"),
        *_COVER,
        ("--dev", "/dev"),
        # Mapped and shared, /dev/zero is memory that no limit counts.
        ("--dev-bind", "/dev/null", "/dev/zero"),
        ("--size", str(_SHM_BYTES)),
        ("--tmpfs", "/dev/shm"),
        ("--remount-ro", "/dev"),
        ("--size", str(_TMP_BYTES)),
        ("--tmpfs", "/tmp"),
        *_shown(path for path in extras if path.startswith(_TMP)),  # or /tmp would hide them
        ("--bind" if writable else "--ro-bind", folder, BOT_FOLDER),
        ("--remount-ro", "/"),
        ("--chdir", BOT_FOLDER),
        ("--clearenv",),
        *(("--setenv", *entry.split("=", 1)) for entry in environment),
        ("--cap-drop", "ALL"),
        ("--new-session",),
        ("--die-with-parent",),
    )


_NAMESPACES: Arguments = (
    ("--unshare-user",),
    ("--unshare-pid",),
    ("--unshare-net",),
    ("--unshare-ipc",),
    ("--unshare-uts",),
    ("--unshare-cgroup",),
    ("--disable-userns",),
    ("--uid", _NOBODY),
    ("--gid", _NOBODY),
    ("--hostname", "bot"),
)

_FIRST_PROCESS = "/proc/1"
_COVER: Arguments = (("--tmpfs", _FIRST_PROCESS), ("--remount-ro", _FIRST_PROCESS))
# It is bubblewrap's own and has no resource limits, and through /proc a bot could write to its
# memory: make it start processes, or have it outlive the arena.


def _system_folders() -> Arguments:
    """Return how /usr is shown, and the old folders beside it as the machine has them."""
    found: list[tuple[str, ...]] = []
    for path in VISIBLE:
        if os.path.islink(path):
            found.append(("--symlink", os.readlink(path), path))
        elif os.path.isdir(path):
            found.append(("--ro-bind", path, path))
    return tuple(found)


def _shown(paths: Iterable[str]) -> Arguments:
    return tuple(("--ro-bind", path, path) for path in paths)


def _java() -> list[str]:
    """Return where Debian's Java has its settings, without which it draws no random number."""
    return sorted(glob.glob("/etc/java-*"))


def is_visible(path: str, read_only: Iterable[str] = ()) -> bool:
    """Whether a bot in the sandbox sees an absolute path, and what it leads to if it is a link.

    The python of a virtual environment is a link: it leads to /usr from where no bot sees it.
    """
    shown = [os.path.abspath(place) for place in (*VISIBLE, *read_only)]
    real = [os.path.realpath(place) for place in shown]
    return _is_in(os.path.abspath(path), shown) and _is_in(os.path.realpath(path), real)


def _is_in(path: str, places: Iterable[str]) -> bool:
    return any(path == place or path.startswith(place.rstrip("/") + "/") for place in places)
