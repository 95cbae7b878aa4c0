"""Tournament files: what they become, and what is refused, with all problems at once."""

import os
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.rules_file import load_rules, preset_names
from barbu_arena.files.tournament_file import (
    TournamentFile,
    load_tournament,
    tournament_fields,
)
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import ResourceLimits
from barbu_arena.players.clock import ClockLimits
from barbu_arena.referee.penalties import FaultPolicy

TOURNAMENTS = Path(__file__).parents[2] / "tournaments"
FOUR = "bots: [bots/a, bots/b, bots/c, bots/d]\n"


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abcd":
        folder = Path("bots") / name
        folder.mkdir(parents=True)
        (folder / "bot.yaml").write_text(f'name: {name}\ncommand: [./run]\nversion: "1.{name}"\n')
        (folder / "run").write_text("#!/bin/sh\n")
        (folder / "run").chmod(0o755)


def load(source: str, seed: str | None = None) -> TournamentFile:
    Path("t.yaml").write_text(source)
    return load_tournament(Path("t.yaml"), seed=seed)


def refused(source: str, seed: str | None = None) -> list[str]:
    with pytest.raises(ConfigError) as raised:
        load(source, seed)
    return str(raised.value).splitlines()


def test_the_least_file_has_every_default() -> None:
    file = load(f"name: t\n{FOUR}")
    assert file.seed is None
    tournament = file.tournament("s")
    assert tournament == Tournament("t", load_rules("modern"), "s", file.plan.bots)
    assert [bot.name for bot in tournament.bots] == ["a", "b", "c", "d"]
    assert tournament.bots[0].folder == str(Path("bots/a").resolve())


def test_every_key() -> None:
    Path("my.yaml").write_text("name: my\nextends: classic\nrotation: each_deal\n")
    file = load("""\
name: t.1
rules: ./my.yaml
seed: "42"
bots:
  - bots/a
  - {folder: bots/a, name: a2, args: [--fast, "3"]}
  - ./bots/../bots/c
  - folder: bots/d
schedule: {kind: round-robin, rounds: 12, seatings: 24}
clock: {free_ms: 5, bank_s: 0.5, cap_s: 2, start_s: 30}
faults: {max_faults: 1, fault_penalty: 0, retire_penalty: 50}
limits: {memory_mib: 64, processes: 1}
sandbox: none
ponder: warn
reuse: yes
""")
    tournament = file.tournament(file.seed or "")
    assert tournament.rules.name == "my"
    assert tournament.rules.rotation == "each_deal"
    assert tournament.seed == "42"
    assert [bot.name for bot in tournament.bots] == ["a", "a2", "c", "d"]
    assert tournament.bots[1].command[1:] == ("--fast", "3")
    assert tournament.schedule == SchedulePlan("round-robin", 12, 24)
    assert tournament.clock == ClockLimits(5, 500, 2000, 30_000)
    assert tournament.faults == FaultPolicy(1, 0, 50)
    assert tournament.limits == ResourceLimits(64, 1)
    assert (tournament.sandbox, tournament.ponder, tournament.reuse) == ("none", "warn", True)
    assert file.source == Path("t.yaml").read_text()


def test_paths_are_relative_to_the_file() -> None:
    Path("deep").mkdir()
    Path("deep/t.yaml").write_text(
        f"name: t\nrules: ../my.yaml\n{FOUR.replace('bots/', '../bots/')}"
    )
    Path("my.yaml").write_text("name: my\nextends: simple\n")
    file = load_tournament(Path("deep/t.yaml"), seed=None)
    assert file.plan.rules.name == "my"
    assert file.plan.bots[3].folder == str(Path("bots/d").resolve())


def test_a_seed_given_takes_the_place_of_the_files() -> None:
    assert load(f"name: t\nseed: file\n{FOUR}", "mine").seed == "mine"
    assert refused(f"name: t\n{FOUR}", "a\x1bb") == [
        "seed: expected a text of 1 to 100 printable characters, got 'a\\x1bb'"
    ]


def test_fields_for_the_manifest_hold_no_path_of_this_machine() -> None:
    tournament = load(f"name: t\n{FOUR}clock: {{cap_s: 1.5}}\n").tournament("s")
    fields = tournament_fields(tournament)
    assert fields == {
        "name": "t",
        "bots": [{"name": name, "version": f"1.{name}", "arguments": []} for name in "abcd"],
        "schedule": {"kind": "round-robin", "rounds": 1, "seatings": 4},
        "clock": {"free_ms": 50, "bank_ms": 20_000, "cap_ms": 1_500, "start_ms": 10_000},
        "faults": {"max_faults": 3, "fault_penalty": 10, "retire_penalty": 100},
        "limits": {"memory_mib": 1024, "processes": 64},
        "sandbox": "auto",
        "ponder": "fault",
        "reuse": False,
    }


def test_what_is_granted_to_a_bot_is_its_own(tmp_path: Path) -> None:
    tournament = load(f"""\
name: t
bots:
  - bots/a
  - {{folder: bots/b, read_only: [{tmp_path}, ~/data], memory_mib: 16}}
  - {{folder: bots/c, processes: 4096}}
  - bots/d
limits: {{memory_mib: 64, processes: 8}}
""").tournament("s")
    a, b, c, d = tournament.bots
    assert [bot.limits for bot in (a, b, c, d)] == [
        ResourceLimits(64, 8),
        ResourceLimits(16, 8),
        ResourceLimits(64, 4096),
        ResourceLimits(64, 8),
    ]
    assert (a.read_only, b.read_only) == ((), (str(tmp_path), os.path.expanduser("~/data")))
    fields = tournament_fields(tournament)["bots"]
    assert [entry.get("limits") for entry in fields] == [
        None,
        {"memory_mib": 16, "processes": 8},
        {"memory_mib": 64, "processes": 4096},
        None,
    ]
    assert str(tmp_path) not in str(fields)


def test_all_problems_of_what_is_granted() -> None:
    extra = "expected an absolute path, and not all of '/'"
    many = ", ".join(["/opt"] * 17)
    assert refused(f"""\
name: t
bots:
  - {{folder: bots/a, read_only: [data, /], memory_mib: 15}}
  - {{folder: bots/b, read_only: /opt, processes: 0}}
  - {{folder: bots/c, read_only: [{many}]}}
  - bots/d
ponder: never
""") == [
        f"t.yaml:3:34: bots[0].read_only[0]: {extra}, got 'data'",
        f"t.yaml:3:40: bots[0].read_only[1]: {extra}, got '/'",
        "t.yaml:3:56: bots[0].memory_mib: expected a whole number from 16 to 1048576, got the "
        "number 15",
        "t.yaml:4:33: bots[1].read_only: expected a list, got '/opt'",
        "t.yaml:4:50: bots[1].processes: expected a whole number from 1 to 4096, got the number 0",
        "t.yaml:5:33: bots[2].read_only: expected a list of at most 16 paths, got a list of 17",
        "t.yaml:7:9: ponder: expected one of fault, warn, allow, got 'never'",
    ]


def test_all_problems_of_all_files_at_once_in_order() -> None:
    Path("bots/a/run").chmod(0o644)
    Path("bots/b/bot.yaml").write_text("name: b\ncommand: ./run\nversion: 1.0\n")
    Path("my.yaml").write_text("name: my\nextends: modern\nchoice: none\ndoubling: {quota: 9}\n")
    source = """\
name: no
rules: my.yaml
seed: 42
bots:
  - bots/a
  - bots/b
  - {folder: bots/c, name: con, arg: [x]}
  - {name: x, args: --fast}
  - bots/none
  - 7
  - bots/d
  - {folder: bots/d, args: [1]}
  - bots/d
schedule: {kind: swiss, round: 3, seatings: "4"}
clock: {bank_s: 12:30:00, cap_s: 0, free_ms: 010}
faults: {max_faults: 0, fault_penalty: -10}
limits: [64]
sandbox: require
reuse: 1
seats: 4
"""
    name = (
        "expected a name of 1 to 32 characters out of a-z, 0-9, '.', '_' and '-' "
        "that can be a folder's"
    )
    assert refused(source) == [
        "t.yaml:1:7: name: expected text, got the truth value no; put it in quotes",
        "t.yaml:2:8: rules: my.yaml:3:9: choice: expected one of free, fixed, got 'none'",
        "t.yaml:2:8: rules: my.yaml:4:19: doubling.quota: expected at most 7, the deals of a "
        "block, got 9",
        "t.yaml:3:7: seed: expected text, got the number 42; put it in quotes",
        "t.yaml:5:5: bots[0]: bots/a/bot.yaml:2:10: command: bot 'a': ./run is not executable "
        "(chmod +x)",
        "t.yaml:6:5: bots[1]: bots/b/bot.yaml:2:10: command: expected a list, got './run'",
        "t.yaml:6:5: bots[1]: bots/b/bot.yaml:3:10: version: expected text, "
        "got the number 1.0; put it in quotes",
        f"t.yaml:7:28: bots[2].name: {name}, got 'con'",
        "t.yaml:7:33: bots[2].arg: expected one of the keys folder, name, args, "
        "read_only, memory_mib, processes, got an unknown one; did you mean args?",
        "t.yaml:8:5: bots[3].folder: expected the folder of a bot, got nothing",
        "t.yaml:8:21: bots[3].args: expected a list, got '--fast'",
        "t.yaml:9:5: bots[4]: bots/none: expected the folder of a bot, got no such folder",
        "t.yaml:10:5: bots[5]: expected a bot's folder, or a mapping of folder, name and args, "
        "got the number 7",
        "t.yaml:12:29: bots[7].args[0]: expected text, got the number 1; put it in quotes",
        "t.yaml:13:5: bots[8]: expected each name once, got 'd' used twice, by bots[6] too; "
        "give one of them another with name: …",
        "t.yaml:14:18: schedule.kind: expected one of round-robin, all-tables, gauntlet, "
        "head-to-head, got 'swiss'",
        "t.yaml:14:25: schedule.round: expected one of the keys kind, rounds, seatings, "
        "challengers, singles_every, got an unknown one; did you mean rounds?",
        "t.yaml:14:45: schedule.seatings: expected one of 1, 4, 12, 24, got '4'; "
        "take it out of the quotes",
        "t.yaml:15:17: clock.bank_s: expected seconds from 0 to 86400, up to three decimals, "
        "got 12:30:00, which YAML reads as the number 45000",
        "t.yaml:15:34: clock.cap_s: expected seconds from 0.01 to 3600, up to three decimals, "
        "got the number 0",
        "t.yaml:15:46: clock.free_ms: expected a whole number from 0 to 60000, got 010, "
        "which YAML reads as the number 8",
        "t.yaml:16:22: faults.max_faults: expected a whole number from 1 to 1000, got the number 0",
        "t.yaml:16:40: faults.fault_penalty: expected a whole number from 0 to 1000, "
        "got the number -10",
        "t.yaml:17:9: limits: expected a mapping, got a list of 1",
        "t.yaml:18:10: sandbox: expected one of auto, required, none, got 'require'; "
        "did you mean required?",
        "t.yaml:19:8: reuse: expected true or false, got the number 1",
        "t.yaml:20:1: seats: expected one of the keys name, rules, seed, bots, schedule, test, "
        "clock, faults, limits, sandbox, ponder, reuse, got an unknown one",
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("name: t\nbots: []\n", "t.yaml:2:7: bots: expected at least 1 bot, got 0"),
        ("name: t\nbots: bots/a\n", "t.yaml:2:7: bots: expected a list, got 'bots/a'"),
        ("name: t\n", "t.yaml:1:1: bots: expected a list of bots, got nothing"),
        (
            f"{FOUR}",
            "t.yaml:1:1: name: expected the name of the tournament, got nothing",
        ),
        (
            f"name: t\n{FOUR}clock: {{free_ms: 0, bank_s: 0}}\n",
            "t.yaml:3:8: clock: expected free_ms or bank_s above 0, got no time to answer",
        ),
        (
            "name: t\nbots: [bots/a, bots/b, {folder: bots/c, name: a}, bots/d]\n",
            "t.yaml:2:24: bots[2]: expected each name once, got 'a' used twice, by bots[0] too; "
            "give one of them another with name: …",
        ),
        (
            f"name: t\nrules: clasic\n{FOUR}",
            f"t.yaml:2:8: rules: expected a preset ({', '.join(preset_names())}) or the path of "
            "a rules file, got 'clasic'; did you mean classic?",
        ),
        (
            f"name: t\nrules: ~\n{FOUR}",
            "t.yaml:2:8: rules: expected text, got nothing",
        ),
        (
            f'name: "../up"\n{FOUR}',
            "t.yaml:1:7: name: expected a name of 1 to 32 characters out of a-z, 0-9, '.', '_' "
            "and '-' that can be a folder's, got '../up'",
        ),
    ],
)
def test_a_tournament_that_cannot_be_played(source: str, expected: str) -> None:
    assert refused(source) == [expected]


def test_too_many_bots_are_not_all_read() -> None:
    lines = refused(f"name: t\nbots: [{', '.join(['bots/none'] * 300)}]\n")
    assert lines[0] == "t.yaml:2:7: bots: expected at most 256 bots, got 300"
    assert len(lines) == 257


def test_the_tournaments_that_ship() -> None:
    quick = load_tournament(TOURNAMENTS / "quickstart.yaml", seed=None)
    assert (quick.plan.name, quick.seed) == ("quickstart", "quickstart")
    assert quick.plan.schedule == SchedulePlan("round-robin", 3, 4)
    assert [bot.name for bot in quick.plan.bots] == ["random", "dodger-py", "steady", "careful"]
    night = load_tournament(TOURNAMENTS / "overnight.yaml", seed=None)
    assert night.seed is None
    assert night.plan.bots[3].name == "steady-quiet"
    # It shows every default, and rounds for a night.
    schedule = SchedulePlan("round-robin", 12, 4)
    assert night.plan == Tournament(
        "overnight", load_rules("modern"), "", night.plan.bots, schedule
    )
