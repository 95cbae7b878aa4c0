"""A league of eight, half of it hostile, ends by itself, and only the hostile are charged.

Source: issue A, trust.md §5.
"""

import csv
import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.arena_process import (
    Ended,
    Started,
    arena,
    assert_nothing_left,
    children_of,
    processes_below,
)
from tests.small_leagues import Entrant, misbehaving, picker, write_league

GOOD = ("ann", "ben", "cem", "dee")
SILENT = misbehaving("silent", "silent")
QUITTER = misbehaving("quitter", "exit-at-once")
BABBLER = misbehaving("babbler", "garbage", at=9)
FLOODER = misbehaving("flooder", "flood", at=5)
ENTRANTS: list[Entrant] = [
    *(picker(name, "seeded") for name in GOOD), SILENT, QUITTER, BABBLER, FLOODER,
]  # fmt: skip
CLOCK = {"free_ms": 50, "bank_s": 1.6, "cap_s": 1.0, "start_s": 5}
ROUNDS = 3
PENALTIES = {"silent": 10 * 3 + 100, "quitter": 100, "babbler": 100, "flooder": 100}
MOST_MEMORY_KIB = 100 << 10


@dataclass
class Played:
    folder: Path
    results: Path
    ended: Ended
    memory_kib: list[int] = field(default_factory=list)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("hostile")
    file = write_league(folder, ENTRANTS, clock=CLOCK, schedule={"rounds": ROUNDS, "seatings": 1})
    memory = []
    with Started(folder, "run", file.name, "--jobs", "2") as run:
        while run.process.poll() is None:
            memory.append(sum(map(proportional_kib, [run.pid, *children_of(run.pid)])))
        ended = run.end()
    assert_nothing_left(folder)
    return Played(folder, folder / "results" / "league", ended, memory)


def proportional_kib(pid: int) -> int:
    """Return a process's share of memory: pages that several hold are divided among them."""
    with suppress(OSError), Path(f"/proc/{pid}/smaps_rollup").open() as file:
        for line in file:
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def rows(played: Played) -> dict[str, dict[str, str]]:
    with (played.results / "table.csv").open(newline="") as file:
        return {row["bot"]: row for row in csv.DictReader(file)}


def test_it_ends_by_itself(played: Played) -> None:
    assert played.ended.status == 0, played.ended.err
    assert len((played.results / "sessions.jsonl").read_bytes().splitlines()) == 2 * ROUNDS
    assert played.ended.out.startswith(f"league: {2 * ROUNDS} of {2 * ROUNDS} sessions")
    assert processes_below(played.folder) == []


def test_the_good_bots_have_no_fault(played: Played) -> None:
    table = rows(played)
    shown = [(table[name]["faults"], table[name]["penalties"]) for name in GOOD]
    assert shown == [("0", "0")] * 4


def test_each_bad_bots_row_shows_its_faults(played: Played) -> None:
    table = rows(played)
    shown = {name: (table[name]["fault_kinds"], table[name]["retired"]) for name in PENALTIES}
    assert shown == {
        "silent": (f"timeout {3 * ROUNDS}", str(ROUNDS)),
        "quitter": (f"crash {ROUNDS}", str(ROUNDS)),
        "babbler": (f"protocol {ROUNDS}", str(ROUNDS)),
        "flooder": (f"protocol {ROUNDS}", str(ROUNDS)),
    }
    assert {name: int(table[name]["penalties"]) for name in PENALTIES} == {
        name: -ROUNDS * points for name, points in PENALTIES.items()
    }
    # People see the same.
    for name in PENALTIES:
        line = next(line for line in played.ended.out.splitlines() if f" {name} " in line)
        assert shown[name][0] in line


def place(session: str) -> list[int]:
    """Return what sessions are sorted by in the order of the schedule."""
    return [int(number) for number in session.split(".")]


def faults_of_ledger(played: Played) -> list[tuple[str, int, str, str]]:
    """Return (session, number in it, bot, kind) of every fault, in the order of the ledger."""
    records = map(json.loads, (played.results / "sessions.jsonl").read_text().splitlines())
    return [
        (
            "{round}.{table}.{seating}".format(**record),
            number,
            record["bots"][fault["seat"]],
            fault["fault"],
        )
        for record in records
        for number, fault in enumerate(record["faults"], start=1)
    ]


def test_every_fault_has_one_file_with_all_five_parts(played: Played) -> None:
    faults = faults_of_ledger(played)
    assert len(faults) == 3 * ROUNDS + 3 * ROUNDS
    files = {path.name: path.read_text() for path in (played.results / "faults").iterdir()}
    assert sorted(files) == sorted(f"{session}-{n}.txt" for session, n, _, _ in faults)
    ended = {
        "silent": "(went on|killed by SIGKILL)",
        "quitter": "exited with status 1",
        "babbler": "killed by SIGKILL",
        "flooder": "killed by SIGKILL",
    }
    sent = {"silent": "", "quitter": "", "babbler": "Welcome to my bot!.*", "flooder": "x{4096}"}
    for session, number, bot, kind in faults:
        text = files[f"{session}-{number}.txt"]
        assert all(char.isprintable() or char == "\n" for char in text)
        parts = (
            rf"session {session}, deal \d+, seat [0-3], (hello|choose|double|play) \d+\n"
            rf"bot: {bot}\n"
            rf"fault: {kind}(, retired for the session)?\n"
            r"cause: .+\n"
            rf"process: {ended[bot]}\n"
            r'(hello: \{"id":"00000000","type":"hello",.*\}\n'
            rf'told: \{{"type":"session","session":"{session}",.*\}}\n)?'
            r'question: \{"id":"[0-9a-f]{8}",.*\}\n'
            rf"answer: {sent[bot]}\n"
            r"stderr, its end:\n"
            r"(  .*\n)*"
            rf"ask it again:\n  barbu-arena ask bots/{bot} results/league/faults/{session}-{number}"
            r"\.txt( -- .*)?\n"
            rf"(see the table:\n  barbu-arena explain results/league/faults/{session}-{number}"
            r"\.txt\n)?"
            r"play it again:\n"
            rf"  barbu-arena reproduce results/league {session}\n"
        )
        assert re.fullmatch(parts, text), text


def test_the_evidence_of_all_faults_is_listed(played: Played) -> None:
    shown = arena(played.folder, "show", "results/league", "--faults", "--format", "csv")
    assert (shown.status, shown.err) == (0, "")
    listed = list(csv.DictReader(shown.out.splitlines()))
    faults = sorted(faults_of_ledger(played), key=lambda fault: place(fault[0]))
    assert [(row["session"], row["bot"], row["fault"]) for row in listed] == [
        (session, bot, kind) for session, _, bot, kind in faults
    ]
    for row, (session, number, _, _) in zip(listed, faults, strict=True):
        assert row["evidence"] == f"results/league/faults/{session}-{number}.txt"
        text = (played.folder / row["evidence"]).read_text()
        assert f"\ncause: {row['cause']}\n" in text
        assert (row["retired"] == "yes") == ("retired for the session" in text)
    assert "  barbu-arena show results/league --faults\n" in played.ended.err


def test_the_ledger_verifies(played: Played) -> None:
    verified = arena(played.folder, "verify", "results/league")
    assert (verified.status, verified.err) == (0, "")
    assert verified.out.startswith(f"verified: {2 * ROUNDS} sessions, ledger ")


def test_progress_tells_of_each_fault_once(played: Played) -> None:
    told = Counter(
        line.split()[1].rstrip(":")
        for line in played.ended.err.splitlines()
        if line[:1].isdigit() and ":" in line
    )
    assert told == {
        "silent": 3 * ROUNDS, "quitter": ROUNDS, "babbler": ROUNDS, "flooder": ROUNDS,
    }  # fmt: skip


def test_memory_stays_small(played: Played) -> None:
    if not any(played.memory_kib):
        pytest.skip("no /proc/PID/smaps_rollup on this system")
    assert len(played.memory_kib) > 10
    assert max(played.memory_kib) < MOST_MEMORY_KIB


def test_strict_says_so_in_the_exit_status(played: Played) -> None:
    strict = arena(played.folder, "run", "league.yaml", "--strict", "--quiet")
    assert (strict.status, strict.err) == (3, "")
    assert strict.out == played.ended.out


def test_reproduce_finds_a_faulty_session_equal(played: Played) -> None:
    records = map(json.loads, (played.results / "sessions.jsonl").read_text().splitlines())
    # Without the silent one, whose faults take seconds.
    record = next(r for r in records if "silent" not in r["bots"] and r["faults"])
    session = f"{record['round']}.{record['table']}.{record['seating']}"
    again = arena(played.folder, "reproduce", "--sandbox", "none", "results/league", session)
    assert (again.status, again.err) == (0, "")
    assert again.out == f"session {session}: equal, 8 deals, {record['digest']}\n"
