"""What a results folder holds, made comparable."""

import json
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


def evidence_names(folder: Path) -> list[str]:
    """Return the names that the evidence must have: one for each fault of the ledger."""
    names = []
    for line in (folder / "sessions.jsonl").read_text().splitlines():
        record = json.loads(line)
        session = "{round}.{table}.{seating}".format(**record)
        names += [f"{session}-{number + 1}.txt" for number in range(len(record["faults"]))]
    return sorted(names)


def assert_a_file_for_each_fault(folder: Path) -> None:
    """Whatever happened to the league, no evidence is missing, unfinished or left over."""
    assert sorted(path.name for path in (folder / "faults").iterdir()) == evidence_names(folder)
    for path in (folder / "faults").iterdir():
        text = path.read_text()
        assert text.startswith(f"session {path.name.split('-')[0]}, deal ")
        assert "\nplay it again:\n  barbu-arena reproduce " in text


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return (time of change, bytes) of every file but the lock."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
