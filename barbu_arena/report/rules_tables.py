"""Rule sets as tables: the presets, one set's values, two sets' differences."""

from collections.abc import Iterator, Sequence

from barbu_arena.game.rules import RuleSet
from barbu_arena.game.rules_form import rules_form
from barbu_arena.report.grid import Cell, Column, Grid


def presets_grid(presets: Sequence[RuleSet]) -> Grid:
    """Return the presets, a row a rule set."""
    return Grid(
        schema="barbu-arena/presets/1",
        heading=(),
        columns=(
            Column("name", "rule set"),
            Column("deals", "deals"),
            Column("block_total", "block total", signed=True),
            Column("doubles", "doubles owed"),
            Column("contracts", "contracts"),
        ),
        rows=tuple(
            (
                rules.name,
                rules.deals,
                rules.block_total,
                _doubles(rules),
                " ".join(contract.name for contract in rules.contracts),
            )
            for rules in presets
        ),
    )


def _doubles(rules: RuleSet) -> str:
    if rules.doubling is None:
        return "no doubles"
    return f"{rules.doubling.quota}, {rules.doubling.quota_mode}"


def rules_grid(rules: RuleSet) -> Grid:
    """Return a rule set as its resolved values, a row a value."""
    return Grid(
        schema="barbu-arena/rules/1",
        heading=(),
        columns=(Column("key", "key"), Column("value", "value")),
        rows=tuple(_values("", rules_form(rules))),
    )


def differences_grid(first: RuleSet, second: RuleSet) -> Grid:
    """Return the values in which two rule sets differ, side by side; n/a where one has none."""
    ours = dict(_values("", rules_form(first)))
    theirs = dict(_values("", rules_form(second)))
    rows = tuple(
        (key, ours.get(key), theirs.get(key))
        for key in {**ours, **theirs}
        if ours.get(key) != theirs.get(key) and key != "name"
    )
    return Grid(
        schema="barbu-arena/rules-differences/1",
        heading=(),
        columns=(
            Column("key", "key"),
            Column("first", first.name),
            Column("second", second.name),
        ),
        rows=rows,
        notes=() if rows else ("no differences",),
    )


def _values(key: str, value: object) -> Iterator[tuple[str, Cell]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _values(f"{key}.{name}" if key else str(name), inner)
    elif isinstance(value, list):
        yield key, " ".join(map(str, value))
    else:
        yield key, value if isinstance(value, int) else str(value)
