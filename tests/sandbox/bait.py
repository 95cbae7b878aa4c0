"""What a bot in the sandbox must not find, planted: files, sockets, a process, secrets."""

import os
import secrets
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

Bait = dict[str, str | int]

KINDS = ("user", "pid", "net", "ipc", "uts", "mnt", "cgroup")
_WAITS = ("/usr/bin/python3", "-I", "-S", "-c", "import sys; sys.stdin.read()")


@contextmanager
def planted(folder: Path, bot: Path, sibling_user: int | None) -> Iterator[Bait]:
    """Plant all bait below `folder`, which anyone may enter, and a link to it in the bot's folder.

    `sibling_user` owns the sibling process; None: who runs this.
    """
    secret = f"secret-{secrets.token_hex(8)}"
    with ExitStack() as stack:
        sibling = stack.enter_context(_sibling(secret, sibling_user))
        yield {
            **_files(folder, bot, secret),
            **_sockets(folder, stack),
            **{f"ns {kind}": os.stat(f"/proc/self/ns/{kind}").st_ino for kind in KINDS},
            "secret": secret,
            "sibling": sibling,
            "arena": os.getpid(),
        }


def _files(folder: Path, bot: Path, secret: str) -> Bait:
    places = {name: folder / name for name in ("home", "results", "other")}
    for place in places.values():
        place.mkdir()
        place.chmod(0o777)  # it is the sandbox that must protect them
        (place / "sessions.jsonl").write_text(secret)
    seed = folder / "league.yaml"
    seed.write_text(f"seed: {secret}\n")
    link = bot / "link"
    link.symlink_to(seed)
    return {
        **{name: str(place) for name, place in places.items()},
        "folder": str(folder),
        "bot": str(bot),
        "ledger": str(places["results"] / "sessions.jsonl"),
        "seed": str(seed),
        "link": str(link),
    }


def _sockets(folder: Path, stack: ExitStack) -> Bait:
    path, abstract = str(folder / "socket"), f"barbu-{secrets.token_hex(8)}"
    port = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
    for address in (path, "\0" + abstract):
        server = stack.enter_context(socket.socket(socket.AF_UNIX))
        server.bind(address)
        server.listen()
    os.chmod(path, 0o777)
    return {"port": port, "abstract": abstract, "socket": path}


@contextmanager
def _sibling(secret: str, user: int | None) -> Iterator[int]:
    """Run a process with a secret in its command and its environment."""
    process = subprocess.Popen(
        [*_WAITS, secret],
        stdin=subprocess.PIPE,
        env={"SECRET": secret},
        user=user,
        group=user,
        extra_groups=None if user is None else (),
    )
    with process:
        yield process.pid
        process.kill()
