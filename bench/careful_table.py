"""How the numbers that bench/fit_careful.py has fitted are written: as bots/careful/table.py."""

from types import ModuleType
from typing import Any

Row = list[int]

HEAD = '''"""The numbers of careful: fitted by bench/fit_careful.py on deals of its own policy.

All are tenths of a point. A row of OWN, TO_DECLARER or OTHERS weighs what `estimates.features`
counts in a hand. Tricks: 1; ten times the tricks that the cards are likely to take; the cards of
each rank from 2 to A; suits of 0, 1, 2, 3, 5 and more cards. Hearts, the king and trumps have one
suit apart from these: 13 ranks, and whether it has 0, 1, 2 or more than 5 cards. Domino: sides of
suits by how far the farthest card lies from the start (1 to 12) and by how many cards of others it
needs (1 to 12); the starting rank from 2 to A.

{found}
"""
'''
COMMENTS = {
    "OWN": "The raw score of a declarer who leads, whatever its hand is.",
    "VALUE": "What a declarer gets from a set of contracts, each played with the hand that suits\n"
    "# it best: by the sum of 1 for the first of NAMES, 2 for the second, 4 …",
    "TO_DECLARER": "How many points more than the declarer, who has chosen, a defender takes.",
    "OTHERS": "How many more than each other defender.",
    "RELIEF": "What owing the declarer one double less is worth: by deals left in the block,\n"
    "# from 1, then by doubles owed, 1 or 2.",
    "ANSWERED": "What a declarer gains on one who doubled it, beyond what OWN makes it expect:\n"
    "# when the double was free, and when it was owed.",
}


def table_text(table: ModuleType, found: str) -> str:
    """Return the text of table.py; `found` says on what it rests."""
    names = ", ".join(f'"{name}"' for name in table.NAMES)
    text = HEAD.format(found=found) + f"\nNAMES = ({names})\n"
    for name, comment in COMMENTS.items():
        text += f"\n# {comment}\n{name} = {values_text(getattr(table, name))}\n"
    return text


def values_text(values: dict[str, Row] | list[Any]) -> str:
    """Return numbers in lines of at most a hundred characters."""
    if isinstance(values, dict):
        rows = "".join(f'    "{name}": {wrapped(row, 8)},\n' for name, row in values.items())
        return f"{{\n{rows}}}  # fmt: skip"
    if isinstance(values[0], list):
        return str(values)
    return f"{wrapped(values, 4)}  # fmt: skip"


def wrapped(row: Row, indent: int) -> str:
    """Return a list of numbers, broken into lines where it is long."""
    if len(row) < 3:
        return str(row)
    lines, line = [], " " * indent
    for number in row:
        if len(line) + len(f"{number}, ") > 99:
            lines.append(line.rstrip())
            line = " " * indent
        line += f"{number}, "
    return "[\n" + "\n".join([*lines, line.rstrip()]) + "\n" + " " * (indent - 4) + "]"
