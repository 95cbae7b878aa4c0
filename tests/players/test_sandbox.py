"""How bubblewrap is started around a bot; what that gives is tried out in tests/sandbox."""

import os
import sys
from collections.abc import Callable, Iterator

import pytest

from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.bubblewrap import arguments, is_visible
from barbu_arena.players.process import BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox, launch_plainly
from barbu_arena.players.start import Start

PROGRAM = b"8 bytes."
BOT = Bot(
    name="ann",
    folder="/srv/bots/ann",
    command=("/usr/bin/python3", "bot.py"),
    inside=("/usr/bin/python3", "/bot/bot.py", "--fast"),
    read_only=("/opt/data",),
    limits=ResourceLimits(memory_mib=100, processes=5),
)

Starts = Callable[..., Start]


@pytest.fixture
def start_of() -> Iterator[Starts]:
    """Return starts whose descriptors are closed in the end."""
    made: list[Start] = []

    def make(bot: Bot = BOT, call_filter: bytes | None = PROGRAM, root: bool = False) -> Start:
        sandbox = Sandbox("/usr/bin/bwrap", "/usr/bin/prlimit", call_filter, root)
        made.append(sandbox.start(bot))
        return made[-1]

    yield make
    for start in made:
        for fd in (*start.inherited, start.report):
            assert fd is not None
            os.close(fd)


def words_of(fd: int) -> list[str]:
    return os.read(fd, 65_536).decode().split("\0")[:-1]


def test_the_command_around_a_bot(start_of: Starts) -> None:
    start = start_of()
    told, program, report = start.inherited
    assert start.command == (
        "/usr/bin/bwrap",
        *("--args", str(told), "--seccomp", str(program), "--json-status-fd", str(report)),
        *("/usr/bin/prlimit", "--nproc=5", "--data=131072000", "--fsize=67108864"),
        *("--nofile=256", "--core=0", "--rtprio=0", "--nice=0", "--"),
        *("/usr/bin/python3", "/bot/bot.py", "--fast"),
    )
    assert (start.folder, start.environment, start.user) == ("/", {}, None)


def test_what_exists_for_a_bot_is_not_told_where_it_could_read_it(start_of: Starts) -> None:
    start = start_of()
    assert not any("/srv" in word or "/opt/data" in word for word in start.command)
    told = words_of(start.inherited[0])
    environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONHASHSEED=0"]
    environment += ["PYTHONDONTWRITEBYTECODE=1", "BARBU_ARENA=1"]
    whole = arguments("/srv/bots/ann", ("/opt/data",), environment)
    assert told == [word for group in whole for word in group]
    assert ("--ro-bind", "/srv/bots/ann", "/bot") in whole
    assert ("--ro-bind", "/opt/data", "/opt/data") in whole
    assert ("--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin") in whole


def test_pipes_end_and_hold_what_they_should(start_of: Starts) -> None:
    told, program, _ = start_of().inherited
    assert os.read(program, 100) == PROGRAM
    assert os.read(program, 100) == b""
    words_of(told)
    assert os.read(told, 100) == b""


def test_the_report_is_read_here_and_written_there(start_of: Starts) -> None:
    start = start_of()
    assert start.report is not None
    os.write(start.inherited[-1], b"told")
    assert os.read(start.report, 100) == b"told"


def test_without_a_filter_for_the_processor_the_rest_holds(start_of: Starts) -> None:
    start = start_of(call_filter=None)
    assert len(start.inherited) == 2
    assert "--seccomp" not in start.command
    assert start.command[3:5] == ("--json-status-fd", str(start.inherited[1]))


def test_a_folder_whose_name_is_no_text_is_shown(start_of: Starts) -> None:
    folder = os.fsdecode(b"/srv/b\xff")
    start = start_of(Bot("ann", folder, ("x",), inside=("/bot/x",)))
    assert b"--ro-bind\0/srv/b\xff\0/bot\0" in os.read(start.inherited[0], 65_536)


def test_bots_of_root_are_nobody_and_each_another(start_of: Starts) -> None:
    users = [start_of(root=True).user for _ in range(16)]
    assert len(set(users)) == 16
    assert all(user is not None and 60_578 <= user < 61_184 for user in users)


def test_what_bots_see_of_the_system() -> None:
    assert is_visible("/usr/bin/python3")
    assert is_visible("/usr")
    assert not is_visible("/usrlocal/x")
    assert not is_visible("/root/x")
    assert is_visible("/opt/lib/x", ["/opt/lib"])
    assert is_visible("/opt/lib", ["/opt/lib/"])
    assert not is_visible("/opt/library", ["/opt/lib"])


def test_a_plainly_launched_bot_runs() -> None:
    process = launch_plainly(Bot("cat", "/", ("cat",)))
    process.send(b"x\n")
    assert process.receive(monotonic() + 5) == b"x\n"
    assert process.report is None
    process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox elsewhere")
def test_a_sandbox_that_is_not_there_leaves_no_descriptor() -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        Sandbox("/no/such/bwrap", "/usr/bin/prlimit", PROGRAM, False).launch(BOT)
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_the_limits_of_the_design() -> None:
    assert ResourceLimits() == ResourceLimits(memory_mib=1024, processes=64)


def test_a_launch_is_a_process() -> None:
    process = launch_plainly(Bot("cat", "/", ("cat",)))
    assert isinstance(process, BotProcess)
    process.kill()
