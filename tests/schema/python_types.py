"""TypedDicts from the schemas."""

import json
import subprocess
import sys
from textwrap import indent, wrap

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

_WIDTH = 100
_PLAIN = {"string": "str", "integer": "int", "boolean": "bool"}
_HEAD = '''\
"""The messages of the bot protocol and the record of a session as TypedDicts.

Made from the schemas beside this file by ``python -m tests.schema.generate``; do not edit. A line
that was parsed as JSON has one of these types as it is; nothing is checked when it runs. They are
final so that ``"trick" in question`` tells a type checker which of two kinds it is.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict, final

'''


def python_types() -> str:
    """Return the module of all definitions, laid out as all code is."""
    text = _HEAD + "\n".join(_definition(name) for name in with_references_first())
    laid_out = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--line-length", str(_WIDTH), "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return laid_out.stdout


def _definition(name: str) -> str:
    definition = DEFINITIONS[name]
    doc = _doc(description(definition), _WIDTH - 4)
    if "properties" not in definition:
        return f"{name}: TypeAlias = ({_type(definition)})\n{doc}\n"
    fields = (
        f"{key}: {_annotation(field, key in definition['required'])}\n"
        f"{_doc(description(field), _WIDTH - 4)}\n"
        for key, field in definition["properties"].items()
    )
    head = f"class {name}({inherited(definition) or 'TypedDict'}):\n"
    if name not in map(inherited, DEFINITIONS.values()):
        head = f"@final\n{head}"
    return head + indent(f"{doc}\n\n{''.join(fields)}", "    ")


def _doc(text: str, width: int) -> str:
    """Return a docstring that is no wider."""
    if len(text) + 6 <= width:
        return f'"""{text}"""'
    return "\n".join([*wrap(f'"""{text}', width), '"""'])


def _annotation(field: Schema, required: bool) -> str:
    return _type(field) if required else f"NotRequired[{_type(field)}]"


def _type(schema: Schema) -> str:
    name = reference(schema)
    if name is not None:
        return name
    if values := constants(schema):
        return f"Literal[{', '.join(map(json.dumps, values))}]"
    if options := choices(schema):
        return " | ".join(map(_type, options))
    if schema["type"] == "array":
        members = schema.get("prefixItems") or [schema["items"]]
        return f"list[{' | '.join(dict.fromkeys(map(_type, members)))}]"
    if schema["type"] == "object":
        key = reference(schema["propertyNames"]) or "str"
        return f"dict[{key}, {_type(schema['additionalProperties'])}]"
    return _PLAIN[schema["type"]]
