"""The definitions of both schemas, as those read them who write types and the reference."""

import json
from collections.abc import Iterator
from typing import Any

from barbu_arena.schema import form_text

Schema = dict[str, Any]

MESSAGES: Schema = json.loads(form_text("messages"))
RECORD: Schema = json.loads(form_text("record"))
DEFINITIONS: dict[str, Schema] = RECORD["$defs"] | MESSAGES["$defs"]
"""Both together; what both have is the same but for fields to come."""


def reference(schema: Schema) -> str | None:
    """Return the name of the definition that a schema refers to, if it does."""
    found: str | None = schema.get("$ref")
    return found and found.rpartition("/")[2]


def description(schema: Schema) -> str:
    """Return a schema's own description, or that of what it refers to."""
    name = reference(schema)
    text: str = schema.get("description") or DEFINITIONS[name or ""]["description"]
    return text


def inherited(definition: Schema) -> str | None:
    """Return the name of the definition whose fields an object has beside its own."""
    return reference(definition["allOf"][0]) if "allOf" in definition else None


def choices(schema: Schema) -> list[Schema]:
    """Return the schemas of which a value has to fit one, if that is what a schema says."""
    found: list[Schema] = [] if "properties" in schema else schema.get("oneOf", [])
    return found


def constants(schema: Schema) -> list[str | int]:
    """Return all values that a schema allows, if it lists them."""
    found: list[str | int] = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return found


def with_references_first() -> list[str]:
    """Return the names of all definitions, each after those that it refers to."""
    names: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in names:
            for needed in _references(DEFINITIONS[name]):
                add(needed)
            names[name] = None

    for name in DEFINITIONS:
        add(name)
    return list(names)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for inner in value:
            yield from _references(inner)
    elif isinstance(value, dict):
        name = reference(value)
        if name is not None:
            yield name
        for inner in value.values():
            yield from _references(inner)
