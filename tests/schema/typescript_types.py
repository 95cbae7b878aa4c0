"""Declarations of TypeScript from the schemas."""

import json

from tests.schema.definitions import (
    DEFINITIONS,
    Schema,
    choices,
    constants,
    description,
    inherited,
    reference,
    with_references_first,
)

_PLAIN = {"string": "string", "integer": "number", "boolean": "boolean"}
_HEAD = """\
// The messages of Barbu's bot protocol and the record of a session. Made from the JSON Schemas of
// barbu-arena by `python -m tests.schema.generate`; do not edit.
"""


def typescript_types() -> str:
    """Return the declarations of all definitions."""
    return _HEAD + "".join(_definition(name) for name in with_references_first())


def _definition(name: str) -> str:
    definition = DEFINITIONS[name]
    comment = f"\n/** {description(definition)} */\nexport "
    if "properties" not in definition:
        return f"{comment}type {name} = {type_text(definition)};\n"
    base = inherited(definition)
    head = f"interface {name} extends {base}" if base else f"interface {name}"
    fields = "".join(
        f"  /** {description(field)} */\n"
        f"  {key}{'' if key in definition['required'] else '?'}: {type_text(field)};\n"
        for key, field in definition["properties"].items()
    )
    return f"{comment}{head} {{\n{fields}}}\n"


def type_text(schema: Schema) -> str:
    """Return a type in TypeScript's words."""
    name = reference(schema)
    if name is not None:
        return name
    if values := constants(schema):
        return " | ".join(json.dumps(value) for value in values)
    if options := choices(schema):
        return " | ".join(type_text(option) for option in options)
    if schema["type"] == "array":
        return _array(schema)
    if schema["type"] == "object":
        key = reference(schema["propertyNames"])
        index = f"[key in {key}]?" if _is_listed(key) else "[key: string]"
        return f"{{ {index}: {type_text(schema['additionalProperties'])} }}"
    return _PLAIN[schema["type"]]


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_text(member) for member in schema['prefixItems'])}]"
    member = type_text(schema["items"])
    if schema.get("minItems") == schema.get("maxItems", 0):
        return f"[{', '.join([member] * schema['minItems'])}]"
    return f"({member})[]" if " | " in member else f"{member}[]"


def _is_listed(name: str | None) -> bool:
    """Whether a definition lists all its values."""
    return name is not None and bool(constants(DEFINITIONS[name]))
