"""What `check` says of what it saw, without a bot: slow starts, notes, and whose fault it is."""

from dataclasses import replace

import pytest

from barbu_arena.cli.check_findings import drill_findings, greeting_findings, trial_findings
from barbu_arena.cli.findings import Finding, write_finding
from barbu_arena.league.asking import Asking, Exchange
from barbu_arena.league.drill import Drill
from barbu_arena.league.trial import Trial
from barbu_arena.players.answers import Answer, Greeting
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import Fault
from barbu_arena.players.remarks import Remark
from barbu_arena.referee.record import FaultEntry
from tests.referee_alone import played_session

CLOCK = ClockLimits()
TRIAL = Trial(
    greeting=Greeting("ann", "1", "", frozenset()),
    greeted_ms=41.4,
    record=played_session(),
    times=(("play", 1.25), ("double", 0.5), ("play", 0.25)),
    bank_used_ms=1550,
    off_turn_ms=40.0,
    peak_mib=11,
    faults=(),
    differences=(),
    difference=(b"", b""),
    left_by_itself=True,
    stderr=b"",
)
LATE = Fault("handshake", "no handshake within 10 s", b'{"id":"x","type":"hello"}\n')
ILLEGAL = Fault("illegal", "no such card: '\x1b[2J'", b'{"id":"x"}\n', b'{"id":"x","action":7}\n')


def exchange(action: str, fault: Fault | None = None) -> Exchange:
    return Exchange(b"{}", b"{}", 1.0, None if fault else Answer(action.encode()), fault, None)


def asking(*exchanges: Exchange, wants: str = "", chatter: bytes = b"") -> Asking:
    greeting = Greeting("ann", "1", "", frozenset(wants.split()))
    return Asking(greeting, 40.0, None, exchanges, chatter, True, b"")


A, B = exchange("2S"), exchange("KH")
KINDS = ("a call", "a lead", "a ruff")
WELL = Drill(KINDS, asking(*[A] * 6), asking(*[A] * 3))


def marks(found: list[Finding]) -> list[str]:
    return [finding.mark for finding in found]


# Sessions


@pytest.mark.parametrize(("ms", "note"), [(4999.0, False), (5001.0, True)])
def test_a_slow_start_is_worth_a_note(ms: float, note: bool) -> None:
    found = list(greeting_findings(replace(TRIAL, greeted_ms=ms), CLOCK, "in the sandbox"))
    assert found[0].text == f"handshake in {ms:.0f} ms, in the sandbox: ann 1"
    assert [finding.text for finding in found[1:]] == (
        ["starts slowly: 5.0 s of the 10 s that it has; a busy machine is slower"] if note else []
    )


def test_no_greeting() -> None:
    trial = replace(
        TRIAL, greeting=None, faults=((FaultEntry(0, 0, "hello", 0, "handshake", True), LATE),)
    )
    (found,) = greeting_findings(trial, CLOCK, "in the sandbox")
    assert found.mark == "FAIL"
    assert found.text == "hello, in the sandbox: handshake: no handshake within 10 s"
    assert found.more[1:] == ('sent:     {"id":"x","type":"hello"}', "received: nothing")


def test_sessions_that_went_well() -> None:
    busier = replace(TRIAL, peak_mib=20, bank_used_ms=50, off_turn_ms=800.0)
    sessions, memory, left = trial_findings([TRIAL, busier], CLOCK)
    assert sessions.text == "2 sessions of 28 deals, from seat 0 on: 6 questions answered"
    assert sessions.more == (
        "           asked    p50 ms    p99 ms    max ms",
        "double         2      0.50      0.50      0.50",
        "play           4      0.25      1.25      1.25",
        "time bank: 1.6 s of 20 s used at most",
    )
    assert memory.text == "held 20 MiB of memory at most, used 0.8 s of processor time off turn"
    assert left.text == "leaves at the end of its input"
    assert marks([sessions, memory, left]) == ["ok", "ok", "ok"]
    alone = next(trial_findings([TRIAL], CLOCK))
    assert alone.text == "a session of 28 deals: 3 questions answered"


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        (FaultEntry(0, 1, "hello", 0, "handshake", True), "hello"),
        (FaultEntry(3, 1, "double", 2, "illegal", False), "deal 3, double 2"),
        (FaultEntry(28, 1, "bye", 0, "resource", True), "at the end"),
    ],
)
def test_where_a_session_went_wrong(entry: FaultEntry, where: str) -> None:
    found = list(trial_findings([TRIAL, replace(TRIAL, faults=((entry, ILLEGAL),))], CLOCK))
    assert found[0].text == f"session 2, {where}: illegal: no such card: '\\x1b[2J'"
    assert marks(found) == ["FAIL", "ok"] + ["ok"] * (not entry.retired)


def test_a_bot_that_stays() -> None:
    *_, left = trial_findings([TRIAL, replace(TRIAL, left_by_itself=False)], CLOCK)
    assert (left.mark, left.text[:12]) == ("FAIL", "did not leav")


def test_a_list_of_its_own() -> None:
    remark = Remark(3, 0, "play", 5, None, ("2D",), ("KH", "\\x1b"))
    other = replace(TRIAL, differences=(remark, remark), difference=(b'{"id":"x"}\n', b"{}\n"))
    found = list(trial_findings([TRIAL, other], CLOCK))
    assert marks(found) == ["ok", "ok", "note", "ok"]
    assert found[2] == Finding(
        "note",
        "its own list of legal answers lacks 2D and has KH \\x1b too (session 2, deal 3, play 5; "
        "2 such questions were noted)",
        ('sent:     {"id":"x"}', "received: {}\\x0a"),
    )


# The drill


def test_a_drill_that_went_well() -> None:
    found = list(drill_findings(WELL))
    assert marks(found) == ["ok", "ok", "ok"]
    assert found[0].text == "3 kinds of questions out of the blue: a call, a lead, a ruff"


@pytest.mark.parametrize(
    ("drill", "note"),
    [
        (
            replace(WELL, plain=asking(A, A, A, A, B, A)),
            "the same question, asked again, got another answer: a lead",
        ),
        (
            replace(WELL, odd=asking(B, B, A)),
            "a new process that was told the same answered otherwise, so `reproduce` will find "
            "other sessions: a call",
        ),
        (
            replace(WELL, odd=asking(A, A, A, chatter=b"\x1b[2Jbye\n")),
            "wrote to stdout when nothing was asked: '\\x1b[2Jbye'",
        ),
    ],
)
def test_what_is_no_failure(drill: Drill, note: str) -> None:
    notes = [found.text for found in drill_findings(drill) if found.mark != "ok"]
    assert notes == [note]


def test_a_question_that_had_a_field_more_is_not_compared() -> None:
    assert replace(WELL, odd=asking(A, B, A)).varies == ()


@pytest.mark.parametrize(("wants", "mark"), [("", "FAIL"), ("events", "note")])
def test_who_hears_events_may_need_them(wants: str, mark: str) -> None:
    failed = Drill(KINDS, asking(A, exchange("", ILLEGAL), wants=wants), None)
    (found,) = drill_findings(failed)
    assert found.mark == mark
    assert found.text.startswith("a lead, out of the blue: illegal: no such card: ")
    assert found.text.endswith("a question alone is not enough for it") == (mark == "note")
    assert found.more[0] == "promise:  its action is one of `legal`"


def test_a_greeting_that_fails_beside_the_unknown() -> None:
    odd = replace(asking(), greeting=None, start_fault=LATE)
    found = list(drill_findings(replace(WELL, odd=odd)))
    assert marks(found) == ["ok", "FAIL"]
    assert found[1].text.startswith("hello, beside fields and messages that it does not know: ")


def test_a_bot_that_stays_after_the_drill() -> None:
    stays = replace(asking(A, A, A), left_by_itself=False)
    assert marks(list(drill_findings(replace(WELL, odd=stays))))[-1] == "FAIL"


# On the terminal


def test_findings_are_wrapped_and_marked(capsys: pytest.CaptureFixture[str]) -> None:
    write_finding(Finding("ok", "word " * 20, ("a row",)))
    write_finding(Finding("note", "worth reading", ("sent",)))
    write_finding(Finding("FAIL", "cause " * 20, ("promise",)))
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "ok    " + " ".join(["word"] * 15),
        "      " + " ".join(["word"] * 5),
        "        a row",
        "note  worth reading",
        "note    sent",
        "FAIL  " + "cause " * 20,
        "FAIL    promise",
    ]
