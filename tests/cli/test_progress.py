"""What a person sees while a league is played: a live bar on a terminal, plain lines elsewhere."""

import fcntl
import io
import os
import pty
import re
import struct
import sys
import termios
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from barbu_arena.cli.progress import Progress
from barbu_arena.files import league_run
from barbu_arena.league.session_job import Played
from tests.arena_process import ARENA, Ended, arena, environment
from tests.cli.screen import Screen
from tests.command_line import Command
from tests.referee_alone import played_session
from tests.small_leagues import Entrant, misbehaving, picker, write_league


def entrants(pause_ms: int) -> list[Entrant]:
    """Return four bots that play the same with any pause; the last one has three faults."""
    good = [picker(name, "seeded", pause_ms) for name in ("ann", "ben", "cem")]
    return [*good, misbehaving("dee", "illegal", at=20)]


@dataclass(frozen=True, slots=True)
class OnTerminal:
    status: int
    written: str

    def screen(self) -> Screen:
        screen = Screen()
        screen.write(self.written)
        return screen


def on_terminal(folder: Path, *arguments: str, **variables: str) -> OnTerminal:
    """Run the arena with a terminal of 100 columns as its stdin, stdout and stderr."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        os.chdir(folder)
        os.execve(ARENA[0], [*ARENA, *arguments], environment({"TERM": "xterm", **variables}))
    written = b""
    with suppress(OSError):  # EIO: the last process that held the terminal has ended
        while data := os.read(terminal, 65536):
            written += data
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return OnTerminal(os.waitstatus_to_exitcode(status), written.decode())


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("progress")
    write_league(folder, entrants(pause_ms=0), rounds=1)
    return folder


@pytest.fixture(scope="module")
def slow_league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("slow")
    write_league(folder, entrants(pause_ms=2), rounds=1)
    return folder


@pytest.fixture(scope="module")
def live(slow_league: Path) -> OnTerminal:
    return on_terminal(slow_league, "run", "league.yaml", "--jobs", "2")


@pytest.fixture(scope="module")
def piped(league: Path) -> Ended:
    return arena(league, "run", "league.yaml", "--results", "piped", "--jobs", "2")


def test_a_live_bar_with_the_standings_so_far(live: OnTerminal) -> None:
    assert live.status == 0
    assert re.search(r"[01] of 4 sessions \(\d+ %\)", live.written)
    assert re.search(r"[1-3] of 4 sessions \(\d+ %\), about \d+ s left", live.written)
    assert "━" in live.written
    plain = re.sub(r"\x1b\[[0-9;]*m", "", live.written)
    # The bar has a line to itself, and so have the titles below it.
    assert re.search(r"━ *\r?\nbot +points/deal", plain)
    assert re.search(r"ann +[-+]\d+\.\d\d +0", plain)


def test_the_bar_is_gone_at_the_end(live: OnTerminal, piped: Ended) -> None:
    screen = live.screen()
    shown = screen.text()
    assert "━" not in shown
    assert "left" not in shown
    assert screen.cursor_shown
    # What is left is the lines that stay, and the table as it is anywhere else.
    assert shown.partition("\nleague: ")[2].partition("\nmore:")[0] == (
        piped.out.rstrip("\n").removeprefix("league: ")
    )
    faults = [line for line in shown.splitlines() if " dee: illegal: " in line]
    assert len(faults) == 4 * 3


def test_the_standings_so_far_hold_what_was_played_before(
    slow_league: Path, live: OnTerminal
) -> None:
    assert live.status == 0
    ledger = slow_league / "results" / "league" / "sessions.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:2]))
    again = on_terminal(slow_league, "run", "league.yaml", "--jobs", "1")
    assert again.status == 0
    before_any_other = again.written.partition("3 of 4 sessions")[0]
    assert "2 of 4 sessions (50 %)" in before_any_other
    for bot in ("ann", "ben", "cem", "dee"):
        assert re.search(rf"{bot} +[-+]\d", before_any_other), bot


def test_no_color_on_a_terminal(league: Path) -> None:
    told = on_terminal(league, "run", "league.yaml", "--results", "plain", NO_COLOR="1")
    assert told.status == 0
    colours = [c for c in re.findall(r"\x1b\[([0-9;]*)m", told.written) if re.search(r"[34]\d", c)]
    assert colours == []


@pytest.mark.parametrize(
    ("option", "variables"), [("--quiet", {}), ("-v", {}), ("--no-pin", {"TERM": "dumb"})]
)
def test_no_bar_when_none_is_wanted(league: Path, option: str, variables: dict[str, str]) -> None:
    told = on_terminal(league, "run", "league.yaml", "--results", option, option, **variables)
    assert told.status == 0
    assert "\x1b" not in told.written
    assert "━" not in told.written


def test_no_escapes_off_a_terminal(piped: Ended) -> None:
    assert piped.status == 0
    assert "\x1b" not in piped.out + piped.err
    assert "\r" not in piped.out + piped.err
    assert piped.out.startswith("league: 4 of 4 sessions, ")


def test_a_line_for_each_fault(piped: Ended) -> None:
    faults = [line for line in piped.err.splitlines() if ": illegal: " in line]
    assert len(faults) == 4 * 3
    assert sum(line.endswith(", retired for the session") for line in faults) == 4


def test_quiet_is_quiet(league: Path) -> None:
    ended = arena(league, "run", "league.yaml", "--results", "silence", "-q")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("league: 4 of 4 sessions, ")


def test_verbose_tells_of_every_session(league: Path, piped: Ended) -> None:
    ended = arena(league, "run", "league.yaml", "--results", "words", "-v", "--jobs", "2")
    assert (ended.status, ended.out) == (0, piped.out)
    told = re.findall(r"^(1\.1\.\d)  \d+\.\d\d s((?:  \w+ [-+]\d+){4})$", ended.err, re.MULTILINE)
    assert sorted(session for session, _ in told) == ["1.1.1", "1.1.2", "1.1.3", "1.1.4"]


# The lines in detail, without processes


def played(seconds: float = 1.0, voided: tuple[str, ...] = ()) -> Played:
    return Played(played_session(), seconds, (), (), (), voided)


def test_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("barbu_arena.cli.progress.time.monotonic", lambda: now[0])
    with Progress(40, 8, quiet=False, verbose=False) as progress:
        progress.tick()
        now[0] += 14
        progress.tick()
        assert capsys.readouterr().err == ""
        now[0] += 2
        progress.tick()
        assert capsys.readouterr().err == "8 of 40 sessions (20 %)\n"
        for _ in range(2):
            progress.finished(played())
        now[0] += 16
        progress.tick()
    # 2 in 32 seconds, 30 to go.
    assert capsys.readouterr().err == "10 of 40 sessions (25 %), about 8 min 0 s left\n"


def test_a_void_session_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(4, 0, quiet=True, verbose=False) as progress:
        progress.finished(played(voided=("the clock jumped",)))
    assert capsys.readouterr().err == "1.1.1  void, played again: the clock jumped\n"


class Dead(io.StringIO):
    """A stream whose terminal was closed."""

    def write(self, _text: str) -> int:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(("kind", "option"), [("nfs4", "-v"), ("nfs4", "-q"), (None, "-v")])
def test_a_network_file_system_is_warned_of_in_one_line(
    league: Path, command: Command, monkeypatch: pytest.MonkeyPatch, kind: str | None, option: str
) -> None:
    monkeypatch.chdir(league)
    monkeypatch.setattr(league_run, "network_file_system", lambda _: kind)
    ended = command("run", "league.yaml", "--results", "far", option)
    assert ended.status == 0, ended.err
    told = [line for line in ended.err.splitlines() if "network" in line]
    expected = (
        "far/league: on a network file system (nfs4), where a lock and a finished write may not "
        "hold; a local folder for --results is safer"
    )
    assert told == ([expected] if kind and option != "-q" else [])


def test_a_dead_terminal_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Dead())
    with Progress(4, 0, quiet=False, verbose=True) as progress:
        progress.finished(played())
        progress.say("hello")
        progress.tick()
    assert isinstance(sys.stderr, Dead)


# How a command is told


def test_the_resume_command_names_the_program_that_was_called(
    in_tmp: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BARBU_ARENA_PROGRAM", "./arena")
    file = write_league(in_tmp, rounds=1)
    ended = command("run", file.name)
    assert ended.status == 0, ended.err
    more = ended.err.partition("more:\n")[2].splitlines()
    assert more == [
        "  ./arena table results/league --contracts",
        "  ./arena doubling results/league",
        "  ./arena report results/league",
        "  ./arena verify results/league",
    ]
