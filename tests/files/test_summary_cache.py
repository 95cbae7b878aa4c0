"""The file `summary`: kept, extended or absent, the tables are the same bytes; an odd one is not
believed.
"""

import gc
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barbu_arena.cli.derive import doubling_table, whole_table
from barbu_arena.errors import StorageError, VerificationFailed
from barbu_arena.files import parallel_reading, results_folder, summary_cache
from barbu_arena.files import reading as reading_module
from barbu_arena.files.ledger import records_of
from barbu_arena.files.manifest import make_manifest, write_manifest
from barbu_arena.files.reading import Reading
from barbu_arena.files.results_folder import (
    League,
    faulty_records,
    find_record,
    first_faulty_records,
    read_league,
    read_on,
    tally,
)
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.summary_cache import SUMMARY_NAME, WORTHWHILE, keep_summary, read_summary
from barbu_arena.files.tally import Tally
from barbu_arena.files.verification import Known, verify_ledger
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.referee.record import SessionRecord
from barbu_arena.report.grid import FORMATS, render
from tests.fuzz.damage import damaged, damaged_bytes
from tests.fuzz.printed import assert_printable
from tests.many_sessions import add_to_ledger, many_records, played_sessions

NAMES = ("ann", "ben", "cem", "dee", "eve", "fay", "gus", "hal")
SESSIONS = 24
PLAYED = 10
"""Of these; the others repeat them."""

often = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
randoms = st.randoms(use_true_random=False)


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    bots = tuple(Bot(name, "", ()) for name in NAMES)
    return Tournament("large", load_rules("modern"), "séed", bots, SchedulePlan(rounds=500))


@pytest.fixture(scope="module")
def records(tournament: Tournament) -> list[SessionRecord]:
    played = played_sessions(tournament, PLAYED, faulty=20)
    assert sum(bool(record.faults) for record in played) == 2
    return list(many_records(tournament, played, 0, SESSIONS))


def made(folder: Path, tournament: Tournament, records: list[SessionRecord]) -> League:
    digests = dict.fromkeys(NAMES, "0" * 64)
    write_manifest(folder, make_manifest(tournament, digests, "none", True, "../league.yaml"))
    add_to_ledger(folder, records)
    return read_league(folder)


@pytest.fixture
def league(tmp_path: Path, tournament: Tournament, records: list[SessionRecord]) -> League:
    return made(tmp_path, tournament, records[: SESSIONS // 2])


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if few sessions were worth the while."""
    monkeypatch.setattr(summary_cache, "WORTHWHILE", 4)


@pytest.fixture
def read_lines(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The lines of ledgers that were read as records."""
    read: list[bytes] = []
    before = reading_module.Reading.lines

    def lines(self: Reading, ledger: Path) -> Any:  # noqa: ANN401
        for number, line in before(self, ledger):
            read.append(line)
            yield number, line

    monkeypatch.setattr(reading_module.Reading, "lines", lines)
    return read


def summary_of(league: League) -> Path:
    return league.folder / SUMMARY_NAME


def tables(league: League, found: Tally) -> list[str]:
    doubling = doubling_table(league, found)
    assert doubling is not None
    return [
        *(whole_table(league, found, form) for form in FORMATS),
        *(render(doubling, form) for form in FORMATS),
    ]


def contents(found: Tally) -> tuple[object, ...]:
    return (
        list(found.summaries),
        list(found.digests),
        found.contracts.sums,
        found.doubles.sums,
        list(found.offsets),
    )


def read_anew(league: League) -> Tally:
    summary_of(league).unlink(missing_ok=True)
    return read_on(league).tally


def kept(league: League) -> Tally | None:
    found = read_summary(league.folder, league.ledger, league.tournament)
    return None if found is None else found.tally


# Kept, extended, remade


def test_a_small_league_has_no_such_file(league: League) -> None:
    assert len(tally(league).summaries) < WORTHWHILE
    assert not summary_of(league).exists()


@pytest.mark.usefixtures("eager")
def test_with_the_file_no_line_is_read_and_the_tables_are_the_same(
    league: League, read_lines: list[bytes]
) -> None:
    first = tally(league)
    assert len(read_lines) == SESSIONS // 2
    again = tally(league)
    assert len(read_lines) == SESSIONS // 2
    assert contents(again) == contents(first)
    assert tables(league, again) == tables(league, first)
    assert any(seat.faults for summary in again.summaries for seat in summary.seats)


@pytest.mark.usefixtures("eager")
def test_extended_is_remade_is_without(
    league: League,
    records: list[SessionRecord],
    read_lines: list[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tally(league)
    add_to_ledger(league.folder, records[SESSIONS // 2 :])
    read_lines.clear()
    extended = tally(league)
    assert len(read_lines) == SESSIONS - SESSIONS // 2
    assert len(extended.summaries) == SESSIONS
    file = summary_of(league).read_bytes()
    remade = read_anew(league)
    assert summary_of(league).read_bytes() == file
    monkeypatch.setattr(summary_cache, "WORTHWHILE", 10**9)
    without = read_anew(league)
    assert not summary_of(league).exists()
    assert contents(extended) == contents(remade) == contents(without)
    assert tables(league, extended) == tables(league, remade) == tables(league, without)


@pytest.mark.usefixtures("eager")
def test_few_new_sessions_are_read_each_time(
    league: League, records: list[SessionRecord], read_lines: list[bytes]
) -> None:
    tally(league)
    before = summary_of(league).stat().st_mtime_ns
    add_to_ledger(league.folder, records[SESSIONS // 2 : SESSIONS // 2 + 3])
    read_lines.clear()
    for _ in range(2):
        assert len(tally(league).summaries) == SESSIONS // 2 + 3
    assert len(read_lines) == 6
    assert summary_of(league).stat().st_mtime_ns == before


@pytest.mark.usefixtures("eager")
def test_sessions_that_were_played_are_kept_as_if_they_had_been_read(
    league: League, records: list[SessionRecord]
) -> None:
    """As `run` does: it adds to ledger and tally, and the file is written at the end."""
    reading = read_on(league)
    for record in records[SESSIONS // 2 :]:
        add_to_ledger(league.folder, [record])
        reading.tally.add(record, league.tournament.rules)
    keep_summary(league.folder, league.ledger, reading)
    file = summary_of(league).read_bytes()
    read_anew(league)
    assert summary_of(league).read_bytes() == file


@pytest.mark.usefixtures("eager")
def test_nothing_is_kept_of_a_ledger_that_lacks_what_was_played(
    league: League, records: list[SessionRecord]
) -> None:
    reading = read_on(league)
    before = summary_of(league).read_bytes()
    for record in records[SESSIONS // 2 :]:
        reading.tally.add(record, league.tournament.rules)
    keep_summary(league.folder, league.ledger, reading)
    assert summary_of(league).read_bytes() == before


@pytest.mark.usefixtures("eager")
def test_an_unfinished_line_is_in_no_summary(
    league: League, records: list[SessionRecord], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with league.ledger.open("ab") as file:
        file.write(b'{"record":1,')
    assert len(tally(league).summaries) == SESSIONS // 2
    healed = league.ledger.read_bytes()[: -len(b'{"record":1,')]
    with league.ledger.open("r+b") as file:
        file.truncate(len(healed))
    add_to_ledger(league.folder, records[SESSIONS // 2 :])
    assert contents(tally(league)) == contents(read_anew(league))


@pytest.mark.usefixtures("eager")
def test_a_session_that_is_in_the_summary_is_not_taken_again(
    league: League, records: list[SessionRecord]
) -> None:
    tally(league)
    add_to_ledger(league.folder, [records[2]])
    with pytest.raises(VerificationFailed, match=r":13: session .* is also in line 3$"):
        tally(league)


@pytest.mark.usefixtures("eager")
def test_a_session_is_found_without_reading_those_before(
    league: League, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = records[:PLAYED]
    slowly = [find_record(league, record.session) for record in really]
    tally(league)
    monkeypatch.setattr(results_folder, "league_records", None)
    quickly = [find_record(league, record.session) for record in really]
    assert quickly == slowly == really


@pytest.mark.usefixtures("eager")
def test_the_sessions_with_faults_are_found(league: League, records: list[SessionRecord]) -> None:
    expected = [replace(record, deals=()) for record in records[: SESSIONS // 2] if record.faults]
    assert expected
    for _ in range(2):
        assert faulty_records(league, tally(league)) == expected


@pytest.mark.usefixtures("eager")
def test_the_first_faults_are_those_of_the_schedule(
    league: League, records: list[SessionRecord]
) -> None:
    league.ledger.unlink()
    add_to_ledger(league.folder, [*records[SESSIONS // 2 :], *records[: SESSIONS // 2]])
    expected = [replace(record, deals=()) for record in records if record.faults]
    found = tally(league)
    one_too_many = len(expected[0].faults) + 1
    assert len(expected) > 2
    assert first_faulty_records(league, found, one_too_many) == expected[:2]
    assert first_faulty_records(league, found, 10**6) == expected


# Not believed


def changed_version(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_cache, "__version__", "0.0.0")


def changed_manifest(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    path = league.folder / "manifest.json"
    path.write_text(path.read_text().replace('"pinned": true', '"pinned": false'))


def same_ledger_in_another_file(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = league.folder / "copy"
    shutil.copy(league.ledger, copy)
    copy.replace(league.ledger)


def shortened_ledger(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = league.ledger.read_bytes().splitlines(keepends=True)
    os.truncate(league.ledger, sum(map(len, lines[:-1])))


def other_sessions_of_the_same_size(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = league.ledger.read_bytes().splitlines(keepends=True)
    with league.ledger.open("r+b") as file:
        file.writelines(reversed(lines))


def cut(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(summary_of(league), summary_of(league).stat().st_size - 1)


def longer(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    with summary_of(league).open("ab") as file:
        file.write(b"\0")


def endless(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    os.truncate(summary_of(league), 1 << 40)


def all_one_line(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).write_bytes(b"[" * (1 << 20))


def empty(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).write_bytes(b"")


def no_json(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).write_bytes(b"\x80\x04N.\n" + summary_of(league).read_bytes())


def a_link_to_nowhere(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).unlink()
    summary_of(league).symlink_to("nowhere")


def a_pipe(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).unlink()
    os.mkfifo(summary_of(league))


def a_folder(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    summary_of(league).unlink()
    summary_of(league).mkdir()


Change = Callable[[League, pytest.MonkeyPatch], None]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(
    "change",
    [
        changed_version, changed_manifest, same_ledger_in_another_file, shortened_ledger,
        other_sessions_of_the_same_size, cut, longer, endless, all_one_line, empty, no_json,
        a_link_to_nowhere, a_pipe, a_folder,
    ],
    ids=lambda change: change.__name__.replace("_", " "),
)  # fmt: skip
def test_a_file_that_does_not_fit_is_made_again(
    league: League, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally(league)
    assert kept(league) is not None
    change(league, monkeypatch)
    assert kept(league) is None
    found = tally(league)
    assert contents(found) == contents(read_without(league))
    if change is not a_folder:
        again = kept(league)
        assert again is not None
        assert contents(again) == contents(found)


def read_without(league: League) -> Tally:
    reading = Reading()
    records = records_of(league.ledger, reading.lines(league.ledger))
    for _, record in results_folder.held_to_schedule(league, records):
        reading.tally.add(record, league.tournament.rules)
    return reading.tally


@pytest.mark.usefixtures("eager")
def test_a_copied_folder_makes_its_own(league: League, tmp_path: Path) -> None:
    """Or whoever sends a folder could send sums that are not those of its ledger."""
    tally(league)
    there = tmp_path / "copied"
    there.mkdir()
    for name in ("manifest.json", "sessions.jsonl", SUMMARY_NAME):
        shutil.copy2(league.folder / name, there / name)
    copied = read_league(there)
    assert kept(copied) is None
    assert contents(tally(copied)) == contents(tally(league))
    assert kept(copied) is not None


@pytest.mark.usefixtures("eager")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_nobody_may_write_to(league: League) -> None:
    league.folder.chmod(0o500)
    try:
        assert len(tally(league).summaries) == SESSIONS // 2
        assert not summary_of(league).exists()
    finally:
        league.folder.chmod(0o700)


@pytest.mark.usefixtures("eager")
def test_a_disk_that_refuses(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("barbu_arena.files.replacing._sync", refuse)
    assert len(tally(league).summaries) == SESSIONS // 2
    assert [path.name for path in league.folder.iterdir() if "summary" in path.name] == []


@pytest.mark.usefixtures("eager")
@often
@given(random=randoms)
def test_damage_is_seen(league: League, random: Random) -> None:
    right = contents(tally(league))
    whole = summary_of(league).read_bytes()
    damage = damaged_bytes(whole, random)
    summary_of(league).write_bytes(damage)
    found = kept(league)
    assert (found is None) == (damage != whole)
    summary_of(league).write_bytes(whole)
    assert contents(tally(league)) == right


@pytest.mark.usefixtures("eager")
@often
@given(random=randoms)
def test_whatever_is_sealed_anew_is_refused_or_fit_to_be_shown(
    league: League, random: Random
) -> None:
    tally(league)
    header, _, rest = summary_of(league).read_bytes().partition(b"\n")
    fields = json.loads(header)
    other = damaged({key: fields[key] for key in fields if key != "of"}, random)
    fields = {"of": fields["of"], **(other if isinstance(other, dict) else {})}
    payload = rest[:-32] if random.randrange(3) else damaged_bytes(rest[:-32], random, 1)
    text = json.dumps(fields, separators=(",", ":")).encode("utf-8", "surrogatepass")
    whole = text + b"\n" + payload
    before = summary_of(league).read_bytes()
    summary_of(league).write_bytes(whole + sha256(whole).digest())
    found = kept(league)
    if found is not None:
        try:
            shown = "\n".join(tables(league, found)[:2])
            assert_printable("\n".join(line for line in shown.split("\n") if line), 20_000)
        except VerificationFailed as error:
            assert_printable(str(error))
    summary_of(league).write_bytes(before)


# Several processes


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the ledger were large and this machine had three cores."""
    monkeypatch.setattr(parallel_reading, "LEAST_PART", 20_000)
    monkeypatch.setattr(parallel_reading, "default_jobs", lambda: 3)


@pytest.mark.usefixtures("in_parts")
def test_parts_add_up_to_the_whole(
    tmp_path: Path,
    tournament: Tournament,
    records: list[SessionRecord],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shuffled = records[:]
    Random(3).shuffle(shuffled)
    league = made(tmp_path, tournament, shuffled)
    expected = read_without(league)
    # Nothing comes of reading singly, so all there is comes from parts.
    monkeypatch.setattr(results_folder, "records_of", lambda *_: [])
    found = tally(league)
    assert contents(found) == contents(expected)
    assert tables(league, found) == tables(league, expected)


@pytest.mark.usefixtures("in_parts", "eager")
def test_new_sessions_are_read_in_parts(
    league: League, records: list[SessionRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    tally(league)
    add_to_ledger(league.folder, records[SESSIONS // 2 :])
    extended = contents(tally(league))
    assert extended == contents(read_without(league))
    kept = read_summary(league.folder, league.ledger, league.tournament)
    assert kept is not None, "its digest is that of the whole ledger"
    assert contents(kept.tally) == extended


def test_a_ledger_that_is_gone_after_its_parts_were_read(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"gone\.jsonl: cannot be read: No such file"):
        Reading().extend(Tally(), tmp_path / "gone.jsonl", 1)


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda lines: [*lines, lines[2]], r":25: session .* is also in line 3$"),
        (lambda lines: [*lines[:20], b"{}\n", *lines[20:]], r":21: record: expected"),
        (lambda lines: [*lines[:4], lines[4].replace(b'"seating":1', b'"seating":4')], ":5: the"),
    ],
    ids=["a session twice", "no record", "not sealed anew"],
)
def test_what_is_wrong_in_a_part_is_told_with_its_line(
    tmp_path: Path,
    tournament: Tournament,
    records: list[SessionRecord],
    wrong: Callable[[list[bytes]], list[bytes]],
    why: str,
) -> None:
    league = made(tmp_path, tournament, records)
    league.ledger.write_bytes(b"".join(wrong(league.ledger.read_bytes().splitlines(True))))
    with pytest.raises(VerificationFailed, match=why):
        tally(league)


# Memory


def test_numbers_beyond_32_bits(tournament: Tournament, records: list[SessionRecord]) -> None:
    found = Tally()
    for record in records:
        found.add(record, tournament.rules)
    small = list(found.summaries)
    first = found.summaries[0]
    seat = first.seats[0]._replace(raw=2**40, penalties=first.seats[0].penalties - 2**40)
    large = replace(first, seats=(seat, *first.seats[1:]))
    found.summaries.append(large)
    assert list(found.summaries) == [*small, large]
    assert found.summaries[-1] == large
    assert found.summaries[1:3] == small[1:3]


def test_memory_of_reading_is_flat(
    tmp_path: Path, tournament: Tournament, records: list[SessionRecord]
) -> None:
    """Sessions cost what they add to the tally, and that is little."""
    import tracemalloc

    league = made(tmp_path, tournament, list(many_records(tournament, records, 0, 600)))
    reading = Reading()
    lines = records_of(league.ledger, reading.lines(league.ledger))
    held = []
    tracemalloc.start()
    for number, (_, record) in enumerate(lines, start=1):
        reading.tally.add(record, tournament.rules)
        # By then what is remembered of texts that come again and again is there.
        if number in (300, 600):
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert (held[1] - held[0]) / 300 < 1000


def test_memory_of_verifying_is_flat(
    tmp_path: Path, tournament: Tournament, records: list[SessionRecord]
) -> None:
    """As far as records alone show: these sessions are not of the deals of their seed."""
    import tracemalloc

    path = tmp_path / "sessions.jsonl"
    peaks = []
    for count in (20, 20, 60):
        path.unlink(missing_ok=True)
        add_to_ledger(tmp_path, many_records(tournament, records, 0, count))
        tracemalloc.start()
        found = verify_ledger(path, Known(lambda _: tournament.rules))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (found.sessions, found.problems) == (count, ())
    assert (peaks[2] - peaks[1]) / 40 < 1000
