"""The house: one door for each outside thing, small files, names that say what is inside.

Source: design §2 and §12, house.md §4. The floors themselves are held by import-linter.
"""

import ast
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "barbu_arena"
MODULES = {
    str(path.relative_to(PACKAGE)): path
    for path in sorted(PACKAGE.rglob("*.py"))
    # What authors copy is no part of the arena: it speaks on stdout, and draws from its seed.
    if PACKAGE / "kit" not in path.parents
}
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}
NODES = {name: tuple(ast.walk(tree)) for name, tree in TREES.items()}
MADE = ("schema/messages.py",)
"""Written by a program, from the schemas."""

DOORS = {
    "subprocess": ("players/process.py",),
    "yaml": ("files/yaml_reader.py",),
    "multiprocess": ("league/pool.py",),
    "click": ("cli/",),
    "rich": ("cli/progress.py",),
    "tabulate": ("report/grid.py",),
    "ctypes": ("players/orphans.py",),
    "orjson": ("players/compact_json.py",),
    "sqlite3": ("files/sqlite_tables.py",),
    "pyarrow": ("files/parquet_tables.py",),
    "pydantic": ("files/",),
    "pydantic_core": ("files/",),
    "jinja2": ("report/",),
    "fcntl": ("files/lock.py",),
    "select": ("players/process.py",),
    "secrets": ("files/", "cli/"),
}
"""Who may import an outside thing: modules, or folders."""
NOBODY = (
    "socket", "threading", "asyncio", "concurrent", "pickle", "dill", "marshal", "shelve", "random",
    "multiprocessing", "logging", "numpy", "scipy", "http", "urllib", "requests",
)  # fmt: skip
CLOCKS = ("time", "datetime", "sched")
DISK = ("os", "pathlib", "shutil", "tempfile", "glob")
BANNED_NAMES = (
    "utils",
    "util",
    "helpers",
    "helper",
    "manager",
    "handler",
    "base",
    "common",
    "misc",
)
MOST_LINES = 320


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the top name of everything that a module imports, wherever in it."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").split(".")[0]


IMPORTS = {module: frozenset(imports(nodes)) for module, nodes in NODES.items()}


def importers(name: str) -> list[str]:
    return [module for module, imported in IMPORTS.items() if name in imported]


def calls(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the name of every plain call."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def test_there_is_a_house() -> None:
    assert len(MODULES) > 60


@pytest.mark.parametrize("name", DOORS)
def test_one_door(name: str) -> None:
    found = importers(name)
    assert [module for module in found if not module.startswith(DOORS[name])] == []


@pytest.mark.parametrize(
    "name", ["subprocess", "yaml", "multiprocess", "click", "rich", "tabulate", "ctypes", "orjson",
             "pydantic", "sqlite3", "pyarrow", "jinja2"],
)  # fmt: skip
def test_every_door_is_used(name: str) -> None:
    assert importers(name) != []


@pytest.mark.parametrize("name", NOBODY)
def test_what_nobody_imports(name: str) -> None:
    assert importers(name) == []


@pytest.mark.parametrize("name", ["print", "input", "eval", "exec", "breakpoint"])
def test_what_nobody_calls(name: str) -> None:
    assert [module for module, nodes in NODES.items() if name in calls(nodes)] == []


@pytest.mark.parametrize("floor", ["game", "referee", "report"])
@pytest.mark.parametrize("name", [*CLOCKS, *DISK])
def test_floors_without_a_clock_or_a_disk(floor: str, name: str) -> None:
    assert [module for module in importers(name) if module.startswith(f"{floor}/")] == []


def test_relative_imports_are_not_used() -> None:
    found = [
        module
        for module, nodes in NODES.items()
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert found == []


@pytest.mark.parametrize("module", [name for name in MODULES if name not in MADE])
def test_a_module_is_small(module: str) -> None:
    assert len(MODULES[module].read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", MODULES)
def test_a_name_says_what_is_inside(module: str) -> None:
    parts = module.removesuffix(".py").split("/")
    words = [word for part in parts for word in part.split("_")]
    assert [word for word in words if word in BANNED_NAMES] == []


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_has_a_docstring(module: str) -> None:
    tree = TREES[module]
    assert ast.get_docstring(tree), "the module"
    assert [name for name, doc in public(tree) if not doc] == []


def public(node: ast.Module | ast.ClassDef, above: str = "") -> Iterator[tuple[str, str | None]]:
    """Yield (name, docstring) of the public functions and classes of a module, methods too."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and not inner.name.startswith("_"):
            yield above + inner.name, ast.get_docstring(inner)
            if isinstance(inner, ast.ClassDef):
                yield from public(inner, f"{inner.name}.")


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("game/")])
def test_no_code_asks_for_the_name_of_a_contract_or_preset(module: str) -> None:
    contracts = {
        "no_tricks", "no_queens", "no_last_two", "no_hearts", "no_king", "trumps", "domino",
        "salade", "modern", "simple", "simple-balanced", "classic",
    }  # fmt: skip
    asked = [
        constant.value
        for node in NODES[module]
        if isinstance(node, ast.Compare)
        for constant in (node.left, *node.comparators)
        if isinstance(constant, ast.Constant) and constant.value in contracts
    ]
    assert asked == []


def test_no_test_file_has_the_name_of_another() -> None:
    """Pytest finds the modules of tests by their names alone."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_the_root_is_in_order() -> None:
    allowed = {
        "README.md", "CHANGELOG.md", "DECISIONS.md", "SECURITY.md", "LICENSE", "pyproject.toml",
        "arena", "barbu_arena", "bots", "tournaments", "tests", "results", "docs", "bench",
    }  # fmt: skip
    listed = ["git", "-C", str(ROOT), "ls-files", "-z"]
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a checkout, so it is not known which files belong here")
    files = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split("\0")
    shown = {file.split("/")[0] for file in files if file and not file.startswith(".")}
    assert shown - allowed == set()
