"""A bot's own list of legal answers and its margins: told of once, kept beside, in no record."""

import json
import re
from pathlib import Path

from tests.cli.golden_outputs import settled
from tests.command_line import Command
from tests.small_leagues import FOUR, misbehaving, write_league

LIST = r"its own list of legal answers lacks [-\w:, ]+ and has (KH )?\\x1b too"


def test_a_league(in_tmp: Path, command: Command) -> None:
    entrants = (*FOUR[:3], misbehaving("dee", "remarks"))
    write_league(in_tmp, entrants, rounds=1)
    ended = command("run", "league.yaml", "--jobs", "1")
    assert ended.status == 0, ended.err
    told = [line for line in ended.err.splitlines() if "its own list" in line]
    assert len(told) == 1
    found = re.fullmatch(
        rf"dee: {LIST}, first in barbu-arena show results/league --question (1\.1\.1:1:\w+)",
        told[0],
    )
    assert found is not None, told[0]
    shown = command("show", "results/league", "--question", found[2])
    assert shown.status == 0
    assert " dee; " in shown.err
    ledger = Path("results/league/sessions.jsonl").read_text()
    lines = [
        json.loads(line) for line in Path("results/league/remarks.jsonl").read_text().splitlines()
    ]
    sessions = [f"1.1.{seating}" for seating in (1, 2, 3, 4)]
    assert [(line["session"], line["bot"]) for line in lines] == [(s, "dee") for s in sessions]
    assert [len(line["differences"]) for line in lines] == [10, 10, 10, 10]
    assert {margin for line in lines for *_, margin in line["margins"]} == {-5}
    assert min(len(line["margins"]) for line in lines) > 50
    assert "margin" not in ledger
    assert "\\u001b" not in ledger
    assert command("verify", "results/league").status == 0


def test_a_check(in_tmp: Path, command: Command) -> None:
    write_league(in_tmp, [misbehaving("dee", "remarks")])
    words = ("--sandbox", "none", "--sessions", "1", "--rules", "short.yaml")
    ended = command("check", "bots/dee", *words, "--", "--how", "remarks")
    assert (ended.status, ended.err) == (0, "")
    out = settled(ended.out)
    note = " ".join(line.strip() for line in out.splitlines())
    assert re.search(
        rf" note +{LIST} \(session 1, deal 1, \w+ \d+; 10 such questions were noted\) ", note
    )
    assert '\nnote    sent:     {"id":"…","type":"' in out
    assert '\nnote    received: {"id":"…","action":"' in out
    assert out.splitlines()[-1] == "misbehave: ready to play"
