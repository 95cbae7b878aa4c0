"""Fuzzes what organisers and authors write: a tournament, its rules file, a bot's `bot.yaml`."""

import atexit
import shutil
import tempfile
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["barbu_arena", "yaml"]):
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.bot_folder import folder_digest, load_bot
    from barbu_arena.files.rules_file import load_rules, preset_names
    from barbu_arena.files.tournament_file import load_tournament

from bench.fuzz.fuzzing import assert_one_line, fuzz
from tests.fuzz.damage import damaged_file
from tests.fuzz.samples import BOT, SHORT_RULES, TOURNAMENT

ROOT = Path(__file__).parents[2]
FOLDER = Path(tempfile.mkdtemp())


def try_file(data: bytes) -> None:
    """Load a tournament, a rule set or a bot from a file; the first byte says which.

    Anything but what was to be loaded or a refusal in printable lines is a finding.
    """
    kind, text = data[:1], data[1:]
    try:
        if kind == b"T":
            (FOLDER / "fuzzed.yaml").write_bytes(text)
            load_tournament(FOLDER / "fuzzed.yaml")
        elif kind == b"R":
            (FOLDER / "fuzzed.yaml").write_bytes(text)
            load_rules("./fuzzed.yaml", FOLDER)
        elif kind == b"B":
            (FOLDER / "fuzzed" / "bot.yaml").write_bytes(text)
            load_bot(FOLDER / "fuzzed")
            folder_digest(FOLDER / "fuzzed")
    except ConfigError as error:
        for line in str(error).split("\n"):
            assert_one_line(line)


def damaged_yaml(data: bytes, random: Random) -> bytes:
    """Return the text of a file with pieces of YAML put in or taken out."""
    return data[:1] + damaged_file(data[1:].decode("utf-8", "replace"), random)


def seeds() -> list[bytes]:
    """Return good files, each behind the byte that says what it is."""
    presets = ROOT / "barbu_arena" / "files" / "rules"
    rules = [(presets / f"{name}.yaml").read_bytes() for name in preset_names()]
    files = [b"T" + TOURNAMENT.encode(), b"B" + BOT.encode(), b"R" + SHORT_RULES.encode()]
    return [*files, *(b"R" + text for text in rules)]


if __name__ == "__main__":
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    for name in ("bot", "fuzzed"):
        (FOLDER / name).mkdir()
        (FOLDER / name / "bot.py").write_text("")
        (FOLDER / name / "bot.yaml").write_text("{name: a, command: [python3, bot.py]}")
    (FOLDER / "rules.yaml").write_text(SHORT_RULES)
    fuzz(try_file, seeds(), damaged_yaml)
