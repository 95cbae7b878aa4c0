"""Write all that follows from the schemas anew: ``python -m tests.schema.generate``."""

from collections.abc import Callable
from pathlib import Path

from barbu_arena.schema import form_path
from tests.schema.python_types import python_types
from tests.schema.reference import reference_page
from tests.schema.typescript_types import typescript_types

MADE: dict[Path, Callable[[], str]] = {
    form_path("python"): python_types,
    form_path("typescript"): typescript_types,
    form_path("reference"): reference_page,
}
"""Each file that is made, and what makes its text."""


def main() -> None:
    """Write all files."""
    for path, make in MADE.items():
        path.write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
