"""What the fuzz targets share: seeds, and damage with structure beside libFuzzer's own."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import atheris

from tests.fuzz.damage import damaged

Target = Callable[[bytes], None]
Mutator = Callable[[bytes, Random], bytes | None]


def fuzz(target: Target, seeds: Iterable[bytes], mutator: Mutator) -> None:
    """Write the seeds into the corpus, the first argument, and fuzz with what follows it.

    One input in its place is tried alone. Half of the changes are the mutator's, half libFuzzer's;
    None leaves one to libFuzzer.
    """

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        new = mutator(data, random) if random.getrandbits(1) else None
        return atheris.Mutate(data, most) if new is None else new[:most]

    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("expected the folder of the corpus or one input first, then options of libFuzzer")
    corpus = Path(sys.argv[1])
    if not corpus.is_file():
        corpus.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
    atheris.Setup(sys.argv, target, custom_mutator=mutate)
    atheris.Fuzz()


def damaged_json(data: bytes, random: Random) -> bytes | None:
    """Return JSON with damage in its structure; None for what is no JSON."""
    try:
        value = json.loads(data)
        ascii_only = bool(random.getrandbits(1))
        text = json.dumps(damaged(value, random), ensure_ascii=ascii_only)
    except (ValueError, RecursionError):
        return None
    return text.encode("utf-8", "surrogatepass")


def assert_one_line(message: str) -> None:
    """Expect a message that fits on one line of a terminal, with nothing hidden in it."""
    assert message, "no message"
    assert message.isprintable(), ascii(message)
    assert len(message) < 2000, len(message)
