"""A bot on trial: what `check` sees of it."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from barbu_arena.errors import ArenaError
from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league import trial as trial_module
from barbu_arena.league.pool import Stop
from barbu_arena.league.tournament import Tournament
from barbu_arena.league.trial import Timing, Trial, timings, try_bot
from barbu_arena.players import bot_player
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.players.orphans import adopt_orphans, children
from barbu_arena.players.random_player import RandomPlayer
from barbu_arena.players.sandbox import launch_plainly
from tests.referee_alone import played_session
from tests.small_leagues import BOTS


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    adopt_orphans()
    before = set(children())
    yield
    assert set(children()) <= before


def trial(how: str, at: int = 1, **clock: int) -> Trial:
    bot = load_bot(BOTS / "misbehave", Grant(args=("--how", how, "--at", str(at))))
    tournament = Tournament("check", load_rules("modern"), "x", (bot,), clock=ClockLimits(**clock))
    return tried(tournament)


def tried(tournament: Tournament) -> Trial:
    found = try_bot(tournament, launch_plainly, Stop())
    assert found is not None
    return found


def kinds(found: Trial) -> list[tuple[str, bool]]:
    return [(entry.fault, entry.retired) for entry, _ in found.faults]


def test_a_good_bot() -> None:
    found = trial("well")
    assert found.greeting is not None
    assert (found.greeting.name, found.greeting.version) == ("misbehave", "1")
    assert 0 < found.greeted_ms < 10_000
    assert (found.faults, found.stderr, found.left_by_itself) == ((), b"", True)
    # It took the first answers, and the other three drew theirs.
    others = [RandomPlayer(f"x|drawing-{number}") for number in (1, 2, 3)]
    assert found.record.deals == played_session(seed="x", players=[FirstPlayer(), *others]).deals
    assert {kind for kind, _ in found.times} == {"choose", "double", "play"}
    assert len(found.times) > 200
    assert all(ms > 0 for _, ms in found.times)
    assert (found.differences, found.difference, found.retired) == ((), (b"", b""), False)
    assert 0 <= found.bank_used_ms < 20_000
    assert 0 <= found.off_turn_ms < 1000
    if sys.platform == "linux":
        assert 1 <= found.peak_mib < 100


def test_later_sessions_have_other_seats_and_deals() -> None:
    tournament = Tournament("check", load_rules("modern"), "x", (load_bot(BOTS / "misbehave"),))
    found = try_bot(tournament, launch_plainly, Stop(), 3)
    assert found is not None
    assert found.record.bots == ("drawing-1", "drawing-2", "misbehave", "drawing-3")
    assert (found.record.session, found.record.board_set) == ("1.1.3", 2)
    assert found.faults == ()


def test_times_by_kind_of_question() -> None:
    times = [*(("play", float(n)) for n in range(200, 0, -1)), ("choose", 2.5), ("choose", 1.5)]
    assert timings(times) == (
        Timing("choose", 2, 1.5, 2.5, 2.5),
        Timing("play", 200, 100.0, 198.0, 200.0),
    )


def test_no_handshake() -> None:
    found = trial("silent", at=0, start_ms=300)
    assert found.greeting is None
    assert kinds(found) == [("handshake", True)]
    assert found.times == ()
    assert found.retired
    assert len(found.record.deals) == 28


def test_a_command_that_does_not_start() -> None:
    bot = load_bot(BOTS / "misbehave")
    gone = Tournament("check", load_rules("modern"), "x", (bot.__class__("x", "/", ("/none",)),))
    found = tried(gone)
    assert (found.greeting, found.stderr, found.left_by_itself) == (None, b"", True)
    assert kinds(found) == [("start", True)]


def test_late_and_illegal_answers() -> None:
    found = trial("silent", at=3, cap_ms=150, bank_ms=400, free_ms=50)
    assert kinds(found) == [("timeout", False), ("timeout", False), ("timeout", True)]
    found = trial("illegal", at=3)
    assert kinds(found) == [("illegal", False), ("illegal", False), ("illegal", True)]
    assert found.record.fault_penalties == (-130, 0, 0, 0)


def test_an_end_in_the_middle() -> None:
    found = trial("exit-3", at=50)
    assert kinds(found) == [("crash", True)]
    assert "exited with status 3" in found.faults[0][1].message


def test_a_bot_that_does_not_leave() -> None:
    found = trial("ignore-eof")
    assert (found.faults, found.left_by_itself) == ((), False)


def test_a_bot_that_leaves_a_process_behind() -> None:
    found = trial("grandchild", at=290)
    assert (found.faults, found.left_by_itself) == ((), True)


def test_what_it_wrote_to_stderr() -> None:
    found = trial("stderr-escapes", at=250)
    assert found.stderr.startswith(b"\x1b[2J<script>=1+1\n")


def test_a_trial_that_is_stopped_ends_without_a_verdict() -> None:
    bot = load_bot(BOTS / "misbehave", Grant(args=("--how", "silent", "--at", "0")))
    tournament = Tournament("check", load_rules("modern"), "x", (bot,))
    assert try_bot(tournament, launch_plainly, Stop(1)) is None


def test_a_void_trial_is_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played = trial_module._trial

    def first_void(*given: object) -> Trial:
        mark = tmp_path / "mark"
        if not mark.exists():
            mark.touch()
            raise ArenaTrouble("the computer was busy or asleep")
        return played(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(trial_module, "_trial", first_void)
    assert trial("well").faults == ()


def test_who_dies_at_every_try_while_memory_is_short_is_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kills = itertools.count()
    monkeypatch.setattr(bot_player, "kills_for_memory", lambda: next(kills))
    ((entry, fault),) = trial("exit").faults
    assert (entry.fault, entry.retired) == ("crash", True)
    assert fault.message.endswith(", once more beside kills for want of memory")


def test_a_machine_that_fails_three_times_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def void(*_given: object) -> Trial:
        raise ArenaTrouble("the computer was busy or asleep")

    monkeypatch.setattr(trial_module, "_trial", void)
    with pytest.raises(ArenaError, match="void 3 times, last: the computer was busy"):
        trial("well")
