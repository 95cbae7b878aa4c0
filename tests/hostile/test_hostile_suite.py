"""The hostile suite: every row of behaviours.yaml, by a real bot at a real table, in both modes."""

from pathlib import Path

import pytest

from barbu_arena.files.ledger import LEDGER_NAME, read_ledger
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.dealing import bot_seed
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.replay import check_record
from tests.arena_process import processes_below
from tests.hostile.conftest import PlayedIn
from tests.hostile.expected import AFTER_LIMIT_S, CLEAN_UP_S, kind_of, wrong_with
from tests.hostile.league import SEED
from tests.hostile.table import MODES, Case, of_the_bot
from tests.league_folder import assert_a_file_for_each_fault

CASES = [
    pytest.param(case, mode, id=f"{case.row}-{case.name}-{mode}")
    for mode in MODES
    for case in of_the_bot(mode)
]
in_each_mode = pytest.mark.parametrize("mode", MODES)
BUSY_S = 2.0
"""What a machine with other things to do may take longer; bench/hostile.py measures without."""


@pytest.mark.parametrize(("case", "mode"), CASES)
def test_the_verdict_and_all_that_holds_for_every_row(
    case: Case, mode: str, played_in: PlayedIn
) -> None:
    sessions = played_in(mode).sessions[case.name]
    assert len(sessions) == case.sessions
    assert [list(wrong_with(case, session)) for session in sessions] == [[]] * case.sessions


@pytest.mark.parametrize(("case", "mode"), CASES)
def test_the_verdict_is_there_soon_after_the_limit(
    case: Case, mode: str, played_in: PlayedIn
) -> None:
    for session in played_in(mode).sessions[case.name]:
        assert max(session.seen.delays, default=0) < AFTER_LIMIT_S + BUSY_S
        assert session.seen.clean_up < CLEAN_UP_S + BUSY_S
        # Sixty processes that were made to give way to all others die slowly on a busy machine.
        crowd = case.beside != "many"
        assert session.seen.gone < (5 if crowd else 1) * BUSY_S


@in_each_mode
def test_of_the_arena_itself_nothing_is_left_either(mode: str, played_in: PlayedIn) -> None:
    whole = played_in(mode)
    assert whole.descriptors[0] == whole.descriptors[1]
    assert whole.children[1] <= whole.children[0]
    bait = {whole.setting.bait["sibling"]}
    assert {seen.pid for seen in processes_below(whole.setting.folder)} <= bait


@in_each_mode
def test_a_worker_does_not_grow_from_session_to_session(mode: str, played_in: PlayedIn) -> None:
    held = [
        session.seen.memory
        for sessions in played_in(mode).sessions.values()
        for session in sessions
    ]
    assert len(held) > 80
    assert max(held) - min(held) < 20 << 10


@in_each_mode
def test_every_fault_of_the_ledgers_has_a_file(mode: str, played_in: PlayedIn) -> None:
    whole = played_in(mode)
    ledgers = sorted((whole.setting.folder / "results").glob(f"*/{LEDGER_NAME}"))
    faults = 0
    for ledger in ledgers:
        assert_a_file_for_each_fault(ledger.parent)
        faults += len(list((ledger.parent / "faults").iterdir()))
    known = [session for sessions in whole.sessions.values() for session in sessions]
    assert faults == sum(len(session.played.record.faults) for session in known) > 90


@in_each_mode
def test_every_record_holds(mode: str, played_in: PlayedIn) -> None:
    folder = played_in(mode).setting.folder
    rules = load_rules(str(folder / "short.yaml"))
    records = [
        record
        for ledger in (folder / "results").glob(f"*/{LEDGER_NAME}")
        for _, record in read_ledger(ledger)
    ]
    assert len(records) > 80
    for record in records:
        check_record(record, rules, SEED, FaultPolicy())


@in_each_mode
def test_evidence_shows_escapes_harmlessly(mode: str, played_in: PlayedIn) -> None:
    whole = played_in(mode)
    (session,) = whole.sessions["stderr-escapes-then-exit"]
    name = f"{session.played.record.session}-1.txt"
    (found,) = [
        path.read_text()
        for path in (whole.setting.folder / "results").glob(f"*/faults/{name}")
        if "bot: stderr-escapes-then-exit\n" in path.read_text()
    ]
    assert "  \\x1b[2J<script>=1+1\n" in found
    assert all(char.isprintable() or char == "\n" for char in found)


@in_each_mode
def test_no_core_is_left(mode: str, played_in: PlayedIn) -> None:
    folder = played_in(mode).setting.folder
    assert (folder / "hostile" / "bot.py").exists()
    assert [path for path in Path(folder).rglob("core*") if path.is_file()] == []


@in_each_mode
def test_who_crashes_now_and_then_is_charged_for_those_sessions(
    mode: str, played_in: PlayedIn
) -> None:
    sessions = played_in(mode).sessions["now-and-then"]
    crashed = [kind_of(session) == "crash" for session in sessions]
    names = [session.played.record.session for session in sessions]
    assert crashed == [bot_seed(SEED, name, 0) % 20 == 0 for name in names]
    assert 1 <= sum(crashed) < len(crashed)  # or choose another SEED


def test_whoever_always_crashes_plays_every_session(played_in: PlayedIn) -> None:
    sessions = played_in("none").sessions["always"]
    assert [session.played.record.fault_penalties[0] for session in sessions] == [-100] * 3
