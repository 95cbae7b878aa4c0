"""Damage as strangers do it, to JSON values and to text; for the tests here and for bench/fuzz.

All choices come from the `Random` that is handed in, so a fuzzer of any kind can drive them.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Callable
from random import Random
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    4,
    2**31,
    -(2**31) - 1,
    10**15,
    10**400,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "-",
    "\x1b[2J",
    "\u202e\x9b\x7f",
    "\0",
    "\ud800",
    "<img src=x onerror=alert(1)>",
    "x" * 70_000,
    [],
    {},
    [[]],
    {"[key]": 1},
)
"""Values of every type, each beyond some bound that a careless reader might have."""

ODD_PIECES = (
    "",
    " ",
    "\t",
    "\n",
    ":",
    "- ",
    "? ",
    "[",
    "{",
    "}",
    ",",
    "'",
    '"',
    "#",
    "|",
    "&a ",
    "*a",
    "!!python/none ",
    "<<: ",
    "---\n",
    "%YAML 9.9\n",
    "no",
    "12:30:00",
    "2026-01-31",
    "0x_",
    "010",
    ".inf",
    "1e999",
    "~",
    "\x1b",
    "\x85",
    "\u2028",
    "\ufeff",
    '"\\ud800"',
    '"\\UFFFFFFFF"',
    '"[key]"',
    "9" * 5_000,
    "x" * 300,
)
"""Pieces of text with a meaning to some reader of YAML, or beyond one of its bounds."""

_Place = tuple[Any, Any]
"""A list or a mapping, and a position or key in it."""


def damaged(value: Any, random: Random, most: int = 3) -> Any:  # noqa: ANN401  JSON is any
    """Return a copy of a JSON value with 1 to `most` things wrong in it."""
    copy = [json.loads(json.dumps(value))]
    for _ in range(random.randint(1, most)):
        parent, key = random.choice(_places(copy))
        random.choice(_DAMAGES)(parent, key, random)
        if not copy:
            copy.append({})
    return copy[0]


def damaged_text(text: str, random: Random, most: int = 3) -> str:
    """Return a text with 1 to `most` pieces cut out, put in, doubled or exchanged."""
    for _ in range(random.randint(1, most)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice((0, 0, 1, 2, 8, 40)))
        middle = random.choice((random.choice(ODD_PIECES), text[start:end] * 2))
        text = text[:start] + middle + text[end:]
    return text


def damaged_file(text: str, random: Random) -> bytes:
    """Return the bytes of a file whose text is damaged, and at times its encoding too."""
    data = damaged_text(text, random).encode("utf-8", "surrogatepass")
    if random.randrange(4) == 0:
        data = BOM_UTF8 + data
    return damaged_bytes(data, random, 1) if random.randrange(4) == 0 else data


def damaged_bytes(data: bytes, random: Random, most: int = 3) -> bytes:
    """Return bytes with 1 to `most` of them changed, cut out or put in."""
    changed = bytearray(data)
    for _ in range(random.randint(1, most)):
        start = random.randint(0, len(changed))
        new = bytes(random.randint(0, 255) for _ in range(random.randint(0, 2)))
        changed[start : start + random.randint(0, 2)] = new
    return bytes(changed)


def _places(value: Any) -> list[_Place]:  # noqa: ANN401
    """Return every place in a value, the containers' own before those inside."""
    found: list[_Place] = []
    waiting = [value]
    while waiting:
        parent = waiting.pop()
        keys = list(parent) if isinstance(parent, dict) else range(len(parent))
        found += [(parent, key) for key in keys]
        waiting += [parent[key] for key in keys if isinstance(parent[key], dict | list)]
    return found


def _replace(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    parent[key] = random.choice(ODD_VALUES)


def _remove(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    del parent[key]


def _double(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    if isinstance(parent, list):
        parent.insert(key, parent[key])
    else:
        parent[f"{key} again"] = parent[key]


def _rename(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    if isinstance(parent, dict):
        parent[random.choice(("", "[key]", "\x1b[m", "record", key.upper()))] = parent.pop(key)


def _nest(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    for _ in range(random.choice((1, 2, 14, 40))):
        parent[key] = [parent[key]] if random.getrandbits(1) else {"x": parent[key]}


def _exchange(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    other = random.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
    parent[key], parent[other] = parent[other], parent[key]


def _alter(parent: Any, key: Any, random: Random) -> None:  # noqa: ANN401
    """Change a value a little, within its type."""
    value = parent[key]
    if isinstance(value, bool):
        parent[key] = not value
    elif isinstance(value, int):
        parent[key] = value + random.choice((-10, -1, 1, 10))
    elif isinstance(value, str):
        words = value.split(" ")
        a, b = random.randrange(len(words)), random.randrange(len(words))
        words[a], words[b] = words[b], words[a]
        swapped = " ".join(words)
        parent[key] = swapped if swapped != value else damaged_text(value, random, 1)


_DAMAGES: tuple[Callable[[Any, Any, Random], None], ...] = (
    _replace,
    _remove,
    _double,
    _rename,
    _nest,
    _exchange,
    _alter,
    _alter,
    _alter,
)
