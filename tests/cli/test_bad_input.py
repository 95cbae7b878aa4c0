"""Bad input ends with a clear message on stderr, nothing on stdout, and the right exit status."""

import json
import os
import re
import resource
import shutil
from pathlib import Path

import pytest

from barbu_arena.players import launching, sandbox_probe
from barbu_arena.players.sandbox import Sandbox, launch_plainly
from barbu_arena.players.sandbox_probe import Obstacle
from tests.arena_process import Ended
from tests.command_line import Command
from tests.small_leagues import Entrant, misbehaving, picker, write_league


def assert_refused(ended: Ended, *expected: str, status: int = 2) -> None:
    """Expect these lines on stderr, in this order, and nothing else that a person would read."""
    assert ended.out == ""
    assert ended.err.splitlines() == list(expected)
    assert ended.status == status


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


# Tournament files


def test_a_missing_bot(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    shutil.rmtree(in_tmp / "bots" / "cem")
    column = file.read_text().splitlines()[3].index('{"folder": "bots/cem"') + 1
    assert_refused(
        command("run", file),
        f"league.yaml:4:{column}: bots[2]: bots/cem: expected the folder of a bot, got no such "
        "folder",
    )
    assert not (in_tmp / "results").exists()


def test_a_bot_whose_program_is_missing(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    (in_tmp / "bots" / "cem" / "bot.py").unlink()
    ended = command("run", file)
    assert (ended.status, ended.out) == (2, "")
    assert re.fullmatch(
        r"league\.yaml:4:\d+: bots\[2\]: bots/cem/bot\.yaml:2:10: command: bot 'cem': "
        r"no such file: bot\.py\n",
        ended.err,
    )


def test_a_misspelt_key(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    change(file, "schedule:", "shedule:")
    assert_refused(
        command("run", file),
        "league.yaml:5:1: shedule: expected one of the keys name, rules, seed, bots, schedule, "
        "test, clock, faults, limits, sandbox, ponder, reuse, got an unknown one; "
        "did you mean schedule?",
    )


def test_a_wrong_type(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    change(file, '"rounds": 3', '"rounds": "three"')
    assert_refused(
        command("plan", file),
        "league.yaml:5:22: schedule.rounds: expected a whole number from 1 to 100000, got 'three'",
    )


def test_all_problems_at_once(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    change(file, '"rounds": 3, "seatings": 4', '"rounds": 0, "seatings": 5')
    change(file, 'sandbox: "none"', 'sandbox: "nonee"')
    assert_refused(
        command("run", file),
        "league.yaml:5:22: schedule.rounds: expected a whole number from 1 to 100000, got the "
        "number 0",
        "league.yaml:5:37: schedule.seatings: expected one of 1, 4, 12, 24, got the number 5",
        "league.yaml:6:10: sandbox: expected one of auto, required, none, got 'nonee'; did you "
        "mean none?",
    )


def test_names_used_twice(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    change(file, '"name": "dee"', '"name": "ann"')
    ended = command("run", file)
    assert (ended.status, ended.out) == (2, "")
    assert re.fullmatch(
        r"league\.yaml:4:\d+: bots\[3\]: expected each name once, got 'ann' used twice, "
        r"by bots\[0\] too; give one of them another with name: …\n",
        ended.err,
    )


def test_no_entrants(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp, ())
    assert_refused(command("run", file), "league.yaml:4:7: bots: expected at least 1 bot, got 0")


@pytest.mark.parametrize("name", ["run", "plan"])
def test_a_file_that_is_not_there(name: str, in_tmp: Path, command: Command) -> None:
    ended = command(name, "none.yaml")
    assert (ended.status, ended.out) == (2, "")
    assert "File 'none.yaml' does not exist." in ended.err


def test_a_file_that_is_no_yaml(in_tmp: Path, command: Command) -> None:
    (in_tmp / "league.yaml").write_text("name: [\n")
    ended = command("run", "league.yaml")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("league.yaml:")


def test_a_preset_that_is_not_there(in_tmp: Path, command: Command) -> None:
    ended = command("rules", "clasic")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.endswith("got 'clasic'; did you mean classic?\n")


def test_a_seed_that_is_none(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    assert_refused(
        command("run", file, "--seed", "\x1b[2J"),
        "seed: expected a text of 1 to 100 printable characters, got '\\x1b[2J'",
    )


@pytest.mark.parametrize("seed", ["", "x" * 101, "a\nb", "\x1b[2J", "\udcff"])
@pytest.mark.parametrize(
    "words", ["deal", "verify results/golden/sessions.jsonl", "check bots/ann --sandbox none"]
)
def test_a_seed_that_is_none_of_other_commands(
    words: str, seed: str, in_golden: Path, command: Command
) -> None:
    ended = command(*words.split(), "--seed", seed)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("seed: expected a text of 1 to 100 printable characters, got '")
    assert all(char.isprintable() for char in ended.err[:-1])


@pytest.mark.parametrize(
    "arguments",
    [
        ["\x1b[2J"],
        ["run", "\x1b[2J"],
        ["table", "\x1b[2J"],
        ["run", "--\x1b[2J"],
        ["table", ".", "\x1b[2J"],
        ["rules", "\x1b[2J/x.yaml"],
        ["plan", "\x1b[2J.yaml"],
        ["verify", "folder\x1b[2J"],
        ["check", "folder\x1b[2J"],
        ["show", "folder\x1b[2J", "1.1.1"],
    ],
    ids=ascii,
)
def test_no_argument_can_steer_the_terminal(
    arguments: list[str], in_tmp: Path, command: Command
) -> None:
    (in_tmp / "folder\x1b[2J").mkdir()
    (in_tmp / "\x1b[2J.yaml").write_text("x")
    ended = command(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err
    assert all(char.isprintable() or char == "\n" for char in ended.err)


@pytest.mark.parametrize("wish", [(), ("--sandbox", "required")], ids=["file", "option"])
def test_a_sandbox_is_required(
    wish: tuple[str, ...], in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_league(in_tmp, sandbox="auto" if wish else "required")
    which = shutil.which
    monkeypatch.setattr(
        sandbox_probe.shutil,
        "which",
        lambda name, **path: None if name == "bwrap" else which(name, **path),
    )
    assert_refused(
        command("run", file, *wish),
        "no sandbox: bwrap is not installed. Install the package 'bubblewrap', or use "
        "`sandbox: none` (--sandbox none) if you trust every bot.",
        status=69,
    )
    assert not (in_tmp / "results").exists()


def test_bots_that_cannot_start_in_the_sandbox_are_told_all_at_once(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_league(in_tmp, sandbox="required")
    monkeypatch.setattr(launching, "find_sandbox", lambda: SANDBOX)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for name in ("ben", "dee"):
        with (in_tmp / "bots" / name / "bot.yaml").open("a") as bot:
            bot.write("read_only: [/opt/data]\n")
    wants = "it wants to see /opt/data. If you agree, repeat that under 'read_only' for this bot in"
    assert_refused(
        command("run", file),
        f"bot 'ben': {wants} the tournament.",
        f"bot 'dee': {wants} the tournament.",
        "Or play without a sandbox, if you trust every bot: --sandbox none.",
    )
    assert not (in_tmp / "results").exists()


def test_limits_that_the_arena_cannot_give_are_told_all_at_once(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_league(in_tmp, sandbox="required", limits={"processes": 101})
    monkeypatch.setattr(launching, "find_sandbox", lambda: SANDBOX)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(
        resource, "getrlimit", lambda what: (16, 100 if what == resource.RLIMIT_NPROC else 1 << 40)
    )
    why = (
        "the arena's own limit of processes is 100 (ulimit -H -u), and a bot is given 101. "
        "Raise it, or give the bot less."
    )
    assert_refused(
        command("run", file),
        *(f"bot '{name}': {why}" for name in ("ann", "ben", "cem", "dee")),
        "Or play without a sandbox, if you trust every bot: --sandbox none.",
    )
    assert not (in_tmp / "results").exists()


def test_a_missing_option_names_its_choices_a_line_each(command: Command) -> None:
    ended = command("export", "results")
    assert ended.status == 2
    assert ended.err.endswith("Choose from:\n  csv,\n  sqlite,\n  parquet\n")


SANDBOX = Sandbox("/usr/bin/bwrap", "/usr/bin/prlimit", b"8 bytes.", False)
"""One that is taken to work here."""


# Results folders


def test_results_that_cannot_be_made(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    (in_tmp / "a file").write_text("")
    assert_refused(
        command("run", file, "--results", "a file/results"),
        "a file/results/league: cannot be made: Not a directory; "
        "choose another place with --results",
        status=74,
    )


def test_results_that_are_a_file(in_tmp: Path, command: Command) -> None:
    file = write_league(in_tmp)
    (in_tmp / "results").mkdir()
    (in_tmp / "results" / "league").write_text("")
    ended = command("run", file)
    assert (ended.status, ended.out) == (74, "")
    assert ended.err.startswith("results/league: cannot be made: ")


@pytest.mark.parametrize("results", ["bots/ann", "bots/ann/deeper"])
def test_results_inside_a_bots_folder(results: str, in_tmp: Path, command: Command) -> None:
    """They would change the bot, which then could read them, and the league could not go on."""
    file = write_league(in_tmp, rounds=1)
    ended = command("run", file, "--results", results, "-q")
    assert (ended.status, ended.out) == (2, "")
    assert "bots/ann" in ended.err


@pytest.mark.parametrize("name", ["table", "doubling", "show", "verify", "reproduce"])
def test_a_folder_without_results(name: str, in_tmp: Path, command: Command) -> None:
    (in_tmp / "empty").mkdir()
    session = ["1.1.1"] if name in ("show", "reproduce") else []
    assert_refused(
        command(name, "empty", *session),
        "empty: expected a results folder, got no manifest.json in it; `barbu-arena run` makes one",
    )
    missing = command(name, "none", *session)
    assert (missing.status, missing.out) == (2, "")
    assert "'none' does not exist." in missing.err


@pytest.mark.parametrize("name", ["show", "reproduce"])
@pytest.mark.parametrize("session", ["9.9.9", "1.1", "nonsense", "\x1b[31m", "1.1.5"])
def test_a_session_that_is_not_there(
    name: str, session: str, in_golden: Path, command: Command
) -> None:
    ended = command(name, "results/golden", session)
    shown = session.replace("\x1b", "\\x1b")
    assert_refused(
        ended,
        f"results/golden/sessions.jsonl: session {shown}: expected a finished session, named "
        "round.table.seating such as 1.1.1",
    )


def test_a_deal_that_is_not_there(in_golden: Path, command: Command) -> None:
    assert_refused(
        command("show", "results/golden", "1.1.1", "--deal", "29"),
        "--deal: expected 1 to 28, got 29",
    )
    assert command("show", "results/golden", "1.1.1", "--deal", "0").status == 2


def test_a_folder_needs_no_seed_to_be_verified(in_golden: Path, command: Command) -> None:
    ended = command("verify", "results/golden", "--seed", "golden")
    assert (ended.status, ended.out) == (2, "")
    assert "--seed and --rules are for ledger files; results/golden has a manifest" in ended.err


def test_a_league_without_a_session_yet_verifies(
    in_tmp: Path, golden_folder: Path, command: Command
) -> None:
    """What a kill before the first session may leave."""
    shutil.copy(golden_folder / "results" / "golden" / "manifest.json", in_tmp)
    ended = command("verify", in_tmp)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("verified: 0 sessions, ")
    table = command("table", in_tmp)
    assert table.status == 0
    assert table.out.startswith("golden: 0 of 8 sessions")
    assert command("doubling", in_tmp).status == 0


def test_a_league_without_doubles_has_no_doubling_table(in_tmp: Path, command: Command) -> None:
    rules = "name: plain\nextends: modern\ncontracts: {trumps: none}\ndoubling: none\n"
    (in_tmp / "plain.yaml").write_text(rules)
    file = write_league(in_tmp, rules="plain.yaml", rounds=1)
    played = command("run", file, "-q")
    assert (played.status, played.err) == (0, "")
    assert not (in_tmp / "results" / "league" / "doubling.csv").exists()
    assert_refused(
        command("doubling", "results/league"), "results/league: rule set plain has no doubles"
    )


# What makes a league another one


@pytest.fixture
def finished(in_tmp: Path, golden_folder: Path) -> Path:
    """Return the tournament of a copy of the golden league, for a test to change."""
    shutil.copytree(golden_folder, in_tmp, symlinks=True, dirs_exist_ok=True)
    return in_tmp / "league.yaml"


ADVICE = (
    "A league goes on only as it began. Undo the change, or give the changed league another name "
    "or another --results folder than results/golden."
)


def test_the_same_again(finished: Path, command: Command) -> None:
    assert command("run", finished.name).status == 0


@pytest.mark.parametrize("wish", ["auto", "required"])
def test_with_a_sandbox_it_would_be_another_league(
    wish: str, finished: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launching, "find_sandbox", lambda: SANDBOX)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    ended = command("run", finished.name, "--sandbox", wish)
    assert (ended.status, ended.out) == (2, "")
    assert [line for line in ended.err.splitlines() if line.startswith("results/golden: ")] == [
        'results/golden: sandbox: was "none", now "bwrap"'
    ]
    assert ended.err.splitlines()[-1] == ADVICE


@pytest.mark.parametrize("by_option", [True, False], ids=["option", "file"])
def test_where_there_is_none_it_does_not_matter_whether_one_was_asked_for(
    by_option: bool, finished: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launching, "find_sandbox", lambda: Obstacle("none is here", "Look away."))
    if not by_option:
        change(finished, 'sandbox: "none"', 'sandbox: "auto"')
    ended = command("run", finished.name, *(("--sandbox", "auto") if by_option else ()))
    assert ended.status == 0, ended.err
    assert ended.err.splitlines()[0] == (
        "NO SANDBOX: bots run with your own rights, for none is here. Look away. `sandbox: "
        "required` refuses instead."
    )
    quiet = command("run", finished.name, "-q", "--sandbox", "auto")
    assert (quiet.status, quiet.err) == (0, "")


@pytest.mark.parametrize(("seed", "told"), [("fifteen letters", True), ("sixteen letters.", False)])
def test_a_seed_that_can_be_guessed_is_told_where_bots_are_not_trusted(
    seed: str, told: bool, in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launching, "find_sandbox", lambda: SANDBOX)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(Sandbox, "launch", lambda _, bot: launch_plainly(bot))
    file = write_league(in_tmp, rounds=1, seed=seed, sandbox="required")
    ended = command("run", file)
    assert ended.status == 0, ended.err
    warned = [line for line in ended.err.splitlines() if line.startswith("the seed is short: ")]
    assert len(warned) == told
    assert "sandbox bwrap" in ended.out


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        pytest.param(
            'rules: "modern"',
            'rules: "modern-no-doubles"',
            'rules.name: was "modern", now "modern-no-doubles"',
            id="rules",
        ),
        pytest.param(
            'seed: "golden"', 'seed: "other"', 'seed: was "golden", now "other"', id="seed",
        ),
        pytest.param(
            '"seatings": 4', '"seatings": 12', "tournament.schedule.seatings: was 4, now 12",
            id="seatings",
        ),
        pytest.param(
            '"rounds": 2', '"rounds": 1', "tournament.schedule.rounds: was 2, now 1",
            id="fewer rounds",
        ),
        pytest.param(
            'sandbox: "none"', 'sandbox: "none"\nclock: {cap_s: 4}',
            "tournament.clock.cap_ms: was 5000, now 4000", id="clock",
        ),
        pytest.param(
            'sandbox: "none"', 'sandbox: "none"\nfaults: {max_faults: 2}',
            "tournament.faults.max_faults: was 3, now 2", id="faults",
        ),
        pytest.param(
            'sandbox: "none"', 'sandbox: "none"\nponder: allow',
            'tournament.ponder: was "fault", now "allow"', id="ponder",
        ),
        pytest.param(
            'sandbox: "none"', 'sandbox: "none"\nreuse: true',
            "tournament.reuse: was false, now true", id="reuse",
        ),
        pytest.param('"name": "cem"', '"name": "kim"', "bots.kim: was absent, now ", id="entrant"),
        pytest.param(
            '["--pick", "last"]', '["--pick", "first"]',
            'tournament.bots.cem.arguments: was ["-I", "-S", "bot.py", "--pick", "last"], now ',
            id="arguments",
        ),
    ],
)  # fmt: skip
def test_another_league_is_refused(
    finished: Path, command: Command, old: str, new: str, difference: str
) -> None:
    results = finished.parent / "results" / "golden"
    before = {path.name: path.read_bytes() for path in results.iterdir() if path.is_file()}
    change(finished, old, new)
    ended = command("run", finished.name, "-q")
    assert (ended.status, ended.out) == (2, "")
    *lines, advice = ended.err.splitlines()
    assert advice == ADVICE
    assert any(line.startswith(f"results/golden: {difference}") for line in lines), ended.err
    after = {path.name: path.read_bytes() for path in results.iterdir() if path.is_file()}
    assert after == before


def test_a_changed_byte_in_a_bot_is_refused(finished: Path, command: Command) -> None:
    bot = finished.parent / "bots" / "cem" / "bot.py"
    bot.write_bytes(bot.read_bytes() + b"\n")
    ended = command("run", finished.name)
    assert (ended.status, ended.out) == (2, "")
    assert re.fullmatch(
        r'results/golden: bots\.cem: was "[0-9a-f]{64}", now "[0-9a-f]{64}"; put the bot\'s files '
        "back, and remove what the bot wrote into its folder itself",
        ended.err.splitlines()[0],
    )
    assert ended.err.splitlines()[1:] == [ADVICE]


def test_more_entrants_are_refused(finished: Path, command: Command) -> None:
    write_league(
        finished.parent,
        [
            *(picker(name, how) for name, how in (("ann", "seeded"), ("ben", "first"))),
            picker("cem", "last"),
            misbehaving("dee", "illegal", at=90),
            Entrant("eve"),
        ],
        rounds=2,
        name="golden",
        rules="modern",
        seed="golden",
    )
    ended = command("run", finished.name)
    assert (ended.status, ended.out) == (2, "")
    assert "results/golden: bots.eve: was absent, now " in ended.err


def test_a_folder_of_another_version_is_refused(finished: Path, command: Command) -> None:
    path = finished.parent / "results" / "golden" / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "record": 2}))
    assert_refused(
        command("table", "results/golden"),
        "results/golden/manifest.json: record: expected 1, got 2: the folder is of another version "
        "of the arena; read it with that version",
    )


# Bots


def test_check_of_what_is_no_bot(in_tmp: Path, command: Command) -> None:
    (in_tmp / "empty").mkdir()
    ended = command("check", "empty")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("empty/bot.yaml: ")


def test_match_of_three_is_refused(in_golden: Path, command: Command) -> None:
    ended = command("match", "bots/ann", "bots/ben", "bots/cem")
    assert (ended.status, ended.out) == (2, "")
    assert "takes 4 values" in ended.err
