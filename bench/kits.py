"""New bots in every language whose tools are here: made, built, checked, asked golden questions.

    python bench/kits.py [LANGUAGE …]

Prints a line for each language, and ends with 1 if one of those that could be tried failed.
"""

import contextlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from barbu_arena.cli.main import run_cli
from barbu_arena.files.document import Document
from barbu_arena.files.new_bot import make_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.rules_form import rules_form

QUESTIONS = Path(__file__).parents[1] / "tests" / "cases" / "questions.jsonl"
TOOLS = {
    "python": ("python3", "--version"),
    "javascript": ("node", "--version"),
    "c": ("cc", "--version"),
    "rust": ("rustc", "--version"),
    "go": ("go", "version"),
    "java": ("javac", "--version"),
}


class Failed(Exception):
    """A kit does not do what it should; the message says what."""


def main() -> None:
    """Try the languages named, or all."""
    good = True
    for language in sys.argv[1:] or TOOLS:
        tool = TOOLS[language]
        if shutil.which(tool[0]) is None:
            print(f"{language:11} not tried: {tool[0]} is not on PATH", flush=True)
            continue
        version = subprocess.run(tool, capture_output=True, text=True, check=True).stdout
        try:
            with tempfile.TemporaryDirectory() as folder:
                seen = tried(Path(folder) / "new-bot", language)
        except Failed as failure:
            good, seen = False, f"FAILED: {failure}"
        print(f"{language:11} {version.splitlines()[0][:40]}: {seen}", flush=True)
    sys.exit(0 if good else 1)


def tried(place: Path, language: str) -> str:
    """Make a bot, build it, check it and ask it; return what was seen."""
    make_bot(place, language)
    # The folder of tempfile is closed to others, and root's bots are others in the sandbox.
    place.parent.chmod(0o755)
    built = build(place)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = run_cli(["check", str(place), "--sandbox", "none"])
    if status != 0:
        raise Failed(f"check ended with {status}\n{printed.getvalue()}")
    count = ask(place)
    return f"{built}check passed, {count} golden questions answered legally"


def build(place: Path) -> str:
    """Run what bot.yaml says of building; return how long it took, for people."""
    words = Document(place / "bot.yaml").get(("build",))
    if not words:
        return ""
    began = time.monotonic()
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stdout or done.stderr:
        raise Failed(f"building ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return f"built in {time.monotonic() - began:.1f} s without a warning, "


def ask(place: Path) -> int:
    """Ask all golden questions, each after its own rules; return how many."""
    rows = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    lines: list[dict[str, Any]] = []
    for row in rows:
        rules = rules_form(load_rules(row["rules"]))
        lines.append({"id": "hello", "type": "hello", "protocol": 1, "rules": rules, "clock": {}})
        lines.append({"type": "session", "session": "1.1.1", "seat": 0, "seed": 7, "deals": 28})
        lines.append({"type": "news", "from": "a later version", "all": [None, True, {"é": '"\\'}]})
        lines.append({"id": "later", "type": "name", "legal": ["yes", "no"]})
        lines.append(row["question"])
    command = Document(place / "bot.yaml").get(("command",))
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        command, cwd=place, input=text, capture_output=True, text=True, check=False, timeout=300
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    # Of questions that a later version may ask, the first answer is as good as any, or none at all.
    answers = [answer for answer in answers if answer.get("id") != "later"]
    actions = [answer["action"] for answer in answers if "action" in answer]
    legal = [row["question"]["legal"] for row in rows]
    if done.returncode != 0 or len(actions) != len(rows) or len(answers) != 2 * len(rows):
        raise Failed(f"ended with {done.returncode}, {len(answers)} answers\n{done.stderr}")
    for action, choices, row in zip(actions, legal, rows, strict=True):
        if action not in choices:
            raise Failed(f"{row['rules']}: {row['name']}: answers {action}, legal {choices}")
    return len(rows)


if __name__ == "__main__":
    main()
