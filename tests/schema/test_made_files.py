"""What is made from the schemas is up to date, and is what the schemas say."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints, is_typeddict

import pytest
from jsonschema import Draft202012Validator

from barbu_arena import schema
from barbu_arena.cli.main import run_cli
from barbu_arena.schema import messages
from tests.schema.definitions import DEFINITIONS, MESSAGES, inherited
from tests.schema.generate import MADE
from tests.schema.validators import kind_of, strict_faults

ROOT = Path(__file__).parents[2]
REFERENCE_PAGE = schema.form_path("reference")
AUTHORS_PAGE = ROOT / "docs" / "authors.md"
REFERENCE = REFERENCE_PAGE.read_text("utf-8")
OBJECTS = [name for name, definition in DEFINITIONS.items() if "properties" in definition]


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.name)
def test_it_is_up_to_date(path: Path) -> None:
    again = "the schema changed, or the arena's lines: python -m tests.schema.generate"
    assert path.read_text("utf-8") == MADE[path](), again


def own_and_inherited(name: str) -> tuple[set[str], set[str]]:
    """The fields that an object must have, and those that it may."""
    definition = DEFINITIONS[name]
    needed, allowed = set(definition["required"]), set(definition["properties"])
    base = inherited(definition)
    if base is not None:
        more_needed, more_allowed = own_and_inherited(base)
        needed, allowed = needed | more_needed, allowed | more_needed | more_allowed
    return needed, allowed - needed


@pytest.mark.parametrize("name", OBJECTS)
def test_the_fields_in_python(name: str) -> None:
    made = getattr(messages, name)
    assert is_typeddict(made)
    assert (made.__required_keys__, made.__optional_keys__) == own_and_inherited(name)
    assert get_type_hints(made).keys() == made.__required_keys__ | made.__optional_keys__


def test_all_definitions_are_in_python() -> None:
    assert {name for name in vars(messages) if name in DEFINITIONS} == DEFINITIONS.keys()


# TypeScript, by its own words: no compiler of it is needed

DECLARATIONS = schema.form_text("typescript")
_WITHOUT_COMMENTS = re.sub(r"(?s:/\*\*.*?\*/)|//.*", "", DECLARATIONS)
_INTERFACE = re.compile(r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}\n", re.DOTALL)
_FIELD = re.compile(r"  (\w+)(\??): ([^;]+);")
_TYPE = re.compile(r"export type (\w+) = ([^;]+);\n")


def test_every_line_in_typescript_is_a_declaration() -> None:
    rest = _TYPE.sub("", _INTERFACE.sub("", _WITHOUT_COMMENTS))
    assert rest.strip() == ""
    names = [found[1] for found in _INTERFACE.finditer(_WITHOUT_COMMENTS)]
    names += [found[1] for found in _TYPE.finditer(_WITHOUT_COMMENTS)]
    assert sorted(names) == sorted(DEFINITIONS)


def test_the_fields_in_typescript() -> None:
    for name, base, body in _INTERFACE.findall(_WITHOUT_COMMENTS):
        lines = [line for line in body.splitlines() if line.strip()]
        found = [_FIELD.fullmatch(line) for line in lines]
        fields = {field[1]: field[2] == "?" for field in found if field is not None}
        assert len(fields) == len(lines), name
        definition = DEFINITIONS[name]
        assert fields == {
            key: key not in definition["required"] for key in definition["properties"]
        }
        assert base == (inherited(definition) or "")


def test_every_type_in_typescript_is_declared_or_plain() -> None:
    types = [found[3] for found in _FIELD.finditer(_WITHOUT_COMMENTS)]
    types += [found[2] for found in _TYPE.finditer(_WITHOUT_COMMENTS)]
    words = {word for text in types for word in re.findall(r"\w+", re.sub(r'"[^"]*"', "", text))}
    assert words - DEFINITIONS.keys() == {
        "0",
        "1",
        "2",
        "3",
        "boolean",
        "in",
        "key",
        "number",
        "string",
    }
    assert all(text.count(a) == text.count(b) for text in types for a, b in ("[]", "()", "{}"))


# The reference


def test_the_reference_has_every_definition_and_every_message_as_a_real_line() -> None:
    lines = [json.loads(text) for text in re.findall(r"```json\n(.*)\n```", REFERENCE)]
    kinds = {kind_of(line, to_bot=True): line for line in lines}
    assert {f"#/$defs/{kind}" for kind in kinds} == {
        option["$ref"] for option in MESSAGES["$defs"]["Message"]["oneOf"]
    }
    answers = [json.loads(text) for text in re.findall(r"^    → (.*)$", REFERENCE, re.MULTILINE)]
    assert [answer["id"] for answer in answers] == [line["id"] for line in lines if "id" in line]
    assert [strict_faults(kind, line) for kind, line in kinds.items()] == [[] for _ in kinds]
    for line, answer in zip(lines[2:6], answers[1:], strict=True):
        assert answer["action"] in line["legal"]


@pytest.mark.parametrize("page", [REFERENCE_PAGE, AUTHORS_PAGE], ids=lambda page: page.parent.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https://)([^)#]+)\)", page.read_text("utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_example_for_beginners_is_a_question_with_its_answer() -> None:
    text = AUTHORS_PAGE.read_text("utf-8")
    found = re.search(r"```json\n(.*)\n```\n\n    → (.*)\n", text)
    assert found is not None
    asked, answered = json.loads(found[1]), json.loads(found[2])
    assert strict_faults("TrickQuestion", asked) == []
    assert strict_faults("Answer", answered) == []
    assert answered["id"] == asked["id"]
    assert answered["action"] in asked["legal"]


def test_the_page_for_beginners_names_every_type_of_message() -> None:
    text = AUTHORS_PAGE.read_text("utf-8").partition("## Messages")[2].partition("\n## ")[0]
    options = MESSAGES["$defs"]["Message"]["oneOf"]
    kinds = [
        DEFINITIONS[option["$ref"].rpartition("/")[2]]["properties"]["type"] for option in options
    ]
    assert [kind["const"] for kind in kinds if f"`{kind['const']}`" not in text] == []


def test_it_is_printed_for_who_has_no_checkout(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run_cli(["schema", "reference"]) == 0
    assert capsys.readouterr().out == REFERENCE
    assert REFERENCE_PAGE == ROOT / "docs" / "messages.md"
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(schema, "_PACKAGE", tmp_path)
    assert schema.form_path("reference") == tmp_path / "docs" / "messages.md"


def test_messages_are_what_is_printed_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == MESSAGES


def test_a_form_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["schema", "xml"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "'xml' is not one of 'messages', 'record', 'python', 'typescript'" in told.err


@pytest.mark.parametrize("name", ["messages", "record", "python", "typescript"])
def test_its_commands_print_the_forms(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = re.search(rf"^    barbu-arena (schema {name}) > (\S+)$", REFERENCE, re.MULTILINE)
    assert command is not None
    assert command[2] == schema.FILES[name]
    assert run_cli(command[1].split()) == 0
    assert capsys.readouterr().out == schema.form_text(name)


def test_its_lines_of_python_find_the_bad_answer(tmp_path: Path) -> None:
    program = re.search(r"```python\n(.*?)```", REFERENCE, re.DOTALL)
    assert program is not None
    (tmp_path / "messages.schema.json").write_text(schema.form_text("messages"), "utf-8")
    answers = ['{"id":"9c1f04ae","action":"KH","mood":"good"}', '{"id":"9c1f04ae","action":7}']
    told = subprocess.run(
        [sys.executable, "-c", program[1]],
        input="\n".join(answers),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "line 2, $.action: 7 is not of type 'string'\n"


def test_the_schema_that_it_names_is_of_this_dialect() -> None:
    assert "JSON Schema, 2020-12" in REFERENCE
    assert "2020-12" in Draft202012Validator.META_SCHEMA["$id"]
