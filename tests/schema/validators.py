"""The schemas as validators: as they are shipped, and strict, where no unknown field passes."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tests.schema.definitions import MESSAGES, RECORD, Schema

_OPEN = ("additionalProperties", "unevaluatedProperties")
_KINDS = {
    "hello": "Hello",
    "session": "Session",
    "choose": "ChooseQuestion",
    "double": "DoubleQuestion",
    "event": "Event",
    "deal_end": "DealEnd",
    "fault": "Fault",
    "bye": "Bye",
}


def strict(schema: Any) -> Any:  # noqa: ANN401  any part of a schema
    """Return a schema that allows nothing which it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: False if key in _OPEN and part is True else strict(part)
        for key, part in schema.items()
    }


_STRICT: dict[str, Schema] = strict(RECORD["$defs"]) | strict(MESSAGES["$defs"])
_check_reference = Draft202012Validator.VALIDATORS["$ref"]
_fits: set[tuple[str, str]] = set()


def _reference(
    validator: Any,  # noqa: ANN401
    name: str,
    instance: object,
    schema: Schema,
) -> Iterator[ValidationError]:
    """Check a reference, but what fits only once: the same tricks come again and again."""
    seen = name, repr(instance)
    if seen not in _fits:
        errors = list(_check_reference(validator, name, instance, schema))
        if not errors:
            _fits.add(seen)
        yield from errors


_StrictValidator = extend(Draft202012Validator, {"$ref": _reference})


@cache
def _strict_validator(name: str) -> Any:  # noqa: ANN401
    return _StrictValidator({"$ref": f"#/$defs/{name}", "$defs": _STRICT})


def strict_faults(name: str, value: object) -> list[str]:
    """Return what is wrong with a value by one of the definitions, unknown fields included."""
    return [
        f"{error.json_path}: {error.message}"
        for error in _strict_validator(name).iter_errors(value)
    ]


@cache
def _shipped_validator(name: str) -> Draft202012Validator:
    if name == "SessionRecord":
        return Draft202012Validator(RECORD)
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": MESSAGES["$defs"]})


def is_valid(name: str, value: object) -> bool:
    """Whether a value fits one of the definitions as it is shipped."""
    return _shipped_validator(name).is_valid(value)


def kind_of(fields: dict[str, Any], to_bot: bool) -> str:
    """Return the name of the definition that a line must fit."""
    if not to_bot:
        return "Greeting" if "protocol" in fields else "Answer"
    if fields["type"] == "play":
        return "TrickQuestion" if "trick" in fields else "DominoQuestion"
    return _KINDS[fields["type"]]
