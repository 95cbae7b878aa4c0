"""What `check` says of trials and of the drill."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from barbu_arena.cli.findings import Finding, clean, difference_words, exchanged, failure
from barbu_arena.league.trial import timings
from barbu_arena.players.answers import cut

if TYPE_CHECKING:
    from barbu_arena.league.asking import Asking
    from barbu_arena.league.drill import Drill
    from barbu_arena.league.trial import Trial
    from barbu_arena.players.clock import ClockLimits
    from barbu_arena.referee.record import FaultEntry

_LEFT = "leaves at the end of its input"
_STAYED = "did not leave within 1 s of the end of its input, and was killed"


# Sessions


def greeting_findings(trial: "Trial", clock: "ClockLimits", boxed: str) -> Iterator[Finding]:
    """Yield what is to be said of a bot's start; `boxed` says where it runs."""
    greeting = trial.greeting
    if greeting is None:
        yield failure(f"hello, {boxed}", trial.faults[0][1])
        return
    said = clean(f"{greeting.name} {greeting.version}".strip())
    yield Finding("ok", f"handshake in {trial.greeted_ms:.0f} ms, {boxed}: {said}")
    if trial.greeted_ms > clock.start_ms / 2:
        limit = f"of the {clock.start_ms / 1000:g} s that it has; a busy machine is slower"
        yield Finding("note", f"starts slowly: {trial.greeted_ms / 1000:.1f} s {limit}")


def trial_findings(trials: "Sequence[Trial]", clock: "ClockLimits") -> Iterator[Finding]:
    """Yield what is to be said of sessions, of which only the last may have faults."""
    last = trials[-1]
    for entry, fault in last.faults:
        yield failure(f"session {len(trials)}, {_place(entry)}", fault)
    if not last.faults:
        yield _sessions(trials, clock)
    peak = max(trial.peak_mib for trial in trials)
    off_turn = max(trial.off_turn_ms for trial in trials) / 1000
    used = f"used {off_turn:.1f} s of processor time off turn"
    yield Finding("ok", f"held {peak} MiB of memory at most, {used}")
    yield from _differences(trials)
    if not last.retired:
        left = all(trial.left_by_itself for trial in trials)
        yield Finding("ok", _LEFT) if left else Finding("FAIL", _STAYED)


def _sessions(trials: "Sequence[Trial]", clock: "ClockLimits") -> Finding:
    """Return what is to be said of sessions without faults: how many, and how quickly."""
    times = [time for trial in trials for time in trial.times]
    deals = len(trials[0].record.deals)
    played = f"a session of {deals} deals" if len(trials) == 1 else f"{len(trials)} sessions"
    each = "" if len(trials) == 1 else f" of {deals} deals, from seat 0 on"
    rows = [f"{'':10}{'asked':>6}{'p50 ms':>10}{'p99 ms':>10}{'max ms':>10}"]
    rows += [
        f"{row.kind:10}{row.asked:6}{row.median:10.2f}{row.p99:10.2f}{row.longest:10.2f}"
        for row in timings(times)
    ]
    bank = max(trial.bank_used_ms for trial in trials) / 1000
    rows.append(f"time bank: {bank:.1f} s of {clock.bank_ms / 1000:g} s used at most")
    return Finding("ok", f"{played}{each}: {len(times)} questions answered", tuple(rows))


def _differences(trials: "Sequence[Trial]") -> Iterator[Finding]:
    """Yield a note if the bot's own list of legal answers was ever not the arena's."""
    found = [(n, trial) for n, trial in enumerate(trials, start=1) if trial.differences]
    if not found:
        return
    number, trial = found[0]
    remark = trial.differences[0]
    count = sum(len(trial.differences) for _, trial in found)
    where = f"session {number}, deal {remark.deal}, {remark.ask} {remark.n}"
    yield Finding(
        "note",
        f"{difference_words(remark)} ({where}; {count} such questions were noted)",
        exchanged(*trial.difference),
    )


def _place(entry: "FaultEntry") -> str:
    if entry.deal == 0:
        return "hello"
    if entry.ask == "bye":
        return "at the end"
    return f"deal {entry.deal}, {entry.ask} {entry.n}"


# The drill


def drill_findings(drill: "Drill") -> Iterator[Finding]:
    """Yield what is to be said of questions that came out of the blue."""
    plain, odd = drill.plain, drill.odd
    if plain.faults:
        yield from _faults(drill, plain, "out of the blue")
        return
    kinds = ", ".join(drill.kinds)
    yield Finding("ok", f"{len(drill.kinds)} kinds of questions out of the blue: {kinds}")
    assert odd is not None
    if odd.faults:
        yield from _faults(drill, odd, "beside fields and messages that it does not know")
        return
    yield Finding("ok", "passes over fields and messages that it does not know")
    yield _sameness(drill)
    chatter = (plain.chatter + odd.chatter).strip()
    if chatter:
        yield Finding("note", f"wrote to stdout when nothing was asked: {cut(chatter)}")
    yield from _left(plain, odd)


def _faults(drill: "Drill", asking: "Asking", when: str) -> Iterator[Finding]:
    """Yield the faults of one process; of a bot that hears events too, as notes."""
    if asking.start_fault is not None:
        yield failure(f"hello, {when}", asking.start_fault)
    for number, exchange in enumerate(asking.exchanges):
        if exchange.fault is not None:
            found = failure(f"{drill.kind(number)}, {when}", exchange.fault)
            if asking.greeting is not None and asking.greeting.wants:
                wants = ", ".join(sorted(asking.greeting.wants))
                text = f"{found.text}; it wants {wants}, and a question alone is not enough for it"
                found = Finding("note", text, found.more)
            yield found


def _sameness(drill: "Drill") -> Finding:
    """Say whether the same question got the same answer."""
    if drill.varies:
        return Finding(
            "note",
            "a new process that was told the same answered otherwise, so `reproduce` will find "
            f"other sessions: {', '.join(drill.varies)}",
        )
    if drill.remembers:
        return Finding(
            "note",
            f"the same question, asked again, got another answer: {', '.join(drill.remembers)}",
        )
    return Finding("ok", "the same question gets the same answer, in a new process too")


def _left(*askings: "Asking") -> Iterator[Finding]:
    if not all(asking.left_by_itself for asking in askings):
        yield Finding("FAIL", _STAYED)
