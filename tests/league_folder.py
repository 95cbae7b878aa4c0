"""What a results folder holds, made comparable."""

from pathlib import Path

DERIVED = ("table.txt", "table.md", "table.csv", "table.json", "doubling.csv")


def comparable(folder: Path) -> dict[str, bytes]:
    """Return the bytes that must not depend on how a league was played; the ledger sorted.

    Left out are the lock and the timings, and the order in which the ledger was written.
    """
    ledger = sorted((folder / "sessions.jsonl").read_bytes().splitlines(keepends=True))
    names = [*DERIVED, "manifest.json", "tournament.yaml"]
    return {
        "sessions.jsonl": b"".join(ledger),
        **{name: (folder / name).read_bytes() for name in names},
        **{f"{inner}/": _bytes_below(folder / inner) for inner in ("logs", "faults")},
    }


def _bytes_below(folder: Path) -> bytes:
    return b"".join(path.name.encode() + path.read_bytes() for path in sorted(folder.iterdir()))


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return (time of change, bytes) of every file but the lock."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
