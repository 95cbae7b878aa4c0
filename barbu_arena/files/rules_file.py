"""Rules files: YAML to a rule set; the presets; what a file that extends another inherits.

The way back is `barbu_arena.game.rules_form`. Source: design §4.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, PlainValidator

from barbu_arena.errors import ConfigError
from barbu_arena.files.contract_entries import MOST_POINTS, read_contract
from barbu_arena.files.document import (
    Document,
    Name,
    Section,
    holding,
    nearest,
    one_of,
    text,
    unexpected,
    whole,
)
from barbu_arena.files.yaml_reader import shown_path
from barbu_arena.game.contracts import Contract
from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.printable import printable

_PRESETS = Path(__file__).parent / "rules"
_CONTRACT = re.compile(r"[a-z][a-z0-9_]{0,31}")
_MOST_CONTRACTS = 32
_MOST_EXTENDED = 16
"""Files in a row of which each extends the next."""

FirstLead = Literal["declarer", "left"]
Rotation = Literal["block", "each_deal"]
Choice = Literal["free", "fixed"]
Scope = Literal["anyone", "declarer"]
QuotaMode = Literal["forced", "penalty"]
Value = TypeVar("Value")


def _contract_id(value: object) -> str:
    if isinstance(value, str) and _CONTRACT.fullmatch(value):
        return value
    what = "the id of a contract, a-z first, then a-z, 0-9 and '_', at most 32"
    raise unexpected(what, key=True)


class _RulesFile(Section):
    name: Name = Field(description="the name of the rule set")
    extends: Annotated[str | None, text("a preset or the path of a rules file")] = None
    first_lead: Annotated[FirstLead | None, one_of(FirstLead)] = Field(
        None, description="declarer or left"
    )
    rotation: Annotated[Rotation | None, one_of(Rotation)] = Field(
        None, description="block or each_deal"
    )
    choice: Annotated[Choice | None, one_of(Choice)] = Field(None, description="free or fixed")
    contracts: dict[Annotated[str, PlainValidator(_contract_id)], Any] = Field(
        default_factory=dict, description="a mapping of contracts"
    )
    doubling: Any = Field(None, description="none or a mapping")


class _DoublingEntry(Section):
    negative: Annotated[Scope | None, one_of(Scope)] = Field(None, description="anyone or declarer")
    positive: Annotated[Scope | None, one_of(Scope)] = Field(None, description="anyone or declarer")
    stakes: Annotated[
        list[Annotated[int, whole(0, 10)]],
        holding("a list of 3 numbers, the first 0", lambda v: len(v) == 3 and v[0] == 0),
    ] = Field(default_factory=list, description="a list of 3 numbers, the first 0")
    quota: Annotated[int, whole(0, _MOST_CONTRACTS)] = Field(0, description="a number of doubles")
    quota_mode: Annotated[QuotaMode | None, one_of(QuotaMode)] = Field(
        None, description="forced or penalty"
    )
    quota_penalty: Annotated[int, whole(1, MOST_POINTS)] = 0


def preset_names() -> tuple[str, ...]:
    """Return the names of the rule sets that come with the arena, in order of the alphabet."""
    return tuple(sorted(path.stem for path in _PRESETS.glob("*.yaml")))


def load_rules(name_or_path: str, relative_to: Path | None = None) -> RuleSet:
    """Return a preset by its name, or the rule set of a file (a path with ``/`` or ``.yaml``).

    A path is taken from `relative_to`, or from the working folder. Raises ConfigError with all
    problems of the file, one a line.
    """
    return _load(_find(name_or_path, relative_to or Path()), ())


def rules_from_form(form: Mapping[str, object], source: str = "rules") -> RuleSet:
    """Return the rule set of a form written by `rules_form`; `source` names it in messages.

    Raises ConfigError. A form stands for itself: it extends nothing.
    """
    if "extends" in form:
        raise ConfigError(f"{source}: extends: expected no such key here, got one")
    return _read(Document((source, json.dumps(form, ensure_ascii=False))), None)


def _find(name: str, folder: Path) -> Path:
    presets = preset_names()
    if name in presets:
        return _PRESETS / f"{name}.yaml"
    if name.isprintable() and ("/" in name or name.endswith((".yaml", ".yml"))):
        return folder / os.path.expanduser(name)
    what = f"expected a preset ({', '.join(presets)}) or the path of a rules file"
    raise ConfigError(f"{what}, got '{printable(name)}'{nearest(name, presets)}")


def _load(path: Path, extended_by: tuple[Path, ...]) -> RuleSet:
    """Read a file; `extended_by` are those that wait for it, the first of them first."""
    real = Path(os.path.realpath(path))
    if real in extended_by:
        circle = " extends ".join(map(shown_path, (*extended_by, real)))
        raise ConfigError(f"expected files without a circle, got one: {circle}")
    if len(extended_by) > _MOST_EXTENDED:
        raise ConfigError(f"expected at most {_MOST_EXTENDED} files that extend the next, got more")
    document = Document(path)
    base = None
    name = document.get(("extends",))
    if isinstance(name, str):
        try:
            base = _load(_find(name, path.parent), (*extended_by, real))
        except ConfigError as error:
            document.complain_of_file(("extends",), error)
    return _read(document, base)


def _read(document: Document, base: RuleSet | None) -> RuleSet:
    """Return the rule set of a document over that which it extends."""
    head = document.check(_RulesFile)
    if not document.has(("extends",)):
        for key, field in _RulesFile.model_fields.items():
            if field.description and key != "name" and not document.has((key,)):
                document.expected((key,), field.description)
    contracts = _contracts(document, base)
    doubling = _doubling(document, base, len(contracts))
    document.finish()
    assert head is not None  # or finish would have raised
    return RuleSet(
        name=head.name,
        first_lead=_own_or(head.first_lead, base.first_lead if base else None),
        rotation=_own_or(head.rotation, base.rotation if base else None),
        choice=_own_or(head.choice, base.choice if base else None),
        contracts=tuple(contract for contract in contracts.values() if contract),
        doubling=doubling,
    )


def _own_or(own: Value | None, inherited: Value | None) -> Value:
    value = inherited if own is None else own
    assert value is not None  # a file that extends nothing has all keys
    return value


def _contracts(document: Document, base: RuleSet | None) -> dict[str, Contract | None]:
    """Return the contracts by name, in order; None stands for one whose entry is wrong."""
    at = ("contracts",)
    contracts: dict[str, Contract | None] = {}
    if base is not None:
        contracts.update((contract.name, contract) for contract in base.contracts)
    for name in document.keys(at):
        if document.get((*at, name)) != "none":
            contracts[name] = read_contract(document, (*at, name), name)
        elif contracts.pop(name, None) is None and (base or not document.has(("extends",))):
            document.complain((*at, name), "expected the contract that it extends, got none there")
    if not contracts and (base or isinstance(document.get(at), dict)):
        document.complain(at, "expected at least one contract, got none")
    if len(contracts) > _MOST_CONTRACTS:
        document.complain(at, f"expected at most {_MOST_CONTRACTS}, got {len(contracts)}")
    return contracts


def _doubling(document: Document, base: RuleSet | None, block_length: int) -> Doubling | None:
    """Return the doubling of a document over the one it inherits; None also where it is wrong."""
    at = ("doubling",)
    inherited = base.doubling if base else None
    given = document.get(at)
    if not document.has(at):
        return inherited
    if not isinstance(given, dict):
        if given != "none":
            document.expected(at, "none or a mapping")
        return None
    entry = document.check(_DoublingEntry, at)
    values: dict[str, Any] = asdict(inherited) if inherited else {}
    missing = {
        key: field.description
        for key, field in _DoublingEntry.model_fields.items()
        if field.description and key not in values and key not in given
    }
    if base or not document.has(("extends",)):
        for key, description in missing.items():
            document.expected((*at, key), description)
    if entry is None or missing:
        return None
    values.update(entry.model_dump(exclude_unset=True))
    _check_quota(document, values, block_length)
    return Doubling(**{**values, "stakes": tuple(values["stakes"])})


def _check_quota(document: Document, values: dict[str, Any], block_length: int) -> None:
    """Check what the keys of the quota demand of each other, and drop a penalty without use."""
    at = ("doubling", "quota_penalty")
    quota = values["quota"]
    if quota > block_length > 0:
        what = f"expected at most {block_length}, the deals of a block, got {quota}"
        document.complain(("doubling", "quota"), what)
    if values["quota_mode"] == "penalty":
        if not values.get("quota_penalty"):
            document.expected(at, "the points of a missing double, for quota_mode: penalty")
        return
    if document.has(at):
        document.complain(at, "expected only with quota_mode: penalty, got it with forced")
    values["quota_penalty"] = 0
