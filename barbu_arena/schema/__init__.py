"""The form of messages and records: JSON Schema, types made from it, and their reference.

The two schemas are written by hand; `messages.py`, `barbu.d.ts` and docs/messages.md follow from
them by ``python -m tests.schema.generate``.
"""

from pathlib import Path

FILES = {
    "messages": "messages.schema.json",
    "record": "record.schema.json",
    "python": "messages.py",
    "typescript": "barbu.d.ts",
    "reference": "messages.md",
}
"""The name of the file of each form."""

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent


def form_path(name: str) -> Path:
    """Return where one of `FILES` lies: in this folder, but the reference with the other docs."""
    if name != "reference":
        return _HERE / FILES[name]
    # As bots/, docs/ is in the package of an installed arena, and beside it in a checkout.
    packaged = _PACKAGE / "docs"
    return (packaged if packaged.is_dir() else _PACKAGE.parent / "docs") / FILES[name]


def form_text(name: str) -> str:
    """Return the text of one of `FILES`."""
    return form_path(name).read_text("utf-8")
