"""However a league is played, its files are the same bytes. Source: design §9, issue A."""

import os
import random
import shutil
import signal
import time
from itertools import count
from pathlib import Path

from tests.arena_process import (
    Started,
    arena,
    assert_nothing_left,
    children_of,
    lines_in,
    processes_below,
)
from tests.end_to_end.conftest import ROUNDS, SESSIONS, Undisturbed
from tests.league_folder import (
    assert_a_file_for_each_fault,
    comparable,
    everything,
    evidence_names,
)
from tests.small_leagues import FOUR, misbehaving, write_league

KILLS = 21
FEWER_KILLS = 12


def test_two_workers_give_what_one_gives(tmp_path: Path, undisturbed: Undisturbed) -> None:
    file = write_league(tmp_path, rounds=ROUNDS)
    ended = arena(tmp_path, "run", file.name, "--jobs", "2")
    assert ended.status == 0, ended.err
    assert ended.out == undisturbed.ended.out
    assert comparable(tmp_path / "results" / "league") == undisturbed.files
    assert_nothing_left(tmp_path)


def test_a_run_killed_again_and_again_gives_what_an_undisturbed_one_gives(
    tmp_path: Path, undisturbed: Undisturbed
) -> None:
    file = write_league(tmp_path, rounds=ROUNDS)
    draws = random.Random(20)
    kills, finished = 0, count()
    results = tmp_path / "0"
    while kills < KILLS:
        with Started(tmp_path, "run", file.name, "--jobs", "2", "--results", results) as run:
            time.sleep(draws.uniform(0, 0.9))
            if run.process.poll() is None:
                _kill(run.pid, ("arena", "group", "all")[kills % 3], tmp_path)
                kills += 1
                continue
            # It was quicker than the kills: it must be right, and the next ones hit a new one.
            ended = run.end()
        assert ended.status == 0, ended.err
        assert comparable(results / "league") == undisturbed.files
        results = tmp_path / str(next(finished) + 1)
    ended = arena(tmp_path, "run", file.name, "--jobs", "2", "--results", results)
    assert ended.status == 0, ended.err
    assert ended.out == undisturbed.ended.out
    assert comparable(results / "league") == undisturbed.files
    assert_nothing_left(tmp_path)


def test_one_worker_killed_again_and_again_gives_the_same_ledger_and_all_evidence(
    tmp_path: Path,
) -> None:
    """One worker plays in the order of the schedule, so the file itself must be the same."""
    entrants = [*FOUR[:3], misbehaving("dee", "illegal", at=12)]
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
        write_league(tmp_path / name, entrants, rounds=3)
    whole = arena(tmp_path / "whole", "run", "league.yaml", "--jobs", "1")
    assert whole.status == 0, whole.err
    draws = random.Random(12)
    results = tmp_path / "killed" / "results" / "league"
    kills = 0
    while kills < FEWER_KILLS:
        with Started(tmp_path / "killed", "run", "league.yaml", "--jobs", "1") as run:
            time.sleep(draws.uniform(0.2, 0.8))
            if run.process.poll() is None:
                _kill(run.pid, ("arena", "group")[kills % 2], tmp_path / "killed")
                kills += 1
        # Before the folder is opened again evidence may be left over, but none may be missing.
        if (results / "sessions.jsonl").exists():
            found = {path.name for path in (results / "faults").iterdir()}
            assert found >= set(finished_evidence(results))
        if lines_in(results / "sessions.jsonl") == 12:
            shutil.rmtree(results)
    again = arena(tmp_path / "killed", "run", "league.yaml", "--jobs", "1")
    assert again.status == 0, again.err
    assert again.out == whole.out
    undisturbed = tmp_path / "whole" / "results" / "league"
    assert (results / "sessions.jsonl").read_bytes() == (
        undisturbed / "sessions.jsonl"
    ).read_bytes()
    assert len(evidence_names(results)) == 12 * 3
    assert_a_file_for_each_fault(results)
    assert_nothing_left(tmp_path)


def finished_evidence(results: Path) -> list[str]:
    """Return the names of the evidence that finished lines stand for."""
    ledger = results / "sessions.jsonl"
    whole = ledger.read_bytes()
    ledger.write_bytes(whole[: whole.rfind(b"\n") + 1])
    names = evidence_names(results)
    ledger.write_bytes(whole)
    return names


def _kill(arena_pid: int, whom: str, folder: Path) -> None:
    if whom == "arena":
        os.kill(arena_pid, signal.SIGKILL)
    elif whom == "group":
        os.killpg(arena_pid, signal.SIGKILL)
    else:
        for seen in processes_below(folder):
            try:
                os.kill(seen.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue


def test_a_worker_killed_costs_nothing_but_its_session_again(
    tmp_path: Path, undisturbed: Undisturbed
) -> None:
    file = write_league(tmp_path, rounds=ROUNDS)
    ledger = tmp_path / "results" / "league" / "sessions.jsonl"
    with Started(tmp_path, "run", file.name, "--jobs", "2") as run:
        for finished in (1, 6):
            run.wait_until(lambda least=finished: lines_in(ledger) >= least, "a session")
            os.kill(children_of(run.pid)[0], signal.SIGKILL)
        ended = run.end()
    assert ended.status == 0, ended.err
    assert ended.out == undisturbed.ended.out
    assert comparable(ledger.parent) == undisturbed.files
    assert_nothing_left(tmp_path)


def test_a_finished_league_run_again_changes_no_file(undisturbed: Undisturbed) -> None:
    before = everything(undisturbed.results)
    again = arena(undisturbed.folder, "run", "league.yaml")
    assert again.status == 0, again.err
    assert again.out == undisturbed.ended.out
    assert f"going on: {SESSIONS} of {SESSIONS} sessions are finished" in again.err
    assert everything(undisturbed.results) == before


def test_more_rounds_go_on_where_fewer_ended(tmp_path: Path, undisturbed: Undisturbed) -> None:
    shutil.copytree(undisturbed.folder / "bots", tmp_path / "bots")
    file = write_league(tmp_path, rounds=2)
    few = arena(tmp_path, "run", file.name)
    assert few.status == 0, few.err
    few_lines = sorted((tmp_path / "results/league/sessions.jsonl").read_bytes().splitlines())
    assert len(few_lines) == 8
    write_league(tmp_path, rounds=ROUNDS)
    more = arena(tmp_path, "run", file.name)
    assert more.status == 0, more.err
    assert f"going on: 8 of {SESSIONS} sessions are finished" in more.err
    assert more.out == undisturbed.ended.out
    assert comparable(tmp_path / "results" / "league") == undisturbed.files


def test_the_order_of_the_ledger_changes_no_table(tmp_path: Path, undisturbed: Undisturbed) -> None:
    results = tmp_path / "league"
    shutil.copytree(undisturbed.results, results)
    ledger = results / "sessions.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    random.Random(3).shuffle(lines)
    ledger.write_bytes(b"".join(lines))
    for form, name in (("csv", "table.csv"), ("json", "table.json")):
        table = arena(tmp_path, "table", results, "--format", form)
        assert table.out.encode() == undisturbed.files[name], form
