"""A league played into its folder, with records from a stand-in for the workers."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError, FolderLocked, StorageError, VerificationFailed
from barbu_arena.files import evidence, league_run
from barbu_arena.files.league_run import LeagueRun, begin_seed, bot_digests, seconds_per_session
from barbu_arena.files.ledger import LEDGER_NAME, LedgerWriter
from barbu_arena.files.results_folder import League, read_league
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.files.verification import Known, verify_ledger
from barbu_arena.league.pool import Playing, Stop
from barbu_arena.league.session_job import BotTiming, Evidence, Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.fault import Fault
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.session_plan import SessionPlan
from tests.referee_alone import FaultyPlayer, played_session
from tests.small_leagues import write_league

ALONE = Playing(launch_plainly, 1)


def play_alone(
    tournament: Tournament, plans: Iterator[SessionPlan], _playing: Playing, _stop: Stop
) -> Iterator[Played | None]:
    """Stand in for the workers."""
    for plan in plans:
        record = played_session(plan, tournament.rules, tournament.seed)
        timings = tuple(
            BotTiming(bot, 7, 1.0, 0.5, 20_000, 0, 0.2, 12, False, False) for bot in plan.bots
        )
        yield Played(record, 0.25, timings, (), (), ())
        yield None


@pytest.fixture(autouse=True)
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_run, "play_on", play_alone)


def league_of(folder: Path, **fields: object) -> League:
    file = write_league(folder, **fields)  # type: ignore[arg-type]
    found = load_tournament(file)
    tournament = found.tournament(found.seed or "drawn")
    results = folder / "results" / tournament.name
    return League(results, tournament, "none", bot_digests(tournament), file)


def play(league: League, most: int = 1000) -> list[str]:
    """Play at most so many sessions of a league and return their names."""
    names: list[str] = []
    with LeagueRun(league, pinned=True) as run:
        for played in run.play(ALONE, Stop()):
            if played is not None:
                names.append(played.record.session)
                if len(names) == most:
                    break
    return names


def test_a_folder_is_made_with_all_that_it_needs(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    assert play(league) == ["1.1.1", "1.1.2", "1.1.3", "1.1.4"]
    names = sorted(path.name for path in league.folder.iterdir())
    assert names == [
        "faults", "lock", "logs", "manifest.json", "sessions.jsonl", "timings.jsonl",
        "tournament.yaml",
    ]  # fmt: skip
    assert league.folder.stat().st_mode & 0o777 == 0o700
    assert (league.folder / "tournament.yaml").read_bytes() == league.source.read_bytes()
    assert read_league(league.folder).tournament.rules == league.tournament.rules


def test_the_names_of_new_folders_are_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    league = league_of(tmp_path / "new", rounds=1)
    synced: list[Path] = []
    monkeypatch.setattr(league_run, "sync_folder", synced.append)
    with LeagueRun(league, pinned=True):
        assert synced == [tmp_path / "new" / "results", tmp_path / "new"]
    with LeagueRun(league, pinned=True):
        assert len(synced) == 2


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=2)
    assert play(league, most=3) == ["1.1.1", "1.1.2", "1.1.3"]
    assert play(league, most=2) == ["1.1.4", "2.1.1"]
    with LeagueRun(league, pinned=True) as run:
        assert (run.planned, len(run.tally.summaries), run.healed) == (8, 5, 0)
    assert play(league) == ["2.1.2", "2.1.3", "2.1.4"]
    assert play(league) == []


def test_a_session_is_safe_when_it_is_yielded(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    with LeagueRun(league, pinned=True) as run:
        for count, played in enumerate(filter(None, run.play(ALONE, Stop())), start=1):
            lines = league.ledger.read_bytes().splitlines()
            assert len(lines) == count
            assert json.loads(lines[-1])["digest"] == played.record.digest
            assert len(run.tally.summaries) == count


def test_a_torn_line_is_healed_and_its_session_played_again(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    play(league, most=2)
    whole = league.ledger.read_bytes()
    league.ledger.write_bytes(whole[:-1])
    with LeagueRun(league, pinned=True) as run:
        assert run.healed == len(whole.splitlines(keepends=True)[1]) - 1
        assert len(run.tally.summaries) == 1
    assert play(league) == ["1.1.2", "1.1.3", "1.1.4"]
    assert league.ledger.read_bytes().startswith(whole)


def test_one_runner_at_a_time(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    with LeagueRun(league, pinned=True), pytest.raises(FolderLocked):
        LeagueRun(league, pinned=True)
    assert play(league)


@pytest.mark.parametrize("damage", [b"{}\n", b"no record\n"])
def test_a_damaged_ledger_ends_it_and_gives_the_lock_back(tmp_path: Path, damage: bytes) -> None:
    league = league_of(tmp_path, rounds=1)
    play(league, most=1)
    whole = league.ledger.read_bytes()
    league.ledger.write_bytes(damage + whole)
    with pytest.raises(VerificationFailed, match=r"sessions\.jsonl:1: "):
        LeagueRun(league, pinned=True)
    league.ledger.write_bytes(whole)
    assert play(league) == ["1.1.2", "1.1.3", "1.1.4"]


@pytest.mark.parametrize("end", [False, True])
def test_the_way_out_of_a_damaged_ledger(tmp_path: Path, end: bool) -> None:
    """A run without an end leaves no summary behind."""
    league = league_of(tmp_path, rounds=1)
    play(league, most=1000 if end else 3)
    lines = league.ledger.read_bytes().splitlines(keepends=True)
    league.ledger.write_bytes(b"".join([lines[0], lines[1].replace(b"1", b"2", 1), *lines[2:]]))
    with pytest.raises(VerificationFailed) as failed:
        LeagueRun(league, pinned=True)
    known = Known(lambda _: league.tournament.rules, league.tournament.seed)
    problem, advice = str(failed.value).splitlines()
    assert problem.startswith(f"{league.ledger}:2: ")
    assert advice == (
        f"Nothing was played. Put back a copy of {league.ledger} that holds, or delete all lines "
        f"that `barbu-arena verify {league.folder}` names: what is missing then is played again"
    )
    assert [text.split(": ")[0] for text in verify_ledger(league.ledger, known).problems] == [
        f"{league.ledger}:2"
    ]
    league.ledger.write_bytes(b"".join([lines[0], *lines[2:]]))
    assert play(league) == (["1.1.2"] if end else ["1.1.2", "1.1.4"])
    assert verify_ledger(league.ledger, known).problems == ()


def test_another_league_leaves_all_as_it_was(tmp_path: Path) -> None:
    play(league_of(tmp_path, rounds=1))
    folder = tmp_path / "results" / "league"
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with pytest.raises(ConfigError, match=r"tournament\.reuse: was false, now true"):
        LeagueRun(league_of(tmp_path, rounds=1, reuse=True), pinned=True)
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert after == before


def test_more_rounds_are_noted(tmp_path: Path) -> None:
    play(league_of(tmp_path, rounds=1))
    league = league_of(tmp_path, rounds=2)
    assert play(league) == ["2.1.1", "2.1.2", "2.1.3", "2.1.4"]
    assert read_league(league.folder).tournament.schedule.rounds == 2
    assert (league.folder / "tournament.yaml").read_bytes() == league.source.read_bytes()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    league = league_of(tmp_path)
    (tmp_path / "results").write_text("a file")
    with pytest.raises(StorageError, match=r"cannot be made: .*choose another place"):
        LeagueRun(league, pinned=True)


# The seed


def test_the_seed_wanted_comes_first(tmp_path: Path) -> None:
    play(league_of(tmp_path, rounds=1), most=1)
    folder = tmp_path / "results" / "league"
    assert begin_seed(folder, "wanted") == "wanted"
    assert begin_seed(folder, None) == "small"


def test_a_seed_is_drawn_from_128_bits(tmp_path: Path) -> None:
    drawn = {begin_seed(tmp_path, None) for _ in range(20)}
    assert len(drawn) == 20
    assert all(len(seed) == 32 and int(seed, 16) >= 0 for seed in drawn)


# What is kept beside the ledger


def test_the_timings(tmp_path: Path) -> None:
    league = league_of(tmp_path, rounds=1)
    play(league)
    lines = (league.folder / "timings.jsonl").read_text().splitlines()
    first = json.loads(lines[0])
    assert (first["session"], first["seconds"], first["voided"]) == ("1.1.1", 0.25, [])
    assert first["bots"][0].keys() == {
        "bot", "answers", "total_ms", "longest_ms", "bank_left_ms", "late_lines",
        "off_turn_ms", "peak_mib", "has_pondered", "gave_way",
    }  # fmt: skip
    assert len(lines) == 4
    assert seconds_per_session(league.folder) == 0.25


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        (None, None),
        ("", None),
        ('{"seconds":1}\n{"seconds":2}\n', 1.5),
        ('{"seconds":1}\n{"seconds":2}\n{"sec', 1.5),
        ('{"seconds":4}\nnull\n', 4.0),
        ("[1]\n", None),
        ('{"seconds":2}\n{"seconds":NaN}\n{"seconds":1e999}\n{"seconds":-4}\n', 2.0),
        ('{"seconds":2}\n' + "[" * 100_000, 2.0),
        ('{"seconds":"2"}\n', None),
        ('{"seconds":1%s}\n' % ("0" * 5_000), None),
    ],
)
def test_torn_timings_are_no_error(tmp_path: Path, text: str | None, mean: float | None) -> None:
    if text is not None:
        (tmp_path / "timings.jsonl").write_text(text)
    assert seconds_per_session(tmp_path) == mean


def test_a_pipe_in_the_place_of_the_timings_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "timings.jsonl")
    assert seconds_per_session(tmp_path) is None


@pytest.mark.parametrize("name", ["timings.jsonl", "logs/ann.log", "tournament.yaml"])
def test_nothing_is_written_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    league = league_of(tmp_path)
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (league.folder / "logs").mkdir(parents=True)
    (league.folder / name).symlink_to(precious)
    monkeypatch.setattr(league_run, "play_on", played_with_trouble)
    with suppress(StorageError), LeagueRun(league, pinned=True) as run:
        list(run.play(ALONE, Stop()))
    assert precious.read_text() == "precious"


HOSTILE = b"\x1b[2J<script>\xff\n"


def played_with_trouble(
    tournament: Tournament, plans: Iterator[SessionPlan], *_: object
) -> Iterator[Played | None]:
    """Stand in for the workers: one session, in which seat 0 has two faults."""
    plan = next(plans)
    bad = FaultyPlayer({5: "illegal", 9: "protocol"})
    record = played_session(plan, tournament.rules, tournament.seed, [bad])
    assert [entry.fault for entry in record.faults] == ["illegal", "protocol"]
    kept = tuple(
        Evidence(plan.bots[0], entry, Fault(entry.fault, "so it was", b"{}\n", HOSTILE), "", b"")
        for entry in record.faults
    )
    yield Played(record, 1.0, (), kept, ((plan.bots[2], HOSTILE * 100_000),), ("lag",))


def test_the_evidence_is_on_the_disk_before_the_session_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_run, "play_on", played_with_trouble)
    league = league_of(tmp_path, rounds=1)
    done: list[str] = []
    sync, append = os.fsync, LedgerWriter.append

    def noted_sync(fd: int) -> None:
        done.append(Path(os.readlink(f"/proc/self/fd/{fd}")).name)
        sync(fd)

    def noted_append(self: LedgerWriter, record: SessionRecord) -> None:
        done.append(LEDGER_NAME)
        append(self, record)

    with LeagueRun(league, pinned=True) as run:
        monkeypatch.setattr(evidence.os, "fsync", noted_sync)
        monkeypatch.setattr(LedgerWriter, "append", noted_append)
        assert len(list(run.play(ALONE, Stop()))) == 1
    # The first is the folder, when the ledger is made.
    assert done[1:] == ["1.1.1-1.txt", "1.1.1-2.txt", "faults", LEDGER_NAME]


def test_a_sync_of_evidence_that_fails_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_run, "play_on", played_with_trouble)
    league = league_of(tmp_path, rounds=1)
    calls: list[int] = []
    sync = os.fsync

    def fail(fd: int) -> None:
        if "/faults/" not in os.readlink(f"/proc/self/fd/{fd}"):
            sync(fd)
            return
        calls.append(fd)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(evidence.os, "fsync", fail)
    with pytest.raises(StorageError) as refused:
        play(league)
    assert len(calls) == 1
    assert str(refused.value) == (
        f"{league.folder}: cannot be written: Input/output error: 0 sessions are safe; "
        "see to the disk, then run the same command again"
    )
    assert league.ledger.read_bytes() == b""


class Killed(BaseException):
    """What kill -9 does, as far as the disk is concerned: nothing more happens."""


def test_evidence_of_a_session_that_never_counted_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = league_of(tmp_path, rounds=2)
    with monkeypatch.context() as patch:
        patch.setattr(league_run, "play_on", played_with_trouble)
        play(league)
        faults = league.folder / "faults"
        kept = {path.name: path.read_bytes() for path in faults.iterdir()}
        assert sorted(kept) == ["1.1.1-1.txt", "1.1.1-2.txt"]

        def killed(*_: object) -> None:
            raise Killed

        patch.setattr(LedgerWriter, "append", killed)
        with pytest.raises(Killed):
            play(league)
    assert {path.name for path in faults.iterdir()} > set(kept)
    (faults / "notes.txt").write_text("mine")
    with LeagueRun(league, pinned=True) as run:
        assert len(run.tally.summaries) == 1
    left = {path.name: path.read_bytes() for path in faults.iterdir()}
    assert left == {**kept, "notes.txt": b"mine"}


def test_the_play_stops_while_there_is_room_for_what_is_in_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = league_of(tmp_path, rounds=2)
    room = iter([True, True, True, False])
    monkeypatch.setattr(league_run, "has_room", lambda _: next(room))
    with LeagueRun(league, pinned=True) as run, pytest.raises(StorageError) as stopped:
        list(run.play(ALONE, Stop()))
    assert len(league.ledger.read_bytes().splitlines()) == 3
    assert re.fullmatch(
        rf"{league.folder}: disk full soon \(\d+\.\d MB left, 0\.5 MB needed for a session\): "
        r"3 sessions are safe; free \d+ MB and run the same command again",
        str(stopped.value),
    )
    monkeypatch.setattr(league_run, "has_room", lambda _: True)
    assert play(league) == ["1.1.4", "2.1.1", "2.1.2", "2.1.3", "2.1.4"]


def test_logs_are_capped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_run, "play_on", played_with_trouble)
    monkeypatch.setattr(league_run, "_LOG_LIMIT", 2_000_000)
    league = league_of(tmp_path, rounds=1)
    play(league)
    (log,) = (league.folder / "logs").iterdir()
    assert log.read_bytes().startswith(b"== session 1.1.1\n" + HOSTILE)
    full = log.stat().st_size
    assert 1_400_000 < full <= 2_000_001
    # The other three sessions: the first fills the log, the rest is not kept.
    for _ in range(3):
        play(league)
    assert log.stat().st_size <= 2_000_001


def test_a_full_disk_beside_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league = league_of(tmp_path, rounds=1)
    play(league, most=1)
    (league.folder / "timings.jsonl").unlink()
    (league.folder / "timings.jsonl").mkdir()
    with pytest.raises(StorageError) as refused:
        play(league)
    assert str(refused.value) == (
        f"{league.folder}/timings.jsonl: cannot be written: Is a directory: 2 sessions are safe; "
        "see to the disk, then run the same command again"
    )
    # The session was in the ledger before.
    assert len(league.ledger.read_bytes().splitlines()) == 2


def test_a_ledger_without_a_manifest_is_refused(tmp_path: Path) -> None:
    """Nobody could say what its sessions belong to."""
    league = league_of(tmp_path, rounds=1)
    play(league)
    ledger = league.ledger.read_bytes()
    (league.folder / "manifest.json").unlink()
    with pytest.raises(ConfigError, match=r"a ledger, but no manifest\.json"):
        LeagueRun(league, pinned=True)
    assert league.ledger.read_bytes() == ledger
    assert not (league.folder / "manifest.json").exists()
