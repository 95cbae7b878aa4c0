"""What commands print about one league, kept in `golden/`.

`python -m tests.cli.golden_outputs` writes the files anew, for a person to read the difference.
"""

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path

from barbu_arena.cli.main import run_cli
from tests.small_leagues import misbehaving, picker, write_league

GOLDEN = Path(__file__).parent / "golden"
SESSIONS = Path(__file__).parents[1] / "cases" / "sessions"

COMMANDS: dict[str, tuple[int, str]] = {
    **{
        f"table.{suffix}": (0, f"table results/golden --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    **{
        f"contracts.{suffix}": (0, f"table results/golden --contracts --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    **{
        f"doubling.{suffix}": (0, f"doubling results/golden --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    **{
        f"pairs.{suffix}": (0, f"table results/golden --pairs --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    "ratings.txt": (0, "table results/golden --ratings"),
    "doubling-all.txt": (0, "doubling results/golden --all"),
    "doubling-yields.csv": (0, "doubling results/golden --yields --format csv"),
    "doubling-targets.csv": (0, "doubling results/golden --targets --format csv"),
    "doubling-without.txt": (0, "doubling results/golden --without"),
    **{
        f"plan.{suffix}": (0, f"plan league.yaml --jobs 2 --results none --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    **{
        f"audit.{suffix}": (0, f"audit results/golden --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    "audit-pairs.txt": (0, "audit results/golden --pairs"),
    "audit-plan.txt": (0, "audit league.yaml"),
    "show-session.csv": (0, "show results/golden 2.1.3 --format csv"),
    "show-trick-deal.txt": (0, "show results/golden 1.1.1 --deal 3"),
    "show-domino-deal.txt": (0, "show results/golden 1.1.1 --deal 14"),
    "show-deal.json": (0, "show results/golden 1.1.1 --deal 3 --format json"),
    "show-deal.md": (0, "show results/golden 1.1.1 --deal 3 --format markdown"),
    **{
        f"faults.{suffix}": (0, f"show results/golden 2.1.3 --faults --format {form}")
        for form, suffix in (("text", "txt"), ("markdown", "md"), ("csv", "csv"), ("json", "json"))
    },
    "export.txt": (0, "export results/golden --to csv --out exported"),
    "export.json": (0, "export results/golden --to sqlite --out exported --format json"),
    "show-no-session.txt": (2, "show results/golden"),
    "deal.txt": (0, "deal --seed 42 --set 1 --block 2 --index 3"),
    "deal.md": (0, "deal --seed 42 --set 1 --block 2 --index 3 --format markdown"),
    "deal.csv": (0, "deal --seed 42 --set 1 --block 2 --index 3 --format csv"),
    "deal.json": (0, "deal --seed 42 --set 1 --block 2 --index 3 --format json"),
    "rules-modern.txt": (0, "rules modern"),
    "rules-classic.txt": (0, "rules classic"),
    "rules-modern.json": (0, "rules modern --format json"),
    "verify-folder.txt": (0, "verify results/golden"),
    "verify-folder.json": (0, "verify results/golden --format json"),
    "verify-good.txt": (0, "verify cases/modern.jsonl --seed samples"),
    "verify-bad.txt": (4, "verify cases/bad.jsonl"),
    "verify-bad.json": (4, "verify cases/bad.jsonl --format json"),
    "check-good.txt": (0, "check bots/ann --sandbox none"),
    "check-garbler.txt": (3, "check bots/garbler --sandbox none"),
    "check-quitter.txt": (3, "check bots/quitter --sandbox none"),
}
"""By file: the exit status of a command, and the command. Bad ones print on stderr too."""

_VARIES = (
    (re.compile(r"\b\d+(\.\d+)? ms"), "N ms"),
    (
        re.compile(r"\b\d+ MiB of memory at most, used \d+\.\d s"),
        "N MiB of memory at most, used N s",
    ),
    (
        re.compile(r"^( {8}(?:choose|double|play) +\d+)( +\d+\.\d\d){3}$", re.MULTILINE),
        r"\1  N  N  N",
    ),
    (re.compile(r"\d+\.\d s of 20 s used at most"), "N s of 20 s used at most"),
    (re.compile(r'"id":"[0-9a-f]{8}"'), '"id":"…"'),
    (re.compile(r'"bank_ms":\d+\}'), '"bank_ms":…}'),
)
"""What differs from time to time: times, memory, and the ids of questions."""


def play_golden_league(folder: Path) -> None:
    """Write the league and play it; every command of `COMMANDS` runs in this folder."""
    entrants = (
        picker("ann", "seeded"),
        picker("ben", "first"),
        picker("cem", "last"),
        misbehaving("dee", "illegal", at=90),
    )
    write_league(folder, entrants, rounds=2, name="golden", rules="modern", seed="golden")
    for name, how, at in (("garbler", "garbage", 2), ("quitter", "exit-at-once", 1)):
        _bad_bot(folder, name, how, at)
    (folder / "cases").symlink_to(SESSIONS)
    status, out, err = printed("run league.yaml --quiet")
    assert (status, err) == (0, ""), out + err


def _bad_bot(folder: Path, name: str, how: str, at: int) -> None:
    """Make a bot whose own bot.yaml says how it misbehaves, for `check` takes no arguments."""
    place = folder / "bots" / name
    place.mkdir()
    (place / "bot.py").write_bytes((folder / "bots" / "dee" / "bot.py").read_bytes())
    words = f"[python3, -I, -S, bot.py, --how, {how}, --at, '{at}']"
    (place / "bot.yaml").write_text(f"name: {name}\ncommand: {words}\n")


def printed(command: str) -> tuple[int, str, str]:
    """Run a command in the working folder: its exit status, stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run_cli(command.split())
    return status, out.getvalue(), err.getvalue()


def settled(text: str) -> str:
    """Return what a command printed with a mark in the place of all that varies."""
    for pattern, mark in _VARIES:
        text = pattern.sub(mark, text)
    return text


def whole(out: str, err: str) -> str:
    """Return what a golden file holds: stdout, then, if there was any, stderr."""
    return settled(out + (f"--- stderr\n{err}" if err else ""))


def main() -> None:
    """Write all golden files anew."""
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        play_golden_league(Path(name))
        for file, (_, command) in COMMANDS.items():
            _, out, err = printed(command)
            (GOLDEN / file).write_text(whole(out, err), encoding="utf-8")


if __name__ == "__main__":
    main()
