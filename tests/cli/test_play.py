"""`barbu-arena play`: a session from a pipe of answers, left and gone on with, and its record."""

import re
import sys
from collections.abc import Iterable
from io import StringIO
from itertools import cycle, islice
from pathlib import Path

import pytest

from barbu_arena.cli.play import OPPONENTS
from barbu_arena.files.ledger import read_ledger
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.shipped_bots import bot_place
from barbu_arena.referee.asked import asked_questions
from barbu_arena.referee.record import SessionRecord
from tests.arena_process import Ended
from tests.command_line import Command
from tests.small_leagues import write_league

PLAY = ("play", "bots/ben", "bots/cem", "bots/dee", "--rules", "./short.yaml", "--seed", "7")
PLAINLY = ("--sandbox", "none")
SOME = ("1", "-", "0", "2", "3")
"""One of these is legal whatever is asked: the others are asked for again."""


class Typed(StringIO):
    """Lines from no terminal."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))


@pytest.fixture
def play(in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    write_league(in_tmp)

    def run(typed: Iterable[str], *arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "stdin", Typed(typed))
        return command(*(arguments or PLAY), *PLAINLY)

    return run


def folder(in_tmp: Path) -> Path:
    return next((in_tmp / "results").glob("play-*"))


def record_of(place: Path) -> SessionRecord:
    [(_, record)] = read_ledger(place / "sessions.jsonl")
    return record


def test_a_whole_session(play: Command, command: Command, in_tmp: Path) -> None:
    ended = play(islice(cycle(SOME), 1000))
    assert ended.status == 0, ended.err
    place = folder(in_tmp)
    record = record_of(place)
    assert record.bots == ("human", "picker", "picker-2", "picker-3")
    assert ended.out.startswith(
        "8 deals of short: 0 human, 1 picker, 2 picker-2, 3 picker-3. You are 0, below.\n"
        "At the prompt, help tells what can be typed.\n\n"
        "deal 1 of 8, 2 left in the block: 0 human is to declare\n"
    )
    assert ended.out.count(" is over\n") == 8
    best = max(record.totals)
    winners = [bot for bot, total in zip(record.bots, record.totals, strict=True) if total == best]
    assert ended.out.endswith(f"won by {' and '.join(winners)}\n")
    name = f"results/{place.name}"
    assert ended.err == (f"more:\n  barbu-arena show {name} 1.1.1\n  barbu-arena verify {name}\n")
    assert not (place / "unfinished.jsonl").exists()
    for words in (["verify", name], ["table", name], ["show", name, "1.1.1"]):
        read = command(*words)
        assert (read.status, read.err) == (0, ""), words
    assert re.search(r" human +[+-]", command("table", name).out)


def test_what_no_other_command_can_do(play: Command, command: Command, in_tmp: Path) -> None:
    assert play(islice(cycle(SOME), 1000)).status == 0
    name = f"results/{folder(in_tmp).name}"
    again = command("reproduce", name, "1.1.1", *PLAINLY)
    assert (again.status, again.out) == (2, "")
    assert again.err == (
        "session 1.1.1: human is a person, who cannot be asked again; `barbu-arena verify` checks "
        "the record without its players\n"
    )
    run = command("run", f"{name}/tournament.yaml")
    assert (run.status, run.out) == (2, "")
    assert run.err == (
        f"{name}/tournament.yaml: a person holds a seat of this table; `barbu-arena play --resume` "
        "goes on with it, and no other command can\n"
    )


def test_a_finished_session_is_not_played_again(play: Command, in_tmp: Path) -> None:
    """Not even if the arena was killed before it removed what was kept of it."""
    assert play(islice(cycle(SOME), 1000)).status == 0
    ledger = (folder(in_tmp) / "sessions.jsonl").read_bytes()
    (folder(in_tmp) / "unfinished.jsonl").write_text('{"seat":0,"action":"no_king"}\n')
    ended = play([], "play", "--resume", f"results/{folder(in_tmp).name}")
    assert ended.status == 0
    assert ended.out.startswith("final      0 human ")
    assert not (folder(in_tmp) / "unfinished.jsonl").exists()
    assert (folder(in_tmp) / "sessions.jsonl").read_bytes() == ledger


def test_left_and_gone_on_with_it_is_the_same_session(play: Command, in_tmp: Path) -> None:
    """The same answers without a pause give the same ledger, byte for byte."""
    left = play([*islice(cycle(SOME), 40), "quit"])
    name = f"results/{folder(in_tmp).name}"
    assert left.status == 130
    assert "deal 1 of 8 is over" in left.out
    assert left.err == (
        "\nthe session is not finished; all that was answered is kept. Go on with\n"
        f"barbu-arena play --resume {name} --sandbox none\n"
    )
    assert not (folder(in_tmp) / "sessions.jsonl").exists()
    for _ in range(2):  # the end of the input is a way to leave, too
        left = play(islice(cycle(SOME), 10), "play", "--resume", name)
        assert left.status == 130
        assert re.search(r"^Going on after \d+ answers of all four\.$", left.out, re.MULTILINE)
        assert "deal 1 of 8 is over" not in left.out
    ended = play(islice(cycle(SOME), 1000), "play", "--resume", name)
    assert ended.status == 0
    ledger = (folder(in_tmp) / "sessions.jsonl").read_bytes()

    record = record_of(folder(in_tmp))
    rules = load_rules("short.yaml", in_tmp)
    answers = [
        asked.answer
        for deal in record.deals
        for asked in asked_questions(record, rules, deal.deal)
        if asked.seat == 0
    ]
    assert play(answers, *PLAY, "--results", "smooth").status == 0
    smooth = next((in_tmp / "smooth").iterdir())
    assert (smooth / "sessions.jsonl").read_bytes() == ledger


def test_a_seat_a_name_and_the_bots_clockwise(play: Command, in_tmp: Path) -> None:
    ended = play(["quit"], *PLAY, "--seat", "2", "--name", "ada")
    assert ended.status == 130
    assert "0 picker-2, 1 picker-3, 2 ada, 3 picker. You are 2, below." in ended.out


def test_a_bot_of_the_persons_name_gets_another(play: Command) -> None:
    ended = play(["quit"], *PLAY, "--name", "picker")
    assert "0 picker, 1 picker-2, 2 picker-3, 3 picker-4. You are 0, below." in ended.out


def test_seats_without_a_bot_get_shipped_ones(play: Command) -> None:
    ended = play(["quit"], "play", "bots/ben", "--seed", "7")
    assert ended.status == 130, ended.err
    usual = [bot_place(word).name for word in OPPONENTS[1:]]
    assert f"0 human, 1 picker, 2 {usual[0]}, 3 {usual[1]}. You are 0" in ended.out


def test_the_command_that_goes_on_asks_the_same_bot_for_hints(play: Command) -> None:
    for word in ("bots/cem", "shipped:random"):
        ended = play(["quit"], *PLAY, "--hint", word)
        assert ended.err.endswith(f" --hint {word} --sandbox none\n")


def test_a_hint(play: Command) -> None:
    ended = play(["hint", "1", "quit"], *PLAY, "--hint", "bots/cem")
    assert re.search(r"\(or help\): hint\npicker would answer no_king\n", ended.out), ended.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["bots/ann", "bots/ben", "bots/cem", "bots/dee"], "expected up to 3 bots, got 4"),
        (["--name", "Ada L"], "--name: expected 1 to 32 characters out of a-z"),
        (["--seed", ""], "seed: expected a text of 1 to 100 printable characters"),
        (["--rules", "modem"], "did you mean modern?"),
        (["--resume", "bots"], "bots/tournament.yaml: expected a YAML file, got no such file"),
        (["--resume", "nowhere"], "Directory 'nowhere' does not exist"),
    ],
    ids=["bots", "name", "seed", "rules", "resume", "nowhere"],
)
def test_what_cannot_be(play: Command, in_tmp: Path, arguments: list[str], problem: str) -> None:
    ended = play([], "play", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert problem in ended.err
    assert not (in_tmp / "results").exists()


@pytest.mark.parametrize(
    ("bots", "schedule"),
    [
        ('["bots/ann", "bots/ben", "bots/cem", "bots/dee"]', "{rounds: 1, seatings: 1}"),
        ('[{person: ada}, "bots/ben", "bots/cem", "bots/dee"]', "{rounds: 1, seatings: 4}"),
        ('[{person: ada}, {person: bea}, "bots/cem", "bots/dee"]', "{rounds: 1, seatings: 1}"),
    ],
    ids=["nobody", "a league", "two"],
)
def test_another_tournament_is_not_played_so(
    play: Command, in_tmp: Path, bots: str, schedule: str
) -> None:
    write_league(in_tmp)
    (in_tmp / "own").mkdir()
    text = (in_tmp / "league.yaml").read_text()
    bots = bots.replace("bots/", "../bots/").replace('"../bots/ann"', "../bots/ann")
    own = re.sub(r"^bots: .*$", f"bots: {_named(bots)}", text, flags=re.MULTILINE)
    own = re.sub(r"^schedule: .*$", f"schedule: {schedule}", own, flags=re.MULTILINE)
    (in_tmp / "own" / "tournament.yaml").write_text(own.replace("short.yaml", "../short.yaml"))
    ended = play([], "play", "--resume", "own")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(
        "own/tournament.yaml: expected one session of a person and three bots"
    )


def _named(bots: str) -> str:
    """Give each bot a name of its own: they are all called picker."""
    return re.sub(r'"?\.\./bots/(\w+)"?', r"{folder: ../bots/\1, name: \1}", bots)


def test_a_file_without_a_seed_is_not_gone_on_with(play: Command, in_tmp: Path) -> None:
    assert play(["quit"]).status == 130
    file = folder(in_tmp) / "tournament.yaml"
    file.write_text(re.sub(r"^seed: .*\n", "", file.read_text(), flags=re.MULTILINE))
    name = f"results/{folder(in_tmp).name}"
    ended = play([], "play", "--resume", name)
    assert ended.status == 2
    assert ended.err == f"{name}/tournament.yaml: expected a seed, got none\n"


def test_a_journal_that_was_changed_is_refused(play: Command, in_tmp: Path) -> None:
    assert play([*islice(cycle(SOME), 40), "quit"]).status == 130
    journal = folder(in_tmp) / "unfinished.jsonl"
    lines = journal.read_text().splitlines()
    mine = next(at for at, line in enumerate(lines) if line.startswith('{"seat":0'))
    lines[mine] = '{"seat":0,"action":"XX"}'
    journal.write_text("\n".join(lines) + "\n")
    ended = play([], "play", "--resume", f"results/{folder(in_tmp).name}")
    assert ended.status == 2
    assert ended.err.startswith(
        "an answer of the person was not legal (no such announcement: 'XX')"
    )


def test_defaults_come_with_the_arena() -> None:
    assert all((bot_place(word) / "bot.yaml").is_file() for word in OPPONENTS)


def test_a_league_of_bots_is_nobody_s_to_play(in_golden: Path, command: Command) -> None:
    shown = command("play", "--resume", "results/golden")
    assert (shown.status, shown.out) == (2, "")
    assert shown.err.startswith(
        "results/golden: expected a session that `barbu-arena play` began, got a league of bots"
    )
