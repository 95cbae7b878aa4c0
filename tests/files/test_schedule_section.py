"""The schedule of a tournament file: its kinds, the house bot, what does not go together."""

import json
import subprocess
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.manifest import make_manifest
from barbu_arena.files.manifest_fields import manifest_fields
from barbu_arena.files.results_folder import PlannedSessions
from barbu_arena.files.schedule_section import HOUSE_FOLDER
from barbu_arena.files.tournament_file import load_tournament, tournament_fields
from barbu_arena.league.tournament import SchedulePlan, Tournament


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c", "d", "e", "house"):
        folder = Path("bots") / name
        folder.mkdir(parents=True)
        (folder / "bot.yaml").write_text(f"name: {name}\ncommand: [./run]\n")
        (folder / "run").write_text("#!/bin/sh\n")
        (folder / "run").chmod(0o755)


def load(names: str, schedule: str) -> Tournament:
    listed = ", ".join(f"bots/{name}" for name in names.split())
    Path("t.yaml").write_text(f"name: t\nbots: [{listed}]\nschedule: {{{schedule}}}\n")
    return load_tournament(Path("t.yaml")).tournament("seed")


@pytest.mark.parametrize(
    ("names", "schedule", "plan"),
    [
        ("a b c d", "rounds: 2", SchedulePlan("round-robin", 2)),
        ("a b c d e", "kind: all-tables, seatings: 1", SchedulePlan("all-tables", 1, 1)),
        (
            "a b c d",
            "kind: gauntlet, challengers: c",
            SchedulePlan("gauntlet", challengers=("c",)),
        ),
        (
            "a b c d e",
            "kind: gauntlet, challengers: [e, a]",
            SchedulePlan("gauntlet", challengers=("e", "a")),
        ),
        ("a b", "kind: head-to-head", SchedulePlan("head-to-head", seatings=2)),
        (
            "a b",
            "kind: head-to-head, rounds: 8, singles_every: 4",
            SchedulePlan("head-to-head", 8, 2, singles_every=4),
        ),
    ],
)
def test_what_a_schedule_becomes(names: str, schedule: str, plan: SchedulePlan) -> None:
    tournament = load(names, schedule)
    assert tournament.schedule == plan
    assert tournament.house is None


@pytest.mark.parametrize(
    ("names", "schedule", "problem"),
    [
        (
            "a b c d",
            "kind: gauntlet",
            "3:11: schedule: expected challengers: …, the bots that meet all others, got nothing",
        ),
        (
            "a b c d",
            "challengers: a",
            "3:25: schedule.challengers: expected only with kind: gauntlet, got it with kind: "
            "round-robin",
        ),
        (
            "a b c d",
            "kind: all-tables, singles_every: 2",
            "3:45: schedule.singles_every: expected only with kind: head-to-head, got it with "
            "kind: all-tables",
        ),
        (
            "a b c d",
            "kind: gauntlet, challengers: [a, f]",
            "3:41: schedule.challengers: expected the name of a bot (a, b, c, d), got 'f'",
        ),
        (
            "a b c d",
            "kind: gauntlet, challengers: [a, a]",
            "3:41: schedule.challengers: expected each once, got a twice",
        ),
        (
            "a b c d",
            "kind: gauntlet, challengers: 3",
            "3:41: schedule.challengers: expected the name of a bot, or a list of names, got the "
            "number 3",
        ),
        (
            "a b c d",
            "kind: gauntlet, challengers: []",
            "3:41: schedule.challengers: expected the name of a bot, or a list of names, got "
            "a list of 0",
        ),
        (
            "a b c",
            "kind: head-to-head",
            "3:11: schedule: head-to-head takes 2 bots, got 3",
        ),
        (
            "a b",
            "kind: head-to-head, seatings: 4",
            "3:11: schedule: head-to-head with 4 seatings: head-to-head plays each board set "
            "twice, seats exchanged, and other kinds 1, 4, 12 or 24 times; leave seatings out",
        ),
        (
            "a b c d",
            "seatings: 2",
            "3:22: schedule.seatings: expected one of 1, 4, 12, 24, got the number 2",
        ),
        (
            "a b",
            "seatings: 12",
            "3:11: schedule: 12 seatings would repeat the same ones, since the house bot holds 2 "
            "seats of a table; expected 1 or 4 seatings",
        ),
        (
            "a house c",
            "rounds: 1",
            "2:16: bots[1]: expected another name than 'house', which is that of the arena's own "
            "bot: it holds the seats that are left",
        ),
        (
            "a b c d",
            "kind: swiss",
            "3:18: schedule.kind: expected one of round-robin, all-tables, gauntlet, "
            "head-to-head, got 'swiss'",
        ),
    ],
)
def test_what_does_not_go_together(names: str, schedule: str, problem: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(names, schedule)
    assert str(refused.value) == f"t.yaml:{problem}"


def test_all_tables_of_too_many(tmp_path: Path) -> None:
    entries = ", ".join(f"{{folder: bots/a, name: a{i}}}" for i in range(50))
    Path("t.yaml").write_text(f"name: t\nbots: [{entries}]\nschedule: {{kind: all-tables}}\n")
    with pytest.raises(ConfigError) as refused:
        load_tournament(Path("t.yaml"))
    assert str(refused.value) == (
        "t.yaml:3:11: schedule: all-tables takes 1 to 16 bots, got 50, which make 230,300 tables "
        "a round; round-robin takes up to 256"
    )


# The house bot


@pytest.mark.parametrize(
    ("names", "schedule"),
    [
        ("a", "rounds: 1"),
        ("a b", "kind: all-tables"),
        ("a b c", "seatings: 12"),
        ("a b", "kind: gauntlet, challengers: a"),
        ("a b c d", "kind: gauntlet, challengers: [a, b]"),
    ],
)
def test_a_short_table_has_the_house_bot(names: str, schedule: str) -> None:
    tournament = load(names, schedule)
    assert tournament.house is not None
    assert tournament.house.name == "house"
    assert tournament.house.folder == str(HOUSE_FOLDER)
    assert [bot.name for bot in tournament.bots] == names.split()
    assert tournament.players == (*tournament.bots, tournament.house)
    fields = tournament_fields(tournament)
    assert fields["house"] == {"name": "house", "version": "1", "arguments": ["bot.py"]}


def test_a_full_table_may_have_a_bot_of_that_name() -> None:
    assert load("a b c house", "rounds: 1").house is None


def test_the_package_holds_the_house_bot_whole() -> None:
    assert sorted(path.name for path in HOUSE_FOLDER.iterdir() if path.is_file()) == [
        "bot.py",
        "bot.yaml",
    ]


@pytest.mark.parametrize(
    ("question", "action"),
    [
        ({"type": "choose", "hand": ["2S"], "legal": ["no_king", "trumps:S"]}, "no_king"),
        (
            {"type": "choose", "hand": ["2S", "2H", "3H"], "legal": ["trumps:S", "trumps:H"]},
            "trumps:H",
        ),
        (
            {"type": "choose", "hand": [], "legal": ["domino:2", "domino:8", "domino:A"]},
            "domino:8",
        ),
        ({"type": "choose", "hand": ["2S"], "legal": ["trumps:S", "trumps:-"]}, "trumps:S"),
        ({"type": "double", "legal": ["-", "0"]}, "-"),
        ({"type": "play", "contract": "domino", "start": "8", "legal": ["9S", "2H"]}, "2H"),
    ],
)
def test_what_the_house_bot_answers(question: dict[str, object], action: str) -> None:
    assert answers({**question, "id": "1"}) == [{"id": "1", "action": action}]


@pytest.mark.parametrize(
    ("contract", "cards", "trump", "legal", "action"),
    [
        ("no_tricks", [], None, ["2S", "KS"], "2S"),
        ("no_tricks", ["9S"], None, ["2S", "8S", "KS"], "8S"),
        ("no_tricks", ["9S", "TS"], None, ["JS", "KS"], "JS"),
        ("no_tricks", ["9S"], None, ["2H", "KH"], "KH"),
        ("trumps", [], "H", ["2S", "KS"], "KS"),
        ("trumps", ["9S"], "H", ["2S", "KS", "AS"], "AS"),
        ("trumps", ["9S"], "H", ["2D", "3H"], "3H"),
        ("trumps", ["9S", "5H"], "H", ["4H", "2H"], "2H"),
    ],
)
def test_how_the_house_bot_plays(
    contract: str, cards: list[str], trump: str | None, legal: list[str], action: str
) -> None:
    question = {
        "id": "1",
        "type": "play",
        "contract": contract,
        "trick": {"leader": 0, "cards": cards},
        "legal": legal,
        **({} if trump is None else {"trump": trump}),
    }
    assert answers(question) == [{"id": "1", "action": action}]


def answers(question: dict[str, object]) -> list[dict[str, object]]:
    """Return what the house bot says to a question, after its greeting."""
    contracts = {"no_tricks": {"tricks": -2}, "trumps": {"tricks": 5}}
    hello = {"id": "0", "type": "hello", "rules": {"contracts": contracts}}
    bot = load_bot(HOUSE_FOLDER)
    lines = "".join(
        json.dumps(line) + "\n" for line in (hello, {"type": "session"}, question, {"type": "bye"})
    )
    done = subprocess.run(
        bot.command, cwd=bot.folder, input=lines, capture_output=True, text=True, check=True
    )
    first, *rest = map(json.loads, done.stdout.splitlines())
    assert first == {"id": "0", "protocol": 1, "name": "house", "version": "1"}
    return rest


# The manifest


@pytest.mark.parametrize(
    ("names", "schedule"),
    [
        ("a b c d", "rounds: 2"),
        ("a b", "kind: all-tables"),
        ("a b c d e", "kind: gauntlet, challengers: [a, b]"),
        ("a b", "kind: head-to-head, rounds: 8, singles_every: 4"),
    ],
)
def test_the_manifest_holds_all_of_it(names: str, schedule: str) -> None:
    tournament = load(names, schedule)
    digests = {bot.name: "0" * 64 for bot in tournament.players}
    manifest = json.loads(json.dumps(make_manifest(tournament, digests, "none", True, "t.yaml")))
    fields = manifest_fields(Path("manifest.json"), manifest)
    assert fields.tournament.schedule.plan() == tournament.schedule
    assert fields.entrants == names.split()
    house = fields.tournament.house
    assert (house and house.name) == (tournament.house and tournament.house.name)


def test_a_round_robin_leaves_no_trace_of_other_kinds() -> None:
    """So that leagues of before go on."""
    fields = tournament_fields(load("a b c d", "rounds: 2"))
    assert fields["schedule"] == {"kind": "round-robin", "rounds": 2, "seatings": 4}
    assert "house" not in fields


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"schedule": {"kind": "swiss"}}, "tournament.schedule.kind: expected one of round-robin"),
        (
            {"schedule": {"seatings": 2}},
            "tournament.schedule: gauntlet with 2 seatings: head-to-head plays",
        ),
        (
            {"schedule": {"challengers": ["z"]}},
            "tournament.schedule.challengers: expected names out of bots",
        ),
        (
            {"schedule": {"challengers": ["\x1b[2J"]}},
            r"tournament.schedule.challengers: expected the name of a bot",
        ),
        ({"house": None}, "tournament.house: expected a value, got nothing"),
        ({"house": {"name": "../x"}}, "tournament.house.name: expected a name of 1 to 32"),
    ],
)
def test_a_manifest_that_cannot_be(change: dict[str, dict[str, object]], problem: str) -> None:
    tournament = load("a b", "kind: gauntlet, challengers: a")
    digests = {bot.name: "0" * 64 for bot in tournament.players}
    manifest = json.loads(json.dumps(make_manifest(tournament, digests, "none", True, "t.yaml")))
    for key, fields in change.items():
        held = manifest["tournament"]
        held[key] = {**held[key], **fields} if fields else None
    if manifest["tournament"]["house"] is None:
        del manifest["bots"]["house"]
    with pytest.raises(ConfigError) as refused:
        manifest_fields(Path("manifest.json"), manifest)
    assert str(refused.value).startswith(f"manifest.json: not the manifest of a league: {problem}")


def test_sessions_of_a_head_to_head_are_found_by_name_and_no_others() -> None:
    plans = PlannedSessions(load("a b", "kind: head-to-head, rounds: 4, singles_every: 2"))
    assert plans.get("1.4.1") is None
    assert plans.get("1.3.3") is None
    found = plans.get("2.7.2")
    assert found is not None
    assert (found.bots, found.board_set) == (("a", "a", "a", "b"), 9)
    assert plans.get("3.1.1") is not None
    assert plans.get("3.4.1") is None
    assert plans.get("5.1.1") is None
