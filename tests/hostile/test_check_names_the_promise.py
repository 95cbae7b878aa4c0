"""`check` on every fault that an author can meet: the kind, and the promise that was broken."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from barbu_arena.league import trial
from barbu_arena.league.pool import Stop
from barbu_arena.league.tournament import Tournament
from barbu_arena.league.trial import Trial, try_bot
from barbu_arena.players.bot import ResourceLimits
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import FAULT_KINDS, PROMISES
from barbu_arena.players.sandbox import Launch
from tests.command_line import Command
from tests.hostile.league import LIMITS, make_bot
from tests.hostile.table import Case, cases
from tests.open_folder import open_folder
from tests.sandbox.inside import sandbox_or_skip
from tests.small_leagues import SHORT_RULES

NOT_IN_A_CHECK = {
    "spin-thread": "its neighbours answer at once: there is no time off turn",
    "spin-child": "its neighbours answer at once: there is no time off turn",
    "now-and-then": "by chance",
}
CAP = r"within 0\.50 s"
"""As the table has it, of the suite's clock."""
QUICK = ClockLimits(free_ms=50, bank_ms=300, cap_ms=300, start_ms=1_000)
PATIENT = ClockLimits(free_ms=50, bank_ms=10_000, cap_ms=5_000, start_ms=10_000)


def first_of_each_row() -> list[Case]:
    """Return for each row and kind of fault the first case that a check can show."""
    found: dict[tuple[int, str], Case] = {}
    for case in cases():
        if case.verdict in FAULT_KINDS and not case.test and case.name not in NOT_IN_A_CHECK:
            found.setdefault((case.row, case.verdict), case)
    return list(found.values())


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        make_bot(folder / "hostile")
        (folder / "short.yaml").write_text(SHORT_RULES)
        yield folder


@pytest.mark.parametrize("case", first_of_each_row(), ids=lambda case: f"{case.row}-{case.name}")
def test_check_names_the_promise(
    case: Case, folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case.modes == ("sandbox",):
        sandbox_or_skip()
    monkeypatch.setattr(trial, "try_bot", hastier(case))
    words = ["python3", "-I", "-S", "bot.py", *case.args]
    (folder / "hostile" / "bot.yaml").write_text(json.dumps({"name": "hostile", "command": words}))
    wish = "none" if "none" in case.modes else "required"
    rules = folder / "short.yaml"
    ended = command("check", folder / "hostile", "--rules", rules, "--sandbox", wish)
    assert (ended.status, ended.err) == (3, ""), ended.out
    lines = ended.out.splitlines()
    assert lines[-1] == "hostile: not ready"
    told = [line for line in lines if re.match(rf"FAIL  [^:]+: {case.verdict}: ", line)]
    assert told, ended.out
    message = case.outcomes[0].message.replace(CAP, "within 0.30 s")
    assert any(re.search(message, line) for line in told), told
    assert f"FAIL    promise:  {PROMISES[case.verdict]}" in lines


def hastier(case: Case) -> object:
    """Return what tries a bot with clocks and limits as short as those of the suite."""
    clock = PATIENT if case.verdict == "resource" else QUICK

    def try_it(tournament: Tournament, launch: Launch, stop: Stop, session: int) -> Trial | None:
        bots = tuple(replace(bot, limits=LIMITS) for bot in tournament.bots)
        return try_bot(replace(tournament, bots=bots, clock=clock), launch, stop, session)

    return try_it


def test_every_kind_of_fault_but_start_is_among_them() -> None:
    shown = {case.verdict for case in first_of_each_row()}
    # What could not start was refused before: rows 1 to 8.
    assert shown == set(FAULT_KINDS) - {"start"}
    assert ResourceLimits() != LIMITS
