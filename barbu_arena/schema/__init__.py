"""The form of messages and records: JSON Schema, and types of Python and TypeScript made from it.

The two schemas are written by hand; `messages.py`, `barbu.d.ts` and docs/messages.md follow from
them by ``python -m tests.schema.generate``.
"""

from pathlib import Path

FILES = {
    "messages": "messages.schema.json",
    "record": "record.schema.json",
    "python": "messages.py",
    "typescript": "barbu.d.ts",
}
"""The file of each form, in this folder."""


def form_text(name: str) -> str:
    """Return the text of one of `FILES`."""
    return (Path(__file__).parent / FILES[name]).read_text("utf-8")
