"""Programs in C made for a test, and talked to in lines of JSON."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

COMPILER = shutil.which("cc")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

needs_compiler = pytest.mark.skipif(
    COMPILER is None and "CI" not in os.environ, reason="no C compiler is installed"
)


def compiled(source: Path, program: Path, *flags: str) -> Path:
    """Make a program of a source in C11, without a warning; return its path."""
    command = ["cc", "-std=c11", *WARNINGS, *flags, "-o", str(program), source.name]
    done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return program


def talk(command: Sequence[str | Path], lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run a program on lines of JSON; return the lines it answers."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]
