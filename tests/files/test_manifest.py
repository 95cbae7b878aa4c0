"""The manifest: what makes a league itself, and each difference named. Source: design §9."""

import json
import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from barbu_arena.errors import ConfigError, StorageError
from barbu_arena.files.manifest import (
    make_manifest,
    read_manifest,
    refuse_difference,
    write_manifest,
)
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot

FOLDER = Path("results/league")
NAMES = ("ann", "ben", "cem", "dee")
ADVICE = (
    "A league goes on only as it began. Undo the change, or give the changed league another name "
    "or another --results folder than results/league."
)


@pytest.fixture
def manifest() -> dict[str, Any]:
    bots = tuple(Bot(name, f"/bots/{name}", ("/usr/bin/python3", "bot.py")) for name in NAMES)
    tournament = Tournament("league", load_rules("modern"), "seed", bots, SchedulePlan(rounds=3))
    digests = {name: f"{i}" * 64 for i, name in enumerate(NAMES)}
    return make_manifest(tournament, digests, "none", True, "../../league.yaml")


def changed(manifest: dict[str, Any], where: str, value: object) -> dict[str, Any]:
    """Return a copy with another value at a dotted place; None removes it."""
    copy = deepcopy(manifest)
    *path, last = where.split(".")
    inner = copy
    for step in path:
        inner = inner[step]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return copy


def test_the_same_is_no_difference(manifest: dict[str, Any]) -> None:
    assert refuse_difference(FOLDER, manifest, deepcopy(manifest)) is None


def test_it_survives_the_disk(manifest: dict[str, Any], tmp_path: Path) -> None:
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    assert (tmp_path / "manifest.json").read_text("utf-8").endswith("}\n")


def test_a_source_of_any_name_survives_the_disk(tmp_path: Path) -> None:
    bots = tuple(Bot(name, "", ()) for name in NAMES)
    tournament = Tournament("league", load_rules("modern"), "seed", bots)
    for name, kept in (("\udcff.yaml", "?.yaml"), ("\x1b\xa0\n", "\x1b\xa0\n")):
        write_manifest(tmp_path, make_manifest(tournament, {}, "none", True, name))
        manifest = read_manifest(tmp_path)
        assert manifest is not None
        assert manifest["source"] == kept


def test_it_names_no_folder_of_this_machine(manifest: dict[str, Any]) -> None:
    assert "/bots/" not in json.dumps(manifest)
    assert "/usr/bin" not in json.dumps(manifest)


@pytest.mark.parametrize(
    ("where", "value", "line"),
    [
        ("seed", "other", 'seed: was "seed", now "other"'),
        ("sandbox", "bwrap", 'sandbox: was "none", now "bwrap"'),
        ("record", 2, "record: was 1, now 2"),
        ("schedule_version", 2, "schedule_version: was 1, now 2"),
        ("rules.name", "mine", 'rules.name: was "modern", now "mine"'),
        ("rules.contracts.trumps.tricks", 6, "rules.contracts.trumps.tricks: was 5, now 6"),
        ("rules.doubling.quota", 3, "rules.doubling.quota: was 2, now 3"),
        ("tournament.schedule.rounds", 2, "tournament.schedule.rounds: was 3, now 2"),
        ("tournament.schedule.seatings", 12, "tournament.schedule.seatings: was 4, now 12"),
        ("tournament.clock.bank_ms", 1, "tournament.clock.bank_ms: was 20000, now 1"),
        ("tournament.faults.max_faults", 4, "tournament.faults.max_faults: was 3, now 4"),
        ("tournament.limits.memory_mib", 64, "tournament.limits.memory_mib: was 1024, now 64"),
        ("tournament.ponder", "allow", 'tournament.ponder: was "fault", now "allow"'),
        ("tournament.reuse", True, "tournament.reuse: was false, now true"),
        ("bots.ann", "f" * 64, f'bots.ann: was "{"0" * 64}", now "{"f" * 64}"'),
        ("bots.eve", "f" * 64, f'bots.eve: was absent, now "{"f" * 64}"'),
        ("bots.dee", None, f'bots.dee: was "{"3" * 64}", now absent'),
        ("rules.contracts.domino", None, "rules.contracts.domino: was {"),
    ],
)
def test_a_difference_is_named(
    manifest: dict[str, Any], where: str, value: object, line: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        refuse_difference(FOLDER, manifest, changed(manifest, where, value))
    first, *rest = str(refused.value).splitlines()
    assert first.startswith(f"results/league: {line}")
    assert rest == [ADVICE]


def test_all_differences_are_named_at_once(manifest: dict[str, Any]) -> None:
    new = changed(changed(manifest, "seed", "x"), "tournament.reuse", True)
    with pytest.raises(ConfigError) as refused:
        refuse_difference(FOLDER, manifest, new)
    assert str(refused.value).splitlines() == [
        'results/league: seed: was "seed", now "x"',
        "results/league: tournament.reuse: was false, now true",
        ADVICE,
    ]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("tournament.schedule.rounds", 4),
        ("tournament.sandbox", "required"),
        ("arena", "9.0"),
        ("python", "3.99"),
        ("pinned", False),
        ("source", "elsewhere.yaml"),
    ],
)
def test_what_may_change(manifest: dict[str, Any], where: str, value: object) -> None:
    assert refuse_difference(FOLDER, manifest, changed(manifest, where, value)) is None


def test_a_changed_order_of_the_bots_is_a_difference(manifest: dict[str, Any]) -> None:
    new = deepcopy(manifest)
    new["tournament"]["bots"].reverse()
    with pytest.raises(ConfigError, match=r"results/league: tournament\.bots: was "):
        refuse_difference(FOLDER, manifest, new)


@pytest.mark.parametrize(
    "key",
    ["manifest", "record", "protocol", "schedule_version", "arena", "python", "sandbox", "pinned",
     "source", "seed", "rules", "tournament", "bots"],
)  # fmt: skip
def test_all_that_it_must_hold(manifest: dict[str, Any], key: str) -> None:
    assert manifest[key] is not None


def test_none_there(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    (tmp_path / "file").write_text("")
    assert read_manifest(tmp_path / "file") is None


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"{", ConfigError, "not the manifest of a league: "),
        (b"", ConfigError, "not the manifest of a league: "),
        (b"[]", ConfigError, "not the manifest of a league: must be a JSON object, got a list"),
        (b'{"manifest": 2}', ConfigError, "not a manifest that this version reads"),
        (b"{}", ConfigError, "not a manifest that this version reads"),
        (b"\xff", ConfigError, "not the manifest of a league: not UTF-8 at byte 0"),
        (b'{"x":' + b"[" * 9_999, ConfigError, "not the manifest of a league: nested too deeply"),
        (b'{"manifest": NaN}', ConfigError, "not the manifest of a league: number form not"),
        (b'{"manifest": 1%b}' % (b"0" * 5_000), ConfigError, "not .* a league: number too long"),
        (b'{"manifest": 1}', ConfigError, "not the manifest of a league: seed: expected a text"),
        (b'{"manifest": 1, "seed": "\\u001b[m"}', ConfigError, "not .* seed: expected a text"),
        (b" " * ((4 << 20) + 1), ConfigError, "expected at most 4194304 bytes, got more"),
    ],
)
def test_what_is_no_manifest(
    tmp_path: Path, content: bytes, error: type[Exception], message: str
) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(error, match=f"manifest.json: {message}"):
        read_manifest(tmp_path)


def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(StorageError, match=r"cannot be read: expected a file, got something else$"):
        read_manifest(tmp_path)


def test_a_difference_is_told_in_printable_lines(manifest: dict[str, Any]) -> None:
    old = {**manifest, "\x1b[2J\n": 1, "seed": "\x7f\x1b"}
    with pytest.raises(ConfigError) as refused:
        refuse_difference(FOLDER, old, manifest)
    assert str(refused.value).splitlines() == [
        'results/league: seed: was "\\u007f\\u001b", now "seed"',
        "results/league: \\x1b[2J\\x0a: was 1, now absent",
        ADVICE,
    ]


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(StorageError, match=r"manifest\.json: cannot be read: "):
        read_manifest(tmp_path)
