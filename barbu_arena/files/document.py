"""A file against what it should hold: sections, kinds of values, and all problems at once.

Every problem is one line, ``file:line:column: where: expected …, got …``. Source: design §9.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError

from barbu_arena.errors import ConfigError
from barbu_arena.files.yaml_reader import (
    Place,
    parse_yaml,
    raise_problems,
    read_yaml,
    shown_place,
)
from barbu_arena.printable import printable

Model = TypeVar("Model", bound=BaseModel)

_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,30}[a-z0-9_-]|[a-z0-9]")
# Names become folders; Windows keeps these, whatever follows the first dot.
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")


class Section(BaseModel):
    """A mapping in a file: no unknown keys, nothing converted from one type to another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def unexpected(what: str, **context: object) -> PydanticCustomError:
    """Return the error that a value is not what was expected; `Document` adds what came.

    Of the context it reads `choices`, `text` and `number` for a hint, and `key`: the check is of a
    mapping's key.
    """
    return PydanticCustomError("expected", "{what}", {"what": what, **context})


def whole(low: int, high: int) -> PlainValidator:
    """Return the check of a whole number within bounds."""

    def check(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise unexpected(f"a whole number from {low} to {high}", number=True)

    return PlainValidator(check)


def seconds(low: float, high: float) -> PlainValidator:
    """Return the check of a time within bounds, in seconds with up to three decimals."""
    return decimal("seconds", low, high)


def decimal(what: str, low: float, high: float) -> PlainValidator:
    """Return the check of a number within bounds, up to three decimals; `what` says of what."""

    def fits(value: float) -> bool:
        return low <= value <= high and round(value, 3) == value

    def check(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and fits(value):
            return float(value)
        raise unexpected(f"{what} from {low:g} to {high:g}, up to three decimals", number=True)

    return PlainValidator(check)


def text(
    what: str | None = None, most: int = 200, fits: Callable[[str], object] | None = None
) -> PlainValidator:
    """Return the check of a printable text, not empty, that also `fits`; `what` says so."""
    words = what or f"a text of 1 to {most} printable characters"

    def holds(value: str) -> bool:
        printable = 0 < len(value) <= most and value.isprintable()
        return printable and (fits is None or bool(fits(value)))

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise unexpected("text", text=True)
        if holds(value):
            return value
        raise unexpected(words)

    return PlainValidator(check)


def is_name(value: str) -> bool:
    """Whether a text may name a bot, a tournament or a rule set. Source: trust.md §8."""
    return bool(_NAME.fullmatch(value)) and not _DEVICES.fullmatch(value)


NAME_IN_WORDS = (
    "a name of 1 to 32 characters out of a-z, 0-9, '.', '_' and '-' that can be a folder's"
)
Name = Annotated[str, text(NAME_IN_WORDS, fits=is_name)]
"""The name of a bot, a tournament or a rule set; it is a part of paths."""


def one_of(choices: object) -> PlainValidator:
    """Return the check that a value is one of a Literal's texts or numbers."""
    allowed = get_args(choices)
    words = [str(choice) for choice in allowed]
    is_text = isinstance(allowed[0], str)

    def check(value: object) -> Any:  # noqa: ANN401  what the Literal holds
        if any(type(value) is type(choice) and value == choice for choice in allowed):
            return value
        what = f"one of {', '.join(words)}" if len(words) > 1 else words[0]
        raise unexpected(what, text=is_text, number=not is_text, choices=words)

    return PlainValidator(check)


def truth() -> PlainValidator:
    """Return the check of a truth value."""

    def check(value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise unexpected("true or false")

    return PlainValidator(check)


def holding(what: str, holds: Callable[[Any], object]) -> AfterValidator:
    """Return a further check of a value whose type is right."""

    def check(value: object) -> object:
        if holds(value):
            return value
        raise unexpected(what)

    return AfterValidator(check)


def nearest(word: str, choices: Sequence[str]) -> str:
    """Return ``; did you mean X?`` for the choice that looks like the word, or nothing."""
    by_small = {choice.lower(): choice for choice in choices}
    # Of short words, such as cards, every other one looks alike: only the case is forgiven.
    found = get_close_matches(word[:80].lower(), by_small, n=1, cutoff=0.6 if word[2:] else 1)
    return f"; did you mean {by_small[found[0]]}?" if found else ""


class Document:
    """A file that was read: `name` as messages give it, `source` its text.

    `check` and the complaints gather problems, and `finish` raises them all at once.
    """

    def __init__(self, file: Path | tuple[str, str]) -> None:
        """Read a file, or take (name, text); raises ConfigError if it is not plain YAML."""
        reading = read_yaml(file) if isinstance(file, Path) else parse_yaml(*file)
        self.name = reading.name
        self.source = reading.source
        self._value = reading.value
        self._spots = reading.spots
        self._problems = reading.problems

    def has(self, at: Place) -> bool:
        """Whether the file holds something there, and be it nothing (``key:``)."""
        return at in self._spots

    def get(self, at: Place) -> Any:  # noqa: ANN401  as a stranger wrote it
        """Return the plain value at a place; None where there is none."""
        if at not in self._spots:
            return None
        value: Any = self._value
        for step in at:
            value = value[step]
        return value

    def keys(self, at: Place) -> list[str]:
        """Return the keys of the mapping at a place; none where there is no mapping."""
        value = self.get(at)
        return list(value) if isinstance(value, dict) else []

    def size(self, at: Place) -> int:
        """Return the length of the list at a place; 0 where there is no list."""
        value = self.get(at)
        return len(value) if isinstance(value, list) else 0

    def complain(self, at: Place, problem: str, *, at_key: bool = False) -> None:
        """Note a problem of a place, or of what should be there."""
        held = at
        while held not in self._spots:
            held = held[:-1]
        spot = self._spots[held]
        key = at_key and held == at
        line, column = (spot.key_line, spot.key_column) if key else (spot.line, spot.column)
        self._problems.append((line, column, f"{shown_place(at)}: {problem}" if at else problem))

    def complain_of_file(self, at: Place, error: ConfigError) -> None:
        """Note the problems of another file that this one names, each in a line of its own."""
        for line in str(error).splitlines():
            self.complain(at, line)

    def expected(self, at: Place, what: str, hint: str = "") -> None:
        """Note that a value is not what was expected."""
        got = self._spots[at].got if at in self._spots else "nothing"
        self.complain(at, f"expected {what}, got {got}{hint}")

    def check(self, model: type[Model], at: Place = ()) -> Model | None:
        """Return the value at a place as a model, or None after noting all that is wrong there."""
        try:
            return model.model_validate(self.get(at))
        except ValidationError as failed:
            for error in failed.errors(include_url=False, include_input=False):
                self._explain(model, at, error["loc"], error["type"], error.get("ctx", {}))
            return None

    def _explain(
        self, model: type[BaseModel], at: Place, loc: Place, kind: str, context: dict[str, Any]
    ) -> None:
        place = (*at, *loc)
        if context.get("key"):
            key = str(loc[-2])
            what = f"expected {context['what']}, got '{printable(key)}'"
            hint = nearest(key, context.get("choices", ()))
            self.complain(place[:-1], what + hint, at_key=True)
        elif kind == "missing":
            field = _model_at(model, loc[:-1]).model_fields[str(loc[-1])]
            self.expected(place, field.description or "a value")
        elif kind == "extra_forbidden":
            allowed = list(_model_at(model, loc[:-1]).model_fields)
            what = f"expected one of the keys {', '.join(allowed)}, got an unknown one"
            self.complain(place, what + nearest(str(loc[-1]), allowed), at_key=True)
        else:
            what = context.get("what") or ("a list" if kind == "list_type" else "a mapping")
            self.expected(place, what, self._hint(place, context))

    def _hint(self, at: Place, context: dict[str, Any]) -> str:
        value, choices = self.get(at), context.get("choices", ())
        bare = self._spots[at].bare
        if context.get("text") and bare and (bare in choices or not choices):
            return "; put it in quotes"
        if not isinstance(value, str):
            return nearest(bare, choices)
        if context.get("number") and _NUMBER.fullmatch(value):
            return "; take it out of the quotes"
        return nearest(value, choices)

    def finish(self) -> None:
        """Raise ConfigError with all problems noted so far, in file order, if there are any."""
        if self._problems:
            raise_problems(self.name, self._problems)


def _model_at(model: type[BaseModel], loc: Place) -> type[BaseModel]:
    """Return the section that a model holds at a place below it."""
    for step in loc:
        inner = model.model_fields[str(step)].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
    return model
