"""A ledger verified against all that is known of it, on the recorded cases.

tests/cases/sessions/bad.why.txt says what is wrong with each line of bad.jsonl.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.files import verification
from barbu_arena.files.ledger import ledger_digest
from barbu_arena.files.rules_file import load_rules
from barbu_arena.files.verification import Known, Verification, verify_ledger
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import FaultEntry, SessionRecord, record_line, sealed
from barbu_arena.referee.record_reader import MAX_LINE, read_record
from barbu_arena.referee.session_plan import SessionPlan
from tests.referee_alone import FaultyPlayer, played_session

CASES = Path(__file__).parents[1] / "cases"
GOOD = ("modern", "simple", "classic", "modern-with-faults")
LEAGUE = CASES / "league" / "sessions.jsonl"
ANY = Known(load_rules)


class Plans(dict[str, SessionPlan]):
    """Plans that stay, so that many ledgers can be held against them."""

    def drop(self, session: str) -> None:
        assert session in self


SAMPLES = "samples"

WHY = re.compile(r"line (\d+): (\w+): (?:deal (\d+): )?(.*)")
WHYS = [
    WHY.fullmatch(line) for line in (CASES / "sessions" / "bad.why.txt").read_text().splitlines()
]
SAME_WORDS = (
    "is not legal", "fault penalties without faults", "declarer", "the plays end after",
    "totals", "adjusted", "raw", "open", "the call", "digest",
)  # fmt: skip
"""What a reason is known by, in bad.why.txt as in the words of `verify`."""


def records_of(path: Path) -> list[SessionRecord]:
    return [read_record(line) for line in path.read_bytes().splitlines()]


def written(path: Path, records: Iterable[SessionRecord]) -> Path:
    path.write_bytes(b"".join(record_line(sealed(record)) for record in records))
    return path


def only_problem(found: Verification) -> str:
    assert len(found.problems) == 1, found.problems
    return found.problems[0]


@pytest.mark.parametrize("name", GOOD)
def test_good_records_hold(name: str) -> None:
    path = CASES / "sessions" / f"{name}.jsonl"
    found = verify_ledger(path, ANY)
    assert found.problems == ()
    assert not found.unfinished
    records = records_of(path)
    assert found.sessions == len(records)
    assert found.digest == ledger_digest((record.place, record.digest) for record in records)


@pytest.mark.parametrize("name", GOOD)
def test_good_records_come_from_their_seed(name: str) -> None:
    path = CASES / "sessions" / f"{name}.jsonl"
    assert verify_ledger(path, replace(ANY, seed=SAMPLES)).problems == ()
    other = verify_ledger(path, replace(ANY, seed="another"))
    assert other.sessions == 0
    assert all("the hands are not those of the seed" in why for why in other.problems)


@pytest.fixture(scope="module")
def bad() -> dict[int, str]:
    """Return what is found wrong, by line."""
    path = CASES / "sessions" / "bad.jsonl"
    found = verify_ledger(path, ANY)
    assert found.sessions == 0
    split = [problem.removeprefix(f"{path}:").split(": ", 1) for problem in found.problems]
    return {int(line): reason for line, reason in split}


def test_every_bad_line_is_refused(bad: dict[int, str]) -> None:
    assert list(bad) == list(range(1, len(WHYS) + 1))


@pytest.mark.parametrize("line", range(1, len(WHYS) + 1))
def test_a_bad_line_is_refused_with_deal_and_reason(line: int, bad: dict[int, str]) -> None:
    why = WHYS[line - 1]
    assert why is not None
    number, _, deal, reason = why.groups()
    assert int(number) == line
    if deal is not None:
        assert bad[line].startswith(f"deal {deal}: ")
    words = [word for word in SAME_WORDS if word in reason]
    assert words
    assert all(word in bad[line] for word in words), (reason, bad[line])
    # The right figures, where the case gives them.
    figures = re.search(r"(totals|adjusted|raw) \[.*\], right \[.*\]", reason)
    assert figures is None or figures[0] in bad[line]


# The league of tests/cases/league: 5 bots, 6 tables of 4 seatings, seed "league"


@pytest.fixture(scope="module")
def league_records() -> list[SessionRecord]:
    return records_of(LEAGUE)


@pytest.fixture(scope="module")
def known(league_records: list[SessionRecord]) -> Known:
    """Return all that its records say of the schedule, its seed, and the usual limits."""
    plans = {
        record.session: SessionPlan(*record.place, record.board_set, record.bots)
        for record in league_records
    }
    return Known(load_rules, "league", FaultPolicy(), Plans(plans))


def test_the_league_holds_against_its_seed(known: Known) -> None:
    found = verify_ledger(LEAGUE, known)
    assert found.problems == ()
    assert found.sessions == 24


def test_the_order_of_the_lines_does_not_count(
    tmp_path: Path, known: Known, league_records: list[SessionRecord]
) -> None:
    path = written(tmp_path / "s.jsonl", reversed(league_records))
    assert verify_ledger(path, known) == verify_ledger(LEAGUE, known)


def test_another_seed_is_found_in_every_line(known: Known) -> None:
    found = verify_ledger(LEAGUE, replace(known, seed="League"))
    assert (found.sessions, len(found.problems)) == (0, 24)


def test_what_is_wrong_in_one_line_hides_nothing_of_others(
    tmp_path: Path, known: Known, league_records: list[SessionRecord]
) -> None:
    lines = [record_line(record) for record in league_records]
    lines[3] = b"{}\n"
    lines[7] = lines[7].replace(b'"seating":', b'"seating":1', 1)
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines) + lines[9] + b'{"record"')
    found = verify_ledger(path, known)
    assert [problem.split(": ")[0] for problem in found.problems] == [
        f"{path}:4", f"{path}:8", f"{path}:25",
    ]  # fmt: skip
    assert found.problems[2].endswith(f"session {league_records[9].session} is also in line 10")
    assert found.sessions == 22
    assert found.unfinished


def test_a_file_of_nothing_but_wrong_lines_ends(
    tmp_path: Path, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "_MOST_PROBLEMS", 3)
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"\n" * 9)
    found = verify_ledger(path, known)
    assert len(found.problems) == 4
    assert found.problems[3] == f"{path}:4: not read: 3 lines before are wrong"
    assert not found.unfinished


def test_a_line_without_an_end_hides_nothing_before_it(
    tmp_path: Path, known: Known, league_records: list[SessionRecord]
) -> None:
    lines = [record_line(record) for record in league_records[:4]]
    path = tmp_path / "s.jsonl"
    path.write_bytes(
        b"".join([lines[0], b"{}\n", lines[1], b"\0" * (MAX_LINE + 9), b"\n", lines[2]])
    )
    found = verify_ledger(path, known)
    assert found.problems[0].startswith(f"{path}:2: ")
    assert found.problems[1:] == (f"{path}:4: longer than any record; what follows was not read",)
    assert (found.sessions, found.unfinished) == (2, False)
    path.write_bytes(lines[0] + b"\0" * (MAX_LINE + 9))
    found = verify_ledger(path, known)
    assert (found.sessions, len(found.problems), found.unfinished) == (1, 1, False)


def test_a_name_of_a_file_cannot_steer_a_terminal(tmp_path: Path, known: Known) -> None:
    path = tmp_path / "\x1b[2J\n.jsonl"
    path.write_bytes(b"{}\n")
    problem = only_problem(verify_ledger(path, known))
    assert problem.startswith(f"{tmp_path}/\\x1b[2J\\x0a.jsonl:1: ")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"round": 77}, r"session 77\.1\.1 is not in the schedule"),
        ({"board_set": 5}, "board set 5, by the schedule 0"),
        ({"bots": ("z", "y", "x", "w")}, "bots z y x w, by the schedule "),
    ],
    ids=["session", "board set", "bots"],
)
def test_a_record_is_held_against_the_schedule(
    tmp_path: Path,
    known: Known,
    league_records: list[SessionRecord],
    changes: dict[str, object],
    reason: str,
) -> None:
    record = replace(league_records[0], **changes)  # type: ignore[arg-type]
    path = written(tmp_path / "s.jsonl", [record])
    assert re.search(f"{path}:1: {reason}", only_problem(verify_ledger(path, known)))
    # Without a schedule nothing is known of it.
    bare = verify_ledger(path, replace(known, plans=None, seed=None))
    assert bare.problems == ()


def test_the_schedule_of_a_real_tournament(tmp_path: Path) -> None:
    bots = tuple(Bot(name, "", ()) for name in ("ann", "ben", "cem", "dee"))
    tournament = Tournament("t", load_rules("modern"), "x", bots, SchedulePlan(rounds=1))
    plans = Plans((plan.session, plan) for plan in sessions(tournament))
    path = written(tmp_path / "s.jsonl", records_of(LEAGUE)[:1])
    assert "by the schedule" in only_problem(verify_ledger(path, Known(load_rules, plans=plans)))


# Faults and their penalties


@pytest.fixture(scope="module")
def faulty() -> SessionRecord:
    """Return a session with two timeouts, a retirement by the third fault, and one by a crash."""
    twice, thrice = {3: "timeout", 40: "timeout"}, {7: "illegal", 8: "timeout", 60: "illegal"}
    players = [FaultyPlayer(faults) for faults in (twice, thrice, {100: "crash"})]
    return played_session(players=players)


USUAL = FaultPolicy()


def problems(
    tmp_path: Path, record: SessionRecord, policy: FaultPolicy | None = USUAL
) -> tuple[str, ...]:
    path = written(tmp_path / "s.jsonl", [record])
    return verify_ledger(path, Known(load_rules, "alone", policy)).problems


def test_faults_hold_against_the_limits_they_were_judged_by(
    tmp_path: Path, faulty: SessionRecord
) -> None:
    assert faulty.fault_penalties == (-20, -130, -100, 0)
    assert problems(tmp_path, faulty) == ()
    assert problems(tmp_path, faulty, None) == ()


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (FaultPolicy(max_faults=4), "retired is True, right False"),
        (FaultPolicy(max_faults=2), "retired is False, right True"),
        (FaultPolicy(fault_penalty=11), "fault penalty -20 for seat 0, right -22"),
        (FaultPolicy(retire_penalty=99), "fault penalty -130 for seat 1, right -129"),
    ],
)
def test_faults_do_not_hold_against_other_limits(
    tmp_path: Path, faulty: SessionRecord, policy: FaultPolicy, reason: str
) -> None:
    (problem,) = problems(tmp_path, faulty, policy)
    assert problem.endswith(reason)


@pytest.mark.parametrize("index", range(6))
def test_a_fault_taken_away_is_found(tmp_path: Path, faulty: SessionRecord, index: int) -> None:
    left = faulty.faults[:index] + faulty.faults[index + 1 :]
    assert len(problems(tmp_path, replace(faulty, faults=left))) == 1


@pytest.mark.parametrize("index", range(6))
def test_a_fault_moved_is_found(tmp_path: Path, faulty: SessionRecord, index: int) -> None:
    entry = faulty.faults[index]
    for moved in (replace(entry, n=999), replace(entry, seat=3)):
        faults = (*faulty.faults[:index], moved, *faulty.faults[index + 1 :])
        assert len(problems(tmp_path, replace(faulty, faults=faults))) == 1


def test_a_fault_made_up_is_found(tmp_path: Path) -> None:
    """Whoever did not give the first legal answer had no fault there."""
    record = records_of(LEAGUE)[0]
    entry = FaultEntry(1, record.deals[0].declarer, "choose", 0, "timeout", False)
    penalties = tuple(-10 if seat == entry.seat else 0 for seat in range(4))
    totals = tuple(map(sum, zip(record.totals, penalties, strict=True)))
    made_up = replace(record, faults=(entry,), fault_penalties=penalties, totals=totals)
    path = written(tmp_path / "s.jsonl", [made_up])
    found = verify_ledger(path, Known(load_rules, "league", FaultPolicy()))
    assert only_problem(found).endswith("not the first legal answer, which stands in for a bot")


def test_without_the_limits_only_the_form_of_faults_is_checked() -> None:
    assert verify_ledger(CASES / "sessions" / "modern-with-faults.jsonl", ANY).problems == ()


# Other files


def test_an_unknown_rule_set_is_what_rules_of_says(tmp_path: Path) -> None:
    record = replace(records_of(LEAGUE)[0], rules="strange")
    path = written(tmp_path / "s.jsonl", [record])
    modern = load_rules("modern")
    found = verify_ledger(path, Known(lambda _: modern))
    assert "played by rule set 'strange', not modern" in only_problem(found)


def test_a_file_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(b"")
    found = verify_ledger(tmp_path / "s.jsonl", ANY)
    assert found == Verification(0, ledger_digest([]), (), False)


def test_a_key_of_a_record_told_twice(tmp_path: Path) -> None:
    line = record_line(records_of(LEAGUE)[0]).replace(b'"set":0', b'"set":0,"set":0', 1)
    (tmp_path / "s.jsonl").write_bytes(line)
    assert only_problem(verify_ledger(tmp_path / "s.jsonl", ANY))


def test_every_key_of_a_record_is_needed(tmp_path: Path) -> None:
    fields = json.loads(record_line(records_of(LEAGUE)[0]))
    path = tmp_path / "s.jsonl"
    for key in fields:
        left = {name: value for name, value in fields.items() if name != key}
        path.write_text(json.dumps(left) + "\n")
        assert only_problem(verify_ledger(path, ANY)), key
